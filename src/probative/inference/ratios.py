"""Score intervals of ratios of two independent shares: those whose score test does not reject.

They stay right with empty cells, where the log of a ratio has no standard error (Koopman 1984 and Miettinen and
Nurminen 1985; of those compared by Fagerland, Lydersen and Laake 2015 among the best).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf, log, sqrt

from probative.evidence import Outcomes
from probative.inference.methods import interval, preferred
from probative.inference.proportion import effective_trials, normal_quantile
from probative.inference.roots import root
from probative.inference.task import Limits, Task

LIKELIHOOD_RATIOS = ("lr_positive", "lr_negative")
Share = tuple[float, float]
"""Successes and trials."""
Score = Callable[[float], float]
"""How many standard errors the observed shares lie above a ratio."""
HUGE = 100.0
"""Logs of ratios are looked for up to here, far beyond any that counts can give."""


def ratio_limits(a: Share, b: Share, level: float = 0.95) -> tuple[float, float]:
    """Limits of the ratio of two shares (Koopman).

    >>> [round(limit, 3) for limit in ratio_limits((36, 40), (16, 80))]
    [2.94, 7.152]
    """
    return _limits(a, b, level, a[0] * b[1], b[0] * a[1], lambda ratio: _ratio_score(a, b, ratio))


def odds_limits(a: Share, b: Share, level: float = 0.95) -> tuple[float, float]:
    """Limits of the ratio of the odds of two shares (Cornfield's, without continuity correction).

    >>> [round(limit, 3) for limit in odds_limits((36, 40), (16, 80))]
    [11.534, 110.919]
    """
    top, bottom = a[0] * (b[1] - b[0]), b[0] * (a[1] - a[0])
    return _limits(a, b, level, top, bottom, lambda ratio: _odds_score(a, b, ratio))


def _limits(a: Share, b: Share, level: float, top: float, bottom: float, score: Score) -> tuple[float, float]:
    """Where the score crosses the quantiles, below and above the observed ratio top / bottom."""
    z = normal_quantile(level)
    centre = log(top) - log(bottom) if top > 0 and bottom > 0 else HUGE if top > 0 else -HUGE

    def crossing(aim: float, end: float) -> float:
        if centre == end or (score(exp(end)) - aim) * (score(exp(centre)) - aim) >= 0:
            return 0.0 if end < 0 else inf
        low, high = sorted((centre, end))
        return exp(root(lambda x: score(exp(x)) - aim, low, high, within=1e-13))

    return (crossing(z, -HUGE) if top > 0 else 0.0), (crossing(-z, HUGE) if bottom > 0 else inf)


def _ratio_score(a: Share, b: Share, ratio: float) -> float:
    (x, m), (y, n) = a, b
    # The likeliest shares whose ratio is this one: the smaller root, in the form that does not cancel.
    linear = m * ratio + x + n + y * ratio
    second = 2 * (x + y) / (linear + sqrt(max(linear**2 - 4 * (m + n) * ratio * (x + y), 0.0)))
    first = min(second * ratio, 1.0)
    variance = first * (1 - first) / m + ratio**2 * second * (1 - second) / n
    return _standardised(x / m - ratio * (y / n), variance)


def _odds_score(a: Share, b: Share, ratio: float) -> float:
    (x, m), (y, n) = a, b
    found = x + y
    # The likeliest expected count of the first cell with both margins kept, as Cornfield has it.
    linear = n - found + ratio * (m + found)
    root = sqrt(max(linear**2 - 4 * (ratio - 1) * ratio * m * found, 0.0))
    # Of the two forms of the root the one that does not cancel.
    expected = 2 * ratio * m * found / (linear + root) if linear > 0 else (linear - root) / (2 * (ratio - 1))
    cells = (expected, m - expected, found - expected, n - found + expected)
    if min(cells) <= 0:
        return _standardised(x - expected, 0.0)
    return _standardised(x - expected, 1 / sum(1 / cell for cell in cells))


def _standardised(gap: float, variance: float) -> float:
    if variance > 0:
        return gap / sqrt(variance)
    return 0.0 if gap == 0 else inf if gap > 0 else -inf


def _two_shares(o: Outcomes, called: bool) -> tuple[Share, Share]:
    """The shares of positives and of negatives that were called positive (or not), in effective rows."""
    squared = o.squares
    found = []
    for part, other in (("tp", "fn"), ("fp", "tn")) if called else (("fn", "tp"), ("tn", "fp")):
        x, whole = float(getattr(o, part)), float(getattr(o, part) + getattr(o, other))
        squares = (
            None
            if squared is None
            else (float(getattr(squared, part)), float(getattr(squared, part) + getattr(squared, other)))
        )
        found.append(effective_trials(x, whole, squares))
    return found[0], found[1]


@interval("koopman", fits=lambda measure, clustered: measure.name in LIKELIHOOD_RATIOS and not clustered, infinite=True)
def koopman(task: Task) -> Limits:
    """The score interval of a likelihood ratio."""
    assert isinstance(task.evidence, Outcomes)
    return Limits(*ratio_limits(*_two_shares(task.evidence, task.measure.name == "lr_positive"), task.level))


@interval("cornfield", fits=preferred("cornfield"), infinite=True)
def cornfield(task: Task) -> Limits:
    """The score interval of an odds ratio."""
    assert isinstance(task.evidence, Outcomes)
    return Limits(*odds_limits(*_two_shares(task.evidence, True), task.level))
