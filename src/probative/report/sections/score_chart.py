"""Distributions of the scores of either class, cut by the threshold into the four outcomes."""

from __future__ import annotations

import numpy as np

from probative.curves.outline import BINS, Outline
from probative.evidence.arrays import Floats
from probative.findings.text import count
from probative.report.drawing import Axis, Plot, figure
from probative.report.drawing.plot import INK, TOP, key
from probative.report.scene import Scene
from probative.report.words import short

OUTCOMES = (
    ("tp", 1.0, "end", "above"),
    ("fn", 0.0, "start", "below"),
    ("fp", 1.0, "end", "above"),
    ("tn", 0.0, "start", "below"),
)
"""Each outcome: where its count stands, and on which side of the threshold."""


def score_charts(scene: Scene) -> str:
    """One chart for each model: positives upwards, negatives downwards."""
    return "".join(_chart(scene, i, name) for i, name in enumerate(scene.models))


def shares(below: Floats) -> Floats:
    """Heights of the bars of one class, the tallest 1, from the rows up to the end of each bin."""
    rows = np.diff(below, prepend=0.0)
    return np.asarray(rows / rows.max() if rows.max() else rows)


def silhouette(plot: Plot, o: Outline) -> tuple[str, str]:
    """The outlines of the bars of the positives and of the negatives, as path data."""
    low, high = o.span
    edges = np.linspace(low, high, BINS + 1)
    made = []
    for below, side in ((o.bins_positive, 1.0), (o.bins_negative, -1.0)):
        heights = np.repeat(shares(below) * side, 2)
        xs = np.concatenate([[edges[0]], np.repeat(edges, 2)[1:-1], [edges[-1]]])
        made.append(plot.path(xs, np.concatenate([[0.0], heights, [0.0]])) + "Z")
    return made[0], made[1]


def axis(scene: Scene, name: str) -> Axis:
    """The scores of one model; one constant score stands in the middle."""
    low, high = scene.outlines[name].span
    return Axis.unit("Score") if (low, high) == (0.0, 1.0) else Axis.over("Score", [low, high])


def _chart(scene: Scene, i: int, name: str) -> str:
    o, at, cells = scene.outlines[name], scene.threshold(name), scene.current(name)
    words = "Scores of the positives (upwards) and of the negatives (downwards)"
    plot = Plot(f"{words}, cut at the threshold", axis(scene, name), Axis("", -1.3, 1.3, ()), height=170)
    cut = plot.left if at is None else plot.x(at)
    right, tall = plot.left + plot.width, f'y="{TOP}" height="{plot.height:g}"'
    none = at is None
    widths = {"above": (cut, 0 if none else right - cut), "below": (plot.left, cut - plot.left)}
    for side, (x, width) in widths.items():
        rect = f'<rect data-clip="{side}" x="{x:g}" {tall} width="{width:g}"/>'
        plot.add(f'<clipPath id="{side}-{i}">{rect}</clipPath>')
    up, down = silhouette(plot, o)
    plot.add(f'<defs><path id="up-{i}" d="{up}"/><path id="down-{i}" d="{down}"/></defs>')
    plot.add(f'<use class="plain" href="#up-{i}"/><use class="plain" href="#down-{i}"/>')
    for outcome, *_, side in OUTCOMES:
        bars = "up" if outcome in ("tp", "fn") else "down"
        plot.add(f'<use class="{outcome}" clip-path="url(#{side}-{i})" href="#{bars}-{i}"/>')
    middle, gone = plot.y(0), " hidden" if none else ""
    plot.add(
        f'<path class="zero" d="M{plot.left} {middle:g}H{right:g}"/>'
        f'<path class="cut" data-line="cut"{gone} d="M{cut:g} {TOP}V{TOP + plot.height:g}"/>'
    )
    for outcome, share, anchor, _ in OUTCOMES:
        x = plot.left + 5 + share * (plot.width - 10)
        y = TOP + 14 if outcome in ("tp", "fn") else TOP + plot.height - 6
        number = count(getattr(cells, outcome))
        plot.add(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{INK}>{outcome.upper()} '
            f'<tspan data-cell="{outcome}">{number}</tspan></text>'
        )
    made = figure(plot, f"{key(scene.series[name])}{short(name)}", chart="scores")
    return made.replace('<figure class="card"', f'<figure class="card" data-model="{i}"', 1)
