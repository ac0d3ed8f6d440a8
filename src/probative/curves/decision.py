"""Decision curves: the net benefit of acting on a model's positives, at every threshold probability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.curves.planes import decision_plane
from probative.errors import BadParameter
from probative.evidence import Ladder, Ledger
from probative.evidence.arrays import Array, Floats, numbers
from probative.evidence.cutting import cut
from probative.evidence.needed import need
from probative.inference import estimate
from probative.inference.levels import checked_level
from probative.measurement.net_benefit import odds
from probative.pictures import Band, Chart, Line

GRID = tuple(k / 100 for k in range(1, 100))
"""Threshold probabilities where none are named."""


@dataclass(frozen=True, slots=True)
class DecisionCurve(Curve):
    """Net benefit by threshold probability, with limits, beside acting on all rows; acting on none has 0."""

    threshold: Floats
    net_benefit: Floats
    low: Floats
    high: Floats
    treat_all: Floats
    level: float
    prior: float | None = None
    method: str | None = None

    def columns(self) -> dict[str, Array]:
        """The curve, its limits, and acting on all."""
        return {
            "threshold": self.threshold,
            "net_benefit": self.net_benefit,
            "low": self.low,
            "high": self.high,
            "treat_all": self.treat_all,
        }

    @property
    def useful(self) -> tuple[Floats, Floats]:
        """The thresholds at which the lower limit beats 0, and those at which the value beats both trivial rules."""
        best = np.maximum(self.treat_all, 0.0)
        return self.threshold[self.low > 0], self.threshold[self.net_benefit > best]

    def picture(self, name: str = "") -> Chart:
        """The curve in its pointwise limits, and both trivial rules."""
        band = Band(self.threshold, self.low, self.high, series=0, hint=f"{self.level:.0%} pointwise limits")
        line = Line(self.threshold, self.net_benefit, series=0, name=name or "model")
        return decision_plane("Decision curve", self.threshold, self.treat_all, [self.net_benefit], band, line)


def decision_curve(
    evidence: Ladder | Ledger,
    thresholds: Sequence[float] | None = None,
    *,
    prior: float | None = None,
    level: float = 0.95,
) -> DecisionCurve:
    """Net benefit of acting where the score is at least the threshold probability, with pointwise intervals.

    `prior` is the share of positives where the model will work, if not that of the rows. A Ledger is taken as one
    ladder per cluster, and whole clusters vary.

    >>> import probative as pv
    >>> ladder = pv.Ladder.from_scores([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.1])
    >>> curve = pv.decision_curve(ladder, [0.2, 0.5])
    >>> curve.net_benefit.tolist(), curve.treat_all.tolist()
    ([0.4375, 0.0], [0.375, 0.0])
    """
    need(evidence, Ladder, Ledger)
    checked_level(level)
    ladder: Ladder = evidence.total() if isinstance(evidence, Ledger) else evidence
    ladder.require_probabilities()
    at = checked_thresholds(thresholds)
    found = [
        estimate("net_benefit", cut(evidence, t), level=level, threshold_probability=float(t), prior=prior) for t in at
    ]
    share = ladder.totals[0] / ladder.n if prior is None else prior
    return DecisionCurve(
        at,
        np.array([e.value for e in found]),
        np.array([e.low for e in found]),
        np.array([e.high for e in found]),
        treat_all(share, at),
        level,
        prior,
        next((e.method for e in found if e.method), None),
    )


def treat_all(share: float, thresholds: Floats) -> Floats:
    """Net benefit of acting on every row where that share is positive.

    >>> treat_all(0.3, np.array([0.0, 0.3])).tolist()
    [0.3, 0.0]
    """
    return np.array([share - (1 - share) * odds(float(t)) for t in thresholds])


def checked_thresholds(thresholds: Sequence[float] | None) -> Floats:
    """Threshold probabilities, rising."""
    at = np.array(GRID) if thresholds is None else numbers(thresholds, "thresholds")
    if not len(at) or (at < 0).any() or (at >= 1).any():
        raise BadParameter("threshold probabilities are at least 0 and under 1.", found=thresholds)
    return np.unique(at)
