"""The corner of the ROC square, where the curves of good models crowd: the chart opens on it, and shows the whole."""

from __future__ import annotations

from dataclasses import replace

from probative.decisions.optimum import rates
from probative.pictures import Axis, Chart
from probative.pictures.looks import mark
from probative.pictures.svg_frame import INK, TOP, Frame
from probative.pictures.svg_pen import OUTLINES, look_class
from probative.report.scene import Scene

CROWDED = 0.95
"""The AUC of the first model from which on the chart opens on the corner."""
SIDES = 0.2, 0.3
"""Sides that the corner may have, as shares of the square: the first that holds the cuts of all models."""
STEPS = 5
"""Parts of a side between two numbers of its axis."""
PLACE = 0.635, 0.5, 0.35, 0.48
"""The inset with the whole square, in shares of the frame: left, top, width, height."""
LABEL = 16
"""Units of the words in the inset."""


def side_of(scene: Scene) -> float:
    """The side of the corner that the chart opens on; 1 where it shows the whole square."""
    model = scene.findings.models[scene.models[0]]
    found = model.classes.get(scene.classes[0], model.measures).get("auc") or model.measures.get("auc")
    if found is None or not found.value > CROWDED:
        return 1.0
    places = [rates(scene.current(name)) for name in scene.models]
    places += [(best.fpr, best.tpr) for best in map(scene.optimum, scene.models)]
    return next((side for side in SIDES if all(fpr <= side and tpr >= 1 - side for fpr, tpr in places)), 1.0)


def opened(chart: Chart, side: float) -> Chart:
    """The chart as a window on the corner, with straight axes: lines of equal cost stay straight."""
    across = tuple(side * i / STEPS for i in range(STEPS + 1))
    up = tuple(1 - share for share in reversed(across))
    return replace(chart, window=True, x=Axis(chart.x.name, 0.0, side, across), y=Axis(chart.y.name, 1 - side, 1.0, up))


def inset(scene: Scene, chart: Chart, side: float) -> str:
    """The whole square, small: its lines are those of the chart, and a script moves its marks."""
    frame = Frame(chart)
    left, top = frame.left + PLACE[0] * chart.width, TOP + PLACE[1] * chart.height
    wide, high = PLACE[2] * chart.width, PLACE[3] * chart.height
    x, y, across, up = left + 6, top + LABEL + 2, wide - 12, high - LABEL - 8
    # The upper left corner of the chart, which is that of the square, comes to that of the inset.
    scale = f"scale({side * across / chart.width:.6g} {side * up / chart.height:.6g})"
    move = f"translate({x:g} {y:g}) {scale} translate({-frame.left:g} {-TOP:g})"
    lines = "".join(f'<use href="#roc-{i}"/>' for i in range(len(scene.models)))
    marks = "".join(_mark(scene, i, (x, y, across, up)) for i in range(len(scene.models)))
    return (
        f'<g class="whole" data-whole="{x:g} {y:g} {across:g} {up:g}">'
        f'<rect class="ground" x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="4"/>'
        f'<text class="soft" x="{x:g}" y="{top + 13:g}"{INK}>whole square</text>'
        f'<path class="guide" d="M{x:g} {y + up:g}L{x + across:g} {y:g}"/>'
        f'<rect class="frame" x="{x:g}" y="{y:g}" width="{across:g}" height="{up:g}"/>'
        f'<rect class="part" x="{x:g}" y="{y:g}" width="{side * across:g}" height="{side * up:g}"/>'
        f'<g transform="{move}">{lines}</g>{marks}</g>'
    )


def taken(chart: Chart) -> tuple[float, float, float, float]:
    """The place of the inset, in units from the lower left corner of the frame."""
    left, top, wide, high = PLACE
    return (
        left * chart.width,
        (1 - top - high) * chart.height,
        (left + wide) * chart.width,
        (1 - top) * chart.height,
    )


def _mark(scene: Scene, i: int, place: tuple[float, float, float, float]) -> str:
    name = scene.models[i]
    fpr, tpr = rates(scene.current(name))
    left, top, wide, high = place
    at = f"translate({left + fpr * wide:.1f} {top + (1 - tpr) * high:.1f}) scale(.6)"
    look = scene.series[name]
    return f'<path class="mark {look_class(look)}" data-whole-mark="{i}" transform="{at}" d="{OUTLINES[mark(look)]}"/>'
