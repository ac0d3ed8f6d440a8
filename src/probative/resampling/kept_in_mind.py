"""What splits kept in mind, as it is seen from the rows that they test: the shares of classes, the order of time."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from probative.evidence.arrays import Array
from probative.resampling.rows import Part


def keeps_shares(codes: Array, tests: Iterable[Array]) -> bool:
    """Whether every test set has its share of every class, to a row.

    >>> keeps_shares(np.array([0, 0, 1, 1]), [np.array([0, 2]), np.array([1, 3])])
    True
    >>> keeps_shares(np.repeat([0, 1], 4), [np.arange(4), np.arange(4, 8)])
    False
    """
    sizes = np.bincount(codes)
    return all(
        np.abs(np.bincount(codes[test], minlength=len(sizes)) - sizes * len(test) / len(codes)).max() <= 1 + 1e-9
        for test in tests
    )


def goes_forward(times: Array, parts: Iterable[Part]) -> bool:
    """Whether all rows that are tested are later than all rows that are trained on, split by split.

    >>> goes_forward(np.arange(4), [Part(0, 0, np.array([0, 1]), np.array([2, 3]))])
    True
    """
    return all(times[part.train].max() < times[part.test].min() for part in parts)
