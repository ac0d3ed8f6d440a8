"""Two tables of the same rows, or one table of two models, put side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from probative.comparison.held import Said, SameRows, rows_held
from probative.errors import BadInput, NotPaired
from probative.evidence.arrays import Array
from probative.sources import open_source
from probative.sources.columns import missing_in
from probative.tally import Missing


def side_by_side(
    baseline: Any,
    candidate: Any,
    *,
    truth: str | None,
    score: Any,
    predicted: Any,
    positive: Any,
    row: str | None,
    groups: str | None,
    by: Sequence[str],
    missing: Missing,
) -> tuple[SameRows, dict[str, Array]]:
    """Baseline and candidate on the same rows, and the columns to slice by."""
    scores, labels = _listed(score), _listed(predicted)
    roles: dict[str, Any] = {"truth": truth, "groups": groups, "positive": positive, "row": row, "missing": missing}
    if candidate is None:
        held = rows_held(baseline, scores=scores, predicted=labels, model=None, task=None, **roles)
        if len(held.models) != 2:
            raise BadInput(
                "one table must hold exactly two models, the baseline first.",
                found=", ".join(held.models),
                remedy="name two columns with score= (or predicted=)",
            )
        return _renamed(held, list(held.models.values())), _slices(baseline, by, held)
    parts = []
    for i, data in enumerate((baseline, candidate)):
        mine = scores[i : i + 1] if len(scores) > 1 else scores
        called = labels[i : i + 1] if len(labels) > 1 else labels
        part = rows_held(data, scores=mine, predicted=called, model=None, task=None, **roles)
        if len(part.models) != 1:
            raise BadInput(
                "each table must hold one model.", found=", ".join(part.models), remedy="score= or predicted="
            )
        parts.append(part)
    return _joined(baseline, candidate, parts, row, by)


def _listed(names: Any) -> list[str]:
    return [] if names is None else [names] if isinstance(names, str) else list(names)


def _renamed(held: SameRows, said: list[Said]) -> SameRows:
    models = {"baseline": said[0], "candidate": said[1]}
    return SameRows(held.truth, models, held.target, held.groups, held.dropped, held.cautions)


def _slices(data: Any, by: Sequence[str], held: SameRows) -> dict[str, Array]:
    found = dict(open_source(data).listed(list(by)).values) if by else {}
    for name, column in found.items():
        if len(column) != held.n or missing_in(column).any():
            raise BadInput(f"column {name!r} must be complete to slice by it.", remedy="fill or drop those rows")
    return found


def _joined(
    baseline: Any, candidate: Any, parts: list[SameRows], row: str | None, by: Sequence[str]
) -> tuple[SameRows, dict[str, Array]]:
    """The candidate's rows in the order of the baseline's: by id, or as they stand."""
    first, second = parts
    order: Array = np.arange(second.n)
    if row is not None:
        ids = [open_source(data).listed([row]).values[row] for data in (baseline, candidate)]
        if len(ids[0]) != first.n or len(ids[1]) != second.n:
            raise NotPaired("rows were dropped, so they cannot be paired by id.", remedy="fill the missing values")
        sorters = [np.argsort(column, kind="stable") for column in ids]
        if not np.array_equal(ids[0][sorters[0]], ids[1][sorters[1]]) or len(np.unique(ids[0])) != len(ids[0]):
            raise NotPaired(
                "the two tables do not hold the same rows.", found=f"{first.n} and {second.n} rows by {row!r}"
            )
        order = np.empty(second.n, np.intp)
        order[sorters[0]] = sorters[1]
    if first.n != second.n or not np.array_equal(first.truth, second.truth[order]):
        raise NotPaired(
            "the two tables do not hold the same rows in the same order.",
            found=f"{first.n} and {second.n} rows, or other true labels",
            remedy="pair them by an id with row= (--row)",
        )
    said = [next(iter(part.models.values())) for part in parts]
    return _renamed(first, [said[0], said[1].only(order)]), _slices(baseline, by, first)
