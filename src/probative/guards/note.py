"""A note: one thing that a reader of the numbers must know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from probative.records import Record

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
FEW = 3
"""Models whose own numbers a common message gives."""


@dataclass(frozen=True, slots=True)
class Note(Record):
    """What was found, how bad it is, and what to do about it; `code` names the guard that found it."""

    code: str
    severity: Severity
    requirement: str
    message: str
    remedy: str
    model: str | None = None
    """The model that this is about, or several in a row; None where it is about all of them, or about the data."""
    numbers: Mapping[str, float | str] = field(default_factory=dict, hash=False)
    """What was counted or measured, by name, for machines; the message says it in words."""
    rows: tuple[int | str, ...] = ()
    """The rows that this is about, all of them, by id or by their place from 0."""
    columns: tuple[str, ...] = ()
    """The columns that this is about."""
    models: tuple[str, ...] = ()
    """The models that this is about, one by one; empty where it is about all of them, or about the data."""
    each: str = ""
    """What is so of this model alone, where the message may be true of several: it goes into their common message."""

    @property
    def text(self) -> str:
        """The message, after the name of the model that it is about."""
        return self.message if self.model is None else f"{self.model}: {self.message}"

    def __str__(self) -> str:
        return f"{self.severity}: {self.text} {self.remedy} ({self.code})"


def by_severity(notes: Iterable[Note]) -> list[Note]:
    """Errors first, then warnings, then notes; each note once, and equal ones of several models as one.

    >>> told = [Note("few-rows", "warning", "", "few rows.", "more", model, models=(model,)) for model in ("A", "B")]
    >>> [note.text for note in by_severity(told)]
    ['A, B: few rows.']
    """
    equal: dict[tuple[object, ...], list[Note]] = {}
    for note in notes:
        key = (note.code, note.severity, note.message, note.remedy, note.rows, note.columns, note.model is None)
        equal.setdefault(key, []).append(note)
    return sorted(map(_one, equal.values()), key=lambda note: SEVERITIES.index(note.severity))


def counted(notes: Iterable[Note]) -> str:
    """How many there are of each severity, the gravest first.

    >>> counted([Note("few-rows", "note", "", "few rows.", "more"), Note("no-rows", "warning", "", "no rows.", "more")])
    '1 warning, 1 note'
    """
    counts = Counter(note.severity for note in notes)
    return ", ".join(f"{counts[kind]} {kind}{'s' * (counts[kind] != 1)}" for kind in SEVERITIES if counts[kind])


def _one(notes: list[Note]) -> Note:
    """Notes that say the same as one, which names all their models, and of the first few what is theirs alone."""
    names = tuple(dict.fromkeys(name for note in notes for name in note.models))
    several = len(names) > 1
    parts = [f"{note.model}: {note.each}" if several else note.each for note in notes if note.each]
    if len(parts) > FEW:
        parts = [*parts[:FEW], f"{len(parts) - FEW} more in the tables"]
    first = notes[0]
    if parts:
        first = replace(first, message=f"{first.message} {'; '.join(parts)}.", each="")
    return replace(first, model=", ".join(names), models=names) if several else first
