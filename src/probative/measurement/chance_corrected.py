"""Binary measures in which every guess that ignores the row gets the same: balanced accuracy, MCC, kappa and kin."""

from __future__ import annotations

import numpy as np

from probative.evidence import Outcomes
from probative.evidence.arrays import Number
from probative.measurement.declaring import ratio
from probative.measurement.margins import ACTUAL, PREDICTED, binary, empty


@binary(
    formula="(TPR + TNR) / 2",
    scale="logit",
    reason=empty(*ACTUAL),
    aka=("bacc",),
    places=("summary", "operating", "thresholds", "slices", "folds"),
    prevalence_free=True,
)
def balanced_accuracy(o: Outcomes) -> Number:
    """Mean of the shares of positives and of negatives that were predicted rightly."""
    return (ratio(o.tp, o.positives) + ratio(o.tn, o.negatives)) / 2


@binary(
    formula="(TP TN - FP FN) / sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN))",
    low=-1,
    scale="fisher",
    reason=empty(*ACTUAL, *PREDICTED),
    aka=("matthews", "matthews_corrcoef", "matthews_correlation", "phi"),
    title="MCC",
    places=("summary", "operating", "thresholds", "slices", "folds", "classes"),
)
def mcc(o: Outcomes) -> Number:
    """Correlation of truth and prediction (Matthews): the determinant of the matrix, normalised by its margins."""
    tp, fn, fp, tn = (np.asarray(c, np.float64) for c in (o.tp, o.fn, o.fp, o.tn))
    # Roots before products: counts of 10^10 would overflow float64 only as a fourfold product, but lose digits.
    scale = np.sqrt(tp + fp) * np.sqrt(tp + fn) * np.sqrt(tn + fp) * np.sqrt(tn + fn)
    return _within(ratio(tp * tn - fp * fn, scale), -1.0, 1.0)


@binary(
    formula="(p_o - p_e) / (1 - p_e)",
    low=-1,
    scale="fisher",
    reason=empty(*ACTUAL, *PREDICTED),
    aka=("cohen_kappa", "cohens_kappa", "cohen_kappa_score"),
    title="Cohen's κ",
    places=("operating",),
)
def kappa(o: Outcomes) -> Number:
    """Agreement beyond what the margins alone would give (Cohen)."""
    tp, fn, fp, tn = (np.asarray(c, np.float64) for c in (o.tp, o.fn, o.fp, o.tn))
    # What the margins leave open; 0, and so undefined, only where all rows and predictions are of one class.
    open_to_skill = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
    return ratio(2 * (tp * tn - fn * fp), open_to_skill)


@binary(
    formula="TPR + TNR - 1",
    low=-1,
    scale="fisher",
    reason=empty(*ACTUAL),
    aka=("youden", "youden_j", "bookmaker_informedness"),
    title="Youden's J",
    places=("operating",),
    prevalence_free=True,
)
def informedness(o: Outcomes) -> Number:
    """How much more often positives than negatives are called positive (Youden's J)."""
    return ratio(o.tp, o.positives) - ratio(o.fp, o.negatives)


@binary(
    formula="PPV + NPV - 1",
    low=-1,
    scale="fisher",
    method="mover-predicted",
    reason=empty(*PREDICTED),
    aka=("delta_p",),
)
def markedness(o: Outcomes) -> Number:
    """How much more often predicted positives than predicted negatives are positive."""
    return ratio(o.tp, o.tp + o.fp) - ratio(o.fn, o.fn + o.tn)


def _within(values: Number, low: float, high: float) -> Number:
    """Rounding must not carry a value beyond its range."""
    result = np.clip(values, low, high)
    return result if np.ndim(result) else float(result)
