"""McNemar's test: mid-p, exact or approximate, and how the continuity correction ends."""

from __future__ import annotations

from probative.errors import BadParameter
from probative.explanation.convention import Convention, Rule
from probative.explanation.rows import Disagreement
from probative.explanation.topics import Found, topic
from probative.explanation.words import count
from probative.stats.disagreements import mcnemar as test
from probative.stats.inputs import count as checked_count

EXACT = Rule(
    "exact",
    "twice the binomial tail of the smaller count, at most 1",
    ("statsmodels (by default)", "mlxtend (exact=True)", "SAS PROC FREQ (EXACT MCNEM)"),
)
MID_P = Rule(
    "mid-p",
    "the exact p less the probability of the very counts seen (half of it where they are equal)",
    ("MATLAB (testcholdout)", "contingencytables (McNemar_midP_test_paired_2x2)"),
)
CHI2 = Rule(
    "chi-squared",
    "(n01 - n10)^2 / (n01 + n10) on 1 degree of freedom",
    (
        "SAS PROC FREQ (AGREE)",
        "R (mcnemar.test, correct = FALSE)",
        "statsmodels (exact=False, correction=False)",
        "mlxtend (corrected=False)",
    ),
)
CLAMPED = Rule(
    "corrected, clamped",
    "(|n01 - n10| - 1)^2 / (n01 + n10), and 0 where the counts are equal",
    ("R (mcnemar.test)",),
)
UNCLAMPED = Rule(
    "corrected, unclamped",
    "(|n01 - n10| - 1)^2 / (n01 + n10), even where the counts are equal",
    ("statsmodels (exact=False)", "mlxtend (by default)"),
)


@topic("pair", "mcnemar", "mcnemar_test")
def explain_mcnemar(rows: Disagreement | None, n01: int | None = None, n10: int | None = None) -> Found:
    """The two-sided p-value: exact, mid-p, chi-squared, and both ends of the continuity correction.

    >>> from probative.explanation import explain
    >>> explain("mcnemar", n01=1, n10=6)["exact"].value
    0.125
    """
    if rows is None:
        if n01 is None or n10 is None:
            raise BadParameter("both n01 and n10 are needed.", remedy="rows that only A, and only B, got wrong")
        rows = Disagreement(checked_count(n01, "n01"), checked_count(n10, "n10"), None)
    elif n01 is not None or n10 is not None:
        raise BadParameter("n01 and n10 are counted from the predictions.", remedy="leave one of them out")
    total = rows.n01 + rows.n10
    fact = f"A alone was wrong in {count(rows.n01, 'row')} and B alone in {count(rows.n10, 'row')}"
    split = f"{fact}: {count(total, 'disagreement')}"
    conventions = [
        MID_P.gives(test(rows.n01, rows.n10).p),
        *_exact(rows, total, split),
        *_approximate(rows, total, split),
    ]
    return conventions, [fact if total else "the models never differ in being right"]


def _exact(rows: Disagreement, total: int, cause: str) -> list[Convention]:
    from scipy.stats import binom

    fewer = min(rows.n01, rows.n10)
    return [EXACT.gives(min(1.0, 2 * float(binom.cdf(fewer, total, 0.5))), cause=cause)]


def _approximate(rows: Disagreement, total: int, cause: str) -> list[Convention]:
    gap = abs(rows.n01 - rows.n10)
    why = "no disagreements: 0/0"
    cause = cause if total else "the models never differ in being right"
    over = "A alone was wrong as often as B alone, and the correction overshoots 0" if total and not gap else cause
    return [
        CHI2.gives(_tail(float(gap), total), why=why, cause=cause),
        CLAMPED.gives(_tail(max(gap - 1.0, 0.0), total), why=why, cause=cause),
        UNCLAMPED.gives(_tail(gap - 1.0, total), why=why, cause=over),
    ]


def _tail(distance: float, total: int) -> float:
    from scipy.special import chdtrc

    return float(chdtrc(1, distance**2 / total)) if total else float("nan")
