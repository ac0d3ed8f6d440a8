"""Bias and variance where f and the noise are known: exact for learners affine in the targets, else simulated."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadParameter
from probative.evidence.arrays import Floats, numbers
from probative.evidence.needed import need
from probative.procedures.decomposition.affine import Fitter, affine_map
from probative.procedures.decomposition.learners import Sequence
from probative.procedures.decomposition.terms import Terms, monte_carlo_error, squared_terms
from probative.running.brought import Model
from probative.theory import NoisyFunction

WORDS = (
    "squared loss: variance around the learner's mean prediction, bias2 = (mean prediction - f)², "
    "error_vs_f = mean squared distance from f, error_vs_y = that from fresh noisy targets, + sigma²"
)


def evaluation_points(task: NoisyFunction, n: int, at: ArrayLike | None) -> dict[str, Floats]:
    """The design points, and apart from them the points asked for, or else the midpoints.

    >>> {name: x.tolist() for name, x in evaluation_points(NoisyFunction(np.sin, 1.0), 3, None).items()}
    {'design': [0.0, 0.5, 1.0], 'midpoints': [0.25, 0.75]}
    """
    need(task, NoisyFunction)
    design = task.design(n)
    if at is None:
        return {"design": design} | ({"midpoints": (design[1:] + design[:-1]) / 2} if n > 1 else {})
    points = numbers(at, "at")
    if not len(points) or not np.isfinite(points).all():
        raise BadParameter("at must hold finite inputs, at least one.", found=points.tolist())
    return {"design": design, "at": points}


def simulated(
    model: Model,
    task: NoisyFunction,
    points: dict[str, Floats],
    *,
    seed: int,
    n: int,
    repeats: int,
    redraw_inputs: bool,
    n_jobs: int | None,
) -> dict[str, Terms]:
    """Terms at each set of points from `repeats` training sets with fresh noise.

    >>> from sklearn.dummy import DummyRegressor
    >>> task = NoisyFunction(lambda x: x, 0.0)
    >>> run = {"seed": 0, "n": 3, "repeats": 2, "redraw_inputs": False, "n_jobs": None}
    >>> simulated(DummyRegressor(), task, {"design": task.design(3)}, **run)["design"]["bias2"].tolist()
    [0.25, 0.0, 0.25]
    """
    noise, learner = Sequence(seed).spawn(2)
    # A generator for each: the first training sets stay the same when more are asked for.
    generators = [np.random.default_rng(one) for one in noise.spawn(repeats)]
    sets = [task.sample(n, rng, fixed=not redraw_inputs) for rng in generators]
    predictions = Fitter(model, _together(points), learner, n_jobs)(sets)
    return _apart(points, partial(_simulated_terms, task), predictions)


def _simulated_terms(task: NoisyFunction, x: Floats, predictions: Floats) -> Terms:
    f = task.truth(x)
    found = squared_terms(predictions, f)
    return _terms(task, x, found, monte_carlo_error((predictions - f) ** 2))


def exact(
    model: Model, task: NoisyFunction, points: dict[str, Floats], *, seed: int, n: int, n_jobs: int | None
) -> dict[str, Terms] | None:
    """Terms without sampling error, if the prediction is c + S y for the targets y at the design points; else None.

    >>> from sklearn.dummy import DummyRegressor
    >>> task = NoisyFunction(lambda x: x, 1.0)
    >>> found = exact(DummyRegressor(), task, {"design": task.design(4)}, seed=0, n=4, n_jobs=None)
    >>> found["design"]["variance"].round(12).tolist()
    [0.25, 0.25, 0.25, 0.25]
    """
    _, _, learner, probe = Sequence(seed).spawn(4)
    fit_all = Fitter(model, _together(points), learner, n_jobs)
    found = affine_map(fit_all, task, n, np.random.default_rng(probe))
    if found is None:
        return None
    constant, weights = found
    mean = constant + weights @ task.truth(task.design(n))
    # One row with the mean prediction, one with its variance: both are cut into the sets of points together.
    both = np.array([mean, task.spread**2 * (weights**2).sum(axis=1)])
    return _apart(points, partial(_exact_terms, task), both)


def _exact_terms(task: NoisyFunction, x: Floats, both: Floats) -> Terms:
    bias2, variance = (both[0] - task.truth(x)) ** 2, both[1].copy()
    # The noise has mean 0, so the cross term is 0 and not merely estimated to be.
    return _terms(
        task, x, {"bias2": bias2, "variance": variance, "total": bias2 + variance, "cross_term": np.zeros(len(x))}
    )


def _terms(task: NoisyFunction, x: Floats, found: dict[str, Floats], error: float | None = None) -> Terms:
    values = {
        "bias2": found["bias2"],
        "variance": found["variance"],
        "error_vs_f": found["total"],
        "error_vs_y": found["total"] + task.spread**2,
        "cross_term": found["cross_term"],
    }
    return Terms(WORDS, ("bias2", "variance"), "error_vs_f", values, x, error)


def _together(points: dict[str, Floats]) -> Floats:
    return np.concatenate(list(points.values()))


def _apart(points: dict[str, Floats], terms: Callable[[Floats, Floats], Terms], columns: Floats) -> dict[str, Terms]:
    ends = np.cumsum([len(x) for x in points.values()])[:-1]
    parts = np.split(columns, ends, axis=1)
    return {name: terms(x, part) for (name, x), part in zip(points.items(), parts, strict=True)}


def try_exact(
    model: Model, task: NoisyFunction, points: dict[str, Floats], *, seed: int, n: int, n_jobs: int | None
) -> dict[str, Terms] | None:
    """The exact terms, or None also where the probing targets (all 0, all but one 0) are too odd for the learner.

    >>> from sklearn.dummy import DummyRegressor
    >>> task = NoisyFunction(np.sin, 1.0)
    >>> median = DummyRegressor(strategy="median")
    >>> try_exact(median, task, {"design": task.design(4)}, seed=0, n=4, n_jobs=None) is None
    True
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return exact(model, task, points, seed=seed, n=n, n_jobs=n_jobs)
        except Exception:
            # Whatever it was: the simulation that follows meets any fault of the learner's own, and shows it.
            return None
