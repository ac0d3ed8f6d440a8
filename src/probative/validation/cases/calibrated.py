"""Calibration: the line of what happened on what was said, and tests of calibration."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import getmembers, isfunction
from math import isnan

import numpy as np
from scipy.special import expit, logit

from probative.curves import calibration
from probative.curves.calibration import CalibrationCurve
from probative.curves.calibration_tests import CalibrationTest
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.validation.cases.case import wanted
from probative.validation.counting import Covering, Rejecting, answered
from probative.validation.fingerprint import MEASURED
from probative.validation.lines import Line
from probative.validation.worlds.independent import Independent

OVERCONFIDENT = 1.7
"""How many times too large the log odds are where scores are not calibrated."""


@dataclass(frozen=True)
class Calibrated:
    """Intercept and slope of calibrated scores, and every test of calibration on them and on overconfident ones."""

    world: Independent
    effort: float = 1.0

    @property
    def name(self) -> str:
        """The setting."""
        return f"calibration: {self.world.setting}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The tests and the line."""
        return ("calibration", "calibration line", *fits())

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return (*MEASURED, "curves")

    def judged(self, replicates: int, rng: np.random.Generator, only: frozenset[str]) -> list[Line]:
        """Lines of intercept and slope, and of each test."""
        setting, everything = self.world.setting, wanted("calibration", only)
        tests = [name for name in fits() if everything or wanted(name, only)]
        rejected = {name: Rejecting(f"calibration: {name}", setting, "log odds 1.7 times too large") for name in tests}
        ends = ("intercept", 0.0), ("slope", 1.0)
        covered = [(Covering(f"calibration {name}", setting), truth) for name, truth in ends]
        for _ in range(replicates):
            truth, x = self.world.scores.rows(self.world.n, rng)
            scores = self.world.scores.score(x)
            curve = _curve(truth, scores)
            stretched = _curve(truth, expit(OVERCONFIDENT * logit(scores)))
            for name, counted in rejected.items():
                counted.add(_rejects(curve, name))
                counted.add_alternative(_rejects(stretched, name))
            line = curve if isinstance(curve, str) else answered(curve.line)
            for place, (one, known) in enumerate(covered):
                one.add(line if isinstance(line, str) else line[place], known)
        lines: list[Line] = [counted.line() for counted in rejected.values()]
        return lines + [one.line() for one, _ in covered if everything or wanted("calibration line", only)]


def fits() -> tuple[str, ...]:
    """The tests that a calibration curve has: its methods that give a CalibrationTest.

    >>> {"hosmer_lemeshow", "spiegelhalter"} <= set(fits())
    True
    """
    methods = getmembers(CalibrationCurve, isfunction)
    return tuple(name for name, method in methods if method.__annotations__.get("return") == CalibrationTest.__name__)


def _curve(truth: Array, scores: Floats) -> CalibrationCurve | str:
    return answered(calibration, Ladder.from_scores(truth, scores))


def _rejects(curve: CalibrationCurve | str, name: str) -> bool | str:
    if isinstance(curve, str):
        return curve
    fit: CalibrationTest | str = answered(getattr(curve, name))
    if isinstance(fit, str):
        return fit
    return fit.why or "no reason given" if isnan(fit.p) else bool(fit.p <= 0.05)
