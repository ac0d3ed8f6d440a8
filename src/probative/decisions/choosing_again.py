"""The choice of a threshold repeated on resamples: how much too good it looks, and how far the threshold moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, nan

import numpy as np

from probative.decisions.aims import PROBE, Aim
from probative.evidence import Ladder, Ledger, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.evidence.thinning import thinned
from probative.inference import Estimate
from probative.inference.bootstrap import percentile_limits, resampled_ladders
from probative.inference.clusters import Clusters
from probative.inference.doubting import COARSE
from probative.measurement.registry import find

RUNGS = 1000
"""Longer ladders are thinned before their choice is resampled; the optimism of a choice hardly depends on it."""
FEW_OF_CLASS = 15
OF_FEW = "a 95 % one held the threshold that is best in the population in 50 to 83 of 100 samples"
"""Rows of a class below which these may all lie on one side of the best threshold, and what was seen with 2 to 10."""
Allowed = Callable[[Outcomes], Array] | None
"""Which thresholds may be chosen by their outcomes, beyond what the aim says."""


@dataclass(frozen=True, slots=True, eq=False)
class Repeated:
    """What resamples chose: their thresholds, and how much better each looked there than on all rows.

    `as_good` holds the lowest and the highest threshold that is no further below the best one than that falls behind
    the best of a resample, by the share of resamples (the level); without a constraint only, which moves a threshold
    for other reasons.
    """

    thresholds: Floats
    gaps: Floats
    as_good: Callable[[float], tuple[float, float]] | None = None

    def achieved(self, aim: Aim, apparent: Estimate, level: float) -> Estimate:
        """The value less the mean gap; its interval moved out by it on the side that the choice flatters."""
        usable = self.gaps[np.isfinite(self.gaps)]
        if len(usable) < 2 or not np.isfinite(apparent.value):
            why = "the choice could not be repeated on resamples"
            return Estimate(apparent.value, level=level, n=apparent.n, why=why)
        optimism = float(usable.mean())
        least, most = _bounds(aim)
        value = min(max(apparent.value - optimism, least), most)
        # The end that the choice flatters is moved by the optimism; the other stays, which measured coverage asks for.
        low = max(apparent.low - max(optimism, 0.0), least)
        high = min(apparent.high - min(optimism, 0.0), most)
        return Estimate(value, low, high, level, f"{apparent.method}, widened for the choice", apparent.n, apparent.why)

    def chosen(self, threshold: float, level: float, n: float, rarest: float) -> Estimate:
        """The threshold with the percentiles of those that were chosen, and all that may be as good as it.

        With few rows of a class resamples choose among these alone, and their percentiles covered the best threshold of
        the population in 82 to 97 of 100 samples; with what may be as good as well, in 93 to 98.
        """
        low, high = percentile_limits(self.thresholds, level) if len(self.thresholds) > 1 else (nan, nan)
        if self.as_good is not None and low < high:
            least, most = self.as_good(level)
            low, high = min(low, least), max(high, most)
        if low == high or np.isnan(low):
            why = "all resamples choose the same threshold" if low == high else "the choice could not be repeated"
            return Estimate(threshold, level=level, n=n, why=why)
        low, high = min(low, threshold), max(high, threshold)
        doubt = f"{COARSE} (a class has {rarest:.3g} rows): {OF_FEW}" if rarest < FEW_OF_CLASS * (1 - 1e-9) else None
        return Estimate(threshold, low, high, level, "bootstrap", n, doubt)


def repeated(evidence: Ladder | Ledger, aim: Aim, allowed: Allowed, replicates: int, seed: int) -> Repeated:
    """The choice on so many resamples of rows, or of whole clusters."""
    small = thinned(evidence.total() if isinstance(evidence, Ledger) else evidence, RUNGS)
    full = np.asarray(aim.values(small.outcomes()), np.float64)
    levels = np.concatenate([[inf], small.scores])
    first = aim.scores(small.outcomes())
    best = int(np.argmax(first))
    gaps, thresholds, behind = [], [], []
    for resample in _resamples(evidence, small, replicates, seed):
        if not all(resample.totals):
            continue
        cells = resample.outcomes()
        scores = aim.scores(cells)
        if allowed is not None:
            scores = np.where(allowed(cells), scores, -inf)
        if scores.max() == -inf:
            continue
        i = int(np.argmax(scores))
        thresholds.append(levels[i])
        behind.append(0.0 if scores[i] == scores[best] else float(scores[i] - scores[best]))
        with np.errstate(invalid="ignore"):
            gaps.append(float(np.asarray(aim.values(cells), np.float64)[i] - full[i]))
    bounded = allowed is not None or bool(aim.constraints) or not np.isfinite(first[best])

    def as_good(level: float) -> tuple[float, float]:
        # One of the values, not a mean of two: where the best threshold means nothing in a resample, it is infinite.
        slack = float(np.quantile(behind, level, method="higher")) + 1e-12 * abs(first[best])
        near = np.flatnonzero(np.isfinite(first) & (first >= first[best] - slack))
        # All thresholds down to the next rung decide alike.
        return float(levels[min(near[-1] + 1, len(levels) - 1)]), float(levels[near[0]])

    return Repeated(np.array(thresholds), np.array(gaps), None if bounded or not behind else as_good)


def _resamples(evidence: Ladder | Ledger, small: Ladder, replicates: int, seed: int) -> Iterator[Ladder]:
    """Ladders of resampled rows on the rungs of the small one; where clusters are given, of whole clusters."""
    if not isinstance(evidence, Ledger):
        yield from resampled_ladders(small, replicates=replicates, seed=seed, stratified=False)
        return
    clusters = Clusters(evidence)
    scores: Floats = evidence.total().scores
    whole, rungs = len(scores), len(small.scores)
    # A thinned rung holds all scores down to its own.
    onto = np.searchsorted(-small.scores, -scores)
    place = onto[clusters.place % whole] + rungs * (clusters.place // whole)
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    for _ in range(replicates):
        times = rng.multinomial(clusters.size, np.full(clusters.size, 1 / clusters.size))
        counts = np.bincount(place, clusters.count * times[clusters.owner], 2 * rungs)
        yield small.with_cells(counts.astype(np.float64))


def _bounds(aim: Aim) -> tuple[float, float]:
    if aim.name in ("cost", "calibrated", "closest", "equal_errors"):
        return 0.0, inf
    measure = find(aim.name, PROBE)
    return float(measure.low), float(measure.high)
