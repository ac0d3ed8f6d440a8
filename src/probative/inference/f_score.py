"""The score interval of F: Wilson's on the rows that are positive or were called so."""

from __future__ import annotations

from math import inf, sqrt

from probative.evidence import Outcomes
from probative.evidence.arrays import single
from probative.inference.methods import interval, preferred
from probative.inference.mover import of_outcomes
from probative.inference.proportion import effective_trials, normal_quantile
from probative.inference.roots import root
from probative.inference.task import Limits, Task


def f_limits(tp: float, fn: float, fp: float, beta: float, level: float = 0.95) -> tuple[float, float]:
    """The values of F whose score test does not reject.

    F = TP / (TP + w FN + (1 - w) FP) with w = beta^2 / (1 + beta^2). For beta = 1 it is 2J / (1 + J) of Jaccard's index
    J, a share, and the interval is Wilson's of that; else the errors are taken to be as often misses as they were.

    >>> [round(limit, 4) for limit in f_limits(40, 10, 5, 1.0)]
    [0.7482, 0.9054]
    """
    weight = 1.0 if beta == inf else beta**2 / (1 + beta**2)
    # What has no weight is not looked at: precision knows no misses, recall no false alarms.
    fn, fp = fn if weight else 0.0, fp if weight < 1 else 0.0
    rows, errors = tp + fn + fp, fn + fp
    if not rows:
        return 0.0, 1.0  # nothing that counts was seen
    missed = fn / errors if errors else 0.5 if 0 < weight < 1 else weight
    mean = weight * missed + (1 - weight) * (1 - missed)
    square = weight**2 * missed + (1 - weight) ** 2 * (1 - missed)
    z = normal_quantile(level)

    def score(f: float) -> float:
        found = f * mean / (f * mean + 1 - f)
        variance = found * (1 - f) ** 2 + (1 - found) * f**2 * square
        return (tp * (1 - f) - f * mean * errors) / sqrt(rows * variance)

    # Where hardly any row is left of the weights, limits lie at the ends of the range, and not between them.
    least, most = 1e-12, 1 - 1e-12
    low = root(lambda f: score(f) - z, least, most) if tp and score(least) > z else 0.0
    high = root(lambda f: score(f) + z, least, most) if errors and score(most) < -z else 1.0
    return float(low), float(high)


@interval("f-score", fits=preferred("f-score"))
def f_score(task: Task) -> Limits:
    """Limits of F from the effective number of rows behind it."""
    o = task.evidence
    assert isinstance(o, Outcomes)
    tp, fn, fp = single(o.tp), single(o.fn), single(o.fp)
    squares = None
    if o.squares is not None:
        squares = (single(o.squares.tp), single(o.squares.tp + o.squares.fn + o.squares.fp))
    share = effective_trials(tp, tp + fn + fp, squares)[1] / (tp + fn + fp)
    beta = _beta(task)
    low, high = f_limits(share * tp, share * fn, share * fp, beta, task.level)
    if 0 < beta < inf and abs(beta - 1) > 1e-9:
        # Misses and false alarms weigh differently, and few errors hardly tell how many of them are misses: what square
        # and add allows, which lets both rates vary, is allowed too. Each alone fell to 0.83 where the other held.
        least, most = of_outcomes(task.measure, o, task.level, task.parameters)
        low, high = min(low, least), max(high, most)
    return Limits(low, high)


def _beta(task: Task) -> float:
    """The weight of recall, read off the measure: F of one hit and one miss is 1 / (1 + w)."""
    weight = 1 / float(task.measure(Outcomes.trusted(1, 1, 0, 0), **task.parameters)) - 1
    return inf if weight >= 1 else sqrt(weight / (1 - weight))
