"""How many rows does it take? The one door to planning."""

from __future__ import annotations

from typing import Any

from probative.errors import BadParameter
from probative.planning.designs import designed
from probative.planning.facts import Facts
from probative.planning.interval_plan import plan_width
from probative.planning.plan import SizePlan
from probative.planning.solve import difference_for, rows_for

USUAL = 0.8


def plan_size(
    what: str,
    *,
    n: int | None = None,
    difference: float | None = None,
    power: float | None = None,
    half_width: float | None = None,
    margin: float | None = None,
    expected: float | None = None,
    reference: float | None = None,
    discordance: float | None = None,
    positives: float | None = None,
    correlation: float | None = None,
    sd: float | None = None,
    level: float = 0.95,
    alternative: str | None = None,
    method: str | None = None,
) -> SizePlan:
    """Two of rows, difference and power give the third; or rows and half width of an interval give each other.

    `what` is "proportion" (a rate against a known reference, or the width of its interval), "paired-proportions"
    (two models on the same rows), "proportions" (on different rows), "auc" (one, or two on the same rows) or
    "mean-loss" (a paired difference); "accuracy" is the first of these, or the second where a discordance is given.
    `expected` belongs to the model that is tested, `reference` to what it is
    compared with, and their difference is expected - reference. If one of n and difference is missing alone, the
    power is 0.8. A `margin` plans a test of non-inferiority, where a difference counts in favour of the model tested
    (a loss that is lower by 0.1 is a difference of 0.1) and is 0 unless given.

    >>> print(plan_size("paired-proportions", difference=0.03, discordance=0.1, power=0.8))
    862 rows show a difference of 0.03, with a power of 80 % (two-sided, level 95 %)
      by       McNemar's test (mid-p)
      assuming independent rows
      assuming on 0.1 of the rows exactly one of the two is right
    >>> plan_size("proportion", expected=0.9, half_width=0.02).n
    868
    >>> round(plan_size("auc", reference=0.85, positives=0.3, correlation=0.6, n=1000, power=0.9).difference, 3)
    0.038
    """
    given = {"expected": expected, "reference": reference, "discordance": discordance}
    given |= {"positives": positives, "correlation": correlation, "sd": sd}
    if what == "accuracy":
        what = "proportion" if discordance is None else "paired-proportions"
    facts = Facts(what, given, n, difference, power, half_width, margin, level, alternative, method)
    return plan_width(facts) if facts.is_width else _test(facts)


def _test(facts: Facts) -> SizePlan:
    design, notes = designed(facts), facts.notes
    n, difference, power = facts.n, facts.difference, facts.power
    if power is None and (n is None or difference is None):
        power = USUAL
        notes = (*notes, f"a power of {USUAL:g} is wanted, since none was given")
    if n is not None and n < design.smallest:
        raise BadParameter(f"n must be at least {design.smallest} here.", found=n)
    if n is None:
        assert difference is not None
        assert power is not None
        solved, n = "n", rows_for(design, difference, power)
    elif difference is None:
        assert power is not None
        solved, difference = "difference", difference_for(design, n, power)
    else:
        solved = "power"
    words: dict[str, Any] = {"margin": facts.margin, "given": facts.known, "design": design}
    half = design.half_width(n)
    reached = min(design.power(n, difference), 1.0)
    told = (design.test, (*design.assumptions, *notes))
    return SizePlan(facts.what, solved, n, difference, reached, half, facts.level, facts.side, *told, **words)
