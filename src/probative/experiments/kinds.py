"""What a column is taken for: a number, a category, or nothing to learn from, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime

import numpy as np

from probative.errors import BadInput
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.sources.columns import missing_in
from probative.sources.ids import UNNAMED

DATES = "dates"
"""The first word about a column of dates that nobody declared."""
MANY = 50
"""Texts with more distinct values than this, most of them occurring once, are no categories."""
_IDENTIFIERS = ("id", "row", "row_id", "rowid", "uuid", "guid", "key", *UNNAMED)
_DATE = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d\S*)?")
_MOMENT = re.compile(r"\d{4}(-\d\d(-\d\d([ T]\d\d:\d\d\S*)?)?)?")


def kind_of_column(
    column: Array, name: str, kind: str, numeric: Sequence[str] = (), categorical: Sequence[str] = ()
) -> tuple[str, str]:
    """What a column of an engine's kind is taken for, and why; what the user says about it is so.

    >>> kind_of_column(np.array(["f", "m", "f"], object), "sex", "text")
    ('category', '')
    """
    if name in numeric:
        return "number", ""
    if name in categorical:
        return "category", ""
    present = column[~missing_in(column)]
    if not len(present):
        return "left out", "no values"
    distinct = len(set(present.tolist()))
    # A gap in a number is filled with the only value there is; a gap in a category is another category.
    if distinct == 1 and (len(present) == len(column) or kind in ("number", "boolean")):
        return "left out", "one value only"
    whole = kind == "number" and bool((present.astype(np.float64) == np.floor(present.astype(np.float64))).all())
    if distinct == len(column) > 2 and (whole or kind == "text") and _names_rows(name):
        return "left out", "an identifier"
    if kind in ("number", "boolean"):
        return "number", ""
    if _all(_DATE, present):
        return "left out", f"{DATES}; --time if rows must be tested on later ones, --categorical to learn from them"
    if distinct > MANY and distinct > len(present) / 2:
        return "left out", f"{distinct} different texts in {len(present)} rows"
    if kind == "text" and 2 < len(present) == distinct:
        return "left out", "another text in every row, which names rows; --categorical to learn from it all the same"
    return "category", ""


def _names_rows(name: str) -> bool:
    word = name.strip().lower()
    return word in _IDENTIFIERS or word.endswith(("_id", " id")) or name.endswith("Id")


def _all(pattern: re.Pattern[str], values: Array) -> bool:
    return all(isinstance(value, str) and pattern.fullmatch(value) for value in values.tolist())


def as_moments(column: Array, name: str) -> Array:
    """Times whose order is that of their values; texts only if they begin with the year, then month, then day.

    >>> as_moments(np.array([datetime(2024, 5, 1), datetime(2023, 5, 1)], object), "day").argmin()
    np.int64(1)
    """
    if column.dtype.kind == "O" and all(isinstance(value, date) for value in column.tolist()):
        return np.array([_plain_moment(value) for value in column.tolist()], "datetime64[us]")
    if column.dtype.kind in "OU" and not _all(_MOMENT, column):
        odd = next(value for value in column.tolist() if not isinstance(value, str) or not _MOMENT.fullmatch(value))
        raise BadInput(
            f"the order of the times in column {name!r} is not clear.",
            found=f"{odd!r}",
            remedy="numbers, or dates such as 2024-12-31 or 2024-12-31 23:59",
        )
    return column


def _plain_moment(value: date) -> date:
    """A moment without its zone, so that moments of different zones have their order."""
    aware = isinstance(value, datetime) and value.tzinfo is not None
    return value.astimezone(UTC).replace(tzinfo=None) if isinstance(value, datetime) and aware else value


def as_numbers(column: Array, name: str) -> Array:
    """A column as float64, gaps as NaN; other texts and infinite values are refused."""
    try:
        if column.dtype.kind == "O":
            # Booleans with gaps, or text that the user calls numbers.
            column = np.array([np.nan if value is None else float(value) for value in column.tolist()])
        numbers = column.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise BadInput(
            f"column {name!r} does not hold numbers.", found=error, remedy="--categorical, or --drop"
        ) from None
    if count := int(np.isinf(numbers).sum()):
        raise BadInput(
            f"column {name!r} holds infinite values.",
            found=f"{count} of {len(numbers)} rows",
            remedy="mend these values, or leave the column out with --drop",
        )
    return numbers


def as_codes(column: Array) -> Array:
    """A number for every text: a name for it, no order; missing stays missing."""
    gone = missing_in(column)
    codes = np.full(len(column), np.nan)
    if not gone.all():
        codes[~gone] = encode(column[~gone].astype(str) if column.dtype.kind == "O" else column[~gone], "column")[1]
    return codes
