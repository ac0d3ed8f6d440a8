"""The p-value of a permutation test, and how far chance in the permutations leaves it open."""

from __future__ import annotations

from dataclasses import dataclass

from probative.errors import BadCounts
from probative.evidence.needed import a_number
from probative.inference.proportion import share_limits
from probative.records import Record


@dataclass(frozen=True, slots=True)
class PermutationP(Record):
    """p = (b + 1) / (B + 1), where b of B permutations did at least as well; `low` and `high` bound the exact p.

    `strict` is the share that did better, which can be 0; it is shown for comparison and is not a p-value.

    >>> print(permutation_p(0, 3, 999))
    p = (3 + 1) / (999 + 1) = 0.004; at least as good in 0.003003 of them, strictly better in 0 (a share that can be \
0, and is no p-value)
    """

    p: float
    low: float
    high: float
    strict: float
    at_least: float
    b: int
    n: int

    def __str__(self) -> str:
        return (
            f"p = ({self.b:,} + 1) / ({self.n:,} + 1) = {self.p:.4g}; at least as good in {self.at_least:.4g} of them, "
            f"strictly better in {self.strict:.4g} (a share that can be 0, and is no p-value)"
        )


def permutation_p(strictly_better: int, equal: int, n: int, *, level: float = 0.95) -> PermutationP:
    """The p-value from the number of permutations that did better than, and as well as, the data.

    >>> found = permutation_p(0, 3, 999)
    >>> found.p, round(found.at_least, 6), found.strict
    (0.004, 0.003003, 0.0)
    """
    for value in (strictly_better, equal, n):
        a_number(value, "the number of permutations")
    if min(strictly_better, equal) < 0 or n < 1 or strictly_better + equal > n:
        raise BadCounts("of n permutations some are better, some equal.", found=f"{strictly_better}, {equal} of {n}")
    b = strictly_better + equal
    (low, high), _ = share_limits("clopper-pearson", b, n, level)
    return PermutationP((b + 1) / (n + 1), low, high, strictly_better / n, b / n, b, n)
