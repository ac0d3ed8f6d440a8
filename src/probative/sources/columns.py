"""Columns of a table as NumPy arrays, with the number of rows that each entry stands for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from probative.errors import AmbiguousColumn, BadWeights, MissingColumn, MissingValues, nearest
from probative.evidence.arrays import Array, Floats, gapped, require_weighable
from probative.sources.limits import Limits

ColumnLike = npt.ArrayLike | Sequence[object]
"""The values of a column, or its name where there is a table."""
Said = ColumnLike | Mapping[str, ColumnLike]
"""What one model said or several did: a column, or columns by model."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Rows, or groups of equal rows: values by column name, and how many rows each stands for.

    `counts` None means one row each. Weighted rows carry summed weights and summed squared weights.
    """

    values: dict[str, Array]
    counts: Array | None = None
    weight: Floats | None = None
    square: Floats | None = None

    def __len__(self) -> int:
        return len(next(iter(self.values.values()))) if self.values else 0

    @property
    def rows(self) -> int:
        """The number of rows of the table."""
        return len(self) if self.counts is None else int(self.counts.sum())

    def only(self, kept: Array) -> Columns:
        """The entries where `kept` is true (or whose indices it holds)."""

        def cut(column: Array | None) -> Array | None:
            return None if column is None else column[kept]

        return Columns(
            {name: column[kept] for name, column in self.values.items()},
            cut(self.counts),
            cut(self.weight),
            cut(self.square),
        )


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What was found out about a text file while reading it.

    >>> FileFacts(commas=("score",), encoding="latin-1").words
    ('the file is not UTF-8: it was read as latin-1', 'decimal commas were read as points: score')
    """

    twice: frozenset[str] = frozenset()
    """Columns, in lower case, whose name is that of another one too: nobody can say which is meant."""
    commas: tuple[str, ...] = ()
    """Columns of numbers that were written with decimal commas."""
    encoding: str = ""
    """The encoding, where it is not UTF-8."""
    percentages: tuple[str, ...] = ()
    """Columns of numbers that were written as percentages."""
    thousands: tuple[str, ...] = ()
    """Columns of numbers whose thousands were parted by a mark."""

    @property
    def words(self) -> tuple[str, ...]:
        """What a reader must know, in sentences."""
        encoding = [f"the file is not UTF-8: it was read as {self.encoding}"] if self.encoding else []
        commas = [f"decimal commas were read as points: {some_names(self.commas)}"] if self.commas else []
        percent = [f"percentages were read as shares of 1: {some_names(self.percentages)}"] if self.percentages else []
        parted = [f"marks between thousands were left out: {some_names(self.thousands)}"] if self.thousands else []
        return (*encoding, *commas, *parted, *percent)


class Source(ABC):
    """A table of any engine, seen through a few questions: which columns, how many rows, and which."""

    @property
    @abstractmethod
    def kinds(self) -> dict[str, str]:
        """Column names with their kind: "number", "boolean", "text" or "other"."""

    @property
    def at_hand(self) -> bool:
        """Whether all rows lie in memory already."""
        return False

    @property
    def file(self) -> FileFacts:
        """What was found out about the file that holds the table; nothing of other tables."""
        return FileFacts()

    @property
    def limits(self) -> Limits:
        """How much memory its rows may take."""
        return Limits()

    @property
    def place(self) -> str:
        """Where rows stay that are too many to be fetched."""
        return "disk"

    @property
    def listable(self) -> bool:
        """Whether rows can stand in a list, if there is memory for it."""
        return True

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of rows."""

    def many_numbers(self, name: str) -> Array | None:
        """Some of the different numbers in a column that holds very many of them, where the engine knows; else None."""
        return None

    @abstractmethod
    def grouped(self, names: Sequence[str], weight: str | None = None) -> Columns:
        """Equal rows of these columns with their number, in any order; engines without need leave them apart."""

    @abstractmethod
    def listed(self, names: Sequence[str]) -> Columns:
        """All rows of these columns, in the order of the table."""


def require(source: Source, names: Sequence[str | None]) -> None:
    """Refuse names that are not columns, or are those of several."""
    known, twice = source.kinds, source.file.twice
    for name in names:
        if name is None:
            continue
        if not isinstance(name, str):
            raise MissingColumn("a column is named by a text.", found=repr(name), remedy=", ".join([*known][:6]))
        if name.lower() in twice:
            raise AmbiguousColumn(
                f"several columns have the name {_short(name)!r}.",
                found=some_names(known),
                remedy="give columns different names; names that differ only in capitals are the same in a file",
            )
        if name not in known:
            raise MissingColumn(
                f"there is no column {_short(name)!r}.",
                found=some_names(known) or "no columns",
                remedy=nearest(name, known) or (f"one of {some_names(known, 3)}" if known else None),
            )


def some_names(names: Iterable[str], most: int = 20) -> str:
    """A list of names that is not endless; those that would not stand apart in it are quoted.

    >>> some_names(["y", "P(bad), v1", " a"]), some_names("abc", 2)
    ("y, 'P(bad), v1', ' a'", 'a, b and 1 more')
    """
    short = [_short(name) for name in names]
    short = [repr(name) if "," in name or name != name.strip() else name for name in short]
    return ", ".join(short[:most]) + (f" and {len(short) - most} more" if len(short) > most else "")


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:37] + "..."


def require_weights(source: Source, weight: str | None) -> None:
    """Refuse a column of weights that does not hold numbers."""
    require(source, [weight])
    if weight is not None and source.kinds[weight] not in ("number", "boolean"):
        raise BadWeights(
            f"the weights in column {weight!r} must be numbers.",
            found=f"a column of kind {source.kinds[weight]}",
            remedy="name a numeric column",
        )


def bad_weights(low: float, high: float, missing: int, rows: int) -> None:
    """Refuse weights that are missing, negative, infinite or all 0."""
    if missing:
        raise MissingValues(
            "the weights have missing values.",
            found=f"missing in {missing} of {rows} rows",
            remedy="fill them: a row without a weight cannot be weighed",
        )
    if rows and (low < 0 or not np.isfinite(high) or high == 0):
        raise BadWeights(
            "weights must be finite, at least 0 and not all 0.",
            found=f"smallest {low:g}, largest {high:g}",
            remedy="remove the offending rows",
        )
    require_weighable(high)


def kind_of(array: Array) -> str:
    """The kind of a NumPy column."""
    if array.dtype.kind == "b":
        return "boolean"
    if array.dtype.kind in "iuf":
        return "number"
    if array.dtype.kind in "US":
        return "text"
    if array.dtype.kind == "O":
        seen = [type(value) for value in array[:1000].tolist() if value is not None and value == value]
        if seen and all(issubclass(kind, bool | np.bool_) for kind in seen):
            return "boolean"
        if seen and all(issubclass(kind, str) for kind in seen):
            return "text"
        if seen and all(issubclass(kind, int | float | np.number) for kind in seen):
            return "number"
    return "other"


def whole(values: Sequence[int | None]) -> Array:
    """Whole numbers of any size and gaps: 64 bits where they fit and nothing is missing.

    >>> whole([1, 2]).dtype.kind, whole([2**70, None]).tolist()
    ('i', [1180591620717411303424, None])
    """
    column = np.empty(len(values), object)
    column[:] = values
    gone = np.fromiter((value is None for value in values), bool, len(values))
    known = [value for value in values if value is not None]
    for kind in (np.int64, np.uint64):
        room = np.iinfo(kind)
        if not known or (min(known) >= room.min and max(known) <= room.max):
            data = np.where(gone, 0, column).astype(kind)
            return gapped(data, gone) if gone.any() else data
    return column


def missing_in(array: Array) -> Array:
    """Which entries are NaN, None or another kind of null."""
    if array.dtype.kind == "f":
        return np.isnan(array)
    if array.dtype.kind == "O":
        return np.fromiter((v is None or not _is_itself(v) for v in array.tolist()), bool, len(array))
    if array.dtype.kind in "mM":
        return np.isnat(array)
    return np.zeros(len(array), bool)


def _is_itself(value: object) -> bool:
    try:
        return bool(value == value)
    except TypeError:
        return False
