"""Several classes: sorted by any column, and the matrix in shares of its rows, of its columns, and in counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from probative.report.charts.kind import ranked
from probative.report.sections.classes import class_calibrations

from .kinds import classes
from .looks import DESK

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
