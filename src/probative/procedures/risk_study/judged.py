"""One estimator of the risk, judged over all samples of a study."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from probative.records import Record


@dataclass(frozen=True, slots=True)
class Judged(Record):
    """One estimator over all samples, against the true risk of the model that was trained on all rows."""

    estimator: str
    trainings: int
    mean: float
    """Its mean."""
    bias: float
    """The mean of estimate - true risk."""
    bias_error: float
    """The Monte Carlo standard error of the bias."""
    sd: float
    """The standard deviation of estimate - true risk: RMSE² = bias² + sd²."""
    sd_estimate: float
    """The standard deviation of the estimate alone."""
    rmse: float
    own_risk: float
    """The mean true risk of the models that it tested, which were trained on fewer rows; nan where it tested none."""
    own_bias: float
    """The mean of estimate - true risk of the models that it tested: cross-validation has none (Luntz, Brailovsky)."""
    own_error: float
    """The Monte Carlo standard error of that."""
    within: float
    """How much the true risks of its models differ within one sample: what it can see of the training sets' chance."""
    own_risk_error: float = nan
    """The Monte Carlo standard error of own_risk."""
