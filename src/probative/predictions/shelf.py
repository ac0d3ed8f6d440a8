"""The shelf: columns that were read and evidence that was made, each once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar, cast

from probative.errors import NoRoom
from probative.evidence.arrays import Array
from probative.predictions.tally import split
from probative.sources import Columns, Source
from probative.sources.columns import some_names

Made = TypeVar("Made")


class Shelf:
    """What one table has given so far: columns where rows are at hand, else counts of equal rows.

    >>> from probative.sources import open_source
    >>> Shelf(open_source({"y": [1, 0, 1]})).column("y").tolist()
    [1, 0, 1]
    """

    def __init__(self, source: Source, width: int = 4) -> None:
        self.source, self.width = source, width
        self._columns: dict[str, Array] = {}
        self._made: dict[Hashable, Any] = {}

    def __getstate__(self) -> dict[str, object]:
        # What was made can be made again; it must not travel to other processes.
        return {"source": self.source, "width": self.width, "_columns": {}, "_made": {}}

    @property
    def near(self) -> bool:
        """Whether rows are at hand, or few enough to be fetched: all columns that are looked at fit into memory."""
        return self.once("near", lambda: self.source.at_hand or self._fits())

    def _fits(self) -> bool:
        return self.source.limits.fits(self.source.size, self.width)

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make` gives, made the first time that it is asked for."""
        if key not in self._made:
            self._made[key] = make()
        return cast("Made", self._made[key])

    def made(self, key: Hashable) -> Any:
        """What was made under this key; None where nobody asked yet."""
        return self._made.get(key)

    def afresh(self) -> Shelf:
        """The columns that were read, with nothing made of them: for the same rows that mean something else."""
        found = Shelf(self.source, self.width)
        found._columns = dict(self._columns)
        return found

    def fetch(self, names: Sequence[str]) -> None:
        """Read what is not there yet, in one go: a file is scanned for all of them together."""
        wanted = [name for name in dict.fromkeys(names) if name not in self._columns]
        if wanted:
            self._require_room(wanted)
            self._columns |= self.source.listed(wanted).values

    def _require_room(self, wanted: Sequence[str]) -> None:
        """Refuse columns that would take more memory than was given, before any of them is read."""
        rows, width, limits = self.source.size, len(wanted) + len(self._columns), self.source.limits
        if self.near or limits.fits(rows, width) or not self.source.listable:
            return
        raise NoRoom(
            f"this needs {some_names(wanted, 6)} row by row, and they do not fit into {limits.text}.",
            found=f"{rows:,} rows on {self.source.place}",
            remedy=f"memory= (--memory) {limits.needed(rows, width)}, or a sample of the rows",
        )

    def column(self, name: str) -> Array:
        """All rows of a column."""
        self.fetch([name])
        return self._columns[name]

    def listed(self, names: Sequence[str]) -> dict[str, Array]:
        """All rows of these columns."""
        self.fetch(names)
        return {name: self._columns[name] for name in names}

    def counted(self, names: Sequence[str], weight: str | None) -> Columns:
        """Equal rows of these columns with their number."""
        return self.once(("counted", *names, weight), lambda: self.source.grouped(list(names), weight))

    def counted_of(self, model: str, names: Sequence[str], weight: str | None, by: str) -> Columns:
        """Those of one model, where a column names the models."""
        key = ("split", *names, weight, by)
        parts = self.once(key, lambda: {str(k[0]): part for k, part in split(self.counted(names, weight), [by])})
        return parts[model]
