"""Zstandard files walked from block to block (RFC 8878): where one was cut off is seen without unpacking anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

MAGIC, SKIPPED = 0xFD2FB528, 0x184D2A50
_RAW, _REPEATED, _RESERVED = 0, 1, 3


def unpacked_sizes(file: BinaryIO) -> Iterator[int]:
    """Bytes that each frame says, or is known, to unpack to; EOFError where a frame does not end, ValueError for none.

    Not every release of the engine says that a file does not end: it gives the rows that it could unpack.
    """
    while word := file.read(4):
        magic = _number(word, 4)
        if magic & ~0xF == SKIPPED:
            _pass(file, _number(file.read(4), 4))
        elif magic == MAGIC:
            yield _frame(file)
        else:
            raise ValueError(f"{word.hex(' ')} in the place of 28 b5 2f fd")


def _frame(file: BinaryIO) -> int:
    told = _number(file.read(1), 1)
    alone = bool(told & 0x20)
    _pass(file, (0 if alone else 1) + (0, 1, 2, 4)[told & 3])
    width = (int(alone), 2, 4, 8)[told >> 6]
    stated = _number(file.read(width), width)
    known = _blocks(file)
    _pass(file, 4 if told & 4 else 0)
    return max(stated, known)


def _blocks(file: BinaryIO) -> int:
    """What the blocks up to the last are known to hold, without unpacking those that are packed."""
    known, last = 0, False
    while not last:
        head = _number(file.read(3), 3)
        last, kind, size = bool(head & 1), head >> 1 & 3, head >> 3
        if kind == _RESERVED:
            raise ValueError("a block of a kind that there is not")
        _pass(file, 1 if kind == _REPEATED else size)
        known += size if kind in (_RAW, _REPEATED) else 0
    return known


def _number(block: bytes, width: int) -> int:
    if len(block) < width:
        raise EOFError
    return int.from_bytes(block, "little")


def _pass(file: BinaryIO, size: int) -> None:
    """Go over bytes that must be there."""
    if size:
        file.seek(size - 1, 1)
        _number(file.read(1), 1)
