"""What calibrated scores would make of the likelihood ratio: outcomes drawn from the scores themselves.

If scores are calibrated, every outcome has a known chance, and so has the statistic: it need not be taken to be
chi-square, which with 50 rows gave 6 to 11 false alarms in 100. Outcomes are drawn as the scores say, the line is
fitted to each draw, and p is the share of draws with a statistic as large (Barnard: exact, however few rows there are).
"""

from __future__ import annotations

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.measurement.logistic import log_odds

DRAWS = 499
FEW = 15.0
"""Rows, each times its variance p (1 - p), below which outcomes are drawn."""
STEPS, LONGEST = 8, 3.0
"""Newton's steps, and the longest of them: where a draw separates the classes the line grows without end, and its
likelihood is near its limit after that many."""


def information(ladder: Ladder, weight: float) -> float:
    """How many rows would be as informative if each had a variance of 1."""
    return float(((ladder.positives + ladder.negatives) / weight) @ (ladder.scores * (1 - ladder.scores)))


def whole(ladder: Ladder, weight: float) -> bool:
    """Whether every rung stands for whole rows: not where a row that was tested ten times stands on ten of them.

    >>> whole(Ladder.from_scores([1, 0], [0.9, 0.3]), 1.0), whole(Ladder.from_scores([1, 0], [0.9, 0.3]), 10.0)
    (True, False)
    """
    rows = (ladder.positives + ladder.negatives) / weight
    return bool(np.all(np.abs(rows - np.rint(rows)) < 1e-6))


def drawn_p(ladder: Ladder, weight: float, statistic: float) -> float:
    """The share of draws whose likelihood ratio is as large as the one that was seen.

    >>> drawn_p(Ladder.from_scores([1, 0, 1, 0], [0.9, 0.3, 0.6, 0.2]), 1.0, 0.0)
    1.0
    """
    inside = (ladder.scores > 0) & (ladder.scores < 1)
    scores = ladder.scores[inside]
    rows = np.rint((ladder.positives + ladder.negatives)[inside] / weight).astype(np.int64)
    drawn = np.random.default_rng(0).binomial(rows, scores, size=(DRAWS, len(scores))).astype(np.float64)
    ratios = _ratios(drawn, rows.astype(np.float64), log_odds(scores))
    return float((ratios >= statistic - 1e-9 * max(statistic, 1.0)).sum() + 1) / (DRAWS + 1)


def _ratios(positives: Floats, rows: Floats, odds: Floats) -> Floats:
    """Twice the log likelihood of the best line of each draw over that of intercept 0 and slope 1."""
    line = np.tile([0.0, 1.0], (len(positives), 1))
    start = best = _likelihood(line, positives, rows, odds)
    for _ in range(STEPS):
        line = line + _step(line, positives, rows, odds)
        best = np.maximum(best, _likelihood(line, positives, rows, odds))
    return 2 * (best - start)


def _likelihood(line: Floats, positives: Floats, rows: Floats, odds: Floats) -> Floats:
    z = line[:, :1] + line[:, 1:] * odds
    found: Floats = (positives * z - rows * np.logaddexp(0.0, z)).sum(axis=1)
    return found


def _step(line: Floats, positives: Floats, rows: Floats, odds: Floats) -> Floats:
    """Newton's step of every draw, none longer than the longest."""
    from scipy.special import expit

    rates = expit(line[:, :1] + line[:, 1:] * odds)
    off, spread = positives - rows * rates, rows * rates * (1 - rates)
    first, second = off.sum(axis=1), (off * odds).sum(axis=1)
    a, b, c = spread.sum(axis=1), (spread * odds).sum(axis=1), (spread * odds**2).sum(axis=1)
    # A ridge keeps a step finite where a draw is separated and nothing is left of the spread.
    a, c = a + 1e-9, c + 1e-9
    size = a * c - b * b
    step = np.stack([(c * first - b * second) / size, (a * second - b * first) / size], axis=1)
    longest = np.abs(step).max(axis=1, keepdims=True)
    found: Floats = step * np.minimum(1.0, LONGEST / np.maximum(longest, 1e-300))
    return found
