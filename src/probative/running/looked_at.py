"""Inputs of any kind as columns by name, for whoever looks at them rather than learns from them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.evidence.arrays import Array
from probative.running.brought import Inputs
from probative.sources import open_source

MOST = 20_000_000
"""Entries of a sparse matrix up to which it is written out to be looked at."""


def columns_of(X: Inputs, names: Sequence[str] = ()) -> dict[str, Array]:  # noqa: N803
    """Every column of an array, a dataframe or a list of rows by its name or number; none where they do not show.

    >>> list(columns_of(np.zeros((2, 2)))), list(columns_of(np.zeros((2, 2)), ["a", "b"]))
    (['column 0', 'column 1'], ['a', 'b'])
    """
    titles = list(getattr(X, "columns", ()))
    # Column names that are no texts, or not distinct: by number then.
    if titles and all(isinstance(title, str) for title in titles) and len(set(titles)) == len(titles):
        return open_source(X).listed(titles).values  # type: ignore[arg-type]
    table = _array(X)
    if not table.size:
        return {}
    flat = table.reshape(len(table), -1)
    known = names if len(names) == flat.shape[1] else [f"column {i}" for i in range(flat.shape[1])]
    return {str(name): flat[:, i] for i, name in enumerate(known)}


def _array(X: Inputs) -> Array:  # noqa: N803
    """The inputs as an array; one object per row where they are of no even shape; nothing of what is too large."""
    if hasattr(X, "toarray"):
        return np.asarray(X.toarray()) if int(np.prod(X.shape)) <= MOST else np.empty((0, 0))  # type: ignore[attr-defined]
    if hasattr(X, "to_numpy"):
        return np.asarray(X.to_numpy())
    try:
        return np.asarray(X)
    except ValueError:
        array = np.empty(len(X), object)
        array[:] = [X[i] for i in range(len(X))]
        return array
