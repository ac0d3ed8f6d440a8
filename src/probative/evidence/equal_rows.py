"""Equal rows: whether chance makes them, or somebody copied them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.replication import mixed

MOST_COLUMNS = 200
"""Columns that are looked at to tell copies from chance; of more, so many drawn."""
HALVES = 15
"""Random halves of the columns by which copies are told from chance, beside the half with the most values."""
TELLS = 4.0
"""How many times more pairs of equal rows there must be than chance makes in half of the columns."""
SEED = 0


def halves_tell_chance(columns: Sequence[Array], keys: Array, copied: float = 0.5, n: int = 0) -> bool | None:
    """Whether rows that agree in half of the columns often differ in the other half; None where no half can tell.

    Where columns have few values, many more rows agree in a random half of the columns than in all; copies agree in
    all columns as soon as they agree in half. Between chance under independence and 1 lies what dependence can do. Only
    halves are asked in which chance alone makes far fewer rows equal than are equal in all columns: two columns of
    three values tell nothing about copies. Where no half can tell, columns are left out one by one: rows that differ in
    that one alone show how many agree in it by chance, too, and `copied` is the share of equal pairs that must be left
    for copies. `columns` hold a number of 64 bits for every value, `keys` one for every row, as `row_keys` makes them;
    of a long table of `n` rows, `columns` may be of a sample of them, and `keys` may leave out rows that occur once.

    >>> rng = np.random.default_rng(0)
    >>> few, many = rng.integers(0, 4, (8, 900)).astype(np.uint64), rng.integers(0, 9000, (4, 900)).astype(np.uint64)
    >>> many[:, :50] = many[:, 50:100]
    >>> [halves_tell_chance(list(part), (part * [[7], [11], [13], [17]]).sum(axis=0)) for part in (many, few[:4])]
    [False, True]
    """
    if len(columns) < 2:
        return True
    n = n or len(keys)
    agree = np.array([same_pairs(column) / _pairs(len(column)) for column in columns])
    if float(np.log([_values(column, n) for column in columns]).sum()) <= np.log(n):
        # There are fewer different rows than rows: some must be equal.
        return True
    if len(columns) > MOST_COLUMNS:
        kept = np.sort(np.random.default_rng(SEED).choice(len(columns), MOST_COLUMNS, replace=False))
        columns, agree = [columns[i] for i in kept], agree[kept]
    hashes = np.array([mixed(column) for column in columns])
    everything = same_pairs(keys) / _pairs(n)
    rng, votes, asked, size = np.random.default_rng(SEED), 0, 0, (len(columns) + 1) // 2
    richest = np.argsort(np.argsort(agree)) < size
    for half in (richest, *(rng.permutation(len(columns)) < size for _ in range(HALVES))):
        if float(np.prod(agree[half])) * TELLS > everything:
            continue
        asked += 1
        with np.errstate(over="ignore"):
            joint = (hashes[half] * rng.integers(1, 2**63, half.sum(), dtype=np.uint64)[:, None]).sum(axis=0)
        in_half = same_pairs(joint) / _pairs(len(joint))
        chance = float(np.prod(agree[~half]))
        votes += everything <= in_half * (1 + chance) / 2
    if asked:
        return votes >= asked / 2
    return True if _most_copies(hashes, agree, everything) < copied * everything else None


def _values(column: Array, rows: int) -> float:
    """How many values a column has in so many rows; where these are a sample of them, by Chao's estimate."""
    counts = np.unique(column, return_counts=True)[1]
    if len(column) >= rows:
        return float(len(counts))
    once, twice = float((counts == 1).sum()), float((counts == 2).sum())
    return min(len(counts) + once * (once - 1) / (2 * (twice + 1)), float(rows))


def _most_copies(hashes: Array, agree: Floats, equal: float) -> float:
    """The share of pairs that may be copies, of a share `equal` of equal ones, by the column that leaves the fewest.

    They are shares because `hashes` may be of a sample of the rows. Copies agree in every column. Of pairs that agree
    in all others by chance, a share of `agree` agrees in this one too if it is independent of them, and more if not;
    those that do not agree are there to be counted.
    """
    odd = np.random.default_rng(SEED).integers(1, 2**62, len(hashes), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    least = equal
    with np.errstate(over="ignore"):
        whole = (hashes * odd[:, None]).sum(axis=0)
        for one, factor, share in zip(hashes, odd, agree, strict=True):
            differ = max(same_pairs(whole - one * factor) / _pairs(hashes.shape[1]) - equal, 0.0)
            least = min(least, equal - differ * share / max(1 - share, 1e-12))
    return least


def same_pairs(keys: Array) -> float:
    """How many pairs of rows have the same key."""
    counts = np.unique(keys, return_counts=True)[1].astype(np.float64)
    return float((counts * (counts - 1) / 2).sum())


def _pairs(n: int) -> float:
    return n * (n - 1) / 2
