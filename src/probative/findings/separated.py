"""Tables as comma-separated values, with numbers that other programs can read."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probative.findings.table import Table

_INTERVAL = re.compile(r"(?P<value>\S+) +\[(?:(?P<low>\S+), (?P<high>\S+)|[a-z ]+)\]")
_NUMBER = re.compile(r"[−-]?(?:∞|[0-9][0-9,]*(?:\.[0-9]+)?(?:e[+−-]?[0-9]+)?)")


def separated_table(table: Table) -> str:
    """A header and rows; a column of values with intervals becomes three."""
    columns: list[list[str]] = []
    for i, (name, side) in enumerate(zip(table.columns, table.sides, strict=True)):
        cells = [row[i] for row in table.rows]
        columns += _split(name, cells, table.level) if side == "r" else [[name, *cells]]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(zip(*columns, strict=True))
    return text.getvalue()


def plain_number(text: str) -> str:
    """A number as other programs write it; anything else as it is.

    >>> [plain_number(text) for text in ("−1,234.5", "∞", "undefined")]
    ['-1234.5', 'inf', 'undefined']
    """
    if not _NUMBER.fullmatch(text):
        return text
    return text.replace("−", "-").replace("∞", "inf").replace(",", "")


def _split(name: str, cells: list[str], level: float | None) -> list[list[str]]:
    """A column of numbers; values, lower and upper ends where its cells have intervals."""
    found = [_INTERVAL.fullmatch(cell) for cell in cells]
    if level is None or not any(found):
        return [[name, *map(plain_number, cells)]]
    values = [cell if match is None else match["value"] for cell, match in zip(cells, found, strict=True)]
    ends = [
        [f"{name} ({level * 100:g} % interval {word})", *(plain_number((m and m[end]) or "") for m in found)]
        for word, end in (("from", "low"), ("to", "high"))
    ]
    return [[name, *map(plain_number, values)], *ends]
