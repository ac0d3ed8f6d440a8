"""bias_variance: how much of a learner's error is bias, and how much is chance in its training data."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadParameter
from probative.evidence.labels import Label
from probative.procedures.decomposition.bootstrap import chosen_output, outputs, squared_tables, zero_one_tables
from probative.procedures.decomposition.learners import Sequence, classifies, require_learner, seeded
from probative.procedures.decomposition.parts import Parts, split
from probative.procedures.decomposition.result import BiasVariance
from probative.procedures.decomposition.simulation import evaluation_points, exact, simulated, try_exact
from probative.running.brought import Inputs, Model
from probative.running.learner import name_of
from probative.theory import NoisyFunction
from probative.theory.quadrature import whole

DIVISOR = "The variance has the divisor M, the number of training sets, so that the parts sum to the total exactly."
NO_NOISE = "One label per row does not show the noise: it is taken as 0, and is part of the bias."
AFFINE = "The prediction is affine in the targets: bias2 and variance are exact, for noise of any shape."
ONE_SAMPLE = "Training sets are bootstrap draws of one sample, with rows repeated: they stand in for fresh samples."
CAUTIONS = {
    "probabilities": "Squared error of the probability of {!r} against 0 and 1: it is about probabilities, and says "
    "nothing about how often the label is right.",
    "scores": "Squared error of a raw score against -1 and 1 punishes rows that are confidently right: read it with "
    "caution, or calibrate the classifier.",
}


@dataclass(frozen=True, slots=True)
class Draws:
    """How many training sets are drawn, from which seed, on how many workers."""

    repeats: int
    seed: int
    n_jobs: int | None


def bias_variance(
    model: Model,
    X: Inputs | None = None,  # noqa: N803
    y: ArrayLike | None = None,
    *,
    task: NoisyFunction | None = None,
    loss: str | None = None,
    n: int | None = None,
    repeats: int = 200,
    test_size: float | None = None,
    test: tuple[Inputs, ArrayLike] | None = None,
    pos_label: Label | None = None,
    at: ArrayLike | None = None,
    redraw_inputs: bool = False,
    method: str | None = None,
    random_state: int | None = 0,
    n_jobs: int | None = None,
) -> BiasVariance:
    """Bias and variance of a learner over its training sets: on data by bootstrap, or on a task with known truth.

    On data (X, y): `repeats` draws with replacement of `n` rows (as many as there are, unless given) of the training
    part, all tested on one fixed test part: `test=(X_test, y_test)`, or a random share `test_size` (0.3). The loss is
    "squared" or "zero-one", by default what the model is for. A classifier under squared loss is judged by its
    probability (or score) of `pos_label`.

    On a task: `n` training inputs, fixed at the design points with only the noise redrawn, or all drawn anew
    (`redraw_inputs`). Learners affine in the targets are solved exactly; others are simulated; `method` is "exact"
    or "simulation" to insist on one. Results are given at the design points and, apart from them, at the midpoints
    or at the points `at`.

    >>> from sklearn.tree import DecisionTreeRegressor
    >>> task = NoisyFunction(np.sin, sigma=0.5)
    >>> found = bias_variance(DecisionTreeRegressor(max_depth=2), task=task, n=8, repeats=400)
    >>> found.method, round(found.means["bias2"], 1), round(found.means["variance"], 1)
    ('simulation', 0.0, 0.2)
    >>> x, y = task.sample(60, np.random.default_rng(0), fixed=False)
    >>> found = bias_variance(DecisionTreeRegressor(), x.reshape(-1, 1), y, repeats=20)
    >>> list(found.means), found.points.gap < 1e-12
    (['bias2_and_noise', 'variance', 'total', 'cross_term'], True)
    """
    require_learner(model)
    draws = Draws(whole(repeats, "repeats", 2), seeded(random_state), n_jobs)
    if task is None:
        _refuse("are for a task with known truth", at=at, redraw_inputs=redraw_inputs or None)
        if X is None or y is None:
            raise BadParameter("there is nothing to train on.", remedy="pass X and y, or task=NoisyFunction(...)")
        if method not in (None, "bootstrap"):
            raise BadParameter("on data the method is 'bootstrap'.", found=repr(method), remedy="leave method out")
        rng = np.random.default_rng(Sequence(draws.seed).spawn(1)[0])
        parts = split(X, y, test, 0.3 if test_size is None else test_size, rng)
        return _named(model, _on_data(model, parts, _loss(model, loss), pos_label, n, draws))
    _refuse("are for data, not for a task", X=X, y=y, test=test, test_size=test_size, pos_label=pos_label)
    if loss not in (None, "squared") or classifies(model):
        raise BadParameter(
            "the targets of a task are numbers.",
            found=f"{type(model).__name__}, loss {loss!r}",
            remedy="pass a regressor, and loss='squared'",
        )
    if n is None:
        raise BadParameter("a task needs n, the size of its training sets.", remedy="n=20, for example")
    return _named(model, _on_task(model, task, at, method, whole(n, "n", 1), redraw_inputs, draws))


def _named(model: Model, found: BiasVariance) -> BiasVariance:
    return replace(found, model=name_of(model))


def _refuse(why: str, **given: object) -> None:
    names = [name for name, value in given.items() if value is not None]
    if names:
        raise BadParameter(f"some arguments {why}.", found=", ".join(names), remedy="leave them out")


def _loss(model: Model, loss: str | None) -> str:
    if loss is not None and loss not in ("squared", "zero-one"):
        raise BadParameter("the loss is 'squared' or 'zero-one'.", found=repr(loss))
    kind = classifies(model)
    if loss is None and kind is None:
        raise BadParameter(
            "the model does not say whether it is a classifier.",
            found=type(model).__name__,
            remedy="loss='squared' or loss='zero-one'",
        )
    return loss or ("zero-one" if kind else "squared")


def _on_data(
    model: Model, parts: Parts, loss: str, pos_label: Label | None, n: int | None, draws: Draws
) -> BiasVariance:
    out = chosen_output(model, loss, np.concatenate([parts.y, parts.y_test]), pos_label)
    size = len(parts.y) if n is None else whole(n, "n", 1)
    found, redraws = outputs(model, parts, out, n=size, repeats=draws.repeats, seed=draws.seed, n_jobs=draws.n_jobs)
    if loss == "zero-one":
        tables, notes = zero_one_tables(found, parts.y_test), [NO_NOISE, ONE_SAMPLE]
    else:
        tables, notes = squared_tables(found, out, parts.y_test), [DIVISOR, ONE_SAMPLE]
    if out.kind in CAUTIONS:
        notes.append(CAUTIONS[out.kind].format(out.positive))
    return BiasVariance(loss, "bootstrap", tables, size, draws.repeats, draws.seed, redraws, tuple(notes))


def _on_task(
    model: Model,
    task: NoisyFunction,
    at: ArrayLike | None,
    method: str | None,
    n: int,
    redraw_inputs: bool,
    draws: Draws,
) -> BiasVariance:
    if method not in (None, "exact", "simulation") or (method == "exact" and redraw_inputs):
        raise BadParameter("the method is 'exact' (with fixed inputs) or 'simulation'.", found=repr(method))
    points = evaluation_points(task, n, at)
    if method != "simulation" and not redraw_inputs:
        solve = exact if method == "exact" else try_exact
        tables = solve(model, task, points, seed=draws.seed, n=n, n_jobs=draws.n_jobs)
        if tables is not None:
            return BiasVariance("squared", "exact", tables, n, None, draws.seed, notes=(AFFINE,))
        if method == "exact":
            raise BadParameter(
                "the learner is not affine in the targets.", found=type(model).__name__, remedy="method='simulation'"
            )
    notes = (DIVISOR, f"About variance/{draws.repeats} of bias2 is chance: more training sets lower it.")
    tables = simulated(
        model,
        task,
        points,
        seed=draws.seed,
        n=n,
        repeats=draws.repeats,
        redraw_inputs=redraw_inputs,
        n_jobs=draws.n_jobs,
    )
    return BiasVariance("squared", "simulation", tables, n, draws.repeats, draws.seed, notes=notes)
