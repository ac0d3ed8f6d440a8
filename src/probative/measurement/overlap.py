"""How far predicted and actual positives are the same rows."""

from __future__ import annotations

import numpy as np

from probative.evidence import Outcomes
from probative.evidence.arrays import Number
from probative.measurement.declaring import ratio
from probative.measurement.f_measures import no_positive_at_all
from probative.measurement.margins import ACTUAL, binary, binary_share, empty
from probative.measurement.registry import Trials


@binary_share(formula="TP / (TP + FP + FN)", reason=no_positive_at_all, aka=("critical_success_index", "threat_score"))
def jaccard(o: Outcomes) -> Trials:
    """Positives found, as a share of all that are positive or were called so."""
    return o.tp, o.tp + o.fp + o.fn


@binary(
    formula="sqrt(PPV TPR)",
    scale="logit",
    reason=empty("actual positives", "predicted positives"),
    aka=("fmi", "fowlkes_mallows_index"),
    title="Fowlkes–Mallows index",
)
def fowlkes_mallows(o: Outcomes) -> Number:
    """Geometric mean of precision and recall; scikit-learn's fowlkes_mallows_score is about pairs of rows instead."""
    return np.sqrt(ratio(o.tp, o.tp + o.fp) * ratio(o.tp, o.positives))


@binary(
    formula="sqrt(TPR TNR)",
    scale="logit",
    reason=empty(*ACTUAL),
    aka=("geometric_mean",),
    title="G-mean",
    prevalence_free=True,
)
def g_mean(o: Outcomes) -> Number:
    """Geometric mean of recall and specificity."""
    return np.sqrt(ratio(o.tp, o.positives) * ratio(o.tn, o.negatives))
