"""Rows exchanged between slices: whether a measure differs by more than chance would make of the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np

from probative.evidence import ConfusionMatrix, Ladder, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.inference.clusters import cells_of
from probative.measurement import Measure, find
from probative.stats import TestResult

EXCHANGES = 499
METHOD = "permutation of slices"
Cells = Outcomes | ConfusionMatrix | Ladder


def exchanged(measure: str, parts: Sequence[Cells], seed: int = 0) -> TestResult:
    """How often rows dealt anew to slices of the same sizes differ as much in a measure, by its weighted variance.

    Rows are exchanged within their class where the share of positives does not change the measure, so that slices may
    differ in it. The test is exact where slices have nothing else to do with truth and prediction, however small.
    """
    deal = Deal.of(measure, parts)
    rng, seen, extreme = np.random.default_rng(seed), deal.apart(deal.rows), 0
    for _ in range(EXCHANGES):
        extreme += deal.apart(deal.shuffled(rng)) >= seen * (1 - 1e-9)
    p, floor = (extreme + 1) / (EXCHANGES + 1), "" if extreme else ", none of them as far apart: p is at most this"
    notes = (f"p from {EXCHANGES} exchanges of rows between slices{floor}",)
    return TestResult(seen, None, p, method=METHOD, notes=notes, n=len(deal.rows), symbol="variance")


def _sees_prevalence(measure: Measure, whole: Outcomes | Ladder) -> bool:
    """Whether twice as many positives would change the value."""
    cells = whole.cells()[0]
    twice = np.where(np.arange(len(cells)) < len(cells) // 2, 2.0, 1.0) * cells
    return not np.isclose(float(measure(whole)), float(measure(whole.with_cells(twice))), rtol=1e-9)


@dataclass(frozen=True, slots=True)
class Deal:
    """Rows of all slices, one after the other: the cell of each, the slice it lies in, and how slices weigh."""

    measure: Measure
    whole: Cells
    rows: Array
    owner: Array
    weight: Floats
    strata: tuple[Array, ...]
    """Places of the rows that may change places with each other."""

    @classmethod
    def of(cls, measure: str, parts: Sequence[Cells]) -> Deal:
        """The rows of these slices."""
        whole = reduce(add, parts)
        known, width = find(measure, whole), len(whole.cells()[0])
        layout = [cells_of(part, whole) for part in parts]
        rows = np.concatenate([np.repeat(place, count.astype(np.int64)) for place, count in layout])
        sizes = np.array([int(count.sum()) for _, count in layout])
        owner = np.repeat(np.arange(len(parts)), sizes)
        if isinstance(whole, ConfusionMatrix) or _sees_prevalence(known, whole):
            return cls(known, whole, rows, owner, sizes.astype(np.float64), (np.arange(len(rows)),))
        # Cells of positives come first, in ladders and in outcomes.
        positive = rows < width // 2
        counts = [np.bincount(owner[kept], minlength=len(parts)) for kept in (positive, ~positive)]
        weight = counts[0] * counts[1] / sizes
        return cls(known, whole, rows, owner, weight, (np.flatnonzero(positive), np.flatnonzero(~positive)))

    def shuffled(self, rng: np.random.Generator) -> Array:
        """The rows dealt anew."""
        rows = self.rows.copy()
        for places in self.strata:
            rows[places] = rng.permutation(rows[places])
        return rows

    def apart(self, rows: Array) -> float:
        """How far slices differ: the variance of their values, weighted."""
        width, slices = len(self.whole.cells()[0]), len(self.weight)
        places = self.owner * width + rows
        counts = np.bincount(places, minlength=width * slices).reshape(slices, width).astype(np.float64)
        if isinstance(self.whole, Ladder):
            values = np.array([float(self.measure(self.whole.with_cells(row))) for row in counts])
        else:
            values = np.asarray(self.measure(self.whole.with_cells(counts)), np.float64)
        # Rows of one class alone have no AUC.
        there = np.isfinite(values) & (self.weight > 0)
        if there.sum() < 2:
            return 0.0
        values, weight = values[there], self.weight[there] / self.weight[there].sum()
        return float(weight @ np.square(values - weight @ values))
