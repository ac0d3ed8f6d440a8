"""Measures of paired rows and of plain per-row numbers."""

from __future__ import annotations

from math import inf

from probative.evidence import Agreement, Moments
from probative.evidence.arrays import Number
from probative.measurement.declaring import measure, ratio
from probative.measurement.registry import Trials


@measure(
    needs=Moments,
    formula="sum w x / sum w",
    better="neither",
    low=-inf,
    high=inf,
    kind="mean",
    aka=("risk",),
)
def mean(m: Moments) -> Moments:
    """Mean of a per-row number, such as a loss: the empirical risk."""
    return m


@measure(
    needs=Agreement,
    formula="(only A right + only B right) / n",
    better="neither",
    kind="share",
    reason=lambda a, **_: "no rows",
)
def disagreement(a: Agreement) -> Trials:
    """Share of the rows that exactly one of the two models predicted rightly."""
    return a.only_a_right + a.only_b_right, a.n


@measure(
    needs=Agreement,
    formula="(only A right - only B right) / n",
    better="neither",
    low=-1,
    reason=lambda a, **_: "no rows",
)
def accuracy_difference(a: Agreement) -> Number:
    """Accuracy of A minus accuracy of B, on the same rows."""
    return ratio(a.only_a_right - a.only_b_right, a.n)
