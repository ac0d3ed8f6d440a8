"""Rows on many machines: counted, sorted and summed up where they lie, as `far` does with those on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np

from probative.evidence import Fingerprint, Ladder
from probative.evidence.arrays import Array
from probative.evidence.binning import grid, probable
from probative.evidence.labels import Label, encode, ordered
from probative.evidence.rung_files import Rungs, columns_on_disk, ladder_on_disk, ladders_on_disk
from probative.evidence.stretches import Stretches
from probative.evidence.value_ladder import ValueLadder
from probative.sources.columns import Columns
from probative.sources.far import ladder_of_bins, require_complete
from probative.sources.parts import (
    KEY,
    VALUE,
    Kept,
    Plain,
    Table,
    combinations,
    cut,
    equal_rows,
    floats,
    joined,
    rows_in,
    together,
)
from probative.sources.spool import Spool
from probative.sources.spread import SpreadSource, counted
from probative.sources.stretched import OnWorkers, rungs_of

Made = TypeVar("Made")
Combination = tuple[Label, ...]


class SpreadRows:
    """The rows of a table, or of one model in it, that have no gaps in the columns named."""

    def __init__(
        self,
        source: SpreadSource,
        names: Sequence[str],
        weight: str | None = None,
        model: tuple[str, str] | None = None,
    ) -> None:
        self.source, self.names, self._weight = source, tuple(names), weight
        self._kept = Kept(self.names, model)
        if weight is not None:
            source.refuse_bad_weights(weight)
        found = source.parts.looked(self._kept)
        self._all, self.size = sum(part[0] for part in found), sum(part[1] for part in found)
        self._gaps = {name: sum(part[2][i] for part in found) for i, name in enumerate(self.names)}
        self._labels: dict[tuple[str, ...], dict[int, Combination]] = {}

    @property
    def dropped(self) -> int:
        """Rows that were left out for a gap."""
        return self._all - self.size

    def require(self, missing: str) -> SpreadRows:
        """Refuse gaps, or all rows having some."""
        require_complete({name: gap for name, gap in self._gaps.items() if gap}, self._all, self.size, missing)
        return self

    def counted(self, names: Sequence[str]) -> Columns:
        """Equal rows of columns that have few values."""
        return counted(list(self._each(_Counted(tuple(names), self._weight))))

    def labels_of(self, keys: Sequence[str]) -> dict[int, Combination]:
        """The combinations of keys by their number, in the order of the labels."""
        if tuple(keys) not in self._labels:
            task = partial(_combinations, names=tuple(keys))
            parts = map(task, self.source.parts.distinct(keys)) if self._whole else self._each(task)
            found = {one for part in parts for one in part}
            places = [{one: i for i, one in enumerate(ordered(column))} for column in zip(*found, strict=True)]
            told = sorted(found, key=lambda item: [place[one] for place, one in zip(places, item, strict=True)])
            self._labels[tuple(keys)] = dict(enumerate(told))
        return self._labels[tuple(keys)]

    def classes(self, truth: str) -> list[Label]:
        """The labels in a column."""
        return [label for (label,) in self.labels_of([truth]).values()]

    def ladder(self, score: str, truth: str, positive: Callable[[Label], bool]) -> Ladder:
        """The rungs of all rows, sorted by the engine: on disk here, range after range; many of them stay there."""
        if not self.source.limits.takes_rungs(self.size):
            entries = _Then(self._kept, self._entries(score, truth, positive, ()))
            ranges = self.source.parts.held(self._needs, entries, self.size, self._plain(score, truth, positive))
            if ranges is not None:
                return Stretches(OnWorkers(ranges, self._folder))
        return ladder_on_disk((rungs for _, rungs in self._rungs(score, truth, positive, ())), self._folder)

    def ladders(
        self, score: str, truth: str, positive: Callable[[Label], bool], keys: Sequence[str]
    ) -> dict[Combination, Ladder]:
        """The rungs of every combination of keys, in one sort."""
        names = self.labels_of(keys)
        found = ladders_on_disk(self._rungs(score, truth, positive, keys), self._folder)
        return {names[code]: found[code] for code in names if code in found}

    def binned(
        self, score: str, truth: str, positive: Callable[[Label], bool], keys: Sequence[str] = ()
    ) -> dict[Combination, Ladder]:
        """The ladders of bins, counted in every part, and once more together."""
        names = self.labels_of(keys) if keys else {0: ()}
        entries = self._entries(score, truth, positive, keys)
        ends = list(self._each(partial(_ends, name=score, weight=self._weight)))
        probabilities = probable(min(low for low, _ in ends), max(high for _, high in ends))
        whole: Table = {}
        for part in self._each(_Bins(entries, probabilities), large=True):
            # One part after another: all of them together may be more than there is room for.
            both = {name: together([whole[name], part[name]]) for name in part} if whole else part
            whole = _bins_together(both)
        return {label: ladder_of_bins(whole, whole["h"] == code) for code, label in names.items()}

    def errors(self, truth: str, predicted: str, keys: Sequence[str] = ()) -> dict[int, ValueLadder]:
        """The distinct absolute errors of each key with their weight, sorted by the engine, written to disk here."""
        entries = _Errors(truth, predicted, self._numbering(keys), self._weight)
        parts = self._in_order(entries)
        rows = ((part[KEY], Rungs(part[VALUE], (part["w"],))) for part in parts)
        return {key: ValueLadder(*columns) for key, columns in columns_on_disk(rows, self._folder).items()}

    def falling(
        self, score: str, beside: Sequence[str], truth: str, positive: Callable[[Label], bool]
    ) -> Iterator[tuple[Array, ...]]:
        """Every row by falling score: that, other scores beside it, and whether the row is positive.

        Rows come here part after part, and lie on disk while they are sorted.
        """
        spool = Spool(self.source.limits, len(beside) + 2)
        chosen = tuple(filter(positive, self.classes(truth)))
        for columns in self._each(_Scored((score, *beside), truth, chosen), large=True):
            spool.add(*columns)
        yield from spool.falling(0)

    def by_batches(
        self, names: Sequence[str], keys: Sequence[str], make: Callable[[Array | None, tuple[Array, ...]], Made]
    ) -> Iterator[Made]:
        """What is made of columns of numbers, and the weight if there is one, beside the code of their keys."""
        return self._each(_Numbers(tuple(names), self._numbering(keys), self._weight, make))

    def fingerprint(self) -> Fingerprint:
        """Of everything in these rows, whatever their order: the sum over parts."""
        return sum(self._each(partial(_fingerprint, names=self.names)), start=Fingerprint(0, 0))

    @property
    def _whole(self) -> bool:
        """Whether these are all rows of the table."""
        return self._kept.model is None and not self.dropped

    def _plain(self, score: str, truth: str, positive: Callable[[Label], bool]) -> Plain | None:
        """What an engine needs to know to make the entries by itself, where that is enough."""
        kinds = self.source.kinds
        if self._weight is not None or not self._whole or kinds[score] != "number" or kinds[truth] == "other":
            return None
        return Plain(score, truth, tuple(filter(positive, self.classes(truth))))

    @property
    def _folder(self) -> str:
        return self.source.limits.folder

    @cached_property
    def _needs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self._kept.needs, *([self._weight] if self._weight else [])]))

    def _each(self, task: Callable[[Table], Made], *, large: bool = False) -> Iterator[Made]:
        return self.source.parts.each(self._needs, _Then(self._kept, task), large=large)

    def _in_order(self, entries: Callable[[Table], Table]) -> Iterator[Table]:
        return self.source.parts.in_order(self._needs, _Then(self._kept, entries))

    def _numbering(self, keys: Sequence[str]) -> Numbering:
        return Numbering(tuple(keys), {label: code for code, label in self.labels_of(keys).items()} if keys else {})

    def _entries(self, score: str, truth: str, positive: Callable[[Label], bool], keys: Sequence[str]) -> _Entries:
        chosen = tuple(filter(positive, self.classes(truth)))
        return _Entries(score, truth, chosen, self._numbering(keys), self._weight)

    def _rungs(
        self, score: str, truth: str, positive: Callable[[Label], bool], keys: Sequence[str]
    ) -> Iterator[tuple[Array | None, Rungs]]:
        for part in self._in_order(self._entries(score, truth, positive, keys)):
            yield part[KEY] if keys else None, rungs_of(part)


@dataclass(frozen=True, slots=True)
class Numbering:
    """The number of every combination of some columns, the same on every worker."""

    names: tuple[str, ...]
    codes: dict[Combination, int]

    def __call__(self, table: Table) -> Array:
        """The number of every row; 0 where there are no columns."""
        if not self.names:
            return np.zeros(rows_in(table), np.int64)
        found, place = combinations(table, self.names)
        return np.array([self.codes[one] for one in found], np.int64)[place]


@dataclass(frozen=True, slots=True)
class _Then:
    """A task for the rows of a part that are kept."""

    kept: Kept
    task: Callable[[Table], Any]

    def __call__(self, table: Table) -> Any:
        return self.task(self.kept(table))


@dataclass(frozen=True, slots=True)
class _Counted:
    names: tuple[str, ...]
    weight: str | None

    def __call__(self, table: Table) -> Table:
        wanted = [*self.names, *([self.weight] if self.weight else [])]
        return equal_rows({name: table[name] for name in wanted}, self.weight)


@dataclass(frozen=True, slots=True)
class _Entries:
    """The rows of a part as entries of ladders: equal ones as one already, unless they are weighed."""

    score: str
    truth: str
    positive: tuple[Label, ...]
    numbering: Numbering
    weight: str | None

    def __call__(self, table: Table) -> Table:
        if self.weight is not None:
            table = cut(table, table[self.weight] > 0)
        labels, codes = encode(table[self.truth], self.truth)
        yes = np.array([label in self.positive for label in labels], bool)[codes]
        key, value = self.numbering(table), floats(table[self.score])
        if self.weight is None:
            return joined({KEY: key, VALUE: value, "p": yes.astype(np.int64), "n": (~yes).astype(np.int64)})
        w = floats(table[self.weight])
        # Rows stay apart until all that tie are in one place: sums must not depend on how rows were divided.
        return {KEY: key, VALUE: value, "p": w * yes, "n": w * ~yes, "p2": w * w * yes, "n2": w * w * ~yes}


@dataclass(frozen=True, slots=True)
class _Scored:
    """The scores of the rows of a part, and whether each row is positive."""

    names: tuple[str, ...]
    truth: str
    positive: tuple[Label, ...]

    def __call__(self, table: Table) -> tuple[Array, ...]:
        labels, codes = encode(table[self.truth], self.truth)
        yes = np.array([label in self.positive for label in labels], np.uint8)[codes]
        return (*(floats(table[name]) + 0.0 for name in self.names), yes)


@dataclass(frozen=True, slots=True)
class _Errors:
    """The rows of a part as absolute errors with their weight."""

    truth: str
    predicted: str
    numbering: Numbering
    weight: str | None

    def __call__(self, table: Table) -> Table:
        if self.weight is not None:
            table = cut(table, table[self.weight] > 0)
        error = np.abs(floats(table[self.truth]) - floats(table[self.predicted]))
        w = np.ones(len(error)) if self.weight is None else floats(table[self.weight])
        return {KEY: self.numbering(table), VALUE: error, "w": w}


@dataclass(frozen=True, slots=True)
class _Numbers:
    names: tuple[str, ...]
    numbering: Numbering
    weight: str | None
    make: Callable[[Array | None, tuple[Array, ...]], Any]

    def __call__(self, table: Table) -> Any:
        if self.weight is not None:
            table = cut(table, table[self.weight] > 0)
        wanted = [*self.names, *([self.weight] if self.weight else [])]
        columns = tuple(floats(table[name]) for name in wanted)
        return self.make(self.numbering(table) if self.numbering.names else None, columns)


@dataclass(frozen=True, slots=True)
class _Bins:
    """The bins of a part, with the lowest and highest score of each."""

    entries: _Entries
    probabilities: bool

    def __call__(self, table: Table) -> Table:
        found = self.entries(table)
        place = grid(found[VALUE], self.probabilities)
        low, high = found[VALUE], found[VALUE]
        counts = {name: column for name, column in found.items() if name not in (KEY, VALUE)}
        return _bins_together({"h": found[KEY], "place": place, "low": low, "high": high, **counts})


def _bins_together(found: Table) -> Table:
    """Equal bins as one, by key and from the highest down."""
    if not rows_in(found):
        return found
    order = np.lexsort([found["place"], found["h"]])
    found = cut(found, order)
    names: tuple[str, ...] = ("h", "place")
    first = np.ones(len(order), bool)
    first[1:] = np.logical_or.reduce([found[name][1:] != found[name][:-1] for name in names])
    starts = np.flatnonzero(first)
    made = {name: found[name][starts] for name in names}
    made["low"], made["high"] = np.minimum.reduceat(found["low"], starts), np.maximum.reduceat(found["high"], starts)
    for name in found.keys() & {"p", "n", "p2", "n2"}:
        made[name] = np.add.reduceat(found[name], starts)
    return cut(made, np.lexsort([-made["high"], made["h"]]))


def _combinations(table: Table, names: tuple[str, ...]) -> list[Combination]:
    return combinations(table, names)[0] if rows_in(table) else []


def _ends(table: Table, name: str, weight: str | None) -> tuple[float, float]:
    column = floats(table[name] if weight is None else table[name][table[weight] > 0])
    return float(column.min(initial=np.inf)), float(column.max(initial=-np.inf))


def _fingerprint(table: Table, names: tuple[str, ...]) -> Fingerprint:
    return Fingerprint.from_table({name: table[name] for name in names}) if rows_in(table) else Fingerprint(0, 0)
