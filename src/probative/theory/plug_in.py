"""The plug-in rule: a task estimated from a sample, its border, and what that costs beyond the best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadInput, LengthMismatch
from probative.evidence.arrays import Array, Floats
from probative.losses.signs import signs
from probative.theory.computed import Computed
from probative.theory.gaussian import Gaussian, rows
from probative.theory.gaussian_task import GaussianTask
from probative.theory.quadric import Quadric


@dataclass(frozen=True, slots=True, eq=False)
class PlugIn:
    """A task as a sample shows it (covariances with divisor n - 1), and the true risk of its border."""

    estimated: GaussianTask
    risk: Computed
    """The misclassification probability of the estimated border on the true task."""
    bayes_risk: Computed
    n_pos: int
    n_neg: int

    @property
    def border(self) -> Quadric:
        """The estimated border."""
        return self.estimated.quadric

    @property
    def excess(self) -> float:
        """Risk beyond that of Bayes' rule: at least 0, up to the error of drawn numbers."""
        return float(self.risk) - float(self.bayes_risk)


def estimated_task(X: object, y: object, *, pos_label: object = None) -> GaussianTask:  # noqa: N803
    """Means, covariances (divisor n - 1) and prior of a sample of two classes.

    >>> task = estimated_task([[0.0], [2.0], [5.0], [9.0]], [-1, -1, 1, 1])
    >>> task.mean_pos.tolist(), task.cov_pos.tolist(), task.prior_pos
    ([7.0], [[8.0]], 0.5)
    """
    points, label = np.asarray(X, np.float64), signs(y, "y", pos_label)
    points = rows(points, points.shape[1] if points.ndim == 2 else 1)
    if len(points) != len(label):
        raise LengthMismatch("X and y differ in length.", found=f"{len(points)} and {len(label)}")
    up, down = (_moments(points[label == sign], word) for sign, word in ((1, "positive"), (-1, "negative")))
    return GaussianTask(up.mean, up.cov, down.mean, down.cov, float((label > 0).mean()))


def plug_in(task: GaussianTask, X: object, y: object, *, pos_label: object = None) -> PlugIn:  # noqa: N803
    """What a sample makes of a task.

    >>> task = GaussianTask(mean_pos=1.0, cov_pos=1.0, mean_neg=-1.0, cov_neg=1.0)
    >>> found = plug_in(task, *task.sample(200, random_state=3))
    >>> 0 <= found.excess < 0.05
    True
    """
    made, label = estimated_task(X, y, pos_label=pos_label), signs(y, "y", pos_label)
    if made.dimension != task.dimension:
        raise LengthMismatch("the sample has other dimensions.", found=f"{made.dimension}, not {task.dimension}")
    positives = int((label > 0).sum())
    return PlugIn(made, task.border_risk(made.quadric), task.bayes_risk, positives, len(label) - positives)


def _moments(points: Array, word: str) -> Gaussian:
    n, d = points.shape
    if n < d + 1:
        raise BadInput(
            f"a covariance in {d} dimensions needs at least {d + 1} rows of a class.",
            found=f"{n} {word} rows",
            remedy="draw more rows of it; with fewer the estimate is singular",
        )
    cov: Floats = np.atleast_2d(np.cov(points, rowvar=False))
    return Gaussian(points.mean(axis=0), cov, f"the covariance of the {word} rows")
