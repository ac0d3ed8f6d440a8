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
from probative.inference.proportion import share_limits
from probative.inference.skewed import Spread, skewed_limits
from probative.predictions.target import Task
from probative.procedures.losses import RowLoss, row_loss
from probative.resampling import Bootstrap
from probative.running.answer import Answer
from probative.running.brought import Inputs, Model
from probative.running.fitting import asked, trained
from probative.running.learner import learners, require_weights_taken
from probative.running.pieces import Piece, pieces_of
from probative.running.problem import Problem
from probative.running.training import Training
from probative.running.workers import hands

SHARE = 1 - exp(-1)
"""The expected share of distinct rows in a bootstrap draw, 0.632."""
FAR = 0.5
"""Of the way from .632+ down to the lower limit, how far below .632 is too low: an interval that holds a value farther
off does so by accident, and held the error of learners that know their rows by heart in 40 to 85 of 100 samples."""
TOO_LOW = (
    "the error of rows that the model has seen pulls it out of the interval in which the model's error is expected"
)


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
            f"apparent (on the training rows) {self.apparent:.4g}; .632 and .632+ are extras beside cross-validation"
        )


def bootstrap_error(
    model: Model | Mapping[str, Model],
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    weight: ArrayLike | None = None,
    task: Task | None = None,
    positive: Label | None = None,
    loss: str | None = None,
    repeats: int = 200,
    level: float = 0.95,
    n_jobs: int | None = None,
    backend: object = None,
    random_state: int = 0,
    progress: bool | None = None,
) -> BootstrapError:
    """The .632 and .632+ bootstrap estimates of a mean loss of rows.

    `loss` is error_rate (the default), brier or log_loss for classes; mse (the default), mae or mape for numbers.
    `sample_weight` weighs rows in training, `weight` in the mean of their losses.

    One interval is for the model's error, whichever estimate of it is preferred: from the lower limit around .632+,
    which is somewhat too low, to the upper limit around the out-of-bag error, which is somewhat too high. The limits
    let rows and trainings vary: a row counts with the loss of one training, not with its mean over many.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> found = pv.bootstrap_error(KNeighborsClassifier(1), *load_iris(return_X_y=True), repeats=20)
    >>> found.apparent, found.out_of_bag.value > found.e632_plus.value > found.e632.value
    (0.0, True)
    """
    training = Training(random_state, hands(n_jobs, backend), progress=progress)
    seed = training.seed
    problem = Problem.of(X, y, sample_weight=sample_weight, weight=weight, task=task, positive=positive)
    losses = row_loss(loss, problem)
    learner = learners(model)[0]
    require_weights_taken([learner], problem.sample_weight)
    pieces = pieces_of(problem, [learner], Bootstrap(repeats, random_state=seed), training)
    per_row, squared, never = _per_row(problem, losses, pieces.values())
    rows = np.arange(problem.n)
    answer = asked(trained(learner, problem, None, learner.seed(seed, repeats, 0)), problem, problem.X)
    weights = np.ones(problem.n) if problem.weight is None else problem.weight
    apparent = float(np.average(losses(problem.codes[rows], answer, problem), weights=weights))
    guess = no_information(problem, answer, losses)
    tested = ~np.isnan(per_row)
    outside = _Outside.of(losses, per_row[tested], squared[tested], weights[tested])
    return _result(outside, apparent, guess, level, (never, repeats, seed))


def _per_row(problem: Problem, losses: RowLoss, pieces: Iterable[Piece]) -> tuple[Floats, Floats, int]:
    """Every row's mean loss and mean squared loss over the draws that missed it; nan where none did."""
    sums, count = np.zeros((2, problem.n)), np.zeros(problem.n)
    for fit, rows, answer in pieces:
        if answer is None:
            raise FitFailed(f"{fit.model} could not be trained or asked.", found=fit.error)
        found = losses(problem.codes[rows], answer, problem)
        sums[:, rows] += found, found**2
        count[rows] += 1
    means = np.full((2, problem.n), np.nan)
    np.divide(sums, count, out=means, where=count > 0)
    return means[0], means[1], int((count == 0).sum())


@dataclass(frozen=True, slots=True)
class _Outside:
    """Out-of-bag losses: their mean, how single ones spread, and the rows behind them."""

    losses: RowLoss
    mean: float
    spread: float
    skewness: float
    n: float

    @classmethod
    def of(cls, losses: RowLoss, per_row: Floats, squared: Floats, weights: Floats) -> _Outside:
        mean = float(np.average(per_row, weights=weights))
        n = float(weights.sum() ** 2 / (weights**2).sum())
        spread = float(np.average(squared, weights=weights)) - mean**2
        third = float(np.average((per_row - mean) ** 3, weights=weights))
        return cls(losses, mean, spread, third / spread**1.5 if spread > 0 else 0.0, n)

    def limits(self, value: float, level: float) -> tuple[float, float]:
        """An error rate is a share of as many rows; another loss is a mean, whose spread grows with its size."""
        if self.losses.name == "error_rate":
            return share_limits("wilson", value * self.n, self.n, level)[0]
        if not (self.n > 1 and value > 0 and np.isfinite(self.spread) and self.spread > 1e-14 * self.mean**2):
            return nan, nan
        error = (self.spread / (self.n - 1)) ** 0.5 * value / self.mean
        low, high = skewed_limits(value, Spread(error, self.skewness, self.n, self.n - 1, level))
        return low, min(high, self.losses.measure.high)


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


def weighed(apparent: float, outside: float, guess: float) -> tuple[float, float, float, float]:
    """.632, .632+, the relative overfitting rate and the weight of the out-of-bag error that follows from it.

    >>> [round(part, 4) for part in weighed(0.0, 0.3, 0.5)]
    [0.1896, 0.2434, 0.6, 0.8112]
    """
    ordinary = (1 - SHARE) * apparent + SHARE * outside
    # Efron and Tibshirani (1997, equation 32) cut the out-of-bag error at the no-information error for the rate, which
    # then lies in [0, 1], and for what is added to .632; in .632 itself it stays as it is.
    cut = min(outside, guess)
    rate = (cut - apparent) / (guess - apparent) if cut > apparent and guess > apparent else 0.0
    weight = SHARE / (1 - (1 - SHARE) * rate)
    return ordinary, ordinary + (weight - SHARE) * (cut - apparent), rate, weight


def _result(
    outside: _Outside, apparent: float, guess: float, level: float, counted: tuple[int, int, int]
) -> BootstrapError:
    ordinary, plus, rate, weight = weighed(apparent, outside.mean, guess)
    low, high = outside.limits(min(plus, outside.mean), level)[0], outside.limits(max(plus, outside.mean), level)[1]

    def bracketed(value: float) -> Estimate:
        if not (np.isfinite(low) and np.isfinite(high)):
            return Estimate(value, level=level, n=outside.n, why="no out-of-bag errors vary")
        if value > high or plus - value > FAR * (plus - low):
            return Estimate(value, level=level, n=outside.n, why=TOO_LOW)
        return Estimate(value, low, high, level, "bracket", outside.n)

    three = (bracketed(outside.mean), bracketed(ordinary), bracketed(plus))
    return BootstrapError(outside.losses.name, apparent, *three, guess, rate, float(weight), *counted)
