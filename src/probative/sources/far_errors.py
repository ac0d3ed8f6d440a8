"""Errors of rows that come sorted: quantiles, and groups of equally many rows, without keeping any row."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from probative.evidence import Moments
from probative.evidence.arrays import Array, Floats


def quantiles_of(rising: Iterable[tuple[Array, ...]], n: int, at: Floats) -> tuple[Moments, Floats]:
    """Moments of n rising values and their quantiles by Hazen's rule: the i-th value lies at (i - 1/2) / n.

    >>> quantiles_of([(np.array([1.0, 2.0]),), (np.array([4.0]),)], 3, np.array([0.5, 2 / 3]))[1].tolist()
    [2.0, 3.0]
    """
    places = np.clip(n * at - 0.5, 0, n - 1)
    low = np.floor(places).astype(np.int64)
    wanted = np.concatenate([low, np.minimum(low + 1, n - 1)])
    found, first, total = np.empty(len(wanted)), 0, None
    for (values,) in rising:
        here = (wanted >= first) & (wanted < first + len(values))
        found[here] = values[wanted[here] - first]
        part = Moments.from_groups(values, None, None, 2)
        total, first = part if total is None else total + part, first + len(values)
    assert total is not None, "there are rows"
    below, above = np.split(found, 2)
    return total, below + (above - below) * (places - low)


def groups_of(rising: Iterable[tuple[Array, ...]], n: int, groups: int) -> list[tuple[Moments, Moments]]:
    """Moments of two columns in each of some groups of equally many rows, the first ones with one more."""
    ends = np.cumsum([n // groups + (i < n % groups) for i in range(groups)])
    made: list[tuple[Moments, Moments] | None] = [None] * groups
    first = 0
    for columns in rising:
        cuts = np.clip(ends - first, 0, len(columns[0]))
        for i, (start, end) in enumerate(zip([0, *cuts[:-1].tolist()], cuts.tolist(), strict=True)):
            if start == end:
                continue
            one, other = (Moments.from_groups(column[start:end], None, None, 2) for column in columns)
            so_far = made[i]
            made[i] = (one, other) if so_far is None else (so_far[0] + one, so_far[1] + other)
        first += len(columns[0])
    return [group for group in made if group is not None]
