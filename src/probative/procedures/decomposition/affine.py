"""Learners whose prediction is affine in the targets, c + S y: found by fitting them on targets that show c and S."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Floats
from probative.procedures.decomposition.learners import Sequence, fresh, numeric_predictions
from probative.running.brought import Model
from probative.running.workers import side_by_side
from probative.theory import NoisyFunction

TOLERANCE = 1e-8
"""How far, relative to its size, a prediction may lie from c + S y."""


@dataclass(frozen=True, slots=True, eq=False)
class Fitter:
    """Trains a fresh, freshly seeded copy of a model on each training set, and predicts at fixed points.

    >>> from sklearn.dummy import DummyRegressor
    >>> Fitter(DummyRegressor(), np.array([0.5]), Sequence(0))([(np.zeros(2), np.array([1.0, 2.0]))]).tolist()
    [[1.5]]
    """

    model: Model
    points: Floats
    sequence: Sequence
    n_jobs: int | None = None

    def __call__(self, sets: list[tuple[Floats, Floats]]) -> Floats:
        """Predictions, one row per training set (inputs, targets)."""
        seeds = self.sequence.spawn(len(sets))
        where = self.points.reshape(-1, 1)
        given = [(self.model, x, y, where, seed) for (x, y), seed in zip(sets, seeds, strict=True)]
        return np.array(list(side_by_side(_fit_predict, given, self.n_jobs)))

    def at_once(self, x: Floats, targets: Floats) -> Floats | None:
        """Predictions for many columns of targets from one fit, or None where the learner takes one column only."""
        learner = fresh(self.model, self.sequence.spawn(1)[0])
        try:
            learner.fit(x.reshape(-1, 1), targets)
            found = np.asarray(learner.predict(self.points.reshape(-1, 1)), np.float64)
        except Exception:
            # Learners refuse a matrix in many ways; one column at a time is the answer to all of them.
            return None
        return found if found.shape == (len(self.points), targets.shape[1]) else None


def _fit_predict(model: Model, x: Floats, y: Floats, where: Floats, seed: Sequence) -> Floats:
    learner = fresh(model, seed)
    learner.fit(x.reshape(-1, 1), y)
    return numeric_predictions(learner, where)


def affine_map(fit_all: Fitter, task: NoisyFunction, n: int, rng: np.random.Generator) -> tuple[Floats, Floats] | None:
    """The constant c and the weights S of a learner that predicts c + S y, or None for any other learner.

    Every fit is seeded anew, so a learner whose own randomness matters is not taken for an affine one.

    >>> from sklearn.dummy import DummyRegressor
    >>> fit_all = Fitter(DummyRegressor(), np.array([0.5]), Sequence(0))
    >>> affine_map(fit_all, NoisyFunction(np.sin, 1.0), 2, np.random.default_rng(0))[1].round(12).tolist()
    [[0.5, 0.5]]
    """
    x = task.design(n)
    scale = task.spread + float(np.abs(task.truth(x)).max()) or 1.0
    y, other = scale * rng.standard_normal((2, n))
    constant, of_y, of_other, of_both = fit_all([(x, t) for t in (np.zeros(n), y, other, y + other)])
    # Four fits tell most learners that are not affine, before n more are spent.
    if not _close(of_y + of_other - constant, of_both, scale):
        return None
    units = scale * np.eye(n)
    for found in (fit_all.at_once, lambda x, targets: fit_all([(x, unit) for unit in targets.T]).T):
        predicted = found(x, units)
        if predicted is not None:
            weights = (predicted - constant[:, None]) / scale
            reach = float((np.abs(constant) + np.abs(weights) @ np.abs(y)).max())
            if _close(constant + weights @ y, of_y, reach):
                return constant, weights
    return None


def _close(a: Floats, b: Floats, scale: float) -> bool:
    return bool(np.abs(a - b).max() <= TOLERANCE * max(scale, np.abs(b).max()))
