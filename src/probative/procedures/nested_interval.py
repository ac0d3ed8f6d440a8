"""Nested cross-validation: an interval of the prediction error that covers (Bates, Hastie, Tibshirani 2023)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadParameter, FitFailed
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label
from probative.inference import Estimate
from probative.inference.proportion import normal_quantile
from probative.predictions.target import Task
from probative.procedures.losses import RowLoss, row_loss
from probative.resampling import folds
from probative.resampling.rows import Part
from probative.resampling.seeding import seeded
from probative.resampling.sizes import whole
from probative.running.brought import Inputs, Model
from probative.running.fitting import fit_part
from probative.running.learner import Learner, learners
from probative.running.problem import Problem
from probative.running.training import Training
from probative.running.workers import hands, side_by_side
from probative.sources.progress import progress as progress_bar

Losses = tuple[Floats, Floats, Floats, Floats]
"""Outer losses, inner losses, squared gaps of their means, and the gaps' own noise."""


@dataclass(frozen=True, slots=True)
class NestedInterval:
    """The error of k-fold cross-validation with an interval for the prediction error.

    `inflation` is how many times wider the standard error is than that of taking all test errors for independent.
    """

    loss: str
    error: Estimate
    cross_validation: Estimate
    bias: float
    inflation: float
    k: int
    repeats: int
    trainings: int
    seed: int

    def __str__(self) -> str:
        return f"{self.loss} {self.error}; {self.inflation:.2f} times the naive standard error"


def nested_interval(
    model: Model | Mapping[str, Model],
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    task: Task | None = None,
    positive: Label | None = None,
    loss: str | None = None,
    level: float = 0.95,
    k: int = 10,
    repeats: int = 20,
    n_jobs: int | None = None,
    backend: object = None,
    random_state: int = 0,
    progress: bool | None = None,
) -> NestedInterval:
    """The prediction error by nested cross-validation, with an interval that allows for the folds' dependence.

    Every repeat trains k + k (k - 1) / 2 models: without each fold, and without each pair of folds.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = pv.nested_interval(GaussianNB(), *load_iris(return_X_y=True), k=5, repeats=2)
    >>> found.trainings, found.error.method
    (30, 'nested-cv')
    """
    training = Training(random_state, hands(n_jobs, backend), progress=progress)
    k, repeats = whole(k, "k", 3), whole(repeats, "repeats", 1)
    problem = Problem.of(X, y, task=task, positive=positive)
    if k > problem.n:
        raise BadParameter("there cannot be more folds than rows.", found=f"{k} folds, {problem.n} rows")
    losses = row_loss(loss, problem)
    learner = learners(model)[0]
    trainings = repeats * (k + k * (k - 1) // 2)
    found: list[Losses] = []
    work = [(learner, problem, losses, k, number, training.seed) for number in range(repeats)]
    with progress_bar("nested cross-validation", repeats, training.progress) as move:
        for part in side_by_side(_repeat, work, training.n_jobs):
            found.append(part)
            move(1)
    outer, inner, gaps, noise = (np.concatenate([part[i] for part in found]) for i in range(4))
    about = (losses.name, problem.n, losses.measure.high)
    return _result(*about, k, repeats, level, training.seed, trainings, (outer, inner, gaps, noise))


def _repeat(learner: Learner, problem: Problem, losses: RowLoss, k: int, number: int, seed: int) -> Losses:
    """The losses of one random partition."""
    rng = seeded(seed, number)
    fold = folds.stratified(problem.codes, k, rng) if problem.classifies else folds.shuffled(problem.n, k, rng)
    place = 0

    def tested(left_out: tuple[int, ...]) -> dict[int, Floats]:
        nonlocal place
        place += 1
        test = np.flatnonzero(np.isin(fold, left_out))
        part = Part(number, place, np.flatnonzero(~np.isin(fold, left_out)), test)
        fit, answer, _ = fit_part(learner, problem, part, seed)
        if answer is None:
            raise FitFailed(f"{learner.name} could not be trained or asked.", found=fit.error)
        lost = losses(problem.codes[test], answer, problem)
        return {f: lost[fold[test] == f] for f in left_out}

    outside = [tested((f,))[f] for f in range(k)]
    inside: list[list[Array]] = [[] for _ in range(k)]
    for i, j in combinations(range(k), 2):
        lost = tested((i, j))
        # A model without folds i and j is an inner model of both: each is tested on the other.
        inside[i].append(lost[j])
        inside[j].append(lost[i])
    inner = [np.concatenate(part) for part in inside]
    gaps = np.array([(a.mean() - b.mean()) ** 2 for a, b in zip(inner, outside, strict=True)])
    noise = np.array([b.var(ddof=1) / len(b) if len(b) > 1 else 0.0 for b in outside])
    return np.concatenate(outside), np.concatenate(inner), gaps, noise


def _result(
    name: str,
    n: int,
    most: float,
    k: int,
    repeats: int,
    level: float,
    seed: int,
    trainings: int,
    parts: Losses,
) -> NestedInterval:
    outer, inner, gaps, noise = parts
    naive = float(outer.std(ddof=1)) / sqrt(n)
    squared = max(float(gaps.mean() - noise.mean()), 0.0)
    # Between the naive error and the one that holds if all folds moved together.
    error = min(max(sqrt((k - 1) / k * squared), naive), sqrt(k) * naive)
    # Inner models train on fewer rows than outer ones, as those do than a model of all rows.
    bias = (1 + (k - 2) / k) * float(inner.mean() - outer.mean())
    # Less its bias, a small error may come out below 0, where none is.
    value = max(float(inner.mean()) - bias, 0.0)

    def with_interval(value: float, error: float, method: str) -> Estimate:
        if not naive:
            return Estimate(value, level=level, n=n, why="all losses are equal: how far they vary does not show")
        half = normal_quantile(level) * error
        return Estimate(value, max(value - half, 0.0), min(value + half, most), level, method, n)

    return NestedInterval(
        name,
        with_interval(value, error, "nested-cv"),
        with_interval(float(outer.mean()), naive, "naive"),
        bias,
        error / naive if naive else float("nan"),
        k,
        repeats,
        trainings,
        seed,
    )
