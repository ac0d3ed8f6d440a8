"""The plug-in rule: a task estimated from a sample, its border, and what that costs beyond the best."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from probative.errors import BadInput, LengthMismatch
from probative.evidence.arrays import Array, Floats
from probative.losses.signs import signs
from probative.theory.computed import Computed, total
from probative.theory.gaussian import Gaussian, rows
from probative.theory.gaussian_task import GaussianTask
from probative.theory.known_classes import DRAWS as RULE_DRAWS
from probative.theory.quadrature import whole
from probative.theory.quadric import Quadric
from probative.theory.quadric_share import DRAWS, SquaredNormals
from probative.theory.rules import Rule, answers, linear_border


@dataclass(frozen=True, slots=True, eq=False)
class PlugIn:
    """A task as a sample shows it (covariances with divisor n - 1), and the true risk of its border."""

    estimated: GaussianTask
    risk: Computed
    """The misclassification probability of the estimated border on the true task."""
    bayes_risk: Computed
    n_pos: int
    n_neg: int
    excess: Computed
    """Risk beyond that of Bayes' rule, never below 0: where it is drawn, both rules answer the same draws."""

    @property
    def border(self) -> Quadric:
        """The estimated border."""
        return self.estimated.quadric

    def __str__(self) -> str:
        rows = f"{self.n_pos} positive and {self.n_neg} negative rows"
        return f"plug-in rule of {rows}: {self.border.kind}, true risk {self.risk}, excess {self.excess}"


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
    best, excess = task.bayes_risk, excess_risk(task, made.quadric)
    return PlugIn(made, total(best, excess), best, positives, len(label) - positives, excess)


def excess_risk(
    task: GaussianTask, rule: Quadric | Rule, *, draws: int | None = None, random_state: int = 2
) -> Computed:
    """How much more often a rule is wrong than Bayes' rule: ∫ |p(x, +1) - p(x, -1)| dx where the two differ.

    The rule is a border, a fitted classifier of +1 and -1, or a function of rows. What has no closed form is drawn, the
    same points for both rules and for every other rule: only where they differ is there something to add. By default
    these draws are others than those of the Bayes risk, so that the errors of both add up.

    >>> task = GaussianTask(mean_pos=1.0, cov_pos=1.0, mean_neg=-1.0, cov_neg=1.0)
    >>> float(excess_risk(task, task.quadric)), float(excess_risk(task, task.predict))
    (0.0, 0.0)
    """
    border = rule if isinstance(rule, Quadric) else linear_border(rule, task.dimension, (-1, 1))
    if border is not None and not _drawn(task, border):
        found = task.border_risk(border)
        return Computed(max(float(found) - float(task.bayes_risk), 0.0), found.method)
    count = whole(draws or (RULE_DRAWS if border is None else DRAWS), "draws", 2)
    x, _ = task.sample(count, random_state=random_state)
    log_odds, said = task.quadric(x), answers(rule, x) > 0 if border is None else border(x) >= 0
    lost = np.abs(np.tanh(log_odds / 2)) * ((log_odds >= 0) != said)
    error = float(lost.std(ddof=1)) / math.sqrt(count)
    return Computed(float(lost.mean()), "Monte Carlo", error, draws=count, seed=random_state)


def _drawn(task: GaussianTask, border: Quadric) -> bool:
    """Whether rates of the border or of Bayes' rule have no closed form and no quadrature."""
    pairs = [(used, one) for used in (task.quadric, border) for one in (task.positive, task.negative)]
    return any(SquaredNormals.of(used, one).drawn for used, one in pairs)


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
