"""What may have leaked from test rows into training, as far as a run could see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from probative.records import Record


@dataclass(frozen=True, slots=True)
class Leaks(Record):
    """Rows, ids, fitted steps and columns that let training know of test rows; what was not found is nothing.

    Rows are numbers from 0, and at most `LISTED` of them are written down; `twin_rows` counts all.
    """

    overlapping: tuple[int, ...] = ()
    """Rows that one split both trains on and tests: only where it was forced."""
    ids: tuple[int | str, ...] = ()
    """Ids that stand on both sides of a split: only where it was forced."""
    twins: tuple[int, ...] = ()
    """Tested rows whose inputs and target also stand in the training rows of the same split."""
    twin_rows: int = 0
    by_chance: bool = False
    """Whether columns have so few values that chance alone makes about as many equal rows."""
    seen: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By model: steps that were fitted on all rows beforehand and are not fitted again."""
    unknown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By model: steps that were fitted beforehand, nobody knows on which rows."""
    scaled: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind of scaling: columns that look as it leaves them when it is fitted on all rows."""
    columns: int = 0
    """Columns that were looked at for scaling."""
    declared: str | None = None
    """What was done to the rows before the run, in the words of whoever did it."""

    @classmethod
    def counted(cls, equal_rows: int, scaled_columns: int, columns: int) -> Self:
        """From the numbers that runs of the first release kept."""
        scaled = {"standardised": tuple("?" * scaled_columns)} if scaled_columns else {}
        return cls(twin_rows=equal_rows, scaled=scaled, columns=columns)
