"""Small tables in text files, cell by cell: matrices of counts, tables of costs."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from probative.sources.decimal_commas import COMMA
from probative.sources.encodings import decoded


def read_cells(path: Path) -> list[list[str]]:
    r"""The cells of every line that has some, without blanks around them; decimal commas as points.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "m.csv").write_text("a; b\n1,5;2\n")
    ...     read_cells(Path(folder, "m.csv"))
    [['a', 'b'], ['1.5', '2']]
    """
    text = decoded(path)[0]
    mark = _delimiter(text)
    lines = [[cell.strip() for cell in line] for line in csv.reader(text.splitlines(), delimiter=mark)]
    if mark != ",":
        lines = [[cell.replace(",", ".") if re.fullmatch(COMMA, cell) else cell for cell in line] for line in lines]
    return [line for line in lines if any(line)]


def _delimiter(text: str) -> str:
    first = text.splitlines()[0] if text.strip() else ""
    return max(",;\t", key=first.count)
