"""Splits made elsewhere: a scikit-learn splitter, or pairs of training and test rows."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from probative.errors import BadInput, BadParameter, EmptyData, Leakage
from probative.evidence.arrays import Array
from probative.predictions.scheme import Overlap, Scheme
from probative.resampling.base import Plan
from probative.resampling.crossing import crossing
from probative.resampling.kept_in_mind import goes_forward, keeps_shares
from probative.resampling.rows import Part, Rows

KINDS = {
    **dict.fromkeys(("KFold", "StratifiedKFold", "GroupKFold", "StratifiedGroupKFold"), "k-fold"),
    **dict.fromkeys(("ShuffleSplit", "StratifiedShuffleSplit", "GroupShuffleSplit"), "monte-carlo"),
    "LeaveOneOut": "leave-one-out",
    "LeavePOut": "leave-p-out",
    "LeaveOneGroupOut": "leave-one-group-out",
    "TimeSeriesSplit": "time-ordered",
}
"""What scikit-learn's splitters are called here."""


class Given(Plan):
    """Splits of a scikit-learn splitter or of an iterable of index pairs, checked to be disjoint unless forced.

    Where a test set meets rows that were tested before, a new repeat begins. Whether classes, groups and times were
    kept in mind is seen from the splits, once they are fixed to rows that have them.

    >>> [part.repeat for part in Given([([0, 1], [2]), ([0, 2], [1]), ([1], [0, 2])]).parts(range(3))]
    [0, 0, 1]
    """

    pros = "splits that others have made, for results that compare with theirs"
    cons = "nobody here knows how they were drawn"

    def __init__(self, splits: Any) -> None:
        self.splitter = splits if hasattr(splits, "split") else None
        self.pairs = None if self.splitter is not None else _pairs(splits)
        words = type(splits).__name__.lower() if self.splitter is not None else ""
        self.kind = KINDS.get(type(splits).__name__, "other")
        self.single = self.kind in ("leave-one-out", "leave-p-out")
        self.stratified = "stratified" in words
        self.grouped = "group" in words
        self.ordered = "timeseries" in words
        by_chance = "shuffle" in words or "repeated" in words
        self.shuffled = bool(getattr(splits, "shuffle", by_chance)) and self.pairs is None
        seed = getattr(splits, "random_state", None)
        self.random_state = int(seed) if isinstance(seed, int | np.integer) else 0
        self.overlaps = False

    def forced(self) -> Given:
        """The same splits, taken as they are where training and test rows overlap."""
        made = copy.copy(self)
        made.overlaps = True
        return made

    def fixed(self, rows: Rows) -> Given:
        """The same splits, made once (an unseeded splitter gives other ones each time), and what they keep in mind."""
        made = copy.copy(self)
        parts = list(self.parts_of(rows))
        if self.splitter is not None:
            made.pairs = [(part.train, part.test) for part in parts]
        if self.single:
            # Single rows have no shares of classes, and leave nothing together.
            return made
        made.stratified = self.stratified or (
            rows.task == "classification" and keeps_shares(rows.classes()[1], [p.test for p in parts])
        )
        made.grouped = self.grouped or (rows.groups is not None and not crossing(made, rows, rows.groups).any())
        made.ordered = self.ordered or (rows.time is not None and goes_forward(rows.ranks(), parts))
        return made

    def scheme(self, rows: Rows) -> Scheme:
        """What the splits show: how often they begin again, and what they share."""
        parts = list(self.parts_of(rows))
        found = replace(super().scheme(rows), repeats=parts[-1].repeat + 1, overlap=_overlap(parts, rows.n))
        if found.splits == 1 and self.kind == "monte-carlo":
            return replace(found, kind="hold-out")
        return replace(found, k=found.splits) if self.kind == "k-fold" else found

    @property
    def name(self) -> str:
        """The splitter as it prints itself."""
        return repr(self.splitter) if self.splitter is not None else f"{len(self.pairs or ())} given splits"

    def __repr__(self) -> str:
        return self.name

    def count(self, rows: Rows) -> int:
        """What the splitter says, or the number of pairs."""
        if self.pairs is not None or self.splitter is None:
            return len(self.pairs or ())
        return int(self.splitter.get_n_splits(np.empty((rows.n, 1)), rows.y, rows.groups))

    @property
    def fixed_count(self) -> int | None:
        """The number of pairs."""
        return None if self.pairs is None else len(self.pairs)

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Split by split, checked."""
        pairs: Iterable[Any] = self.pairs or ()
        if self.pairs is None and self.splitter is not None:
            pairs = self.splitter.split(np.empty((rows.n, 1)), rows.y, rows.groups)
        times = rows.ranks() if self.ordered else None
        tested, repeat, fold = np.zeros(rows.n, bool), 0, 0
        for number, (train, test) in enumerate(pairs):
            train, test = (_indices(part, rows.n, number) for part in (train, test))
            if not self.overlaps:
                _require_disjoint(train, test, rows.n, number)
            if times is not None and times[train].max() >= times[test].min():
                raise BadInput(
                    f"split {number} trains on rows that are not before all of its test rows.",
                    remedy="sort the rows by time, or take the plan 'time 5'",
                )
            if tested[test].any():
                repeat, fold = repeat + 1, 0
                tested[:] = False
            tested[test] = True
            yield Part(repeat, fold, train, test)
            fold += 1


def _overlap(parts: list[Part], n: int) -> Overlap:
    """Whether rows are tested twice, or trained on twice."""
    if parts[-1].repeat:
        return "tests"
    trained = np.zeros(n, bool)
    for part in parts:
        if trained[part.train].any():
            return "training"
        trained[part.train] = True
    return "none"


def _pairs(splits: Any) -> list[tuple[Any, Any]]:
    try:
        pairs = [(train, test) for train, test in splits]
    except (TypeError, ValueError):
        raise BadParameter(
            "this is not a plan.",
            found=type(splits).__name__,
            remedy="a name such as '10-fold stratified', a scikit-learn splitter, or pairs of train and test rows",
        ) from None
    if not pairs:
        raise EmptyData("the plan has no splits.")
    return pairs


def _indices(part: Any, n: int, number: int) -> Array:
    rows = np.asarray(part)
    if rows.dtype == bool and rows.shape == (n,):
        rows = np.flatnonzero(rows)
    whole = rows.ndim == 1 and rows.dtype.kind in "iu" and rows.size > 0
    if not whole or rows.min() < 0 or rows.max() >= n:
        found = f"{rows.min()} to {rows.max()}" if whole else f"{rows.dtype} values of shape {rows.shape}"
        raise BadParameter(
            f"split {number} does not name rows of the data.",
            found=found if rows.size else "no rows",
            remedy=f"row numbers from 0 to {n - 1}",
        )
    return rows.astype(np.intp)


def _require_disjoint(train: Array, test: Array, n: int, number: int) -> None:
    both = np.zeros(n, bool)
    both[train] = True
    shared = int(both[test].sum())
    if shared:
        raise Leakage(
            f"split {number} tests rows that it also trains on.",
            found=f"{shared} rows in both",
            remedy="make training and test rows disjoint: the estimate is invalid from the first shared row; a run "
            "goes on with force=True (--force), and the findings say so for ever",
        )
