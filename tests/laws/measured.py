"""Every measure with its parameters, and evidence in all its degenerate glory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import probative as pv

from .strategies import EIGHTHS, small, weights

MEASURES = pv.measures()


def _name(value: Any) -> str:
    return f"{value.needs.__name__}-{value.name}" if hasattr(value, "needs") else str(value)


every_measure = pytest.mark.parametrize("measure", MEASURES, ids=_name)
few = st.integers(0, 4)
some = st.one_of(few, st.integers(0, 300), st.just(10**10))
tables = st.integers(1, 4).flatmap(lambda k: st.lists(st.lists(few, min_size=k, max_size=k), min_size=k, max_size=k))
rungs = st.lists(st.tuples(st.integers(0, 8).map(lambda k: k / 8), few, few), min_size=1, max_size=9)
simplexes = st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from(EIGHTHS), weights), min_size=1, max_size=9)
pairs = st.lists(st.tuples(small, small, weights), min_size=1, max_size=12)
amounts = st.lists(st.tuples(small.map(abs), small.map(abs), weights), min_size=1, max_size=12)
constant = st.tuples(small, st.lists(small, min_size=1, max_size=6)).map(lambda c: [(c[0], x, 1.0) for x in c[1]])


def _weighted_or_not(make: Any, rows: list[Any], weighted: bool) -> Any:
    *columns, weight = (list(column) for column in zip(*rows, strict=True))
    return make(*columns, sample_weight=weight if weighted else None)


def _probabilities(truth: Any, eighths: Any, sample_weight: Any) -> pv.ClassScores:
    return pv.ClassScores.from_probabilities(
        truth, np.array(eighths) / 8, labels=["x", "y", "z"], sample_weight=sample_weight
    )


def _agreement(cells: tuple[int, int, int, int]) -> pv.Agreement:
    names = ("both_right", "only_a_right", "only_b_right", "both_wrong")
    return pv.Agreement(**dict(zip(names, cells, strict=True)))


EVIDENCE: dict[type, st.SearchStrategy[Any]] = {
    pv.Outcomes: st.builds(pv.Outcomes, tp=some, fn=some, fp=some, tn=some),
    pv.ConfusionMatrix: tables.map(pv.ConfusionMatrix.from_counts),
    pv.Ladder: rungs.filter(lambda r: any(p + n for _, p, n in r)).map(
        lambda r: pv.Ladder.from_counts(*zip(*r, strict=True))
    ),
    pv.ClassScores: st.builds(_weighted_or_not, st.just(_probabilities), simplexes, st.booleans()),
    pv.Residuals: st.builds(
        _weighted_or_not, st.just(pv.Residuals.from_values), st.one_of(pairs, constant), st.booleans()
    ),
    pv.ValuePairs: st.builds(
        _weighted_or_not, st.just(pv.ValuePairs.from_values), st.one_of(pairs, constant, amounts), st.booleans()
    ),
    pv.Moments: st.builds(
        _weighted_or_not, st.just(pv.Moments.from_values), pairs.map(lambda r: [x[1:] for x in r]), st.booleans()
    ),
    pv.Agreement: st.tuples(few, few, few, few).map(_agreement),
}


def _typical(kind: type) -> Any:
    """Evidence for which everything is defined."""
    truth = ["x", "y", "z", "x", "y", "z", "x", "z"]
    guess = ["x", "y", "z", "y", "y", "x", "z", "z"]
    scores = np.array([(6, 1, 1), (2, 5, 1), (1, 1, 6), (3, 4, 1), (1, 6, 1), (4, 2, 2), (2, 2, 4), (1, 2, 5)]) / 8
    y, h = np.array([1.0, 2, 3, 4, -5, 6, 7, 8]), np.array([1.5, 2, 2.5, 5, -4, 6.5, 7, 9])
    return {
        pv.Outcomes: lambda: pv.Outcomes(tp=40, fn=10, fp=5, tn=45),
        pv.ConfusionMatrix: lambda: pv.ConfusionMatrix.from_labels(truth, guess),
        pv.Ladder: lambda: pv.Ladder.from_scores([1, 0, 1, 1, 0, 0, 1], [0.9, 0.8, 0.7, 0.4, 0.3, 0.2, 0.6]),
        pv.ClassScores: lambda: pv.ClassScores.from_probabilities(truth, scores, labels=["x", "y", "z"]),
        pv.Residuals: lambda: pv.Residuals.from_values(y, h),
        pv.ValuePairs: lambda: pv.ValuePairs.from_values([1.0, 2, 3, 4, 5, 6, 7, 8], [1.5, 3, 2.5, 5, 4, 6.5, 7, 9]),
        pv.Moments: lambda: pv.Moments.from_values(h),
        pv.Agreement: lambda: _agreement((30, 5, 10, 5)),
    }[kind]()
