"""The forest of paired differences: one row per pair, its difference with the interval, and zero."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, isinf, isnan

from probative.findings import Contest
from probative.report.drawing import Axis, Plot, figure
from probative.report.sections.fitting import fitting
from probative.report.sections.pairs import ends, favoured_above_zero, percent, what
from probative.report.words import label, sentence

MOST, ROW, WIDTH, LEFT = 15, 38, 310, 30
"""Rows that are drawn; pixels of each, of the frame, and before it."""


def forest(pairs: Sequence[Contest], series: dict[str, int]) -> str:
    """A card with the differences of the first pairs; nothing where no difference is known."""
    drawn = [pair for pair in pairs if pair.difference.defined][:MOST]
    if not drawn:
        return ""
    plot = _plot(drawn)
    middle = len(drawn) - 0.5
    plot.guide([0.0, 0.0], [middle, -0.9])
    for row, pair in enumerate(drawn):
        _draw(plot, pair, row, series)
    _sides(plot, drawn)
    level = percent(drawn[0].difference.level)
    few = (
        f"{len(drawn)} of {len(pairs)} pairs are drawn: the others are in the table. "
        if len(drawn) < len(pairs)
        else ""
    )
    caption = f"Paired differences of {sentence(what(drawn[0]))} with {level} intervals"
    below = (
        f"{few}First model minus second. Filled: the test tells them apart, in the look of the better model. "
        "Hollow: it cannot tell, in the look of the first. Dotted: no difference."
    )
    return figure(plot, caption, below=below, kind="forest")


def _plot(drawn: Sequence[Contest]) -> Plot:
    bounds = [value for pair in drawn for value in (*ends(pair), pair.difference.value) if isfinite(value)]
    x = fitting(f"difference of {what(drawn[0])}", bounds, include=[0.0], width=WIDTH, left=LEFT)
    # Rows count downwards from 0, with room for the words about the sides above the first.
    y = Axis("", len(drawn) - 0.5, -0.9, ())
    title = f"Paired differences of {what(drawn[0])} for {len(drawn)} pairs of models, with intervals"
    plot = Plot(title, x, y, width=WIDTH, height=ROW * (len(drawn) + 0.4))
    plot.left = LEFT
    return plot


def _draw(plot: Plot, pair: Contest, row: int, series: dict[str, int]) -> None:
    look = series.get(pair.winner if pair.winner is not None else pair.a, 0)
    at = row + 0.22
    low, high = ends(pair)
    axis = plot.x_axis
    if not isnan(low):
        # An end that is infinite lies beyond the frame: the bar goes up to its edge.
        low, high = (axis.low if isinf(low) else low), (axis.high if isinf(high) else high)
        plot.interval(low, high, at, look)
    plot.marks([pair.difference.value], [at], look, hollow=pair.winner is None)
    # Two names written from right to left would change places without the marks around the minus.
    words = f"{label(pair.a, 20)}\u200e − \u200e{label(pair.b, 20)}"
    plot.add(f'<text class="row" x="{plot.left + 6}" y="{plot.y(row - 0.1):g}">{words}</text>')


def _sides(plot: Plot, drawn: Sequence[Contest]) -> None:
    """Which model each side of zero speaks for, where there is room for the words."""
    first, zero = drawn[0], plot.x_axis.share(0.0)
    above = favoured_above_zero(first)
    if above is None:
        right, left = "higher for the first", "lower for the first"
    else:
        other = first.b if above == first.a else first.a
        single = len(drawn) == 1
        order = ("second", "first") if above == first.a else ("first", "second")
        left, right = (label(other, 14), label(above, 14)) if single else order
        left, right = f"favours {left}", f"favours {right}"
    y = plot.y(-0.9) + 13
    if zero > 0.33:
        plot.add(f'<text class="side" x="{plot.x(0.0) - 6:g}" y="{y:g}" text-anchor="end">← {left}</text>')
    if zero < 0.67:
        plot.add(f'<text class="side" x="{plot.x(0.0) + 6:g}" y="{y:g}">{right} →</text>')
