"""How much memory a large table may take, and where it goes when that is not enough."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import uuid
import weakref
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from probative.errors import BadParameter, NoRoom

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
USUAL = 10**9
TIMES = 6
"""An evaluation in memory takes up to so many times what its columns do."""
RUNG = 32
"""Bytes of a rung that travels."""
ENGINE = 0.4
"""The share of memory that the engine has for itself; the rest is for what is read from it."""
PER_THREAD = 50 * 10**6
"""Memory that each of the engine's threads needs to sort tables of any length."""
SORTED_AT_ONCE = 0.3
"""Rows that the engine sorts at once, for each byte that it has: of more runs it cannot hold a block each."""
LEAST = 128 * 10**6
"""Memory below which nothing can be sorted."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of memory for the rows of a table, and the folder for what exceeds them (None: the system's own).

    >>> Limits.of("512MB").memory, Limits.of(None).text
    (512000000, '1 GB of memory')
    """

    memory: int = USUAL
    spill: str | None = None

    @classmethod
    def of(cls, memory: str | float | None = None, spill: str | os.PathLike[str] | None = None) -> Limits:
        """What was said, or the usual."""
        folder = None if spill is None else os.fspath(spill)
        if folder is not None and not Path(folder).is_dir():
            raise BadParameter(f"there is no folder {folder!r} to spill to.", remedy="spill= (--spill) names a folder")
        return cls(USUAL if memory is None else _bytes(memory), folder)

    @property
    def text(self) -> str:
        """The memory, in words."""
        unit, name = (10**9, "GB") if self.memory >= 10**9 else (10**6, "MB")
        return f"{self.memory / unit:g} {name} of memory"

    @property
    def folder(self) -> str:
        """Where large columns go."""
        return self.spill or tempfile.gettempdir()

    def fits(self, rows: int, columns: int) -> bool:
        """Whether so many numbers can be evaluated in memory."""
        return rows * max(columns, 1) * 8 * TIMES <= self.memory

    @staticmethod
    def needed(rows: int, columns: int) -> str:
        """The memory in which so many numbers could be evaluated, rounded up.

        >>> Limits.needed(6_000_000, 3)
        '0.9GB'
        """
        return f"{ceil(rows * max(columns, 1) * 8 * TIMES / 1e8) / 10:g}GB"

    def sorts(self, rows: int) -> int:
        """In how many parts so many rows are sorted, one after another.

        >>> Limits.of("128MB").sorts(10_000_000), Limits.of("128MB").sorts(100_000_000)
        (1, 7)
        """
        return max(ceil(rows / (self.memory * ENGINE * SORTED_AT_ONCE)), 1)

    def takes_rungs(self, rows: int) -> bool:
        """Whether the rungs of so many rows on other machines may come here; more of them are walked over there."""
        return rows * RUNG <= self.memory

    def exceeded(self, error: BaseException) -> NoRoom:
        """That this memory is not enough, in words that help."""
        remedy = "more: memory= (--memory), or fewer columns"
        return NoRoom(f"{self.text} is not enough for these rows.", found=first_line(error), remedy=remedy)

    def apply(self, connection: DuckDBPyConnection) -> Path:
        """Keep a connection of our own within these limits; the folder to which it spills, which goes with it."""
        place = Path(self.folder, f"probative-{uuid.uuid4().hex}")
        connection.execute(f"SET memory_limit = '{int(self.memory * ENGINE)}B'")
        threads = max(int(self.memory * ENGINE / PER_THREAD), 1)
        if threads < (os.cpu_count() or 1):
            connection.execute(f"SET threads = {threads}")
        connection.execute(f"SET temp_directory = '{str(place).replace(chr(39), chr(39) * 2)}'")
        # It would go to standard output, into the middle of somebody's JSON.
        connection.execute("SET enable_progress_bar = false")
        weakref.finalize(connection, shutil.rmtree, place, ignore_errors=True)
        return place


def first_line(error: BaseException) -> str:
    """What an engine says first."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)[:300]


def _bytes(memory: str | float) -> int:
    found = re.fullmatch(r"\s*([0-9.]+)\s*([kmgt]?)i?b?\s*", str(memory), re.IGNORECASE)
    try:
        size = int(float(found[1]) * _UNITS[found[2].lower()]) if found else 0
    except ValueError:
        size = 0
    if size < LEAST:
        raise BadParameter(
            f"memory must be a size of at least {LEAST // 10**6} MB.", found=memory, remedy="1GB, or 512MB"
        )
    return size
