"""Guards about predicted numbers: fits that are worse than a mean, and errors that a few rows decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.inference import Estimate
from probative.inference.doubting import HEAVY_TAIL

NEGATIVE_R2 = Guard(
    "r2-negative",
    "warning",
    "R110",
    "R2 is below 0",
    "predicting the mean of the targets would be better: a defect more often than a weak model",
    "look for a defect (units, order of rows, leakage of scale) or a poor fit",
)
HEAVY = Guard(
    "heavy-tail",
    "warning",
    "R183",
    "a few rows decide a mean of errors or grades",
    "its interval cannot be trusted: the next such row moves it far",
    "look at the rows with the largest errors, and judge by the median",
)

ROUNDING = 1e-12
"""A share of the variance that is left: less is no error of a model but one of the last digit."""


def of_regression(model: str, measures: Mapping[str, Estimate]) -> Iterator[Note]:
    """What a regression's numbers say about the model."""
    r2 = measures.get("r2")
    if r2 is not None and r2.value < 0:
        yield NEGATIVE_R2(
            f"R2 is {r2.value:.3f}: predicting the mean of these targets would be better.", model=model, r2=r2.value
        )
    if r2 is not None and 1 - r2.value < ROUNDING:
        return
    rmse, median = measures.get("rmse"), measures.get("median_absolute_error")
    if rmse is not None and rmse.why is not None and rmse.why.startswith(HEAVY_TAIL):
        typical = f" The median absolute error is {median}." if median is not None and median.defined else ""
        yield HEAVY(
            f"a few rows decide RMSE, MSE and R2, whose intervals cannot be trusted then.{typical}", model=model
        )
