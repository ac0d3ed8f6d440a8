"""Two labels of the same rows, k by k: tests of symmetry and of equal margins."""

from __future__ import annotations

from math import nan

import numpy as np

from probative.errors import BadCounts
from probative.evidence import ConfusionMatrix
from probative.evidence.arrays import Floats, rectangular
from probative.stats.inputs import finite
from probative.stats.registry import Aside
from probative.stats.result import Details, Remarks, TestResult
from probative.stats.tails import chi2_tail

NO_INTERVAL = "this effect has no interval"
ALIKE = "both label every row alike"


@Aside(
    "bowker",
    title="Bowker's test of symmetry",
    question="are rows of class i taken for j as often as rows of j for i (two raters, or truth and prediction)?",
    null="every confusion is as frequent as its opposite",
    assumes=("rows are independent of each other",),
)
def bowker(table: object) -> TestResult:
    """Bowker's test of symmetry of a k x k table: the sum over pairs of classes of (n_ij - n_ji)^2 / (n_ij + n_ji).

    Chi-squared with one degree of freedom for each pair of classes that was confused at all (R's mcnemar.test counts
    all pairs, and is undefined where one was not). With two classes it is McNemar's test without correction. The
    effect is the share of the confusions that has no opposite.

    >>> found = bowker([[20, 10, 5], [3, 30, 15], [0, 5, 40]])
    >>> round(found.statistic, 4), found.df, round(found.p, 4), round(found.effect, 4)
    (13.7692, 3, 0.0032, 0.5789)
    """
    counts, n = _square(table)
    upper = np.triu_indices(len(counts), 1)
    above, below = counts[upper], counts.T[upper]
    seen = above + below > 0
    gaps, sums = (above - below)[seen], (above + below)[seen]
    chi2, df = float((gaps**2 / sums).sum()), int(seen.sum())
    effect = float(np.abs(gaps).sum() / sums.sum()) if df else nan
    return _answer("Bowker's test of symmetry", chi2, df, effect, "share of confusions without an opposite", n)


@Aside(
    "stuart-maxwell",
    title="Stuart-Maxwell test",
    question="does every class get as many rows from one rater (or the truth) as from the other (or the model)?",
    null="both margins of the table are equal",
    assumes=("rows are independent of each other",),
)
def stuart_maxwell(table: object) -> TestResult:
    """Stuart and Maxwell's test of marginal homogeneity of a k x k table: d' V^-1 d of the differences of margins.

    Chi-squared with one degree of freedom less than there are classes that either names, counted without those
    on which both always agree. With two classes it is McNemar's test without correction. The effect is the share of
    rows that would have to move for both margins to be equal.

    >>> found = stuart_maxwell([[20, 10, 5], [3, 30, 15], [0, 5, 40]])
    >>> round(found.statistic, 4), found.df, round(found.p, 4), round(found.effect, 4)
    (13.7647, 2, 0.001, 0.1172)
    """
    counts, n = _square(table)
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    apart = rows - columns
    spread = np.diag(rows + columns) - counts - counts.T
    # A class on which both always agree says nothing; classes that are only confused among themselves share a 0.
    df = int(np.linalg.matrix_rank(spread)) if spread.any() else 0
    chi2 = float(apart @ np.linalg.pinv(spread, hermitian=True) @ apart) if df else 0.0
    details: Details = {"differences": (apart / n).tolist()}
    name = "share of rows that the margins differ by"
    return _answer("Stuart-Maxwell test", chi2, df, float(np.abs(apart).sum()) / (2 * n), name, n, details)


def _square(table: object) -> tuple[Floats, float]:
    """The counts of a square table; weighted rows are no counts."""
    if isinstance(table, ConfusionMatrix) and table.squares is not None:
        raise BadCounts("this test counts rows, and these are weighted.", remedy="leave the weights out")
    given = table.counts if isinstance(table, ConfusionMatrix) else table
    counts = finite(np.atleast_1d(rectangular(given, "the table")), "the table")
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or len(counts) < 2:
        raise BadCounts("two labels of the same rows make a square table.", found=f"shape {counts.shape}")
    if not np.isfinite(counts).all() or (counts < 0).any() or not counts.any():
        raise BadCounts("a table holds counts of at least 0, and some rows.", found=counts.tolist())
    return counts, float(counts.sum())


def _answer(
    method: str, chi2: float, df: int, effect: float, name: str, n: float, details: Details | None = None
) -> TestResult:
    words: Remarks = {"n": n, "symbol": "chi2", "effect_name": name, "details": details or {}}
    notes = (NO_INTERVAL,) if df else (ALIKE,)
    return TestResult(chi2, df, chi2_tail(chi2, df) if df else 1.0, effect, nan, nan, method, notes, **words)
