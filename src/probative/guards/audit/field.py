"""A column of the sample, made ready for every check: numbers, or codes that stand for texts."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.experiments.kinds import as_codes
from probative.sources.columns import missing_in
from probative.sources.decimal_commas import pointed
from probative.sources.survey import ColumnFacts

_DATE = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d\S*)?")
FREE_TEXT = 0.5
"""A share of distinct values above which texts are no categories."""


@dataclass(frozen=True, slots=True)
class Field:
    """A column that a model may learn from."""

    name: str
    kind: str
    """number, category, date, text (nearly all different) or prose (text of several words)."""
    values: Floats
    """Of the sample: numbers, codes of categories, or seconds since 1970; NaN where missing."""
    facts: ColumnFacts
    """Of all rows."""

    @property
    def missing(self) -> Array:
        """Where the sample has no value."""
        return np.isnan(self.values)

    @property
    def whole(self) -> bool:
        """Whether all numbers are whole."""
        known = self.values[~self.missing]
        return self.kind == "number" and bool((known == np.floor(known)).all())

    @property
    def learnable(self) -> bool:
        """Whether there is something to learn from: not a name, not one value only."""
        return self.kind in ("number", "category", "date") and self.facts.distinct > 1


def field_of(name: str, kind: str, column: Array, facts: ColumnFacts) -> Field:
    """A column as it was read, with the kind that the engine gave it.

    >>> field_of("day", "text", np.array(["2024-01-01", "2024-01-02"], object), ColumnFacts(0, 2)).kind
    'date'
    """
    if kind in ("number", "boolean"):
        return Field(name, "number" if kind == "number" else "category", _numbers(column), facts)
    if (numbers := pointed(column)) is not None and not missing_in(column).all():
        return Field(name, "number", _numbers(numbers), facts)
    if (seconds := moments(column)) is not None:
        return Field(name, "date", seconds, facts)
    codes = as_codes(np.array([None if v is None else str(v).strip() for v in column.tolist()], object))
    known = int((~np.isnan(codes)).sum())
    many = known > 20 and len(np.unique(codes[~np.isnan(codes)])) > FREE_TEXT * known
    if many and np.mean([" " in str(v).strip() for v in column.tolist() if v is not None]) > FREE_TEXT:
        return Field(name, "prose", codes, facts)
    return Field(name, "text" if many else "category", codes, facts)


def moments(column: Array) -> Floats | None:
    """Dates as seconds since 1970; None where any value is no date."""
    if column.dtype.kind == "M":
        found = column.astype("M8[us]").astype(np.float64) / 1e6
        return np.where(np.isnat(column), np.nan, found)
    gone = missing_in(column)
    if column.dtype.kind not in "OU" or gone.all():
        return None
    seconds = np.full(len(column), np.nan)
    for i, value in enumerate(column.tolist()):
        if gone[i]:
            continue
        if isinstance(value, datetime.date):
            value = value.isoformat()
        if not isinstance(value, str) or not _DATE.fullmatch(value):
            return None
        try:
            moment = datetime.datetime.fromisoformat(value)
        except ValueError:
            return None
        seconds[i] = (moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)).timestamp()
    return seconds


def _numbers(column: Array) -> Floats:
    """Numbers as floats; what is infinite says no more than a gap."""
    if column.dtype.kind == "O":
        column = np.array([np.nan if value is None or value != value else float(value) for value in column.tolist()])
    numbers = column.astype(np.float64)
    return np.where(np.isfinite(numbers), numbers, np.nan)
