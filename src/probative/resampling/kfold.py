"""Cross-validation: every row is tested once per repeat, by a model trained on the other folds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.resampling import folds
from probative.resampling.base import Marks, Plan
from probative.resampling.rows import Part, Rows
from probative.resampling.seeding import checked_seed, seeded
from probative.resampling.sizes import whole


def parts_from(fold: Array, repeat: int = 0) -> Iterator[Part]:
    """Every fold tested on the others, from the fold number of every row; empty folds are left out."""
    order = np.argsort(fold, kind="stable")
    numbers, starts = np.unique(fold[order], return_index=True)
    for number, test in zip(numbers, np.split(order, starts[1:]), strict=True):
        yield Part(repeat, int(number), np.flatnonzero(fold != number), test)


@dataclass(frozen=True)
class KFold(Plan):
    """k-fold cross-validation, repeated if wanted: plain, stratified, grouped or both.

    >>> import probative as pv
    >>> [len(test) for train, test in KFold(5).split(range(23))]
    [5, 5, 5, 4, 4]
    """

    k: int = 10
    repeats: int = 1
    stratified: bool = False
    grouped: bool = False
    shuffled: bool = True
    random_state: int = 0
    kind = "k-fold"
    examples = ("10-fold stratified", "10x10 stratified", "5x2", "5-fold grouped")

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> KFold | None:
        """Such as 10-fold, 5x2 or 10."""
        found = re.fullmatch(r"(?:(\d+) ?x ?)?(\d+)(?:[- ]?folds?)?", " ".join(words))
        if found is None:
            return None
        repeats, shuffled = int(found[1] or 1), not marks.unshuffled
        return cls(int(found[2]), repeats, **marks.both, shuffled=shuffled, random_state=marks.seed)

    def __post_init__(self) -> None:
        whole(self.k, "the number of folds", 2)
        whole(self.repeats, "the number of repeats", 1)
        object.__setattr__(self, "random_state", checked_seed(self.random_state))
        if self.repeats > 1 and not self.shuffled:
            raise BadParameter("without shuffling all repeats would be the same.", found=f"{self.repeats} repeats")

    @property
    def pros(self) -> str:  # type: ignore[override]
        """Every row is tested; few folds share no training rows, more train on nearly all."""
        few = "the two training sets share no row, so that one sees how much models vary"
        said = ["every row is tested", few if self.k == 2 else "models of nearly all rows: nearly unbiased"]
        return "; ".join(said + ["repeats average over the chance of the split"] * (self.repeats > 1))

    @property
    def cons(self) -> str:  # type: ignore[override]
        """Few folds train on too little, many on nearly the same rows."""
        if self.k < 5:
            return f"models of {self.k - 1}/{self.k} of the rows are weaker: the risk is overstated"
        if self.k > 10:
            return "many trainings on nearly equal rows, which hide how much models vary"
        return "training parts overlap: folds are not independent, and plain tests over them give false alarms"

    @property
    def name(self) -> str:
        """Such as 10x10-fold stratified."""
        head = f"{self.repeats}x{self.k}-fold" if self.repeats > 1 else f"{self.k}-fold"
        marks = [w for w in ("stratified", "grouped") if getattr(self, w)] + ["unshuffled"] * (not self.shuffled)
        return " ".join([head, *marks])

    @property
    def fixed_count(self) -> int:
        """Repeats times folds."""
        return self.repeats * self.k

    def count(self, rows: Rows) -> int:
        """Repeats times folds."""
        return self.fixed_count

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Fold by fold, repeat by repeat."""
        self._require_enough(rows)
        classes = rows.classes()[1] if self.stratified else None
        groups = rows.group_codes()[1] if self.grouped else None
        for repeat in range(self.repeats):
            rng = seeded(self.random_state, repeat) if self.shuffled else None
            yield from parts_from(self._fold_numbers(rows, classes, groups, rng), repeat)

    def _fold_numbers(
        self, rows: Rows, classes: Array | None, groups: Array | None, rng: np.random.Generator | None
    ) -> Array:
        if classes is not None and groups is not None:
            return folds.stratified_grouped(classes, groups, self.k, rng)
        if classes is not None:
            return folds.stratified(classes, self.k, rng)
        if groups is not None:
            return folds.grouped(groups, self.k, rng)
        return folds.blocks(rows.n, self.k) if rng is None else folds.shuffled(rows.n, self.k, rng)

    def _require_enough(self, rows: Rows) -> None:
        members, what = rows.n, "rows"
        if self.grouped:
            members, what = len(rows.group_codes()[0]), "groups"
        if self.k > members:
            raise BadParameter(
                f"there cannot be more folds than {what}.",
                found=f"{self.k} folds, {members} {what}",
                remedy=f"at most {members} folds",
            )


@dataclass(frozen=True)
class LeaveOneOut(Plan):
    """Every row tested alone by a model trained on all others.

    >>> LeaveOneOut().get_n_splits(range(20))
    20
    """

    kind = "leave-one-out"
    shuffled = False
    single = True
    examples = ("leave-one-out",)
    pros = "trains on all rows but one, so hardly any bias; no chance in the splits"
    cons = "a training for every row; nearly equal training sets hide how much models vary; no AUC of single folds"

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> LeaveOneOut | None:
        """leave-one-out or loo."""
        return cls() if words in (["leave-one-out"], ["loo"]) else None

    @property
    def name(self) -> str:
        """leave-one-out."""
        return "leave-one-out"

    def count(self, rows: Rows) -> int:
        """As many as rows."""
        return rows.n

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Row by row."""
        if rows.n < 2:
            raise BadParameter("leaving one out needs at least two rows.", found=f"{rows.n}")
        everything = np.arange(rows.n)
        for i in range(rows.n):
            yield Part(0, i, np.delete(everything, i), everything[i : i + 1])


@dataclass(frozen=True)
class LeaveOneGroupOut(Plan):
    """Every group (subject) tested by a model trained on the other groups.

    >>> LeaveOneGroupOut().get_n_splits(groups=["ann", "ann", "bo", "cy"])
    3
    """

    kind = "leave-one-group-out"
    grouped = True
    shuffled = False
    examples = ("leave-one-group-out",)
    pros = "says what happens with a group never seen, such as the next subject"
    cons = "a training for every group; groups of unequal size or of one class give folds that hardly compare"

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> LeaveOneGroupOut | None:
        """leave-one-group-out, leave-one-subject-out, logo or loso."""
        spelled = ("leave-one-group-out", "leave-one-subject-out", "logo", "loso")
        return cls() if len(words) == 1 and words[0] in spelled else None

    @property
    def name(self) -> str:
        """leave-one-group-out."""
        return "leave-one-group-out"

    def count(self, rows: Rows) -> int:
        """As many as groups."""
        return len(rows.group_codes()[0])

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Group by group, in their order."""
        return parts_from(rows.group_codes()[1])
