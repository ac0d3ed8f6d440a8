"""Fold by fold: every model's values with lines that pair the same fold, and the differences of one pair."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, isfinite

from probative.answers.words import titled
from probative.findings import Contest, Findings, ModelFindings
from probative.findings.text import p_words, percent
from probative.pictures import Axis, Band, Chart, Dots, Guide, Line, Shape
from probative.pictures.words import clipped, named
from probative.report.cards import card, some_models
from probative.report.charts.folds import fold_values
from probative.report.charts.kind import Data, Options, series_of
from probative.report.charts.kinds import kinds
from probative.report.sections.pairs import ends, size

Values = dict[tuple[int, int], float]


def fold_charts(findings: Findings, pair: Contest) -> str:
    """Two cards: the values of all models per fold, and the pair's differences per fold."""
    if not any(model.resampling for model in findings.models.values()):
        return ""
    return _strips(findings, pair.measure) + _differences(findings, pair)


def model_folds(model: ModelFindings, measure: str) -> Values:
    """A model's defined values by repeat and fold."""
    found = model.resampling.get(measure)
    if found is None:
        # The mean squared error is the square of its root, fold by fold.
        roots = model_folds(model, "rmse") if measure == "mse" else {}
        return {key: root**2 for key, root in roots.items()}
    return fold_values(found.to_dict())


def _strips(findings: Findings, measure: str) -> str:
    kept = any(measure in model.resampling for model in findings.models.values())
    shown = measure if kept or measure != "mse" else "rmse"
    if not any(shown in model.resampling for model in findings.models.values()):
        return ""
    kind = kinds()["folds"]
    data: Data = kind.gather(findings, Options(shown)) or {"models": {}}
    held = [name for name, told in data["models"].items() if fold_values(told)]
    if len({key for name in held for key in fold_values(data["models"][name])}) < 2:
        return ""
    drawn = held[: kind.most]
    chart = kind.describe(some_models(data, drawn), series_of(findings))
    models = sum(1 for model in findings.models.values() if model.resampling)
    if models > len(drawn):
        chart = replace(chart, notes=(*chart.notes, f"The first {len(drawn)} of {models} models are drawn."))
    return card(chart, kind="strips")


def _differences(findings: Findings, pair: Contest) -> str:
    """The pair's difference in every fold, with the interval of the mean difference as a band."""
    if pair.a not in findings.models or pair.b not in findings.models or pair.unit != "value":
        return ""
    a, b = (model_folds(findings.models[name], pair.measure) for name in (pair.a, pair.b))
    keys = sorted({*a, *b})
    gaps = {i: a[key] - b[key] for i, key in enumerate(keys, 1) if key in a and key in b}
    return card(_gap_chart(pair, gaps, len(keys), series_of(findings)[pair.a]), kind="gaps") if len(gaps) > 1 else ""


def _gap_chart(pair: Contest, gaps: dict[int, float], count: int, series: int) -> Chart:
    times, unit = pair.told_in
    low, high, mean = (times * end for end in (*ends(pair), pair.difference.value))
    gaps = {i: times * gap for i, gap in gaps.items()}
    what = clipped(pair.what.replace(pair.measure, titled(pair.measure)), 44)
    label = ", ".join(filter(None, (f"difference of {what}", unit)))
    x = Axis.around(label, [*gaps.values(), low, high, mean], include=[0.0])
    # The first fold stands at the top.
    y = Axis("test set", count + 0.5, 0.5, tuple(float(i) for i in range(1, count + 1, ceil(count / 10))))
    edge, drawn = [y.low, y.high], list[Shape]()
    if isfinite(low) and isfinite(high):
        drawn.append(Band([low, high], [edge[0]] * 2, [edge[1]] * 2, series=series))
    drawn.append(Guide([0.0, 0.0], edge))
    if isfinite(mean):
        drawn.append(Line([mean, mean], edge, series=series, role="mean"))
    drawn.append(Dots(list(gaps.values()), [float(i) for i in gaps], series=series))
    return Chart(
        f"Difference of {what} in every fold",
        x,
        y,
        tuple(drawn),
        caption=f"{named(pair.a)} − {named(pair.b)}, fold by fold: {size(pair)}",
        notes=(_words(pair, len(gaps), count),),
        height=250,
    )


def _words(pair: Contest, known: int, count: int) -> str:
    part = f"; {count - known} of {count} folds lack one of the two values" if known < count else ""
    proof = f"adjusted {p_words(pair.p_told[1])}"
    test = pair.result
    return (
        f"Band and line: the {test.effect_name} with its {percent(test.level)} interval ({test.method}, {proof}). "
        f"Dotted: no difference{part}. Single folds are not independent of each other."
    )
