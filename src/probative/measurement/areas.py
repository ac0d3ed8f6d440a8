"""Measures beside the AUC: the Gini coefficient, and Hand's H-measure, which fixes the costs that the AUC lets vary."""

from __future__ import annotations

from functools import partial

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Floats, Number
from probative.evidence.steps import steps
from probative.measurement.declaring import measure
from probative.measurement.isotonic import isotonic_pools
from probative.measurement.ladder import auc, auc_slopes, one_class
from probative.measurement.registry import Slopes

_measure = partial(measure, needs=Ladder, order_only=True, one_model=True, reason=one_class)


def _gini_slopes(ladder: Ladder) -> Slopes:
    for step, of_p, of_n in auc_slopes(ladder):
        yield step, 2 * of_p, 2 * of_n


@_measure(
    formula="2 AUC - 1",
    low=-1.0,
    slopes=_gini_slopes,
    bound=lambda ladder: 2 * ladder.auc_error,
    method="through-auc",
    aka=("somers_d", "accuracy_ratio"),
)
def gini(ladder: Ladder) -> Number:
    """Gini coefficient of the ROC curve: chance that a pair is ordered rightly less that it is ordered wrongly."""
    return 2 * auc(ladder) - 1


def _shapes(
    ladder: Ladder, severity_ratio: float | None, alpha: float | None, beta: float | None
) -> tuple[float, float]:
    """The shapes of the beta distribution of costs."""
    positives, negatives = ladder.totals
    if (alpha is None) != (beta is None):
        raise BadParameter("name both shapes, alpha and beta, or none.", found=f"{alpha}, {beta}")
    if alpha is not None and beta is not None:
        if not (alpha > 0 and beta > 0):
            raise BadParameter("the shapes of a beta distribution are greater than 0.", found=f"{alpha}, {beta}")
        return float(alpha), float(beta)
    ratio = positives / negatives if severity_ratio is None else severity_ratio
    if not (ratio > 0 and np.isfinite(ratio)):
        raise BadParameter("a severity ratio is greater than 0.", found=severity_ratio)
    return 2.0, 1 + 1 / ratio


def _losses(ladder: Ladder, shapes: tuple[float, float]) -> tuple[Floats, Floats, Floats]:
    """By pool of the ROC hull: expected cost of a positive, and of a negative, that lies there; and its last rung.

    A negative in a pool is called positive for costs under the pool's rate, a positive is missed for costs above.
    """
    from scipy.special import betainc

    a, b = shapes
    pools = isotonic_pools(ladder)
    cost = pools.rates
    of_negatives = a / (a + b) * betainc(a + 1, b, cost)
    of_positives = b / (a + b) * (1 - betainc(a, b + 1, cost))
    return of_positives, of_negatives, np.asarray(pools.ends)


def _worst(positives: float, negatives: float, shapes: tuple[float, float]) -> float:
    """Expected cost of the better trivial rule."""
    from scipy.special import betainc

    a, b = shapes
    share = positives / (positives + negatives)
    alarms, misses = a / (a + b) * betainc(a + 1, b, share), b / (a + b) * (1 - betainc(a, b + 1, share))
    return float((1 - share) * alarms + share * misses)


def _h_slopes(
    ladder: Ladder, severity_ratio: float | None = None, alpha: float | None = None, beta: float | None = None
) -> Slopes:
    """At the optimal thresholds the thresholds themselves do not matter; the prior of the costs is taken as given."""
    shapes, (positives, negatives), n = _shapes(ladder, severity_ratio, alpha, beta), ladder.totals, ladder.n
    of_positives, of_negatives, ends = _losses(ladder, shapes)
    worst = _worst(positives, negatives, shapes)
    share, step_size = positives / n, 1e-6
    up, down = (_worst(share + h, 1 - share - h, shapes) for h in (step_size, -step_size))
    bend = (up - down) / (2 * step_size)
    loss = (1 - h_measure(ladder, severity_ratio=severity_ratio, alpha=alpha, beta=beta)) * worst
    for step in steps(ladder):
        pool = np.searchsorted(ends, np.arange(step.first, step.first + len(step.p)))
        moved = [
            (losses[pool] - loss) / n - loss / worst * bend * (y - share) / n
            for losses, y in ((of_positives, 1.0), (of_negatives, 0.0))
        ]
        yield step, -moved[0] / worst, -moved[1] / worst


@_measure(
    formula="1 - expected least cost / that of the better trivial rule, over a beta distribution of costs",
    slopes=_h_slopes,
    scale="logit",
    on_request=True,
    aka=("h",),
    title="H-measure",
    method="withheld",
    caution="thresholds are chosen on the same rows, so it is too large, and no interval tried holds the truth",
)
def h_measure(
    ladder: Ladder, severity_ratio: float | None = None, alpha: float | None = None, beta: float | None = None
) -> Number:
    """Hand's H-measure: the cost that the scores save, averaged over a fixed distribution of relative costs.

    The cost c of a false positive (a miss costs 1 - c) has a Beta(2, 1 + 1 / severity_ratio) distribution, whose mode
    is severity_ratio / (1 + severity_ratio). Without a ratio it is positives / negatives, as in R's hmeasure; ratio 1
    gives Beta(2, 2) (Hand 2009). alpha and beta name other shapes: 1 + prevalence and 2 - prevalence are those of Hand
    and Anagnostopoulos 2014.
    """
    if one_class(ladder):
        return np.nan
    shapes = _shapes(ladder, severity_ratio, alpha, beta)
    of_positives, of_negatives, _ = _losses(ladder, shapes)
    pools = isotonic_pools(ladder)
    loss = float((pools.p * of_positives + pools.n * of_negatives).sum()) / ladder.n
    return float(min(max(1 - loss / _worst(*ladder.totals, shapes), 0.0), 1.0))
