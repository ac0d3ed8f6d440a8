"""R squared: against which mean, or as a correlation."""

from __future__ import annotations

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import inner
from probative.explanation.convention import Convention, Rule
from probative.explanation.rows import Numbers
from probative.explanation.topics import Found, topic
from probative.explanation.words import count
from probative.measurement import residuals as ours

EVALUATED = Rule(
    "evaluated mean",
    "1 - sum (y - h)^2 / sum (y - mean y)^2; undefined if all targets are equal",
    ("scikit-learn (r2_score, force_finite=False)", "yardstick (rsq_trad)", "caret (R2, formula = 'traditional')"),
)
FINITE = Rule(
    "constant target as 0 or 1",
    "the same; if all targets are equal 1 for perfect predictions, else 0",
    ("scikit-learn (r2_score)",),
)
TRAINING = Rule("training mean", "1 - sum (y - h)^2 / sum (y - training mean)^2")
UNCENTRED = Rule(
    "uncentred",
    "1 - sum (y - h)^2 / sum y^2",
    ("R (lm without intercept)", "statsmodels (OLS without constant)"),
)
CORRELATION = Rule(
    "squared correlation",
    "squared correlation of targets and predictions; never below 0",
    ("caret (postResample)", "yardstick (rsq)"),
)
UNBIASED = Rule(
    "mean error removed",
    "1 - Var(y - h) / Var(y)",
    ("scikit-learn (explained_variance_score, force_finite=False)",),
)
ADJUSTED = Rule(
    "adjusted",
    "1 - (1 - R2)(n - 1) / (n - p - 1)",
    ("R (summary of lm, on the training rows)", "statsmodels (rsquared_adj, on the training rows)"),
)


@topic("numbers", "r2", "q2")
def explain_r2(rows: Numbers, training_mean: float | None = None, n_features: int | None = None) -> Found:
    """Baselines: the evaluated mean, a training mean, zero; squared correlation; adjusted; constant targets.

    >>> from probative.explanation import explain
    >>> explain("r2", truth=[1, 2, 3], predicted=[2, 3, 4])["squared correlation"].value
    1.0
    """
    value = ours.r2(rows.residuals)
    why = ours.r2.why(rows.residuals) if np.isnan(value) else ""
    error = rows.truth - rows.predicted
    few = "fewer than two rows" if len(error) < 2 else ""
    finite = np.nan if few else (float(not error.any()) if why else value)
    off = f"the predictions are off by {rows.residuals.centres[1]:.6g} on average"
    conventions = [
        EVALUATED.gives(value, why=why),
        FINITE.gives(finite, why=few, cause=why),
        *([] if training_mean is None else [_against(TRAINING, rows, training_mean)]),
        _against(UNCENTRED, rows, 0.0),
        _correlation(rows, why),
        UNBIASED.gives(ours.explained_variance(rows.residuals), why=why, cause=off),
        *([] if n_features is None else [_adjusted(rows, n_features)]),
    ]
    return conventions, [why or f"the evaluated mean is {rows.truth.mean():.6g}"]


def _against(rule: Rule, rows: Numbers, baseline: float) -> Convention:
    """One minus the squared error as a share of that of a fixed prediction."""
    if not np.isfinite(baseline):
        raise BadParameter("training_mean must be a finite number.", found=baseline)
    error, total = rows.truth - rows.predicted, rows.truth - baseline
    below = inner(total, total)
    cause = f"the evaluated mean is {rows.truth.mean():.6g}, the baseline {baseline:.6g}"
    why = f"all targets equal the baseline {baseline:.6g}"
    return rule.gives(1 - inner(error, error) / below if below > 0 else np.nan, why=why, cause=cause)


def _correlation(rows: Numbers, why: str) -> Convention:
    constant = why or ("" if np.ptp(rows.predicted) else "all predictions are equal")
    if constant:
        return CORRELATION.gives(np.nan, why=constant, cause=constant)
    y, h = rows.truth - rows.truth.mean(), rows.predicted - rows.predicted.mean()
    slope = inner(y, h) / inner(h, h)
    offset = rows.truth.mean() - slope * rows.predicted.mean()
    line = f"the targets are best fitted by {offset:.4g} + {slope:.4g} * prediction, which a correlation forgives"
    return CORRELATION.gives(min(inner(y, h) ** 2 / inner(y, y) / inner(h, h), 1.0), cause=line)


def _adjusted(rows: Numbers, n_features: int) -> Convention:
    value = ours.adjusted_r2(rows.residuals, n_features=n_features)
    why = ours.adjusted_r2.why(rows.residuals, n_features=n_features)
    cause = f"R2 is discounted for {count(n_features, 'predictor')} over {count(len(rows.truth), 'row')}"
    return ADJUSTED.gives(value, why=why, cause=cause)
