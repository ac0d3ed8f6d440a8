"""The interval of observed less expected positives: what happened varies like a share, what was predicted like a mean.

The two are squared and added, less what their correlation takes off (Zou and Donner 2008). One skewness for both would
be wrong: where positives are rare and scores vary, nearly all of the variance is that of the scores.
"""

from __future__ import annotations

from math import nan, sqrt

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import inner
from probative.evidence.steps import steps
from probative.inference.methods import interval, preferred
from probative.inference.proportion import effective_trials, t_quantile, wilson
from probative.inference.task import Limits, Task

DOUBT = 2.0
"""Rows of doubt in a correlation with a rare class: one positive with a high score says little; by simulation."""


@interval("square-and-add", fits=preferred("square-and-add"))
def square_and_add(task: Task) -> Limits:
    """Wilson's limits of the share of positives and Student's of the mean score, with their correlation."""
    ladder = task.evidence
    assert isinstance(ladder, Ladder)
    rows = ladder.effective_n
    if not rows > 1 + 1e-9:
        return Limits(nan, nan, "too few rows for a variance")
    share, score = ladder.totals[0] / ladder.n, _mean_score(ladder)
    own, shared = _products(ladder, share, score)
    error = sqrt(own / ladder.n**2 * rows / (rows - 1)) * t_quantile(task.level, rows - 1)
    squares = ladder.squared_totals
    successes, trials = effective_trials(*_told(ladder), (squares[0], sum(squares)) if ladder.weighted else None)
    low, high = wilson(successes, trials, task.level)
    together = _correlation(ladder, share, own, shared)
    return Limits(task.value - _added(share - low, error, together), task.value + _added(high - share, error, together))


def _told(ladder: Ladder) -> tuple[float, float]:
    return ladder.totals[0], ladder.n


def _added(a: float, b: float, correlation: float) -> float:
    return sqrt(max(a * a + b * b - 2 * correlation * a * b, 0.0))


def _mean_score(ladder: Ladder) -> float:
    return sum(inner(step.p + step.n, step.scores) for step in steps(ladder)) / ladder.n


def _products(ladder: Ladder, share: float, score: float) -> tuple[float, float]:
    """Sums over rows, by squared weights, of the scores' squared deviations and of their products with the classes'."""
    own = shared = 0.0
    for step in steps(ladder):
        gap = step.scores - score
        own += inner(step.p_squared + step.n_squared, np.square(gap))
        shared += inner(step.p_squared * (1 - share) - step.n_squared * share, gap)
    return own, shared


def _correlation(ladder: Ladder, share: float, own: float, shared: float) -> float:
    """How class and score go together, with doubt where a class is rare."""
    p2, n2 = ladder.squared_totals
    spread = p2 * (1 - share) ** 2 + n2 * share**2
    if not (own > 0 and spread > 0):
        return 0.0
    fewer = min(total**2 / squares for total, squares in zip(ladder.totals, (p2, n2), strict=True))
    return min(max(shared / sqrt(own * spread), -1.0), 1.0) * fewer / (fewer + DOUBT)
