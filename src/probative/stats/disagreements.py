"""Two classifiers on the same rows: only where one is right and the other wrong do they differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import copysign, nan, sqrt

from probative.errors import BadCounts, BadParameter
from probative.stats.inputs import checked, chosen, count
from probative.stats.meaning import Alternative, claim
from probative.stats.paired_shares import agreeing_limits, won_share
from probative.stats.registry import Function, Test
from probative.stats.result import Remarks, TestResult
from probative.stats.tails import binomial_p, chi2_tail, z_tail
from probative.stats.taken import Two

FEW = 25
METHODS = ("mid-p", "exact", "chi2", "chi2-corrected")
CELLS = (("n00", False, False), ("n01", False, True), ("n10", True, False), ("n11", True, True))
"""The four counts of rows, by whether A and whether B is right."""


@dataclass(frozen=True, slots=True)
class BothRight:
    """How many rows neither of two models, one, or both get right, by the names of `CELLS`."""

    cells: dict[str, int]
    equal: bool = False
    """Whether both say the same of every row."""


def _of_rows(test: Function, two: Two) -> TestResult:
    """McNemar's test of where each model is right; the effect is that of the measure, accuracy or error rate."""
    given = two.joint if isinstance(two.joint, BothRight) else None
    counts = given.cells if given else {name: int(((two.a == a) & (two.b == b)).sum()) for name, a, b in CELLS}
    if two.measure == "accuracy":
        return test(**counts, **two.asked)
    # A greater error rate is to be right less often.
    opposite = {"greater": "less", "less": "greater"}
    asked = two.asked | ({} if two.alternative == "two-sided" else {"alternative": opposite[two.alternative]})
    result = test(**counts, **asked)
    effect, low, high = 0.0 - result.effect, 0.0 - result.high, 0.0 - result.low
    changed: Remarks = {"alternative": two.alternative, "effect_name": "difference of error rates"}
    return replace(result, effect=effect, low=low, high=high, h1=claim(two.alternative), **changed)


@Test(
    "mcnemar",
    title="McNemar's test",
    takes="rows",
    column="right",
    null="both models are right equally often",
    effect="difference of accuracies",
    about=lambda facts: None if facts.form == "right or wrong" else f"it is about accuracy, not {facts.measure}",
    because=lambda facts: (
        f"{facts.measure} is about right or wrong: only rows that one model alone gets right tell them apart"
    ),
    run=_of_rows,
)
def mcnemar(
    n01: int,
    n10: int,
    *,
    n: int | None = None,
    n00: int | None = None,
    n11: int | None = None,
    method: str | None = None,
    alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """McNemar's test of whether the rows that only A got wrong (n01) balance those that only B got wrong (n10).

    The default is the mid-p form (Fagerland, Lydersen, Laake 2013): outcomes as extreme as this one count half. Others
    by name: "exact", "chi2", "chi2-corrected" (by 1, never overshooting). "greater" claims that A is right more often.
    With the number `n` of all rows the effect is the difference of the accuracies, with Tango's score interval, set so
    that it leaves out 0 exactly where this test rejects; without, the share of the disagreements that A won. The rows
    that both got wrong (n00) and right (n11) give n too. `details` hold the counts, the expected count of n01 and of
    n10 under H0, and the exact p beside.

    >>> print(mcnemar(12, 28, n00=5, n11=155).line)
    McNemar's test (mid-p): min(n01, n10) = 12, p = 0.0115; difference of accuracies 0.080 (95 % interval \
0.019 to 0.144), n = 200
    >>> round(mcnemar(1, 6).p, 7), mcnemar(1, 6, method="exact").p
    (0.0703125, 0.125)
    """
    side = checked(alternative, level)
    only_a, only_b = count(n01, "n01"), count(n10, "n10")
    total = only_a + only_b
    n, agreed = _all_rows(total, n, n00, n11)
    if n is not None and (count(n, "n") < total or not n):
        raise BadCounts("n counts all rows, and there are more disagreements.", found=f"n = {n}, n01 + n10 = {total}")
    kind: str = chosen(method, (None, *METHODS), "method") or METHODS[0]
    statistic, p = _test(only_a, only_b, kind, side)
    notes = ["the two never differ in being right"] if not total else []
    if kind.startswith("chi2") and 0 < total < FEW:
        notes.append(f"fewer than {FEW} disagreements: mid-p, or the exact form, is the better one")
    effect, low, high, name = _effect(only_a, only_b, n, kind, level, side, notes)
    details = {"n01": only_a, "n10": only_b, "expected": total / 2} | agreed
    details["p_exact"] = binomial_p(only_b, total, side)
    exact = not kind.startswith("chi2")
    kept: Remarks = {"n": total if n is None else n, "level": level, "alternative": side, "effect_name": name}
    words: Remarks = {"symbol": "min(n01, n10)" if exact else "chi2", "details": details, **kept}
    df = None if exact else 1
    return TestResult(statistic, df, p, effect, low, high, f"McNemar's test ({kind})", tuple(notes), **words)


def _all_rows(total: int, n: int | None, n00: int | None, n11: int | None) -> tuple[int | None, dict[str, float]]:
    """The number of rows, said or counted, and the counts of those on which both models agree."""
    if n00 is None and n11 is None:
        return n, {}
    if n00 is None or n11 is None or n is not None:
        raise BadParameter(
            "n00 and n11 come together, in the place of n.",
            found=f"n = {n}, n00 = {n00}, n11 = {n11}",
            remedy="n alone",
        )
    both = {"n00": count(n00, "n00"), "n11": count(n11, "n11")}
    return total + sum(both.values()), {name: float(cell) for name, cell in both.items()}


def _test(only_a: int, only_b: int, kind: str, side: Alternative) -> tuple[float, float]:
    total, gap = only_a + only_b, only_b - only_a
    if not total:
        return 0.0, 1.0
    if not kind.startswith("chi2"):
        return float(min(only_a, only_b)), binomial_p(only_b, total, side, mid=kind == "mid-p")
    distance = float(abs(gap)) if kind == "chi2" else max(abs(gap) - 1.0, 0.0)
    statistic = distance**2 / total
    if side == "two-sided":
        return statistic, chi2_tail(statistic, 1)
    return statistic, z_tail(copysign(sqrt(statistic), gap), side)


def _effect(
    only_a: int, only_b: int, n: int | None, kind: str, level: float, side: Alternative, notes: list[str]
) -> tuple[float, float, float, str]:
    """Effect, its limits and its name."""
    total = only_a + only_b
    inner = level if side == "two-sided" else 2 * level - 1
    if n is not None:
        p = _test(only_a, only_b, kind, "two-sided")[1]
        low, high = agreeing_limits(only_b, only_a, n, p, inner)
        name, effect, floor = "difference of accuracies", (only_b - only_a) / n, -1.0
    elif total:
        low, high = won_share(kind, only_b, total, inner)
        name, effect, floor = "share of the disagreements won by A", only_b / total, 0.0
    else:
        notes.append("no disagreements to take a share of")
        return nan, nan, nan, "share of the disagreements won by A"
    return effect, floor if side == "less" else low, 1.0 if side == "greater" else high, name
