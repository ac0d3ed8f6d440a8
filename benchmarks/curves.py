"""ROC, precision-recall and hull at millions of distinct scores, against scikit-learn's curves (which give no hull)."""

from __future__ import annotations

from collections.abc import Iterator

from sklearn.metrics import precision_recall_curve, roc_curve

import probative as pv
from benchmarks.ranking import scored
from benchmarks.timing import Ratio, beside, best
from probative.curves.hull import ladder_hull


def run() -> Iterator[Ratio]:
    """Curves from raw scores, and the hull alone beside building the ladder."""
    y, s = scored(5_000_000)

    def ours() -> None:
        curve = pv.roc(pv.Ladder.from_scores(y, s))
        curve.hull()
        pv.precision_recall(curve.ladder)

    def theirs() -> None:
        roc_curve(y, s)
        precision_recall_curve(y, s)

    yield Ratio("ROC, PR and hull, 5 million scores", *beside(ours, theirs, 3), 10)
    y, s = scored(10_000_000)
    ladders: list[pv.Ladder] = []

    def build() -> None:
        ladders[:] = [pv.Ladder.from_scores(y, s)]

    built = best(build, 3)
    scores, p, n = ladders[0].scores, ladders[0].positives, ladders[0].negatives
    # A new ladder each time: a hull is remembered with its ladder.
    hull = best(lambda: ladder_hull(pv.Ladder(scores, p, n)), 3)
    yield Ratio("hull of 10 million points, against building the ladder", hull, built, 1, at_most=True)
