"""A sweep: the picture of its terms, and the numbers on demand."""

from __future__ import annotations

from math import nan

from probative.curves.decomposition import Parts, spoken, spoken_definition
from probative.curves.sweeps import SweepPicture, spoken_step
from probative.findings import Column, Table
from probative.findings.column import Cell
from probative.records import Document
from probative.report.cards import card, cards
from probative.report.charts.values import finite, numbers
from probative.report.sections.diagnostics.parts import decimals, remark_list
from probative.report.sections.diagnostics.terms import how
from probative.report.tables import details, html_table
from probative.report.words import text


def sweep_result(found: Document) -> str:
    """Everything about one sweep."""
    words = f"<p>{how(found)}</p>"
    if not found.get("steps"):
        return words
    sweep = _sweep(found)
    return f"{words}{cards([card(sweep.picture(), legend=True)])}{_numbers(sweep)}{_notes(found)}"


def _sweep(found: Document) -> SweepPicture:
    """What is drawn of a sweep that findings hold."""
    steps, errors = list(found["steps"]), numbers(found.get("standard_errors"))
    return SweepPicture(
        str(found.get("by", "step")),
        steps,
        Parts(tuple(found.get("parts") or ()), str(found.get("total", "total"))),
        {name: numbers(line) for name, line in (found.get("terms") or {}).items()},
        str(found.get("table", "")),
        str(found.get("loss") or ""),
        steps.index(found["best"]) if found.get("best") in steps else None,
        errors if len(errors) == len(steps) else None,
        found.get("repeats"),
    )


def _numbers(sweep: SweepPicture) -> str:
    """All mean terms by step, on demand."""
    steps = sweep.steps
    lines = [(spoken(name), line.tolist()) for name, line in sweep.terms.items() if len(line) == len(steps)]
    errors = [] if sweep.errors is None else sweep.errors.tolist()
    digits = decimals([value for _, line in lines for value in line], min(finite(errors), default=nan))
    if finite(errors):
        lines.append((f"Monte Carlo standard error of {spoken(sweep.parts.total)}", errors))
    columns = (Column(sweep.swept, "name"), *(Column(name, "decimals", digits) for name, _ in lines))
    rows: list[tuple[Cell, ...]] = []
    for i, step in enumerate(steps):
        rows.append((spoken_step(step), *(line[i] for _, line in lines)))
    made = html_table(Table("", columns, tuple(rows)))
    return details("The sweep in numbers", f"<p>{text(sweep.parts.equation)}; means over the points.</p>{made}")


def _notes(found: Document) -> str:
    return remark_list(spoken_definition(words) for words in (found.get("definition"), *(found.get("notes") or ())))
