"""Rows that an audit holds in memory: all of them; of more than fit, some that are drawn and all that occur twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.labels import Label, encode
from probative.evidence.replication import mixed
from probative.sources import Source
from probative.sources.columns import missing_in
from probative.sources.limits import ENGINE
from probative.sources.sql import SqlSource, quoted
from probative.sources.survey import normalised, row_hashes

ROW, NUMBER, TEXT, SPLITS = 100, 20, 160, 400
"""Bytes that a held row takes at the peak, and what a role of numbers, one of texts, and splits add to it."""
STRETCH = 1000
"""Rows that are drawn as one stretch: neighbours stay neighbours."""
MOST_NAMED = 10_000
"""Rows without a target that are named."""
HIGHEST = 2**64 - 1
GROUPED = 10
"""Bytes of the engine's memory for each key that is grouped at once; the rest of it can spill."""
LISTED = 10_000
"""Keys of rows that occur more than once up to which they are written out."""
PLACE, KEY, DRAWN, TIMES = "place_of_row", "key_of_row", "drawn_row", "rows_of_key"


@dataclass(frozen=True, slots=True)
class Held:
    """Rows that have a target, in the order of the table."""

    values: dict[str, Array]
    """Their columns with a role."""
    places: Array
    keys: Array
    """A hash of the inputs of each."""
    drawn: Array | None = None
    """Which of them were drawn, whatever they hold; None if all rows are held."""
    repeats: float = 1.0
    """The share of the sets of equal rows that are held."""


class Whole:
    """All rows of a table that fits into memory."""

    drawn = False

    def __init__(self, source: Source, target: str, roles: Sequence[str]) -> None:
        self._source = source
        self._values = source.listed(roles).values
        gone = missing_in(self._values[target])
        self.gone, self.without = np.flatnonzero(gone), int(gone.sum())
        self.places = np.flatnonzero(~gone)
        self.n = len(self.places)

    def held(self, told: Sequence[str]) -> Held:
        """The rows, with a hash of these inputs."""
        # Millions of rows are copied only where some have to go.
        kept = self.places if self.without else slice(None)
        values = {name: column[kept] for name, column in self._values.items()}
        return Held(values, self.places, row_hashes(self._source, told)[kept])


class Beyond:
    """Some rows of a table that does not fit into memory: stretches or groups that are drawn, and what occurs twice.

    Groups are drawn as wholes, since their rows must stay on one side; else stretches are, since neighbours may be
    alike. Rows that have an equal, or the id of another one, are found by the engine among all rows.
    """

    drawn = True

    def __init__(
        self,
        source: SqlSource,
        target: str,
        roles: Sequence[str],
        most: int,
        *,
        group: str | None,
        row: str | None,
        seed: int,
    ) -> None:
        self._source, self._roles, self._row, self._most = source, list(roles), row, most
        self._known = source.known(target)
        share = min(int(most / source.size * 2**64), HIGHEST)
        unit = f"{PLACE} // {STRETCH}"
        if group is not None:
            # A row without a group is a group of its own.
            unit = f"CASE WHEN {source.known(group)} THEN {quoted(group)}::VARCHAR ELSE 'row ' || {PLACE} END"
        self._chosen = f"hash({unit}, {seed}) <= {share}::UBIGINT"
        lost = f"FROM ({self._numbered([])}) WHERE ({self._known}) IS NOT TRUE"
        self.without = int(source.rows(f"SELECT count(*) {lost}")[0][0])
        self.gone = self._places(f"SELECT {PLACE} {lost} ORDER BY {PLACE} LIMIT {MOST_NAMED}")
        self.places = self._places(
            f"SELECT {PLACE} FROM ({self._numbered([])}) WHERE {self._known} AND {self._chosen} ORDER BY {PLACE}"
        )
        self.n = source.size - self.without

    def _numbered(self, more: list[str]) -> str:
        return f"SELECT {', '.join(['*', f'row_number() OVER () - 1 AS {PLACE}', *more])} FROM predictions"

    def _places(self, query: str) -> Array:
        return np.asarray(self._source.arrays(query)[PLACE], np.int64)

    def held(self, told: Sequence[str]) -> Held:
        """The rows, with a hash of these inputs."""
        key = f"hash({normalised(self._source, told)})"
        twice, highest, share = self._twice(key, self._most // 2)
        wanted = [self._chosen, *([f"{KEY} IN ({twice})"] if twice else [])]
        if self._row is not None and (same := self._twice(f"hash({quoted(self._row)})", self._most // 4)[0]):
            wanted.append(f"hash({quoted(self._row)}) IN ({same})")
        rows = self._source.answering(
            f"SELECT {', '.join(map(quoted, self._roles))}, {PLACE}, {KEY}, {self._chosen} AS {DRAWN} "
            f"FROM ({self._numbered([f'{key} AS {KEY}'])}) WHERE {self._known} AND ({' OR '.join(wanted)})"
        )
        values = rows.listed([*self._roles, PLACE, KEY, DRAWN]).values
        if (np.diff(values[PLACE]) < 0).any():
            inorder = np.argsort(values[PLACE])
            values = {name: column[inorder] for name, column in values.items()}
        places, keys, drawn = (values.pop(name) for name in (PLACE, KEY, DRAWN))
        keys = keys.astype(np.uint64)
        if share < 1:
            # Of the others an equal may not be held: they count as rows that occur once.
            keys = np.where(keys <= highest, keys, mixed(places.astype(np.uint64)))
        return Held(values, places.astype(np.int64), keys, drawn.astype(bool), share)

    def _twice(self, key: str, most: int) -> tuple[str, int, float]:
        """The keys of rows that occur more than once, in SQL, the highest of them, and their share of all such.

        More keys than the engine can group at once are grouped range by range.
        """
        ranges = ceil(self.n * GROUPED / (self._source.limits.memory * ENGINE))
        steps = [HIGHEST * i // ranges for i in range(1, ranges + 1)]
        found = [self._often(key, low, high) for low, high in pairwise([-1, *steps])]
        counts = [self._source.rows(f"SELECT count(*), coalesce(sum({TIMES}), 0) FROM ({often})")[0] for often in found]
        sets, rows = (sum(map(int, column)) for column in zip(*counts, strict=True))
        if not sets:
            return "", HIGHEST, 1.0
        if sets <= LISTED:
            keys = [
                one[0]
                for often, count in zip(found, counts, strict=True)
                if count[0]
                for one in self._source.rows(often)
            ]
            return ", ".join(map(str, keys)), HIGHEST, 1.0
        share = min(1 / ranges, most / rows)
        highest = int(share * HIGHEST) if share < 1 else HIGHEST
        return f"SELECT {KEY} FROM ({self._often(key, -1, highest)})", highest, share

    def _often(self, key: str, low: int, high: int) -> str:
        """A query for the keys above `low` and up to `high` that occur more than once."""
        within = "" if (low, high) == (-1, HIGHEST) else f" WHERE {KEY} > {low} AND {KEY} <= {high}"
        keys = f"SELECT {KEY} FROM (SELECT {key} AS {KEY} FROM predictions WHERE {self._known}){within}"
        return f"SELECT {KEY}, count(*) AS {TIMES} FROM ({keys}) GROUP BY {KEY} HAVING count(*) > 1"

    @cached_property
    def classes(self) -> tuple[tuple[Label, ...], Array]:
        """The classes of all rows and how many have each, in the order of the classes."""
        name = self._roles[0]
        found = self._source.only(self._known).grouped([name])
        labels, codes = encode(found.values[name], name)
        counts = np.ones(len(codes), np.int64) if found.counts is None else found.counts
        return labels, np.bincount(codes, counts, minlength=len(labels)).astype(np.int64)


def holding(
    source: Source, target: str, roles: Sequence[str], *, group: str | None, row: str | None, split: bool, seed: int
) -> Whole | Beyond:
    """The rows that an audit holds within the memory that the source was opened with; `roles` begin with the target."""
    if not isinstance(source, SqlSource):
        return Whole(source, target, roles)
    kinds = source.kinds
    size = ROW + SPLITS * split + sum(NUMBER if kinds[name] == "number" else TEXT for name in roles[1:])
    most = source.limits.memory // size
    if source.size <= most:
        return Whole(source, target, roles)
    return Beyond(source, target, roles, most, group=group, row=row, seed=seed)
