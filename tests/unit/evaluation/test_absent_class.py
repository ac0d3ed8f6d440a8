"""A class that models know and no row is of: its probabilities count, and rows may be taken for it."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv


@pytest.mark.parametrize("absent", ["ant", "bee", "cow"])
def test_rows_are_taken_for_a_class_that_no_row_is_of(absent: str) -> None:
    generator = np.random.default_rng(3)
    names = np.array(["ant", "bee", "cow", "dog"])
    truth = generator.choice(np.flatnonzero(names != absent), 400)
    columns, right = {"y": names[truth]}, {}
    for model, pull in (("near", 2.0), ("far", 1.2)):
        odds = generator.normal(size=(400, 4))
        odds[np.arange(400), truth] += pull
        shares = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
        columns |= {f"proba_{model}_{name}": shares[:, i] for i, name in enumerate(names)}
        right[model] = odds.argmax(axis=1) == truth
    found = pv.evaluate(columns, truth="y")
    (contest,) = found.comparisons
    sign = 1 if contest.a == "near" else -1
    assert sign * contest.difference.value == pytest.approx(right["near"].mean() - right["far"].mean())
    assert contest.details["n10" if sign == 1 else "n01"] == (right["near"] & ~right["far"]).sum()
    for model, rows in right.items():
        assert found.models[model].measures["accuracy"].value == pytest.approx(rows.mean())
