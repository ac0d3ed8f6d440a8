"""Curves as drawn, parsed back from their paths and compared with the rows."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.spatial import cKDTree

from .kinds import KINDS, Kind
from .shown import Array, Shown, points

ROUNDING = 0.08
"""Pixels: coordinates are written with two decimals."""
NUMBER = r"-?\d+(?:\.\d+)?"
DRAWN = 0.45
"""Pixels by which a line may cut corners: a fifth where it is packed, a fifth where it is drawn."""


def exact_roc(kind: Kind, model: str, label: str) -> Array:
    """Every (FPR, TPR) that a threshold gives, from none to all, counted row by row."""
    actual, scores = kind.positive[label], kind.scores[label][model]
    weights = np.ones(len(actual)) if kind.weights is None else kind.weights
    thresholds = np.concatenate([[np.inf], np.unique(scores)[::-1]])
    called = scores[None, :] >= thresholds[:, None]
    rates = [(called * mask * weights).sum(axis=1) / (mask * weights).sum() for mask in (~actual, actual)]
    return np.column_stack(rates)


def exact_hull(corners: Array) -> Array:
    """The upper convex hull of points that run from (0, 0) to (1, 1)."""
    hull: list[Array] = []
    for point in corners:
        while len(hull) > 1 and cross(hull[-2], hull[-1], point) >= -1e-12:
            hull.pop()
        hull.append(point)
    return np.array(hull)


def cross(a: Array, b: Array, c: Array) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def nearest(places: Array, others: Array) -> Array:
    """The distance of every point to the nearest of the others."""
    return np.asarray(cKDTree(others).query(places)[0])


def to_line(places: Array, line: Array) -> Array:
    """The distance of every point to a line through corners."""
    a, d = line[:-1], np.diff(line, axis=0)
    length = (d**2).sum(axis=1)
    way = ((places[:, None, :] - a) * d).sum(axis=2) / np.where(length, length, 1)
    foot = a + way.clip(0, 1)[:, :, None] * d
    return np.sqrt(((places[:, None, :] - foot) ** 2).sum(axis=2).min(axis=1))


def between(corners: Array, steps: int = 400) -> Array:
    """Many points along a line through corners."""
    way = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = [a + way * (b - a) for a, b in pairwise(corners)]
    return np.concatenate([*parts, corners[-1:]])


def shown_priors(kind: Kind, label: str, prior: float | None) -> float:
    if prior is not None:
        return prior
    weights = np.ones(len(kind.positive[label])) if kind.weights is None else kind.weights
    return float(weights[kind.positive[label]].sum() / weights.sum())


def assert_roc(shown: Shown, kind: Kind, label: str) -> None:
    chart = shown.chart("roc")
    for i, name in enumerate(shown.names()):
        exact = chart.pixels(exact_roc(kind, name, label))
        line = shown.line("roc", f"[data-curve='{i}']")
        assert nearest(line, exact).max() < ROUNDING, "a corner that no threshold has"
        assert to_line(exact, line).max() < DRAWN, "a corner that is not drawn"
        hull, expected = shown.line("roc", f"[data-hull='{i}']"), chart.pixels(exact_hull(exact_roc(kind, name, label)))
        assert to_line(hull, expected).max() < ROUNDING
        assert to_line(expected, hull).max() < DRAWN
        for drawn in (line, hull):
            assert drawn[[0, -1]] == pytest.approx(chart.pixels(np.array([[0, 0], [1, 1]])), abs=ROUNDING)


@pytest.mark.parametrize("kind", ["pair", "raw", "weighted", "both"])
def test_roc_curves_are_those_of_the_rows(kind: str, show: Any) -> None:
    assert_roc(show(kind), KINDS[kind](), "True")


def test_roc_curves_follow_the_class(show: Any) -> None:
    known, shown = KINDS["classes"](), show("classes")
    for place, label in enumerate(shown.page.locator("#class option").all_text_contents()):
        shown.set("class", place)
        assert_roc(shown, known, label)


ATTRIBUTES = """[...document.querySelectorAll(
    '[data-chart] *:not([data-curve], [data-hull], [data-name], [id^=up-], [id^=down-])')].map(
    e => [...e.attributes].map(a => a.name + '=' + a.value).sort().join(' ') + e.textContent)"""
NAMES = """[...document.querySelectorAll('[data-chart] [data-name]')].map(
    e => [e.textContent, Number(e.getAttribute('x')), Number(e.getAttribute('y'))])"""
PATHS = """[...document.querySelectorAll('[data-chart] :is([data-curve], [data-hull], [id^=up-], [id^=down-])')].map(
    e => e.getAttribute('d'))"""


def test_python_and_the_script_draw_the_same(show: Any) -> None:
    """Back to the first class, the script draws again what Python drew, but for halves that round the other way."""
    shown = show("classes")
    before, lines, names = (shown.evaluate(asked) for asked in (ATTRIBUTES, PATHS, NAMES))
    shown.set("class", 1)
    assert shown.evaluate(ATTRIBUTES) != before
    shown.set("class", 0)
    for python, script in zip(before, shown.evaluate(ATTRIBUTES), strict=True):
        assert re.split(NUMBER, python) == re.split(NUMBER, script)
        assert list(map(float, re.findall(NUMBER, python))) == pytest.approx(
            list(map(float, re.findall(NUMBER, script))), abs=0.11
        )
    # Names go with their lines.
    assert names
    for (name, x, y), (same, *place) in zip(names, shown.evaluate(NAMES), strict=True):
        assert name == same
        assert place == pytest.approx([x, y], abs=DRAWN)
    for python, script in zip(lines, shown.evaluate(PATHS), strict=True):
        assert to_line(points(python), points(script)).max() < 2 * ROUNDING
        assert to_line(points(script), points(python)).max() < DRAWN


@pytest.mark.parametrize("kind", ["pair", "priced", "weighted"])
def test_precision_recall_follows_the_prevalence(kind: str, show: Any) -> None:
    """Corners and what lies between them: precision = prior TPR / (prior TPR + (1 - prior) FPR)."""
    known, shown = KINDS[kind](), show(kind)
    chart = shown.chart("pr")
    for prior in known.findings.about.costs and known.findings.about.costs.prior, 0.003, 0.2, 0.9:
        if prior is not None:
            shown.set("prevalence", prior)
        share = shown_priors(known, "True", prior)
        assert shown.line("pr", "[data-guide]") == pytest.approx(
            chart.pixels(np.array([[0, share], [1, share]])), abs=ROUNDING
        )
        for i, name in enumerate(shown.names()):
            exact = exact_roc(known, name, "True")
            f, t = between(exact)[1:].T
            curve = chart.pixels(np.column_stack([t, share * t / (share * t + (1 - share) * f)]))
            line = shown.line("pr", f"[data-curve='{i}']")
            assert nearest(line, curve).max() < 0.5
            corners = exact[1:][exact[1:, 1] > 0]
            precision = share * corners[:, 1] / (share * corners[:, 1] + (1 - share) * corners[:, 0])
            assert to_line(chart.pixels(np.column_stack([corners[:, 1], precision])), line).max() < 0.5


@pytest.mark.parametrize("kind", ["pair", "weighted"])
def test_cost_curves_are_the_least_cost_of_any_threshold(kind: str, show: Any) -> None:
    known, shown = KINDS[kind](), show(kind)
    chart = shown.chart("cost-curve")
    for i, name in enumerate(shown.names()):
        f, t = exact_roc(known, name, "True").T
        corners = chart.values(shown.line("cost-curve", f"[data-curve='{i}']"))
        line = between(corners, 20)
        least = (f[None, :] * (1 - line[:, :1]) + (1 - t[None, :]) * line[:, :1]).min(axis=1)
        assert line[:, 1] == pytest.approx(least, abs=6e-4)
        assert corners[[0, -1]] == pytest.approx(np.array([[0, 0], [1, 0]]), abs=3e-4)


@pytest.mark.parametrize("kind", ["pair", "raw", "priced"])
def test_cost_by_threshold_is_counted_at_every_tick(kind: str, show: Any) -> None:
    known, shown = KINDS[kind](), show(kind)
    chart, ticks = shown.chart("cost"), np.arange(1001) / 1000
    if kind == "raw":
        packed = "Array.from(core.unpack(JSON.parse(document.getElementById('data').textContent).ticks[0])).reverse()"
        ticks = np.array(shown.evaluate(packed))
    for ratio, prior in ((1, 0.3), (20, 0.05), (0.1, 0.8)):
        shown.set("ratio", np.log10(ratio))
        shown.set("prevalence", prior)
        # The slider moves in hundredths of a power of ten: what it says now is what counts.
        ratio = 10 ** float(shown.page.locator("#ratio").input_value())
        for i, name in enumerate(shown.names()):
            cells = [known.counts(name, tick) for tick in ticks]
            fpr = np.array([c["fp"] / (c["fp"] + c["tn"]) for c in cells])
            tpr = np.array([c["tp"] / (c["tp"] + c["fn"]) for c in cells])
            fn = ratio * prior
            # Against the better rule without a model; what costs half as much again stands at the edge.
            cost = np.minimum((fn * (1 - tpr) + (1 - prior) * fpr) / min(fn, 1 - prior), 1.5)
            line = shown.line("cost", f"[data-curve='{i}']")
            assert line == pytest.approx(chart.pixels(np.column_stack([ticks, cost])), abs=ROUNDING)


def test_curves_are_told_apart_without_colour(show: Any) -> None:
    page = show("pair").page
    lines = page.locator("[data-chart=roc] path.line").all()
    assert len({line.get_attribute("stroke-dasharray") for line in lines}) == 2
    assert len({line.evaluate("e => getComputedStyle(e).stroke") for line in lines}) == 2
    marks = page.locator("[data-chart=roc] [data-mark=current]").all()
    assert len({mark.get_attribute("d") for mark in marks}) == 2
