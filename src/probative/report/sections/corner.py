"""The corner of the ROC square, enlarged where the curves crowd there: the same lines, seen through a lens."""

from __future__ import annotations

from probative.decisions.optimum import rates
from probative.pictures import Chart
from probative.pictures.looks import mark
from probative.pictures.svg_frame import TOP, Frame
from probative.pictures.svg_pen import OUTLINES, look_class
from probative.report.scene import Scene

CROWDED, PART = 0.95, 0.2
"""The AUC of the first model from which on the corner is enlarged, and the side of that corner."""
PLACE = 0.42, 0.3, 0.54, 0.56
"""The lens, in shares of the frame: left, top, width, height."""


def crowded(scene: Scene) -> bool:
    """Whether the first model's curve leaves most of the square empty."""
    model = scene.findings.models[scene.models[0]]
    found = model.classes.get(scene.classes[0], model.measures).get("auc") or model.measures.get("auc")
    return found is not None and found.value > CROWDED


def corner(scene: Scene, chart: Chart) -> str:
    """The lens: what is drawn in it follows the curves, and a script moves its marks."""
    frame = Frame(chart)
    left, top = frame.left + PLACE[0] * chart.width, TOP + PLACE[1] * chart.height
    wide, high = PLACE[2] * chart.width, PLACE[3] * chart.height
    across, up = wide / (PART * chart.width), high / (PART * chart.height)
    # The upper left corner of the square comes to that of the lens.
    move = f"translate({left:g} {top:g}) scale({across:g} {up:g}) translate({-frame.left:g} {-TOP:g})"
    lines = "".join(f'<use href="#hull-{i}"/><use href="#roc-{i}"/>' for i in range(len(scene.models)))
    box = f'x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}"'
    words = "".join(
        f'<text class="soft" x="{left + share * wide:g}" y="{top + high + 13:g}" text-anchor="middle">{part}</text>'
        f'<text class="soft" x="{left - 4:g}" y="{top + (1 - share) * high + 4:g}" text-anchor="end">{whole}</text>'
        for share, part, whole in ((0, "0 %", "80 %"), (1, "20 %", "100 %"))
    )
    ends = f"{left:g} {top:g} {wide:g} {high:g} 0 {PART:g} {1 - PART:g} 1"
    marks = "".join(_mark(scene, i, (left, top, wide, high)) for i in range(len(scene.models)))
    return (
        f'<g class="lens" data-lens="{ends}"><clipPath id="lens"><rect {box}/></clipPath>'
        f'<rect class="ground" x="{left - 40:g}" y="{top - 24:g}" width="{wide + 46:g}" height="{high + 42:g}"/>'
        f'<rect class="frame" {box}/>'
        f'<text class="soft" x="{left:g}" y="{top - 8:g}">the corner, enlarged</text>{words}'
        f'<g clip-path="url(#lens)"><g transform="{move}">{lines}</g>{marks}</g></g>'
    )


def _mark(scene: Scene, i: int, lens: tuple[float, float, float, float]) -> str:
    name = scene.models[i]
    fpr, tpr = rates(scene.current(name))
    left, top, wide, high = lens
    hidden = "" if fpr <= PART and tpr >= 1 - PART else " hidden"
    x, y = left + fpr / PART * wide, top + (1 - tpr) / PART * high
    look = scene.series[name]
    return (
        f'<path class="mark {look_class(look)}" data-lens-mark="{i}"{hidden} transform="translate({x:.1f} {y:.1f})" '
        f'd="{OUTLINES[mark(look)]}"/>'
    )
