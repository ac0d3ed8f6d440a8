"""Bias and variance: tables of mean terms, lines over the inputs where the truth is known, bars elsewhere."""

from __future__ import annotations

from html import unescape
from math import isfinite
from typing import Any

from probative.findings import Column, Table
from probative.report.drawing import Axis, Plot
from probative.report.sections.diagnostics.bars import bars
from probative.report.sections.diagnostics.parts import (
    card,
    cards,
    decimals,
    finite,
    fitting,
    keys,
    known,
    numbers,
    remark_list,
)
from probative.report.sections.diagnostics.terms import Parts, definition, how, loss_name, spoken, spoken_table
from probative.report.tables import html_table
from probative.report.words import sentence


def bias_variance_result(found: dict[str, Any]) -> str:
    """Everything about one decomposition."""
    tables: dict[str, dict[str, Any]] = found.get("tables") or {}
    over_x = {name: one for name, one in tables.items() if one.get("x")}
    rest = {name: one for name, one in tables.items() if not one.get("x")}
    pictures = [_lines(name, one, found) for name, one in over_x.items()]
    if rest:
        pictures.append(bars(rest, found))
    groups = _alike(tables)
    narrow = [f'<div class="card">{_table(group, tables)}</div>' for group in groups if len(group) == 1]
    wide = "".join(_table(group, tables) for group in groups if len(group) > 1)
    notes = remark_list(definition(note) for note in found.get("notes") or ())
    return f"<p>{how(found)}</p>{cards([*pictures, *narrow])}{wide}{notes}"


def _alike(tables: dict[str, dict[str, Any]]) -> list[list[str]]:
    """Names of tables that have the same terms: they fit into one."""
    groups: dict[tuple[Any, ...], list[str]] = {}
    for name, one in tables.items():
        groups.setdefault((one.get("equation"), one.get("definition"), *(one.get("means") or {})), []).append(name)
    return list(groups.values())


def _table(names: list[str], tables: dict[str, dict[str, Any]]) -> str:
    """Mean terms, one column for each table, with their equation and definition."""
    first = tables[names[0]]
    parts = Parts.of(first.get("equation"))
    terms = [*parts.parts, parts.total]
    terms += [term for term in first.get("means") or {} if term not in terms]
    columns, lines = [Column("mean")], []
    for name in names:
        means = {term: known(value) for term, value in (tables[name].get("means") or {}).items()}
        error = known(tables[name].get("standard_error"))
        columns.append(Column(unescape(spoken_table(name)), "decimals", decimals(means.values(), error)))
        lines.append([*(means.get(term) for term in terms), error if isfinite(error) else None])
    heads = [*(unescape(spoken(term)) for term in terms), "standard error"]
    rows = tuple((head, *cells) for head, *cells in zip(heads, *lines, strict=True))
    simulated = any(cell is not None for cell in rows[-1][1:])
    made = Table("", tuple(columns), rows if simulated else rows[:-1])
    which = f"Monte Carlo, of {spoken(parts.total)}" if simulated else "none, because nothing was simulated"
    words = f"{sentence(definition(first.get('definition')))} Means are over the points; standard error: {which}."
    return f"<p><strong>{parts.equation}.</strong> {words}</p>{html_table(made)}"


def _lines(name: str, one: dict[str, Any], found: dict[str, Any]) -> str:
    """Terms over the inputs."""
    parts = Parts.of(one.get("equation"))
    x = numbers(one["x"])
    order = sorted((i for i in range(len(x)) if isfinite(x[i])), key=lambda i: x[i])
    at = [x[i] for i in order]
    lines = [
        (series, words, [line[i] for i in order])
        for series, words, line in parts.lines(one.get("values") or {})
        if len(line) == len(x)
    ]
    ends = [value for _, _, line in lines for value in finite(line)]
    y = Axis.over(loss_name(found), ends, include=[0])
    plot = Plot(f"Bias and variance: {unescape(spoken_table(name))}", fitting("x", at), y)
    for series, _, line in lines:
        plot.line(at, line, series)
        if len(at) <= 30:
            plot.marks(at, line, series)
    words = keys((series, words) for series, words, _ in lines)
    points = f"{len(at):,} points x; at each the mean over the training sets."
    return card(f"Bias and variance: {spoken_table(name)}", plot, legend=words, below=[points])
