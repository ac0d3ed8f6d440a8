"""Nested resampling: an outer scheme for the estimate, an inner one for the choice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from probative.evidence.arrays import Array
from probative.resampling.kfold import KFold
from probative.resampling.scheme import Part, Plan, Rows


@dataclass(frozen=True)
class Nested(Plan):
    """Outer parts for the estimate; inside each outer training part, inner parts that choose hyper-parameters.

    As a splitter it gives the outer parts; `inner_splits` gives the inner ones of a training part.

    >>> Nested(KFold(5), KFold(3)).describe(range(30), candidates=4)
    'nested 5-fold/3-fold, seed 0: 65 trainings'
    """

    outer: Plan = field(default_factory=lambda: KFold(10))
    inner: Plan = field(default_factory=lambda: KFold(5))

    @property
    def name(self) -> str:
        """Such as nested 10-fold/5-fold."""
        return f"nested {self.outer.name}/{self.inner.name}"

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

    def trainings(self, n_splits: int, candidates: int = 1) -> int:
        """Outer x (inner x candidates + 1)."""
        return n_splits * ((self.inner.fixed_count or 1) * candidates + 1) if candidates > 1 else n_splits

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """The outer parts."""
        return self.outer.parts_of(rows)

    def inner_splits(
        self,
        train: Array,
        y: Any = None,
        groups: Any = None,
    ) -> Iterator[tuple[Array, Array]]:
        """The inner training and validation rows of one outer training part, numbered as in the whole table."""
        inside = [None if column is None else Rows.of(None, column).y for column in (y, groups)]
        y_in, groups_in = (None if column is None else column[train] for column in inside)
        for fit, check in self.inner.split(train, y_in, groups_in):
            yield train[fit], train[check]
