"""The p-value of a permutation test, and how far chance in the permutations leaves it open."""

from __future__ import annotations

from dataclasses import dataclass

from probative.errors import BadCounts
from probative.inference.proportion import share_limits
from probative.records import Record


@dataclass(frozen=True, slots=True)
class PermutationP(Record):
    """p = (b + 1) / (B + 1), where b of B permutations did at least as well; `low` and `high` bound the exact p.

    `strict` is the share that did better, which can be 0; it is shown for comparison and is not a p-value.
    """

    p: float
    low: float
    high: float
    strict: float
    at_least: float
    b: int
    n: int


def permutation_p(strictly_better: int, equal: int, n: int, *, level: float = 0.95) -> PermutationP:
    """The p-value from the number of permutations that did better than, and as well as, the data.

    >>> permutation_p(0, 3, 999).p
    0.004
    """
    if min(strictly_better, equal) < 0 or n < 1 or strictly_better + equal > n:
        raise BadCounts("of n permutations some are better, some equal.", found=f"{strictly_better}, {equal} of {n}")
    b = strictly_better + equal
    (low, high), _ = share_limits("clopper-pearson", b, n, level)
    return PermutationP((b + 1) / (n + 1), low, high, strictly_better / n, b / n, b, n)
