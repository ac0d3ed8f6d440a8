"""Columns on disk: read through windows of memory that are given back as soon as they have been walked over.

A file is written plainly and mapped for reading. It has no name from the beginning, so that it goes with whoever holds
it, also when the process is killed.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Literal

import numpy as np

from probative.errors import NoRoom
from probative.evidence.arrays import Array


class ColumnFile:
    """A column that is written part by part, and read back as one array that is not in memory.

    >>> column = ColumnFile(np.float64)
    >>> column.add(np.array([3.0, 2.0])), column.add(np.array([1.0]))
    (None, None)
    >>> column.mapped().tolist()
    [3.0, 2.0, 1.0]
    """

    def __init__(self, dtype: type | np.dtype[np.generic], folder: str | None = None) -> None:
        self._dtype = np.dtype(dtype)
        self._folder = folder or tempfile.gettempdir()
        try:
            self._file: IO[bytes] = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115
        except OSError as error:
            raise no_room(self._folder, error) from error

    def add(self, part: Array) -> None:
        """Write further entries."""
        view = np.ascontiguousarray(part, self._dtype).view(np.uint8).data
        try:
            while len(view):
                view = view[self._file.write(view) :]
        except OSError as error:
            raise no_room(self._folder, error) from error

    def mapped(self) -> Array:
        """All that was written, closed for writing; the file lives as long as the array."""
        with self._file as file:
            if not os.fstat(file.fileno()).st_size:
                return np.zeros(0, self._dtype)
            return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), self._dtype)


def no_room(folder: str, error: object) -> NoRoom:
    """That a folder for large columns cannot be written to."""
    remedy = "a folder with more room: spill= (--spill)"
    return NoRoom(f"columns larger than memory cannot be written to {folder!r}.", found=error, remedy=remedy)


def on_disk(column: Array) -> bool:
    """Whether a column lies in a file."""
    return _memory(column) is not None


HANDFUL = 16
"""Questions about a column after which its windows are given back."""
AROUND = 1 << 21
"""Bytes on both sides of what is given back: with a page that is read come those the system keeps beside it."""


def let_go(*columns: Array | None) -> None:
    """Give the memory back that windows of mapped columns took; columns in memory are left alone.

    What is asked for again is read again: nothing can go wrong but time.
    """
    for column in columns:
        memory = None if column is None or not column.size else _memory(column)
        if memory is None or column is None or not hasattr(mmap, "MADV_DONTNEED"):
            continue
        start = _address(column) - _address(_whole(column))
        first = max(start - start % mmap.PAGESIZE - AROUND, 0)
        memory.madvise(mmap.MADV_DONTNEED, first, min(start + column.nbytes + AROUND, len(memory)) - first)


GIVEN_BACK = 8
"""Windows of a column that are looked at before they are given back together."""


def windows(column: Array, ends: Iterable[tuple[int, int]]) -> Iterator[Array]:
    """Parts of a column, one after another, each given back some time after the next one is asked for.

    >>> [part.tolist() for part in windows(np.array([3.0, 2.0, 1.0]), [(0, 2), (2, 3)])]
    [[3.0, 2.0], [1.0]]
    """
    first: int | None = None
    for count, (start, end) in enumerate(ends, 1):
        yield column[start:end]
        first = start if first is None else first
        if count % GIVEN_BACK == 0:
            let_go(column[first:end])
            first = None
    if first is not None:
        let_go(column[first:end])


def picked(column: Array, places: Array) -> Array:
    """Some entries of a column, here and there; of one that is not in memory a handful at a time.

    >>> picked(np.array([3.0, 2.0, 1.0]), np.array([2, 0])).tolist()
    [1.0, 3.0]
    """
    if not on_disk(column):
        return np.asarray(column[places])
    return _by_handfuls(column, places, lambda some: column[some])


def places_above(column: Array, levels: Array, side: Literal["left", "right"]) -> Array:
    """How many entries of a falling column are at least each level; "right": above it.

    >>> places_above(np.array([3.0, 2.0, 1.0]), np.array([2.0, 5.0]), "left").tolist()
    [2, 0]
    """
    rising = column[::-1]
    if not on_disk(column):
        return np.asarray(len(column) - np.searchsorted(rising, levels, side))
    return _by_handfuls(column, levels, lambda some: len(column) - np.searchsorted(rising, some, side))


def _by_handfuls(column: Array, asked: Array, answer: Callable[[Array], Array]) -> Array:
    """What is answered about a column that is not in memory: every look at an entry keeps a window of it until then."""
    parts = []
    for first in range(0, max(asked.size, 1), HANDFUL):
        parts.append(answer(asked.ravel()[first : first + HANDFUL]))
        let_go(column)
    return np.concatenate(parts).reshape(asked.shape)


def _whole(column: Array) -> Array:
    """The array that a column was cut out of, which begins where its file does."""
    while isinstance(column.base, np.ndarray):
        column = column.base
    return column


def _memory(column: Array) -> mmap.mmap | None:
    base = _whole(column).base if isinstance(column, np.ndarray) else None
    if isinstance(base, memoryview):
        base = base.obj
    return base if isinstance(base, mmap.mmap) else None


def _address(column: Array) -> int:
    return int(column.__array_interface__["data"][0])
