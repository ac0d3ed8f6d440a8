"""Rows for an interval of a given width, and the width for given rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from probative.errors import BadParameter
from probative.planning.facts import Facts
from probative.planning.plan import SizePlan
from probative.planning.solve import first_n
from probative.planning.two_areas import MODELS, least_rows
from probative.planning.widths import area_half_width, mean_half_width, rate_half_width


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval that is planned: its half width by number of rows."""

    half_width: Callable[[int], float]
    smallest: int
    method: str
    assumptions: tuple[str, ...]


def plan_width(facts: Facts) -> SizePlan:
    """The plan of an interval, from its half width or from the rows.

    >>> facts = Facts("proportion", {"expected": 0.9}, 100, None, None, None, None, 0.95, None, None)
    >>> print(plan_width(facts))
    100 rows: 0.9 gets an interval of -/+ 0.0596 (95 %)
      by       Wilson interval
      assuming independent rows
      assuming the rate comes out as 0.9
    """
    interval = {"proportion": _of_rate, "auc": _of_area, "mean-loss": _of_mean}[facts.what](facts)
    if facts.n is not None:
        if facts.n < interval.smallest:
            raise BadParameter(f"n must be at least {interval.smallest} here.", found=facts.n)
        solved, n = "half_width", facts.n
    else:
        assert facts.half_width is not None
        # A half width that was computed must lead back to its n.
        wanted = facts.half_width * (1 + 1e-12)
        solved, n = "n", first_n(lambda rows: interval.half_width(rows) <= wanted, interval.smallest)
    told = (interval.method, ("independent rows", *interval.assumptions))
    width = interval.half_width(n)
    return SizePlan(facts.what, solved, n, None, None, width, facts.level, "two-sided", *told, given=facts.known)


def _of_rate(facts: Facts) -> Interval:
    p, level = facts.known["expected"], facts.level
    return Interval(lambda n: rate_half_width(n, p, level), 1, "Wilson interval", (f"the rate comes out as {p:g}",))


def _of_area(facts: Facts) -> Interval:
    area, positives, level, method = facts.known["expected"], facts.known["positives"], facts.level, facts.method or ""
    assumptions = (f"{positives:g} of the rows are positive", f"the area comes out as {area:g}", MODELS[method])
    return Interval(
        lambda n: area_half_width(n, area, positives, level, method),
        least_rows(positives),
        f"DeLong's interval, variance by {method}",
        assumptions,
    )


def _of_mean(facts: Facts) -> Interval:
    sd, level = facts.known["sd"], facts.level
    assumptions = (f"the standard deviation comes out as {sd:g}", "the mean is nearly normal")
    return Interval(lambda n: mean_half_width(n, sd, level), 2, "Student's interval of a mean", assumptions)
