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
_BEGIN = {b"PAR1": ".parquet", b"ARROW1": ".feather", b"PK\x03\x04": ".xlsx"}
"""The first bytes of files that are no text, and their endings."""


def opened(data: object, limits: Limits) -> Source | None:
    """What is piped in: Parquet, Feather, Excel, JSON lines are told by their first bytes, all else is CSV or TSV."""
    if not isinstance(data, str) or data != DASH:
        return None
    from probative.sources.engines import feather, files, spreadsheets

    found = (engine.opened(_kept(), limits) for engine in (feather, spreadsheets, files))
    return next((source for source in found if source is not None), None)


@cache
def _kept() -> str:
    """A copy on disk: a pipe can be read once, and tables are looked at several times."""
    raw = sys.stdin.buffer.read()
    if not raw.strip():
        raise EmptyData("standard input is empty.", remedy="pipe a table into the command, or name a file")
    ending = next((ending for begin, ending in _BEGIN.items() if raw.startswith(begin)), None)
    ending = ending or (".jsonl" if raw.lstrip()[:1] in b"{[" else ".csv")
    folder = TemporaryDirectory(prefix="probative-")
    _FOLDERS.append(folder)
    copy = Path(folder.name, f"standard-input{ending}")
    copy.write_bytes(raw)
    return str(copy)


_FOLDERS: list[TemporaryDirectory[str]] = []
"""Removed when the program ends."""
