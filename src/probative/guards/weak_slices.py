"""Guards that look at slices on which a model is proven to be worse than elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from probative.guards.guard import Guard
from probative.guards.note import Note

MOST_ROWS = 10_000
"""Rows that a note lists; of a larger slice the condition says which they are."""

WEAK_SLICE = Guard(
    code="weak-slice",
    severity="warning",
    requirement="",
    trigger="`probative slices` proves that a model loses more on some rows, told by conditions on features, than on "
    "all others; the proof allows for every slice that was looked at.",
    why="The mean over all rows hides it: whoever meets these rows gets a worse model than the evaluation says.",
    remedy="report the measures of this slice beside those of all rows, by= (--by), train on more rows like these, "
    "or do not use the model there",
)


def of_weak_slice(
    condition: str,
    loss: str,
    *,
    model: str,
    inside: float,
    outside: float,
    n: int,
    p: float,
    at_most: bool,
    rows: Sequence[int | str],
    columns: Sequence[str],
) -> Note:
    """One slice, with what it loses and what is lost elsewhere."""
    means = f"{loss} is {inside:.3g}, and {outside:.3g} elsewhere"
    sign = "≤" if at_most else "="
    message = f"where {condition} ({n:,} rows), {means} (p {sign} {p:.2g}, adjusted for every slice looked at)"
    listed = rows if len(rows) <= MOST_ROWS else ()
    return WEAK_SLICE(
        message,
        model=model,
        rows=listed,
        columns=columns,
        condition=condition,
        loss=loss,
        inside=inside,
        outside=outside,
        n=n,
        p=p,
    )
