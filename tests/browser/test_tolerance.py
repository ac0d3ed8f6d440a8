"""The tolerance of a regression: a typed ± gives the counts of NumPy, and text, charts and address say the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from probative.report.tolerance import kept

from .kinds import regression
from .looks import DESK, PHONE

ROWS = """() => [...document.querySelectorAll('[data-tolerated]')].map(row => Object.fromEntries(
    [...row.querySelectorAll('[data-kept]')].map(e => [e.dataset.kept, e.textContent])))"""
SPOTS = """side => [...document.querySelectorAll(`[data-chart=predicted] [data-spots=${side}]`)].map(
    e => (e.getAttribute('d').match(/[ML]/g) ?? []).length)"""


def typed(shown: Any, value: float) -> None:
    shown.page.locator("#within-number").fill(str(value))
    shown.page.locator("#within-number").press("Enter")
    shown.settle()


def errors() -> dict[str, Any]:
    found = regression().findings
    rows = {name: model.curves["errors"] for name, model in found.models.items()}
    return {name: np.abs(np.array(one["actual"]) - np.array(one["predicted"])) for name, one in rows.items()}


def test_a_tolerance_gives_the_counts_of_the_rows_and_the_words_of_the_library(show: Any) -> None:
    shown, found, away = show("regression", **DESK), regression().findings, errors()
    held = found.tolerances
    assert shown.complaints == []
    for t in (1.0, 0.5, 2.2, 0.0):
        typed(shown, t)
        place = int(np.abs(held.at() - t).argmin())
        assert held.at()[place] == t
        rows = shown.evaluate(ROWS)
        for row, name in zip(rows, ("near", "far"), strict=True):
            assert int(row["rows"]) == (away[name] <= t).sum()
            line = kept(found, held, name, "near", place)
            wanted = {"rows": line.rows, "share": line.share, "spread": line.spread, "lead": line.lead}
            assert row == wanted | {"told": line.told}
        # As many marks are filled as rows are within it, in the charts too.
        assert shown.evaluate(SPOTS, "within") == [(away[name] <= t).sum() for name in ("near", "far")]
        assert shown.evaluate(SPOTS, "beyond") == [(away[name] > t).sum() for name in ("near", "far")]


def test_told_apart_is_what_an_exact_test_of_the_discordant_rows_says(show: Any) -> None:
    shown, away = show("regression", **DESK), errors()
    typed(shown, 1.0)
    a, b = (away[name] <= 1.0 for name in ("near", "far"))
    p = stats.binomtest(int((a & ~b).sum()), int((a != b).sum())).pvalue
    assert p < 1e-6
    assert "● told apart" in shown.evaluate(ROWS)[1]["told"]


def test_the_address_keeps_the_tolerance_and_the_curve_can_be_dragged(show: Any, page_of: Any) -> None:
    shown = show("regression", **DESK)
    typed(shown, 1.5)
    shown.page.wait_for_timeout(600)
    assert shown.evaluate("location.hash") == "#within=1.5"
    assert "1.5" in shown.page.locator("#heard").inner_text()
    rows = shown.evaluate(ROWS)
    again = show("regression", address=f"{page_of('regression').as_uri()}#within=1.5", **DESK)
    again.settle()
    assert again.evaluate(ROWS) == rows
    box = again.page.locator("[data-chart=within]").bounding_box()
    again.page.locator("[data-chart=within]").scroll_into_view_if_needed()
    box = again.page.locator("[data-chart=within]").bounding_box()
    again.page.mouse.click(box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2)
    again.settle()
    assert float(again.page.locator("#within-number").input_value()) > 3


def test_without_scripts_the_page_stands_where_half_are_within(show: Any) -> None:
    shown = show("regression", java_script_enabled=False, **DESK)
    half = float(regression().findings.models["near"].measures["median_absolute_error"].value)
    stated = shown.page.locator("[data-still=within]").inner_text()
    assert float(stated) == pytest.approx(half, rel=0.1)
    assert shown.page.locator("#tolerance").inner_text().count("%") >= 5


def test_on_a_phone_the_bar_is_low_and_at_the_bottom(show: Any) -> None:
    shown = show("regression", **PHONE)
    shown.page.locator("[data-chart=residuals]").first.scroll_into_view_if_needed()
    box = shown.page.locator("#tolerance").bounding_box()
    assert box["height"] <= 120
    assert box["y"] + box["height"] == pytest.approx(844, abs=1)
