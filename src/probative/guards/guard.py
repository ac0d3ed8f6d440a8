"""A guard: one thing that can be wrong with an evaluation, declared once and spoken of by its code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from probative.errors import in_number
from probative.guards.note import Note, Severity

GUARDS: dict[str, Guard] = {}
"""Every guard by its code: what `docs/guards.md` lists and `--accept` can name."""


@dataclass(frozen=True, slots=True)
class Guard:
    """What is looked for, how bad it is, and why it matters; calling it makes the note that reports a finding.

    `trigger` says when it speaks and `why` what goes wrong for those who do not listen, both for readers of the
    documentation; the message of a note has the numbers that were found.
    """

    code: str
    severity: Severity
    requirement: str
    trigger: str
    why: str
    remedy: str
    decks: str = ""
    """The lecture decks that warn of it; empty where the warning is our own."""

    def __post_init__(self) -> None:
        if GUARDS.setdefault(self.code, self) != self:
            raise ValueError(f"two guards are called {self.code!r}; a code names one thing.")

    def __call__(
        self,
        message: str,
        remedy: str | None = None,
        *,
        model: str | None = None,
        models: Iterable[str] = (),
        rows: Iterable[int | str] = (),
        columns: Iterable[str] = (),
        each: str = "",
        **numbers: float | str,
    ) -> Note:
        """The note that tells what was found here; `remedy` where this case has a better one than usual."""
        told = remedy or self.remedy
        named = tuple(models) if model is None else (model,)
        place = (", ".join(named) or None, numbers, tuple(rows), tuple(columns), named, each)
        return Note(self.code, self.severity, self.requirement, in_number(message), told, *place)
