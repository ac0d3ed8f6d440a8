"""A note: one thing that a reader of the numbers must know."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Note:
    """What was found, how bad it is, and what to do about it; `code` names the guard that found it."""

    code: str
    severity: Severity
    requirement: str
    message: str
    remedy: str

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


def by_severity(notes: list[Note]) -> list[Note]:
    """Errors first, then warnings, then notes; each note once."""
    rank = {"error": 0, "warning": 1, "note": 2}
    return sorted(dict.fromkeys(notes), key=lambda note: rank[note.severity])
