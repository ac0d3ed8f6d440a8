"""The bootstrap: training on rows drawn with replacement, testing on those never drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.predictions.target import find_target
from probative.resampling.base import ByRepeats, Marks
from probative.resampling.rows import Part, Rows
from probative.resampling.seeding import checked_seed, seeded
from probative.resampling.sizes import whole


@dataclass(frozen=True)
class Bootstrap(ByRepeats):
    """Training on n rows drawn with replacement, testing on the rows never drawn (out of bag).

    A draw that leaves nothing to test, or that misses a class, is drawn anew and counted.

    >>> train, test = next(Bootstrap(1).split(range(1000)))
    >>> len(train), len(test)
    (1000, 378)
    """

    repeats: int = 200
    grouped: bool = False
    random_state: int = 0
    kind = "bootstrap"
    overlap = "tests"
    twins = True
    examples = ("bootstrap 200",)
    pros = "training sets of full size; little spread; the .632 estimates correct its bias"
    cons = "a training set holds 63 % of the rows, which overstates the risk; repeated rows mislead tuning inside"

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> Bootstrap | None:
        """Such as bootstrap 200."""
        head, *tail = words
        if head != "bootstrap" or len(tail) > 1 or not all(word.isdecimal() for word in tail):
            return None
        return cls(int(tail[0]) if tail else 200, marks.grouped, marks.seed)

    def __post_init__(self) -> None:
        whole(self.repeats, "the number of repeats", 1)
        object.__setattr__(self, "random_state", checked_seed(self.random_state))

    @property
    def name(self) -> str:
        """Such as bootstrap 200."""
        return f"bootstrap {self.repeats}" + " grouped" * self.grouped

    @property
    def words(self) -> str:
        """The bootstrap and its test."""
        return f"bootstrap with out-of-bag test, {self.repeats} draws" + " of whole groups" * self.grouped

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Draw by draw."""
        groups = rows.group_codes()[1] if self.grouped else None
        members = rows.n if groups is None else int(groups.max()) + 1
        classes = rows.classes()[1] if rows.y is not None and _has_classes(rows) else None
        if members < 2:
            raise BadParameter("a bootstrap needs at least two rows.", found=f"{members}")
        for repeat in range(self.repeats):
            yield self._draw(repeat, members, groups, classes)

    def _draw(self, repeat: int, members: int, groups: Array | None, classes: Array | None) -> Part:
        rng = seeded(self.random_state, repeat)
        present = 0 if classes is None else len(np.unique(classes))
        for redrawn in range(1000):
            chosen = rng.integers(members, size=members)
            if groups is None:
                train = np.sort(chosen)
            else:
                train = np.repeat(np.arange(len(groups)), np.bincount(chosen, minlength=members)[groups])
            test = np.setdiff1d(np.arange(members if groups is None else len(groups)), train)
            if len(test) and (classes is None or len(np.unique(classes[train])) == present):
                return Part(repeat, 0, train, test, redrawn=redrawn)
        raise BadParameter(
            "no draw had all classes in training and a row left to test.",
            found=f"{members} rows or groups, {present} classes",
            remedy="more rows of the rarest class, or k-fold cross-validation",
        )


def _has_classes(rows: Rows) -> bool:
    task = rows.task
    if task is None and rows.y is not None:
        task = find_target(rows.y, task=None, positive=None, scored=False).task
    return task == "classification"
