"""How much a prediction changes the odds of the positive class."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np

from probative.evidence import Outcomes
from probative.evidence.arrays import Number
from probative.measurement.declaring import quotient
from probative.measurement.margins import ACTUAL, binary, empty
from probative.measurement.registry import Parameter


def _no_ratio(numerator: str, denominator: str) -> Callable[..., str]:
    def reason(o: Outcomes, **_: Parameter) -> str:
        return empty(*ACTUAL)(o) or f"no {numerator} and no {denominator}: 0/0"

    return reason


@binary(
    formula="TPR / FPR",
    method="koopman",
    high=inf,
    scale="log",
    reason=_no_ratio("true positives", "false positives"),
    aka=("lr_plus", "positive_likelihood_ratio"),
    title="LR+",
    prevalence_free=True,
)
def lr_positive(o: Outcomes) -> Number:
    """How many times likelier a positive call is for a positive than for a negative."""
    tp, fn, fp, tn = (np.asarray(c, np.float64) for c in (o.tp, o.fn, o.fp, o.tn))
    return quotient(tp * (fp + tn), fp * (tp + fn))


@binary(
    formula="FNR / TNR",
    better="lower",
    high=inf,
    scale="log",
    reason=_no_ratio("false negatives", "true negatives"),
    aka=("lr_minus", "negative_likelihood_ratio"),
    title="LR−",
    prevalence_free=True,
)
def lr_negative(o: Outcomes) -> Number:
    """How many times likelier a negative call is for a positive than for a negative."""
    tp, fn, fp, tn = (np.asarray(c, np.float64) for c in (o.tp, o.fn, o.fp, o.tn))
    return quotient(fn * (fp + tn), tn * (tp + fn))


@binary(
    formula="TP TN / (FP FN)",
    method="cornfield",
    high=inf,
    scale="log",
    reason=_no_ratio("right call in one class", "wrong call in one class"),
    aka=("dor", "odds_ratio"),
    prevalence_free=True,
)
def diagnostic_odds_ratio(o: Outcomes) -> Number:
    """Odds of a positive call for a positive, divided by those for a negative."""
    tp, fn, fp, tn = (np.asarray(c, np.float64) for c in (o.tp, o.fn, o.fp, o.tn))
    return quotient(tp * tn, fp * fn)
