"""Measures of rows that are already graded: the mean of a loss, of a grade, of any number per row."""

from __future__ import annotations

from functools import partial
from math import inf

from probative.evidence import Moments
from probative.evidence.arrays import Floats
from probative.measurement.declaring import measure


def _as_given(_: Floats, values: Floats) -> Floats:
    """What a row adds is the number that it was given."""
    return values


_graded = partial(
    measure,
    needs=Moments,
    kind="mean",
    formula="sum w x / sum w",
    low=-inf,
    high=inf,
    method="t-skewed",
    places=("default", "headline", "slices"),
    row_loss=_as_given,
)


@_graded(better="lower")
def mean_loss(m: Moments) -> Moments:
    """Mean of a number per row of which less is better: a loss (the empirical risk), a latency, a price."""
    return m


@_graded(better="higher")
def mean_grade(m: Moments) -> Moments:
    """Mean of a number per row of which more is better: a judge's grade, a reward, a rating."""
    return m
