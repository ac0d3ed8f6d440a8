"""A sweep as a picture: bias, variance and total along complexity, a parameter or the number of training rows."""

from __future__ import annotations

from html import unescape
from math import ceil, isfinite, log10
from typing import Any

from probative.findings import Column, Table
from probative.findings.column import Cell
from probative.report.drawing import Axis, Plot
from probative.report.drawing.plot import LETTER
from probative.report.sections.diagnostics.parts import (
    WIDTH,
    brief,
    card,
    cards,
    columns,
    decimals,
    finite,
    fitting,
    keys,
    numbers,
    remark_list,
    words_of,
)
from probative.report.sections.diagnostics.terms import (
    TOTAL,
    Parts,
    definition,
    how,
    loss_name,
    spoken,
    spoken_table,
    standard_errors,
)
from probative.report.tables import details, html_table
from probative.report.words import label, short

DECADES = 2
"""Steps that span more powers of ten are placed by their logarithm."""
MOST_TICKS = 12


def sweep_result(found: dict[str, Any]) -> str:
    """Everything about one sweep."""
    parts = Parts(tuple(found.get("parts") or ()), str(found.get("total", "total")))
    steps = list(found.get("steps") or ())
    words = f"<p>{how(found)}</p>"
    if not steps:
        return words
    return f"{words}{cards([_picture(found, parts, steps)])}{_numbers(found, parts, steps)}{_notes(found)}"


def step_axis(name: str, steps: list[Any]) -> tuple[Axis, list[float]]:
    """The axis of the steps and the place of each: by value, by logarithm, or one place for each word."""
    if not all(_is_number(step) for step in steps):
        return _words_axis(name, steps), [float(i) for i in range(len(steps))]
    values = [float(step) for step in steps]
    low, high = min(values), max(values)
    wide = low > 0 and log10(high) - log10(low) > DECADES
    places = [log10(value) for value in values] if wide else values
    if not wide and len(set(values)) > MOST_TICKS:
        return fitting(name, values), places
    marks = sorted({place: brief(value, 6) for place, value in zip(places, values, strict=True)}.items())
    room = (marks[-1][0] - marks[0][0]) * 0.04 or abs(marks[0][0]) * 0.1 or 1.0
    ends = marks[0][0] - room, marks[-1][0] + room
    kept = _apart(marks, (ends[1] - ends[0]) / WIDTH)
    name = f"{name} (logarithmic scale)" if wide else name
    return Axis(name, *ends, tuple(place for place, _ in kept), tuple(word for _, word in kept)), places


def _is_number(step: Any) -> bool:
    return isinstance(step, int | float) and not isinstance(step, bool) and isfinite(step) and abs(step) < 1e300


def _apart(marks: list[tuple[float, str]], pixel: float) -> list[tuple[float, str]]:
    """Ticks whose labels do not touch, from the left."""
    kept = marks[:1]
    for place, word in marks[1:]:
        if place - kept[-1][0] >= ((len(word) + len(kept[-1][1])) / 2 * LETTER + 6) * pixel:
            kept.append((place, word))
    return kept


def _words_axis(name: str, steps: list[Any]) -> Axis:
    """One place for each word; where there are too many, some have no label."""
    widest = max(6, int(WIDTH / len(steps) / LETTER) - 1)
    words = [label(step, widest) for step in steps]
    every = ceil(len(steps) * (max(columns(word) for word in words) + 1) * LETTER / WIDTH)
    return Axis.choices(name, [word if i % every == 0 else "" for i, word in enumerate(words)])


def _picture(found: dict[str, Any], parts: Parts, steps: list[Any]) -> str:
    by = _swept(found)
    x, places = step_axis(by, steps)
    order = sorted(range(len(steps)), key=lambda i: places[i])
    at = [places[i] for i in order]
    lines = [
        (series, words, [line[i] for i in order])
        for series, words, line in parts.lines(found.get("terms") or {})
        if len(line) == len(steps)
    ]
    errors = standard_errors(found.get("standard_errors"))
    errors = [errors[i] for i in order] if len(errors) == len(steps) else []
    totals = next((line for series, _, line in lines if series == TOTAL), [])
    ends = [(a + sign * e) for a, e in zip(totals, errors, strict=False) for sign in (-1, 1)]
    y = Axis.over(loss_name(found), [v for _, _, line in lines for v in line] + ends, include=[0])
    plot = Plot(f"Bias and variance over {by}", x, y)
    best = _best(found, steps)
    if best is not None:
        plot.guide([places[best]] * 2, [y.low, y.high])
    for series, _, line in lines:
        plot.line(at, line, series)
        plot.marks(at, line, series)
    for place, total, error in zip(at, totals, errors, strict=False):
        plot.interval(total - error, total + error, place, TOTAL, across=False)
    below = [_best_words(found, parts, steps, best), _error_words(parts, found, finite(errors))]
    caption = f"Bias and variance over {label(by)} ({spoken_table(found.get('table', ''))})"
    return card(caption, plot, legend=keys((series, words) for series, words, _ in lines), below=below)


def _swept(found: dict[str, Any]) -> str:
    """What is swept over, in words that are not escaped yet."""
    by = str(found.get("by", "step"))
    return {"n": "training rows", "complexity": "complexity"}.get(by) or words_of(by, 30)


def _best(found: dict[str, Any], steps: list[Any]) -> int | None:
    return steps.index(found["best"]) if found.get("best") in steps else None


def _best_words(found: dict[str, Any], parts: Parts, steps: list[Any], best: int | None) -> str:
    if best is None:
        return ""
    return (
        f"Dotted: the least {spoken(parts.total)}, at {label(_swept(found))} = {short(_step(steps[best]))}. The least "
        "of several uncertain values is optimistic."
    )


def _error_words(parts: Parts, found: dict[str, Any], errors: list[float]) -> str:
    if not errors:
        return ""
    sets = f"{found['repeats']:,} " if isinstance(found.get("repeats"), int) else ""
    return f"Bars: {spoken(parts.total)} ± 1 Monte Carlo standard error over the {sets}training sets."


def _step(step: Any) -> str:
    return brief(float(step), 6) if _is_number(step) else str(step)


def _numbers(found: dict[str, Any], parts: Parts, steps: list[Any]) -> str:
    """All mean terms by step, on demand."""
    terms = {name: numbers(line) for name, line in (found.get("terms") or {}).items()}
    terms = {name: line for name, line in terms.items() if len(line) == len(steps)}
    errors = standard_errors(found.get("standard_errors"))
    errors = errors if len(errors) == len(steps) else []
    digits = decimals([value for line in terms.values() for value in line], min(finite(errors), default=float("nan")))
    lines = [(unescape(spoken(name)), line) for name, line in terms.items()]
    if finite(errors):
        lines.append((f"Monte Carlo standard error of {unescape(spoken(parts.total))}", errors))
    columns = (Column(_swept(found), "name"), *(Column(name, "decimals", digits) for name, _ in lines))
    rows: list[tuple[Cell, ...]] = [(_step(step), *(line[i] for _, line in lines)) for i, step in enumerate(steps)]
    made = html_table(Table("", columns, tuple(rows)))
    return details("The sweep in numbers", f"<p>{parts.equation}; means over the points.</p>{made}")


def _notes(found: dict[str, Any]) -> str:
    return remark_list(definition(words) for words in (found.get("definition"), *(found.get("notes") or ())))
