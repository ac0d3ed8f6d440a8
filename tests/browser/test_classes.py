"""Several classes: sorted by any column, and the matrix in shares of its rows, of its columns, and in counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from probative.report.charts.kind import ranked
from probative.report.sections.classes import class_calibrations

from .kinds import Kind, classes, of_classes
from .looks import DESK
from .test_live import cuts_of

COLUMN = "i => [...document.querySelectorAll('#class-rows tbody tr')].map(row => row.cells[i].dataset.v)"
CELLS = """() => [...document.querySelectorAll('.heat-map')].map(
    table => [...table.tBodies[0].rows].map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent)))"""


def rounded(shares: Any) -> list[list[str]]:
    return [["" if v == 0 else f"{100 * v:.0f}" for v in row] for row in shares]


def test_classes_stand_the_worst_first_and_every_heading_sorts(show: Any) -> None:
    shown, found = show("classes", **DESK), classes().findings
    names = ranked(found)
    recalls = {m: found.models[m].classes for m in names}
    by_first = sorted(recalls[names[0]], key=lambda label: recalls[names[0]][label]["recall"].value)
    assert shown.evaluate(COLUMN, 0) == by_first
    table = shown.page.locator("#class-rows")
    assert table.locator("[aria-sort=ascending]").count() == 1
    for i, name in enumerate(names):
        values = [recalls[name][label]["recall"].value for label in shown.evaluate(COLUMN, 0)]
        assert np.allclose([float(v) for v in shown.evaluate(COLUMN, 3 + i)], values, atol=1e-6)
    second = table.locator("thead th").nth(4).locator("button")
    second.click()
    assert shown.evaluate(COLUMN, 4) == sorted(shown.evaluate(COLUMN, 4), key=float)
    second.click()
    assert shown.evaluate(COLUMN, 4) == sorted(shown.evaluate(COLUMN, 4), key=float, reverse=True)
    table.locator("thead button").first.click()
    assert shown.evaluate(COLUMN, 0) == ["ant", "bee", "cow"]
    assert shown.complaints == []


def test_cells_are_shares_of_rows_or_of_columns_on_one_scale(show: Any) -> None:
    shown, found = show("classes", **DESK), classes().findings
    counts = [np.array(found.models[m].confusion.counts) for m in ranked(found)]
    choice = shown.page.locator("#heat-kind")
    assert shown.evaluate(CELLS) == [rounded(c / c.sum(axis=1, keepdims=True)) for c in counts]
    choice.select_option("column")
    assert shown.evaluate(CELLS) == [rounded(c / c.sum(axis=0, keepdims=True)) for c in counts]
    choice.select_option("count")
    assert shown.evaluate(CELLS) == [[["" if v == 0 else f"{v:.0f}" for v in row] for row in c] for c in counts]
    choice.select_option("row")
    # The darkest error of all matrices is the largest share, and only one of them has it.
    wrong = [np.where(np.eye(3, dtype=bool), 0, c / c.sum(axis=1, keepdims=True)) for c in counts]
    dark = shown.page.locator(".heat-map .h8").all_inner_texts()
    assert f"{100 * max(w.max() for w in wrong):.0f}" in dark
    assert all(float(v) >= 100 * max(w.max() for w in wrong) * 7 / 8 - 0.5 for v in dark)


def test_probabilities_of_each_class_are_checked_as_scikit_learn_does() -> None:
    known = classes()
    for label, model in (("ant", "m0"), ("cow", "m1")):
        bins = known.findings.models[model].by_class[label].calibration
        observed, said = calibration_curve(known.positive[label], known.scores[label][model], n_bins=5)
        assert bins["predicted"] == pytest.approx(said, abs=2e-4)
        assert bins["observed"] == pytest.approx(observed, abs=2e-4)
    html = class_calibrations(known.findings)
    assert html.count("<figure") == 3
    assert [html.index(f"<bdi>{label}</bdi></h4>") > 0 for label in ("ant", "bee", "cow")]


def rare_class() -> Kind:
    """One of three classes is rare, and its probabilities lie close to 0."""
    generator = np.random.default_rng(4)
    truth = generator.choice(3, 20_000, p=[0.01, 0.39, 0.6])
    made = {}
    for m, pull in enumerate((2.0, 3.0)):
        logits = generator.normal(size=(len(truth), 3)) + np.log([0.01, 0.39, 0.6])
        logits[np.arange(len(truth)), truth] += pull
        made[f"m{m}"] = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return of_classes(truth, made, ["ant", "bee", "cow"], title="A rare class")


def test_cuts_of_every_class_are_those_that_were_typed_or_said(show: Any) -> None:
    known = rare_class()
    shown = show(known.findings)
    for place, label in enumerate(shown.page.locator("#class option").all_text_contents()):
        shown.set("class", place)
        actual, first = known.positive[label], known.scores[label][shown.read()["names"][0]]
        for typed in (0.005, 0.05, 0.5, *np.quantile(first[actual], [0.1, 0.5, 0.9]).tolist()):
            shown.type("threshold-number", typed)
            found = shown.read()
            used, note = cuts_of(found)[0], shown.page.locator("[data-text=typed]").inner_text()
            assert shown.counts() == [known.counts(name, used, label) for name in found["names"]]
            assert (used == typed) == (note == ""), (label, typed, used, note)
            # At most a fiftieth of a class lies between what was typed and what is used.
            for rows in (actual, ~actual):
                assert abs(int((first[rows] >= used).sum()) - int((first[rows] >= typed).sum())) <= rows.sum() / 50
            assert used == typed or typed not in (0.005, 0.05, 0.5)
        # Printed thresholds give the printed counts, also those of the cheapest cuts.
        shown.set("mode", "optimum")
        found = shown.read()
        for name, counts, cut in zip(found["names"], shown.counts(), cuts_of(found), strict=True):
            assert counts == known.counts(name, cut, label)
        shown.type("threshold-number", repr(cuts_of(found)[0]))
        assert shown.page.locator("[data-text=typed]").inner_text() == ""
        assert shown.counts()[0] == known.counts(found["names"][0], cuts_of(found)[0], label)


def test_another_class_keeps_the_cut(show: Any) -> None:
    shown = show("classes")
    shown.type("threshold-number", 0.3)
    for place in (1, 2, 0):
        shown.set("class", place)
        assert cuts_of(shown.read()) == [0.3, 0.3]
