"""The rows that are searched: what each lost, what is known of it, and how much it counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from probative.errors import BadParameter, LengthMismatch
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode, plain
from probative.predictions import Predictions
from probative.slicing.row_losses import RowLoss
from probative.sources import Source, TableLike, open_source
from probative.sources.columns import missing_in, require

CELLS = 8_000_000
"""Numbers of a table that are held at a time, before they become one byte each."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one model, each once."""

    losses: Floats
    at: Array
    """Where each row stands in the table of features."""
    names: Array
    """What each row is called: its id, or its place from 0."""
    weight: Floats | None
    groups: Array | None
    sign: int = 1
    """-1 where a row has what it gained."""

    @property
    def signed(self) -> Floats:
        """Losses: the larger, the worse."""
        return self.losses * self.sign

    def __len__(self) -> int:
        return len(self.losses)

    def only(self, kept: Array) -> Rows:
        """Some of the rows."""
        weight, groups = (None if column is None else column[kept] for column in (self.weight, self.groups))
        return Rows(self.losses[kept], self.at[kept], self.names[kept], weight, groups, self.sign)


def rows_of(predictions: Predictions, origin: Array | None, model: str, loss: RowLoss) -> Rows:
    """The rows that a model said something about; of a row that was tested several times the mean of what it lost.

    `origin` says where the rows of the predictions stand in the table of features; None: in the same place.
    """
    roles = predictions.roles
    held = predictions.listed(model)[0]
    place = _places(predictions, model)
    at = place if origin is None else origin[place]
    names = at if roles.row is None else held.values[roles.row]
    groups = None if roles.groups is None else encode(held.values[roles.groups], roles.groups)[1]
    found = Rows(loss(predictions, model, held), at, names, held.weight, groups, loss.sign)
    found = found if roles.row is None else _each_once(found, roles.row)
    # A row without weight counts for nothing.
    return found if found.weight is None or found.weight.all() else found.only(found.weight > 0)


def _each_once(rows: Rows, name: str) -> Rows:
    """Every row once, in the place of its first test, with the mean of what it lost."""
    codes = encode(rows.names, name)[1]
    tests = np.bincount(codes)
    if tests.max() == 1:
        return rows
    first = np.full(len(tests), len(codes), np.intp)
    np.minimum.at(first, codes, np.arange(len(codes)))
    order = np.argsort(first)
    means = np.bincount(codes, rows.losses) / tests
    return replace(rows.only(first[order]), losses=means[order])


def _places(predictions: Predictions, model: str) -> Array:
    """Where the rows of a model stand in the table of predictions, those left out for gaps not among them."""
    names = predictions.names(model)
    columns = predictions.shelf.listed(names)
    gone = np.logical_or.reduce([missing_in(column) for column in columns.values()])
    every = np.arange(len(gone)) if predictions.roles.model is None else predictions.places()[model]
    return np.asarray(every[~gone[every]])


def graded_origin(predictions: Predictions, source: Source) -> Array:
    """Where graded rows, which are dropped and averaged as they are read, stood in the table they were read from."""
    roles = predictions.roles
    if roles.row is not None:
        known, codes = encode(source.listed([roles.row]).values[roles.row], roles.row)
        first = np.full(len(known), len(codes), np.intp)
        np.minimum.at(first, codes, np.arange(len(codes)))
        number = dict(zip(known, first.tolist(), strict=True))
        mine, which = encode(predictions.shelf.column(roles.row), roles.row)
        return np.array([number[label] for label in mine], np.intp)[which]
    names = dict.fromkeys(name for name in (*roles.values, *roles.keys, roles.model) if name)
    columns = source.listed(list(names)).values
    return np.flatnonzero(~np.logical_or.reduce([missing_in(column) for column in columns.values()]))


def feature_table(features: object, near: Source | None) -> tuple[Source, list[str]]:
    """The table that features are columns of, and their names: columns of the predictions, or a table beside them."""
    names = named_features(features)
    if names is None:
        given: TableLike = features  # type: ignore[assignment]
        table = open_source(given)
        names = list(table.kinds)
    elif near is None:
        raise BadParameter(
            "features are named, and there is no table.",
            found=", ".join(names),
            remedy="features={'age': [...], ...}, or a table with all columns",
        )
    else:
        require(near, names)
        table = near
    if not names:
        raise BadParameter("no feature is named.", remedy="features=['age', 'site'] (--features age,site)")
    return table, names


def named_features(features: object) -> list[str] | None:
    """The names of features that are columns of the predictions; None for a table of their own."""
    if isinstance(features, str):
        features = [part.strip() for part in features.split(",") if part.strip()]
    if isinstance(features, list | tuple) and all(isinstance(name, str) for name in features):
        return list(dict.fromkeys(features))
    return None


def batches(names: Sequence[str], rows: int) -> list[list[str]]:
    """Columns that are read together: as many as fit."""
    most = max(CELLS // max(rows, 1), 1)
    return [list(names[start : start + most]) for start in range(0, len(names), most)]


def require_rows(at: Array, rows: int) -> None:
    """Refuse a table of features that has not the rows of the predictions."""
    if len(at) and (at.dtype.kind not in "iu" or at.min() < 0 or at.max() >= rows):
        raise LengthMismatch(
            "the table of features does not have the rows of the predictions.",
            found=f"{rows:,} rows, and a prediction of row {at.max()}",
            remedy="one row of features for each row that was predicted, in the same order",
        )


def called(names: Array) -> tuple[int | str, ...]:
    """Names of rows as JSON holds them."""
    if names.dtype.kind in "iu":
        return tuple(names.tolist())
    return tuple(name if isinstance(name := plain(one), str) else int(name) for one in names.tolist())
