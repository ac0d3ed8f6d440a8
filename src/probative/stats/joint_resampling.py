"""Resampled and swapped tables of two models' labels."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.measurement.registry import Measure, Parameters
from probative.stats.joint import Joint

ENUMERATED = 100_000
"""Swapped tables up to which all are listed instead of drawn."""
CELLS = 4_000_000
"""Numbers drawn at a time."""


def bootstrapped(
    joint: Joint, measure: Measure, parameters: Parameters, replicates: int, rng: np.random.Generator
) -> Floats:
    """Differences of the measure on resampled rows: a multinomial draw of the table is the row bootstrap, exactly."""
    share, parts = joint.counts / joint.n, []
    for size in blocks(replicates, len(joint.counts)):
        drawn = rng.multinomial(joint.n, share, size=size)
        parts.append(differences(joint, measure, drawn, parameters))
    return np.concatenate(parts)


def permuted(
    joint: Joint, measure: Measure, parameters: Parameters, replicates: int, rng: np.random.Generator
) -> tuple[Floats, Floats | None]:
    """Differences when A's and B's labels are swapped at random row by row, and their chances if all were listed.

    Of the rows with one truth that the models call i and j, a fair toss per row decides which model said i: how
    many it gives to A is all that matters.
    """
    swap = Swap(joint)
    if np.log1p(swap.rows).sum() <= np.log(ENUMERATED) + 1e-9:
        tables, chances = swap.every()
        return differences(swap.joint, measure, tables, parameters), chances
    parts = []
    for size in blocks(replicates, len(swap.joint.counts)):
        parts.append(differences(swap.joint, measure, swap.draw(rng, size), parameters))
    return np.concatenate(parts), None


class Swap:
    """The disagreements of two models: groups of rows of one truth and one unordered pair of labels."""

    def __init__(self, joint: Joint) -> None:
        k = len(joint.labels)
        low, high = np.minimum(joint.a, joint.b), np.maximum(joint.a, joint.b)
        differ = joint.a != joint.b
        key = ((joint.truth * k + low) * k + high)[differ]
        kinds, group = np.unique(key, return_inverse=True)
        self.rows: Array = np.bincount(group, joint.counts[differ], len(kinds)).astype(np.int64)
        truth, low, high = kinds // k**2, kinds // k % k, kinds % k
        both = ~differ
        # Triples: those that agree, then A with the lower label, then A with the higher one.
        self.fixed = joint.counts[both]
        self.joint = Joint(
            joint.labels,
            np.concatenate([joint.truth[both], truth, truth]),
            np.concatenate([joint.a[both], low, high]),
            np.concatenate([joint.b[both], high, low]),
            np.concatenate([self.fixed, self.rows, np.zeros_like(self.rows)]),
        )

    def tables(self, given: Array) -> Array:
        """Counts of all triples when A has the lower label in `given` rows of each group."""
        fixed = np.broadcast_to(self.fixed, (len(given), len(self.fixed)))
        return np.concatenate([fixed, given, self.rows - given], axis=1)

    def draw(self, rng: np.random.Generator, size: int) -> Array:
        """Tables under fair tosses."""
        return self.tables(rng.binomial(self.rows, 0.5, size=(size, len(self.rows))))

    def every(self) -> tuple[Array, Floats]:
        """All tables with their chances."""
        from scipy.stats import binom

        given, chances = np.zeros((1, 0), np.int64), np.ones(1)
        for rows in self.rows.tolist():
            steps = np.arange(rows + 1)
            given = np.column_stack([np.repeat(given, len(steps), axis=0), np.tile(steps, len(given))])
            chances = np.outer(chances, binom.pmf(steps, rows, 0.5)).ravel()
        return self.tables(given), chances


def differences(joint: Joint, measure: Measure, counts: Array, parameters: Parameters) -> Floats:
    """The measure of A less that of B, for counts whose last axis follows the triples."""
    first, second = joint.values(measure, counts, parameters)
    with np.errstate(invalid="ignore"):
        # Infinite ratios of both models have no difference.
        return first - second


def blocks(replicates: int, cells: int) -> list[int]:
    """Replicates in parts of bounded size."""
    most = max(CELLS // max(cells, 1), 1)
    return [min(most, replicates - start) for start in range(0, replicates, most)]
