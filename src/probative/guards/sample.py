"""Guards about the rows: how many there are, whether all models have them, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from probative.guards.guard import Guard
from probative.guards.note import Note

FEW_ROWS, FEW_EVENTS = 30, 20
"""Rows, and rows of the smallest class, below which intervals that rest on large samples are rough."""

ROWS_DIFFER = Guard(
    "rows-differ",
    "warning",
    "R186",
    "the models of one evaluation were tested on different numbers of rows",
    "one model may have had the easier rows: a difference between such numbers is no difference between the models",
    "compare models only on the rows that all of them predicted",
    "003",
)
ROWS_DROPPED = Guard(
    "rows-dropped",
    "warning",
    "R1",
    "rows with missing values were left out, as was asked for",
    "rows that go missing for a reason (the hard ones, say) bias every number",
    "find out why they are missing: rows that go missing for a reason bias every number",
)
ROWS_REPEATED = Guard(
    "rows-repeated",
    "warning",
    "R173",
    "a column names the rows, and one model predicted some of them more than once",
    "repeats of a row are not independent, so intervals that take them for new rows are too narrow",
    "say which column names the rows, row= (--row), so that each counts once; or evaluate one repeat at a time",
    "000",
)
FEW = Guard(
    "few-rows",
    "warning",
    "R183",
    f"fewer than {FEW_ROWS} rows, or fewer than {FEW_EVENTS} of the rarest class",
    "intervals are wide, and methods that rest on large samples do not hold what they promise",
    "collect more test rows, or resample",
    "002, 003",
)


def of_sample(
    rows: Mapping[str, int], dropped: int, repeated: int, classes: Mapping[Any, int] | None = None
) -> Iterator[Note]:
    """What concerns all models alike: how many rows there are, and which; `classes` counts those of each class."""
    n = min(rows.values())
    if n != max(rows.values()):
        sizes = ", ".join(f"{model} {count:,}" for model, count in list(rows.items())[:6])
        yield ROWS_DIFFER(
            f"the models were evaluated on different numbers of rows: {sizes}.", fewest=n, most=max(rows.values())
        )
    if dropped:
        yield ROWS_DROPPED(f"{dropped} rows with missing values were left out.", dropped=dropped)
    if repeated:
        yield ROWS_REPEATED(
            f"{repeated} rows were predicted more than once by the same model (repeats or overlapping test sets): the "
            "intervals take all rows as independent and are too narrow here.",
            repeated=repeated,
        )
    yield from _of_size(n, classes or {})


def _of_size(n: int, classes: Mapping[Any, int]) -> Iterator[Note]:
    """Few rows, or few of one class: a million rows with five positives say as much about positives as five rows."""
    rare, events = min(classes.items(), key=lambda item: item[1], default=(None, n))
    if len(classes) > 1 and events < FEW_EVENTS:
        yield FEW(
            f"only {events:,} of {n:,} rows are of class {rare!r}: what depends on them has wide intervals, and those "
            "that rest on large samples are rough.",
            "collect more rows of that class, or resample",
            rows_of_class=events,
            n=n,
        )
    elif n < FEW_ROWS:
        yield FEW(f"only {n:,} rows: intervals are wide, and those that rest on large samples are rough.", n=n)
