"""Two models cut on the same rows: how far apart their recall, their precision, their cost and the like are."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan

from probative.evidence import Outcomes
from probative.inference.mover import with_shares
from probative.inference.proportion import normal_quantile
from probative.measurement import find
from probative.measurement.registry import Parameter
from probative.stats.paired_cells import Cells, OneClass
from probative.stats.paired_shares import score_limits

Interval = tuple[float, float, float]
"""A value and the limits around it."""


@dataclass(frozen=True, slots=True)
class PairedCells:
    """Rows of either class that two cuts call positive: those of A, those of B, and those of both.

    >>> cells = PairedCells(positives=100, negatives=200, tp=(80, 70, 65), fp=(30, 40, 20))
    >>> [round(part, 4) for part in cells.recall()]
    [0.1, 0.0134, 0.1924]
    >>> [round(part, 4) for part in cells.gap("precision")]
    [0.0909, 0.0184, 0.168]
    >>> [round(part, 4) for part in cells.gap("expected_cost", fp=1, fn=5)]
    [-0.2, -0.3605, -0.0496]
    """

    positives: int
    negatives: int
    tp: tuple[int, int, int]
    fp: tuple[int, int, int]

    def recall(self, level: float = 0.95) -> Interval:
        """Recall of A minus that of B, with Tango's score limits."""
        return self._gap(self.tp, self.positives, 1.0, level)

    def gap(self, measure: str, prior: float | None = None, level: float = 0.95, **parameters: Parameter) -> Interval:
        """A binary measure of A minus that of B, with the limits of the paired comparison by square-and-add.

        With a prior the rows of a class are as common as that says, and its own chance does not count.

        >>> cells = PairedCells(positives=100, negatives=200, tp=(80, 70, 65), fp=(30, 40, 20))
        >>> [round(part, 4) for part in cells.gap("f1")]
        [0.0952, 0.0304, 0.1643]
        """
        known, z = find(measure), normal_quantile(level)

        def value(outcomes: Outcomes) -> float:
            return float(known(outcomes, **parameters))

        both = [self._outcomes(i, prior) for i in (0, 1)]
        effect = value(both[0]) - value(both[1])
        if isnan(effect):
            return nan, nan, nan
        low, high = self._cells().moved(value, effect, z, prior)
        reach = known.high - known.low
        return effect, max(low, -reach), min(high, reach)

    def _cells(self) -> Cells:
        (tp_a, tp_b, tp), (fp_a, fp_b, fp) = self.tp, self.fp
        # A false alarm of the other model alone is a negative that only this one has right.
        spared = self.negatives - fp_a - fp_b + fp
        positives = OneClass(self.positives, tp_a - tp, tp_b - tp, tp)
        return Cells(positives, OneClass(self.negatives, fp_b - fp, fp_a - fp, spared))

    def _outcomes(self, i: int, prior: float | None) -> Outcomes:
        tp, fp = self.tp[i], self.fp[i]
        if prior is None:
            return Outcomes(tp=tp, fn=self.positives - tp, fp=fp, tn=self.negatives - fp)
        return with_shares(prior, tp / self.positives, 1 - fp / self.negatives)

    @staticmethod
    def _gap(called: tuple[int, int, int], rows: int, scale: float, level: float) -> Interval:
        a, b, both = called
        low, high = score_limits(a - both, b - both, rows, z=normal_quantile(level))
        return scale * (a - b) / rows, scale * low, scale * high
