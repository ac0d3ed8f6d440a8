"""Where the first model's AUC is beyond 0.95 the ROC chart opens on its corner, and shows the whole square small."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from .kinds import KINDS, binary, two_models
from .looks import DESK, cut_off

MARK = """i => {
    const e = document.querySelector(`[data-whole-mark="${i}"]`)
    return e.hasAttribute('hidden') ? null : e.getAttribute('transform').match(/-?[\\d.]+/g).map(Number).slice(0, 2)
}"""
SEEN = """() => [...document.querySelectorAll('[data-chart=roc] .overlay')].map(
    e => !e.querySelector('[data-mark=current]').hasAttribute('hidden'))"""


def test_the_chart_opens_on_the_corner_and_marks_stand_in_both_pictures(show: Any) -> None:
    shown, known = show("demo", **DESK), KINDS["demo"]().findings
    assert known.models["logistic"].measures["auc"].value > 0.95
    chart = shown.chart("roc")
    side = chart.x1
    assert (chart.x0, chart.y1, chart.y0) == (0, 1, pytest.approx(1 - side))
    assert side == 0.2
    assert (
        "false alarms to 20 %, recall from 80 %"
        in shown.page.locator("figure:has([data-chart=roc]) figcaption").inner_text()
    )
    left, top, wide, high = map(float, shown.page.locator("[data-whole]").get_attribute("data-whole").split())
    assert cut_off(shown) == []
    inside = 0
    for tick in (100, 500, 600, 700, 900):
        shown.set("threshold", tick)
        for i, counts in enumerate(shown.counts()):
            fpr, tpr = counts["fp"] / (counts["fp"] + counts["tn"]), counts["tp"] / (counts["tp"] + counts["fn"])
            assert shown.evaluate(MARK, i) == pytest.approx([left + fpr * wide, top + (1 - tpr) * high], abs=0.06)
            held = fpr <= side and tpr >= 1 - side
            assert shown.evaluate(SEEN)[i] == held
            if held:
                at = chart.pixels(np.array([[fpr, tpr]]))
                assert shown.mark("roc", "current", i) == pytest.approx(at, abs=0.06)
                inside += 1
    assert inside >= 4
    # The lines of the inset are those of the chart, whatever moves them.
    hrefs = shown.evaluate("[...document.querySelectorAll('.whole use')].map(e => e.getAttribute('href'))")
    assert sorted(hrefs) == ["#roc-0", "#roc-1"]
    assert all(shown.page.locator(href).count() == 1 for href in hrefs)
    assert shown.complaints == []


def test_curves_go_on_behind_the_edges_and_are_cut_off_there(show: Any) -> None:
    shown, known = show("demo", **DESK), KINDS["demo"]().findings
    chart = shown.chart("roc")
    drawn = chart.values(shown.line("roc", "[data-curve]"))
    # From one end of the whole square to the other, as the page's own data have it.
    assert drawn[0] == pytest.approx([0, 0], abs=1e-3)
    assert drawn[-1] == pytest.approx([1, 1], abs=1e-3)
    area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(drawn))
    assert area == pytest.approx(known.models[shown.names()[0]].measures["auc"].value, abs=0.002)
    cut = shown.evaluate("getComputedStyle(document.querySelector('#roc-0').parentElement).clipPath")
    assert cut == 'url("#window")'


def test_lines_of_equal_cost_stay_straight_in_the_corner(show: Any) -> None:
    shown = show("demo", **DESK)
    chart = shown.chart("roc")
    shown.set("ratio", np.log10(3))
    ends = chart.values(shown.line("roc", ".overlay[data-model='0'] [data-line=tangent]"))
    (x1, y1), (x2, y2) = ends[0], ends[-1]
    kind = KINDS["demo"]().findings
    share = kind.models["logistic"].measures["prevalence"].value
    assert (y2 - y1) / (x2 - x1) == pytest.approx((1 - share) / (3 * share), rel=0.02)


def test_cuts_outside_the_corner_make_it_larger_or_leave_the_whole_square(show: Any) -> None:
    generator = np.random.default_rng(0)
    truth = generator.random(2000) < 0.5
    good, poor = truth + generator.normal(0, 0.35, 2000), truth + generator.normal(0, 0.62, 2000)
    scores = {"good": np.round(good, 3), "poor": np.round(poor, 3)}
    shown = show(binary(truth, scores, threshold=0.5).findings, **DESK)
    assert shown.chart("roc").x1 == 0.3
    shown = show(binary(truth, scores, threshold=-0.5).findings, **DESK)
    assert shown.chart("roc").x1 == 1
    assert shown.page.locator(".whole").count() == 0


def test_curves_with_room_show_the_whole_square(show: Any) -> None:
    truth, scores = two_models()
    area = np.mean(scores["weak"][truth][:, None] > scores["weak"][~truth][None, :])
    assert area < 0.95
    assert show(binary(truth, {"weak": scores["weak"]}).findings, **DESK).chart("roc").x1 == 1
