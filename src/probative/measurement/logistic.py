"""Logistic regression of what happened on columns of a ladder's rungs: the fit, and how it varies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats, inner

SEPARATED = "the scores separate the classes: no finite fit"
_TOO_LARGE = 1e14
"""The condition of an information matrix beyond which nothing is left of its inverse."""

_NEAR = 0.1
"""Steps up to which Newton's method does not overshoot."""


@dataclass(frozen=True, slots=True, eq=False)
class LogisticFit:
    """Coefficients, the information about them, and the rungs that they were fitted to."""

    beta: Floats
    information: Floats
    design: Floats
    p: Floats
    mass: Floats
    offset: Floats

    @property
    def rates(self) -> Floats:
        """The fitted probability of every rung."""
        from scipy.special import expit

        return np.asarray(expit(self.offset + mixed(self.beta, self.design)))

    def influences(self) -> tuple[Floats, Floats]:
        """Change of every coefficient per unit of positives, and of negatives, on each rung."""
        pull, rates = np.linalg.solve(self.information, self.design), self.rates
        return pull * (1 - rates), -pull * rates

    def covariance(self, squares: tuple[Array, Array], weight: float | None) -> Floats:
        """Covariance of the coefficients: of the model where all rows weigh the same, else a sandwich.

        Its filling is what happened, which also holds where weights go with the outcome, or what the fit expects, which
        holds in small samples: the larger of both.
        """
        inverse = np.asarray(np.linalg.inv(self.information), np.float64)
        if weight is not None:
            return inverse * weight
        rates = self.rates
        seen = squares[0] * (1 - rates) ** 2 + squares[1] * rates**2
        expected = (squares[0] + squares[1]) * rates * (1 - rates)
        made = [inverse @ gram(self.design, filling) @ inverse for filling in (seen, expected)]
        return np.asarray(max(made, key=np.trace))


def logistic_fit(
    design: Floats, p: Floats, mass: Floats, offset: Floats | None = None, start: Floats | None = None
) -> LogisticFit | None:
    """The logistic regression of p positives among `mass` rows on each rung; None where there is no finite fit.

    >>> fit = logistic_fit(np.ones((1, 2)), np.array([1.0, 2.0]), np.array([4.0, 4.0]))
    >>> fit.rates.round(6).tolist()
    [0.375, 0.375]
    """
    from scipy.special import expit

    fixed = np.zeros(design.shape[1]) if offset is None else offset

    def likelihood(b: Floats) -> float:
        z = fixed + mixed(b, design)
        return inner(p, z) - inner(mass, np.logaddexp(0.0, z))

    beta = np.zeros(len(design)) if start is None else start
    for _ in range(100):
        rate = expit(fixed + mixed(beta, design))
        information = gram(design, mass * rate * (1 - rate))
        if not np.isfinite(beta).all() or not np.isfinite(information).all():
            return None
        if np.linalg.cond(information) > _TOO_LARGE:
            return None
        step = np.linalg.solve(information, summed(design, p - mass * rate))
        if np.abs(step).max() < 1e-10 * (1 + np.abs(beta).max()):
            return LogisticFit(beta, information, design, p, mass, fixed)
        # Far from the solution a full step may overshoot: half of it, until the fit improves.
        if np.abs(step).max() > _NEAR:
            now = likelihood(beta)
            while likelihood(beta + step) < now and np.abs(step).max() > 1e-12:
                step = step / 2
        beta = beta + step
    return None


def mixed(beta: Floats, design: Floats) -> Floats:
    """The columns of a design, each times its coefficient, added up: without BLAS, whose threads change the digits."""
    total = beta[0] * design[0]
    for b, column in zip(beta[1:], design[1:], strict=True):
        total = total + b * column
    return np.asarray(total)


def summed(design: Floats, values: Floats) -> Floats:
    """The sum of every column times the values."""
    return np.array([inner(column, values) for column in design])


def gram(design: Floats, weights: Floats) -> Floats:
    """The weighted sums of products of every two columns.

    >>> gram(np.array([[1.0, 1.0], [2.0, 3.0]]), np.array([1.0, 2.0])).tolist()
    [[3.0, 8.0], [8.0, 22.0]]
    """
    return np.array([summed(design, column * weights) for column in design])


def log_odds(scores: Floats) -> Floats:
    """Log odds of probabilities strictly between 0 and 1."""
    return np.asarray(np.log(scores) - np.log1p(-scores))


def common_weight(ladder: Ladder) -> float | None:
    """The weight that all rows have; None where rows weigh differently.

    >>> common_weight(Ladder.from_scores([1, 0], [0.9, 0.2], sample_weight=[10, 10]))
    10.0
    """
    if not ladder.weighted:
        return 1.0
    counts, squares = ladder.cells()
    filled = counts > 0
    weights = squares[filled] / counts[filled]
    if not len(weights) or weights.max() - weights.min() > 1e-9 * weights.max():
        return None
    return float(squares.sum() / counts.sum())
