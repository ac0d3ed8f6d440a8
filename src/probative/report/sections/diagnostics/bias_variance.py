"""Bias and variance: tables of mean terms, lines over the inputs where the truth is known, bars elsewhere."""

from __future__ import annotations

from math import isfinite
from typing import Any

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
    shown,
)
from probative.report.sections.diagnostics.terms import Parts, how, spoken, spoken_table, trade_off
from probative.report.tables import table
from probative.report.words import sentence


def bias_variance_result(found: dict[str, Any]) -> str:
    """Everything about one decomposition."""
    tables: dict[str, dict[str, Any]] = found.get("tables") or {}
    over_x = {name: one for name, one in tables.items() if one.get("x")}
    rest = {name: one for name, one in tables.items() if not one.get("x")}
    pictures = [_lines(name, one, found) for name, one in over_x.items()]
    if rest:
        pictures.append(bars(rest, found))
    means = "".join(_table(group, tables) for group in _alike(tables))
    return f"<p>{how(found)} {trade_off()}</p>{cards(pictures)}{means}{remark_list(found.get('notes') or ())}"


def _alike(tables: dict[str, dict[str, Any]]) -> list[list[str]]:
    """Names of tables that have the same terms: they fit into one."""
    groups: dict[tuple[Any, ...], list[str]] = {}
    for name, one in tables.items():
        groups.setdefault((one.get("equation"), one.get("definition"), *(one.get("means") or {})), []).append(name)
    return list(groups.values())


def _table(names: list[str], tables: dict[str, dict[str, Any]]) -> str:
    """Mean terms, one column for each table."""
    first = tables[names[0]]
    parts = Parts.of(first.get("equation"))
    terms = [*parts.parts, parts.total]
    terms += [term for term in first.get("means") or {} if term not in terms]
    rows = [[f"<strong>{spoken(term)}</strong>" if term == parts.total else spoken(term)] for term in terms]
    rows.append([f"Monte Carlo standard error of {spoken(parts.total)}"])
    for name in names:
        means = {term: known(value) for term, value in (tables[name].get("means") or {}).items()}
        error = known(tables[name].get("standard_error"))
        digits = decimals(means.values(), error)
        for row, term in zip(rows, terms, strict=False):
            row.append(shown(means[term], digits) if term in means else "")
        rows[-1].append(shown(error, digits) if isfinite(error) else "none: nothing was simulated")
    head = ["Mean over the points", *(spoken_table(name) for name in names)]
    return table(head, rows, f"{parts.equation}. {_definition(first.get('definition'))}")


def _definition(words: Any) -> str:
    """What the terms mean, with their names as they are said."""
    said = sentence(words or "")
    for term in ("bias2_and_noise", "bias2", "error_vs_f", "error_vs_y"):
        said = said.replace(term, spoken(term))
    return f"{said[:1].upper()}{said[1:]}." if said else ""


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
    y = Axis.over(f"Mean {found.get('loss', '')} loss", ends, include=[0])
    plot = Plot(f"Bias and variance {spoken_table(name)}", fitting("x", at), y)
    for series, _, line in lines:
        plot.line(at, line, series)
        if len(at) <= 30:
            plot.marks(at, line, series)
    words = keys((series, words) for series, words, _ in lines)
    points = f"{len(at):,} points x; at each the mean over the training sets."
    return card(f"Bias and variance {spoken_table(name)}", plot, legend=words, below=[points])
