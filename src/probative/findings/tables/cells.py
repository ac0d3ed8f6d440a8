"""Cells of tables: estimates, counts and other numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf, isnan
from typing import Any

from probative.findings.table import Table
from probative.findings.text import UNDEFINED, measure_cells, number
from probative.inference import Estimate
from probative.records import number_from_json


def cell(estimate: Estimate | None) -> str:
    """A value with its interval; nothing where there is no estimate.

    >>> cell(Estimate(0.85, 0.767, 0.907)), cell(Estimate(float("nan"), why="no positives")), cell(None)
    ('0.850  [0.767, 0.907]', 'undefined', '')
    """
    return "  ".join(measure_cells(estimate)).strip()


def count(n: float) -> str:
    """A number of rows in full, with two decimals where rows are weighted.

    >>> count(1234567.0), count(15.5), count(49.999999999)
    ('1,234,567', '15.50', '50')
    """
    # Rows that were tested m times count 1/m each; their sums are whole but for rounding.
    whole = round(n)
    return f"{whole:,}" if abs(n - whole) < 1e-6 else f"{n:,.2f}"


def short(value: Any) -> str:
    """Three digits of a number from JSON; what is missing there is undefined.

    >>> short(-0.000123456), short("inf"), short(None)
    ('−0.000123', '∞', 'undefined')
    """
    x = number_from_json(value)
    if isnan(x):
        return UNDEFINED
    return number(x, 0) if isinf(x) else f"{x:.3g}".replace("-", "−")


def at_level(level: float) -> str:
    """What a title says of the intervals below it.

    >>> at_level(0.95)
    '; intervals at 95 %'
    """
    return f"; intervals at {level * 100:g} %"


def filled(
    title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], words: str, level: float | None = None
) -> Table | None:
    """A table whose columns beyond the words are numbers; None if it would have no rows.

    >>> filled("", ("model", "rows"), [("A", "10")], "l").align, filled("", ("model", "rows"), [], "l")
    ('lr', None)
    """
    return Table(title, columns, tuple(rows), words.ljust(len(columns), "r"), level) if rows else None
