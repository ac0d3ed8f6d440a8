"""More than two models on the same folds or data sets, by ranks within each."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, inf, nan

import numpy as np

from probative.errors import BadScores
from probative.evidence.arrays import Floats
from probative.stats.inputs import settled_ranges
from probative.stats.means import EQUAL
from probative.stats.registry import Test
from probative.stats.result import Details, Remarks, TestResult
from probative.stats.tables import row_ranks, table_of
from probative.stats.tails import chi2_tail, f_tail

ONE_ROW = "a single row shows no spread"
ORDERED = "the ranks are the same in every row: p is the chance of that"
NO_INTERVAL = "this effect has no interval"


@Test(
    "friedman",
    title="Friedman's test",
    takes="pairs",
    models="more",
    normal=False,
    null="all models have the same average rank",
    effect="Kendall's W",
    interval=False,
    together=lambda test, many: test(many.models, better=many.better),
    # Average ranks, and so Nemenyi's verdict on two models, depend on which others were compared (Benavoli 2016).
    post_hoc="wilcoxon",
    beside="nemenyi",
)
def friedman(table: object, *, better: str = "higher", names: Sequence[str] | None = None) -> TestResult:
    """Friedman's test, corrected for ties: do the models' average ranks differ? chi-squared with k - 1.

    `details` hold the average ranks (the best is 1) and Iman and Davenport's F, which is less conservative. The
    effect is Kendall's W, the agreement of the rows: 0 none, 1 complete.

    >>> result = friedman({"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88], "C": [79, 84, 83, 77, 84]})
    >>> round(result.statistic, 4), result.df, round(result.p, 4), result.details["average_ranks"]
    (3.6, 2, 0.1653, {'A': 2.0, 'B': 1.4, 'C': 2.6})
    """
    values, known = table_of(table, names)
    n, k = values.shape
    ranks = row_ranks(values, better)
    average = dict(zip(known, ranks.mean(axis=0).tolist(), strict=True))
    spread = float(np.square(ranks - (k + 1) / 2).sum()) / (n * (k - 1))
    between = float(np.square(ranks.mean(axis=0) - (k + 1) / 2).sum()) * n
    chi2, why = _quotient(between, spread, n)
    p = chi2_tail(chi2, k - 1) if not why else 1.0 if why == EQUAL else nan
    details: Details = {"average_ranks": average} | _iman_davenport(chi2, n, k, why)
    words: Remarks = {"n": n, "symbol": "chi2", "effect_name": "Kendall's W", "details": details}
    notes = (why or NO_INTERVAL,)
    return TestResult(chi2, k - 1, p, nan if why else chi2 / (n * (k - 1)), nan, nan, "Friedman's test", notes, **words)


def _quotient(between: float, spread: float, n: int) -> tuple[float, str]:
    """The statistic, and why there is none."""
    if not spread:
        return 0.0, EQUAL
    return (between / spread, "") if n > 1 else (nan, ONE_ROW)


def _iman_davenport(chi2: float, n: int, k: int, why: str) -> Details:
    df = (k - 1, (k - 1) * (n - 1))
    room = n * (k - 1) - chi2
    if why:
        f, p = (0.0, 1.0) if why == EQUAL else (nan, nan)
    elif room <= 1e-9 * n * (k - 1):
        f, p = inf, factorial(k) ** (1.0 - n)
    else:
        f = (n - 1) * chi2 / room
        p = f_tail(f, df)
    return {"iman_davenport_f": f, "iman_davenport_df": df, "iman_davenport_p": p}


@Test(
    "quade",
    title="Quade's test",
    takes="pairs",
    models="more",
    normal=False,
    prefer=2,
    null="all models have the same average rank",
    assumes=("differences can be compared across the rows of the table",),
    effect="eta squared of the ranks",
    interval=False,
    invalid=lambda facts: (
        "it compares ranges of results across data sets, which are not commensurable"
        if facts.of == "datasets"
        else None
    ),
    together=lambda test, many: test(many.models, better=many.better),
    post_hoc="wilcoxon",
)
def quade(table: object, *, better: str = "higher", names: Sequence[str] | None = None) -> TestResult:
    """Quade's test: Friedman's with rows weighted by the rank of their range; F with (k - 1, (k - 1)(n - 1)).

    Use it where a difference in one row means as much as in another: it compares ranges across rows.

    >>> result = quade({"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88], "C": [79, 84, 83, 77, 84]})
    >>> round(result.statistic, 4), result.df, round(result.p, 4)
    (1.7609, (2, 8), 0.2324)
    """
    values, known = table_of(table, names)
    n, k = values.shape
    ranks, scores = quade_scores(values, better)
    total = float(np.square(scores).sum())
    between = float(np.square(scores.sum(axis=0)).sum()) / n
    df = (k - 1, (k - 1) * (n - 1))
    f, p, why = _quade(total, between, n, k)
    average = dict(zip(known, ranks.mean(axis=0).tolist(), strict=True))
    words: Remarks = {
        "n": n,
        "symbol": "F",
        "effect_name": "eta squared of the ranks",
        "details": {"average_ranks": average},
    }
    effect = between / total if total and n > 1 else nan
    return TestResult(f, df, p, effect, nan, nan, "Quade's test", (why or NO_INTERVAL,), **words)


def quade_scores(values: Floats, better: str = "higher") -> tuple[Floats, Floats]:
    """Ranks within rows, and centred ranks times the rank of the row's range."""
    from scipy.stats import rankdata

    ranks = row_ranks(values, better)
    weight = np.asarray(rankdata(settled_ranges(values)), np.float64)
    return ranks, weight[:, None] * (ranks - (values.shape[1] + 1) / 2)


def _quade(total: float, between: float, n: int, k: int) -> tuple[float, float, str]:
    if not total:
        return 0.0, 1.0, EQUAL
    if n < 2:
        return nan, nan, ONE_ROW
    if total - between <= 1e-12 * total:
        return inf, factorial(k) ** (1.0 - n), ORDERED
    f = (n - 1) * between / (total - between)
    return f, f_tail(f, (k - 1, (k - 1) * (n - 1))), ""


@Test(
    "cochran-q",
    title="Cochran's Q test",
    takes="rows",
    column="right",
    models="more",
    prefer=0,
    null="all models are right equally often",
    effect="Q over its largest value",
    interval=False,
    about=lambda facts: None if facts.form == "right or wrong" else f"it is about accuracy, not {facts.measure}",
    because=lambda facts: (
        f"{facts.measure} is about right or wrong: only rows that some models alone get right tell them apart; "
        "all are compared together, then by pairs"
    ),
    together=lambda test, many: test(many.models),
    post_hoc="mcnemar",
)
def cochran_q(table: object, *, names: Sequence[str] | None = None) -> TestResult:
    """Cochran's Q: are several models right equally often on the same rows? Entries are 1 (right) or 0 (wrong).

    With two models it is McNemar's chi-squared without correction. The effect is Q over its largest value.

    >>> result = cochran_q([[1, 1, 0], [1, 0, 0], [1, 1, 1], [1, 0, 0], [0, 1, 0]])
    >>> round(result.statistic, 4), result.df, round(result.p, 4)
    (3.5, 2, 0.1738)
    """
    values, known = table_of(table, names)
    if not np.isin(values, (0.0, 1.0)).all():
        raise BadScores("Cochran's Q needs 1 (right) or 0 (wrong).", found=f"{values.min():g} to {values.max():g}")
    n, k = values.shape
    rows, models = values.sum(axis=1), values.sum(axis=0)
    spread = float((rows * (k - rows)).sum())
    q = k * (k - 1) * float(np.square(models - models.mean()).sum()) / spread if spread else 0.0
    p = chi2_tail(q, k - 1) if spread else 1.0
    shares = dict(zip(known, (models / n).tolist(), strict=True))
    words: Remarks = {
        "n": n,
        "symbol": "Q",
        "effect_name": "Q over its largest value",
        "details": {"shares": shares},
    }
    notes = (NO_INTERVAL if spread else EQUAL,)
    return TestResult(q, k - 1, p, q / (n * (k - 1)), nan, nan, "Cochran's Q test", notes, **words)
