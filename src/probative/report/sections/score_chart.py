"""Distributions of the scores of either class, cut by the threshold into the four outcomes."""

from __future__ import annotations

from probative.curves.outline import Outline
from probative.curves.planes import threshold_axis
from probative.findings.text import count
from probative.pictures import Axis, Chart, svg
from probative.pictures.svg_frame import INK, TOP, Frame, stairs
from probative.pictures.svg_pen import key
from probative.report.live import heights
from probative.report.scene import Scene
from probative.report.words import short

PARTS = 50
"""Bars of a chart."""
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


def silhouette(frame: Frame, outline: Outline, scale: tuple[str, float, float]) -> tuple[str, str]:
    """The outlines of the bars of the positives and of the negatives, as path data."""
    across = [frame.left + frame.chart.width * i / PARTS for i in range(PARTS + 1)]
    up, down = heights(outline, scale, PARTS)
    paths = [stairs(across, [frame.y(s * h) for h in hs], frame.y(0)) for hs, s in ((up, 1), (down, -1))]
    return paths[0], paths[1]


def _scale(scene: Scene, name: str) -> tuple[str, float, float]:
    """The axis of a model's scores: that of all models for probabilities, else its own. No score lies beyond it."""
    kind, low, high = scene.scale
    if low >= 0 and high <= 1:
        return kind, low, high
    outline = scene.outlines[name]
    above = outline.tp + outline.fp
    ends = outline.ticks[[int((above >= above[-1]).argmax()), int((above > 0).argmax())]]
    return ("linear", float(ends[0]), float(ends[1])) if ends[0] < ends[1] else (kind, low, high)


def _chart(scene: Scene, i: int, name: str) -> str:
    words = "Scores of the positives (upwards) and of the negatives (downwards), cut at the threshold"
    kind, low, high = scale = _scale(scene, name)
    axis = threshold_axis(low, high, "Score") if kind == "linear" else Axis.logit("Score", low, high)
    chart = Chart(words, axis, Axis("", -1.3, 1.3), height=170, margin=24.0)
    frame = Frame(chart)
    picture = svg(chart, name="scores", more=_bars(scene, i, name, frame, scale) + _counts(scene, name, frame))
    caption = f"<figcaption>{key(scene.series[name])}{short(name)}</figcaption>"
    return f'<figure class="card" data-model="{i}">{caption}{picture}</figure>'


def _bars(scene: Scene, i: int, name: str, frame: Frame, scale: tuple[str, float, float]) -> str:
    """Both silhouettes, whole and cut into outcomes: the script moves what they are cut with."""
    at, left, right = scene.threshold(name), frame.left, frame.left + frame.chart.width
    none, bottom = at is None, TOP + frame.chart.height
    cut = left if at is None else frame.x(at)
    tall = f'y="{TOP}" height="{frame.chart.height:g}"'
    widths = {"above": (cut, 0 if none else right - cut), "below": (left, cut - left)}
    made = [
        f'<clipPath id="{side}-{i}"><rect data-clip="{side}" x="{x:g}" {tall} width="{width:g}"/></clipPath>'
        for side, (x, width) in widths.items()
    ]
    up, down = silhouette(frame, scene.outlines[name], scale)
    made.append(f'<defs><path id="up-{i}" d="{up}"/><path id="down-{i}" d="{down}"/></defs>')
    made.append(f'<use class="plain" href="#up-{i}"/><use class="plain" href="#down-{i}"/>')
    for outcome, *_, side in OUTCOMES:
        bars = "up" if outcome in ("tp", "fn") else "down"
        made.append(f'<use class="{outcome}" clip-path="url(#{side}-{i})" href="#{bars}-{i}"/>')
    made.append(
        f'<path class="zero" d="M{left} {frame.y(0):g}H{right:g}"/>'
        f'<path class="cut" data-line="cut"{" hidden" if none else ""} d="M{cut:g} {TOP}V{bottom:g}"/>'
    )
    return "".join(made)


def _counts(scene: Scene, name: str, frame: Frame) -> str:
    """How many rows each outcome has, in the corner where its bars are."""
    cells, made = scene.current(name), []
    for outcome, share, anchor, _ in OUTCOMES:
        x = frame.left + 5 + share * (frame.chart.width - 10)
        y = TOP + 14 if outcome in ("tp", "fn") else TOP + frame.chart.height - 6
        made.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{INK}>{outcome.upper()} '
            f'<tspan data-cell="{outcome}">{count(getattr(cells, outcome))}</tspan></text>'
        )
    return "".join(made)
