"""A table to learn from: which columns are numbers, which are categories, and which are left out, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from probative.errors import AmbiguousColumn, EmptyData, MissingColumn, MissingValues
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.sources import open_source
from probative.sources.columns import missing_in

MANY = 50
"""Texts with more distinct values than this, most of them occurring once, are no categories."""
_IDENTIFIERS = ("id", "index", "row", "row_id", "rowid", "uuid", "guid", "key", "unnamed: 0", "column0", "")


@dataclass(frozen=True, slots=True)
class LearningTable:
    """Inputs as numbers, with categories as codes that stand for their texts, and the target."""

    X: Array
    y: Array
    numeric: tuple[str, ...]
    categorical: tuple[str, ...]
    left_out: dict[str, str]
    """Columns that are not learned from, with the reason."""
    missing: dict[str, int] = field(default_factory=dict)
    extra: dict[str, Array] = field(default_factory=dict)
    """Groups, times and weights of the rows."""
    dropped: int = 0
    frame: dict[str, Array] = field(default_factory=dict)
    """The columns as they were read, for models that bring their own preprocessing."""

    def words(self) -> list[str]:
        """What was made of the columns, in sentences."""
        lines = []
        for title, names in (("numbers", self.numeric), ("categories", self.categorical)):
            if names:
                lines.append(f"{title}: {_listed(names)}")
        lines += [f"left out: {name} ({why})" for name, why in self.left_out.items()]
        if self.missing:
            gaps = ", ".join(f"{name} {count}" for name, count in list(self.missing.items())[:8])
            lines.append(f"missing values, filled in inside each training part: {gaps}")
        if self.dropped:
            lines.append(f"{self.dropped} rows without a target were dropped")
        return lines


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def read_table(
    data: Any,
    target: str,
    *,
    roles: dict[str, str | None] | None = None,
    numeric: Sequence[str] = (),
    categorical: Sequence[str] = (),
    drop: Sequence[str] = (),
    missing: str = "error",
) -> LearningTable:
    """Read a table and find out the kind of every column; whatever is named is as the user says.

    >>> table = read_table({"age": [1, 2, 3], "sex": ["f", "m", "f"], "y": [0, 1, 1]}, "y")
    >>> table.numeric, table.categorical
    (('age',), ('sex',))
    """
    source = open_source(data)
    kinds = source.kinds
    used = {word: name for word, name in (roles or {}).items() if name is not None}
    for name in (target, *used.values(), *numeric, *categorical, *drop):
        if name not in kinds:
            raise MissingColumn(f"the table has no column {name!r}.", found=", ".join(list(kinds)[:20]))
    values = source.listed(list(kinds)).values
    gone = missing_in(values[target])
    if gone.all():
        raise EmptyData("no row has a target." if len(gone) else "the table has no rows.", found=f"column {target!r}")
    if gone.any() and missing != "drop":
        raise MissingValues(
            f"the target {target!r} is missing in some rows.",
            found=f"{int(gone.sum())} of {len(gone)} rows",
            remedy="--missing drop to leave these rows out",
        )
    values = {name: column[~gone] for name, column in values.items()}
    extra = {word: _complete(values[name], name) for word, name in used.items()}
    left_out = dict.fromkeys(drop, "as asked")
    left_out |= {name: f"used as {word}" for word, name in used.items()}
    taken = {target, *left_out}
    numbers: list[str] = []
    texts: list[str] = []
    columns: dict[str, Array] = {}
    gaps: dict[str, int] = {}
    for name, column in values.items():
        if name in taken:
            continue
        kind, why = _kind(column, name, kinds[name], numeric, categorical)
        if kind == "left out":
            left_out[name] = why
            continue
        if count := int(missing_in(column).sum()):
            gaps[name] = count
        (numbers if kind == "number" else texts).append(name)
        columns[name] = _numbers(column) if kind == "number" else _codes(column)
    if not columns:
        raise AmbiguousColumn(
            "no column is left to learn from.", found="; ".join(f"{k}: {v}" for k, v in left_out.items())
        )
    inputs = np.column_stack([columns[name] for name in (*numbers, *texts)])
    frame = {name: values[name] for name in (*numbers, *texts)}
    return LearningTable(
        inputs, values[target], tuple(numbers), tuple(texts), left_out, gaps, extra, int(gone.sum()), frame
    )


def _complete(column: Array, name: str) -> Array:
    if count := int(missing_in(column).sum()):
        raise MissingValues(f"column {name!r} must be complete.", found=f"missing in {count} of {len(column)} rows")
    return column


def _kind(column: Array, name: str, kind: str, numeric: Sequence[str], categorical: Sequence[str]) -> tuple[str, str]:
    """What a column is taken for: a number, a category, or nothing to learn from, and why."""
    if name in numeric:
        return "number", ""
    if name in categorical:
        return "category", ""
    present = column[~missing_in(column)]
    if not len(present):
        return "left out", "no values"
    distinct = len(set(present.tolist()))
    if distinct == 1 and len(present) == len(column):
        return "left out", "one value only"
    whole = kind == "number" and bool((present.astype(np.float64) == np.floor(present.astype(np.float64))).all())
    if distinct == len(column) > 2 and (whole or kind == "text") and _names_rows(name):
        return "left out", "an identifier"
    if kind in ("number", "boolean"):
        return "number", ""
    if distinct > MANY and distinct > len(present) / 2:
        return "left out", f"{distinct} different texts in {len(present)} rows"
    return "category", ""


def _names_rows(name: str) -> bool:
    word = name.strip().lower()
    return word in _IDENTIFIERS or word.endswith(("_id", " id")) or name.endswith("Id")


def _numbers(column: Array) -> Array:
    if column.dtype.kind == "O":
        # Booleans with gaps, or text that the user calls numbers.
        return np.array([np.nan if value is None else float(value) for value in column.tolist()], np.float64)
    return column.astype(np.float64)


def _codes(column: Array) -> Array:
    """A number for every text: a name for it, no order; missing stays missing."""
    gone = missing_in(column)
    codes = np.full(len(column), np.nan)
    if not gone.all():
        codes[~gone] = encode(column[~gone].astype(str) if column.dtype.kind == "O" else column[~gone], "column")[1]
    return codes


def preprocessed(learner: Any, table: LearningTable) -> Any:
    """The learner behind what it needs: gaps filled, numbers scaled, categories spread over indicator columns.

    Everything is fitted anew in every training part. A gap in a number becomes the training rows' median; a gap in a
    category is a category of its own, and a category that was never seen in training is none.
    """
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    count = len(table.numeric)
    filled = Pipeline(
        [("fill", SimpleImputer(strategy="median", keep_empty_features=True)), ("scale", StandardScaler())]
    )
    spread = OneHotEncoder(handle_unknown="ignore", max_categories=100, sparse_output=False)
    parts = []
    if count:
        parts.append(("numbers", filled, list(range(count))))
    if table.categorical:
        parts.append(("categories", spread, list(range(count, count + len(table.categorical)))))
    return Pipeline([("prepare", ColumnTransformer(parts, sparse_threshold=0)), ("learner", learner)])
