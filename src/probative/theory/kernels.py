"""Kernels of finite sets, as the decks recall them: how alike two sets are, as an inner product."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from itertools import combinations

import numpy as np

from probative.evidence.arrays import Array


def intersection_kernel(x: Collection[Hashable], z: Collection[Hashable]) -> int:
    """The number of elements that two sets share: the inner product of their indicator vectors.

    >>> intersection_kernel({1, 2, 3, 5}, {2, 3, 7})
    2
    """
    return len(set(x) & set(z))


def subset_kernel(x: Collection[Hashable], z: Collection[Hashable]) -> int:
    """The number of sets that are subsets of both: 2 to the number of shared elements.

    >>> subset_kernel({1, 2, 3, 5}, {2, 3, 7})
    4
    """
    return int(2 ** intersection_kernel(x, z))


def element_bits(x: Collection[Hashable], whole: Sequence[Hashable]) -> Array:
    """The bit vector of a set: for every element of the whole, whether it is in the set.

    >>> element_bits({1, 3}, [1, 2, 3]).tolist()
    [1, 0, 1]
    """
    return np.array([element in x for element in whole], np.int64)


def subset_bits(x: Collection[Hashable], whole: Sequence[Hashable]) -> Array:
    """The bit vector of a set over all subsets of the whole: whether it contains each; the empty one first.

    >>> subset_bits({1, 3}, [1, 2, 3]).tolist()
    [1, 1, 0, 1, 0, 1, 0, 0]
    """
    every = (part for size in range(len(whole) + 1) for part in combinations(whole, size))
    return np.array([all(element in x for element in part) for part in every], np.int64)
