"""A known world: two normal classes, whose risk under a linear rule has a closed form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import numpy as np
from scipy.special import ndtri

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import a_number
from probative.theory.computed import Computed
from probative.theory.gaussian_task import GaussianTask
from probative.theory.quadrature import whole
from probative.theory.rules import Rule, answers, linear_border

POINTS = 4096
"""Inputs at which the risk of a rule that is not linear is averaged."""


class Task(Protocol):
    """What a study asks of a task with known risk."""

    def sample(self, n: int, *, random_state: int) -> tuple[Any, Any]:
        """Inputs and labels of n rows."""
        ...

    def risk(self, rule: Any, /) -> float:
        """The probability that a trained classifier is wrong about a fresh row."""
        ...


@dataclass(frozen=True, slots=True)
class TwoGaussians:
    """Two normal classes with unit covariance, their means `separation` apart, the second drawn with `prior`.

    >>> world = TwoGaussians(2.0)
    >>> X, y = world.sample(40, random_state=0)
    >>> X.shape, round(world.bayes_risk, 6)
    ((40, 2), 0.158655)
    """

    separation: float = 2.0
    dimensions: int = 2
    prior: float = 0.5

    def __post_init__(self) -> None:
        whole(self.dimensions, "dimensions", 1)
        if not 0 < a_number(self.separation, "the separation") < np.inf:
            raise BadParameter("the classes must lie apart.", found=f"separation {self.separation!r}", remedy="2.0")
        if not 0 < a_number(self.prior, "the prior") < 1:
            raise BadParameter("the prior must lie between 0 and 1.", found=repr(self.prior))

    @property
    def mean(self) -> Floats:
        """The mean of the second class; the first has its mean at 0."""
        return np.concatenate([[self.separation], np.zeros(self.dimensions - 1)])

    @property
    def task(self) -> GaussianTask:
        """The same as a Gaussian task, which knows more; its labels are +1 and -1."""
        return _task(self)

    @property
    def bayes_risk(self) -> Computed:
        """The risk of the best rule, which cuts the line between the means."""
        return self.task.bayes_risk

    def sample(self, n: int, *, random_state: int = 0) -> tuple[Floats, Array]:
        """Rows with labels 0 and 1 drawn by chance, at least two of each class."""
        rng = np.random.default_rng([random_state, 7])
        y = (rng.random(whole(n, "n", 4)) < self.prior).astype(np.intp)
        short = [label for label in (0, 1) if (y == label).sum() < 2]
        for label in short:
            y[rng.permutation(n)[:2]] = label
        return rng.normal(size=(n, self.dimensions)) + y[:, None] * self.mean, y

    def risk(self, rule: Rule) -> float:
        """The risk of a fitted classifier, or of a function of rows, which answers 0 or 1.

        In closed form for a linear classifier; for any other rule the mean over many inputs of being wrong there.

        >>> from types import SimpleNamespace
        >>> best = SimpleNamespace(coef_=np.array([[1.0, 0.0]]), intercept_=np.array([-1.0]), classes_=[0, 1])
        >>> round(TwoGaussians(2.0).risk(best), 6)
        0.158655
        """
        border = linear_border(rule, self.dimensions, (0, 1))
        if border is not None:
            return self.task.border_risk(border)
        x, second = _inputs(self)
        return float(np.where(answers(rule, x) == 1, 1 - second, second).mean())


@cache
def _task(world: TwoGaussians) -> GaussianTask:
    # Made once: a study asks thousands of times for the risk of a line.
    unit = np.eye(world.dimensions)
    return GaussianTask(world.mean, unit, 0 * world.mean, unit, world.prior)


def _inputs(world: TwoGaussians) -> tuple[Floats, Floats]:
    """Evenly spread inputs of the world, and the probability of the second class at each: chance is averaged out."""
    from scipy.stats import qmc

    cube = qmc.Sobol(world.dimensions + 1, seed=0).random(POINTS)
    labels = cube[:, 0] < world.prior
    x = ndtri(np.clip(cube[:, 1:], 1e-12, 1 - 1e-12)) + labels[:, None] * world.mean
    return x, world.task.posterior(x)
