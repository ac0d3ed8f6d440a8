"""Columns that were named for each other: a truth with as many values as rows beside a score with two of them."""

from __future__ import annotations

import numpy as np

from probative.errors import BadLabels
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.predictions.roles import Roles
from probative.predictions.shelf import Shelf
from probative.sources.columns import missing_in

MANY, FEW = 20, 10
"""Values from which a column of fractions is no truth of scores, and up to which another one may be."""


def refuse_swapped(shelf: Shelf, roles: Roles, truth: Array) -> None:
    """Refuse fractions as the truth of a column of scores that looks like labels."""
    if not roles.scores or not shelf.near or not _fractions(truth):
        return
    for name in roles.scores:
        column = shelf.column(name)
        labels = encode(column[~missing_in(column)], name)[0]
        if 1 < len(labels) <= FEW:
            raise BadLabels(
                f"{name!r} looks like the truth, {roles.truth!r} like a score: were they swapped?",
                found=f"{len(np.unique(truth)):,} different numbers as truth, {len(labels)} values as scores",
                remedy=f"truth={name!r}, scores={roles.truth!r} (--truth {name} --score {roles.truth})",
            )


def _fractions(truth: Array) -> bool:
    """Whether these are numbers with fractions, and too many to be classes."""
    if truth.dtype.kind != "f":
        return False
    known = truth[np.isfinite(truth)]
    return len(np.unique(known)) > MANY and bool((known != np.floor(known)).any())
