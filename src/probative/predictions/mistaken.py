"""Columns that were named for each other: a truth with as many values as rows beside a score with two of them."""

from __future__ import annotations

import re

import numpy as np

from probative.errors import BadLabels
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.predictions.roles import Roles
from probative.predictions.shelf import Shelf
from probative.predictions.target import Task
from probative.sources.columns import missing_in

SPELLED = re.compile(r"[+-]?[$€£¥]? ?\d[\d.,' \u00a0\u202f\u2019]*[$€£¥%]?")
"""Digits with marks between them, perhaps with a currency."""
MANY, FEW = 20, 10
"""Values from which a column of fractions is no truth of scores, and up to which another one may be."""


def refuse_swapped(shelf: Shelf, roles: Roles, truth: Array, task: Task | None) -> None:
    """Refuse fractions as the truth beside a column that looks like labels, unless it was called a regression."""
    if not shelf.near or task == "regression" or not _fractions(truth):
        return
    # Numbers beyond 0 to 1 may well be predicted by a rule that knows two values.
    predicted = roles.predicted if truth[np.isfinite(truth)].min() >= 0 and truth[np.isfinite(truth)].max() <= 1 else ()
    for name in (*roles.scores, *predicted):
        column = shelf.column(name)
        labels = encode(column[~missing_in(column)], name)[0]
        # Arrays are called so; columns of a table may be, too.
        arrays = "turn the two arrays round; of columns, " if roles.truth == "y_true" else ""
        if 1 < len(labels) <= FEW and (name in roles.scores or set(labels) <= {0, 1}):
            raise BadLabels(
                f"{name!r} looks like the truth, {roles.truth!r} like a score: were they swapped?",
                found=f"{len(np.unique(truth)):,} different numbers as truth, {len(labels)} values in {name!r}",
                remedy=f"{arrays}truth={name!r}, scores={roles.truth!r} (--truth {name} --score {roles.truth})",
            )


def refuse_unclear_numbers(truth: Array, name: str) -> None:
    """Refuse a truth of texts that are numbers to a reader, and would be classes to us.

    >>> refuse_unclear_numbers(np.array(["1,500", "20,000", "3,000"], object), "price")
    Traceback (most recent call last):
        ...
    probative.errors.BadLabels: column 'price' holds numbers in a spelling that is not clear.
      Found: '1,500'.   Try: decimal='.' or decimal=',' (--decimal); task='classification' (--task classification) ...
    """
    known = truth[~missing_in(truth)].tolist() if truth.dtype.kind in "OUS" else []
    if not all(isinstance(text, str) and SPELLED.fullmatch(text) for text in known):
        return
    if len(set(known)) > 2 and not all(text.isdigit() for text in known):
        raise BadLabels(
            f"column {name!r} holds numbers in a spelling that is not clear.",
            found=repr(known[0]),
            remedy="decimal='.' or decimal=',' (--decimal); task='classification' (--task classification) "
            "if these are names of classes",
        )


def _fractions(truth: Array) -> bool:
    """Whether these are numbers with fractions, and too many to be classes."""
    if truth.dtype.kind != "f":
        return False
    known = truth[np.isfinite(truth)]
    return len(np.unique(known)) > MANY and bool((known != np.floor(known)).any())
