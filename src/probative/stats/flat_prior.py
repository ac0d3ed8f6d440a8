"""A practical difference of any measure on the same rows: how probable it is by its standard error."""

from __future__ import annotations

from math import isfinite, isnan, nan

from probative.errors import BadParameter
from probative.evidence.needed import a_number
from probative.inference.proportion import normal_quantile
from probative.stats.bayesian import Posterior
from probative.stats.inputs import checked
from probative.stats.means import EQUAL
from probative.stats.registry import Aside

METHOD = "normal posterior"
UNKNOWN = "how single rows move this measure is not known (or there are too few): no posterior of its difference"


@Aside(
    "normal-posterior",
    title="Normal posterior",
    question="how probable is a practical difference, from the same rows? (`rope=`)",
    null="none: all three probabilities are given",
    assumes=("the difference is nearly normal", "nothing was known of it before (a flat prior)"),
)
def normal_posterior(
    difference: float, error: float, *, rope: float = 0.0, n: float | None = None, level: float = 0.95
) -> Posterior:
    """Normal posterior of a difference with that standard error, under a flat prior.

    It is what large samples make of any prior that does not rule the difference out (Bernstein and von Mises).

    >>> p = normal_posterior(0.02, 0.01, rope=0.01, n=400)
    >>> round(p.left, 4), round(p.rope, 4), round(p.right, 4)
    (0.0013, 0.1573, 0.8413)
    """
    checked("two-sided", level)
    difference, error = a_number(difference, "a difference"), a_number(error, "its standard error")
    rope = a_number(rope, "the region")
    if not (isfinite(rope) and rope >= 0):
        raise BadParameter("the region of practical equivalence is a width of at least 0.", found=rope)
    width, words = float(rope), (float(rope), n, level)
    if isnan(difference) or not isfinite(error) or (error <= 0 and difference):
        return Posterior(nan, nan, nan, difference, nan, nan, METHOD, (UNKNOWN,), *words)
    if error <= 0:
        shares = (0.0, 1.0, 0.0) if width else (0.5, 0.0, 0.5)
        return Posterior(*shares, difference, nan, nan, METHOD, (EQUAL,), *words)
    from scipy.special import ndtr

    left, right = float(ndtr((-width - difference) / error)), float(ndtr((difference - width) / error))
    half = normal_quantile(level) * error
    inside = max(1 - left - right, 0.0) if width else 0.0
    return Posterior(left, inside, right, difference, difference - half, difference + half, METHOD, (), *words)
