"""Chosen thresholds: what they achieve, and whether they keep a constraint."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import signature
from typing import Any, Protocol

import numpy as np
from scipy.special import logit

from probative.decisions import best_threshold
from probative.evidence import Outcomes
from probative.measurement import value
from probative.validation.cases.case import wanted
from probative.validation.counting import Covering, Interval, Rejecting, answered
from probative.validation.fingerprint import MEASURED
from probative.validation.lines import Line
from probative.validation.worlds.binormal import Binormal
from probative.validation.worlds.independent import Independent
from probative.validation.worlds.world import POPULATION


class Choice(Protocol):
    """What is asked of a chosen threshold."""

    @property
    def threshold(self) -> float:
        """Where scores become labels."""

    @property
    def achieved(self) -> Interval:
        """What it is worth on other rows."""


@dataclass(frozen=True)
class Thresholds:
    """Thresholds chosen on the rows that they are judged by; the truth is what each achieves in the population."""

    world: Independent
    effort: float = 0.5
    aims: tuple[str, ...] = ("informedness", "f1")
    bound: float = 0.05

    @property
    def name(self) -> str:
        """The setting."""
        return f"best_threshold: {self.world.setting}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The function that chooses."""
        return ("best_threshold",)

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return (*MEASURED, "curves", "decisions")

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """A line for each aim, and for a constraint whether the population keeps it."""
        if not wanted("best_threshold", only):
            return []
        setting, constraint = self.world.setting, f"fpr<={self.bound:g}"
        achieved = {aim: Covering(f"best_threshold {aim}: achieved", setting) for aim in self.aims}
        kept = Covering(f"best_threshold at {constraint}: recall", setting)
        # Where the bound can be kept with confidence, that is what may be broken in one sample of twenty.
        sure: dict[str, Any] = {"confidence": 0.95} if "confidence" in signature(best_threshold).parameters else {}
        how = f"{constraint}, confidence 0.95" if sure else constraint
        broken = Rejecting(f"best_threshold at {how}: bound broken", setting)
        for ladder, _ in self.world.drawn(object, replicates, rng):
            for aim, counted in achieved.items():
                self._add(counted, aim, answered(best_threshold, ladder, aim))
            plain = answered(best_threshold, ladder, at=constraint)
            self._add(kept, "recall", plain)
            chosen = answered(best_threshold, ladder, at=constraint, **sure) if sure else plain
            broken.add(chosen if isinstance(chosen, str) else self._value("false_positive_rate", chosen) > self.bound)
        return [*(one.line() for one in (*achieved.values(), kept)), broken.line()]

    def _add(self, counted: Covering, measure: str, chosen: Choice | str) -> None:
        """An interval beside the value that its own threshold has in the population."""
        if isinstance(chosen, str):
            counted.add(chosen, np.nan)
        else:
            counted.add(chosen.achieved, self._value(measure, chosen))

    def _value(self, measure: str, chosen: Choice) -> float:
        cells = self.world.scores.shares(signal_at(self.world.scores, chosen.threshold)) * POPULATION
        return value(measure, Outcomes.trusted(*cells.tolist()))


def signal_at(scores: Binormal, threshold: float) -> float:
    """The signal whose calibrated score is the threshold.

    >>> scores = Binormal(0.3, 0.8)
    >>> round(signal_at(scores, float(scores.score(0.5))), 12)
    0.5
    """
    if threshold >= 1:
        return np.inf
    p = scores.prevalence
    return float(logit(threshold) - logit(p)) / scores.separation + scores.middle
