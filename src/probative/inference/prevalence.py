"""A measure at another prevalence than the sample's: recall and specificity stay, the mix of classes changes."""

from __future__ import annotations

from math import nan
from typing import Any

from probative.errors import BadParameter
from probative.evidence import Outcomes
from probative.evidence.arrays import single
from probative.inference import mover
from probative.inference.estimate import Estimate
from probative.inference.estimation import estimate
from probative.measurement.registry import find


def estimate_at(
    name: str, evidence: Outcomes, prevalence: float | None, *, level: float = 0.95, **parameters: Any
) -> Estimate:
    """A measure with its interval where this share of the rows is positive; None: the sample's own share.

    The prevalence is taken as known; the interval squares and adds what recall and specificity may vary.

    >>> print(estimate_at("precision", Outcomes(tp=80, fn=20, fp=10, tn=90), 0.01))
    0.075 (95 % interval 0.043 to 0.128, mover, n = 200)
    """
    if prevalence is None or find(name, evidence).prevalence_free:
        return estimate(name, evidence, level=level, **parameters)
    if not 0 < prevalence < 1:
        raise BadParameter("a prevalence lies between 0 and 1.", found=prevalence)
    if not (evidence.positives and evidence.negatives):
        why = "no actual negatives" if evidence.positives else "no actual positives"
        return Estimate(nan, nan, nan, level, None, single(evidence.n), why)
    measure = find(name, evidence)
    recall, specificity = single(evidence.tp / evidence.positives), single(evidence.tn / evidence.negatives)
    shifted = mover.with_shares(prevalence, recall, specificity)
    n, value = single(evidence.effective_n), float(measure(shifted, **parameters))
    if value != value:
        return Estimate(nan, nan, nan, level, None, n, measure.why(shifted, **parameters))
    low, high = measure.within(*mover.of_outcomes(measure, evidence, level, parameters, prevalence))
    return Estimate(value, low, high, level, "mover", n)
