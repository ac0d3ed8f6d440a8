"""What one model said, row by row, and the long table of what all of them said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label, plain
from probative.predictions.prediction_table import PredictionTable

KEYS = ("row", "repeat", "fold", "truth", "predicted")


@dataclass(frozen=True, slots=True)
class Told:
    """One model's predictions: the row, repeat and fold of each, the truth, the label or value, and the scores."""

    row: Array
    repeat: Array
    fold: Array
    truth: Array
    predicted: Array
    scores: Floats
    scored: str
    """"proba", "decision", "score", or nothing."""

    def __len__(self) -> int:
        return len(self.row)


def told_of(table: PredictionTable, name: str) -> Told:
    """One model's rows as arrays; rows without an id are numbered as they stand."""
    roles, columns = table.roles, table.by_model[name]
    if name not in table.spoke:
        nothing = np.zeros(0, np.int32)
        return Told(nothing, nothing, nothing, nothing, nothing, np.empty((0, 0)), "")
    rows = table.listed(name)[0].values
    n = len(rows[roles.truth])
    none = np.zeros(n, np.int32)
    scores = [rows[column] for column in ((columns.score,) if columns.score else columns.proba)]
    return Told(
        rows[roles.row] if roles.row else np.arange(n),
        rows[roles.repeat] if roles.repeat else none,
        rows[roles.fold] if roles.fold else none,
        rows[roles.truth],
        rows[said] if (said := columns.predicted or columns.value) else np.full(n, None, object),
        np.column_stack(scores).astype(np.float64) if scores else np.empty((0, 0)),
        table.about.scored.get(name, "proba" if columns.proba else "score" if scores else ""),
    )


def decoded(codes: Array, labels: Sequence[Label]) -> Array:
    """Class numbers as labels; values as they are, where there are no labels.

    >>> decoded(np.array([1, 0]), ("no", "yes")).tolist()
    ['yes', 'no']
    """
    if not labels:
        return codes
    values = [plain(label) for label in labels]
    kind = type(values[0]) if len({type(value) for value in values}) == 1 else object
    table: Array = np.array(values, kind if kind in (bool, int) else object)
    return table[codes]


def score_columns(labels: Sequence[Label], positive: Label | None) -> tuple[str, ...]:
    """The names of the columns of scores: one for the positive class of two, or one per class.

    >>> score_columns(("a", "b", "c"), None)
    ('proba_a', 'proba_b', 'proba_c')
    """
    if not labels:
        return ()
    if positive is not None and len(labels) == 2:
        return ("score",)
    return tuple(f"proba_{label}" for label in labels)


def long_table(table: PredictionTable) -> dict[str, Array]:
    """All models below each other: row, model, repeat, fold, truth, predicted, scores, weight, group.

    Rows that are already graded have a value in the place of truth and prediction.
    """
    roles = table.roles
    said = {name: told_of(table, name) for name in table.by_model}
    sizes = [len(part) for part in said.values()]
    columns: dict[str, Array] = {"model": np.repeat(np.array(list(said), object), sizes)}
    graded = table.target.task == "graded"
    names = {"row": "row", "predicted": "value"} if graded else {key: key for key in KEYS}
    columns |= {name: np.concatenate([getattr(part, key) for part in said.values()]) for key, name in names.items()}
    width = max((part.scores.shape[1] for part in said.values() if part.scored), default=0)
    for i, name in enumerate(("score",) if width == 1 else score_columns(table.target.labels, None)[:width]):
        parts = [part.scores[:, i] if part.scored else np.full(len(part), np.nan) for part in said.values()]
        columns[name] = np.concatenate(parts)
    rows = [table.listed(name)[0] for name in table.spoke]
    if roles.weight is not None:
        columns["weight"] = np.concatenate([part.weight for part in rows if part.weight is not None])
    if roles.groups is not None:
        columns["group"] = np.concatenate([part.values[roles.groups] for part in rows])
    return {key: columns[key] for key in ("row", *(key for key in columns if key != "row"))}
