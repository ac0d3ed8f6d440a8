"""What a plan does with the rows: the role of every row in every split, as numbers and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.pictures import Chart
from probative.records import OMITTED, Record
from probative.resampling.layout_picture import TEST, TRAIN, VALIDATION, Lane, Strip, layout_chart
from probative.resampling.rows import Part, Rows

ROLES = ("unused", "training", "validation", "test")
MOST_CLASSES = 20
"""Targets with more different values are numbers to a picture."""
MOST_LINES = 60
"""Lines of a printed table."""
MOST_ROLES = 10**8
"""Rows times splits that are kept in memory, a byte each."""
About = tuple[str, str, int, int | None]
"""A plan's name, its description, its seed and its number of trainings."""
Inner = Callable[[Rows, Array], Iterator[tuple[Array, Array]]]


@dataclass(frozen=True, slots=True, eq=False)
class Split(Record):
    """One training: how many rows have which role, and how many of each class are tested."""

    repeat: int
    fold: int
    inner: int | None
    """The number of the inner split, where this training chooses inside a training part; None for an outer one."""
    training: int
    validation: int
    test: int
    tested: dict[str, int]
    """Rows of each class that are tested, where there are classes."""
    roles: Array = field(metadata=OMITTED)
    drawn: Array = field(metadata=OMITTED)
    """The training rows, as often as they were drawn."""

    def rows(self, role: str) -> list[int]:
        """The numbers of the rows that have a role, counted from 0 as they stand in the table."""
        found: list[int] = (
            self.drawn if role == "training" else np.flatnonzero(self.roles == ROLES.index(role))
        ).tolist()
        return found

    @property
    def place(self) -> str:
        """Repeat and fold, and the inner split, counted from one."""
        return f"{self.repeat + 1}.{self.fold + 1}" + ("" if self.inner is None else f".{self.inner + 1}")


@dataclass(frozen=True, slots=True, eq=False)
class Layout(Record):
    """A plan and these rows: every split with its sizes, how often rows are tested, and the number of trainings.

    >>> import probative as pv
    >>> found = pv.plan("5-fold stratified").layout(y=["a"] * 10 + ["b"] * 15)
    >>> found.splits[0].tested, found.times_tested
    ({'a': 2, 'b': 3}, {1: 25})
    """

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "plan"}

    plan: str
    about: str
    """The scheme in words, its seed and the number of trainings."""
    seed: int
    trainings: int | None
    """Of one model, candidates of a grid included where their number was given."""
    n: int
    splits: tuple[Split, ...]
    times_tested: dict[int, int]
    """How many rows are tested so often: a row that is never tested stands under 0."""
    order: Array = field(metadata=OMITTED)
    """The rows in the order in which a picture shows them."""
    strips: tuple[Strip, ...] = field(metadata=OMITTED)
    """What is known of the rows: classes, groups."""

    @classmethod
    def of(cls, about: About, rows: Rows, parts: Iterable[Part], inner: Inner, order: str) -> Layout:
        """The splits, made once and looked at."""
        classes = _classes(rows)
        splits: list[Split] = []
        tested = np.zeros(rows.n, np.intp)
        for part in parts:
            if (len(splits) + 1) * rows.n > MOST_ROLES:
                raise BadParameter(
                    "the plan has too many splits of these rows to be laid out.",
                    found=f"{rows.n:,} rows, more than {len(splits):,} splits",
                    remedy="fewer rows; plan.describe() counts the trainings",
                )
            splits.append(_split(part, classes, rows.n))
            tested[part.test] += 1
            for number, (train, validation) in enumerate(inner(rows, part.train)):
                within = Part(part.repeat, part.fold, np.concatenate([train, validation]), part.test, validation)
                splits.append(_split(within, classes, rows.n, number))
        often, count = np.unique(tested, return_counts=True)
        times = dict(zip(often.tolist(), count.tolist(), strict=True))
        strips = tuple(strip for strip in (classes, _groups(rows)) if strip is not None)
        return cls(*about, rows.n, tuple(splits), times, _order(rows, strips, order), strips)

    @property
    def outer(self) -> tuple[Split, ...]:
        """The splits that estimate, without those that choose inside."""
        return tuple(split for split in self.splits if split.inner is None)

    def pairs(self) -> list[dict[str, Any]]:
        """Every split with the numbers of its rows, counted from 0 as they stand in the table."""
        return [
            {"repeat": s.repeat, "fold": s.fold, "inner": s.inner} | {role: s.rows(role) for role in ROLES[1:]}
            for s in self.splits
        ]

    def columns(self) -> dict[str, list[Any]]:
        """The splits as a long table: one line for every row with its role; drawn several times, several lines."""
        places = [(s, row, role) for s in self.splits for role in ROLES[1:] for row in s.rows(role)]
        return {
            "repeat": [s.repeat for s, _, _ in places],
            "fold": [s.fold for s, _, _ in places],
            "inner": ["" if s.inner is None else s.inner for s, _, _ in places],
            "role": [role for _, _, role in places],
            "row": [row for _, row, _ in places],
        }

    def picture(self, name: str = "") -> Chart:
        """Every split as a line of rows in the colours of their roles, above strips of classes and groups."""
        lanes = [Lane(split.place, split.repeat, split.inner is not None, split.roles) for split in self.splits]
        return layout_chart(name or self.about, lanes, self.order, self.strips)

    def __str__(self) -> str:
        lines = [self.about, f"{self.n:,} rows; {_often(self.times_tested)}"]
        table = self._table()
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines += ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in table]
        inner = any(split.inner is not None for split in self.splits)
        classes = "; the columns after test count its rows of each class" if self.splits[0].tested else ""
        lines.append(f"split: repeat.fold{'.inner' * inner}{classes}")
        return "\n".join(lines)

    def _table(self) -> list[list[str]]:
        """Sizes of all splits; neighbours that are alike share a line."""
        validates = any(split.validation for split in self.splits)
        titles = ["split", "training", *["validation"] * validates, "test", *self.splits[0].tested]
        table = [titles]
        alike: list[tuple[list[str], list[Split]]] = []
        for split in self.splits:
            counts = [split.training, *[split.validation] * validates, split.test, *split.tested.values()]
            sizes = [f"{count:,}" for count in counts]
            if alike and alike[-1][0] == sizes and (alike[-1][1][-1].inner is None) == (split.inner is None):
                alike[-1][1].append(split)
            else:
                alike.append((sizes, [split]))
        for sizes, splits in alike[:MOST_LINES]:
            places = [splits[0].place, splits[-1].place][: len(splits)]
            table.append([" to ".join(places), *sizes])
        if len(alike) > MOST_LINES:
            table.append(["...", *[""] * (len(titles) - 1)])
        return table


def _split(part: Part, classes: Strip | None, n: int, inner: int | None = None) -> Split:
    roles = np.zeros(n, np.int8)
    roles[part.train] = TRAIN
    if part.validation is not None:
        roles[part.validation] = VALIDATION
    roles[part.test] = TEST
    validation = int((roles == VALIDATION).sum())
    # A bootstrap draw holds rows several times: its size counts them all, the picture shows each once.
    drawn = part.train if part.validation is None else part.train[~np.isin(part.train, part.validation)]
    tested: dict[str, int] = {}
    if classes is not None:
        there = np.bincount(classes.codes[part.test], minlength=len(classes.names))
        tested = dict(zip(classes.names, there.tolist(), strict=True))
    return Split(part.repeat, part.fold, inner, len(drawn), validation, len(part.test), tested, roles, drawn)


def _classes(rows: Rows) -> Strip | None:
    """The classes, where the targets are few enough to be some."""
    if rows.y is None:
        return None
    labels, codes = encode(rows.y, "y")
    return Strip("class", tuple(map(str, labels)), codes) if 1 < len(labels) <= MOST_CLASSES else None


def _groups(rows: Rows) -> Strip | None:
    if rows.groups is None:
        return None
    labels, codes = encode(rows.groups, "groups")
    return Strip("group", tuple(map(str, labels)), codes)


def _order(rows: Rows, strips: tuple[Strip, ...], order: str) -> Array:
    """By time, as in the table, or what belongs together side by side: groups, then classes."""
    if order == "time":
        return np.argsort(rows.ranks(), kind="stable")
    if order == "table" or not strips:
        return np.arange(rows.n)
    return np.lexsort([strip.codes for strip in strips])


def _often(times: dict[int, int]) -> str:
    if list(times) == [1]:
        return "every row is tested once"
    if len(times) == 1:
        return f"every row is tested {next(iter(times))} times"
    least, most = min(times), max(times)
    never = f", {times[0]:,} never" if 0 in times else ""
    return f"rows are tested {least} to {most} times{never}"
