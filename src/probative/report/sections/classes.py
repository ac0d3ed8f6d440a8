"""Several classes: who is taken for whom, and every class against the rest."""

from __future__ import annotations

from dataclasses import replace

from probative.findings import Confusion, Findings, Table
from probative.findings.tables.confusion import confused_table, squares
from probative.findings.tables.models import classes_table
from probative.findings.text import percent
from probative.pictures import Axis, Chart, Dots, Guide, Line, Segments, Shape, svg
from probative.pictures.words import clipped
from probative.report.cards import card, keys
from probative.report.charts.confusion import matrix_values
from probative.report.charts.kind import ranked, series_of
from probative.report.charts.kinds import kinds
from probative.report.charts.values import numbers
from probative.report.sections.class_rows import MODELS, class_rows, class_table
from probative.report.sections.heat import heat_maps
from probative.report.tables import details, folded_table, html_table
from probative.report.words import short, text

WHOLE = 12
"""Classes up to which the whole matrix is printed as numbers."""
FIRST = 20
"""Classes, and confused pairs, that are shown at once."""
SIDE, SMALL = 340, 150
"""Units of the picture of a matrix, and of a chart of one class."""


def confusions(findings: Findings) -> str:
    """The confusion matrix of every model that is not shown at its operating point already."""
    confused = confused_table(findings)
    counts, large = [], []
    for name, model in findings.models.items():
        if model.confusion is None:
            continue
        at = "" if model.threshold is None else f", score at least {text(model.threshold)}"
        caption = f"{short(name)}{at}: rows actual, columns predicted"
        size = len(model.confusion.labels)
        if size <= WHOLE:
            whole = squares({name: model.confusion}).without("model")
            counts.append(html_table(whole, caption, kind="confusion"))
        else:
            pairs = "" if confused is None else _pairs(confused.only("model", name))
            heat = _heat(name, model.confusion)
            large.append(f'<p>{caption}; {size} classes.</p><div class="beside">{pairs}{heat}</div>')
    drawn = heat_maps(findings, WHOLE) + details("The same as tables of counts", "".join(counts))
    return drawn + (f"<h3>Who is taken for whom</h3>{''.join(large)}" if large else "")


def _pairs(confused: Table) -> str:
    """Which classes are most often taken for which."""
    shown = confused.part(0, FIRST)
    caption = f"The {len(shown.rows)} most confused pairs"
    return html_table(shown, caption) if shown.rows else ""


def _heat(name: str, confusion: Confusion) -> str:
    """The matrix as shades of the share of each row."""
    chart = kinds()["confusion"].describe({"models": {name: matrix_values(confusion)}}, {name: 0})
    return card(replace(chart, width=SIDE, height=SIDE))


def class_tables(findings: Findings) -> str:
    """Every class against the rest, a table for each model."""
    found = classes_table(findings)
    if found is None:
        return ""
    parts = [
        folded_table(
            *(found.only("model", name), FIRST, "classes", f"{short(name)}: {text(found.title)}"),
            kind="stacked",
            feet=True,
        )
        for name, model in findings.models.items()
        if model.classes
    ]
    table = class_table(findings) if len(found.rows) > 1 else ""
    return table + details("Every measure of every class against the rest", "".join(parts))


def class_calibrations(findings: Findings) -> str:
    """A small chart for each class: how often it was, where its probability was said; the worst classes first."""
    models = [m for m in ranked(findings) if any(c.calibration for c in findings.models[m].by_class.values())][:MODELS]
    if not models:
        return ""
    rows, series = class_rows(findings, models), series_of(findings)
    plane = Axis("", 0.0, 1.0, (0.0, 1.0))
    drawn = []
    for row in rows[:WHOLE]:
        shapes: list[Shape] = [Guide([0, 1], [0, 1])]
        for m in models:
            bins = findings.models[m].by_class[row.label].calibration or {}
            x, y, low, high = (numbers(bins.get(part)) for part in ("predicted", "observed", "low", "high"))
            bars = list(zip(low, high, strict=True))
            shapes.append(Segments([(at, at) for at in x[: len(bars)]], bars, series=series[m]))
            shapes += [Line(x, y, series=series[m]), Dots(x, y, series=series[m])]
        title = f"Share of {clipped(row.label)} where its probability was said"
        chart = Chart(title, plane, plane, tuple(shapes), width=SMALL, height=SMALL)
        drawn.append(f'<figure class="chart"><figcaption><h4>{short(row.label)}</h4></figcaption>{svg(chart)}</figure>')
    left = len(rows) - len(drawn)
    which = f" The {len(drawn)} classes with the lowest recall." if left > 0 else ""
    level = percent(findings.level)
    return (
        '<h3>Are the probabilities of each class true?</h3><p class="soft">Across: the probability that was said. Up: '
        f"how often it was that class, by fifths of it, with {level} intervals. Dotted: exact.{which}</p>"
        f"{keys((series[m], short(m)) for m in models)}"
        f'<div class="tiny-charts">{"".join(drawn)}</div>'
    )
