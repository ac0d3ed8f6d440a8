"""Standard input, named by a dash: rows that another program prints."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from probative.errors import EmptyData
from probative.sources.columns import Source
from probative.sources.limits import Limits

DASH = "-"


def opened(data: object, limits: Limits) -> Source | None:
    """What is piped in: Parquet and JSON lines are told by their first bytes, all else is CSV or TSV."""
    if not isinstance(data, str) or data != DASH:
        return None
    from probative.sources.files import open_file

    return open_file(_kept(), limits)


@cache
def _kept() -> str:
    """A copy on disk: a pipe can be read once, and tables are looked at several times."""
    raw = sys.stdin.buffer.read()
    if not raw.strip():
        raise EmptyData("standard input is empty.", remedy="pipe a table into the command, or name a file")
    ending = ".parquet" if raw[:4] == b"PAR1" else ".jsonl" if raw.lstrip()[:1] in b"{[" else ".csv"
    folder = TemporaryDirectory(prefix="probative-")
    _FOLDERS.append(folder)
    copy = Path(folder.name, f"standard-input{ending}")
    copy.write_bytes(raw)
    return str(copy)


_FOLDERS: list[TemporaryDirectory[str]] = []
"""Removed when the program ends."""
