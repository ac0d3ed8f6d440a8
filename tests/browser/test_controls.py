"""Controls: operating points tied together, reset, toggles, boxes to type into, and dragging in charts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .kinds import KINDS, Kind
from .shown import Shown
from .test_costs import least_cost
from .test_curves import exact_roc

LOCKED = (0, 120, 333, 500, 777, 940, 1000)


def fpr(cells: dict[str, float]) -> float:
    return cells["fp"] / (cells["fp"] + cells["tn"])


def tpr(cells: dict[str, float]) -> float:
    return cells["tp"] / (cells["tp"] + cells["fn"])


def alerts(cells: dict[str, float], prior: float) -> float:
    return prior * tpr(cells) + (1 - prior) * fpr(cells)


def assert_tied(shown: Shown, kind: Kind, mode: str, rate: Any) -> None:
    """The second model stands at the lowest tick whose rate does not exceed the first model's."""
    first, second = kind.scores["True"]
    shown.set("mode", mode)
    for tick, found in zip(LOCKED, shown.sweep("threshold", list(LOCKED)), strict=True):
        wanted = rate(kind.counts(first, tick / 1000))
        within = [k / 1000 for k in range(1001) if rate(kind.counts(second, k / 1000)) <= wanted + 1e-12]
        # Where even the highest tick exceeds it, nobody is called positive.
        expected = [kind.counts(first, tick / 1000), kind.counts(second, min(within, default=np.inf))]
        counts = [{cell: float(words) for cell, words in cells.items()} for cells in found["counts"]]
        assert counts == expected, tick
        assert found["mode"] == mode


def test_equal_false_positive_rates(show: Any) -> None:
    shown = show("pair")
    assert_tied(shown, KINDS["pair"](), "fpr", fpr)
    assert shown.read()["state"].startswith("At false positive rates of at most the first shown model's; ")


def test_equal_alert_rates_at_the_chosen_prevalence(show: Any) -> None:
    known, shown = KINDS["pair"](), show("pair")
    share = float(known.positive["True"].mean())
    assert_tied(shown, known, "alert", lambda cells: alerts(cells, share))
    shown.set("prevalence", 0.02)
    assert_tied(shown, known, "alert", lambda cells: alerts(cells, 0.02))
    assert shown.read()["state"].startswith(
        "At shares called of at most the first shown model's; at the chosen prevalence, 0.0200"
    )


def test_the_cost_optimum_is_followed(show: Any) -> None:
    known, shown = KINDS["pair"](), show("pair")
    shown.set("mode", "optimum")
    for power, prior in ((0, 0.35), (1, 0.1), (-1, 0.5), (2, 0.02), (3, 0.9)):
        shown.set("ratio", power)
        shown.set("prevalence", prior)
        found = shown.read()
        assert found["mode"] == "optimum"
        assert found["state"].startswith("At the cheapest cuts, chosen on these rows and so flattered by them; ")
        for name, cells, words in zip(known.scores["True"], shown.counts(), found["points"], strict=True):
            cost = 10.0**power * prior * (1 - tpr(cells)) + (1 - prior) * fpr(cells)
            assert cost == pytest.approx(least_cost(exact_roc(known, name, "True"), 10.0**power, prior), rel=1e-9)
            assert words["regret"] == "0"


def test_moving_the_threshold_leaves_the_evaluated_point(show: Any) -> None:
    shown = show("pair")
    assert shown.read()["mode"] == "evaluated"
    shown.set("threshold", 321)
    assert shown.read()["mode"] == "threshold"
    shown.set("mode", "evaluated")
    assert shown.read()["boxes"]["threshold-number"] == "0.5"
    shown.set("mode", "fpr")
    shown.set("threshold", 600)
    assert shown.read()["mode"] == "fpr"


@pytest.mark.parametrize("kind", ["pair", "priced", "classes", "raw", "both", "clustered"])
def test_reset_brings_back_the_first_view(kind: str, show: Any) -> None:
    shown = show(kind)
    # What screen readers hear of a move comes later, and stays.
    said = shown.page.locator("main > :not(#heard)")
    before, body = shown.read(), said.all_inner_texts()
    shown.set("threshold", 100)
    shown.set("ratio", -2)
    shown.set("prevalence", 0.7)
    shown.set("mode", "alert")
    if kind == "classes":
        shown.set("class", 2)
    shown.page.locator("[data-toggle]").first.uncheck()
    shown.settle()
    assert shown.read() != before
    shown.page.click("#reset")
    shown.settle()
    assert shown.read() == before
    # Once the move is over, what is off the screen is laid out again.
    shown.page.wait_for_selector("html:not(.moving)")
    assert said.all_inner_texts() == body


def test_toggles_hide_curves_and_score_charts(show: Any) -> None:
    shown = show("pair")
    page = shown.page
    parts = (
        "figure[data-model='{}']",
        "[data-chart=roc] [data-curve='{}']",
        "[data-chart=roc] [data-hull='{}']",
        "[data-chart=pr] [data-curve='{}']",
        "[data-chart=cost] [data-curve='{}']",
        "[data-chart=cost-curve] [data-curve='{}']",
        "[data-chart=roc] .overlay[data-model='{}'] [data-mark=current]",
        "[data-chart=cost-curve] .overlay[data-model='{}'] [data-mark=optimum]",
    )

    page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")

    def visible(model: int) -> list[bool]:
        return [page.locator(part.format(model)).is_visible() for part in parts]

    assert visible(0) == visible(1) == [True] * len(parts)
    page.locator("[data-toggle='0']").uncheck()
    shown.settle()
    assert visible(0) == [False] * len(parts)
    assert visible(1) == [True] * len(parts)
    page.locator("[data-toggle='0']").check()
    shown.settle()
    assert visible(0) == [True] * len(parts)
    for box in page.locator("[data-toggle]").all():
        box.uncheck()
    shown.settle()
    assert visible(0) == visible(1) == [False] * len(parts)
    assert shown.complaints == []


def test_the_first_model_that_is_shown_leads(show: Any) -> None:
    """With the first model hidden, the slider is about the second, and only that is tied to nothing."""
    known, shown = KINDS["pair"](), show("pair")
    shown.page.locator("[data-toggle='0']").uncheck()
    shown.set("mode", "fpr")
    shown.set("threshold", 250)
    assert shown.counts()[1] == known.counts("weak", 0.25)
    assert fpr(shown.counts()[0]) <= fpr(shown.counts()[1])


def test_numbers_can_be_typed(show: Any) -> None:
    known, shown = KINDS["pair"](), show("pair")
    shown.type("threshold-number", 0.123)
    assert shown.counts() == [known.counts(name, 0.123) for name in ("strong", "weak")]
    shown.type("ratio-number", 12.5)
    shown.type("prevalence-number", 1.23)
    found = shown.read()
    assert found["state"].endswith("at the chosen prevalence, 0.0123; a false alarm costs 1, a miss 12.5; 240 rows")
    assert found["boxes"] == {"threshold-number": "0.123", "ratio-number": "12.5", "prevalence-number": "1.23"}


@pytest.mark.parametrize(
    ("box", "typed", "meant"),
    [
        ("threshold-number", "7", "7"),
        ("threshold-number", "-3", "-3"),
        ("threshold-number", "", "0.5"),
        ("prevalence-number", "150", "35.42"),
        ("prevalence-number", "0", "35.42"),
        ("prevalence-number", "99.997", "99.997"),
        ("ratio-number", "-1", "1"),
        ("ratio-number", "", "1"),
    ],
)
def test_a_box_says_what_is_used_not_what_was_typed(box: str, typed: str, meant: str, show: Any) -> None:
    shown = show("pair")
    shown.type(box, typed)
    assert float(shown.read()["boxes"][box]) == pytest.approx(float(meant), rel=1e-5)
    shown.page.locator(f"#{box}").blur()
    shown.settle()
    assert float(shown.read()["boxes"][box]) == pytest.approx(float(meant), rel=1e-5)
    assert shown.complaints == []


def pull(shown: Shown, svg: str, way: tuple[float, float]) -> None:
    """Drag with the mouse across a chart: from one place to another, as shares of its frame."""
    chart, box = shown.page.locator(svg), None
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    frame = list(map(float, chart.get_attribute("data-frame").split()))
    scale = box["width"] / chart.evaluate("e => e.viewBox.baseVal.width")
    xs = [box["x"] + scale * (frame[0] + share * frame[2]) for share in way]
    y = box["y"] + scale * (frame[1] + frame[3] / 2)
    mouse = shown.page.mouse
    mouse.move(xs[0], y)
    mouse.down()
    mouse.move(sum(xs) / 2, y, steps=3)
    mouse.move(xs[1], y)
    mouse.up()
    shown.settle()


def test_the_threshold_can_be_dragged_in_the_cost_chart(show: Any) -> None:
    known, shown = KINDS["pair"](), show("pair")
    pull(shown, "[data-chart=cost]", (0.2, 0.8))
    at = float(shown.read()["ticks"]) / 1000
    assert at == pytest.approx(0.8, abs=0.006)
    assert shown.counts() == [known.counts(name, at) for name in ("strong", "weak")]
    shown.page.mouse.move(10, 10)
    shown.settle()
    assert float(shown.read()["ticks"]) / 1000 == at, "it moves on after the button is up"


@pytest.mark.parametrize("model", [0, 1])
def test_the_threshold_can_be_dragged_in_the_score_charts(model: int, show: Any) -> None:
    known, shown = KINDS["raw"](), show("raw")
    shown.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")
    pull(shown, f"figure[data-model='{model}'] svg[data-chart]", (0.9, 0.4))
    frame = shown.page.locator(f"figure[data-model='{model}'] svg[data-chart]").get_attribute("data-frame")
    low, high = list(map(float, frame.split()))[4:6]
    at = float(shown.read()["boxes"]["threshold-number"])
    ticks = np.unique(np.concatenate(list(known.scores["True"].values())))
    room = (high - low) / 300 + np.abs(ticks - (low + 0.4 * (high - low))).min()
    assert at == pytest.approx(low + 0.4 * (high - low), abs=2 * room)
    assert shown.counts() == [known.counts(name, at) for name in known.scores["True"]]
