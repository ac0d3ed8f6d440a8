"""All models of a table or a run as one more model: what --combine does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probative.predictions import Predictions


def combined(data: str | Predictions, ways: Sequence[str], words: dict[str, Any] | None = None) -> Predictions:
    """The predictions with the mean or the vote of all models that are no baseline, for every way."""
    from probative.predictions import combine, read

    said = read(data, **(words or {}))
    members = [name for name in said.spoke if name != said.about.baseline]
    for how in dict.fromkeys(ways):
        said = combine(said, members, how=how)  # type: ignore[arg-type]
    return said
