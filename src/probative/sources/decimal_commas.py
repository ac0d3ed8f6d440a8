"""Numbers that were written with decimal commas, as spreadsheets of half the world write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from probative.evidence.arrays import Array
from probative.sources.columns import missing_in
from probative.sources.spellings import rewritten, spelled_like

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

COMMA = r"[+-]?\d+(,\d+)?([eE][+-]?\d+)?"
"""A number, with a decimal comma or without."""
_THOUSANDS = r"[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)"
"""What may as well be whole numbers with their thousands parted."""


def pointed(column: Array) -> Array | None:
    """Numbers that were written with decimal commas; None for any other column, or if commas may part thousands.

    >>> pointed(np.array(["1,5", "-0,25", None, "3"], object)).tolist()
    [1.5, -0.25, nan, 3.0]
    >>> pointed(np.array(["1,500", "20"], object)) is None
    True
    """
    gone = missing_in(column)
    if column.dtype.kind not in "OU" or gone.all():
        return None
    texts = column[~gone].tolist()
    if not _all(COMMA, texts) or _all(_THOUSANDS, texts):
        return None
    numbers = np.full(len(column), np.nan)
    numbers[~gone] = [float(text.replace(",", ".")) for text in texts]
    return numbers


def _all(pattern: str, values: list[object]) -> bool:
    return all(isinstance(value, str) and re.fullmatch(pattern, value) for value in values)


def pointed_relation(
    relation: DuckDBPyRelation, decimal: str | None = None
) -> tuple[DuckDBPyRelation, tuple[str, ...]]:
    """The same columns of a relation as numbers, by the same rule, and the names of those that were none before.

    Where the sign is named, nothing is guessed: commas that may part thousands are decimal ones, or none is.
    """
    if decimal == ".":
        return relation, ()
    commas = spelled_like(relation, COMMA, unlike=None if decimal == "," else _THOUSANDS)
    return rewritten(relation, commas, "CAST(replace({column}, ',', '.') AS DOUBLE)"), commas
