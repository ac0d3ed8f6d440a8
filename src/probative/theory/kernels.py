"""Kernels of finite sets, as the decks recall them: how alike two sets are, as an inner product."""

from __future__ import annotations

from collections.abc import Collection, Hashable


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
