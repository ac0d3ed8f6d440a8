"""The CORP reliability diagram: isotonic recalibration, what chance would show, and the parts of the Brier score.

Consistent, optimally binned, reproducible, by pooling adjacent violators (Dimitriadis, Gneiting and Jordan 2021).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.curves.planes import calibration_plane
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import need
from probative.inference import Estimate, estimate
from probative.inference.levels import checked_level
from probative.inference.replicates import checked_replicates
from probative.measurement.isotonic import isotonic_pools
from probative.pictures import Band, Chart, Line

POINTS = 400
"""Scores at which a band is kept; of more there are as many, evenly spread over the rows."""


@dataclass(frozen=True, slots=True)
class Corp(Curve):
    """Recalibrated probability by score, and the consistency band: where it would lie if the scores were calibrated."""

    predicted: Floats
    recalibrated: Floats
    low: Floats
    high: Floats
    level: float
    ladder: Ladder
    seed: int = 0
    """The seed of the draws that the band was made of."""

    @property
    def outside(self) -> float:
        """Share of the scores drawn at which the recalibrated probability leaves the band."""
        return float(((self.recalibrated < self.low - 1e-12) | (self.recalibrated > self.high + 1e-12)).mean())

    def decomposition(self) -> dict[str, Estimate]:
        """Brier score = miscalibration (MCB) - discrimination (DSC) + uncertainty (UNC)."""
        names = {"MCB": "mcb", "DSC": "dsc", "UNC": "unc"}
        found = {"brier": estimate("brier", self.ladder, level=self.level)}
        return found | {word: estimate(name, self.ladder, level=self.level) for word, name in names.items()}

    def columns(self) -> dict[str, Array]:
        """The diagram and its band."""
        return {"predicted": self.predicted, "recalibrated": self.recalibrated, "low": self.low, "high": self.high}

    def picture(self, name: str = "") -> Chart:
        """The recalibrated probabilities, and the band around the diagonal that calibrated scores would stay in."""
        known = self.decomposition()
        parts = ", ".join(f"{word} {known[word].value:.3f}" for word in ("MCB", "DSC", "UNC"))
        band = Band(self.predicted, self.low, self.high, series=0, hint=f"{self.level:.0%} consistency band")
        line = Line(self.predicted, self.recalibrated, series=0, name=name or "isotonic", detail=parts)
        return calibration_plane("Reliability diagram (CORP)", band, line)


def corp(ladder: Ladder, *, level: float = 0.95, replicates: int = 1000, random_state: int = 0) -> Corp:
    """The reliability diagram by isotonic regression, with pointwise consistency bands.

    Outcomes are drawn from the scores themselves and recalibrated again: so the band shows what calibrated scores would
    look like on so many rows. Weighted rows are drawn as the equally weighted ones that carry as much.

    >>> import probative as pv
    >>> diagram = pv.corp(pv.Ladder.from_scores([0, 1, 0, 1], [0.1, 0.4, 0.6, 0.9]), replicates=50)
    >>> diagram.predicted.tolist(), diagram.recalibrated.tolist()
    ([0.1, 0.4, 0.6, 0.9], [0.0, 0.5, 0.5, 1.0])
    """
    need(ladder, Ladder)
    checked_level(level)
    replicates = checked_replicates(replicates)
    ladder.require_probabilities()
    mass = np.asarray(ladder.positives + ladder.negatives, np.float64)
    shown = _shown(mass)
    rates = isotonic_pools(ladder).rates_of(0, len(mass))[shown]
    squares = np.asarray(ladder.squared[0] + ladder.squared[1], np.float64)
    rows = np.zeros(len(mass), np.int64)
    some = mass > 0
    rows[some] = np.maximum(np.round(mass[some] ** 2 / squares[some]), 1)
    rng = np.random.default_rng(random_state)
    drawn = np.empty((replicates, len(shown)))
    for i in range(replicates):
        positives = rng.binomial(rows, ladder.scores)
        again = Ladder(ladder.scores, positives, rows - positives)
        drawn[i] = isotonic_pools(again).rates_of(0, len(mass))[shown]
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return Corp(ladder.scores[shown][::-1], rates[::-1], low[::-1], high[::-1], level, ladder, random_state)


def _shown(mass: Floats) -> Array:
    """The rungs to keep: all that hold rows, or as many as are drawn."""
    some = np.flatnonzero(mass > 0)
    if len(some) <= POINTS:
        return some
    middle = np.cumsum(mass[some]) / mass.sum()
    return some[np.unique(np.searchsorted(middle, np.linspace(0, 1 - 1e-12, POINTS)))]
