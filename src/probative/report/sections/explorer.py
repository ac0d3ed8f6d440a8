"""The explorer: curves with the operating point of every model, and the controls that move it."""

from __future__ import annotations

from collections.abc import Callable
from math import nan

import numpy as np

from probative.curves.outline import TOLERANCE, Outline
from probative.curves.simplify import kept_vertices
from probative.evidence import Outcomes
from probative.evidence.arrays import Floats
from probative.report.drawing import Axis, Plot, figure
from probative.report.drawing.looks import mark, series_class
from probative.report.drawing.plot import key
from probative.report.scene import Scene
from probative.report.sections.score_chart import score_charts
from probative.report.words import text

Points = tuple[Floats, Floats]
TOP_COST = 0.5
"""The height of the cost-curve chart: no trivial rule costs more."""


def explorer_section(scene: Scene) -> str:
    """Charts of all models with scores; the script makes the controls work."""
    if not scene.shown:
        return ""
    charts = [_roc(scene), _precision_recall(scene), _cost_by_threshold(scene), _cost_curves(scene)]
    guide = (
        "Filled mark: current operating point. Open mark: least expected cost on these rows. Thin line: equal cost "
        "through the current point; dash-dotted: the same slope, touching the hull. Where something is searched for, "
        "read precision and recall; where something is to be detected, the rates of the ROC curve. A threshold that is "
        "chosen by looking at these rows is flattered by the choice: confirm it on others."
    )
    return (
        f'<div class="cards">{"".join(charts)}</div><p class="soft">{guide}</p>'
        '<h3>Scores of the two classes</h3><p class="soft">Actual positives upwards, actual negatives downwards, each '
        "scaled to its own tallest bar; what lies beyond an end is in the last bar.</p>"
        f'<div class="cards">{score_charts(scene)}</div>'
    )


def _layers(scene: Scene, plot: Plot, draw: Callable[[Plot, Scene, str], str]) -> None:
    """One group for each model above the curves: what moves."""
    for i, name in enumerate(scene.models):
        plot.add(f'<g class="overlay" data-model="{i}">{draw(plot, scene, name)}</g>')


def _curve(scene: Scene, plot: Plot, of: Callable[[Outline, str], Points]) -> None:
    for i, name in enumerate(scene.models):
        xs, ys = simpler(plot, *of(scene.outlines[name], name))
        plot.line(xs, ys, scene.series[name], data=f' data-curve="{i}"')


def simpler(plot: Plot, xs: Floats, ys: Floats) -> Points:
    """As few of the points as draw the same line to a fifth of a pixel."""
    across = plot.width / (plot.x_axis.high - plot.x_axis.low)
    down = plot.height / (plot.y_axis.high - plot.y_axis.low)
    keep = kept_vertices(xs * across, ys * down, np.zeros(len(xs), bool), TOLERANCE)
    return xs[keep], ys[keep]


def place(plot: Plot, kind: str, x: float, y: float, series: int) -> str:
    """A mark that moves: filled where the model stands, open where it would cost least; hidden without a place."""
    inside = plot.x_axis.holds(x) and plot.y_axis.holds(y)
    x, y = (x, y) if inside else (plot.x_axis.low, plot.y_axis.low)
    hollow = "hollow " if kind == "optimum" else ""
    scale = " scale(1.6)" if kind == "optimum" else ""
    at = f"translate({plot.x(x):g} {plot.y(y):g}){scale}"
    look = f'class="mark {hollow}{series_class(series)}" data-mark="{kind}"{"" if inside else " hidden"}'
    return f'<path {look} transform="{at}" d="{mark(series)}"/>'


def rates(o: Outcomes) -> tuple[float, float]:
    """False and true positive rate."""
    return o.fp / o.negatives, o.tp / o.positives


def chord(slope: float, x: float, y: float) -> tuple[list[float], list[float]]:
    """The part of the line through (x, y) inside the unit square."""
    left, right = (max(0.0, x - y / slope), min(1.0, x + (1 - y) / slope)) if slope > 0 else (0.0, 1.0)
    return [left, right], [min(max(y + slope * (u - x), 0.0), 1.0) for u in (left, right)]


def _roc(scene: Scene) -> str:
    plot = Plot(
        "ROC curves with hull and operating points", *map(Axis.unit, ("False positive rate", "True positive rate"))
    )
    plot.guide([0, 1], [0, 1])
    for i, name in enumerate(scene.models):
        o = scene.outlines[name]
        hull = plot.path(*simpler(plot, o.hull_fp / o.negatives, o.hull_tp / o.positives))
        plot.add(f'<path class="hull {series_class(scene.series[name])}" data-hull="{i}" d="{hull}"/>')
    _curve(scene, plot, lambda o, name: (o.line_fp / o.negatives, o.line_tp / o.positives))

    def moving(plot: Plot, scene: Scene, name: str) -> str:
        series, best = scene.series[name], scene.optimum(name)
        fpr, tpr = rates(scene.current(name))
        prior = scene.prevalence(name)
        slope = scene.fp * (1 - prior) / (scene.fn * prior)
        lines = [("iso", chord(slope, fpr, tpr)), ("tangent", chord(slope, best.fpr, best.tpr))]
        paths = [
            f'<path class="{kind} {series_class(series)}" data-line="{kind}" d="{plot.path(*ends)}"/>'
            for kind, ends in lines
        ]
        marks = [place(plot, "optimum", best.fpr, best.tpr, series), place(plot, "current", fpr, tpr, series)]
        return "".join([*paths, *marks])

    _layers(scene, plot, moving)
    return figure(plot, "ROC with hull", chart="roc", below=_areas(scene))


def _areas(scene: Scene) -> str:
    """The area under each curve with its interval, and how many rows it is about."""
    lines = "".join(
        f'<span data-model="{i}">{key(scene.series[name])}AUC '
        f'<span data-text="area">{text(scene.areas(name)[0])}</span><br></span>'
        for i, name in enumerate(scene.models)
    )
    return f'{lines}<span data-text="sizes">{scene.sizes(0)}</span>'


def precision_points(o: Outline, prior: float) -> Points:
    """Recall and precision along the drawn line; straight in the ROC plane is curved here, so long steps are cut."""
    f, t = o.line_fp / o.negatives, o.line_tp / o.positives
    xs, ys = [], []
    for i in range(1, len(f)):
        steps = 1 + int(64 * max(f[i] - f[i - 1], t[i] - t[i - 1]))
        way = np.arange(0 if i == 1 else 1, steps + 1) / steps
        if i == 1:
            # At no alarm at all precision is undefined; its limit is what the first step has.
            way[0] = 1e-9
        x, y = f[i - 1] + way * (f[i] - f[i - 1]), t[i - 1] + way * (t[i] - t[i - 1])
        xs.append(y)
        ys.append(prior * y / (prior * y + (1 - prior) * x))
    return np.concatenate(xs), np.concatenate(ys)


def _precision_recall(scene: Scene) -> str:
    plot = Plot("Precision-recall curves at the chosen prevalence", *map(Axis.unit, ("Recall", "Precision")))
    share = scene.common_prevalence()
    line = "" if share is None else plot.path([0, 1], [share, share])
    plot.add(f'<path class="guide" data-guide="prevalence" d="{line}"/>')
    _curve(scene, plot, lambda o, name: precision_points(o, scene.prevalence(name)))

    def precision(fpr: float, tpr: float, prior: float) -> float:
        called = prior * tpr + (1 - prior) * fpr
        return prior * tpr / called if called else nan

    def moving(plot: Plot, scene: Scene, name: str) -> str:
        best, prior, series = scene.optimum(name), scene.prevalence(name), scene.series[name]
        fpr, tpr = rates(scene.current(name))
        return place(plot, "optimum", best.tpr, precision(best.fpr, best.tpr, prior), series) + place(
            plot, "current", tpr, precision(fpr, tpr, prior), series
        )

    _layers(scene, plot, moving)
    return figure(
        plot, "Precision–recall", chart="pr", below="At the chosen prevalence (dotted: what guessing reaches)."
    )


def _normal_cost(scene: Scene, name: str, fpr: Floats | float, tpr: Floats | float) -> Floats | float:
    """Expected cost as a share of the worst."""
    prior = scene.prevalence(name)
    worst = scene.fn * prior + scene.fp * (1 - prior)
    return (scene.fn * prior * (1 - tpr) + scene.fp * (1 - prior) * fpr) / worst


def _cost_by_threshold(scene: Scene) -> str:
    ticks = scene.outlines[scene.models[0]].ticks
    low, high = float(ticks[-1]), float(ticks[0])
    axis = Axis.unit("Threshold") if (low, high) == (0.0, 1.0) else Axis.over("Threshold", [low, high])
    plot = Plot("Expected cost by threshold", axis, Axis.unit("Expected cost / worst"))
    _curve(
        scene,
        plot,
        lambda o, name: (
            o.ticks[::-1],
            np.asarray(_normal_cost(scene, name, o.fp[::-1] / o.negatives, o.tp[::-1] / o.positives)),
        ),
    )

    def moving(plot: Plot, scene: Scene, name: str) -> str:
        best, at, series = scene.optimum(name), scene.threshold(name), scene.series[name]
        made = place(plot, "optimum", best.threshold, float(_normal_cost(scene, name, best.fpr, best.tpr)), series)
        fpr, tpr = rates(scene.current(name))
        # Labels that were given have a cost but no threshold: no place in this chart.
        where = nan if at is None else at
        return made + place(plot, "current", where, float(_normal_cost(scene, name, fpr, tpr)), series)

    _layers(scene, plot, moving)
    return figure(plot, "Expected cost by threshold", chart="cost", below="As a share of the worst cost; drag to move.")


def _cost_curves(scene: Scene) -> str:
    heights = Axis("Expected cost / worst", 0.0, TOP_COST, (0.0, 0.1, 0.2, 0.3, 0.4, 0.5))
    plot = Plot("Cost curves", Axis.unit("PC(+): share of the worst cost due to misses"), heights)
    plot.guide([0, 0.5, 1], [0, 0.5, 0])
    prior, line = scene.common_prevalence(), ""
    if prior is not None:
        here = scene.fn * prior / (scene.fn * prior + scene.fp * (1 - prior))
        line = plot.path([here, here], [0, TOP_COST])
    plot.add(f'<path class="guide" data-guide="pc" d="{line}"/>')
    _curve(scene, plot, lambda o, name: _envelope(o))

    def moving(plot: Plot, scene: Scene, name: str) -> str:
        series, best, prior = scene.series[name], scene.optimum(name), scene.prevalence(name)
        at = scene.fn * prior / (scene.fn * prior + scene.fp * (1 - prior))
        fpr, tpr = rates(scene.current(name))
        ends = below(fpr, 1 - tpr, TOP_COST)
        path = plot.path(*ends) if ends else ""
        line = f'<path class="iso {series_class(series)}" data-line="point" d="{path}"/>'
        costs = [float(_normal_cost(scene, name, *pair)) for pair in ((best.fpr, best.tpr), (fpr, tpr))]
        return line + place(plot, "optimum", at, costs[0], series) + place(plot, "current", at, costs[1], series)

    _layers(scene, plot, moving)
    return figure(
        plot,
        "Cost curves",
        chart="cost-curve",
        below="Dotted: always no and always yes; upright: the chosen costs and prevalence. Lower is better.",
    )


def below(left: float, right: float, top: float) -> tuple[list[float], list[float]] | None:
    """The part below `top` of the line from (0, left) to (1, right)."""
    if left > top and right > top:
        return None
    cross = (top - left) / (right - left) if right != left else 0.0
    ends = [cross if left > top else 0.0, cross if right > top else 1.0]
    return ends, [min(left + x * (right - left), top) for x in ends]


def _envelope(o: Outline) -> Points:
    """The lower envelope of the hull's vertices, each a line in this plane."""
    f, t = o.hull_fp / o.negatives, o.hull_tp / o.positives
    df, dt = np.diff(f), np.diff(t)
    pc = df / (df + dt)
    return np.concatenate([[0.0], pc, [1.0]]), np.concatenate([[0.0], f[:-1] * (1 - pc) + (1 - t[:-1]) * pc, [0.0]])
