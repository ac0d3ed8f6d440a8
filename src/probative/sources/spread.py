"""A table in parts on many machines as a source: looked at where it lies, fetched only where it is small."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from probative.errors import NoRoom
from probative.sources.columns import Columns, Source, bad_weights, missing_in, require, require_weights
from probative.sources.limits import Limits
from probative.sources.parts import Parts, Table, equal_rows, floats, summed, together


class SpreadSource(Source):
    """The table of a cluster's engine."""

    def __init__(self, parts: Parts, limits: Limits) -> None:
        self.parts, self._limits = parts, limits
        self._rows: int | None = None

    @property
    def limits(self) -> Limits:
        """How much memory its rows may take here."""
        return self._limits

    @property
    def kinds(self) -> dict[str, str]:
        """Column names with their kind."""
        return self.parts.kinds

    @property
    def place(self) -> str:
        """Where rows stay that are too many to be fetched."""
        return f"the workers of {self.parts.name}"

    @property
    def size(self) -> int:
        """The number of rows, counted once."""
        if self._rows is None:
            self._rows = self.parts.rows()
        return self._rows

    def listed(self, names: Sequence[str]) -> Columns:
        """All rows of these columns, part after part."""
        require(self, names)
        wanted = list(dict.fromkeys(names))
        if self.size * len(wanted) * 8 > self._limits.memory:
            raise NoRoom(
                f"this needs {', '.join(wanted)} row by row, and they do not fit into {self._limits.text}.",
                found=f"{self.size:,} rows on {self.place}",
                remedy="more: memory= (--memory), or a sample of the rows",
            )
        found = list(self.parts.each(wanted, dict, large=True))
        return Columns({name: together([part[name] for part in found]) for name in names})

    def grouped(self, names: Sequence[str], weight: str | None = None) -> Columns:
        """Equal rows counted in every part, and once more together."""
        require(self, [*names, weight])
        if weight is not None:
            self.refuse_bad_weights(weight)
        wanted = list(dict.fromkeys([*names, *([weight] if weight else [])]))
        if weight is None:
            return counted(self.parts.distinct(wanted))
        return counted(list(self.parts.each(wanted, partial(equal_rows, weight=weight))))

    def refuse_bad_weights(self, weight: str) -> None:
        """Refuse weights that are missing, negative, infinite or all 0, by one pass."""
        require_weights(self, weight)
        found = list(self.parts.each([weight], partial(_weights, name=weight)))
        low, high = min(part[0] for part in found), max(part[1] for part in found)
        missing, rows = (sum(part[i] for part in found) for i in (2, 3))
        bad_weights(0.0 if missing == rows else low, 0.0 if missing == rows else high, int(missing), int(rows))


def _weights(table: Table, name: str) -> tuple[float, float, int, int]:
    gone = missing_in(table[name])
    known = floats(table[name][~gone])
    return float(known.min(initial=np.inf)), float(known.max(initial=-np.inf)), int(gone.sum()), len(gone)


def counted(found: Sequence[Table]) -> Columns:
    """The different rows of all parts, from those of each."""
    values = summed({name: together([part[name] for part in found]) for name in found[0]})
    counts, weight, square = (values.pop(name, None) for name in ("#", "#w", "#w2"))
    return Columns(values, counts, weight, square)
