"""Tests of calibration: the line at once, bins, and the Brier score, each with what it says in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, nan

import numpy as np

from probative.curves.calibration_draws import FEW, drawn_p, information, whole
from probative.evidence import Ladder, Ledger
from probative.evidence.arrays import Floats, inner
from probative.evidence.condensed import condensed
from probative.evidence.steps import steps
from probative.inference import estimate
from probative.measurement.logistic import SEPARATED, common_weight, gram, likelihood, summed
from probative.measurement.probabilities import certain_and_wrong
from probative.measurement.recalibration import line_blocks, moved, no_line, recalibration
from probative.measurement.ruled_out import rows_in_words
from probative.records import Record

USUAL = 0.05
"""The chance of a false alarm up to which a direction is said without a word of caution."""


@dataclass(frozen=True, slots=True)
class CalibrationTest(Record):
    """A test of calibration: statistic, degrees of freedom (None: normal), p-value, why there is none, what it says."""

    name: str
    statistic: float
    df: int | None
    p: float
    why: str | None = None
    words: str = ""


def joint_test(evidence: Ladder | Ledger) -> CalibrationTest:
    """Whether intercept 0 and slope 1 fit what happened (Cox 1958): 2 degrees of freedom.

    Rows of equal weight: the likelihood ratio, which val.prob of R's rms calls U:Chi-sq; where few rows are uncertain,
    p is its share of outcomes drawn from the scores, not chi-square's (unless rows were tested several times, which
    share one outcome). Rows of different weights: the
    score test, with the rows' own spread or that of calibrated scores, whichever lets more vary. Whole clusters:
    Hotelling's test of the clusters' scores.
    """
    ladder = evidence.total() if isinstance(evidence, Ledger) else condensed(evidence)
    name = "intercept 0 and slope 1"
    if certain_and_wrong(ladder):
        return CalibrationTest(name, inf, 2, 0.0, words=impossible(ladder))
    if why := no_line(ladder) or (len(ladder.scores) < 2 and "all scores are equal"):
        return CalibrationTest(name, nan, None, nan, why)
    if isinstance(evidence, Ledger):
        found = _by_cluster(name, [_scores(part) for part in evidence.entries.values()], "")
        return replace(found, words=_direction(evidence, found.p))
    weight = common_weight(ladder)
    if weight is None:
        gap, spreads = _scores(ladder), _score_spreads(ladder)
        if any(np.linalg.cond(spread) > 1e14 for spread in spreads):
            return CalibrationTest(name, nan, None, nan, "too few rows of different scores")
        statistic = min(float(gap @ np.linalg.solve(spread, gap)) for spread in spreads)
    else:
        line, blocks = recalibration(ladder), line_blocks(ladder)
        if line is None:
            return CalibrationTest(name, nan, None, nan, SEPARATED)
        statistic = 2 * (likelihood(blocks, line.beta) - likelihood(blocks, np.array([0.0, 1.0]))) / weight
        if information(ladder, weight) < FEW and whole(ladder, weight):
            p = drawn_p(ladder, weight, max(statistic, 0.0))
            return CalibrationTest(f"{name} (drawn)", max(statistic, 0.0), None, p, words=_direction(ladder, p))
    p = chi2_tail(2, max(statistic, 0.0))
    return CalibrationTest(name, max(statistic, 0.0), 2, p, words=_direction(ladder, p))


def spiegelhalter(evidence: Ladder | Ledger) -> CalibrationTest:
    """Z test of whether the Brier score is what calibrated scores would give; by cluster, Student's."""
    name = "Spiegelhalter"
    if isinstance(evidence, Ledger):
        return _by_cluster(name, [np.array([_excess(part)]) for part in evidence.entries.values()], "")
    from scipy.special import ndtr

    variance = _excess_variance(evidence)
    if variance <= 0:
        return CalibrationTest(name, nan, None, nan, "all scores are 0, 0.5 or 1")
    z = _excess(evidence) / variance**0.5
    words = "squared errors are " + ("larger" if z > 0 else "smaller") + " than those of calibrated scores"
    p = float(2 * ndtr(-abs(z)))
    return CalibrationTest(name, z, None, p, words=said(p, words))


def _excess_variance(ladder: Ladder) -> float:
    """Of squared errors, if scores are calibrated; where weights differ, at least what was seen."""
    weight, seen, expected = common_weight(ladder), 0.0, 0.0
    for step in steps(ladder):
        s, p2, n2 = step.scores, step.p_squared, step.n_squared
        mass = p2 + n2 if weight is None else (step.p + step.n) * weight
        expected += inner(np.square(1 - 2 * s) * s * (1 - s), mass)
        seen += inner(np.square((1 - s) * (1 - 2 * s)), p2) + inner(np.square(s * (1 - 2 * s)), n2)
    return max(seen, expected) if weight is None else expected


def _excess(ladder: Ladder) -> float:
    total = 0.0
    for step in steps(ladder):
        s = step.scores
        total += inner((1 - s) * (1 - 2 * s), step.p) - inner(s * (1 - 2 * s), step.n)
    return total


def impossible(ladder: Ladder) -> str:
    """That something happened to which true scores would have given no chance: one such row refutes them."""
    rows = sum(float(step.n[step.scores >= 1].sum() + step.p[step.scores <= 0].sum()) for step in steps(ladder))
    return f"gave probability 0 to what happened in {rows_in_words(rows, weighted=ladder.weighted)}"


def _direction(evidence: Ladder | Ledger, p: float) -> str:
    """Which way the scores are off, in words: on the whole, and at the ends.

    The test is of both at once: where it refutes the scores by one of them, the other is not claimed beside an interval
    that holds its null value.
    """
    if np.isnan(p):
        return ""
    ladder = evidence.total() if isinstance(evidence, Ledger) else evidence
    shift, line = moved(ladder), recalibration(ladder)
    parts: dict[str, tuple[str, float]] = {}
    # A shift of nothing has a sign too, that of rounding.
    if shift is not None and abs(shift.beta[0]) > 1e-9:
        rate = "underestimates" if shift.beta[0] > 0 else "overestimates"
        parts[f"{rate} the share of positives on the whole"] = ("calibration_in_the_large", 0.0)
    if line is not None:
        slope = line.beta[1]
        way = "overconfident (too extreme)" if slope < 1 else "underconfident (too moderate)"
        parts[f"is {way}" if slope > 0 else "is ranked the wrong way round"] = ("calibration_slope", 1.0)
    if p >= USUAL:
        return said(p, " and ".join(parts))
    return " and ".join([words for words, (name, null) in parts.items() if _told(evidence, name, null)] or parts)


def _told(evidence: Ladder | Ledger, name: str, null: float) -> bool:
    """Whether the measure's interval leaves out what calibrated scores have; without an interval it is believed."""
    found = estimate(name, evidence, level=1 - USUAL)
    return not found.low <= null <= found.high


def _scores(ladder: Ladder) -> Floats:
    """Slopes of the log likelihood at intercept 0 and slope 1."""
    total = np.zeros(2)
    for block in line_blocks(ladder)():
        total += summed(block.design, block.step.p - (block.step.p + block.step.n) * block.step.scores)
    return total


def _score_spreads(ladder: Ladder) -> tuple[Floats, Floats]:
    """Their spread from squared weights: by what happened, and by what calibrated scores would make happen.

    The first also holds where weights go with the outcome, the second in small samples.
    """
    seen, expected = np.zeros((2, 2, 2))
    for block in line_blocks(ladder)():
        s, p2, n2 = block.step.scores, block.step.p_squared, block.step.n_squared
        seen += gram(block.design, p2 * (1 - s) ** 2 + n2 * s**2)
        expected += gram(block.design, (p2 + n2) * s * (1 - s))
    return seen, expected


def _by_cluster(name: str, parts: Sequence[Floats], words: str) -> CalibrationTest:
    """Hotelling's one-sample test of whether the clusters' sums scatter around 0."""
    from scipy.special import fdtrc

    sums = np.stack(parts)
    groups, k = sums.shape
    if groups <= k + 1:
        return CalibrationTest(name, nan, None, nan, f"{groups} clusters are too few for a test of {k}")
    spread = np.atleast_2d(np.cov(sums.T))
    if not np.all(np.isfinite(spread)) or np.linalg.cond(spread) > 1e14:
        return CalibrationTest(name, nan, None, nan, "the clusters show no spread")
    mean = sums.mean(axis=0)
    statistic = groups * float(mean @ np.linalg.solve(spread, mean))
    p = float(fdtrc(k, groups - k, statistic * (groups - k) / (k * (groups - 1))))
    return CalibrationTest(f"{name}, {groups} clusters", statistic, k, p, words=said(p, words))


def said(p: float, words: str) -> str:
    """The direction, with a word of caution where it may as well be chance."""
    return words if p < USUAL or not words else f"not told from chance: {words}"


def chi2_tail(df: float, statistic: float) -> float:
    """The chance of a larger value of chi-square."""
    from scipy.special import chdtrc

    return float(chdtrc(df, statistic))
