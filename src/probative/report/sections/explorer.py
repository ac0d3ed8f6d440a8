"""The explorer: curves with the operating point of every model, which the page's script moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import nan

import numpy as np

from probative.curves.cost import lower_envelope, probability_cost
from probative.curves.isolines import below, chord
from probative.curves.outline import Outline
from probative.curves.planes import TOP_COST, cost_plane, precision_recall_plane, roc_plane, threshold_axis
from probative.curves.precision_recall import precision_at, precision_path
from probative.decisions.optimum import rates
from probative.evidence.arrays import Floats
from probative.findings.text import number, percent
from probative.inference.proportion import wilson
from probative.measurement import find
from probative.pictures import Axis, Band, Chart, Group, Guide, Line, Marks, Shape, Words, svg
from probative.pictures.svg_pen import key
from probative.report.cards import charts_of, spoken
from probative.report.charts.kinds import kinds
from probative.report.curve_names import names_at
from probative.report.scene import Scene
from probative.report.sections.corner import inset, opened, side_of, taken
from probative.report.sections.score_chart import score_charts
from probative.report.tables import details
from probative.report.words import short, text

Points = tuple[Floats, Floats]
POOLED = (
    "The curves here pool the scores of all folds, which are of different fitted models and not of one scale: they "
    "show what one threshold for all would do. The curves of single folds, and their mean, stand under Resampling."
)


LARGE = 430.0, 324.0
SMALL = 300.0, 232.0
"""Units of the frames."""
NET = "positives caught per 1,000 rows, net of false alarms (net benefit)"
BESIDE = 50.0
"""Units beside a small one, so that frames in a row are of one size."""


def explorer_section(scene: Scene) -> str:
    """Charts of all models with scores; the script makes them move."""
    if not scene.shown:
        return ""
    mixed = f'<p class="soft">{POOLED}</p>' if scene.pooled else ""
    guide = (
        "Filled mark: the cut in force. Open mark: the cheapest on these rows. Thin line: equal cost through the cut; "
        "dash-dotted: the same slope, touching the hull. A cut that is chosen by looking at these rows is flattered by "
        "the choice: confirm it on others."
    )
    small = [_cost_by_threshold(scene), *_worth(scene)]
    folded = [_cost_curves(scene)]
    if len(small) == 1:
        # Of several classes there are no others: a chart alone would leave its row empty.
        small, folded = [*small, *folded], []
    more = (
        f'<div class="small-charts">{"".join(folded)}</div>'
        f'<p class="soft">Readings of the AUC: {text("; ".join(find("auc").readings))}.</p>'
        '<h3>Scores of the two classes</h3><p class="soft">Actual positives upwards, actual negatives downwards: '
        "roots of the rows, each class scaled to its own tallest bar.</p>"
        f'<div class="cards">{score_charts(scene)}</div>'
    )
    return (
        f'{mixed}{_toggles(scene)}<div class="large-charts">{_roc(scene)}{_precision_recall(scene)}</div>'
        f'<div class="small-charts">{"".join(small)}</div>'
        f'<p class="soft">{guide}</p>{details("more charts", more)}'
    )


def _toggles(scene: Scene) -> str:
    """Which models are drawn; the key to their looks, without scripts too."""
    boxes = "".join(
        f'<label class="toggle"><input type="checkbox" class="live-only" hidden data-toggle="{i}" checked>'
        f"{key(scene.series[name])}{short(name)}</label>"
        for i, name in enumerate(scene.models)
    )
    return f'<fieldset class="toggles"><legend class="sr">Models</legend>{boxes}</fieldset>'


def _worth(scene: Scene) -> Iterator[str]:
    """Net benefit and calibration as evaluated, where scores are probabilities."""
    findings = replace(scene.findings, models={name: scene.findings.models[name] for name in scene.models})
    for kind, name, title, words in (
        ("decision-curve", "decision", "Worth using?", f"Up: {NET}. Dotted: acting on all, and on none."),
        ("calibration", "calibration", "Are the probabilities true?", "Up: share that was positive. Dotted: exact."),
    ):
        for chart in list(charts_of(kinds()[kind], findings))[:1]:
            drawn = [shape for shape in chart.shapes if isinstance(shape, Line) and shape.name]
            named = [(line, line.name, i) for i, line in enumerate(drawn)]
            up = _thousandfold(chart.y) if kind == "decision-curve" else replace(chart.y, name="")
            sized = _small(replace(chart, square=False, y=up))
            yours = Guide(*_yours(scene, sized.y), data={"guide": "yours"}) if kind == "decision-curve" else None
            names = names_at(named, (sized.x, sized.y), SMALL)
            made = replace(sized, shapes=tuple(_whose(scene, sized))).adding(*([yours] if yours else []), *names)
            notes = "".join(f"<p>{spoken(line)}</p>" for line in chart.notes)
            yield _card(made, name, title, words, details("how to read it", notes))


def _thousandfold(axis: Axis) -> Axis:
    """The same axis, its numbers for 1,000 rows, as costs are told."""
    return replace(axis, name="", words=tuple(number(1000 * tick, 3).rstrip("0").rstrip(".") for tick in axis.ticks))


def _whose(scene: Scene, chart: Chart) -> Iterator[Shape]:
    """The shapes of a chart, those of each model in a group that the script hides and colours."""
    yield from (shape for shape in chart.shapes if getattr(shape, "series", None) is None)
    for i, name in enumerate(scene.models):
        own = tuple(shape for shape in chart.shapes if getattr(shape, "series", None) == scene.series[name])
        yield Group(own, role="whose", data={"whose": i})


def _yours(scene: Scene, axis: Axis) -> tuple[list[float], list[float]]:
    """An upright line at the threshold probability that the costs imply."""
    at = scene.costs.fp / (scene.costs.fp + scene.costs.fn)
    return [at, at], [axis.low, axis.high]


def _card(chart: Chart, name: str, title: str, words: str, more: str = "", inset: str = "") -> str:
    """A chart that moves; title and words are HTML, and may move too."""
    return (
        f'<figure class="chart"><figcaption><h3>{title}</h3><p>{words}</p></figcaption>'
        f"{svg(chart, name=name, more=inset)}{more}</figure>"
    )


def _lines(scene: Scene, of: Callable[[Outline, str], Points]) -> list[Line]:
    """The curve of each model."""
    return [
        Line(*of(scene.outlines[name], name), fine=True, series=scene.series[name], data={"curve": i})
        for i, name in enumerate(scene.models)
    ]


def _named(scene: Scene, lines: list[Line], axes: tuple[Axis, Axis], size: tuple[float, float]) -> list[Shape]:
    """The names of the models at their curves."""
    return names_at([(line, scene.models[i], i) for i, line in enumerate(lines)], axes, size)


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
        Line(
            *scene.outlines[name].hull_rates,
            fine=True,
            thin=True,
            series=look,
            role="hull",
            data={"hull": i},
        )
        for i, (name, look) in enumerate((name, scene.series[name]) for name in scene.models)
    ]

    def moving(name: str, series: int) -> list[Shape]:
        best, slope = scene.optimum(name), scene.costs.slope(scene.prevalence(name))
        fpr, tpr = rates(scene.current(name))
        # Of several models one has its lines of equal cost: those of all would hide the curves.
        alone = len(scene.models) > 2 and name != scene.models[0]
        places = (fpr, tpr), (best.fpr, best.tpr)
        lines = [
            _thin(kind, ([], []) if alone else chord(slope, *place), series)
            for kind, place in zip(("iso", "tangent"), places, strict=True)
        ]
        return [*lines, _place("optimum", best.fpr, best.tpr, series), _place("current", fpr, tpr, series)]

    curves = [
        replace(line, data={"curve": i, "id": f"roc-{i}"})
        for i, line in enumerate(_lines(scene, lambda o, _: o.line_rates))
    ]
    side = side_of(scene)
    plane = roc_plane("ROC curves with hull and operating points")
    plane = plane if side == 1 else opened(plane, side)
    plain = len(scene.classes) == 1 and not scene.pooled
    known = [(line, scene.models[i], i) for i, line in enumerate(curves)]
    values = [scene.area(name) for name in scene.models] if plain else []
    sized = _sized(plane, LARGE)
    blocked = [taken(sized)] if sized.window else []
    names = names_at(known, (plane.x, plane.y), LARGE, values=values, blocked=blocked)
    bands = _bands(scene)
    chart = sized.adding(*hulls, *bands, *curves, *names, *_moving(scene, moving))
    parts = [
        f"The corner that matters: false alarms to {side:.0%}, recall from {1 - side:.0%}." if side < 1 else "",
        "Up: positives caught (recall).",
        f"Bands: {percent(scene.findings.level)}, pointwise." if bands else "",
        "Scores of all folds pooled." if scene.pooled else "",
        _areas(scene, values=not plain),
    ]
    small = inset(scene, chart, side) if side < 1 else ""
    return _card(chart, "roc", "Catch more, alarm less", " ".join(filter(None, parts)).replace("%", " %"), inset=small)


def _sized(chart: Chart, size: tuple[float, float]) -> Chart:
    """The chart in a frame of its own proportions; shares are told in per cent."""
    return replace(
        chart, width=size[0], height=size[1], square=False, margin=60.0, x=_percent(chart.x), y=_percent(chart.y, "")
    )


def _percent(axis: Axis, name: str | None = None) -> Axis:
    words = tuple(f"{100 * tick:g} %" for tick in axis.ticks)
    return replace(axis, words=words, name=axis.name if name is None else name)


def _bands(scene: Scene) -> list[Shape]:
    """Wilson limits of the true positive rate along each curve, where a few curves leave room and rows vary alone."""
    if len(scene.models) > 2 or scene.clustered or scene.pooled or scene.findings.about.weight:
        return []
    made: list[Shape] = []
    for i, name in enumerate(scene.models):
        o = scene.outlines[name]
        x, tp = o.line_fp / o.negatives, o.line_tp
        keep = np.unique(np.linspace(0, len(x) - 1, min(len(x), 28)).round().astype(int))
        ends = [wilson(float(hits), o.positives, scene.findings.level) for hits in tp[keep]]
        low, high = zip(*ends, strict=True)
        made.append(Band(x[keep], low, high, series=scene.series[name], data={"band": i}))
    return made


def _areas(scene: Scene, *, values: bool) -> str:
    """How many rows the curves are about, and the area under each with its interval where the names do not tell it."""
    lines = (
        ""
        if not values
        else "".join(
            f'<span class="area" data-model="{i}">{key(scene.series[name])}AUC '
            f'<span data-text="area">{text(scene.areas(name)[0])}</span></span>'
            for i, name in enumerate(scene.models)
        )
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
    plane = precision_recall_plane(title, guide)
    names = _named(scene, curves, (plane.x, plane.y), LARGE)
    chart = _sized(plane.adding(*curves, *names, *_moving(scene, moving)), LARGE)
    pooled = " Scores of all folds pooled." if scene.pooled else ""
    words = f"Up: calls that are right (precision), at the share of positives set above.{pooled} Dotted: guessing."
    return _card(chart, "pr", "How often a call is right", words)


def _costs(scene: Scene, name: str) -> tuple[float, float]:
    """The least cost and the current one, as shares of the worst."""
    best = scene.outlines[name].at_vertex(scene.optimum(name).vertex)
    return scene.normalised(name, best), scene.normalised(name, scene.current(name))


TOP_SHARE = 1.5
"""The height of the chart of costs, in costs of the better rule without a model."""


def _to_rule(scene: Scene, name: str) -> float:
    """The worst cost as a multiple of that of the better rule without a model."""
    share, costs = scene.prevalence(name), scene.costs
    miss, alarm = costs.fn * share, costs.fp * (1 - share)
    return (miss + alarm) / min(miss, alarm)


def _cost_by_threshold(scene: Scene) -> str:
    def cost(outline: Outline, name: str) -> Points:
        found = scene.normalised(name, outline.at_ticks())[::-1] * _to_rule(scene, name)
        return outline.ticks[::-1], np.minimum(found, TOP_SHARE)

    def moving(name: str, series: int) -> list[Shape]:
        least, here = (part * _to_rule(scene, name) for part in _costs(scene, name))
        at = scene.threshold(name)
        # Labels that were given have a cost but no threshold: no place in this chart.
        where = nan if at is None else at
        return [
            _place("optimum", scene.optimum(name).threshold, least, series),
            _place("current", where, here, series),
        ]

    kind, low, high = scene.scale
    x = threshold_axis(low, high, "Cut") if kind == "linear" else Axis.logit("Cut", low, high)
    y = Axis("", 0.0, TOP_SHARE, (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5))
    useless = Line([x.low, x.high], [1, 1], weight=1.5, role="zero")
    curves = _lines(scene, cost)
    flat = Axis("", 0.0, 1.0)
    shares = [Line([x.share(v) for v in line.x], line.y, series=line.series) for line in curves]
    names = [
        replace(word, x=x.back(word.x)) for word in _named(scene, shares, (flat, y), SMALL) if isinstance(word, Words)
    ]
    shapes = (useless, *curves, *names, *_moving(scene, moving))
    chart = _small(Chart("Expected cost by cut", x, y, shapes))
    return _card(
        chart, "cost", "Cost of a cut", "Up: cost, against the better rule without a model (1: no better). Drag it."
    )


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
    chart = cost_plane("Cost curves", Guide(*place, data={"guide": "pc"}), *curves)
    chart = chart.adding(*_named(scene, curves, (chart.x, chart.y), SMALL), *_moving(scene, moving))
    words = "Dotted: always no and always yes; upright: the chosen costs and prevalence. Lower is better."
    return _card(_small(chart), "cost-curve", "Cost curves", words)


def _small(chart: Chart) -> Chart:
    """The chart in the frame that those beside it have; words above it say what goes up."""
    return replace(chart, width=SMALL[0], height=SMALL[1], margin=BESIDE)
