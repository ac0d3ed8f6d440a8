"""Same splits: whether models that are named in one table were trained and tested on the same parts of the rows."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.predictions.prediction_table import PredictionTable


def split_apart(table: PredictionTable) -> tuple[str, str] | None:
    """Two models that were put to the same tests in other folds, where the table has folds; None where all agree.

    Folds are the column that was named, or one that is called so: who forgets to name it has the same folds.
    """
    roles, kinds = table.roles, table.source.kinds
    fold = roles.fold or ("fold" if "fold" in kinds else None)
    if roles.model is None or roles.row is None or fold is None or not table.shelf.near or table.about.plan is not None:
        return None
    repeat = roles.repeat or ("repeat" if "repeat" in kinds else None)
    keys = [name for name in (roles.row, repeat) if name is not None]
    columns = {name: encode(table.shelf.column(name), name)[1] for name in (*keys, fold)}
    places = table.places()
    first, base = "", None
    for model in table.spoke:
        mine = _ordered(columns, keys, fold, places[model])
        if base is None:
            first, base = model, mine
        elif len(mine) == len(base) and (mine[:, :-1] == base[:, :-1]).all() and (mine[:, -1] != base[:, -1]).any():
            return first, model
    return None


def _ordered(columns: dict[str, Array], keys: list[str], fold: str, rows: Array) -> Array:
    """Row, repeat and fold of every test of a model, by row and repeat."""
    mine = np.column_stack([columns[name][rows] for name in (*keys, fold)])
    ordered: Array = mine[np.lexsort(mine.T[::-1])]
    return ordered
