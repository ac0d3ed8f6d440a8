"""Values of one measure fold by fold, with lines that pair the same fold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite

from probative.answers.words import titled
from probative.findings import Findings
from probative.findings.text import percent
from probative.inference import Estimate
from probative.pictures import Axis, Chart, Dots, Intervals, Marks, Segments, Shape
from probative.pictures.words import clipped, named
from probative.report.charts.kind import Data, Options, Series, chart, chosen_measure
from probative.report.charts.values import better_words, direction, known, values_beside

WIDTH, ROW, MANY = 260, 66, 60
"""Units of the frame and of a row; folds from which on the lines are paler."""
DOTS, MEAN = -0.22, 0.3
"""Where dots and means lie, in rows from the middle of their own."""
Key = tuple[int, int]
Values = dict[Key, float]


def _gather(findings: Findings, options: Options) -> Data | None:
    """Values per fold of one measure, with their mean."""
    there = [name for model in findings.models.values() for name in model.resampling]
    if not there:
        return None
    measure = chosen_measure(options.measure, there)
    found = {}
    for name, model in findings.models.items():
        if told := model.resampling.get(measure):
            plain = told.to_dict()
            found[name] = {key: plain[key] for key in ("repeat", "fold", "folds", "fold_mean", "undefined")}
    return {"measure": measure, "better": direction(measure), "level": findings.level, "models": found}


@chart("folds", place=70, gather=_gather, options=("measure",), most=12)
def folds(data: Data, series: Series) -> Chart:
    """A dot for each fold in the row of its model, a mark at their mean; a grey line joins the same fold."""
    found = {name: fold_values(model) for name, model in data["models"].items()}
    means = [Estimate.from_dict({"level": data["level"]} | (m["fold_mean"] or {})) for m in data["models"].values()]
    keys = sorted({key for values in found.values() for key in values})
    place = {key: (i / max(len(keys) - 1, 1) - 0.5) * 0.4 + DOTS for i, key in enumerate(keys)}
    drawn: list[Shape] = [_joins(list(found.values()), place)]
    for row, ((name, values), mean) in enumerate(zip(found.items(), means, strict=True)):
        look, at = series[name], [row + MEAN]
        drawn.append(Dots(list(values.values()), [row + place[key] for key in values], series=look))
        drawn.append(Intervals([mean.low], [mean.high], at, series=look))
        drawn.append(Marks([mean.value], at, series=look, hint=f"mean with {percent(data['level'])} interval"))
    shown = [value for values in found.values() for value in values.values()]
    x = Axis.around(
        clipped(titled(data["measure"]), 24), [*shown, *(e for m in means for e in (m.low, m.high))], width=WIDTH
    )
    gaps = map(_undefined, data["models"].values())
    told = values_beside(data["measure"], (mean.to_dict() for mean in means))
    beside = [parts + gap for parts, gap in zip(told, gaps, strict=True)]
    return Chart(
        f"{x.name} of {len(found)} models in every test set, with means",
        x,
        Axis.rows(list(found), beside=beside, above=-DOTS),
        tuple(drawn),
        caption=f"{named(data['measure'])} fold by fold ({len(keys)} test sets; lines pair the same one)",
        heading=f"{x.name} of each fold{better_words(data['better'])}",
        notes=_notes(found, means, len(keys)),
        width=WIDTH,
        height=ROW * len(found),
    )


def fold_values(told: Data) -> Values:
    """A model's defined values by repeat and fold."""
    keys = zip(told.get("repeat") or (), told.get("fold") or (), strict=False)
    found = {(int(r), int(f)): known(v) for (r, f), v in zip(keys, told.get("folds") or (), strict=False)}
    return {key: value for key, value in found.items() if isfinite(value)}


def _undefined(told: Data) -> tuple[str, ...]:
    return (f"{told['undefined']} undefined",) if told.get("undefined") else ()


def _joins(rows: Sequence[Values], place: dict[Key, float]) -> Segments:
    """Lines between neighbouring models that share a fold; paler where they are many."""
    x, y = [], []
    for row, (upper, lower) in enumerate(pairwise(rows)):
        for key in upper:
            if key in lower:
                x.append((upper[key], lower[key]))
                y.append((row + place[key], row + 1 + place[key]))
    hint = "the same fold" if x else ""
    return Segments(x, y, 0.12 if len(place) > MANY else 0.3, role="joins", hint=hint)


def _notes(found: dict[str, Values], means: Sequence[Estimate], folds: int) -> tuple[str, ...]:
    methods = ", ".join(dict.fromkeys(mean.method or "no method" for mean in means))
    level = percent(means[0].level)
    parts = [f"Dots: test sets. Marks: means of the folds with {level} intervals ({methods}), also in numbers."]
    gaps = {name: folds - len(values) for name, values in found.items() if len(values) < folds}
    parts += [f"{named(name)}: undefined in {gap} of {folds}." for name, gap in gaps.items()]
    return (" ".join(parts),)
