"""Binary measures: functions of the four outcomes, for numbers and arrays alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Outcomes
from probative.evidence.arrays import Floats, Number
from probative.measurement.declaring import measure, quotient, ratio
from probative.measurement.information import conditional_entropy, entropy, mutual_information_of
from probative.measurement.registry import Parameter, Trials
from probative.measurement.right_or_wrong import right, wrong

_MARGINS = {
    "rows": lambda o: o.n,
    "actual positives": lambda o: o.tp + o.fn,
    "actual negatives": lambda o: o.fp + o.tn,
    "predicted positives": lambda o: o.tp + o.fp,
    "predicted negatives": lambda o: o.fn + o.tn,
}
_ACTUAL = ("actual positives", "actual negatives")
_PREDICTED = ("predicted positives", "predicted negatives")


def _empty(*names: str) -> Callable[..., str]:
    """A reason function: which of these margins is empty."""

    def reason(o: Outcomes, **_: Parameter) -> str:
        return next((f"no {name}" for name in ("rows", *names) if not _MARGINS[name](o)), "")

    return reason


_measure = partial(measure, needs=Outcomes)
_share = partial(measure, needs=Outcomes, kind="share")


@_share(
    formula="(TP + TN) / n",
    reason=_empty("rows"),
    aka=("acc",),
    places=("default", "headline", "operating", "thresholds", "slices", "folds"),
    row_loss=right,
)
def accuracy(o: Outcomes) -> Trials:
    """Share of all rows that were predicted rightly."""
    return o.tp + o.tn, o.n


@_share(
    formula="(FP + FN) / n",
    better="lower",
    reason=_empty("rows"),
    aka=("error", "zero_one_loss"),
    row_loss=wrong,
)
def error_rate(o: Outcomes) -> Trials:
    """Share of all rows that were predicted wrongly."""
    return o.fp + o.fn, o.n


@_share(
    formula="TP / (TP + FN)",
    reason=_empty("actual positives"),
    aka=("sensitivity", "tpr", "true_positive_rate", "hit_rate"),
    title="Recall (TPR)",
    places=("operating", "thresholds", "slices", "classes"),
    prevalence_free=True,
)
def recall(o: Outcomes) -> Trials:
    """Share of the actual positives that were found."""
    return o.tp, o.tp + o.fn


@_share(
    formula="TN / (TN + FP)",
    reason=_empty("actual negatives"),
    aka=("tnr", "true_negative_rate", "selectivity"),
    title="Specificity (TNR)",
    places=("operating", "classes"),
    prevalence_free=True,
)
def specificity(o: Outcomes) -> Trials:
    """Share of the actual negatives that were rejected."""
    return o.tn, o.tn + o.fp


@_share(
    formula="FP / (FP + TN)",
    better="lower",
    reason=_empty("actual negatives"),
    aka=("fpr", "fall_out", "type_1_error", "alpha_error"),
    places=("thresholds",),
    prevalence_free=True,
)
def false_positive_rate(o: Outcomes) -> Trials:
    """Share of the actual negatives that were called positive (type I error, alpha)."""
    return o.fp, o.fp + o.tn


@_share(
    formula="FN / (FN + TP)",
    better="lower",
    reason=_empty("actual positives"),
    aka=("fnr", "miss_rate", "type_2_error", "beta_error"),
    prevalence_free=True,
)
def false_negative_rate(o: Outcomes) -> Trials:
    """Share of the actual positives that were missed (type II error, beta)."""
    return o.fn, o.fn + o.tp


@_share(
    formula="TP / (TP + FP)",
    reason=_empty("predicted positives"),
    aka=("ppv", "positive_predictive_value"),
    title="Precision (PPV)",
    places=("operating", "thresholds", "slices", "classes"),
    readings=(
        "with recall: how retrieval is judged, where true negatives are countless; detection is judged by TPR and FPR",
    ),
)
def precision(o: Outcomes) -> Trials:
    """Share of the predicted positives that are positive."""
    return o.tp, o.tp + o.fp


@_share(
    formula="TN / (TN + FN)",
    reason=_empty("predicted negatives"),
    aka=("negative_predictive_value",),
    title="NPV",
    places=("operating",),
)
def npv(o: Outcomes) -> Trials:
    """Share of the predicted negatives that are negative."""
    return o.tn, o.tn + o.fn


@_share(formula="FP / (FP + TP)", better="lower", reason=_empty("predicted positives"), aka=("fdr",))
def false_discovery_rate(o: Outcomes) -> Trials:
    """Share of the predicted positives that are negative."""
    return o.fp, o.fp + o.tp


@_share(formula="FN / (FN + TN)", better="lower", reason=_empty("predicted negatives"), aka=("for",))
def false_omission_rate(o: Outcomes) -> Trials:
    """Share of the predicted negatives that are positive."""
    return o.fn, o.fn + o.tn


def _no_positive_at_all(o: Outcomes, **_: Parameter) -> str:
    return "" if o.tp + o.fp + o.fn else "no actual and no predicted positives"


@_measure(
    formula="(1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP)",
    method="f-score",
    scale="logit",
    reason=_no_positive_at_all,
    aka=("fbeta", "f_measure"),
    title="Fβ",
    on_request=True,
)
def f_beta(o: Outcomes, beta: float = 1.0) -> Number:
    """Weighted harmonic mean of precision and recall; beta = 0 is precision, beta = inf is recall."""
    if not beta >= 0:
        raise BadParameter("beta must be at least 0.", found=beta)
    # Divided by 1 + beta^2, so that an infinite beta needs no case of its own.
    weight = 1.0 if beta == inf else beta**2 / (1 + beta**2)
    whole = o.tp + weight * o.fn + (1 - weight) * o.fp
    no_error_free_zero = (o.tp + o.fn + o.fp > 0) & (o.tp == 0)
    result = np.where(no_error_free_zero, 0.0, ratio(o.tp, whole))
    return result if result.ndim else float(result)


@_measure(
    formula="2 TP / (2 TP + FN + FP)",
    method="f-score",
    scale="logit",
    reason=_no_positive_at_all,
    aka=("f1_score", "f_1", "dice"),
    places=("operating", "thresholds", "slices", "folds", "classes"),
)
def f1(o: Outcomes) -> Number:
    """Harmonic mean of precision and recall."""
    return ratio(2 * o.tp, 2 * o.tp + o.fn + o.fp)


@_measure(
    formula="5 TP / (5 TP + FN + 4 FP)",
    scale="logit",
    reason=_no_positive_at_all,
    aka=("f05", "f0.5", "f_half"),
    title="F0.5",
)
def f0_5(o: Outcomes) -> Number:
    """Mean of precision and recall in which precision counts more (beta = 0.5)."""
    return f_beta(o, beta=0.5)


@_measure(
    formula="5 TP / (5 TP + 4 FN + FP)",
    scale="logit",
    reason=_no_positive_at_all,
    aka=("f2_score",),
    title="F2",
)
def f2(o: Outcomes) -> Number:
    """Mean of precision and recall in which recall counts more (beta = 2)."""
    return f_beta(o, beta=2.0)


@_measure(
    formula="(TPR + TNR) / 2",
    scale="logit",
    reason=_empty(*_ACTUAL),
    aka=("bacc",),
    places=("operating", "thresholds", "slices", "folds"),
    prevalence_free=True,
)
def balanced_accuracy(o: Outcomes) -> Number:
    """Mean of the shares of positives and of negatives that were predicted rightly."""
    return (ratio(o.tp, o.positives) + ratio(o.tn, o.negatives)) / 2


@_measure(
    formula="(TP TN - FP FN) / sqrt((TP + FP)(TP + FN)(TN + FP)(TN + FN))",
    low=-1,
    scale="fisher",
    reason=_empty(*_ACTUAL, *_PREDICTED),
    aka=("matthews", "matthews_corrcoef", "matthews_correlation", "phi"),
    title="MCC",
    places=("operating", "thresholds", "slices", "folds", "classes"),
)
def mcc(o: Outcomes) -> Number:
    """Correlation of truth and prediction (Matthews): the determinant of the matrix, normalised by its margins."""
    tp, fn, fp, tn = (np.asarray(c, np.float64) for c in (o.tp, o.fn, o.fp, o.tn))
    # Roots before products: counts of 10^10 would overflow float64 only as a fourfold product, but lose digits.
    scale = np.sqrt(tp + fp) * np.sqrt(tp + fn) * np.sqrt(tn + fp) * np.sqrt(tn + fn)
    return _within(ratio(tp * tn - fp * fn, scale), -1.0, 1.0)


@_measure(
    formula="(p_o - p_e) / (1 - p_e)",
    low=-1,
    scale="fisher",
    reason=_empty(*_ACTUAL, *_PREDICTED),
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


@_measure(
    formula="TPR + TNR - 1",
    low=-1,
    scale="fisher",
    reason=_empty(*_ACTUAL),
    aka=("youden", "youden_j", "bookmaker_informedness"),
    title="Youden's J",
    places=("operating",),
    prevalence_free=True,
)
def informedness(o: Outcomes) -> Number:
    """How much more often positives than negatives are called positive (Youden's J)."""
    return ratio(o.tp, o.positives) - ratio(o.fp, o.negatives)


@_measure(
    formula="PPV + NPV - 1",
    low=-1,
    scale="fisher",
    method="mover-predicted",
    reason=_empty(*_PREDICTED),
    aka=("delta_p",),
)
def markedness(o: Outcomes) -> Number:
    """How much more often predicted positives than predicted negatives are positive."""
    return ratio(o.tp, o.tp + o.fp) - ratio(o.fn, o.fn + o.tn)


def _no_ratio(numerator: str, denominator: str) -> Callable[..., str]:
    def reason(o: Outcomes, **_: Parameter) -> str:
        return _empty(*_ACTUAL)(o) or f"no {numerator} and no {denominator}: 0/0"

    return reason


@_measure(
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


@_measure(
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


@_measure(
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


@_share(formula="TP / (TP + FP + FN)", reason=_no_positive_at_all, aka=("critical_success_index", "threat_score"))
def jaccard(o: Outcomes) -> Trials:
    """Positives found, as a share of all that are positive or were called so."""
    return o.tp, o.tp + o.fp + o.fn


@_measure(
    formula="sqrt(PPV TPR)",
    scale="logit",
    reason=_empty("actual positives", "predicted positives"),
    aka=("fmi", "fowlkes_mallows_index"),
    title="Fowlkes–Mallows index",
)
def fowlkes_mallows(o: Outcomes) -> Number:
    """Geometric mean of precision and recall."""
    return np.sqrt(ratio(o.tp, o.tp + o.fp) * ratio(o.tp, o.positives))


@_measure(
    formula="sqrt(TPR TNR)",
    scale="logit",
    reason=_empty(*_ACTUAL),
    aka=("geometric_mean",),
    title="G-mean",
    prevalence_free=True,
)
def g_mean(o: Outcomes) -> Number:
    """Geometric mean of recall and specificity."""
    return np.sqrt(ratio(o.tp, o.positives) * ratio(o.tn, o.negatives))


@_share(formula="(TP + FN) / n", better="neither", reason=_empty("rows"), aka=("positive_rate", "base_rate"))
def prevalence(o: Outcomes) -> Trials:
    """Share of all rows that are positive."""
    return o.positives, o.n


@_share(
    formula="(TP + FP) / n",
    better="neither",
    reason=_empty("rows"),
    aka=("alert_rate",),
    title="Alert rate",
    places=("operating",),
)
def prediction_rate(o: Outcomes) -> Trials:
    """Share of all rows that were called positive."""
    return o.tp + o.fp, o.n


def _matrix(o: Outcomes) -> Floats:
    cells = np.broadcast_arrays(*(np.asarray(c, np.float64) for c in (o.tp, o.fn, o.fp, o.tn)))
    return np.stack([np.stack(cells[:2], -1), np.stack(cells[2:], -1)], -2)


@_measure(formula="sum p(a,g) log2(p(a,g) / (p(a) p(g)))", reason=_empty("rows"), aka=("mi",))
def mutual_information(o: Outcomes) -> Number:
    """Bits that the prediction tells about the truth."""
    return mutual_information_of(_matrix(o))


@_measure(formula="I(A;P) / H(A)", reason=_empty(*_ACTUAL), aka=("nmi", "uncertainty_coefficient"))
def normalized_mutual_information(o: Outcomes) -> Number:
    """Share of the truth's entropy that the prediction removes."""
    table = _matrix(o)
    return ratio(mutual_information_of(table), entropy(table.sum(axis=-1)))


@_measure(formula="H(A)", better="neither", reason=_empty("rows"), aka=("h_a",))
def actual_entropy(o: Outcomes) -> Number:
    """Bits of uncertainty about the truth before seeing the prediction."""
    return entropy(_matrix(o).sum(axis=-1))


@_measure(formula="H(A|P) = H(A) - I(A;P)", better="lower", reason=_empty("rows"), aka=("h_a_given_p",))
def remaining_entropy(o: Outcomes) -> Number:
    """Bits of uncertainty about the truth that remain once the prediction is known."""
    return conditional_entropy(_matrix(o))


def _absent_class(o: Outcomes, prior: float | None = None, **_: Parameter) -> str:
    if prior is None:
        return "no rows"
    return f"{_empty(*_ACTUAL)(o)}, but the operating prior counts on that class"


@_measure(
    formula="C_FP FPR (1 - prior) + C_FN FNR prior",
    better="lower",
    high=inf,
    scale="log",
    reason=_absent_class,
    aka=("cost",),
    places=("operating",),
)
def expected_cost(o: Outcomes, fp: float = 1.0, fn: float = 1.0, prior: float | None = None) -> Number:
    """Mean cost of a prediction, at the sample's share of positives or at an operating prior."""
    if not (fp > 0 and fn > 0):
        raise BadParameter("costs must be greater than 0.", found=f"fp {fp}, fn {fn}")
    if prior is None:
        return ratio(fp * o.fp + fn * o.fn, o.n)
    if not 0 <= prior <= 1:
        raise BadParameter("a prior lies between 0 and 1.", found=prior)
    # A class that the operating prior excludes cannot cost anything, even where its rate is undefined.
    wrong_alarms = fp * (1 - prior) * ratio(o.fp, o.negatives) if prior < 1 else 0.0
    return wrong_alarms + (fn * prior * ratio(o.fn, o.positives) if prior > 0 else 0.0)


def _within(values: Number, low: float, high: float) -> Number:
    """Rounding must not carry a value beyond its range."""
    result = np.clip(values, low, high)
    return result if np.ndim(result) else float(result)
