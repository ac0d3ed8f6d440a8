"""Logistic regression of what happened on columns made of a ladder's rungs, chunk by chunk: the fit, how it varies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Floats, inner
from probative.evidence.steps import Step, steps

SEPARATED = "the scores separate the classes: no finite fit"
_TOO_LARGE = 1e14
"""The condition of an information matrix beyond which nothing is left of its inverse."""

_NEAR = 0.1
"""Steps up to which Newton's method does not overshoot."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Consecutive rungs, the columns of their design, and what of their log odds is fixed beforehand."""

    step: Step
    design: Floats
    offset: Floats | float = 0.0


Blocks = Callable[[], Iterator[Block]]
"""A walk over all rungs: a fit goes several times, and nothing as long as the ladder is laid out for it."""


@dataclass(frozen=True, slots=True, eq=False)
class LogisticFit:
    """Coefficients, and the information about them."""

    beta: Floats
    information: Floats

    def odds(self, block: Block) -> Floats:
        """The fitted log odds of every rung."""
        return np.asarray(block.offset + mixed(self.beta, block.design))

    def rates(self, block: Block) -> Floats:
        """The fitted probability of every rung."""
        from scipy.special import expit

        return np.asarray(expit(self.odds(block)))

    def influences(self, block: Block) -> tuple[Floats, Floats]:
        """Change of every coefficient per unit of positives, and of negatives, on each rung."""
        inverse, rates = np.linalg.inv(self.information), self.rates(block)
        pull = np.stack([mixed(row, block.design) for row in inverse])
        return pull * (1 - rates), -pull * rates

    def covariance(self, blocks: Blocks, weight: float | None) -> Floats:
        """Covariance of the coefficients: of the model where all rows weigh the same, else a sandwich.

        Its filling is what happened, which also holds where weights go with the outcome, or what the fit expects, which
        holds in small samples: the larger of both.
        """
        inverse = np.asarray(np.linalg.inv(self.information), np.float64)
        if weight is not None:
            return inverse * weight
        seen, expected = np.zeros((2, *inverse.shape))
        for block in blocks():
            p2, n2, rates = block.step.p_squared, block.step.n_squared, self.rates(block)
            seen += gram(block.design, p2 * (1 - rates) ** 2 + n2 * rates**2)
            expected += gram(block.design, (p2 + n2) * rates * (1 - rates))
        return np.asarray(max((inverse @ filling @ inverse for filling in (seen, expected)), key=np.trace))

    def acceleration(self, blocks: Blocks) -> Floats:
        """The skewness of the rows' influences on every coefficient, as BCa wants it."""
        second, third = np.zeros((2, len(self.beta)))
        for block in blocks():
            for counts, moved in zip((block.step.p, block.step.n), self.influences(block), strict=True):
                squares = moved * moved
                second += summed(squares, counts)
                third += summed(squares * moved, counts)
        return np.divide(third, 6 * second**1.5, out=np.zeros_like(third), where=second > 0)


def logistic_fit(blocks: Blocks, start: Floats) -> LogisticFit | None:
    """The logistic regression of what happened on the design, from a start on; None where there is no finite fit.

    >>> ladder = Ladder.from_counts([0.9, 0.1], [1, 2], [3, 2])
    >>> fit = logistic_fit(lambda: (Block(step, np.ones((1, 2))) for step in steps(ladder)), np.zeros(1))
    >>> fit.beta.round(6).tolist()
    [-0.510826]
    """
    beta = start
    for _ in range(100):
        information, gradient = _curvature(blocks, beta)
        if not np.isfinite(beta).all() or not np.isfinite(information).all():
            return None
        if np.linalg.cond(information) > _TOO_LARGE:
            return None
        step = np.linalg.solve(information, gradient)
        size = 1 + np.abs(beta).max()
        if np.abs(step).max() < 1e-10 * size:
            # The last step is right but for its square; one of the size of rounding would only add a trace.
            return LogisticFit(beta + step if np.abs(step).max() > 1e-15 * size else beta, information)
        # Far from the solution a full step may overshoot: half of it, until the fit improves.
        if np.abs(step).max() > _NEAR:
            now = likelihood(blocks, beta)
            while likelihood(blocks, beta + step) < now and np.abs(step).max() > 1e-12:
                step = step / 2
        beta = beta + step
    return None


def _curvature(blocks: Blocks, beta: Floats) -> tuple[Floats, Floats]:
    """Information and slope of the log likelihood at coefficients."""
    from scipy.special import expit

    information, gradient = np.zeros((len(beta), len(beta))), np.zeros(len(beta))
    for block in blocks():
        mass, rate = block.step.p + block.step.n, expit(block.offset + mixed(beta, block.design))
        expected = mass * rate
        gradient += summed(block.design, block.step.p - expected)
        information += gram(block.design, expected * (1 - rate))
    return information, gradient


def likelihood(blocks: Blocks, beta: Floats) -> float:
    """The log likelihood of what happened at coefficients."""
    total = 0.0
    for block in blocks():
        z = block.offset + mixed(beta, block.design)
        total += inner(block.step.p, z) - inner(block.step.p + block.step.n, np.logaddexp(0.0, z))
    return total


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
    found = np.empty((len(design), len(design)))
    for i, column in enumerate(design):
        found[i, : i + 1] = found[: i + 1, i] = summed(design[: i + 1], column * weights)
    return found


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
    least, most = np.inf, 0.0
    for step in steps(ladder):
        for counts, squares in ((step.p, step.p_squared), (step.n, step.n_squared)):
            weights = squares[counts > 0] / counts[counts > 0]
            if len(weights):
                least, most = min(least, float(weights.min())), max(most, float(weights.max()))
    if not most or most - least > 1e-9 * most:
        return None
    return sum(ladder.squared_totals) / ladder.n
