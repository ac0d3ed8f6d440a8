"""Rows that are alike and stand on both sides of a split: trained on in one copy, tested in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from probative.errors import Leakage
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, encode
from probative.resampling.rows import Part, Rows


class Splits(Protocol):
    """What is asked of a plan here."""

    @property
    def single(self) -> bool:
        """Whether rows are tested one by one, or in pairs of different classes."""
        ...

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Every training and its test."""
        ...


def crossing(plan: Splits, rows: Rows, keys: Array) -> Array:
    """Which rows are tested in a split that trains on another row with the same key.

    >>> from probative.resampling import KFold
    >>> crossing(KFold(2, shuffled=False), Rows(4), np.array([7, 8, 7, 9])).tolist()
    [True, False, True, False]
    """
    _, codes, counts = np.unique(keys, return_inverse=True, return_counts=True)
    many: Array = counts[codes] > 1
    if plan.single or not many.any():
        # Where rows are tested one by one (or two of different classes), their twins are trained on.
        return many
    found = np.zeros(rows.n, bool)
    for part in plan.parts_of(rows):
        trained = np.zeros(len(counts), bool)
        trained[codes[part.train]] = True
        found[part.test] |= trained[codes[part.test]]
        if found[many].all():
            break
    return found & many


def shared_ids(plan: Splits, rows: Rows, ids: Array) -> tuple[Label, ...]:
    """The ids that stand on both sides of a split, in their order."""
    labels, codes = encode(ids, "row")
    found = crossing(plan, rows, codes)
    return tuple(labels[i] for i in np.unique(codes[found]))


def require_apart(shared: tuple[Label, ...], force: bool = False) -> None:
    """Refuse ids on both sides of a split, unless forced."""
    if shared and not force:
        some = ", ".join(map(str, shared[:8])) + (", ..." if len(shared) > 8 else "")
        raise Leakage(
            "rows with the same id would be trained on and tested.",
            found=f"{len(shared)} ids on both sides of a split: {some}",
            remedy="keep them together with groups= (--group) of the same column and a grouped plan; or force=True "
            "(--force), and the findings say so for ever",
        )
