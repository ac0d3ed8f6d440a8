"""A classifier against always naming the largest class."""

from __future__ import annotations

import numpy as np

from probative.errors import BadCounts
from probative.evidence import ConfusionMatrix, Outcomes
from probative.evidence.arrays import Floats, rectangular
from probative.inference.proportion import clopper_pearson
from probative.stats.inputs import checked, finite
from probative.stats.registry import Aside
from probative.stats.result import Remarks, TestResult

METHOD = "binomial test against the no-information rate"
KNOWN = "the no-information rate is taken as known, though it comes from the same rows"


@Aside(
    "no-information-rate",
    title="Binomial test against the no-information rate",
    question="is the accuracy above that of always naming the largest class?",
    null="the accuracy is at most the share of the largest class",
    assumes=("rows are independent of each other", "the share of the largest class is known"),
)
def no_information_rate(table: ConfusionMatrix | Outcomes | object, *, level: float = 0.95) -> TestResult:
    """Exact binomial test of the accuracy against the share of the largest actual class (rows of the table).

    As R's caret prints it: p is P(X >= right) for that share, one-sided; the interval of the accuracy is Clopper and
    Pearson's, two-sided. `details` hold the no-information rate.

    >>> found = no_information_rate([[40, 10], [5, 45]])
    >>> found.effect, found.details["no_information_rate"], round(found.p, 15)
    (0.85, 0.5, 2.41e-13)
    """
    from scipy.special import betainc

    checked("two-sided", level)
    counts = _counts(table)
    n, right, largest = float(counts.sum()), float(np.trace(counts)), float(counts.sum(axis=1).max())
    # P(X >= x) of x successes; with one class alone nothing can be above its share.
    p = 1.0 if right == 0 or largest == n else float(betainc(right, n - right + 1, largest / n))
    low, high = clopper_pearson(right, n, level)
    words: Remarks = {"n": n, "level": level, "alternative": "greater", "symbol": "right", "effect_name": "accuracy"}
    words["details"] = {"no_information_rate": largest / n}
    notes = (KNOWN,) if largest < n else ("all rows belong to one class",)
    return TestResult(right, None, p, right / n, low, high, METHOD, notes, **words)


def _counts(table: object) -> Floats:
    """The k x k counts, rows actual."""
    if isinstance(table, Outcomes):
        plain: object = [[table.tp, table.fn], [table.fp, table.tn]]
    else:
        plain = table.counts if isinstance(table, ConfusionMatrix) else table
    if isinstance(table, Outcomes | ConfusionMatrix) and table.squares is not None:
        raise BadCounts("a binomial test counts rows, and these are weighted.", remedy="leave the weights out")
    counts = finite(np.atleast_1d(rectangular(plain, "the table")), "the table")
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
        raise BadCounts("truth and prediction make a square table.", found=f"shape {counts.shape}")
    if not np.isfinite(counts).all() or (counts < 0).any() or not counts.any() or (counts % 1).any():
        raise BadCounts("a table holds whole counts of at least 0, and some rows.", found=counts.tolist())
    return counts
