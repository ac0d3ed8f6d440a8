"""Ladders whose neighbouring rungs were joined: which rungs go together, and by how much their AUC may be off."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from probative.evidence.arrays import Array, Floats, inner
from probative.evidence.mapped import let_go, picked
from probative.evidence.part_sums import STRETCH, whole_groups


class Counted(Protocol):
    """What a ladder shows of itself here."""

    @property
    def scores(self) -> Floats:
        """Distinct scores, descending."""

    @property
    def positives(self) -> Array:
        """Positives on each."""

    @property
    def negatives(self) -> Array:
        """Negatives on each."""

    @property
    def columns(self) -> tuple[Array, ...]:
        """The scores and all counts."""

    @property
    def totals(self) -> tuple[float, float]:
        """All positives and all negatives."""

    @property
    def n(self) -> float:
        """All rows."""

    @property
    def auc_error(self) -> float:
        """Largest error of the AUC so far."""

    @property
    def coarse(self) -> int:
        """Whether rungs were joined before, and how."""


def merged_error(a: Counted, b: Counted) -> float:
    """Largest error of the AUC of two ladders together: that of each, and the pairs across whose order is in doubt."""
    if not (a.coarse or b.coarse):
        return 0.0
    (pa, na), (pb, nb) = a.totals, b.totals
    pairs = (pa + pb) * (na + nb)
    return min((a.auc_error * pa * na + b.auc_error * pb * nb + _doubtful_pairs(a, b)) / pairs, 1.0) if pairs else 0.0


def _doubtful_pairs(a: Counted, b: Counted) -> float:
    """Pairs of a positive and a negative from either ladder whose rungs may overlap."""
    high_a, low_a = _reach(a)
    high_b, low_b = _reach(b)
    # Rungs of b that do not lie wholly above or wholly below each rung of a.
    first = np.searchsorted(-low_b, -high_a, side="right")
    last = np.maximum(np.searchsorted(-high_b, -low_a, side="left"), first)
    cumulated = [np.concatenate([[0.0], np.cumsum(column)]) for column in (b.positives, b.negatives)]
    p, n = (column[last] - column[first] for column in cumulated)
    return dot(a.positives, n) + dot(a.negatives, p)


def _reach(ladder: Counted) -> tuple[Floats, Floats]:
    """Where the scores that were joined into each rung can have been: between its neighbours, or just there."""
    if not ladder.coarse:
        return ladder.scores, ladder.scores
    if ladder.coarse > 1:
        anywhere = np.full(len(ladder.scores), np.inf)
        return anywhere, -anywhere
    return np.concatenate([[np.inf], ladder.scores[:-1]]), np.concatenate([ladder.scores[1:], [-np.inf]])


def dot(a: Array, b: Array) -> float:
    """Sum of products, in floats: products of counts would overflow integers."""
    total = 0.0
    for first in range(0, len(a), STRETCH):
        part = slice(first, first + STRETCH)
        total += inner(a[part].astype(np.float64), b[part].astype(np.float64))
        let_go(a[part], b[part])
    return total


def even_starts(ladder: Counted, rungs: int) -> Array:
    """First rungs of groups that hold equal shares of the rows."""
    found, passed, last = [], 0.0, -1
    for first in range(0, len(ladder.scores), STRETCH):
        part = slice(first, first + STRETCH)
        mass = ladder.positives[part] + ladder.negatives[part]
        upto = np.cumsum(mass)
        before = upto - mass + passed
        before *= rungs / ladder.n
        # What lies above never falls: where each group begins is looked up.
        group = min(int(before[-1]), rungs - 1)
        found.append(first + np.unique(np.searchsorted(before, np.arange(last + 1, group + 1))))
        let_go(ladder.positives[part], ladder.negatives[part])
        passed, last = passed + float(upto[-1]), group
    return np.concatenate(found)


def mean_scores(ladder: Counted, starts: Array, mass: Floats) -> Floats:
    """Mean score of joined rungs of some mass, inside their range; with an infinity in it, the highest."""
    scores, ends = ladder.scores, np.append(starts[1:], len(ladder.scores))
    highest, lowest = picked(scores, starts), picked(scores, ends - 1)
    gaps = np.empty(len(starts))
    with np.errstate(invalid="ignore", over="ignore"):
        for i, j in whole_groups(starts, len(scores)):
            part, sizes, firsts = slice(starts[i], ends[j - 1]), ends[i:j] - starts[i:j], starts[i:j] - starts[i]
            # Distances within a rung are small where the scores themselves may be huge, or ulps apart.
            far = scores[part] - np.repeat(highest[i:j], sizes)
            far *= ladder.positives[part] + ladder.negatives[part]
            gaps[i:j] = np.add.reduceat(far, firsts) / mass[i:j]
            let_go(*(column[part] for column in ladder.columns))
        means = np.clip(highest + gaps, lowest, highest)
    return np.where(np.isnan(means), highest, means)
