"""Rates: shares of rows, of a class, or of a prediction."""

from __future__ import annotations

from probative.evidence import Outcomes
from probative.measurement.margins import binary_share, empty
from probative.measurement.registry import Trials
from probative.measurement.right_or_wrong import right, wrong


@binary_share(
    formula="(TP + TN) / n",
    reason=empty("rows"),
    aka=("acc",),
    places=("summary", "default", "headline", "operating", "thresholds", "slices", "folds"),
    row_loss=right,
)
def accuracy(o: Outcomes) -> Trials:
    """Share of all rows that were predicted rightly."""
    return o.tp + o.tn, o.n


@binary_share(
    formula="(FP + FN) / n",
    better="lower",
    reason=empty("rows"),
    aka=("error", "zero_one_loss"),
    row_loss=wrong,
)
def error_rate(o: Outcomes) -> Trials:
    """Share of all rows that were predicted wrongly."""
    return o.fp + o.fn, o.n


@binary_share(
    formula="TP / (TP + FN)",
    reason=empty("actual positives"),
    aka=("sensitivity", "tpr", "true_positive_rate", "hit_rate"),
    title="Recall (TPR)",
    places=("summary", "operating", "thresholds", "slices", "classes"),
    prevalence_free=True,
)
def recall(o: Outcomes) -> Trials:
    """Share of the actual positives that were found."""
    return o.tp, o.tp + o.fn


@binary_share(
    formula="TN / (TN + FP)",
    reason=empty("actual negatives"),
    aka=("tnr", "true_negative_rate", "selectivity"),
    title="Specificity (TNR)",
    places=("summary", "operating", "classes"),
    prevalence_free=True,
)
def specificity(o: Outcomes) -> Trials:
    """Share of the actual negatives that were rejected."""
    return o.tn, o.tn + o.fp


@binary_share(
    formula="FP / (FP + TN)",
    better="lower",
    reason=empty("actual negatives"),
    aka=("fpr", "fall_out", "type_1_error", "alpha_error"),
    places=("thresholds",),
    prevalence_free=True,
)
def false_positive_rate(o: Outcomes) -> Trials:
    """Share of the actual negatives that were called positive (type I error, alpha)."""
    return o.fp, o.fp + o.tn


@binary_share(
    formula="FN / (FN + TP)",
    better="lower",
    reason=empty("actual positives"),
    aka=("fnr", "miss_rate", "type_2_error", "beta_error"),
    prevalence_free=True,
)
def false_negative_rate(o: Outcomes) -> Trials:
    """Share of the actual positives that were missed (type II error, beta)."""
    return o.fn, o.fn + o.tp


@binary_share(
    formula="TP / (TP + FP)",
    reason=empty("predicted positives"),
    aka=("ppv", "positive_predictive_value"),
    title="Precision (PPV)",
    places=("summary", "operating", "thresholds", "slices", "classes"),
    readings=(
        "with recall: how retrieval is judged, where true negatives are countless; detection is judged by TPR and FPR",
    ),
)
def precision(o: Outcomes) -> Trials:
    """Share of the predicted positives that are positive."""
    return o.tp, o.tp + o.fp


@binary_share(
    formula="TN / (TN + FN)",
    reason=empty("predicted negatives"),
    aka=("negative_predictive_value",),
    title="NPV",
    places=("operating",),
)
def npv(o: Outcomes) -> Trials:
    """Share of the predicted negatives that are negative."""
    return o.tn, o.tn + o.fn


@binary_share(formula="FP / (FP + TP)", better="lower", reason=empty("predicted positives"), aka=("fdr",))
def false_discovery_rate(o: Outcomes) -> Trials:
    """Share of the predicted positives that are negative."""
    return o.fp, o.fp + o.tp


@binary_share(formula="FN / (FN + TN)", better="lower", reason=empty("predicted negatives"), aka=("for",))
def false_omission_rate(o: Outcomes) -> Trials:
    """Share of the predicted negatives that are positive."""
    return o.fn, o.fn + o.tn
