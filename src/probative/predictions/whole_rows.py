"""Rows that are complete for every model: where gaps are dropped, models are judged on the same rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from probative.errors import EmptyData
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.sources.columns import missing_in


def whole_for_all(columns: Mapping[str, Array], keys: Sequence[str], places: Mapping[str, Array]) -> Array:
    """Which lines of a long table belong to a test that every model has without gaps; `keys` tell tests apart.

    >>> table = {"row": np.array([1, 2, 1, 2]), "score": np.array([0.5, np.nan, 0.1, 0.2])}
    >>> whole_for_all(table, ["row"], {"A": np.array([0, 1]), "B": np.array([2, 3])}).tolist()
    [True, False, True, False]
    """
    whole = ~np.logical_or.reduce([missing_in(column) for column in columns.values()])
    codes = np.zeros(int(whole.sum()), np.int64)
    for key in keys:
        labels, code = encode(columns[key][whole], key)
        codes = codes * len(labels) + code
    test = np.full(len(whole), -1)
    test[whole] = np.unique(codes, return_inverse=True)[1]
    had = np.zeros(int(test.max(initial=-1)) + 1, np.int64)
    for lines in places.values():
        had[np.unique(test[lines][whole[lines]])] += 1
    kept = np.zeros(len(whole), bool)
    kept[whole] = had[test[whole]] == len(places)
    if not kept.any():
        raise EmptyData(
            "no row is complete for every model.",
            found=f"models {', '.join(list(places)[:6])}",
            remedy="evaluate models one at a time",
        )
    return kept
