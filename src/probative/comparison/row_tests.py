"""Tests of two models on the same rows, for any measure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from math import nan, sqrt
from typing import Any

import numpy as np

from probative.comparison.choice import RIGHT_OR_WRONG
from probative.comparison.guesses import Guesses, right
from probative.comparison.held import SameRows
from probative.evidence import ClassScores, ConfusionMatrix, Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode
from probative.inference.bootstrap import percentile_limits
from probative.stats import TestResult, cochran_q, delong, mcnemar, paired_bootstrap, paired_permutation, paired_t
from probative.stats.resampled import bootstrap_p

REPLICATES = 2000
STEADY = "every resample gives the same difference: the bootstrap sees no spread"


@dataclass(frozen=True, slots=True)
class RowTest:
    """A test by name with all that it needs to compare any two of the models held."""

    held: SameRows
    measure: str
    test: str
    level: float
    seed: int = 0
    threshold: float | None = None
    parameters: dict[str, Any] = field(default_factory=dict)

    def guesses(self) -> Guesses:
        """The predictions as this test takes them."""
        kind = {"mcnemar": ConfusionMatrix, "delong": Ladder}.get(self.test)
        if self.test == "paired-t" and self.measure in RIGHT_OR_WRONG:
            kind = ConfusionMatrix
        return Guesses.of(self.held, self.measure, self.threshold, kind)

    def run(self, guesses: Guesses, a: str, b: str) -> TestResult:
        """The test of two models."""
        truth, first, second = guesses.truth, guesses.models[a], guesses.models[b]
        if self.test == "delong":
            return delong(truth, first, second, level=self.level)
        if self.test == "mcnemar":
            return _mcnemar(truth, first, second, self.measure, self.level)
        if self.test == "paired-t":
            losses = (_losses(truth, guess, self.measure) for guess in (first, second))
            return replace(paired_t(*losses, level=self.level), effect_name=f"difference of {self.measure}")
        if self.test == "cluster-bootstrap":
            return self._clustered(guesses, a, b)
        run = paired_bootstrap if self.test == "paired-bootstrap" else paired_permutation
        labels = {"labels": guesses.labels} if guesses.kind is ClassScores else {}
        how: dict[str, Any] = {"level": self.level, "random_state": self.seed, **labels, **self.parameters}
        return run(self.measure, truth, first, second, **how)

    def _clustered(self, guesses: Guesses, a: str, b: str) -> TestResult:
        """Bootstrap of whole groups: the difference of any measure, both models together."""
        assert self.held.groups is not None
        members = _members(self.held.groups)
        gap = partial(_gap, guesses, a, b, self.parameters)
        effect = gap(slice(None))
        words: dict[str, Any] = {"n": self.held.n, "level": self.level, "symbol": "d", "method": "cluster bootstrap"}
        words |= {"effect_name": f"difference of {self.measure}", "details": {"groups": len(members)}}
        if guesses.same(a, b) and not np.isnan(effect):
            return TestResult(0.0, None, 1.0, 0.0, notes=("the two never differ",), **words)
        if len(members) < 2 or np.isnan(effect):
            why = "a single group" if len(members) < 2 else f"{self.measure} is undefined for one of the models"
            return TestResult(nan, None, nan, effect, notes=(why,), **words)
        rng = np.random.default_rng([self.seed, 104729])
        drawn = (rng.integers(len(members), size=len(members)) for _ in range(REPLICATES))
        values = np.array([gap(np.concatenate([members[g] for g in chosen])) for chosen in drawn])
        words["details"] |= {"replicates": REPLICATES}
        known = values[~np.isnan(values)]
        left = REPLICATES - len(known)
        notes = (f"undefined in {left} of {REPLICATES} replicates, which were left out",) if left else ()
        if not len(known) or not np.ptp(known):
            return TestResult(nan, None, nan, effect, notes=(STEADY, *notes), **words)
        low, high = percentile_limits(values, _expanded(self.level, len(members)))
        p = _widened(bootstrap_p(known, "two-sided"), len(members))
        return TestResult(effect, None, p, effect, low, high, notes=notes, **words)


def all_right(held: SameRows, guesses: Guesses) -> TestResult:
    """Cochran's test of whether all models are right equally often."""
    table = np.column_stack([right(held.truth, guess) for guess in guesses.models.values()])
    return cochran_q(table.astype(int), names=list(guesses.models))


def _mcnemar(truth: Array, a: Array, b: Array, measure: str, level: float) -> TestResult:
    right_a, right_b = right(truth, a), right(truth, b)
    only_a, only_b = int((~right_a & right_b).sum()), int((right_a & ~right_b).sum())
    result = mcnemar(only_a, only_b, n=len(truth), level=level)
    if measure == "error_rate":
        effect, low, high = 0.0 - result.effect, 0.0 - result.high, 0.0 - result.low
        return replace(result, effect=effect, low=low, high=high, effect_name="difference of error rates")
    return result


def _losses(truth: Array, guess: Array, measure: str) -> Floats:
    """What each row adds to a measure that is a mean over rows."""
    if measure in RIGHT_OR_WRONG:
        return np.asarray(right(truth, guess) == (measure == "accuracy"), np.float64)
    errors = np.asarray(truth, np.float64) - np.asarray(guess, np.float64)
    return np.asarray(errors**2 if measure == "mse" else np.abs(errors))


def _members(groups: Array) -> list[Array]:
    """The rows of each group."""
    _, codes = encode(groups, "groups")
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)


def _expanded(level: float, groups: int) -> float:
    """The level at which percentiles of few groups hold what they promise at `level` (Hesterberg 2015)."""
    from scipy.special import ndtr, stdtrit

    return 1 - 2 * float(ndtr(-sqrt(groups / (groups - 1)) * stdtrit(groups - 1, (1 + level) / 2)))


def _widened(p: float, groups: int) -> float:
    """The significance at which the expanded interval leaves out 0, from that of the plain percentiles."""
    from scipy.special import ndtri, stdtr

    return 2 * float(stdtr(groups - 1, ndtri(p / 2) / sqrt(groups / (groups - 1))))


def _gap(guesses: Guesses, a: str, b: str, parameters: dict[str, Any], rows: Array | slice) -> float:
    gap = guesses.value(a, parameters, rows) - guesses.value(b, parameters, rows)
    return gap if np.isfinite(gap) else nan
