"""Two models cut on the same rows: how far apart their recall, their precision and their cost are."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, nan, sqrt

from probative.inference.proportion import normal_quantile
from probative.stats.paired_shares import score_limits

Interval = tuple[float, float, float]
"""A value and the limits around it."""


@dataclass(frozen=True, slots=True)
class PairedCells:
    """Rows of either class that two cuts call positive: those of A, those of B, and those of both.

    >>> cells = PairedCells(positives=100, negatives=200, tp=(80, 70, 65), fp=(30, 40, 20))
    >>> [round(part, 4) for part in cells.recall()]
    [0.1, 0.0134, 0.1924]
    >>> [round(part, 4) for part in cells.precision()]
    [0.0909, 0.0199, 0.1619]
    >>> [round(part, 4) for part in cells.cost(fp=1, fn=5)]
    [-0.2, -0.37, -0.0516]
    """

    positives: int
    negatives: int
    tp: tuple[int, int, int]
    fp: tuple[int, int, int]

    def recall(self, level: float = 0.95) -> Interval:
        """Recall of A minus that of B, with Tango's score limits."""
        return self._gap(self.tp, self.positives, 1.0, level)

    def alarms(self, level: float = 0.95) -> Interval:
        """False positive rate of A minus that of B, with Tango's score limits."""
        return self._gap(self.fp, self.negatives, 1.0, level)

    def cost(self, fp: float, fn: float, prior: float | None = None, level: float = 0.95) -> Interval:
        """Expected cost of A minus that of B per row: the limits of misses and of false alarms, squared and added.

        Without a prior rows are as common as here, and all of them stand behind a share; with one, the rows of a class.
        """
        n = self.positives + self.negatives
        rows = (n, n) if prior is None else (self.positives, self.negatives)
        weight = (fn, fp) if prior is None else (fn * prior, fp * (1 - prior))
        found, low_found, high_found = self._gap(self.tp, rows[0], weight[0], level)
        alarm, low_alarm, high_alarm = self._gap(self.fp, rows[1], weight[1], level)
        value = alarm - found
        down, up = hypot(alarm - low_alarm, high_found - found), hypot(high_alarm - alarm, found - low_found)
        return value, value - down, value + up

    def precision(self, prior: float | None = None, level: float = 0.95) -> Interval:
        """Precision of A minus that of B, with limits by the delta method from what each row adds."""
        n = self.positives + self.negatives
        share = self.positives / n if prior is None else prior
        weight = share * n / self.positives, (1 - share) * n / self.negatives
        called = [weight[0] * self.tp[i] + weight[1] * self.fp[i] for i in (0, 1)]
        if not all(called):
            return nan, nan, nan
        at = [weight[0] * self.tp[i] / called[i] for i in (0, 1)]
        spread = 0.0
        for rows, w, hit in ((self.tp, weight[0], 1.0), (self.fp, weight[1], 0.0)):
            a, b = ((hit - at[i]) * w / called[i] for i in (0, 1))
            both = rows[2]
            spread += (rows[0] - both) * a * a + (rows[1] - both) * b * b + both * (a - b) ** 2
        value, half = at[0] - at[1], normal_quantile(level) * sqrt(spread)
        return value, max(value - half, -1.0), min(value + half, 1.0)

    @staticmethod
    def _gap(called: tuple[int, int, int], rows: int, scale: float, level: float) -> Interval:
        a, b, both = called
        low, high = score_limits(a - both, b - both, rows, z=normal_quantile(level))
        return scale * (a - b) / rows, scale * low, scale * high
