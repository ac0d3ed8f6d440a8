"""The columns of a saved curve: as long as each other, or what is drawn from them is of no curve."""

from __future__ import annotations

from probative.errors import BadFormat
from probative.records import Document

TOGETHER = {"errors": (("actual", "predicted"), ("normal", "quantiles"))}
"""Columns that go together, where a curve holds several pictures; of all others, all do."""
APART = ("outline", "fold_roc")
"""Curves that are packed, and looked at where they are unpacked."""


def require_even(name: str, points: Document) -> None:
    """Refuse a curve whose columns differ in length.

    >>> require_even("roc", {"fpr": [0, 1], "tpr": [0, 1], "points": 2})
    """
    if name in APART:
        return
    for columns in TOGETHER.get(name, (tuple(points),)):
        sizes = {column: len(points[column]) for column in columns if isinstance(points.get(column), list)}
        if len(set(sizes.values())) > 1:
            told = ", ".join(f"{column} {size}" for column, size in sizes.items())
            raise BadFormat(f"the columns of the curve {name} differ in length.", found=told)
