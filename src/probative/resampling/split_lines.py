"""Splits as a table of lines: which row, in which fold and repeat, and whether it is trained on or tested there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from probative.errors import BadInput, BadParameter, LengthMismatch, MissingColumn
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.sources import Source
from probative.sources.columns import missing_in

IN_TRAINING = ("train", "training", "learn", "fit", "dev")
IN_TEST = ("test", "testing", "tested", "hold-out", "holdout", "eval", "evaluation")
PARTS, FOLDS = ("role", "part", "set", "subset", "split", "fold"), ("fold", "split", "part", "set", "subset")
"""What columns of roles, and of folds, are called."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A line for a row and a split; without roles, a fold is tested by what its repeat has in other folds.

    >>> lines = Lines(np.array([0, 1, 2, 3]), fold=np.array(["a", "b", "a", "b"]))
    >>> [(train.tolist(), test.tolist()) for train, test in lines.pairs()]
    [([1, 3], [0, 2]), ([0, 2], [1, 3])]
    """

    rows: Array
    """Places in the table that is split."""
    role: Array | None = None
    fold: Array | None = None
    repeat: Array | None = None

    @classmethod
    def of(cls, table: Source, n: int, ids: Array | None, row: str | None, at: Array | None = None) -> Lines:
        """The lines of a table, by the names of its columns; `row` names ids, and `ids` are those of the data.

        Where ids are of some rows only, `at` are the places of these.
        """
        names = {name.lower(): name for name in table.kinds}
        by_id = row if row is not None and ids is not None and row in table.kinds else None
        wanted = {names[word] for word in (*PARTS, "repeat", "inner", "row") if word in names}
        columns = table.listed([*wanted, *({by_id} - wanted if by_id else ())]).values
        read = {word: columns[name] for word, name in names.items() if name in columns}
        role = next((word for word in PARTS if word in read and _trains(read[word])), None)
        fold = next((word for word in FOLDS if word in read and word != role), None)
        if role is None and fold is None:
            raise MissingColumn(
                "the splits have no column of parts.",
                found=", ".join(list(table.kinds)[:20]),
                remedy="columns 'row' and 'fold' (and 'repeat'), a column 'part' with train and test, or the file that "
                "probative plan --indices writes",
            )
        kept = ~missing_in(read[role or fold or ""])
        if "inner" in read:
            kept &= missing_in(read["inner"]) | (read["inner"].astype(str) == "")
        line, place = _places(columns, by_id, read.get("row"), ids, n, table.size)
        place = place if at is None or by_id is None else at[place]
        line, place = line[kept[line]], place[kept[line]]
        again = "repeat" if "repeat" in read else None
        roles, folds, repeats = (None if w is None else read[w][line].astype(str) for w in (role, fold, again))
        return cls(place, roles, folds, repeats)

    def pairs(self, *, tested_only: bool = False) -> list[tuple[Array, Array]]:
        """Training and test rows of every split; with `tested_only`, of parts called test where there are some."""
        return [pair for here in _each(self.repeat, len(self.rows)) for pair in self._of_repeat(here, tested_only)]

    def _of_repeat(self, here: Array, tested_only: bool) -> Iterator[tuple[Array, Array]]:
        if self.role is None:
            for test in _each(self.fold, len(self.rows), here):
                yield self.rows[here & ~test], self.rows[test]
            return
        words = np.array([word.strip().lower() for word in self.role.tolist()])
        trained, tested = np.isin(words, IN_TRAINING), np.isin(words, IN_TEST)
        tells = tested_only and tested.any()
        for fold in _each(self.fold, len(self.rows), here):
            for part in _each(
                words, len(words), fold & ~trained & (tested if tells or self.fold is not None else True)
            ):
                yield self.rows[fold & trained], self.rows[part]


def _trains(column: Array) -> bool:
    return any(str(value).strip().lower() in IN_TRAINING for value in set(column.tolist()))


def _each(column: Array | None, n: int, inside: Array | bool = True) -> Iterator[Array]:
    """The lines of every value of a column, in the order of its values; of one value where there is no column."""
    inside = np.broadcast_to(inside, n)
    if column is None:
        yield inside
        return
    if inside.any():
        labels, codes = encode(_numbered(column), "splits")
        for code in range(len(labels)):
            here = inside & (codes == code)
            if here.any():
                yield here


def _numbered(column: Array) -> Array:
    """Numbers of folds as numbers, so that 10 comes after 9."""
    try:
        return column.astype(np.float64)
    except ValueError:
        return column


def _places(
    columns: dict[str, Array], by_id: str | None, numbers: Array | None, ids: Array | None, n: int, lines: int
) -> tuple[Array, Array]:
    """The lines, and the place in the data that each is about; an id may stand for several rows."""
    if by_id is not None and ids is not None:
        return _of_ids(columns[by_id], ids, by_id)
    if numbers is None:
        if lines != n:
            raise LengthMismatch(
                "the splits are of another number of rows.",
                found=f"{lines:,} and {n:,} rows",
                remedy="a line for each row in the order of the table, a column 'row' with their numbers (from 0), or "
                "the ids of the data: row= (--row)",
            )
        return np.arange(n), np.arange(n)
    try:
        places = numbers.astype(np.float64)
    except ValueError:
        places = np.full(1, np.nan)
    if not (np.isfinite(places) & (places >= 0) & (places < n) & (places == np.floor(places))).all():
        raise BadParameter(
            "the splits do not name rows of the table.",
            found=f"{numbers[0]} in column 'row'" if len(numbers) else "no row",
            remedy=f"row numbers from 0 to {n - 1}; or ids, in a column that both tables have: row= (--row)",
        )
    return np.arange(lines), places.astype(np.int64)


def _of_ids(named: Array, ids: Array, column: str) -> tuple[Array, Array]:
    where: dict[str, list[int]] = {}
    for place, one in enumerate(ids.tolist()):
        where.setdefault(str(one), []).append(place)
    found = [(line, place) for line, one in enumerate(named.tolist()) for place in where.get(str(one), ())]
    if not found:
        raise BadInput(
            "no row of the table has an id of the splits.",
            found=f"{column} {named[0]}" if len(named) else "no ids",
            remedy="the same ids in both",
        )
    lines, places = np.array(found, np.int64).T
    return lines, places
