"""Twins: rows with the same inputs and target, one of which is trained on while the other is tested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from math import expm1

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.equal_rows import halves_tell_chance
from probative.evidence.row_keys import row_keys

FIRST = 5
"""Columns that mostly tell all rows apart."""
CLASSES = 20
"""Values of the target up to which they are classes."""


def twin_keys(columns: Mapping[str, Array], codes: Array) -> Array | None:
    """A key of the inputs and target of every row; None where inputs have no columns to look at."""
    return row_keys([*columns.values(), codes]) if columns else None


def some_alike(columns: Mapping[str, Array]) -> bool:
    """Whether two rows agree in the first few columns: otherwise none are twins, whatever the others hold.

    >>> some_alike({"age": np.array([30, 40])}), some_alike({"sex": np.array(["f", "f"])})
    (False, True)
    """
    keys = row_keys(islice(columns.values(), FIRST)) if columns else np.zeros(0)
    return len(np.unique(keys)) < len(keys)


def by_chance(columns: Mapping[str, Array], codes: Array) -> bool:
    """Whether columns with these shares of values, independent in each class, make at least half as many twins.

    Two rows of a class agree in a column with the sum of its squared shares there; over few columns of few values, rows
    must be equal. Targets of many values, as those of a regression, are a column like any other. Columns that hang
    together make more: then rows that agree in half of the columns must often differ in the others.

    >>> sex, age = np.arange(100) % 2, np.arange(100) % 50 / 7
    >>> by_chance({"sex": sex}, sex), by_chance({"age": age, "older": age + 1}, sex)
    (True, False)
    """
    counts = np.unique(row_keys([*columns.values(), codes]), return_counts=True)[1]
    twins = int(counts[counts > 1].sum())
    classes = np.unique(codes)
    if len(classes) > CLASSES:
        expected = _expected([*columns.values(), codes])
    else:
        parts = (codes == label for label in classes)
        expected = sum(_expected([column[part] for column in columns.values()]) for part in parts)
    inputs = list(columns.values())
    return expected >= twins / 2 or halves_tell_chance([row_keys([one]) for one in inputs], row_keys(inputs)) is True


def _expected(columns: Sequence[Array]) -> float:
    """How many rows have a twin where columns are independent."""
    n, agree = len(columns[0]), 1.0
    for column in columns:
        shares = np.unique(row_keys([column]), return_counts=True)[1] / n
        agree *= float((shares**2).sum() * n - 1) / (n - 1) if n > 1 else 0.0
    return n * -expm1(-(n - 1) * agree)
