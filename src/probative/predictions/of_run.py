"""The long table that a run makes, and which of its columns is what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label
from probative.predictions.roles import ModelColumns, Roles
from probative.predictions.told import decoded, score_columns


@dataclass(frozen=True, slots=True)
class Heard:
    """What one model said under a plan: row, repeat and fold of each test, class numbers or values, and scores."""

    row: Array
    repeat: Array
    fold: Array
    predicted: Array
    scores: Floats
    scored: str


def run_table(
    heard: Mapping[str, Heard], truth: Array, labels: Sequence[Label], positive: Label | None, **by_row: Array | None
) -> dict[str, Array]:
    """One table of all models' tests; `truth` and what else belongs to the rows of the data is looked up by row."""
    said = list(heard.values())
    rows = np.concatenate([part.row for part in said])
    columns: dict[str, Array] = {
        "row": rows,
        "model": np.repeat(np.array(list(heard), object), [len(part.row) for part in said]),
        "repeat": np.concatenate([part.repeat for part in said]),
        "fold": np.concatenate([part.fold for part in said]),
        "truth": decoded(truth, labels)[rows],
        "predicted": decoded(np.concatenate([part.predicted for part in said]), labels),
    }
    if any(part.scored for part in said):
        for i, name in enumerate(score_columns(labels, positive)):
            parts = [part.scores[:, i] if part.scored else np.full(len(part.row), np.nan) for part in said]
            columns[name] = np.concatenate(parts)
    return columns | {name: column[rows] for name, column in by_row.items() if column is not None}


def run_roles(labels: Sequence[Label], positive: Label | None, there: Collection[str]) -> Roles:
    """What the columns of a run's table are."""
    return Roles(
        "truth",
        score_columns(labels, positive),
        ("predicted",),
        "model",
        "row",
        "fold",
        "repeat",
        "weight" if "weight" in there else None,
        "group" if "group" in there else None,
    )


def run_columns(name: str, scored: str, labels: Sequence[Label], positive: Label | None) -> ModelColumns:
    """The columns of one model of a run."""
    scores = score_columns(labels, positive)
    if scores == ("score",):
        return ModelColumns(name, "score" if scored else None, "predicted")
    if scored == "proba":
        return ModelColumns(name, None, "predicted", scores, tuple(labels))
    return ModelColumns(name, None, "predicted")
