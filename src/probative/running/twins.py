"""Twins: rows with the same inputs and target, one of which is trained on while the other is tested."""

from __future__ import annotations

from collections.abc import Mapping
from math import expm1

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.row_keys import row_keys


def twin_keys(columns: Mapping[str, Array], codes: Array) -> Array | None:
    """A key of the inputs and target of every row; None where inputs have no columns to look at."""
    return row_keys([*columns.values(), codes]) if columns else None


def by_chance(columns: Mapping[str, Array], codes: Array) -> bool:
    """Whether independent columns with these shares of values make at least half as many twins as there are.

    Two rows agree in a column with the sum of its squared shares; over few columns of few values, rows must be equal.

    >>> sex, age = np.arange(100) % 2, np.arange(100) % 50 / 7
    >>> by_chance({"sex": sex}, sex), by_chance({"age": age, "older": age + 1}, sex)
    (True, False)
    """
    n, agree = len(codes), 1.0
    counts = np.unique(row_keys([*columns.values(), codes]), return_counts=True)[1]
    twins = int(counts[counts > 1].sum())
    for column in (*columns.values(), codes):
        shares = np.unique(row_keys([column]), return_counts=True)[1] / n
        agree *= float((shares**2).sum() * n - 1) / (n - 1) if n > 1 else 0.0
    return n * -expm1(-(n - 1) * agree) >= twins / 2
