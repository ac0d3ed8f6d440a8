"""Computed numbers as records: what a study of a known world writes and reads back."""

from __future__ import annotations

from dataclasses import dataclass

from probative.records import Record
from probative.theory.computed import Computed


@dataclass(frozen=True, slots=True)
class Known(Record):
    """A number of a known world, with how it was computed and its standard error where draws were made."""

    value: float
    method: str
    standard_error: float = 0.0
    draws: int | None = None
    seed: int | None = None
    digits: int = 10
    """Digits that can be relied on, where nothing was drawn."""

    @classmethod
    def of(cls, found: Computed) -> Known:
        """From a computed number."""
        return cls(float(found), found.method, found.standard_error, found.draws, found.seed, found.digits)

    def __str__(self) -> str:
        return str(Computed(self.value, self.method, self.standard_error, draws=self.draws, digits=self.digits))
