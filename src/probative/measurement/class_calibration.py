"""Calibration of the probabilities of several classes, in bins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ClassScores
from probative.evidence.arrays import Array, Floats, Number
from probative.measurement.declaring import measure

_calibration = partial(measure, needs=ClassScores, better="lower", probabilities=True)
BIASED = "too large on average in small samples, and it depends on the bins"


@dataclass(frozen=True, slots=True)
class Bins:
    """Rows by probability: as for two classes, of equal mass or of equal width, and ties are never split."""

    place: Array
    """The bin of each distinct row."""
    off: Floats
    """Of each distinct row, 1 or 0 for what happened minus the probability."""
    gaps: Floats
    """Sums of `off` by bin."""
    mass: Floats

    @classmethod
    def of(cls, probability: Floats, happened: Array, mass: Floats, bins: int, strategy: str) -> Self:
        """The bins of one probability per row."""
        if bins < 1 or strategy not in ("mass", "width"):
            raise BadParameter("bins must be at least 1, strategy 'mass' or 'width'.", found=f"{bins}, {strategy!r}")
        share = probability
        if strategy == "mass":
            distinct, rung = np.unique(-probability, return_inverse=True)
            at = np.bincount(rung, mass, len(distinct))
            share = ((np.cumsum(at) - at / 2) / mass.sum())[rung]
        place = np.minimum((share * bins + 1e-9).astype(np.intp), bins - 1)
        off = happened - probability
        gaps, sums = (np.bincount(place, terms, bins).astype(np.float64) for terms in (off * mass, mass))
        return cls(place, off, gaps, sums)

    @property
    def error(self) -> float:
        """Mean distance of probability and frequency."""
        return float(np.abs(self.gaps).sum() / self.mass.sum())

    @property
    def largest(self) -> float:
        """Largest distance of any bin."""
        some = self.mass > 0
        return float(np.abs(self.gaps[some] / self.mass[some]).max())

    @property
    def gradient(self) -> Floats:
        """Change of the error per unit of each distinct row."""
        change: Floats = (np.sign(self.gaps)[self.place] * self.off - self.error) / self.mass.sum()
        return change


def _top(scores: ClassScores, bins: int, strategy: str) -> Bins:
    """Of the class that is named, the first at a tie as everywhere."""
    named = scores.scores.argmax(axis=1)
    return Bins.of(scores.scores.max(axis=1), named == scores.truth, scores.mass, bins, strategy)


def _classes(scores: ClassScores, bins: int, strategy: str) -> list[Bins]:
    columns = enumerate(scores.scores.T)
    return [Bins.of(column, scores.truth == i, scores.mass, bins, strategy) for i, column in columns]


@_calibration(
    formula="sum over bins of |rows named rightly - sum of the highest probabilities| / n",
    method="scheffe",
    gradient=lambda scores, bins=10, strategy="mass": _top(scores, bins, strategy).gradient,
    aka=("top_label_ece", "confidence_ece"),
    caution=f"{BIASED}; its interval is conservative",
)
def top_label_calibration_error(scores: ClassScores, bins: int = 10, strategy: str = "mass") -> Number:
    """Mean distance between the probability of the class that is named and how often it is right, bin by bin."""
    return _top(scores, bins, strategy).error


@_calibration(
    formula="mean over classes of the expected calibration error of each class against the rest",
    method="scheffe",
    gradient=lambda scores, bins=10, strategy="mass": np.mean(
        [found.gradient for found in _classes(scores, bins, strategy)], axis=0
    ),
    gaps=lambda scores, bins=10, strategy="mass": bins * len(scores.labels),
    aka=("classwise_ece", "static_calibration_error"),
    caution=f"{BIASED}; its interval is conservative",
)
def classwise_calibration_error(scores: ClassScores, bins: int = 10, strategy: str = "mass") -> Number:
    """Mean distance between probability and frequency, bin by bin and class by class."""
    return float(np.mean([found.error for found in _classes(scores, bins, strategy)]))


@_calibration(
    formula="max over bins of |share named rightly - mean of the highest probabilities|",
    method="withheld",
    on_request=True,
    aka=("mce",),
    caution=f"{BIASED}: the largest of several errors is mostly noise, and no interval covers it",
)
def maximum_calibration_error(scores: ClassScores, bins: int = 10, strategy: str = "mass") -> Number:
    """Largest distance between the probability of the class that is named and how often it is right, of any bin."""
    return _top(scores, bins, strategy).largest
