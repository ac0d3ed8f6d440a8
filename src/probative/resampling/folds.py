"""Fold numbers: which fold each row is tested in, for every kind of k-fold cross-validation.

Written here because one array of fold numbers per repeat is all that is needed, and because scikit-learn's
stratified folds refuse small classes. Stratified folds of whole groups are scikit-learn's.
"""

from __future__ import annotations

import heapq
import warnings

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array


def blocks(n: int, k: int) -> Array:
    """Consecutive blocks whose sizes differ by at most one, the larger ones first.

    >>> np.bincount(blocks(23, 5)).tolist()
    [5, 5, 5, 4, 4]
    """
    sizes = np.full(k, n // k)
    sizes[: n % k] += 1
    return np.repeat(np.arange(k), sizes)


def shuffled(n: int, k: int, rng: np.random.Generator) -> Array:
    """Every row in a fold by chance, sizes within one."""
    return rng.permutation(blocks(n, k))


def stratified(classes: Array, k: int, rng: np.random.Generator | None) -> Array:
    """Folds in which every class, and the whole fold, has its share within one row.

    The rows are sorted by class (in random order within a class) and dealt out like cards.
    """
    n = len(classes)
    order = np.arange(n) if rng is None else rng.permutation(n)
    order = order[np.argsort(classes[order], kind="stable")]
    fold = np.empty(n, np.intp)
    fold[order] = np.arange(n) % k
    return fold


def grouped(groups: Array, k: int, rng: np.random.Generator | None) -> Array:
    """Whole groups in folds of sizes as equal as dealing the largest groups first makes them."""
    sizes = np.bincount(groups)
    order = np.arange(len(sizes)) if rng is None else rng.permutation(len(sizes))
    order = order[np.argsort(-sizes[order], kind="stable")]
    lightest = [(0, fold) for fold in range(k)]
    fold_of = np.empty(len(sizes), np.intp)
    for group in order:
        size, fold = heapq.heappop(lightest)
        fold_of[group] = fold
        heapq.heappush(lightest, (size + int(sizes[group]), fold))
    return fold_of[groups]


def stratified_grouped(classes: Array, groups: Array, k: int, rng: np.random.Generator | None) -> Array:
    """Whole groups in folds whose classes are as balanced as scikit-learn's greedy rule makes them."""
    from sklearn.model_selection import StratifiedGroupKFold

    largest = int(np.bincount(classes).max())
    if k > largest:
        raise BadParameter(
            "no class has enough rows for these stratified folds of groups.",
            found=f"{k} folds, {largest} rows in the largest class",
            remedy=f"at most {largest} folds, or 'grouped' alone",
        )
    seed = None if rng is None else int(rng.integers(2**31))
    splitter = StratifiedGroupKFold(k, shuffle=rng is not None, random_state=seed)
    fold = np.empty(len(classes), np.intp)
    with warnings.catch_warnings():
        # A class with fewer rows than folds is a guard rail's to tell.
        warnings.simplefilter("ignore", UserWarning)
        for number, (_, test) in enumerate(splitter.split(np.empty((len(classes), 0)), classes, groups)):
            fold[test] = number
    return fold
