"""A table of results: rows are folds or data sets, columns are models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from probative.errors import BadInput, EmptyData, LengthMismatch, MissingValues
from probative.evidence.arrays import Floats, rectangular, vector
from probative.stats.exports import public
from probative.stats.inputs import chosen, finite


def table_of(table: object, names: Sequence[str] | None = None) -> tuple[Floats, tuple[str, ...]]:
    """The numbers of a table and the names of its columns: given, its own, or 1, 2, 3, ...

    >>> table_of({"tree": [0.8, 0.7], "forest": [0.9, 0.8]})[1]
    ('tree', 'forest')
    """
    if isinstance(table, Mapping):
        names = names or [str(key) for key in table]
        columns = [vector(column, str(name)) for name, column in table.items()]
        if len({len(column) for column in columns}) > 1:
            raise LengthMismatch("every model needs as many results.", found=[len(column) for column in columns])
        table = np.column_stack(columns) if columns else np.zeros((0, 0))
    elif names is None and getattr(table, "columns", None) is not None:
        names = [str(name) for name in table.columns]  # type: ignore[attr-defined]
    array = rectangular(table, "the table")
    if array.ndim != 2 or array.shape[1] < 2:
        raise LengthMismatch(
            "a table needs a row per fold or data set and a column per model, two at least.",
            found=f"shape {array.shape}",
        )
    if not len(array):
        raise EmptyData("the table has no rows.", remedy="pass one row per fold or data set")
    known = tuple(f"model {i + 1}" for i in range(array.shape[1])) if names is None else tuple(map(str, names))
    if len(known) != array.shape[1] or len(set(known)) != len(known):
        raise BadInput(f"{array.shape[1]} different names are needed.", found=f"{len(known)}: {', '.join(known)}")
    return _complete(array, known), known


def _complete(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]], names: tuple[str, ...]) -> Floats:
    """The numbers; a gap is named by model and row."""
    if array.dtype.kind == "f" and np.isnan(array).any():
        gaps = [f"{names[j]} in row {i}" for i, j in np.argwhere(np.isnan(array))[:10].tolist()]
        raise MissingValues(
            "the table has missing values.",
            found=f"NaN for {', '.join(gaps)} (rows counted from 0)",
            remedy="drop those rows for all models, and say so",
        )
    return finite(array, "the table")


def row_ranks(values: Floats, better: str = "higher") -> Floats:
    """Ranks within each row, the best first; equal results share the mean of theirs."""
    from scipy.stats import rankdata

    chosen(better, ("higher", "lower"), "better")
    return np.asarray(rankdata(-values if better == "higher" else values, axis=1), np.float64)


@public
def average_ranks(table: object, *, better: str = "higher", names: Sequence[str] | None = None) -> dict[str, float]:
    """Mean rank of every model over the rows; the best has rank 1.

    >>> average_ranks({"A": [80, 82, 85], "B": [81, 81, 86], "C": [79, 84, 83]})
    {'A': 2.0, 'B': 1.6666666666666667, 'C': 2.3333333333333335}
    """
    values, known = table_of(table, names)
    return dict(zip(known, row_ranks(values, better).mean(axis=0).tolist(), strict=True))
