"""Files that hold one confusion matrix: numbers in a square, with the names of the classes or without."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from probative.errors import BadCounts, UnreadableFile
from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.sources.cells import read_cells

LAYOUT = "a line of class names, then for each actual class its name and its counts"


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
        lines = read_cells(file)
    except UnreadableFile as error:
        raise UnreadableFile(
            f"{file.name!r} cannot be read as a matrix.", found=error.found or error.what, remedy=LAYOUT
        ) from error
    if lines and all(_number(cell) for cell in lines[0]):
        return MatrixFile(_numbers(lines, file.name), None)
    return _named(lines, file.name)


def _named(lines: list[list[str]], name: str) -> MatrixFile:
    """A square with names; columns may stand in another order than rows."""
    head, below = (lines[0], lines[1:]) if lines else ([], [])
    if below and all(len(line) == len(head) and all(map(_number, line)) for line in below) and len(below) == len(head):
        _refuse_one_side(name, "columns", head)
    if lines and all(len(line) == len(lines) + 1 and all(map(_number, line[1:])) for line in lines):
        _refuse_one_side(name, "rows", [line[0] for line in lines])
    # Some tools leave the corner out, and so one cell of the first line.
    cornered = any(len(line) <= len(head) for line in below)
    columns, rows = head[1:] if cornered else head, [line[0] for line in below]
    order = aligned(rows, columns, repr(name))
    table = _numbers([line[1:] for line in lines[1:]], name)[:, order]
    return MatrixFile(table, _labels(rows))


def _refuse_one_side(name: str, side: str, classes: list[str]) -> None:
    """Counts whose order nothing says are not guessed at."""
    raise BadCounts(
        f"{name!r} names its classes in one direction only, so the order of the other is not known.",
        found=f"{side} {', '.join(classes[:8])}",
        remedy=LAYOUT,
    )


def aligned(rows: Sequence[Label], columns: Sequence[Label], shown: str) -> list[int]:
    """Where the class of every row stands among the columns: both must name the same classes, each once.

    >>> aligned(["yes", "no"], ["no", "yes"], "the matrix")
    [1, 0]
    """
    if len(rows) < 2 or len(set(rows)) < len(rows) or len(rows) != len(columns) or set(rows) != set(columns):
        raise BadCounts(
            f"{shown} does not name the same classes in its rows and in its columns.",
            found=f"rows {_list(rows)}; columns {_list(columns)}",
            remedy=LAYOUT,
        )
    return [list(columns).index(row) for row in rows]


def _list(names: Sequence[Label]) -> str:
    return ", ".join(map(str, names[:8])) or "none"


def _labels(names: list[str]) -> tuple[Label, ...]:
    """Names as labels: whole numbers where all of them are."""
    return tuple(int(name) for name in names) if all(_whole(name) for name in names) else tuple(names)


def _numbers(lines: list[list[str]], name: str) -> Array:
    if any(len(line) != len(lines) for line in lines):
        found = f"{len(lines)} rows, {len(lines[0])} columns"
        raise BadCounts(f"the matrix in {name!r} is not square.", found=found, remedy=LAYOUT)
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
