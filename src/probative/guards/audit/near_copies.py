"""Near copies: rows far closer to another than rows of this table are by chance."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.guards.audit.matrix import ordinary, spread_out
from probative.guards.audit.table import AuditTable
from probative.guards.guard import Guard
from probative.guards.note import Note

NEAR = Guard(
    "rows-nearly-copied",
    "warning",
    "",
    "Rows are so much closer to their nearest neighbour than to the fifth that it would happen by chance in one table "
    "in a thousand (nearest neighbours on a stated sample, inputs in units of their spread).",
    "Rows that were jittered, augmented, rounded or measured twice land on both sides of a random split, as copies do.",
    "look at them, and give what comes from one original the same group (--group)",
)
MOST = 4_000
"""Rows whose neighbours are looked for."""
NEIGHBOURS = 5
ALPHA = 0.001
FAR_BELOW = 0.1
"""Near copies are closer than this times what is usual."""
RICH, COLUMNS = 20, 3
"""Columns with so many different values, and how many of them are needed to tell rows apart."""
GAP = 10.0
"""A leap in the sorted distances that no smooth table has, once some of its rows lie below it."""
NEVER = 0.03
"""A median of nearest / fifth that no dimension of at least 1 has (there it is 0.16): nearly all rows have copies."""
LEAST = 5
"""Near copies fewer than these are no pattern."""


def near_copies(table: AuditTable) -> Iterator[Note]:
    """Rows whose nearest neighbour is suspiciously near; exact copies are another check's business."""
    fields = ordinary(table)
    if sum(f.kind == "number" and f.facts.distinct > RICH for f in fields) < COLUMNS:
        return
    chosen = table.fewer(MOST)
    points, first = np.unique(spread_out(fields, chosen), axis=0, return_index=True)
    if len(points) < 50:
        return
    nearest, fifth, partner = _distances(points)
    near, positions = suspects(nearest, fifth), table.sample[chosen[first]]
    if table.group is not None:
        # What a group keeps on one side may be as alike as it likes.
        near &= table.group[positions] != table.group[positions[partner]]
    if near.sum() < LEAST:
        return
    across = _across(table, positions, near, partner)
    more = f" {across:,} of them stand on the other side of a split from their neighbour." if across else ""
    yield NEAR(
        f"{int(near.sum()):,} of {len(points):,} rows are nearly equal to another one: nearest neighbours by inputs in "
        f"units of their spread{table.about_sample(len(chosen))}; "
        f"{table.such_as(np.sort(positions[near]))}.{more}",
        table.showing(np.sort(positions[near])),
        rows=table.rows(np.sort(positions[near])),
        columns=[f.name for f in fields],
        count=float(near.sum()),
        across=float(across),
        usual_distance=float(np.median(nearest)),
        their_distance=float(np.median(nearest[near])),
    )


def suspects(nearest: Floats, fifth: Floats) -> Array:
    """Rows whose nearest neighbour is too near, by the distances to the first and the fifth.

    In a smooth table of dimension d, the share of rows for which nearest / fifth falls below r goes as r to the d
    (Facco et al. 2017 use the second neighbour); d is read off the lower middle of these ratios, so that mixtures of
    categories and numbers, which have few near neighbours, are not mistaken. Where many rows have near copies they
    are told by a gap in the distances instead.
    """
    ratio = nearest / fifth
    low, high = np.quantile(ratio, [0.1, 0.3])
    found = np.zeros(len(ratio), bool)
    if 0 < low < high < 1:
        dimension = np.log(3) / np.log(high / low)
        chance = 0.3 * (ratio / high) ** dimension
        found = chance < ALPHA / len(ratio)
    ordered = np.sort(nearest)
    place = np.arange(len(ordered) - 1)
    leaps = ordered[1:] / ordered[:-1] > GAP
    inside = leaps & (place >= 0.05 * len(ordered)) & (place < 0.98 * len(ordered))
    if inside.any():
        found |= nearest <= ordered[np.flatnonzero(inside)[-1]]
    usual = ordered[-1] if inside.any() else np.median(nearest)
    if np.median(ratio) < NEVER:
        found, usual = ratio < FAR_BELOW, np.median(fifth)
    near: Array = found & (nearest <= FAR_BELOW * usual)
    return near


def _distances(points: Floats) -> tuple[Floats, Floats, Array]:
    """Of every row: the distances to its nearest and its fifth neighbour, and who the nearest is."""
    from sklearn.neighbors import NearestNeighbors

    found, who = NearestNeighbors(n_neighbors=NEIGHBOURS + 1).fit(points).kneighbors(points)
    return found[:, 1], found[:, NEIGHBOURS], who[:, 1]


def _across(table: AuditTable, positions: Array, near: Array, partner: Array) -> int:
    """Suspects whose neighbour stands on the other side of a split."""
    crossing = np.zeros(len(positions), bool)
    for pair in table.pairs:
        tested, trained = (np.isin(positions, part) for part in (pair.test, pair.train))
        crossing |= tested & trained[partner] & near
    return int(crossing.sum())
