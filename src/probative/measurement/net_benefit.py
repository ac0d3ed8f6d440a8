"""Net benefit: what acting on the positives is worth, at the odds at which one would just still act."""

from __future__ import annotations

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Outcomes
from probative.evidence.arrays import Number
from probative.measurement.declaring import measure, ratio


def odds(threshold_probability: float) -> float:
    """False positives that one true positive is worth: the odds of the probability at which one would just still act.

    >>> odds(0.2)
    0.25
    """
    if not 0 <= threshold_probability < 1:
        raise BadParameter(
            "a threshold probability is at least 0 and under 1.", found=threshold_probability, remedy="0.1 for 10 %"
        )
    return threshold_probability / (1 - threshold_probability)


def _absent(o: Outcomes, threshold_probability: float = 0.5, prior: float | None = None) -> str:
    if prior is None:
        return "no rows"
    return "no actual positives" if not np.all(o.positives) else "no actual negatives"


@measure(
    needs=Outcomes,
    formula="TP / n - FP / n threshold / (1 - threshold)",
    low=-np.inf,
    reason=_absent,
    on_request=True,
)
def net_benefit(o: Outcomes, threshold_probability: float = 0.5, prior: float | None = None) -> Number:
    """True positives per row, less false positives at the odds of the threshold probability (Vickers and Elkin 2006).

    At an operating prior the rates are those of the rows, the share of positives is the prior.
    """
    cost = odds(threshold_probability)
    if prior is None:
        return ratio(o.tp - cost * o.fp, o.n)
    if not 0 < prior < 1:
        raise BadParameter("a prior lies between 0 and 1.", found=prior)
    return prior * ratio(o.tp, o.positives) - cost * (1 - prior) * ratio(o.fp, o.negatives)
