"""Bootstrap estimates of the risk: leave-one-out bootstrap, .632 and .632+ (Efron and Tibshirani 1997)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, nan

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import FitFailed
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label
from probative.inference import Estimate
from probative.inference.proportion import normal_quantile
from probative.predictions.target import Task
from probative.procedures.losses import RowLoss, row_loss
from probative.resampling import Bootstrap
from probative.running.brought import Inputs, Model
from probative.running.fitting import Answer, asked, trained
from probative.running.learner import learners
from probative.running.pieces import Piece, pieces_of
from probative.running.problem import Problem
from probative.running.training import Training

SHARE = 1 - exp(-1)
"""The expected share of distinct rows in a bootstrap draw, 0.632."""


@dataclass(frozen=True, slots=True)
class BootstrapError:
    """Risk estimates from bootstrap draws.

    `apparent` is the error of the model of all rows on these same rows: far too low for flexible learners.
    `out_of_bag` averages per row over the draws that miss it, then over rows: somewhat too high. .632 weighs the two;
    .632+ shifts the weight by the relative overfitting rate, judged against the `no_information` error.
    """

    loss: str
    apparent: float
    out_of_bag: Estimate
    e632: Estimate
    e632_plus: Estimate
    no_information: float
    overfitting: float
    weight: float
    never_tested: int
    repeats: int
    seed: int

    def __str__(self) -> str:
        return (
            f"{self.loss}: .632+ {self.e632_plus}; .632 {self.e632.value:.4g}; out of bag {self.out_of_bag.value:.4g}; "
            f"apparent (on the training rows) {self.apparent:.4g}"
        )


def bootstrap_error(
    model: Model | Mapping[str, Model],
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    task: Task | None = None,
    positive: Label | None = None,
    loss: str | None = None,
    repeats: int = 200,
    level: float = 0.95,
    n_jobs: int | None = None,
    random_state: int = 0,
    progress: bool | None = None,
) -> BootstrapError:
    """The .632 and .632+ bootstrap estimates of a mean loss of rows.

    `loss` is error_rate (the default), brier or log_loss for classes; mse (the default), mae or mape for numbers.

    Intervals let the rows vary: the standard error is that of the rows' mean out-of-bag losses, scaled as the estimate.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> found = pv.bootstrap_error(KNeighborsClassifier(1), *load_iris(return_X_y=True), repeats=20)
    >>> found.apparent, found.out_of_bag.value > found.e632_plus.value > found.e632.value
    (0.0, True)
    """
    training = Training(random_state, n_jobs, progress=progress)
    seed = training.seed
    problem = Problem.of(X, y, sample_weight=sample_weight, task=task, positive=positive)
    losses = row_loss(loss, problem)
    learner = learners(model)[0]
    pieces = pieces_of(problem, [learner], Bootstrap(repeats, random_state=seed), training)
    per_row, never = _per_row(problem, losses, pieces.values())
    rows = np.arange(problem.n)
    answer = asked(trained(learner, problem, None, learner.seed(seed, repeats, 0)), problem, problem.X)
    weights = np.ones(problem.n) if problem.weight is None else problem.weight
    apparent = float(np.average(losses(problem.codes[rows], answer, problem), weights=weights))
    guess = no_information(problem, answer, losses)
    tested, about = ~np.isnan(per_row), (losses.name, losses.measure.high)
    return _result(*about, apparent, per_row[tested], weights[tested], guess, never, level, repeats, seed)


def _per_row(problem: Problem, losses: RowLoss, pieces: Iterable[Piece]) -> tuple[Floats, int]:
    """Every row's mean loss over the draws that missed it; nan for a row that was in all of them."""
    total, count = np.zeros(problem.n), np.zeros(problem.n)
    for fit, rows, answer in pieces:
        if answer is None:
            raise FitFailed(f"{fit.model} could not be trained or asked.", found=fit.error)
        total[rows] += losses(problem.codes[rows], answer, problem)
        count[rows] += 1
    means = np.full(problem.n, np.nan)
    np.divide(total, count, out=means, where=count > 0)
    return means, int((count == 0).sum())


def no_information(problem: Problem, answer: Answer, losses: RowLoss) -> float:
    """The loss if inputs and targets were independent: every target against every prediction."""
    n = problem.n
    share = np.full(n, 1 / n) if problem.weight is None else problem.weight / problem.weight.sum()
    if losses.name == "error_rate":
        truth = np.bincount(problem.codes, share)
        called = np.bincount(answer.predicted, share, minlength=len(truth))
        return float(1 - (truth * called).sum())
    total = 0.0
    for i in range(n):
        target: Array = np.full(n, problem.codes[i])
        total += share[i] * float((losses(target, answer, problem) * share).sum())
    return total


def _result(
    name: str,
    most: float,
    apparent: float,
    per_row: Floats,
    weights: Floats,
    guess: float,
    never: int,
    level: float,
    repeats: int,
    seed: int,
) -> BootstrapError:
    outside = float(np.average(per_row, weights=weights))
    ordinary = (1 - SHARE) * apparent + SHARE * outside
    # Efron and Tibshirani cut the out-of-bag error at the no-information error, and the rate to [0, 1].
    cut = min(outside, guess)
    rate = (cut - apparent) / (guess - apparent) if cut > apparent and guess > apparent else 0.0
    weight = SHARE / (1 - (1 - SHARE) * rate)
    plus = (1 - weight) * apparent + weight * cut
    spread = np.average((per_row - outside) ** 2, weights=weights) * (weights**2).sum() / weights.sum() ** 2
    error = float(np.sqrt(spread * len(per_row) / (len(per_row) - 1))) if len(per_row) > 1 else nan

    def with_interval(value: float) -> Estimate:
        half = normal_quantile(level) * error * (value / outside if outside else nan)
        if not np.isfinite(half):
            return Estimate(value, level=level, n=len(per_row), why="no out-of-bag errors vary")
        return Estimate(value, max(value - half, 0.0), min(value + half, most), level, "rows", len(per_row))

    three = (with_interval(outside), with_interval(ordinary), with_interval(plus))
    return BootstrapError(name, apparent, *three, guess, rate, float(weight), never, repeats, seed)
