"""Operating points and costs as drawn: marks at the counts, at the least cost, and tangents that touch the hull."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.answers.words import thousand

from .kinds import KINDS, Kind, binary, two_models
from .shown import Array, Shown
from .test_curves import ROUNDING, exact_hull, exact_roc

SETTINGS = list(product((0.001, 0.1, 1, 7.5, 300), (0.005, 0.2, 0.5, 0.97)))
"""Cost of a miss per false alarm, prevalence."""


def least_cost(points: Array, ratio: float, prior: float) -> float:
    """The least expected cost of any threshold, by trying all of them; a false alarm costs 1."""
    return float((ratio * prior * (1 - points[:, 1]) + (1 - prior) * points[:, 0]).min())


def assert_placed(shown: Shown, chart: str, mark: str, model: int, place: Array | None) -> None:
    """The mark stands at these pixels; hidden where it has no place."""
    found = shown.page.locator(f'[data-chart="{chart}"] .overlay[data-model="{model}"] [data-mark="{mark}"]')
    assert found.evaluate("e => e.hasAttribute('hidden')") == (place is None)
    if place is not None:
        assert shown.mark(chart, mark, model) == pytest.approx(place, abs=ROUNDING)


def assert_marks(shown: Shown, kind: Kind, counts: list[dict[str, float]], ratio: float, prior: float) -> None:
    """The filled mark where the counts are, the open one where the cost is least, in all four charts."""
    worst = ratio * prior + 1 - prior
    for i, (name, cells) in enumerate(zip(shown.names(), counts, strict=True)):
        fpr, tpr = cells["fp"] / (cells["fp"] + cells["tn"]), cells["tp"] / (cells["tp"] + cells["fn"])
        roc = shown.chart("roc")
        assert shown.mark("roc", "current", i) == pytest.approx(roc.pixels(np.array([[fpr, tpr]])), abs=ROUNDING)
        best = roc.values(shown.mark("roc", "optimum", i))[0]
        exact = exact_roc(kind, name, "True")
        least = least_cost(exact, ratio, prior)
        place = np.abs(exact - best).sum(axis=1).argmin()
        assert exact[place] == pytest.approx(best, abs=2.5e-4)
        assert least_cost(exact[[place]], ratio, prior) == pytest.approx(least, rel=1e-9)
        here = (ratio * prior * (1 - tpr) + (1 - prior) * fpr) / worst
        curve, pc = shown.chart("cost-curve"), ratio * prior / worst
        assert_placed(shown, "cost-curve", "optimum", i, curve.pixels(np.array([[pc, least / worst]])))
        # What costs more than the axis reaches has no place on it.
        assert_placed(shown, "cost-curve", "current", i, curve.pixels(np.array([[pc, here]])) if here <= 0.5 else None)
        pr = shown.chart("pr")
        called = prior * tpr + (1 - prior) * fpr
        # Without a predicted positive there is no precision, and no mark.
        place = pr.pixels(np.array([[tpr, prior * tpr / called]])) if called else None
        assert_placed(shown, "pr", "current", i, place)


def assert_tangents(shown: Shown, kind: Kind, ratio: float, prior: float) -> None:
    """No corner of the hull above the tangent, at least one on it; its slope is that of equal costs."""
    chart, slope = shown.chart("roc"), (1 - prior) / (ratio * prior)
    direction = np.array([chart.width, slope * chart.height]) / np.hypot(chart.width, slope * chart.height)
    for i, name in enumerate(shown.names()):
        ends = shown.line("roc", f".overlay[data-model='{i}'] [data-line=tangent]")
        hull = chart.pixels(exact_hull(exact_roc(kind, name, "True")))
        # The left of the line, seen along it, is above; pixels count downwards.
        middle = ends.mean(axis=0)
        above = -(hull[:, 1] - middle[1]) * direction[0] - (hull[:, 0] - middle[0]) * direction[1]
        assert above.max() == pytest.approx(0, abs=2 * ROUNDING)
        off = -(ends[:, 1] - middle[1]) * direction[0] - (ends[:, 0] - middle[0]) * direction[1]
        assert np.abs(off).max() < 2 * ROUNDING, "the wrong slope"
        # It runs through the open mark, and the thin line through the filled one.
        for line, mark in (("tangent", "optimum"), ("iso", "current")):
            ends = shown.line("roc", f".overlay[data-model='{i}'] [data-line={line}]")
            at = shown.mark("roc", mark, i)[0]
            for end in ends:
                away = -(end[1] - at[1]) * direction[0] - (end[0] - at[0]) * direction[1]
                assert abs(away) < 2 * ROUNDING


@pytest.mark.parametrize("kind", ["pair", "raw"])
def test_tangents_touch_the_hull_and_marks_stand_where_they_should(kind: str, show: Any) -> None:
    known, shown = KINDS[kind](), show(kind)
    for tick, (ratio, prior) in zip(np.linspace(0, 1000, len(SETTINGS)).round(), SETTINGS, strict=True):
        shown.set("ratio", np.log10(ratio))
        shown.set("prevalence", prior)
        shown.set("threshold", int(tick))
        # The slider moves in hundredths of a power of ten: what it says now is what counts.
        ratio = 10 ** float(shown.page.locator("#ratio").input_value())
        assert_marks(shown, known, shown.counts(), ratio, prior)
        assert_tangents(shown, known, ratio, prior)


def test_costs_and_prior_of_the_findings_are_where_the_page_starts(show: Any) -> None:
    known, shown = KINDS["priced"](), show("priced")
    assert_marks(shown, known, shown.counts(), 5, 0.1)
    assert_tangents(shown, known, 5, 0.1)
    found = shown.read()
    cheapest = known.findings.models[found["names"][0]].decisions.cheapest
    assert found["boxes"] == {"threshold-number": cheapest.text, "ratio-number": "5", "prevalence-number": "10"}
    assert found["state"] == (
        "At the cheapest cuts, chosen on these rows and so flattered by them; at the chosen prevalence, 0.1000; "
        "a false alarm costs 1, a miss 5; 240 rows"
    )


def test_regret_is_the_cost_above_the_least(show: Any) -> None:
    known, shown = KINDS["pair"](), show("pair")
    for ratio, prior, tick in ((10, 0.1, 300), (0.1, 0.5, 900), (1, 0.35, 0)):
        shown.set("ratio", np.log10(ratio))
        shown.set("prevalence", prior)
        shown.set("threshold", tick)
        for name, cells, words in zip(known.scores["True"], shown.counts(), shown.read()["points"], strict=True):
            fpr, fnr = cells["fp"] / (cells["fp"] + cells["tn"]), cells["fn"] / (cells["tp"] + cells["fn"])
            exact = exact_roc(known, name, "True")
            least = least_cost(exact, ratio, prior)
            paid = ratio * prior * fnr + (1 - prior) * fpr
            assert words["cut"] == f"{tick / 1000:g}"
            assert words["cost"] == thousand(paid)
            regret = paid - least if paid - least > 1e-12 else 0.0
            assert words["regret"] == ("+" if regret else "") + thousand(regret)
            # A cut that is said to be the cheapest is, as it is written.
        shown.set("mode", "optimum")
        for name, words in zip(shown.names(), shown.read()["points"], strict=True):
            cells = known.counts(name, float(words["cut"].replace("∞", "inf").replace("−", "-")))
            cost = ratio * prior * cells["fn"] / (cells["tp"] + cells["fn"])
            cost += (1 - prior) * cells["fp"] / (cells["fp"] + cells["tn"])
            assert cost == pytest.approx(least_cost(exact_roc(known, name, "True"), ratio, prior), rel=1e-9)


def answer(shown: Any) -> str:
    return str(shown.page.locator("[data-miss]").locator("xpath=..").text_content())


@pytest.mark.parametrize(("ratio", "share"), [(5, None), (20, 0.05), (0.2, 0.6), (1, 0.35), (300, None), (0.002, 0.01)])
def test_the_second_answer_follows_costs_and_share_as_the_library_would_say_it(
    ratio: float, share: float | None, show: Any
) -> None:
    truth, scores = two_models(seed=21)
    shown, kind = show(binary(truth, scores).findings), binary(truth, scores, costs=pv.Costs(1, ratio, share))
    written = answer(shown)
    shown.type("ratio-number", ratio)
    if share is not None:
        shown.type("prevalence-number", 100 * share)
    (known,) = [a.headline for a in kind.findings.answers if a.question == "Where to cut?"]
    assert answer(shown) == known
    shown.page.click("#reset")
    shown.settle()
    assert answer(shown) == written


def test_the_cost_of_a_miss_in_the_answer_is_a_handle(show: Any) -> None:
    shown = show("pair")
    box = shown.page.locator("[data-miss]").bounding_box()
    shown.page.mouse.move(box["x"] + 3, box["y"] + 10)
    shown.page.mouse.down()
    shown.page.mouse.move(box["x"] + 203, box["y"] + 10, steps=4)
    shown.page.mouse.up()
    shown.settle()
    assert shown.read()["boxes"]["ratio-number"] == "10"
    assert "a miss costs 10 false alarms" in answer(shown)
    shown.page.locator("[data-miss]").press("Enter")
    assert shown.evaluate("document.activeElement.id") == "ratio-number"


def test_costs_beyond_their_scale_are_an_arrow_and_the_value(show: Any) -> None:
    shown = show("priced")
    told, marks = "[data-strip=cost] [data-text=value]", "[data-strip=cost] [data-mark]"
    written = shown.page.locator(told).all_text_contents()
    shown.type("ratio-number", 90)
    costs = [point["cost"] for point in shown.read()["points"]]
    high = float(shown.attribute("[data-strip=cost]", "data-axis").split()[3])
    beyond = [float(cost.replace(",", "")) > high for cost in costs]
    assert any(beyond)
    expected = [f"› {cost}" if off else cost for cost, off in zip(costs, beyond, strict=True)]
    assert shown.page.locator(told).all_text_contents() == expected
    assert [shown.page.locator(marks).nth(i).is_visible() for i in range(2)] == [not off for off in beyond]
    # What doing without a model costs is another number now.
    assert not shown.page.locator("[data-strip-rule]").is_visible()
    shown.page.click("#reset")
    shown.settle()
    assert shown.page.locator(told).all_text_contents() == written
    assert [shown.page.locator(marks).nth(i).is_visible() for i in range(2)] == [True, True]
