"""Classes one under the other, the worst first: rows, recall of every model on one scale, what each is taken for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, nan

from probative.findings import Confusion, Findings
from probative.findings.text import count, number, percent
from probative.inference import Estimate
from probative.pictures.svg_pen import key
from probative.report.charts.kind import ranked, series_of
from probative.report.sections.measures import scale_drawn
from probative.report.words import short, text

SHOWN, MODELS = 20, 4
"""Classes in view, and models that have a column."""


@dataclass(frozen=True, slots=True)
class ClassRow:
    """One class: its rows, every model's recall, and the class that the first model most often takes it for."""

    label: str
    rows: float
    recalls: Sequence[Estimate]
    taken: str


def class_rows(findings: Findings, models: Sequence[str]) -> list[ClassRow]:
    """The classes, the lowest recall of the first model first; those without rows last."""
    first = findings.models[models[0]]
    if first.confusion is None:
        return []
    made = []
    for i, label in enumerate(map(str, first.confusion.labels)):
        recalls = [findings.models[m].classes.get(label, {}).get("recall") or Estimate(nan) for m in models]
        made.append(ClassRow(label, sum(first.confusion.counts[i]), recalls, _taken(first.confusion, i)))
    return sorted(made, key=lambda row: row.recalls[0].value if row.recalls[0].defined else 2.0)


def _taken(confusion: Confusion, i: int) -> str:
    """The class that a class is most often taken for, and how often."""
    row = confusion.counts[i]
    others = [(-found, j) for j, found in enumerate(row) if j != i and found > 0]
    if not others:
        return "–"
    found, j = min(others)
    return f"{short(confusion.labels[j])} ({count(-found)} of {count(sum(row))})"


def class_table(findings: Findings) -> str:
    """The table, which a script sorts by any of its columns."""
    models = [m for m in ranked(findings) if findings.models[m].classes][:MODELS]
    rows = class_rows(findings, models) if models else []
    if len(rows) < 2:
        return ""
    series = series_of(findings)
    ends = [end for row in rows for e in row.recalls for end in (e.value, e.low, e.high) if isfinite(end)] or [0.0, 1.0]
    low, high = max(min(ends) - 0.02, 0.0), 1.0
    heads = "".join(_head(f"{key(series[m])}{short(m)}", f"m{i}", i == 0) for i, m in enumerate(models))
    unit = "weight" if findings.about.weight else "rows"
    top = (
        f"{_head('class', 'label')}{_head(unit, 'rows')}"
        f'<th scope="col" class="scale">{number(100 * low, 0)} to 100 %</th>{heads}'
        f'<th scope="col">{short(models[0])} mostly says</th>'
    )
    looks = [series[m] for m in models]
    body = "".join(_row(row, i, looks, (low, high)) for i, row in enumerate(rows))
    more = (
        '<p><button type="button" id="all-classes" class="live-only" hidden>'
        f"{len(rows) - SHOWN} more classes</button></p>"
        if len(rows) > SHOWN
        else ""
    )
    level = percent(findings.level)
    words = f"Recall in per cent, with {level} intervals, class by class. A heading sorts by its column."
    return (
        f'<h3>Classes, the worst first</h3><div class="wide" tabindex="0" role="group" aria-label="Table">'
        f'<table id="class-rows" class="measures classes"><caption>{words}</caption><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>{more}"
    )


def _head(words: str, column: str, sorted_by: bool = False) -> str:
    """A heading that is a button once there are scripts."""
    order = ' aria-sort="ascending"' if sorted_by else ""
    return f'<th scope="col" class="n" data-by="{column}"{order}>{words}</th>'


def _row(row: ClassRow, place: int, looks: Sequence[int], ends: tuple[float, float]) -> str:
    scale = scale_drawn(row.recalls, looks, *ends, nan)
    values = "".join(map(_value, row.recalls))
    more = " class=more" if place >= SHOWN else ""
    return (
        f'<tr{more}><th scope="row" data-v="{text(row.label)}">{short(row.label)}</th>'
        f'<td class="n" data-v="{row.rows:g}">{count(row.rows)}</td><td class="scale">{scale}</td>{values}'
        f"<td>{row.taken}</td></tr>"
    )


def _value(found: Estimate) -> str:
    if not found.defined:
        return f'<td class="n" data-v="" title="{text(found.why or "undefined")}">–</td>'
    spread = (
        f' <small class="i">{number(100 * found.low, 1)} to {number(100 * found.high, 1)}</small>'
        if isfinite(found.low) and isfinite(found.high)
        else ""
    )
    return f'<td class="n" data-v="{found.value:.6g}">{number(100 * found.value, 1)}{spread}</td>'
