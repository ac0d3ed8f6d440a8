"""Nested resampling: an outer scheme for the estimate, an inner one for the choice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from probative.evidence.arrays import Array
from probative.predictions.scheme import Scheme
from probative.resampling.base import Marks, Plan, plan_named
from probative.resampling.kfold import KFold
from probative.resampling.rows import Part, Rows, column

MARKED = frozenset({"stratified", "grouped", "unshuffled"})
"""Words that hold for both sides of a nested plan, unless one of them is called plain."""


@dataclass(frozen=True)
class Nested(Plan):
    """Outer parts for the estimate; inside each outer training part, inner parts that choose hyper-parameters.

    As a splitter it gives the outer parts; `inner_splits` gives the inner ones of a training part.

    >>> Nested(KFold(5), KFold(3)).describe(range(30), candidates=4)
    'nested 5-fold/3-fold, seed 0: 65 trainings'
    """

    outer: Plan = field(default_factory=lambda: KFold(10))
    inner: Plan = field(default_factory=lambda: KFold(5))
    nested = True
    examples = ("nested 10-fold/5-fold",)
    pros = "the choice of hyper-parameters never sees the rows that judge it: an honest risk of the whole procedure"
    cons = "outer x (inner x grid + 1) trainings; every outer part may choose another candidate"

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> Nested | None:
        """Outer and inner plan, separated by a slash; marks such as stratified hold for both, unless one is plain."""
        if words[0] != "nested":
            return None
        text = " ".join(words[1:]) or "10-fold/5-fold"
        for cut in (i for i, sign in enumerate(text) if sign == "/"):
            # Shares have slashes too: the first slash with a plan on either side is the one meant.
            outer, inner = (_side(side.strip().split(" "), marks) for side in (text[:cut], text[cut + 1 :]))
            if outer is not None and inner is not None:
                return cls(outer, inner)
        return None

    def scheme(self, rows: Rows) -> Scheme:
        """That of the outer parts."""
        return replace(self.outer.scheme(rows), ordered=self.ordered, nested=True)

    @property
    def twins(self) -> bool:  # type: ignore[override]
        """Whether the outer training parts repeat rows."""
        return self.outer.twins

    @property
    def name(self) -> str:
        """Such as nested 10-fold/5-fold, or nested hold-out 70/30 plain/5-fold stratified."""
        names = (self.outer.name, self.inner.name)
        marked = [not MARKED.isdisjoint(name.split(" ")) for name in names]
        said = [name + " plain" * (any(marked) and not own) for name, own in zip(names, marked, strict=True)]
        return f"nested {'/'.join(said)}"

    @property
    def stratified(self) -> bool:  # type: ignore[override]
        """Whether the outer parts are."""
        return self.outer.stratified

    @property
    def grouped(self) -> bool:  # type: ignore[override]
        """Whether the outer parts are."""
        return self.outer.grouped

    @property
    def shuffled(self) -> bool:  # type: ignore[override]
        """Whether the outer parts are."""
        return self.outer.shuffled

    @property
    def ordered(self) -> bool:  # type: ignore[override]
        """Whether outer and inner parts are."""
        return self.outer.ordered and self.inner.ordered

    @property
    def random_state(self) -> int:  # type: ignore[override]
        """The seed of the outer parts."""
        return self.outer.random_state

    @property
    def fixed_count(self) -> int | None:
        """The outer count."""
        return self.outer.fixed_count

    def count(self, rows: Rows) -> int:
        """The outer count."""
        return self.outer.count(rows)

    def trainings(self, rows: Rows | None = None, candidates: int = 0) -> int | None:
        """Outer x (inner x candidates + 1); the inner count may differ from one outer part to the next."""
        outer, inner = super().trainings(rows), self.inner.fixed_count
        if outer is None or not candidates:
            return outer
        if inner is not None:
            return outer * (inner * candidates + 1)
        if rows is None:
            return None
        counts = (self.inner.count(rows.take(once(part.train))) for part in self.outer.parts_of(rows))
        return sum(count * candidates + 1 for count in counts)

    def by_grid(self, rows: Rows | None) -> str:
        """Such as 5·(3·grid + 1) trainings."""
        outer, one = self.trainings(rows), self.trainings(rows, 1)
        if outer is None or one is None:
            return ""
        inside = one - outer
        same = inside % outer == 0
        sum_of = f"{outer}·({inside // outer}·grid + 1)" if same else f"{inside:,}·grid + {outer:,}"
        return f"{sum_of} trainings of a model that tunes a grid inside; of one without, "

    def forced(self) -> Nested:
        """With the outer splits taken as they are."""
        return replace(self, outer=self.outer.forced())

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """The outer parts."""
        return self.outer.parts_of(rows)

    def inner_parts(self, rows: Rows, train: Array) -> Iterator[tuple[Array, Array]]:
        """The inner splits of one outer training part."""
        return self.inner_splits(train, rows.y, rows.groups, rows.time)

    def inner_splits(
        self,
        train: Array,
        y: Any = None,
        groups: Any = None,
        time: Any = None,
    ) -> Iterator[tuple[Array, Array]]:
        """The inner training and validation rows of one outer training part, numbered as in the whole table."""
        kept = once(train)
        whole = Rows(len(kept), column(y, "y"), column(groups, "groups"), column(time, "time"))
        for part in self.inner.parts_of(whole.take(kept)):
            yield kept[part.train], kept[part.test]


def once(train: Array) -> Array:
    """Every row once, in the order given: a row that a bootstrap drew twice would be fitted and checked."""
    return train[np.sort(np.unique(train, return_index=True)[1])]


def _side(words: list[str], marks: Marks) -> Plan | None:
    """The plan of one side; one that is called plain has no marks."""
    plain = "plain" in words
    rest = [word for word in words if word != "plain"]
    return plan_named(rest, Marks(seed=marks.seed) if plain else marks)
