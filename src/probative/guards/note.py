"""A note: one thing that a reader of the numbers must know."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Note:
    """What was found, how bad it is, and what to do about it; `code` names the guard that found it."""

    code: str
    severity: Severity
    requirement: str
    message: str
    remedy: str

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Note:
        """The note that `to_dict` described."""
        note = cls(**{name: str(value) for name, value in plain.items()})  # type: ignore[arg-type]
        if note.severity not in SEVERITIES:
            raise ValueError(f"unknown severity {note.severity!r}")
        return note

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


def by_severity(notes: list[Note]) -> list[Note]:
    """Errors first, then warnings, then notes; each note once."""
    return sorted(dict.fromkeys(notes), key=lambda note: SEVERITIES.index(note.severity))
