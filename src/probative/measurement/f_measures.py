"""F-measures: weighted harmonic means of precision and recall."""

from __future__ import annotations

from math import inf

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Outcomes
from probative.evidence.arrays import Number
from probative.evidence.needed import a_number
from probative.measurement.declaring import ratio
from probative.measurement.margins import binary
from probative.measurement.registry import Parameter


def no_positive_at_all(o: Outcomes, **_: Parameter) -> str:
    """Why nothing is to be found or missed, if so."""
    return "" if o.tp + o.fp + o.fn else "no actual and no predicted positives"


@binary(
    formula="(1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP)",
    method="f-score",
    scale="logit",
    reason=no_positive_at_all,
    aka=("fbeta", "f_measure"),
    title="Fβ",
    on_request=True,
)
def f_beta(o: Outcomes, beta: float = 1.0) -> Number:
    """Weighted harmonic mean of precision and recall; beta = 0 is precision, beta = inf is recall."""
    if not a_number(beta, "beta") >= 0:
        raise BadParameter("beta must be at least 0.", found=beta)
    # Divided by 1 + beta^2, so that an infinite beta needs no case of its own.
    weight = 1.0 if beta == inf else beta**2 / (1 + beta**2)
    whole = o.tp + weight * o.fn + (1 - weight) * o.fp
    no_error_free_zero = (o.tp + o.fn + o.fp > 0) & (o.tp == 0)
    result = np.where(no_error_free_zero, 0.0, ratio(o.tp, whole))
    return result if result.ndim else float(result)


@binary(
    formula="2 TP / (2 TP + FN + FP)",
    method="f-score",
    scale="logit",
    reason=no_positive_at_all,
    aka=("f1_score", "f_1", "dice"),
    places=("summary", "operating", "thresholds", "slices", "folds", "classes"),
)
def f1(o: Outcomes) -> Number:
    """Harmonic mean of precision and recall."""
    return ratio(2 * o.tp, 2 * o.tp + o.fn + o.fp)


@binary(
    formula="5 TP / (5 TP + FN + 4 FP)",
    method="f-score",
    scale="logit",
    reason=no_positive_at_all,
    aka=("f05", "f0.5", "f_half"),
    title="F0.5",
)
def f0_5(o: Outcomes) -> Number:
    """Mean of precision and recall in which precision counts more (beta = 0.5)."""
    return f_beta(o, beta=0.5)


@binary(
    formula="5 TP / (5 TP + 4 FN + FP)",
    method="f-score",
    scale="logit",
    reason=no_positive_at_all,
    aka=("f2_score",),
    title="F2",
)
def f2(o: Outcomes) -> Number:
    """Mean of precision and recall in which recall counts more (beta = 2)."""
    return f_beta(o, beta=2.0)
