"""Rows for an interval of a given width, and the width for given rows."""

from __future__ import annotations

from probative.errors import BadParameter
from probative.planning.facts import Facts
from probative.planning.plan import SizePlan
from probative.planning.solve import first_n


def plan_width(facts: Facts) -> SizePlan:
    """The plan of an interval, from its half width or from the rows.

    >>> facts = Facts("proportion", {"expected": 0.9}, 100, None, None, None, None, 0.95, None, None)
    >>> print(plan_width(facts))
    100 rows: 0.9 gets an interval of -/+ 0.0596 (95 %)
      by       Wilson interval
      assuming independent rows
      assuming the rate comes out as 0.9
    """
    interval = facts.kind.interval(facts.known, facts.level, facts.method or "")
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
