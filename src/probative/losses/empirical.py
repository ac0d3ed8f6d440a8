"""The empirical risk: the mean loss on held-out rows, with its standard error and interval."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from probative.errors import EmptyData, LengthMismatch, ProbativeError
from probative.evidence import ConfusionMatrix, Moments
from probative.evidence.arrays import Array, Floats, at_home, numbers, single
from probative.inference import Estimate, estimate
from probative.inference.estimate import written
from probative.losses.decisions import Asymmetric
from probative.losses.declared import Loss, loss_named, risk_title
from probative.losses.rows import absolute, quadratic, zero_one

RAW_SCORES = (
    "Caution: quadratic loss of raw scores against two labels punishes rows that are confidently right, with scores "
    "far beyond their label; calibrate the scores, or judge labels."
)


@dataclass(frozen=True, slots=True)
class EmpiricalRisk(Estimate):
    """R_E = (1/m) Σ L(y_j, g(x_j)) with its interval, its standard error s_L / √m and what it is called.

    >>> print(empirical_risk([1.0, 2.0, 3.0], [1.0, 2.5, 2.0], "quadratic"))
    MSE 0.42 (95 % interval 0.00 to 1.71, t, n = 3; standard error 0.30)
    """

    standard_error: float = math.nan
    """s_L / √m; nan where one row alone cannot show how losses vary."""
    title: str = "mean loss"
    caution: str = ""

    def __str__(self) -> str:
        words = Estimate.__str__(self)
        if math.isfinite(self.standard_error):
            # A doubt of the interval stands behind the bracket.
            inside, bracket, doubt = words.partition(")")
            words = f"{inside}; standard error {written(self.standard_error, self.digits())}{bracket}{doubt}"
        return f"{self.title} {words}" + (f"\n{self.caution}" if self.caution else "")


def empirical_risk(
    y: object, g: object = None, loss: str | Loss = "quadratic", *, sample_weight: object = None, level: float = 0.95
) -> EmpiricalRisk:
    """The mean loss of answers g to targets y, on a test or validation set alike; any loss, by name or as a function.

    Without g, what is given are the losses themselves, one for each row.

    Losses that take two values (zero-one loss, also times a factor) get Wilson's interval, all others Student's t;
    no limit lies below 0 where no loss can.

    >>> risk = empirical_risk([1, 1, -1, -1], [1, -1, 1, -1], "zero_one")
    >>> risk.value, risk.method, round(risk.standard_error, 4)
    (0.5, 'wilson', 0.2887)
    """
    used = loss_named(loss) if g is not None else graded
    found = row_losses(used, y, y if g is None else g)
    title = risk_title(used)
    if not np.isfinite(found).all():
        count = int((~np.isfinite(found)).sum())
        why = f"{count} of {len(found)} losses are infinite"
        return EmpiricalRisk(math.inf, level=level, n=len(found), why=why, title=title)
    moments = Moments.from_values(found, sample_weight=sample_weight)
    made = estimate("risk", moments, level=level)
    largest = _largest(used, y, g)
    if largest is not None:
        made = _share(found > 0, largest, sample_weight, level)
    elif _never_negative(used, found):
        top = max(used.fp, used.fn) if isinstance(used, Asymmetric) else math.inf
        made = replace(made, low=max(made.low, 0.0), high=min(made.high, top))
    error = single(moments.standard_error)
    told = (made.value, made.low, made.high, level, made.method, made.n, made.why, error, title)
    return EmpiricalRisk(*told, RAW_SCORES if used is quadratic and _raw_scores(y, g) else "")


def graded(losses: object, _: object) -> Floats:
    """Losses that somebody worked out already."""
    return numbers(losses, "losses")


def _raw_scores(y: object, g: object) -> bool:
    """Whether answers are scores of a classifier that leave the range of its labels."""
    truth, said = np.asarray(y, np.float64), np.asarray(g, np.float64)
    labels = any(np.isin(truth, pair).all() for pair in ((-1, 1), (0, 1)))
    return truth.ndim == 1 and len(truth) > 1 and labels and bool(said.max() > 1 or said.min() < truth.min())


def row_losses(loss: str | Loss, y: object, g: object) -> Floats:
    """The loss of every row, one number each; a function that takes no arrays is asked row by row.

    >>> row_losses("absolute", [1.0, 2.0], [1.0, 4.0]).tolist()
    [0.0, 2.0]
    >>> row_losses(lambda y, g: max(y - g, 0), [1.0, 2.0], [1.0, 1.5]).tolist()
    [0.0, 0.5]
    """
    used, truth = loss_named(loss), np.asarray(at_home(y))
    if truth.ndim == 0 or not len(truth):
        raise EmptyData("there are no rows.", remedy="give one target and one answer for each row")
    said = np.asarray(at_home(g))
    try:
        found = np.asarray(used(truth, said), np.float64)
    except (TypeError, ValueError) as error:
        if isinstance(error, ProbativeError) or said.shape[:1] != truth.shape[:1]:
            raise
        # max(), if and math know one row at a time.
        found = np.array([used(*row) for row in zip(truth, said, strict=True)], np.float64)
    if found.shape != truth.shape[:1]:
        raise LengthMismatch(
            "a loss gives one number for each row.",
            found=f"shape {found.shape} for {len(truth)} rows",
            remedy="write it for arrays, row by row",
        )
    return found


def _largest(used: Loss, y: object, g: object) -> float | None:
    """The loss of any error, where all errors cost the same: then the risk is a share times that."""
    if used is zero_one:
        return 1.0
    if used is quadratic and np.asarray(y).ndim == 1:
        labels = np.unique(np.concatenate([np.ravel(np.asarray(y)), np.ravel(np.asarray(g))]))
        if any(np.isin(labels, pair).all() for pair in ((-1, 1), (0, 1))):
            return 4.0 if -1 in labels else 1.0 if 0 in labels else None
    return float(used.fp) if isinstance(used, Asymmetric) and used.fp == used.fn else None


def _share(wrong: Array, largest: float, sample_weight: object, level: float) -> Estimate:
    """The interval of a share of errors, times what an error costs."""
    right = np.zeros(len(wrong), int)
    matrix = ConfusionMatrix.from_labels(right, wrong.astype(int), labels=[0, 1], sample_weight=sample_weight)
    made = estimate("error_rate", matrix, level=level)
    return replace(made, value=made.value * largest, low=made.low * largest, high=made.high * largest)


def _never_negative(used: Loss, found: Floats) -> bool:
    # Of a user's own loss only what was seen is known.
    return used in (quadratic, absolute) or bool(found.min() >= 0)
