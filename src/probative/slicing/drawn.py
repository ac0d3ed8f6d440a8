"""Rows of a file that are looked at: all of them, or as many, drawn at random, as fit into memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

from probative.evidence.arrays import Array
from probative.predictions import Predictions
from probative.slicing.looked_at import Rows, named_features
from probative.sources import Source, TableLike, open_source
from probative.sources.sql import SqlSource

ROW, FEATURE = 120, 2
"""Bytes that a row takes while slices are searched and confirmed, and that each feature adds to it."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The rows that are looked at, and where they stand in the file."""

    source: Source
    places: Array | None = None
    """From 0; None where all rows are looked at."""
    why: str = ""

    @classmethod
    def of(cls, source: Source, features: TableLike | list[str] | str, seed: int) -> Drawn:
        """All rows where they fit into memory; of more, as many as do: what holds for them was not chosen by them."""
        if not isinstance(source, SqlSource):
            return cls(source)
        names = named_features(features)
        width = len(names) if names is not None else len(open_source(features).kinds)  # type: ignore[arg-type]
        most = source.limits.memory // (ROW + FEATURE * width)
        if source.size <= most:
            return cls(source)
        drawn, places = source.drawn(most, seed)
        why = (
            f"{len(places):,} of {source.size:,} rows were looked at, drawn at random: more do not fit into "
            f"{source.limits.text} (--memory)"
        )
        return cls(drawn, places, why)

    def named(self, rows: Rows, predictions: Predictions, table: Source) -> Rows:
        """The rows by their places in the file; where features have a table of their own, also in that."""
        if self.places is None:
            return rows
        names = rows.names if predictions.roles.row is not None else self.places[rows.names]
        at = rows.at if table in (predictions.source, self.source) else self.places[rows.at]
        return replace(rows, names=names, at=at)
