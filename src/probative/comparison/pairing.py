"""Two tables of the same rows, or one table of two models, put side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from probative.comparison.held import Said, SameRows
from probative.comparison.reading import rows_held
from probative.errors import BadInput, NotPaired
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.predictions.tally import Missing


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
) -> SameRows:
    """Baseline and candidate on the same rows, with the baseline's columns to slice by."""
    scores, labels = _listed(score), _listed(predicted)
    roles: dict[str, Any] = {"truth": truth, "positive": positive, "row": row, "missing": missing, "task": None}
    if candidate is None:
        held = rows_held(baseline, scores=scores, predicted=labels, model=None, groups=groups, by=by, **roles)
        if len(held.models) != 2:
            raise BadInput(
                "one table must hold exactly two models, the baseline first.",
                found=", ".join(held.models),
                remedy="name two columns with score= (or predicted=)",
            )
        return _named(held, list(held.models.values()))
    parts = []
    for i, data in enumerate((baseline, candidate)):
        mine = scores[i : i + 1] if len(scores) > 1 else scores
        called = labels[i : i + 1] if len(labels) > 1 else labels
        cut: dict[str, Any] = {"groups": groups, "by": by} if not i else {"groups": None, "by": ()}
        part = rows_held(data, scores=mine, predicted=called, model=None, **cut, **roles)
        if len(part.models) != 1:
            raise BadInput(
                "each table must hold one model.", found=", ".join(part.models), remedy="score= or predicted="
            )
        parts.append(part)
    return _joined(parts[0], parts[1], row)


def _listed(names: Any) -> list[str]:
    return [] if names is None else [names] if isinstance(names, str) else list(names)


def _named(held: SameRows, said: list[Said]) -> SameRows:
    return replace(held, models=dict(zip(("baseline", "candidate"), said, strict=True)))


def _joined(first: SameRows, second: SameRows, row: str | None) -> SameRows:
    """The candidate's rows in the order of the baseline's: by id, or as they stand."""
    order: Array = np.arange(second.n)
    if row is not None:
        order = _by_id(first, second, row)
    elif first.dropped or second.dropped:
        raise NotPaired(
            "rows were dropped, so what is left cannot be paired by its order.",
            found=f"{first.dropped} and {second.dropped} rows with missing values",
            remedy="pair them by an id with row= (--row)",
        )
    if first.n != second.n or not np.array_equal(first.truth, second.truth[order]):
        raise NotPaired(
            "the two tables do not hold the same rows in the same order.",
            found=f"{first.n} and {second.n} rows, or other true labels",
            remedy="pair them by an id with row= (--row)",
        )
    said = [next(iter(part.models.values())) for part in (first, second)]
    return _named(first, [said[0], said[1].only(order)])


def _by_id(first: SameRows, second: SameRows, row: str) -> Array:
    """For each row of the first table, the place of the same row in the second."""
    assert first.ids is not None
    assert second.ids is not None
    (known, codes), (others, places) = encode(first.ids, row), encode(second.ids, row)
    if known != others or not len(known) == first.n == second.n:
        raise NotPaired(
            "the two tables do not hold the same rows, each once.",
            found=f"{first.n} and {second.n} rows with {len(known)} and {len(others)} values of {row!r}",
        )
    order = np.empty(second.n, np.intp)
    order[places] = np.arange(second.n)
    return np.asarray(order[codes])
