"""What an audit found about the columns of a table, and how it looked: what findings keep of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from probative.errors import in_number
from probative.records import Document, Record


@dataclass(frozen=True, slots=True)
class AuditedColumn(Record):
    """One input: its kind, its gaps, its different values, and what it tells about the target alone."""

    name: str
    kind: str
    missing: int
    distinct: int
    alone: float | None = None
    """How far a rule of this input alone gets from chance (0) to perfect (1) on rows it was not made from."""
    notes: tuple[str, ...] = ()
    """Codes of the notes about it."""


@dataclass(frozen=True, slots=True)
class Audit(Record):
    """The table as it was audited: its columns, and what was looked at on which rows."""

    head: ClassVar[Document] = {"kind": "audit"}

    target: str
    task: str
    n: int
    sample: int
    seed: int
    columns: tuple[AuditedColumn, ...]
    classes: dict[str, int]
    splits: tuple[tuple[int, int], ...] = ()
    """Rows that are trained on and tested, split by split."""
    roles: dict[str, str] | None = None
    estimated: bool = False
    """Whether different values were estimated: exact counts of many rows take too much memory."""
    checks: tuple[str, ...] = ()
    """What was looked for, in words."""
    held: int | None = None
    """Rows of which splits, groups, times and order were looked at, where all of them did not fit into memory."""
    memory: str = ""
    """The memory that was not enough, in words."""

    def headline(self) -> str:
        """How many rows and columns, and what is to be predicted."""
        what = f"{len(self.classes)} classes" if self.classes else "a number"
        held = "" if self.held is None else f" · {self.memory}: {self.held:,} rows held"
        words = in_number(f"{self.n:,} rows · {len(self.columns)} inputs · target ")
        return f"{words}{self.target} ({in_number(what)}){held}"

    def about_held(self) -> str:
        """What was asked of all rows and what of some, where they did not fit into memory; else nothing."""
        if self.held is None:
            return ""
        return (
            f"{self.memory} (--memory) does not hold all rows: copies, rows that disagree, gaps, ids and class sizes "
            f"are of all {self.n:,}; splits, groups, times and order were looked at in {self.held:,} of them: those "
            f"that have a copy, and stretches or whole groups drawn at random (seed {self.seed})."
        )
