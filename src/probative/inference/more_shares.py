"""Further intervals of a proportion: with a continuity correction, mid-p, Blaker's, and by likelihood."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from math import log, nan, sqrt

from probative.evidence.arrays import single
from probative.inference.methods import interval
from probative.inference.proportion import Limits as Ends
from probative.inference.proportion import effective_trials, normal_quantile
from probative.inference.roots import root
from probative.inference.task import Limits, Task, squared_trials

LARGEST = 1e300
WHOLE = "Blaker's interval is for whole counts, and these rows are weighted"


def wilson_corrected(successes: float, trials: float, level: float = 0.95) -> Ends:
    """Wilson's interval with a continuity correction (Newcombe 1998, method 4; R's prop.test).

    >>> [round(limit, 4) for limit in wilson_corrected(15, 148)]
    [0.0598, 0.1644]
    """
    return _corrected_low(successes, trials, level), 1 - _corrected_low(trials - successes, trials, level)


def _corrected_low(successes: float, trials: float, level: float) -> float:
    if successes <= 0:
        return 0.0
    z = normal_quantile(level)
    p, z2 = successes / trials, z * z
    root = z2 - 2 - 1 / trials + 4 * p * (trials * (1 - p) + 1)
    return max((2 * trials * p + z2 - 1 - z * sqrt(max(root, 0.0))) / (2 * (trials + z2)), 0.0)


def mid_p(successes: float, trials: float, level: float = 0.95) -> Ends:
    """The shares that an exact test counting half of what was seen does not reject (Lancaster's mid-p).

    >>> [round(limit, 4) for limit in mid_p(15, 148)]
    [0.0601, 0.1581]
    """
    failures, tail = trials - successes, (1 - level) / 2
    return _mid_low(successes, failures, tail), 1 - _mid_low(failures, successes, tail)


def _mid_low(successes: float, failures: float, tail: float) -> float:
    """The share under which more successes, and half of as many, have the probability `tail`."""
    from scipy.special import betainc

    if successes <= 0:
        return 0.0

    def excess(p: float) -> float:
        at_least = float(betainc(successes, failures + 1, p))
        more = float(betainc(successes + 1, failures, p)) if failures > 0 else 0.0
        return (at_least + more) / 2 - tail

    return _root(excess, 0.0, 1.0)


def likelihood(successes: float, trials: float, level: float = 0.95) -> Ends:
    """The shares whose likelihood ratio test does not reject (R: binom.lrt).

    >>> [round(limit, 4) for limit in likelihood(15, 148)]
    [0.0596, 0.1567]
    """
    failures, allowed = trials - successes, normal_quantile(level) ** 2 / 2
    return _likely_low(successes, failures, allowed), 1 - _likely_low(failures, successes, allowed)


def _likely_low(successes: float, failures: float, allowed: float) -> float:
    """The lower share at which the log-likelihood is below its largest value by what is allowed."""
    if successes <= 0:
        return 0.0
    share = successes / (successes + failures)

    def logs(p: float) -> float:
        if p <= 0:
            return -LARGEST
        return successes * log(p / share) + (failures * log((1 - p) / (1 - share)) if failures > 0 else 0.0)

    return _root(lambda p: logs(p) + allowed, 0.0, share)


def blaker(successes: float, trials: float, level: float = 0.95) -> Ends:
    """Blaker's exact interval (2000): inside Clopper and Pearson's, and never covers less than its level.

    A share is kept if the smaller tail, and as much of the other tail as is no more probable, together exceed
    1 - level. The ends are found exactly, where R's PropCIs and DescTools walk in steps of 1e-5.

    >>> [round(limit, 4) for limit in blaker(3, 10)]
    [0.0873, 0.6194]
    """
    x, n, alpha = round(successes), round(trials), 1 - level
    return _blaker_low(x, n, alpha), 1 - _blaker_low(n - x, n, alpha)


def _blaker_low(x: int, n: int, alpha: float) -> float:
    """The lowest share that is kept, from Clopper and Pearson's limit upwards.

    There x successes or more have the probability alpha / 2, and the other tail has the largest lower part that is
    no more probable. Further up that part grows by an outcome as soon as it is no more probable than the upper tail:
    together they then have twice its probability, which is alpha at least. Up to that jump the sum falls and rises at
    most once, so that the limit is either where it reaches alpha, or the jump.
    """
    from scipy.special import betainc, betaincinv

    if not x:
        return 0.0

    def upper(p: float) -> float:
        return float(betainc(x, n - x + 1, p))

    def lower(p: float, last: int) -> float:
        return float(betainc(n - last, last + 1, 1 - p)) if last >= 0 else 0.0

    start = float(betaincinv(x, n - x + 1, alpha / 2))
    following = bisect_right(range(x), alpha / 2, key=lambda last: lower(start, last))
    jump = _root(lambda p: upper(p) - lower(p, following), start, 1.0)

    def excess(p: float) -> float:
        return upper(p) + lower(p, following - 1) - alpha

    return _root(excess, start, jump) if excess(start) < 0 < excess(jump) else jump


def _root(excess: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that is negative at one end and positive at the other is 0."""
    return root(excess, low, high)


METHODS = {"wilson-cc": wilson_corrected, "mid-p": mid_p, "likelihood": likelihood, "blaker": blaker}


@interval(*METHODS, fits=lambda measure, clustered: measure.trials is not None and not clustered)
def further_share(task: Task) -> Limits:
    """The interval of a proportion, by the successes and trials behind the share."""
    assert task.measure.trials is not None
    part, whole = task.measure.trials(task.evidence, **task.parameters)
    squares = squared_trials(task.measure, task.evidence, task.parameters)
    successes, trials = effective_trials(single(part), single(whole), squares)
    if task.method == "blaker" and not (_near_whole(successes) and _near_whole(trials)):
        return Limits(nan, nan, WHOLE)
    return Limits(*METHODS[task.method](min(successes, trials), trials, task.level))


def _near_whole(number: float) -> bool:
    """Whether a count is whole but for rounding, as with constant weights."""
    return abs(number - round(number)) <= 1e-9 * max(number, 1.0)
