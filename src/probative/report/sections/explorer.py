"""The explorer: curves with the operating point of every model, which the page's script moves."""

from __future__ import annotations

from collections.abc import Callable
from math import nan

from probative.curves.cost import lower_envelope, probability_cost
from probative.curves.isolines import below, chord
from probative.curves.outline import Outline
from probative.curves.planes import TOP_COST, cost_plane, precision_recall_plane, roc_plane, threshold_axis
from probative.curves.precision_recall import precision_at, precision_path
from probative.decisions.optimum import rates
from probative.evidence.arrays import Floats
from probative.measurement import find
from probative.pictures import Axis, Chart, Group, Guide, Line, Marks, Shape, svg
from probative.pictures.svg_pen import key
from probative.report.scene import Scene
from probative.report.sections.score_chart import score_charts
from probative.report.words import text

Points = tuple[Floats, Floats]
POOLED = (
    "The curves here pool the scores of all folds, which are of different fitted models and not of one scale: they "
    "show what one threshold for all would do. The curves of single folds, and their mean, stand under Resampling."
)


def explorer_section(scene: Scene) -> str:
    """Charts of all models with scores; the script makes the controls work."""
    if not scene.shown:
        return ""
    mixed = f'<p class="soft">{POOLED}</p>' if scene.pooled else ""
    charts = [_roc(scene), _precision_recall(scene), _cost_by_threshold(scene), _cost_curves(scene)]
    guide = (
        "Filled mark: current operating point. Open mark: least expected cost on these rows. Thin line: equal cost "
        "through the current point; dash-dotted: the same slope, touching the hull. Where something is searched for, "
        "read precision and recall; where something is to be detected, the rates of the ROC curve. A threshold that is "
        "chosen by looking at these rows is flattered by the choice: confirm it on others."
    )
    return (
        f'{mixed}<div class="cards">{"".join(charts)}</div><p class="soft">{guide}</p>'
        f'<p class="soft">Readings of the AUC: {text("; ".join(find("auc").readings))}.</p>'
        '<h3>Scores of the two classes</h3><p class="soft">Actual positives upwards, actual negatives downwards, each '
        "scaled to its own tallest bar; what lies beyond an end is in the last bar.</p>"
        f'<div class="cards">{score_charts(scene)}</div>'
    )


def _card(chart: Chart, name: str, caption: str, words: str) -> str:
    """A chart that moves; caption and words are HTML, and may move too."""
    return f'<figure class="card"><figcaption>{caption}</figcaption>{svg(chart, name=name)}<p>{words}</p></figure>'


def _lines(scene: Scene, of: Callable[[Outline, str], Points]) -> list[Shape]:
    """The curve of each model."""
    return [
        Line(*of(scene.outlines[name], name), fine=True, series=scene.series[name], data={"curve": i})
        for i, name in enumerate(scene.models)
    ]


def _moving(scene: Scene, shapes: Callable[[str, int], list[Shape]]) -> list[Shape]:
    """One group for each model above the curves: what moves."""
    return [
        Group(tuple(shapes(name, scene.series[name])), role="overlay", data={"model": i})
        for i, name in enumerate(scene.models)
    ]


def _place(kind: str, x: float, y: float, series: int) -> Marks:
    """A mark that moves: filled where the model stands, open where it would cost least."""
    open_ = kind == "optimum"
    return Marks([x], [y], hollow=open_, large=open_, movable=True, series=series, data={"mark": kind})


def _thin(kind: str, points: tuple[list[float], list[float]], series: int, role: str = "") -> Line:
    return Line(*points, thin=True, series=series, role=role or kind, data={"line": kind})


def _roc(scene: Scene) -> str:
    hulls = [
        Line(*scene.outlines[name].hull_rates, fine=True, thin=True, series=look, role="hull", data={"hull": i})
        for i, (name, look) in enumerate((name, scene.series[name]) for name in scene.models)
    ]

    def moving(name: str, series: int) -> list[Shape]:
        best, slope = scene.optimum(name), scene.costs.slope(scene.prevalence(name))
        fpr, tpr = rates(scene.current(name))
        lines = [
            _thin("iso", chord(slope, fpr, tpr), series),
            _thin("tangent", chord(slope, best.fpr, best.tpr), series),
        ]
        return [*lines, _place("optimum", best.fpr, best.tpr, series), _place("current", fpr, tpr, series)]

    curves = _lines(scene, lambda o, _: o.line_rates)
    chart = roc_plane("ROC curves with hull and operating points", *hulls, *curves, *_moving(scene, moving))
    caption = "ROC with hull, scores of all folds pooled" if scene.pooled else "ROC with hull"
    return _card(chart, "roc", caption, _areas(scene))


def _areas(scene: Scene) -> str:
    """The area under each curve with its interval, and how many rows it is about."""
    lines = "".join(
        f'<span data-model="{i}">{key(scene.series[name])}AUC '
        f'<span data-text="area">{text(scene.areas(name)[0])}</span><br></span>'
        for i, name in enumerate(scene.models)
    )
    return f'{lines}<span data-text="sizes">{scene.sizes(0)}</span>'


def _precision_recall(scene: Scene) -> str:
    share = scene.common_prevalence()
    guide = Guide(*(([], []) if share is None else ([0, 1], [share, share])), data={"guide": "prevalence"})

    def moving(name: str, series: int) -> list[Shape]:
        best, prior = scene.optimum(name), scene.prevalence(name)
        fpr, tpr = rates(scene.current(name))
        return [
            _place("optimum", best.tpr, float(precision_at(best.fpr, best.tpr, prior)), series),
            _place("current", tpr, float(precision_at(fpr, tpr, prior)), series),
        ]

    curves = _lines(scene, lambda o, name: precision_path(*o.line_rates, scene.prevalence(name)))
    title = "Precision-recall curves at the chosen prevalence"
    chart = precision_recall_plane(title, guide, *curves, *_moving(scene, moving))
    caption = "Precision–recall, scores of all folds pooled" if scene.pooled else "Precision–recall"
    return _card(chart, "pr", caption, "At the chosen prevalence (dotted: what guessing reaches).")


def _costs(scene: Scene, name: str) -> tuple[float, float]:
    """The least cost and the current one, as shares of the worst."""
    best = scene.outlines[name].at_vertex(scene.optimum(name).vertex)
    return scene.normalised(name, best), scene.normalised(name, scene.current(name))


def _cost_by_threshold(scene: Scene) -> str:
    ticks = scene.outlines[scene.models[0]].ticks

    def cost(outline: Outline, name: str) -> Points:
        return outline.ticks[::-1], scene.normalised(name, outline.at_ticks())[::-1]

    def moving(name: str, series: int) -> list[Shape]:
        least, here = _costs(scene, name)
        at = scene.threshold(name)
        # Labels that were given have a cost but no threshold: no place in this chart.
        where = nan if at is None else at
        return [
            _place("optimum", scene.optimum(name).threshold, least, series),
            _place("current", where, here, series),
        ]

    x, y = threshold_axis(float(ticks[-1]), float(ticks[0])), Axis.unit("Expected cost / worst")
    chart = Chart("Expected cost by threshold", x, y, (*_lines(scene, cost), *_moving(scene, moving)))
    return _card(chart, "cost", "Expected cost by threshold", "As a share of the worst cost; drag to move.")


def _cost_curves(scene: Scene) -> str:
    def here(share: float) -> float:
        return probability_cost(scene.costs.fp, scene.costs.fn, share)

    def moving(name: str, series: int) -> list[Shape]:
        at, (least, now) = here(scene.prevalence(name)), _costs(scene, name)
        fpr, tpr = rates(scene.current(name))
        line = _thin("point", below(fpr, 1 - tpr, TOP_COST), series, role="iso")
        return [line, _place("optimum", at, least, series), _place("current", at, now, series)]

    share = scene.common_prevalence()
    place = ([], []) if share is None else ([here(share)] * 2, [0, TOP_COST])
    curves = _lines(scene, lambda o, _: lower_envelope(*o.hull_rates))
    chart = cost_plane("Cost curves", Guide(*place, data={"guide": "pc"}), *curves, *_moving(scene, moving))
    words = "Dotted: always no and always yes; upright: the chosen costs and prevalence. Lower is better."
    return _card(chart, "cost-curve", "Cost curves", words)
