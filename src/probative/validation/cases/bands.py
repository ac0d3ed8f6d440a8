"""Simultaneous bands of ROC curves."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from probative.curves import roc_band
from probative.curves.bands import RocBand
from probative.inference import Estimate
from probative.validation.cases.case import wanted
from probative.validation.counting import Covering, answered
from probative.validation.fingerprint import MEASURED
from probative.validation.lines import Line
from probative.validation.worlds.independent import Independent


@dataclass(frozen=True)
class Bands:
    """Whether the population's whole curve lies in the band: one number, how far it is out of it at worst."""

    world: Independent
    effort: float = 0.5

    @property
    def name(self) -> str:
        """The setting."""
        return f"roc_band: {self.world.setting}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The function that draws the band."""
        return ("roc_band",)

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return (*MEASURED, "curves")

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """One line: of the curve as a whole."""
        if not wanted("roc_band", only):
            return []
        counted = Covering("roc_band simultaneous", self.world.setting)
        for ladder, _ in self.world.drawn(object, replicates, rng):
            band = answered(roc_band, ladder, simultaneous=True)
            counted.add(band if isinstance(band, str) else self._worst(band), 0.0)
        return [counted.line()]

    def _worst(self, band: RocBand) -> Estimate:
        """The limits of curve minus truth where they are furthest from holding 0, and the mean width of the band."""
        truth = self.world.scores.tpr(band.fpr)
        if np.isnan(band.low).any():
            return Estimate(nan, why="no band")
        below, above = float((band.low - truth).max()), float((band.high - truth).min())
        width = float((band.high - band.low).mean())
        return _held(width) if below <= 1e-12 and above >= -1e-12 else _missed(width, below > 1e-12)


def _held(width: float) -> Estimate:
    """An interval around 0 as wide as the band."""
    return Estimate(0.0, -width / 2, width / 2, method="band")


def _missed(width: float, above: bool) -> Estimate:
    """An interval beside 0 as wide as the band, above it where the band lies above the truth."""
    start = 1e-9 if above else -1e-9 - width
    return Estimate(0.0, start, start + width, method="band")
