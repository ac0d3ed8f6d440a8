"""Leave-p-out and leave-pair-out: every subset of a kind is tested, so the count is announced and limited."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from probative.errors import BadLabels, BadParameter
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, conventional_positive, positives
from probative.resampling.base import Marks, Plan
from probative.resampling.rows import Part, Rows
from probative.resampling.sizes import whole


@dataclass(frozen=True)
class LeavePOut(Plan):
    """Every subset of p rows tested by a model trained on the rest: C(n, p) trainings.

    >>> LeavePOut(2).get_n_splits(range(20))
    190
    """

    p: int = 2
    limit: int = 100_000
    kind = "leave-p-out"
    shuffled = False
    overlap = "tests"
    single = True
    examples = ("leave-2-out",)
    pros = "no chance in the splits"
    cons = "N over p trainings: only for very small tables"

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> LeavePOut | None:
        """Such as leave-2-out, or leave-3-out limit 200000."""
        found = re.fullmatch(r"leave-(\d+)-out(?: limit (\d+))?", " ".join(words))
        return cls(int(found[1]), limit=int(found[2] or cls.limit)) if found else None

    def __post_init__(self) -> None:
        whole(self.p, "p", 1)

    @property
    def name(self) -> str:
        """Such as leave-2-out."""
        return f"leave-{self.p}-out{_raised(self)}"

    def count(self, rows: Rows) -> int:
        """N over p."""
        if self.p >= rows.n:
            raise BadParameter("p must leave rows to train on.", found=f"p = {self.p}, {rows.n} rows")
        return math.comb(rows.n, self.p)

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Subset by subset, in lexicographic order."""
        require_within(self.count(rows), self.limit, self.name)
        everything = np.arange(rows.n)
        for i, chosen in enumerate(combinations(range(rows.n), self.p)):
            test = np.array(chosen)
            yield Part(0, i, np.delete(everything, test), test)


@dataclass(frozen=True)
class LeavePairOut(Plan):
    """Every positive and negative row tested together, for an AUC without the bias of pooled leave-one-out.

    >>> LeavePairOut().get_n_splits(y=[1, 1, 0, 0, 0])
    6
    """

    pos_label: Label | None = None
    limit: int = 1_000_000
    kind = "leave-pair-out"
    shuffled = False
    overlap = "tests"
    single = True
    examples = ("leave-pair-out",)
    pros = "an AUC of few rows without the bias of pooled scores"
    cons = "a training for every pair of a positive and a negative row; two classes only"

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> LeavePairOut | None:
        """leave-pair-out, or leave-pair-out limit 2000000."""
        found = re.fullmatch(r"leave-pair-out(?: limit (\d+))?", " ".join(words))
        return cls(limit=int(found[1] or cls.limit)) if found else None

    def oriented(self, positive: Label | None) -> LeavePairOut:
        """The plan, whose pairs begin with the positive row."""
        return replace(self, pos_label=positive) if self.pos_label is None else self

    @property
    def name(self) -> str:
        """leave-pair-out."""
        return f"leave-pair-out{_raised(self)}"

    def count(self, rows: Rows) -> int:
        """Positives times negatives."""
        return len(self.pairs(rows))

    def pairs(self, rows: Rows) -> Array:
        """Every pair of a positive and a negative row, the positive first and slowest.

        Both orders are the same splits: where no label is called positive, the later of two comes first.
        """
        labels, _ = rows.classes()
        if len(labels) != 2:
            raise BadLabels("leaving pairs out needs two classes.", found=f"labels {', '.join(map(repr, labels[:12]))}")
        if rows.n < 3:
            raise BadParameter("leaving pairs out needs at least three rows.", found=f"{rows.n}")
        first = labels[1] if self.pos_label is None and conventional_positive(labels) is None else self.pos_label
        is_positive = positives(rows.y, first)
        ones, zeros = np.flatnonzero(is_positive), np.flatnonzero(~is_positive)
        require_within(len(ones) * len(zeros), self.limit, self.name)
        return np.column_stack([np.repeat(ones, len(zeros)), np.tile(zeros, len(ones))])

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Pair by pair."""
        everything = np.arange(rows.n)
        for i, pair in enumerate(self.pairs(rows)):
            yield Part(0, i, np.delete(everything, pair), pair)


def _raised(plan: LeavePOut | LeavePairOut) -> str:
    """The limit, where it is not the usual one."""
    return "" if plan.limit == type(plan).limit else f" limit {plan.limit}"


def require_within(count: int, limit: int, name: str) -> None:
    """Refuse an explosion before it happens."""
    if count > limit:
        plain = name.split(" limit ")[0]
        raise BadParameter(
            f"{plain} would take {count:,} trainings.",
            found=f"a limit of {limit:,}",
            remedy=f"fewer rows, k-fold cross-validation, or a higher limit: '{plain} limit {count}'",
        )
