"""Rows to split, and one split of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.errors import BadLabels, BadParameter, EmptyData, MissingColumn, MissingValues
from probative.evidence.arrays import Array, same_length, vector
from probative.evidence.labels import Label, encode
from probative.predictions.target import Task


@dataclass(frozen=True, slots=True)
class Rows:
    """What a scheme may look at: how many rows, and where given their targets, groups and times."""

    n: int
    y: Array | None = None
    groups: Array | None = None
    time: Array | None = None
    task: Task | None = None
    """Classification or regression, where whole numbers would leave it open."""

    @classmethod
    def of(cls, X: Any, y: Any = None, groups: Any = None, time: Any = None) -> Rows:  # noqa: N803
        """The rows behind scikit-learn's arguments; X may be left out where y or groups are there."""
        columns = {"y": column(y, "y"), "groups": column(groups, "groups"), "time": column(time, "time")}
        sizes = {name: values for name, values in columns.items() if values is not None}
        if X is not None:
            sizes["X"] = np.empty(rows_of(X), bool)
        if not sizes:
            raise EmptyData("there are no rows to split.", remedy="pass X, y or groups")
        n = same_length(**sizes)
        if not n:
            raise EmptyData("there are no rows to split.", found="0 rows")
        return cls(n, columns["y"], columns["groups"], columns["time"])

    def take(self, chosen: Array) -> Rows:
        """Some of the rows, as a table of their own."""
        y, groups, time = (None if c is None else c[chosen] for c in (self.y, self.groups, self.time))
        return Rows(len(chosen), y, groups, time, self.task)

    def classes(self) -> tuple[tuple[Label, ...], Array]:
        """The classes and the class of every row."""
        if self.y is None:
            raise MissingColumn("this scheme needs the targets.", remedy="pass y")
        if self.y.dtype.kind == "f" and (broken := np.isfinite(self.y) & (self.y != np.floor(self.y))).any():
            raise BadLabels(
                "stratified and class-wise schemes need classes.",
                found=f"numbers such as {self.y[broken][0]:g}",
                remedy="a scheme without 'stratified'",
            )
        return encode(self.y, "y")

    def group_codes(self) -> tuple[tuple[Label, ...], Array]:
        """The groups and the group of every row; a single group cannot be split."""
        if self.groups is None:
            raise MissingColumn("this scheme needs groups.", remedy="pass groups= (--group COLUMN)")
        labels, codes = encode(self.groups, "groups")
        if len(labels) < 2:
            raise BadParameter("a single group cannot be split.", found=f"group {labels[0]!r} only")
        return labels, codes

    def ranks(self) -> Array:
        """The place of every row in time, equal for equal times; without times, the order of the rows."""
        if self.time is None:
            return np.arange(self.n)
        # NaN and NaT are not equal to themselves.
        missing: Array = self.time != self.time
        if self.time.dtype.kind == "O":
            missing |= np.array([moment is None for moment in self.time])
        gaps = int(missing.sum())
        if gaps:
            raise MissingValues("time has missing values.", found=f"{gaps} of {self.n} rows", remedy="drop those rows")
        try:
            return np.unique(self.time, return_inverse=True)[1]
        except TypeError:
            raise BadParameter("times must be numbers, dates or texts of one kind.") from None


def rows_of(X: Any) -> int:  # noqa: N803
    """The number of rows of a matrix, frame or list."""
    try:
        return int(X.shape[0]) if hasattr(X, "shape") and X.shape else len(X)
    except TypeError:
        raise BadParameter("X must be a table of rows.", found=type(X).__name__, remedy="a matrix or a frame") from None


def column(values: Any, name: str) -> Array | None:
    """One value per row, or None: several targets per row can be split, but not stratified."""
    if values is None or (getattr(values, "ndim", 1) == 2 and values.shape[1] != 1):
        return None
    return vector(values, name)


@dataclass(frozen=True, slots=True)
class Part:
    """One training and its test, which share no row; rows that choose are in `train`, and not in `fitted`."""

    repeat: int
    fold: int
    train: Array
    test: Array
    validation: Array | None = None
    """The rows of `train` that choose hyper-parameters, where the scheme sets them apart."""
    redrawn: int = 0
    """Draws thrown away because no row was left to test, or a class was missing from the training rows."""

    @property
    def fitted(self) -> Array:
        """The rows that fit parameters while others choose hyper-parameters; without such a choice, all of `train`."""
        return self.train if self.validation is None else self.train[~np.isin(self.train, self.validation)]
