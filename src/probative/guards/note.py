"""A note: one thing that a reader of the numbers must know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from probative.records import Record

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Note(Record):
    """What was found, how bad it is, and what to do about it; `code` names the guard that found it."""

    code: str
    severity: Severity
    requirement: str
    message: str
    remedy: str
    model: str | None = None
    """The model that this is about; None where it is about all of them, or about the data."""
    numbers: Mapping[str, float | str] = field(default_factory=dict, hash=False)
    """What was counted or measured, by name, for machines; the message says it in words."""
    rows: tuple[int | str, ...] = ()
    """The rows that this is about, all of them, by id or by their place from 0."""
    columns: tuple[str, ...] = ()
    """The columns that this is about."""

    @property
    def text(self) -> str:
        """The message, after the name of the model that it is about."""
        return self.message if self.model is None else f"{self.model}: {self.message}"


def by_severity(notes: list[Note]) -> list[Note]:
    """Errors first, then warnings, then notes; each note once."""
    return sorted(dict.fromkeys(notes), key=lambda note: SEVERITIES.index(note.severity))
