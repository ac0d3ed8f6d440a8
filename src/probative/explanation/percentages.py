"""Relative errors: MAPE where targets are 0, and the symmetric forms."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats
from probative.explanation.convention import Convention, Rule
from probative.explanation.rows import Numbers
from probative.explanation.topics import Found, topic
from probative.explanation.words import count
from probative.measurement.residuals import mape

EPSILON = float(np.finfo(np.float64).eps)
UNDEFINED = Rule("zeros undefined", "mean of |y - h| / |y|, as a share; undefined if a target is 0")
INFINITE = Rule(
    "zeros infinite", "x/0 is infinite, and 0/0 is not a number", ("Metrics (mape)", "yardstick (mape, times 100)")
)
FLOOR = Rule(
    "floor 2.2e-16",
    "mean of |y - h| / max(|y|, 2.2e-16)",
    ("scikit-learn (mean_absolute_percentage_error)",),
)
HIGHER_FLOOR = Rule(
    "floor 1e-7", "mean of |y - h| / max(|y|, 1e-7)", ("Keras (MeanAbsolutePercentageError, times 100)",)
)
DROPPED = Rule("zeros dropped", "rows whose target is 0 are left out")
WEIGHTED = Rule("over the sum of targets", "sum of |y - h| / sum of |y| (WAPE, weighted MAPE)")
SYMMETRIC = Rule(
    "symmetric, 0 to 2", "mean of 2 |y - h| / (|y| + |h|)", ("Metrics (smape)", "yardstick (smape, times 100)")
)
SYMMETRIC_0 = Rule("symmetric, 0 to 2, 0/0 as 0", "the same, a right prediction of 0 counts as no error")
HALVED = Rule("symmetric, 0 to 1", "mean of |y - h| / (|y| + |h|), 0/0 as 0")
SIGNED = Rule(
    "symmetric, signed",
    "mean of 2 |y - h| / (y + h), without absolute values below",
    ("Makridakis and Hibon (2000)",),
)


@topic("numbers", "mape", "smape", "wape", "wmape")
def explain_mape(rows: Numbers) -> Found:
    """Zero targets undefined, infinite, floored or dropped; errors over the sum of targets; symmetric forms.

    >>> from probative.explanation import explain
    >>> explain("mape", truth=[0, 2], predicted=[1, 1])["zeros dropped"].value
    0.5
    """
    error, size = np.abs(rows.truth - rows.predicted), np.abs(rows.truth)
    zeros = int((size == 0).sum())
    why = f"{count(zeros, 'target')} {'is' if zeros == 1 else 'are'} 0" if zeros else ""
    some = size > 0
    span = f"the sizes of the targets run from {size.min():.4g} to {size.max():.4g}"
    none = "all targets are 0"
    dropped = (error[some] / size[some]).mean() if some.any() else np.nan
    weighted = error.sum() / size.sum() if some.any() else np.nan
    conventions = [
        UNDEFINED.gives(mape(rows.residuals), why=why),
        _divided(error, size, why),
        FLOOR.gives((error / np.maximum(size, EPSILON)).mean(), cause=why or span),
        HIGHER_FLOOR.gives((error / np.maximum(size, 1e-7)).mean(), cause=why or span),
        DROPPED.gives(dropped, why=none, cause=why),
        WEIGHTED.gives(weighted, why=none, cause=f"{why}; {span}" if why else span),
        *_symmetric(rows, error, size),
    ]
    return conventions, [why or "no target is 0", span]


def _divided(error: Floats, size: Floats, why: str) -> Convention:
    """Plain division, as in R: infinite for an error at a zero target, undefined for none."""
    both = int(((size == 0) & (error == 0)).sum())
    with np.errstate(divide="ignore", invalid="ignore"):
        value = (error / size).mean()
    return INFINITE.gives(value, why=f"{count(both, 'row')} with target and prediction 0: 0/0", cause=why)


def _symmetric(rows: Numbers, error: Floats, size: Floats) -> list[Convention]:
    """Errors over the mean size of target and prediction."""
    both, signed = size + np.abs(rows.predicted), rows.truth + rows.predicted
    empty, opposite = int((both == 0).sum()), int((signed == 0).sum())
    shares = error / np.where(both > 0, both, 1.0)
    means = f"|target| is {size.mean():.4g} and |prediction| {np.abs(rows.predicted).mean():.4g} on average"
    why = f"{count(empty, 'row')} with target and prediction 0: 0/0"
    cancel = f"target and prediction add up to 0 in {count(opposite, 'row')}"
    plain = np.nan if opposite else (2 * error / np.where(signed == 0, 1.0, signed)).mean()
    return [
        SYMMETRIC.gives(np.nan if empty else 2 * shares.mean(), why=why, cause=why if empty else means),
        SYMMETRIC_0.gives(2 * shares.mean(), cause=means),
        HALVED.gives(shares.mean(), cause=means),
        SIGNED.gives(plain, why=cancel, cause=cancel if opposite else means),
    ]
