"""Clustered numbers: errors of a regression, losses and grades, of which whole clusters vary.

What a cluster adds to a mean is known from its sums. Any other value is computed again without each cluster in turn;
of a mean that gives the same, to the last digit, so that there is one rule: the cluster jackknife (CR3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from operator import add

import numpy as np

from probative.evidence import Ledger, Moments, Residuals, ValuePairs
from probative.evidence.arrays import Floats
from probative.evidence.evidence import remembered
from probative.inference.clusters import Clusters
from probative.inference.scales import SCALES
from probative.inference.varying_clusters import VaryingClusters, require_two
from probative.measurement.registry import Measure, Parameters

BLOCKS = 200
"""Parts that clusters are put together to where each one left out takes a look at all rows."""
Numbers = Moments | Residuals | ValuePairs


class NumberClusters(VaryingClusters):
    """The sums (or pairs) of each cluster, and those of all of them.

    >>> ledger = Ledger(("site",), {(i,): Moments.from_values([i, i + 1.0]) for i in range(3)})
    >>> clusters = NumberClusters(ledger)
    >>> clusters.size, clusters.total.mean
    (3, 1.5)
    """

    def __init__(self, ledger: Ledger) -> None:
        self.parts: tuple[Numbers, ...] = tuple(part for part in ledger.entries.values() if float(part.n) > 0)
        self.size = len(self.parts)
        require_two(self.size)
        self.total: Numbers = ledger.total()
        sizes = np.array([float(part.n) for part in self.parts])
        self.share = sizes / sizes.sum()

    def influence(self, measure: Measure, parameters: Parameters) -> Floats:
        """By how much each cluster (or each of 200 blocks of them) moves the value, seen from the others."""
        if measure.losses is None:
            return self.left_out(measure, parameters)
        losses = [measure.losses(part, **parameters) for part in self.parts]
        sizes, means = (np.array([float(getattr(loss, name)) for loss in losses]) for name in ("n", "mean"))
        share = sizes / sizes.sum()
        whole = float(measure.losses(self.total, **parameters).mean)
        moved: Floats = share * (means - whole) / (1 - share)
        return moved

    def left_out(self, measure: Measure, parameters: Parameters, scale: str = "identity") -> Floats:
        """The value less what it is without each cluster, on a scale; nan where there is none without it."""
        forward = SCALES[scale].forward
        with np.errstate(divide="ignore", invalid="ignore"):
            whole = forward(np.float64(float(measure(self.total, **parameters))))
            others = [float(measure(rest, **parameters)) for rest in self._rests]
            moved: Floats = np.asarray(whole - forward(np.array(others)), np.float64)
        return moved

    @property
    def _rests(self) -> Iterable[Numbers]:
        """What all the other clusters hold, for each of them: sums are few numbers and kept, pairs are not."""
        return self._pairs_without_each(self.total) if isinstance(self.total, ValuePairs) else self._sums_without_each

    @cached_property
    def _sums_without_each(self) -> list[Numbers]:
        blocks = self._blocks
        before = [None, *accumulate(blocks[:-1], add)]
        after = [None, *accumulate(blocks[:0:-1], add)][::-1]
        both = zip(before, after, strict=True)
        return [b if a is None else a if b is None else a + b for a, b in both]

    @cached_property
    def _blocks(self) -> list[Numbers]:
        """Clusters, put together to blocks of even size where they are many."""
        # Single errors are of no use here and take the time.
        parts = [replace(part, errors=None) if isinstance(part, Residuals) else part for part in self.parts]
        if self.size <= BLOCKS:
            return parts
        order = np.argsort(-self.share, kind="stable")
        dealt = [[parts[i] for i in order[block::BLOCKS]] for block in range(BLOCKS)]
        return [Ledger(("part",), {(i,): part for i, part in enumerate(parts)}).total() for parts in dealt]

    def _pairs_without_each(self, whole: ValuePairs) -> Iterator[ValuePairs]:
        keys = whole.truth + 1j * whole.predicted
        for block in self._blocks:
            assert isinstance(block, ValuePairs)
            mass = whole.mass.copy()
            place = np.searchsorted(keys, block.truth + 1j * block.predicted)
            mass[place] -= block.mass
            # What is left of the last row of its kind is rounding, not weight.
            mass[mass < 1e-9 * whole.mass] = 0.0
            yield whole.with_cells(mass)


@remembered
def clusters_of(ledger: Ledger) -> Clusters | NumberClusters:
    """The clusters of a ledger: of cells that hold rows, or of numbers."""
    first = next(iter(ledger.entries.values()), None)
    return NumberClusters(ledger) if isinstance(first, Moments | Residuals | ValuePairs) else Clusters(ledger)
