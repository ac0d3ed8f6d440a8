"""Columns with an index: whether they tell of the same rows in the same order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from probative.errors import LengthMismatch


def refuse_other_order(named: Mapping[str, Any]) -> None:
    """Refuse a column whose index names the rows of the truth in another order: taken in turn, they are other rows.

    An index that names other rows says nothing, as that of a test set does beside scores that count from 0.

    >>> refuse_other_order({"truth": [1, 0], "scores": {"A": [0.9, 0.2]}})
    """
    truth = _index(named.get("truth"))
    if truth is None:
        return
    for word, values in _columns(named):
        index = _index(values)
        if index is not None and _reordered(truth, index):
            raise LengthMismatch(
                f"{word} names the rows of the truth in another order.",
                found=f"an index from {index[0]!r} to {index[-1]!r} beside one from {truth[0]!r} to {truth[-1]!r}",
                remedy="column.loc[truth.index], or column.to_numpy() if the rows are in order",
            )


def _columns(named: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for word, given in named.items():
        if isinstance(given, Mapping):
            yield from ((f"{word} of {name}", values) for name, values in given.items())
        elif word != "truth":
            yield word, given


def _index(values: Any) -> Any:
    """The index of a series or a frame; a list has something else of that name."""
    index = getattr(values, "index", None)
    return index if hasattr(index, "get_indexer") and hasattr(index, "equals") else None


def _reordered(truth: Any, index: Any) -> bool:
    if len(truth) != len(index) or truth.equals(index) or not (truth.is_unique and index.is_unique):
        return False
    return bool((truth.get_indexer(index) >= 0).all())
