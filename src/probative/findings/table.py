"""A table: what every renderer of rows and columns starts from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """Named columns and rows of text; prints itself aligned.

    >>> print(Table("", ("measure", "A"), (("recall", "0.80"), ("f1", "0.842"))))
    measure  A
    recall    0.80
    f1       0.842
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        lines = [self.title] if self.title else []
        lines.append("  ".join(name.ljust(width) for name, width in zip(self.columns, widths, strict=True)).rstrip())
        for first, *rest in self.rows:
            cells = [first.ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def to_dicts(self) -> list[dict[str, Any]]:
        """One dict per row, ready for any dataframe library."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]
