"""Exact copies of rows: inside the table, across parts, and with different targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.equal_rows import halves_tell_chance
from probative.evidence.replication import mixed
from probative.guards.audit.identifiers import names_rows
from probative.guards.audit.table import AuditTable
from probative.guards.guard import Guard
from probative.guards.note import Note

WITHIN = Guard(
    "rows-copied",
    "warning",
    "",
    "At least one row in a hundred is an exact copy of another, target included, and chance does not explain it.",
    "Copies land on both sides of a random split, where the model has seen the answers.",
    "drop the copies before splitting",
)
FEW_COPIES = Guard(
    "rows-alike",
    "note",
    "",
    "Some rows have equal inputs: few of them, or as many as columns with few values make by chance.",
    "They are harmless where they are what the population gives; a split should still keep them on one side.",
    "look at them",
)
ACROSS = Guard(
    "copies-across-parts",
    "error",
    "",
    "Rows of a test part are exact copies, target included, of training rows, and chance does not explain it.",
    "The model has seen the answers: the test measures memory.",
    "make the splits anew, without the copies",
)
CONFLICT = Guard(
    "copies-disagree",
    "warning",
    "",
    "Rows with equal inputs have different classes, and chance does not explain that there are equal rows.",
    "No rule can be right about all of them, and each training on one of them is told the opposite by the other.",
    "look at these rows, and settle their labels",
)
TEXTS = ("category", "text", "prose")
COPIED = 0.8
"""The share of equal pairs that inputs must leave for copies before the target is asked: inputs may fix it."""
SHARE = 0.01
"""Copies among the rows from which they matter."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Rows that occur more than once, and the set of equal rows that each belongs to."""

    rows: Array
    """Positions."""
    sets: Array
    """Codes of the sets, one for each of these rows."""

    @classmethod
    def of(cls, keys: Array) -> Alike:
        """Rows with equal keys, found by sorting: of keys that occur once nothing is kept."""
        ordered = np.sort(keys)
        often = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
        if not len(often):
            return cls(np.zeros(0, np.intp), np.zeros(0, np.intp))
        sets = np.minimum(np.searchsorted(often, keys), len(often) - 1)
        rows = np.flatnonzero(often[sets] == keys)
        return cls(rows, sets[rows])


def copies(table: AuditTable) -> Iterator[Note]:
    """What is equal, what disagrees, and whether it stands on both sides of a split."""
    if not telling(table) or table.n < 2:
        return
    alike = Alike.of(table.keys)
    if not len(alike.rows):
        return
    whole = mixed(table.keys) ^ mixed(_bits(table.y))
    by_chance, full = explained_by_chance(table, whole), Alike.of(whole)
    yield from _across(table, full, by_chance)
    yield from _conflicts(table, alike, by_chance)
    again = len(full.rows) - (int(full.sets.max()) + 1 if len(full.rows) else 0)
    copied = np.sort(full.rows)
    share = again / table.repeats / table.n
    if not again:
        return
    told = (
        f"{table.counted(again)} of {table.n:,} rows are exact copies of earlier ones, target included "
        f"(hashes of normalised rows; {table.such_as(copied)})"
    )
    mended = _distinct(table)
    rows = table.rows(copied)
    together = _in_one_group(table, full)
    if share >= SHARE and not by_chance and not together:
        message = f"{told}: a random split puts copies on both sides."
        yield WITHIN(message, mended, rows=rows, copies=round(again / table.repeats), share=share)
    else:
        why = "columns with few values make equal rows by chance" if by_chance else "few enough to look at"
        why = f"groups of {table.group_name!r} keep them together" if together else why
        yield FEW_COPIES(f"{told}: {why}.", mended, rows=rows, copies=round(again / table.repeats), share=share)


def _in_one_group(table: AuditTable, full: Alike) -> bool:
    """Whether all copies of a row are in its own group: a split by groups does not tear them apart."""
    if table.group is None:
        return False
    low, high = np.full(int(full.sets.max()) + 1, len(table.y)), np.full(int(full.sets.max()) + 1, -1)
    np.minimum.at(low, full.sets, table.group[full.rows])
    np.maximum.at(high, full.sets, table.group[full.rows])
    return bool((low == high).all())


def _across(table: AuditTable, full: Alike, by_chance: bool) -> Iterator[Note]:
    if not table.pairs or not len(full.rows) or by_chance:
        return
    code = np.full(len(table.y), -1)
    code[full.rows] = full.sets
    leaked = np.zeros(len(table.y), bool)
    tested = np.zeros(len(table.y), bool)
    for pair in table.pairs:
        seen = np.zeros(int(full.sets.max()) + 2, bool)
        seen[code[pair.train]] = True
        seen[-1] = False  # where -1 points: rows that occur once
        leaked[pair.test] |= seen[code[pair.test]]
        tested[pair.test] = True
    rows = np.flatnonzero(leaked)
    if len(rows):
        # All copies are held, but not all rows that are tested.
        among = _tested(table, tested)
        yield ACROSS(
            f"{table.counted(len(rows))} of {'about ' * bool(table.memory)}{among:,.0f} tested rows have an "
            f"exact copy among the rows that are trained on (hashes of normalised rows; {table.such_as(rows)}).",
            _distinct(table),
            rows=table.rows(rows),
            copies=round(len(rows) / table.repeats),
            share=len(rows) / table.repeats / among,
        )


def _tested(table: AuditTable, tested: Array) -> float:
    """How many of all rows are tested, by those that are held as they were drawn."""
    if table.drawn is None:
        return float(tested.sum())
    return float(tested[table.drawn].mean()) * table.n


def _conflicts(table: AuditTable, alike: Alike, by_chance: bool) -> Iterator[Note]:
    if not table.classifies:
        return
    counts = _by_class(table, alike)
    split = (counts > 0).sum(axis=1) > 1
    rows = np.sort(alike.rows[split[alike.sets]])
    if not len(rows):
        return
    bound = _bound(table, counts)
    message = (
        f"{table.counted(len(rows))} rows have equal inputs but different classes ({table.counted(int(split.sum()))} "
        f"sets): here no rule "
        f"reaches an accuracy above {bound:.4f} ({table.such_as(rows)})."
    )
    guard = CONFLICT if not by_chance and len(rows) / table.repeats >= max(3, SHARE * table.n) else FEW_COPIES
    yield guard(message, _settle(table), rows=table.rows(rows), conflicts=round(len(rows) / table.repeats), bound=bound)


def _distinct(table: AuditTable) -> str:
    """The rows without copies; ids and parts tell copies apart, and are left out of what must be equal."""
    told = telling(table)
    others = table.ids is not None or table.group is not None or table.time is not None or bool(table.pairs)
    texts = {field.name for field in table.fields if field.kind in TEXTS}
    if not others and not texts and len(told) == len(table.fields):
        return table.say.sql("SELECT DISTINCT * FROM {}")
    # Texts are copies of each other whatever their case and the blanks around them.
    alike = [f"lower(trim({_quoted([name])}::VARCHAR))" if name in texts else _quoted([name]) for name in told]
    return table.say.sql(f"SELECT DISTINCT ON ({', '.join([*alike, _quoted([table.target])])}) * FROM {{}}")


def _settle(table: AuditTable) -> str:
    """The rows whose equals have another class."""
    inside = f"PARTITION BY {_quoted(telling(table))}"
    return table.say.sql(f"SELECT * FROM {{}} QUALIFY count(DISTINCT {_quoted([table.target])}) OVER ({inside}) > 1")


def _quoted(names: list[str]) -> str:
    return ", ".join('"' + name.replace('"', '""').replace("{", "{{").replace("}", "}}") + '"' for name in names)


def telling(table: AuditTable) -> list[str]:
    """The inputs by which rows are equal or not: not their names."""
    n = table.rows_of_all
    return [field.name for field in table.fields if field.facts.distinct > 1 and not names_rows(field, n)]


def _by_class(table: AuditTable, alike: Alike) -> Array:
    """How many rows of each class every set has."""
    counts = np.zeros((int(alike.sets.max()) + 1, len(table.labels)), np.int64)
    np.add.at(counts, (alike.sets, table.y[alike.rows]), 1)
    return counts


def accuracy_bound(table: AuditTable) -> float:
    """The highest accuracy that equal rows with different classes leave to any rule."""
    alike = Alike.of(table.keys)
    if not len(alike.rows):
        return 1.0
    return _bound(table, _by_class(table, alike))


def _bound(table: AuditTable, counts: Array) -> float:
    """The highest accuracy that any rule reaches, by the rows of each class in every set of equal ones."""
    return 1 - int((counts.sum(axis=1) - counts.max(axis=1)).sum()) / table.repeats / table.n


def explained_by_chance(table: AuditTable, full: Array) -> bool:
    """Whether columns with few values make equal rows by chance, or none of what there is can tell that they do not.

    Where halves of the inputs cannot tell, a target of many values may: rows that are equal by chance have other
    targets. `full` holds a key of inputs and target for every row.
    """
    told = telling(table)
    fields = [field for field in table.fields if field.name in told]
    columns = [(field.values + 0.0).view(np.uint64) for field in fields]
    # Of sets of equal rows some may be held: as few pairs among as few rows.
    n = round(table.n * table.repeats)
    said = halves_tell_chance(columns, table.keys, COPIED, n)
    if said is None and not table.classifies:
        said = halves_tell_chance([*columns, _bits(table.y[table.sample])], full, n=n)
    return said is not False


def _bits(numbers: Array) -> Array:
    return np.ascontiguousarray(numbers).view(np.uint64)
