"""Lines before the table of a text file that begin with #: who made it, when, from what."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

MARK = "#"
MOST = 1000
"""Lines that are looked at."""


def preamble(file: Path) -> int:
    """How many lines stand before the names of the columns; 0 where the first line names them, with a # or without.

    Only lines before the table are remarks. A row that begins with # is a row: engines that guess drop it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "p.csv")
    ...     for lines in (["# by me", "y,s", "1,0.5"], ["#y,s", "1,0.5"], ["y,s", "#1,0.5"]):
    ...         _ = file.write_text(chr(10).join(lines))
    ...         print(preamble(file))
    1
    0
    0
    """
    import duckdb

    last, place = "", 0
    with suppress(OSError, EOFError, duckdb.Error):
        for number, line in enumerate(islice(_lines(file), MOST)):
            if line.startswith(MARK):
                last, place = line, number
            elif not last:
                return 0
            elif line.strip():
                named = _is_row(line) and _fields(last, line) == _fields(line, line)
                return place if named else number
    return 0


def _lines(file: Path) -> Iterator[str]:
    if file.suffix.lower() == ".gz":
        with gzip.open(file, "rt", encoding="utf-8-sig", errors="replace") as packed:
            yield from packed
    elif file.suffix.lower() == ".zst":
        yield from _unpacked(file)
    elif file.is_file():
        with file.open(encoding="utf-8-sig", errors="replace") as text:
            yield from text


def _unpacked(file: Path) -> Iterator[str]:
    """The first lines of a file that only the engine can unpack: a table of one column, for no text holds its mark."""
    import duckdb

    plain: dict[str, Any] = {"header": False, "columns": {"line": "VARCHAR"}, "auto_detect": False, "delimiter": "\x01"}
    plain |= {"quotechar": "", "escapechar": "", "compression": "zstd", "strict_mode": False}
    with duckdb.connect() as connection:
        lines = connection.read_csv(str(file), **plain).limit(MOST).fetchall()
    yield from (line or "" for (line,) in lines)


def _is_row(line: str) -> bool:
    """Whether a line has a number among its fields, which the names of columns have not."""
    for field in line.strip().split(_separator(line)):
        with suppress(ValueError):
            float(field.strip('" '))
            return True
    return False


def _fields(line: str, like: str) -> int:
    return line.count(_separator(like)) + 1


def _separator(line: str) -> str:
    return max(",;\t|", key=line.count)
