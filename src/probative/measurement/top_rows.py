"""Measures of the top rows, and of one rate at a fixed other: shares at a threshold that is a quantile of the rows.

Rows tied at the border count in part, as if their order were drawn. How the value varies includes that the border does:
a row above it also pushes others below. What is lost there is the share of positives (or the slope of the ROC curve)
near the border.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Floats, Number
from probative.evidence.steps import steps
from probative.measurement.borders import settled
from probative.measurement.declaring import measure
from probative.measurement.ladder import one_class
from probative.measurement.partial_areas import until
from probative.measurement.probabilities import no_rows
from probative.measurement.registry import Slopes

_measure = partial(measure, needs=Ladder, order_only=True, one_model=True, on_request=True)
Z = 2.0
"""Standard errors of the border to both sides, between which its surroundings are looked at."""
BEYOND = 5.0
"""Rows of the class that a rate is held for that must lie beyond the border: with 2.5 of them 0.88 were covered."""


def _checked(share: float, name: str = "share") -> float:
    if isinstance(share, bool) or not 0 < share < 1:
        raise BadParameter(f"the {name} lies between 0 and 1.", found=share, remedy="0.1 for 10 %")
    return float(share)


def _running(ladder: Ladder) -> tuple[Floats, Floats]:
    """Positives and negatives down to each rung, beginning with none."""
    return tuple(np.concatenate([[0.0], np.cumsum(c, dtype=np.float64)]) for c in (ladder.positives, ladder.negatives))  # type: ignore[return-value]


def _along(x: Floats, y: Floats, at: float) -> float:
    """The y where x, which rises, has a value; straight between the points, the last one where x stands still."""
    return float(np.interp(at, x, y))


def _steepness(x: Floats, y: Floats, at: float, rows: float) -> float:
    """The slope of y over x near a share of x's total that is estimated from so many rows."""
    share = at / x[-1]
    half = Z * np.sqrt(share * (1 - share) / max(rows, 1.0))
    low, high = max(share - half, 0.0) * x[-1], min(share + half, 1.0) * x[-1]
    return float((_along(x, y, high) - _along(x, y, low)) / (high - low))


def _above(x: Floats, at: float, *, until: bool = False) -> Floats:
    """How much of each rung lies above the border: 1, 0, or a part of the rung that it cuts.

    Where x stands still at the border, rungs lie above it, or below it if it is where x first arrives.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.nan_to_num((at - x[:-1]) / np.diff(x), nan=1.0)
    above, below = x[1:] <= at, x[:-1] >= at
    return np.select([below, above] if until else [above, below], [0.0, 1.0] if until else [1.0, 0.0], part)


def _top(ladder: Ladder, share: float) -> tuple[float, float, Floats]:
    """Positives among the top rows, the share of positives near the border, and what is above it of each rung."""
    p, n = _running(ladder)
    rows = p + n
    at = settled(share * rows[-1], rows)
    return _along(rows, p, at), _steepness(rows, p, at, ladder.effective_n), _above(rows, at)


def _found_slopes(ladder: Ladder, share: float) -> Slopes:
    """The slopes of the share of all rows that are positive and among the top."""
    found, near, above = _top(ladder, share)
    value = found / ladder.n
    for step in steps(ladder):
        top = above[step.first : step.first + len(step.p)]
        common = -value - near * (top - share)
        yield step, (top + common) / ladder.n, common / ladder.n


def _precision_slopes(ladder: Ladder, share: float = 0.1) -> Slopes:
    for step, of_p, of_n in _found_slopes(ladder, share):
        yield step, of_p / share, of_n / share


def _gain_slopes(ladder: Ladder, share: float = 0.1) -> Slopes:
    positives = ladder.totals[0]
    part, gain = positives / ladder.n, gain_at(ladder, share=share)
    for step, of_p, of_n in _found_slopes(ladder, share):
        yield step, (of_p - gain * (1 - part) / ladder.n) / part, (of_n + gain * part / ladder.n) / part


def _lift_slopes(ladder: Ladder, share: float = 0.1) -> Slopes:
    for step, of_p, of_n in _gain_slopes(ladder, share):
        yield step, of_p / share, of_n / share


def _known(rows: float, share: float, held: float, least: float = 2) -> float:
    """The rows behind a share; nan where so few rows lie beyond the border that nobody knows its place."""
    return rows if held * min(share, 1 - share) >= least - 1e-9 else np.nan


@_measure(
    formula="positives among the top rows / top rows",
    reason=no_rows,
    slopes=_precision_slopes,
    method="mover-top",
    as_share=lambda ladder, share=0.1: (0.0, 1.0, _known(share * ladder.effective_n, share, ladder.effective_n)),
    aka=("precision_at_k", "top_k_precision"),
)
def precision_at(ladder: Ladder, share: float = 0.1) -> Number:
    """Share of positives among the rows with the highest scores (share=0.1: the top tenth; k rows are share=k / n)."""
    _checked(share)
    return min(_top(ladder, share)[0] / (share * ladder.n), 1.0) if ladder.n else np.nan


@_measure(
    formula="positives among the top rows / positives",
    reason=lambda ladder, **_: "" if ladder.totals[0] else "no actual positives",
    slopes=_gain_slopes,
    method="mover-top",
    as_share=lambda ladder, share=0.1: (0.0, 1.0, _known(ladder.effective_totals[0], share, ladder.effective_n)),
    aka=("recall_at_k", "top_k_recall", "cumulative_gain"),
)
def gain_at(ladder: Ladder, share: float = 0.1) -> Number:
    """Share of all positives that are among the rows with the highest scores."""
    _checked(share)
    return _top(ladder, share)[0] / ladder.totals[0] if ladder.totals[0] else np.nan


@_measure(
    formula="precision among the top rows / prevalence",
    high=np.inf,
    reason=lambda ladder, **_: "" if ladder.totals[0] else "no actual positives",
    slopes=_lift_slopes,
    method="mover-top",
    as_share=lambda ladder, share=0.1: (0.0, 1 / share, _known(ladder.effective_totals[0], share, ladder.effective_n)),
    aka=("lift",),
)
def lift_at(ladder: Ladder, share: float = 0.1) -> Number:
    """How many times more positives there are among the rows with the highest scores than among as many at random."""
    return gain_at(ladder, share=share) / share


def _rate_slopes(ladder: Ladder, rate: float, flipped: bool) -> Slopes:
    """The slopes of one rate where the other is held: of recall at a false positive rate, or the other way round."""
    held, free = _running(ladder)[::-1] if not flipped else _running(ladder)
    at = settled(rate * held[-1], held)
    value = (until if flipped else _along)(held, free, at) / free[-1]
    rows = ladder.effective_totals[0] if flipped else ladder.effective_totals[1]
    slope = _steepness(held / held[-1], free / free[-1], rate, rows)
    # On a rung that the border cuts, both classes are cut alike.
    above = _above(held, at, until=flipped)
    for step in steps(ladder):
        top = above[step.first : step.first + len(step.p)]
        of_free, of_held = (top - value) / free[-1], -slope * (top - rate) / held[-1]
        yield (step, of_held, of_free) if flipped else (step, of_free, of_held)


@_measure(
    formula="TPR where FPR = 1 - specificity",
    reason=one_class,
    slopes=lambda ladder, specificity=0.9: _rate_slopes(ladder, 1 - specificity, False),
    method="linearised",
    as_share=lambda ladder, specificity=0.9: (
        0.0,
        1.0,
        _known(ladder.effective_totals[0], specificity, ladder.effective_totals[1], BEYOND),
    ),
    aka=("recall_at_specificity", "tpr_at_fpr"),
)
def sensitivity_at_specificity(ladder: Ladder, specificity: float = 0.9) -> Number:
    """Recall at the threshold that this share of the negatives stays under, straight between the ROC curve's points."""
    _checked(specificity, "specificity")
    if one_class(ladder):
        return np.nan
    p, n = _running(ladder)
    return float(_along(n, p, settled((1 - specificity) * n[-1], n)) / p[-1])


def _negative_rate_slopes(ladder: Ladder, sensitivity: float = 0.9) -> Slopes:
    for step, of_p, of_n in _rate_slopes(ladder, sensitivity, True):
        yield step, -of_p, -of_n


@_measure(
    formula="1 - FPR where TPR = sensitivity",
    reason=one_class,
    slopes=_negative_rate_slopes,
    method="linearised",
    as_share=lambda ladder, sensitivity=0.9: (
        0.0,
        1.0,
        _known(ladder.effective_totals[1], sensitivity, ladder.effective_totals[0], BEYOND),
    ),
    aka=("specificity_at_recall", "tnr_at_tpr"),
)
def specificity_at_sensitivity(ladder: Ladder, sensitivity: float = 0.9) -> Number:
    """Specificity at the threshold that this share of the positives reach, straight between the ROC curve's points."""
    _checked(sensitivity, "sensitivity")
    if one_class(ladder):
        return np.nan
    p, n = _running(ladder)
    return float(1 - until(p, n, sensitivity * p[-1]) / n[-1])
