"""Costs as weights: what every prediction of a row would cost, and rows weighed so that a plain learner minds it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadInput
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import a_number
from probative.evidence.replication import mixed
from probative.records import Record


@dataclass(frozen=True, slots=True)
class CostWeighting(Record):
    """What weighing rows by their costs makes of a sample: the weights, and the shares that a learner then sees.

    `effective_prior` is the share of positives by weight, `ratio` that of positives to negatives; `threshold` is the
    probability at which an unweighted, calibrated model would have to be cut to decide alike.
    """

    weight_positive: float
    weight_negative: float
    effective_prior: float
    ratio: float
    threshold: float

    @classmethod
    def of(cls, fp: float, fn: float, positives: float, negatives: float, prior: float | None = None) -> CostWeighting:
        """Costs of false alarms and misses on so many rows; a prior makes rows stand for the shares of where it holds.

        >>> found = CostWeighting.of(fp=1, fn=5, positives=55, negatives=65)
        >>> found.weight_positive, round(found.effective_prior, 6), round(found.ratio, 6), round(found.threshold, 6)
        (5.0, 0.808824, 4.230769, 0.166667)
        """
        if not (a_number(positives, "positives") > 0 and a_number(negatives, "negatives") > 0):
            raise BadInput("weighing needs both classes.", found=f"{positives} positives, {negatives} negatives")
        share = positives / (positives + negatives)
        stands = (1.0, 1.0) if prior is None else (prior / share, (1 - prior) / (1 - share))
        minded, excused = fn * stands[0], fp * stands[1]
        least = min(minded, excused)
        up, down = minded / least, excused / least
        whole = up * positives + down * negatives
        return cls(up, down, up * positives / whole, up * positives / (down * negatives), down / (up + down))


def expanded(costs: Floats) -> tuple[Array, Array, Floats]:
    """Rows, labels and weights such that their weighted error is the cost, up to a constant that no model changes.

    Every row stands once for each class that costs less than the worst, weighed by what it saves (the data-space
    expansion of Abe, Zadrozny and Langford 2004). Where all wrong predictions of a row cost the same, that is the row
    itself, weighed by its cost.

    >>> rows, labels, weights = expanded(np.array([[0.0, 5.0], [1.0, 0.0]]))
    >>> rows.tolist(), labels.tolist(), weights.tolist()
    ([0, 1], [0, 1], [5.0, 1.0])
    """
    saved = costs.max(axis=1, keepdims=True) - costs
    rows, labels = np.nonzero(saved)
    return rows, labels, saved[rows, labels]


def drawn(labels: Array, expected: Floats, kinds: Array, generator: np.random.Generator) -> Array:
    """Places drawn so often as expected, up to one, row by row and class by class (systematic, in random order).

    Rows of one kind follow each other in that order, and the order comes from the kinds: a row that is expected three
    times is drawn as three rows of its kind are, wherever they stand. A class that would not be drawn at all is drawn
    once: nobody learns a class from no row.

    >>> generator = np.random.default_rng(0)
    >>> made = drawn(np.array([0] * 65 + [1] * 55), np.array([0.2] * 65 + [1.0] * 55), np.arange(120), generator)
    >>> (made < 65).sum(), (made >= 65).sum()
    (np.int64(13), np.int64(55))
    """
    taken = []
    order = mixed(kinds.astype(np.uint64) ^ generator.integers(2**63, dtype=np.uint64))
    for label in np.unique(labels):
        mine = np.flatnonzero(labels == label)
        mine = mine[np.argsort(order[mine], kind="stable")]
        # Rounded, for 65 times 0.2 is 13 and nothing less.
        passed = np.floor(np.round(np.cumsum(expected[mine]), 9) + generator.uniform(0, 1 - 1e-9))
        made = np.repeat(mine, np.diff(passed, prepend=0.0).astype(np.intp))
        taken.append(made if len(made) else mine[:1])
    return np.sort(np.concatenate(taken))
