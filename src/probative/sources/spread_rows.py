"""Rows on many machines: counted, sorted and summed up where they lie, as `far` does with those on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import TypeVar

import numpy as np

from probative.evidence import Fingerprint, Ladder
from probative.evidence.arrays import Array
from probative.evidence.binning import probable
from probative.evidence.labels import Label, ordered
from probative.evidence.rung_files import Rungs, columns_on_disk, ladder_on_disk, ladders_on_disk
from probative.evidence.stretches import Stretches
from probative.evidence.value_ladder import ValueLadder
from probative.sources.columns import Columns
from probative.sources.far import ladder_of_bins, require_complete
from probative.sources.part_tasks import (
    Bins,
    Cells,
    Combination,
    Counted,
    Entries,
    Errors,
    Numbering,
    Numbers,
    OfColumns,
    OfKept,
    Scored,
    bins_together,
    combinations_in,
    ends_of,
    fingerprint_of,
    listed,
    pair_entries,
)
from probative.sources.parts import (
    KEY,
    VALUE,
    Kept,
    Plain,
    Ranges,
    Table,
    together,
)
from probative.sources.spool import Spool
from probative.sources.spread import SpreadSource, counted
from probative.sources.stretched import OnWorkers, rungs_of

Made = TypeVar("Made")


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
        return counted(list(self._each(Counted(tuple(names), self._weight))))

    def labels_of(self, keys: Sequence[str]) -> dict[int, Combination]:
        """The combinations of keys by their number, in the order of the labels."""
        if tuple(keys) not in self._labels:
            task = partial(combinations_in, names=tuple(keys))
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
            entries = OfKept(self._kept, self._entries(score, truth, positive, ()))
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
        ends = list(self._each(partial(ends_of, name=score, weight=self._weight)))
        probabilities = probable(min(low for low, _ in ends), max(high for _, high in ends))
        whole: Table = {}
        for part in self._each(Bins(entries, probabilities), large=True):
            # One part after another: all of them together may be more than there is room for.
            both = {name: together([whole[name], part[name]]) for name in part} if whole else part
            whole = bins_together(both)
        return {label: ladder_of_bins(whole, whole["h"] == code) for code, label in names.items()}

    def errors(self, truth: str, predicted: str, keys: Sequence[str] = ()) -> dict[int, ValueLadder]:
        """The distinct absolute errors of each key with their weight, sorted by the engine, written to disk here."""
        entries = Errors(truth, predicted, self._numbering(keys), self._weight)
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
        task = Scored((score, *beside), truth, self._chosen(truth, positive), listed)
        for columns in self._each(task, large=True):
            spool.add(*columns)
        yield from spool.falling(0)

    def by_rows(
        self,
        names: Sequence[str],
        truth: str,
        positive: Callable[[Label], bool] | None,
        make: Callable[[Array, Array, Array], Made],
    ) -> Iterator[Made]:
        """What is made of every part of two columns of numbers and the truth: a number, or whether it is positive."""
        if positive is None:
            return self._each(Numbers((*names, truth), Numbering((), {}), None, OfColumns(make)))
        return self._each(Scored(tuple(names), truth, self._chosen(truth, positive), make))

    def cut(
        self, cuts: Sequence[tuple[str, float]], truth: str, positive: Callable[[Label], bool]
    ) -> tuple[Array, ...]:
        """Equal rows of the truth and of scores that are cut, 1 where positive, and last how many there are of each."""
        at = tuple(level for _, level in cuts)
        task = Scored(tuple(name for name, _ in cuts), truth, self._chosen(truth, positive), Cells(at))
        cells = np.sum(list(self._each(task)), axis=0)
        told = np.flatnonzero(cells)
        return *np.unravel_index(told, (2,) * (len(at) + 1)), cells[told]

    def pairs(self, scores: tuple[str, str], truth: str, positive: Callable[[Label], bool]) -> Ranges | None:
        """Lines of two scores and the rows that have both, sorted on the workers; None where there are none."""
        entries = OfKept(self._kept, Scored(scores, truth, self._chosen(truth, positive), pair_entries))
        return self.source.parts.held(self._needs, entries, self.size, None)

    def by_batches(
        self, names: Sequence[str], keys: Sequence[str], make: Callable[[Array | None, tuple[Array, ...]], Made]
    ) -> Iterator[Made]:
        """What is made of columns of numbers, and the weight if there is one, beside the code of their keys."""
        return self._each(Numbers(tuple(names), self._numbering(keys), self._weight, make))

    def fingerprint(self) -> Fingerprint:
        """Of everything in these rows, whatever their order: the sum over parts."""
        return sum(self._each(partial(fingerprint_of, names=self.names)), start=Fingerprint(0, 0))

    @property
    def _whole(self) -> bool:
        """Whether these are all rows of the table."""
        return self._kept.model is None and not self.dropped

    def _plain(self, score: str, truth: str, positive: Callable[[Label], bool]) -> Plain | None:
        """What an engine needs to know to make the entries by itself, where that is enough."""
        kinds = self.source.kinds
        if self._weight is not None or not self._whole or kinds[score] != "number" or kinds[truth] == "other":
            return None
        return Plain(score, truth, self._chosen(truth, positive))

    def _chosen(self, truth: str, positive: Callable[[Label], bool]) -> tuple[Label, ...]:
        return tuple(filter(positive, self.classes(truth)))

    @property
    def _folder(self) -> str:
        return self.source.limits.folder

    @cached_property
    def _needs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self._kept.needs, *([self._weight] if self._weight else [])]))

    def _each(self, task: Callable[[Table], Made], *, large: bool = False) -> Iterator[Made]:
        return self.source.parts.each(self._needs, OfKept(self._kept, task), large=large)

    def _in_order(self, entries: Callable[[Table], Table]) -> Iterator[Table]:
        return self.source.parts.in_order(self._needs, OfKept(self._kept, entries))

    def _numbering(self, keys: Sequence[str]) -> Numbering:
        return Numbering(tuple(keys), {label: code for code, label in self.labels_of(keys).items()} if keys else {})

    def _entries(self, score: str, truth: str, positive: Callable[[Label], bool], keys: Sequence[str]) -> Entries:
        return Entries(score, truth, self._chosen(truth, positive), self._numbering(keys), self._weight)

    def _rungs(
        self, score: str, truth: str, positive: Callable[[Label], bool], keys: Sequence[str]
    ) -> Iterator[tuple[Array | None, Rungs]]:
        for part in self._in_order(self._entries(score, truth, positive, keys)):
            yield part[KEY] if keys else None, rungs_of(part)
