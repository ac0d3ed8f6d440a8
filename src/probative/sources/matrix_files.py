"""Files that hold one confusion matrix: numbers in a square, with the names of the classes or without."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from probative.errors import BadCounts, UnreadableFile
from probative.evidence.arrays import Array
from probative.evidence.labels import Label


@dataclass(frozen=True, slots=True)
class MatrixFile:
    """A square of counts as it stands in a file, and the names of its classes in the order of the rows."""

    counts: Array
    labels: tuple[Label, ...] | None


def read_matrix(path: str | os.PathLike[str]) -> MatrixFile:
    r"""The matrix in a .csv or .tsv: a square of numbers, or with a line and a column of names around it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "m.csv").write_text("actual,yes,no\nyes,40,10\nno,5,45\n")
    ...     read_matrix(Path(folder, "m.csv")).labels
    ('yes', 'no')
    """
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFile(
            f"{file.name!r} cannot be read as a matrix.",
            found=getattr(error, "strerror", None) or "no text",
            remedy="a .csv file: a line of class names, then for each actual class its name and its counts",
        ) from error
    lines = [[cell.strip() for cell in line] for line in csv.reader(text.splitlines(), delimiter=_delimiter(text))]
    lines = [line for line in lines if any(line)]
    if lines and all(_number(cell) for cell in lines[0]):
        return MatrixFile(_numbers(lines, file.name), None)
    return _named(lines, file.name)


def _delimiter(text: str) -> str:
    first = text.splitlines()[0] if text.strip() else ""
    return max(",;\t", key=first.count)


def _named(lines: list[list[str]], name: str) -> MatrixFile:
    """A square with names; columns may stand in another order than rows."""
    columns, rows = (lines[0][1:], [line[0] for line in lines[1:]]) if lines else ([], [])
    if len(rows) < 2 or len(set(rows)) < len(rows) or sorted(rows) != sorted(columns):
        raise BadCounts(
            f"{name!r} does not name the same classes in its rows and in its columns.",
            found=f"rows {', '.join(rows[:8]) or 'none'}; columns {', '.join(columns[:8]) or 'none'}",
            remedy="a line of class names, then for each actual class its name and its counts",
        )
    table = _numbers([line[1:] for line in lines[1:]], name)[:, [columns.index(row) for row in rows]]
    return MatrixFile(table, _labels(rows))


def _labels(names: list[str]) -> tuple[Label, ...]:
    """Names as labels: whole numbers where all of them are."""
    return tuple(int(name) for name in names) if all(_whole(name) for name in names) else tuple(names)


def _numbers(lines: list[list[str]], name: str) -> Array:
    if any(len(line) != len(lines) for line in lines):
        raise BadCounts(f"the matrix in {name!r} is not square.", found=f"{len(lines)} rows, {len(lines[0])} columns")
    for line in lines:
        if odd := [cell for cell in line if not _number(cell)]:
            raise BadCounts(f"{name!r} holds something that is no count.", found=repr(odd[0]), remedy="whole numbers")
    return np.array([[float(cell) for cell in line] for line in lines])


def _number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _whole(cell: str) -> bool:
    return cell.removeprefix("-").isdecimal()
