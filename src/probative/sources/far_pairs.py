"""Pairs of a true and a predicted number that lie in files, sorted by the truth: what rank correlations are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from probative.evidence import ValuePairs
from probative.evidence.arrays import Array, Floats
from probative.evidence.distinct import two_columns
from probative.evidence.evidence import remembered
from probative.evidence.mapped import ColumnFile, let_go, places_above
from probative.evidence.part_sums import summed
from probative.evidence.rank_columns import RankColumns
from probative.evidence.rung_files import Rungs, complete_rungs
from probative.evidence.value_ladder import ValueLadder
from probative.sources.far_ranks import ranked_on_disk
from probative.sources.limits import Limits

ROWS = 1 << 16
"""Rows that are looked at together."""
COUNTED = 200
"""Bytes that counting the pairs of a row with others takes."""


class FarPairs(ValuePairs):
    """Distinct pairs by falling truth and prediction, in files that go with them; nothing looks at all rows at once."""

    __slots__ = ("_errors", "_limits", "_spread")
    _errors: ValueLadder
    _limits: Limits
    _spread: list[Array]

    def __init__(self, columns: Sequence[Array], errors: ValueLadder, limits: Limits) -> None:
        truth, predicted, mass, *squares = columns
        own: dict[str, Any] = {"truth": truth, "predicted": predicted, "mass": mass}
        own |= {"squares": squares[0] if squares else None, "_errors": errors, "_limits": limits}
        for name, value in (own | {"_spread": [*columns]}).items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, rows: Iterable[tuple[Array, ...]], errors: ValueLadder, limits: Limits) -> FarPairs:
        """Of rows by falling truth and prediction, with a weight if they have one."""
        files = [ColumnFile(np.float64, limits.folder) for _ in range(3)]
        for part in complete_rungs(_both(rows)):
            if len(part.counts) > len(files) - 2:
                files.append(ColumnFile(np.float64, limits.folder))
            for file, column in zip(files, (part.scores.real, part.scores.imag, *part.counts), strict=True):
                file.add(column)
        return cls([file.mapped() for file in files], errors, limits)

    def stretches(self) -> Iterator[slice]:
        """Which rows to look at, part after part; the windows of the last part are given back."""
        for first in range(0, len(self.truth), ROWS):
            rows = slice(first, first + ROWS)
            yield rows
            let_go(*(column[rows] for column in self._spread))

    @property
    @remembered
    def n(self) -> float:
        """All rows (the sum of the weights where rows are weighted)."""
        return summed(self.mass)

    @property
    @remembered
    def effective_n(self) -> float:
        """The number of equally weighted rows that carry as much."""
        return self.n if self.squares is None else self.n**2 / summed(self.squares)

    @property
    def countable(self) -> bool:
        """Whether pairs of rows may be counted, which takes many times the room of the rows."""
        return len(self.truth) * COUNTED <= self._limits.memory

    @property
    def targets(self) -> ValueLadder:
        """The targets in their order."""
        return ValueLadder(self.truth, self.mass)

    @property
    def errors(self) -> ValueLadder:
        """The absolute errors in their order."""
        return self._errors

    @remembered
    def errors_of(self, constant: float) -> ValueLadder:
        """The absolute errors of always predicting one number: of targets above it, and of the others from the last."""
        above = int(places_above(self.truth, np.array([constant]), "right")[0])
        upper = _parts(self.truth[:above], self.mass[:above], constant, 1)
        lower = _parts(self.truth[above:], self.mass[above:], constant, -1)
        return _ladder(_merged(upper, lower), self._limits)

    def saying(self, constant: float) -> FarPairs:
        """The same targets, of which a rule predicts one number for all."""
        columns = [self.truth, np.broadcast_to(np.float64(constant), len(self.truth)), self.mass]
        squares = [] if self.squares is None else [self.squares]
        return FarPairs([*columns, *squares], self.errors_of(constant), self._limits)

    @property
    @remembered
    def ranks(self) -> RankColumns:
        """What rank correlations ask of every row: three sorts, by truth (which is done), by prediction, and back."""
        made = ranked_on_disk(self, self._limits)
        self._spread.extend(made.columns)
        return made


def _both(rows: Iterable[tuple[Array, ...]]) -> Iterator[Rungs]:
    """Rows as entries whose place is that of both numbers."""
    for y, h, *weight in rows:
        truth, predicted = two_columns(y, h)
        counts = (weight[0], weight[0] ** 2) if weight else (np.ones(len(truth)),)
        yield Rungs(truth + 1j * predicted, counts)


def _ladder(rows: Iterable[Rungs], limits: Limits) -> ValueLadder:
    files = [ColumnFile(np.float64, limits.folder) for _ in range(2)]
    for part in complete_rungs(rows):
        for file, column in zip(files, (part.scores, part.counts[0]), strict=True):
            file.add(column)
    return ValueLadder(*(file.mapped() for file in files))


def _parts(values: Floats, mass: Floats, constant: float, way: int) -> Iterator[tuple[Floats, Floats]]:
    """Falling values and their mass as falling distances from a constant below (1) or above (-1) all of them."""
    for first in range(0, len(values), ROWS):
        rows = slice(first, first + ROWS) if way > 0 else slice(max(len(values) - first - ROWS, 0), len(values) - first)
        part = np.abs(values[rows] - constant)[::way], mass[rows][::way].copy()
        let_go(values[rows], mass[rows])
        yield part


def _merged(*columns: Iterator[tuple[Floats, Floats]]) -> Iterator[Rungs]:
    """Two falling columns as one."""
    waiting: list[tuple[Floats, Floats] | None] = [next(column, None) for column in columns]
    while there := [part for part in waiting if part is not None]:
        # What lies above the end of either part cannot be preceded by what is not looked at yet.
        least = max(part[0][-1] for part in there)
        ready = []
        for i, part in enumerate(waiting):
            if part is None:
                continue
            done = int(np.searchsorted(-part[0], -least, "right"))
            ready.append((part[0][:done], part[1][:done]))
            waiting[i] = (part[0][done:], part[1][done:]) if done < len(part[0]) else next(columns[i], None)
        values, mass = (np.concatenate([part[k] for part in ready]) for k in (0, 1))
        order = np.argsort(-values, kind="stable")
        yield Rungs(values[order], (mass[order],))
