"""How probable is it that one model is practically better? Posteriors with a region of practical equivalence."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import ClassVar

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.records import Record
from probative.stats.exports import public
from probative.stats.inputs import checked, generator, noise, paired, positive
from probative.stats.means import EQUAL, Contrast, of_pairs
from probative.stats.registry import Aside

DRAWS = 50_000
CELLS = 4_000_000
"""Numbers worked on at a time."""


@public
@dataclass(frozen=True, slots=True)
class Posterior(Record):
    """Probabilities that a is lower than b by more than the region, inside it, and higher by more than it.

    `effect` is the posterior mean (or median) of the difference a - b, `low` and `high` its credible interval.

    >>> print(Posterior(0.02, 0.38, 0.6, 0.012, -0.004, 0.028, "Bayesian correlated t-test", region=0.01, n=100))
    Bayesian correlated t-test: P(a lower) = 0.020, P(within 0.01) = 0.380, P(a higher) = 0.600, n = 100
    """

    also: ClassVar[dict[str, str]] = {"text": "__str__"}

    left: float
    rope: float
    right: float
    effect: float = nan
    low: float = nan
    high: float = nan
    method: str = ""
    notes: tuple[str, ...] = ()
    region: float = 0.0
    n: float | None = None
    level: float = 0.95

    def __str__(self) -> str:
        parts = (f"P(a lower) = {self.left:.3f}", f"P(within {self.region:g}) = {self.rope:.3f}")
        return f"{self.method}: {', '.join(parts)}, P(a higher) = {self.right:.3f}, n = {self.n:g}"


@Aside(
    "bayes-correlated-t",
    title="Bayesian correlated t-test",
    question="how probable is a practical difference, from folds of one plan? (`rope=`)",
    null="none: all three probabilities are given",
    assumes=("differences of folds are nearly normal", "their correlation is the share of the test set"),
)
def bayes_correlated_t(
    a: object,
    b: object,
    *,
    rope: float = 0.0,
    n_train: float | None = None,
    n_test: float | None = None,
    rho: float | None = None,
    level: float = 0.95,
) -> Posterior:
    """Bayesian correlated t-test (Corani and Benavoli 2015) for fold results of (repeated) cross-validation.

    The posterior of the mean difference is Student's t with variance (1/n + rho / (1 - rho)) sd^2; the correlation
    rho of the results is the share of the test set, n_test / (n_train + n_test).

    >>> p = bayes_correlated_t([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], rope=1, n_train=4, n_test=1)
    >>> round(p.left, 4), round(p.rope, 4), round(p.right, 4)
    (0.5747, 0.3795, 0.0458)
    """
    checked("two-sided", level)
    width = _region(rope)
    contrast = of_pairs(a, b, n_train=1.0, n_test=_odds(n_train, n_test, rho))
    method = "Bayesian correlated t-test"
    if contrast.why:
        return _certain(contrast, width, method, level)
    from scipy.special import stdtr

    left = float(stdtr(contrast.df, contrast.t(-width) * -1))
    right = float(stdtr(contrast.df, contrast.t(width)))
    low, high = contrast.limits(level, "two-sided")
    inside = max(1 - left - right, 0.0) if width else 0.0
    return Posterior(left, inside, right, contrast.effect, low, high, method, (), width, contrast.n, level)


def _odds(n_train: float | None, n_test: float | None, rho: float | None) -> float:
    """The odds rho / (1 - rho), from either way of giving it."""
    if rho is None and n_train is not None and n_test is not None:
        return positive(n_test, "n_test") / positive(n_train, "n_train")
    if rho is None or n_train is not None or n_test is not None:
        raise BadParameter("the correlation is needed: give n_train and n_test, or rho.", found=f"rho = {rho}")
    if not 0 < rho < 1:
        raise BadParameter("rho lies between 0 and 1.", found=rho, remedy="1 / k for k-fold cross-validation")
    return rho / (1 - rho)


def _certain(contrast: Contrast, width: float, method: str, level: float) -> Posterior:
    """Results without spread: models that never differ are equivalent; else there is no posterior."""
    same = (0.0, 1.0, 0.0) if width else (0.5, 0.0, 0.5)
    shares = same if contrast.same else (nan, nan, nan)
    return Posterior(*shares, contrast.effect, nan, nan, method, (contrast.why,), width, contrast.n, level)


@Aside(
    "bayes-signed-rank",
    title="Bayesian signed-rank test",
    question="how probable is a practical difference, over data sets or paired results? (`rope=`)",
    null="none: all three probabilities are given",
    assumes=("data sets (or measurements) are independent of each other", "differences are symmetric"),
)
def bayes_signed_rank(
    a: object,
    b: object,
    *,
    rope: float = 0.0,
    prior: float = 0.5,
    draws: int = DRAWS,
    random_state: int | np.random.Generator | None = None,
    level: float = 0.95,
) -> Posterior:
    """Bayesian signed-rank test (Benavoli et al. 2014) for results on many data sets, by a Dirichlet process.

    Rows get Dirichlet weights, with `prior` rows at a difference of 0 added; each draw asks whether means of two
    random rows mostly lie below, inside or above the region. The probabilities are shares of draws. `effect` is
    the median over draws of P(mean of two rows > region) - P(mean < -region).

    >>> p = bayes_signed_rank([80, 82, 85, 78, 85], [81, 81, 86, 80, 88], rope=0.5)
    >>> p.left > 0.8 > p.rope + p.right
    True
    """
    checked("two-sided", level)
    width = _region(rope)
    if draws < 1:
        raise BadParameter("there must be a draw.", found=draws)
    first, second, d = paired(a, b)
    method = "Bayesian signed-rank test"
    if not d.any():
        shares = (0.0, 1.0, 0.0) if width else (0.5, 0.0, 0.5)
        return Posterior(*shares, 0.0, nan, nan, method, (EQUAL,), width, len(d), level)
    rng, alpha = generator(random_state), np.concatenate([[positive(prior, "prior")], np.ones(len(d))])
    most = max(CELLS // len(alpha), 1)
    blocks = [min(most, draws - start) for start in range(0, draws, most)]
    mass = np.concatenate(
        [signed_rank_masses(rng.dirichlet(alpha, size), d, width, noise(first, second)) for size in blocks]
    )
    winners = np.bincount(np.argmax(mass, axis=1), minlength=3) / draws
    tilt = mass[:, 2] - mass[:, 0]
    low, high = np.quantile(tilt, [(1 - level) / 2, (1 + level) / 2])
    left, inside, right = (float(share) for share in winners)
    return Posterior(
        left, inside, right, float(np.median(tilt)), float(low), float(high), method, (), width, len(d), level
    )


def signed_rank_masses(weights: Floats, d: Floats, width: float, noise: Floats | float = 0.0) -> Floats:
    """For each row of weights, the mass of pairs whose mean lies below, inside and above the region.

    The first weight belongs to the prior's difference of 0. A mean on the border counts half, and so does one that is
    no further from it than the rounding (`noise`) of its two differences.

    >>> signed_rank_masses(np.array([[0.5, 0.5]]), np.array([1.0]), 0.0).tolist()
    [[0.125, 0.0, 0.875]]
    """
    rows = np.concatenate([[0.0], d])
    slack = np.concatenate([[0.0], np.broadcast_to(noise, d.shape)])
    sums, near = rows[:, None] + rows, slack[:, None] + slack
    above, below = (0.5 * (gap > near) + 0.5 * (gap >= -near) for gap in (sums - 2 * width, -2 * width - sums))
    high, low = (((weights @ side) * weights).sum(axis=1) for side in (above, below))
    inside = np.maximum(1 - high - low, 0.0) if width else np.zeros(len(weights))
    return np.column_stack([low, inside, high])


def _region(rope: float) -> float:
    if not (np.isfinite(rope) and rope >= 0):
        raise BadParameter("the region of practical equivalence is a width of at least 0.", found=rope)
    return float(rope)
