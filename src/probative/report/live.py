"""What the bar says of the models at their cuts: counts, rates and costs, and how far the first two are apart."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite, isnan, log, nan

import numpy as np

from probative.answers.words import thousand, thousands
from probative.curves.outline import Outline
from probative.curves.paired_cuts import Interval, PairedCells
from probative.decisions.optimum import at_prevalence
from probative.evidence import Outcomes
from probative.evidence.arrays import single
from probative.findings.text import count, number, plus
from probative.report.scene import Scene
from probative.report.words import isolated

NONE = "–"
LETTERS = 28
"""Letters of a name in the sentence of the bar: two of sixty leave no room for what it says."""
COLUMNS = ("cut", "tp", "fn", "fp", "tn", "recall", "precision", "cost", "regret")
"""What the bar has a column for."""


def live_line(scene: Scene, name: str) -> dict[str, str]:
    """The texts of a model's line, by column."""
    cells, at = scene.current(name), scene.threshold(name)
    found = {cell: count(single(getattr(cells, cell))) for cell in ("tp", "fn", "fp", "tn")}
    estimates = scene.estimates(name)
    regret = scene.regret(name)
    return found | {
        "cut": "labels" if at is None else written(at),
        **{measure: _share(estimates[measure].value) for measure in ("recall", "precision")},
        "cost": per_thousand(cost_of(scene, name)),
        "regret": plus(per_thousand(regret if regret > 1e-12 else 0.0)),
    }


def cost_of(scene: Scene, name: str) -> float:
    """Expected cost per row at the operating point."""
    priced = at_prevalence(scene.costs, scene.outlines[name].prevalence)
    return float(priced.cost(scene.current(name)))


def per_thousand(cost: float) -> str:
    """What a thousand rows cost, with a true minus; ties are those of the number, not of how it was added up."""
    return thousand(float(f"{cost:.11g}")).replace("-", "−")


def written(threshold: float) -> str:
    """A threshold with all of its digits, as scripts write them.

    >>> written(0.161), written(2.0), written(-1e-7), written(float("inf"))
    ('0.161', '2', '−1e−7', '∞')
    """
    if not isfinite(threshold):
        return "∞" if threshold > 0 else "−∞"
    mantissa, _, power = repr(float(threshold)).partition("e")
    if 1e-6 <= abs(threshold) < 1e21 or threshold == 0:
        plain = f"{Decimal(repr(float(threshold))):f}"
        text = plain.rstrip("0").rstrip(".") if "." in plain else plain
    else:
        text = f"{mantissa.removesuffix('.0')}e{int(power):+d}"
    return ("0" if text == "-0" else text).replace("-", "−")


def _share(value: float) -> str:
    return NONE if isnan(value) else number(value, 3)


def difference_words(scene: Scene) -> str:
    """How far the first model is from the second at their cuts: cost, recall, precision; nothing for a single one."""
    if len(scene.models) < 2:
        return ""
    first, other = scene.models[:2]
    gap = cost_of(scene, first) - cost_of(scene, other)
    cells = paired_cells(scene, other)
    than = other if len(scene.models) > 2 else ""
    if cells is None:
        return said(first, (gap, nan, nan), None, None, scene.unpaired, than)
    level, costs = scene.findings.level, scene.costs
    cost = cells.gap("expected_cost", costs.prior, level, fp=costs.fp, fn=costs.fn)
    return said(first, cost, cells.recall(level), cells.gap("precision", costs.prior, level), than=than)


def said(
    name: str, cost: Interval, recall: Interval | None, precision: Interval | None, why: str = "", than: str = ""
) -> str:
    """The difference in words; what is told apart says so, and of several models from whom."""
    value, low, high = cost
    name, other = _brief(name), _brief(than)
    if value == 0:
        words = f"{name} costs the same" + f" as {other}" * bool(than)
    else:
        side, ends = ("less", (-high, -low)) if value < 0 else ("more", (low, high))
        size, *limits = thousands(abs(value), *ends)
        words = f"{name} costs {size} {side}" + f" than {other}" * bool(than)
        words += "" if isnan(low) else f" ({limits[0]} to {limits[1]})"
    if recall is None:
        return f"{words}; {why}"
    parts = [f"recall {_points(recall)}"]
    if precision is not None and not isnan(precision[0]):
        parts.append(f"precision {_points(precision)}")
    told = "● told apart" if low > 0 or high < 0 else "○ not told apart"
    return f"{words} {told}; in points: {', '.join(parts)}"


def _brief(name: str) -> str:
    """A name with so many letters at most.

    >>> _brief("tree"), _brief("a" * 30) == "a" * 27 + "…"
    ('tree', True)
    """
    return isolated(name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…")


def _points(gap: Interval) -> str:
    value, low, high = (number(100 * part, 1) for part in gap)
    return f"{plus(value)} ({low} to {high})"


def paired_cells(scene: Scene, other: str) -> PairedCells | None:
    """What the first model and another call at their current cuts; None where the findings do not say."""
    first = scene.models[0]
    shared = next((p for p in scene.findings.shared_calls if (p.a, p.b) == (first, other)), None)
    if shared is None or len(scene.classes) > 1:
        return None
    outlines = scene.outlines[first], scene.outlines[other]
    if scene.mode != "evaluated":
        return shared.at_vertices((scene.optimum(first).vertex, scene.optimum(other).vertex), *outlines)
    if shared.evaluated is None:
        return None
    a, b = (scene.current(name) for name in (first, other))
    fp, tp = map(round, shared.evaluated)
    return PairedCells(
        round(outlines[0].positives),
        round(outlines[0].negatives),
        (_whole(a, "tp"), _whole(b, "tp"), tp),
        (_whole(a, "fp"), _whole(b, "fp"), fp),
    )


def _whole(cells: Outcomes, cell: str) -> int:
    return round(single(getattr(cells, cell)))


def heights(outline: Outline, scale: tuple[str, float, float], parts: int) -> tuple[list[float], list[float]]:
    """Roots of the rows of either class in equal parts of the axis of scores, the tallest 1: positives, negatives."""
    kind, low, high = scale
    edges = np.linspace(_stretched(kind, low), _stretched(kind, high), parts + 1)
    at = edges if kind == "linear" else 1 / (1 + np.exp(-edges))
    found = []
    for column, whole in ((outline.tp, outline.positives), (outline.fp, outline.negatives)):
        above = np.interp(-at, -outline.ticks, column)
        above[at > outline.ticks[0]], above[at <= outline.ticks[-1]] = 0.0, whole
        above[0], above[-1] = whole, 0.0
        rows = np.sqrt(np.maximum(-np.diff(above), 0))
        found.append((rows / (rows.max() or 1)).tolist())
    return found[0], found[1]


def _stretched(kind: str, value: float) -> float:
    return value if kind == "linear" else log(value / (1 - value))
