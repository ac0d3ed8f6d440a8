"""Fold by fold: every model's values with lines that pair the same fold, and the differences of one pair."""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape
from itertools import pairwise
from math import ceil, isfinite

from probative.findings import Contest, Findings, ModelFindings
from probative.findings.text import measure_cells
from probative.inference import Estimate
from probative.report.drawing import Axis, Plot, figure
from probative.report.drawing.plot import LETTER
from probative.report.sections.fitting import fitting
from probative.report.sections.pairs import ends, interval, p_value, percent, signed, what
from probative.report.words import label, sentence, short, text

MOST_MODELS, MANY_FOLDS, NAME = 12, 60, 14
ROW, WIDTH = 66, 260
DOTS, MEAN = -0.22, 0.3
"""Where dots and means lie, in rows from the middle of their own."""
Key = tuple[int, int]
Values = dict[Key, float]


def fold_charts(findings: Findings, pair: Contest) -> str:
    """Two cards: the values of all models per fold, and the pair's differences per fold."""
    if not any(model.resampling for model in findings.models.values()):
        return ""
    return _strips(findings, pair.measure) + _differences(findings, pair)


def fold_values(model: ModelFindings, measure: str) -> Values:
    """A model's defined values by repeat and fold."""
    found = model.resampling.get(measure)
    if found is None:
        # The mean squared error is the square of its root, fold by fold.
        roots = fold_values(model, "rmse") if measure == "mse" else {}
        return {key: root**2 for key, root in roots.items()}
    return {key: value for key, value in found.by_fold().items() if isfinite(value)}


def _strips(findings: Findings, measure: str) -> str:
    kept = any(measure in model.resampling for model in findings.models.values())
    shown = measure if kept or measure != "mse" else "rmse"
    held = {name: fold_values(model, shown) for name, model in findings.models.items()}
    held = {name: values for name, values in held.items() if values}
    keys = sorted({key for values in held.values() for key in values})
    if len(keys) < 2:
        return ""
    drawn = dict(list(held.items())[:MOST_MODELS])
    means = {name: findings.models[name].resampling[shown].fold_mean for name in drawn}
    plot = _strip_plot(drawn, means, shown)
    place = {key: (i / (len(keys) - 1) - 0.5) * 0.4 + DOTS for i, key in enumerate(keys)}
    _joins(plot, list(drawn.values()), place)
    for row, (name, values) in enumerate(drawn.items()):
        series = list(findings.models).index(name)
        plot.dots(values.values(), [row + place[key] for key in values], series)
        plot.interval(means[name].low, means[name].high, row + MEAN, series)
        plot.marks([means[name].value], [row + MEAN], series)
    caption = f"{sentence(shown)} fold by fold ({len(keys)} test sets; lines pair the same one)"
    return figure(plot, caption, below=_strip_words(findings, drawn, means, len(keys)), kind="strips")


def _strip_plot(drawn: dict[str, Values], means: dict[str, Estimate], measure: str) -> Plot:
    cells = [measure_cells(mean) for mean in means.values()]
    left = round(14 + LETTER * max(NAME, *(len(part) for cell in cells for part in cell)))
    bounds = [end for mean in means.values() for end in (mean.low, mean.high)]
    values = [value for found in drawn.values() for value in found.values()]
    x = fitting(unescape(label(measure, 24)), [*values, *bounds], width=WIDTH, left=left)
    count = len(drawn)
    ticks, words = tuple(i + DOTS for i in range(count)), tuple(label(name, NAME) for name in drawn)
    y = Axis("", count - 0.5, -0.5, ticks, words)
    plot = Plot(f"{x.name} of {count} models in every test set, with means", x, y, width=WIDTH, height=ROW * count)
    plot.left = left
    for row, cell in enumerate(cells):
        for line, part in enumerate(cell, 1):
            at = f'x="{left - 5}" y="{plot.y(row + DOTS) + 4 + 14 * line:g}"'
            plot.add(f'<text class="mean" {at} text-anchor="end">{text(part)}</text>')
    return plot


def _joins(plot: Plot, rows: Sequence[Values], place: dict[Key, float]) -> None:
    """Lines between neighbouring models that share a fold; paler where they are many."""
    lines = []
    for row, (upper, lower) in enumerate(pairwise(rows)):
        for key in upper:
            if key in lower:
                lines.append(plot.path([upper[key], lower[key]], [row + place[key], row + 1 + place[key]]))
    faint = 0.12 if len(place) > MANY_FOLDS else 0.3
    if lines:
        # Thin lines in the page's own ink, whatever its colours.
        plot.add(
            f'<path class="joins" fill="none" stroke="currentColor" stroke-opacity="{faint}" d="{"".join(lines)}"/>'
        )


def _strip_words(findings: Findings, drawn: dict[str, Values], means: dict[str, Estimate], folds: int) -> str:
    methods = ", ".join(dict.fromkeys(mean.method or "no method" for mean in means.values()))
    level = percent(next(iter(means.values())).level)
    parts = [f"Dots: test sets. Marks: means of the folds with {level} intervals ({text(methods)}), also in numbers."]
    gaps = {name: folds - len(values) for name, values in drawn.items() if len(values) < folds}
    parts += [f"{short(name)}: undefined in {gap} of {folds}." for name, gap in gaps.items()]
    models = sum(1 for model in findings.models.values() if model.resampling)
    parts += [f"The first {len(drawn)} of {models} models are drawn."] if models > len(drawn) else []
    return " ".join(parts)


def _differences(findings: Findings, pair: Contest) -> str:
    """The pair's difference in every fold, with the interval of the mean difference as a band."""
    if pair.a not in findings.models or pair.b not in findings.models or pair.unit != "value":
        return ""
    a, b = (fold_values(findings.models[name], pair.measure) for name in (pair.a, pair.b))
    keys = sorted({*a, *b})
    gaps = {i: a[key] - b[key] for i, key in enumerate(keys, 1) if key in a and key in b}
    if len(gaps) < 2:
        return ""
    low, high = ends(pair)
    mean, count = pair.difference.value, len(keys)
    values = [*gaps.values(), low, high, mean]
    x = fitting(f"difference of {what(pair)}", values, include=[0.0], width=300, left=40)
    ticks = tuple(float(i) for i in range(1, count + 1, ceil(count / 10)))
    # The first fold stands at the top.
    plot = Plot(f"Difference of {what(pair)} in every fold", x, Axis("test set", count + 0.5, 0.5, ticks), height=250)
    series = list(findings.models).index(pair.a)
    edge = [plot.y_axis.low, plot.y_axis.high]
    if isfinite(low) and isfinite(high):
        plot.area([low, high], [edge[0]] * 2, [edge[1]] * 2, series)
    plot.guide([0.0, 0.0], edge)
    if isfinite(mean):
        plot.line([mean, mean], edge, series, kind="mean")
    plot.dots(gaps.values(), [float(i) for i in gaps], series)
    return figure(plot, _difference_caption(pair), below=_difference_words(pair, len(gaps), count), kind="gaps")


def _difference_caption(pair: Contest) -> str:
    found = pair.difference
    size = f"{signed(found.value, found.digits())} {interval(found)}" if found.defined else "undefined"
    return f"{short(pair.a)} − {short(pair.b)}, fold by fold: {text(size)}"


def _difference_words(pair: Contest, known: int, count: int) -> str:
    test = sentence(pair.result.method or "unknown test")
    part = f"; {count - known} of {count} folds lack one of the two values" if known < count else ""
    p = p_value(pair.p_adjusted)
    proof = f"adjusted p {'' if p.startswith(('<', 'u')) else '= '}{text(p)}"
    name = sentence(pair.difference.name)
    return (
        f"Band and line: the {name} with its {percent(pair.difference.level)} interval ({test}, {proof}). "
        f"Dotted: no difference{part}. Single folds are not independent of each other."
    )
