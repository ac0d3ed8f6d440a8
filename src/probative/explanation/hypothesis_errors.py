"""The two errors of a test of hypotheses, and which cells of a confusion matrix they are."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from probative.evidence import Outcomes
from probative.evidence.arrays import single
from probative.evidence.needed import need
from probative.measurement import find
from probative.records import Record

ALPHA = "alpha = P(reject H0 | H0 is true) = FP / (FP + TN), the false positive rate"
BETA = "beta = P(keep H0 | H1 is true) = FN / (FN + TP), the false negative rate; 1 - beta = recall is the power"
POSITIVE = (
    'a "positive" is the decision to reject H0 (something was found), a "negative" is to keep it: so a type I error is '
    "a false positive and a type II error a false negative, never the other way round"
)


@dataclass(frozen=True, slots=True)
class ErrorCell(Record):
    """One of the four: what was decided, what is true, what that is called, its cell and its probability."""

    decision: str
    truth: str
    name: str
    cell: str
    symbol: str
    """The name of its probability, given what is true: alpha, beta, or 1 minus one of them."""
    count: float = nan
    rate: float = nan
    """The share of the rows of which that is true; nan where there are none, or no counts."""


@dataclass(frozen=True, slots=True)
class ErrorTypes(Record):
    """The four cells, what alpha and beta are, and what counts as positive."""

    cells: tuple[ErrorCell, ...]
    alpha: str = ALPHA
    beta: str = BETA
    positive: str = POSITIVE

    def cell(self, decision: str, truth: str) -> ErrorCell:
        """The cell of a decision ("reject H0", "keep H0") where something is true ("H0", "H1").

        >>> error_types().cell("keep H0", "H1").name
        'type II error'
        """
        return next(one for one in self.cells if (one.decision, one.truth) == (decision, truth))

    def __str__(self) -> str:
        lines = []
        for one in self.cells:
            seen = "" if one.count != one.count else f"; here {one.count:g} rows, a rate of {one.rate:.4g}"
            lines.append(f"{one.decision} when {one.truth} is true: {one.name}, {one.symbol}, {one.cell}{seen}")
        return "\n".join([*lines, self.alpha, self.beta, self.positive])


def error_types(outcomes: Outcomes | None = None) -> ErrorTypes:
    """The errors of type I and II as cells of the confusion matrix; with outcomes, also how often each happened.

    >>> print(error_types().cells[0].name, "=", error_types().cells[0].cell)
    type I error = false positive
    >>> import probative as pv
    >>> pv.error_types(pv.Outcomes(tp=40, fn=10, fp=5, tn=45)).cell("reject H0", "H0").rate
    0.1
    """
    if outcomes is not None:
        need(outcomes, Outcomes)
    return ErrorTypes(
        (
            _cell("reject H0", "H0", "type I error", "false positive", "alpha", outcomes),
            _cell("keep H0", "H1", "type II error", "false negative", "beta", outcomes),
            _cell("reject H0", "H1", "correct", "true positive", "1 - beta (power)", outcomes),
            _cell("keep H0", "H0", "correct", "true negative", "1 - alpha", outcomes),
        )
    )


_CELLS = {"false positive": "fp", "false negative": "fn", "true positive": "tp", "true negative": "tn"}
_RATES = {
    "false positive": "false_positive_rate",
    "false negative": "false_negative_rate",
    "true positive": "recall",
    "true negative": "specificity",
}


def _cell(decision: str, truth: str, name: str, cell: str, symbol: str, outcomes: Outcomes | None) -> ErrorCell:
    if outcomes is None:
        return ErrorCell(decision, truth, name, cell, symbol)
    count, rate = single(getattr(outcomes, _CELLS[cell])), float(find(_RATES[cell])(outcomes))
    return ErrorCell(decision, truth, name, cell, symbol, float(count), rate)
