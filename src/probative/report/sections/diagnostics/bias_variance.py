"""Bias and variance: tables of mean terms, lines over the inputs where the truth is known, bars elsewhere."""

from __future__ import annotations

from math import isfinite

import numpy as np

from probative.curves.decomposition import Parts, loss_axis_name, spoken, spoken_definition, spoken_table
from probative.curves.planes import finite_ends
from probative.findings import Column, Table
from probative.pictures import Axis, Chart, Line
from probative.pictures.axis import WIDTH
from probative.records import Document
from probative.report.cards import card, cards
from probative.report.charts.values import known, numbers
from probative.report.sections.diagnostics.bars import bars_chart
from probative.report.sections.diagnostics.parts import decimals, remark_list
from probative.report.sections.diagnostics.terms import how
from probative.report.tables import html_table
from probative.report.words import sentence, text

MARKED = 30
"""Points up to which each has a mark."""


def bias_variance_result(found: Document) -> str:
    """Everything about one decomposition."""
    tables: dict[str, Document] = found.get("tables") or {}
    over_x = {name: one for name, one in tables.items() if one.get("x")}
    rest = {name: one for name, one in tables.items() if not one.get("x")}
    pictures = [_lines(name, one, found) for name, one in over_x.items()]
    if rest:
        pictures.append(bars_chart(rest, found.get("loss")))
    groups = _alike(tables)
    narrow = [f'<div class="card">{_table(group, tables)}</div>' for group in groups if len(group) == 1]
    wide = "".join(_table(group, tables) for group in groups if len(group) > 1)
    notes = remark_list(spoken_definition(note) for note in found.get("notes") or ())
    drawn = [card(chart, legend=True) for chart in pictures]
    return f"<p>{how(found)}</p>{cards([*drawn, *narrow])}{wide}{notes}"


def _alike(tables: dict[str, Document]) -> list[list[str]]:
    """Names of tables that have the same terms: they fit into one."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for name, one in tables.items():
        groups.setdefault((one.get("equation"), one.get("definition"), *(one.get("means") or {})), []).append(name)
    return list(groups.values())


def _table(names: list[str], tables: dict[str, Document]) -> str:
    """Mean terms, one column for each table, with their equation and definition."""
    first = tables[names[0]]
    parts = Parts.of(first.get("equation"))
    terms = [*parts.parts, parts.total]
    terms += [term for term in first.get("means") or {} if term not in terms]
    columns, lines = [Column("mean")], []
    for name in names:
        means = {term: known(value) for term, value in (tables[name].get("means") or {}).items()}
        error = known(tables[name].get("standard_error"))
        columns.append(Column(spoken_table(name), "decimals", decimals(means.values(), error)))
        lines.append([*(means.get(term) for term in terms), error if isfinite(error) else None])
    heads = [*(spoken(term) for term in terms), "standard error"]
    rows = tuple((head, *cells) for head, *cells in zip(heads, *lines, strict=True))
    simulated = any(cell is not None for cell in rows[-1][1:])
    made = Table("", tuple(columns), rows if simulated else rows[:-1])
    which = f"Monte Carlo, of {spoken(parts.total)}" if simulated else "none, because nothing was simulated"
    words = f"{spoken_definition(first.get('definition'))} Means are over the points; standard error: {which}."
    return f"<p><strong>{text(parts.equation)}.</strong> {sentence(words)}</p>{html_table(made)}"


def _lines(name: str, one: Document, found: Document) -> Chart:
    """Terms over the inputs."""
    x = numbers(one["x"])
    order = [i for i in np.argsort(x, kind="stable") if isfinite(x[i])]
    values = {term: numbers(line) for term, line in (one.get("values") or {}).items()}
    lines = [(i, words, line[order]) for i, words, line in Parts.of(one.get("equation")).lines(values, len(x))]
    ends = [end for _, _, line in lines for end in finite_ends(line)]
    y = Axis.over(loss_axis_name(found.get("loss")), ends, include=[0])
    few = len(order) <= MARKED
    drawn = (Line(x[order], line, marked=few, series=series, name=words) for series, words, line in lines)
    title = f"Bias and variance: {spoken_table(name)}"
    points = f"{len(order):,} points x; at each the mean over the training sets."
    return Chart(title, Axis.over("x", x[order], width=WIDTH), y, tuple(drawn), title, notes=(points,))
