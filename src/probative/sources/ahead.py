"""Small files, opened while the rooms that will ask about them are loaded: DuckDB lets go of Python meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from probative.sources.limits import Limits

if TYPE_CHECKING:
    from probative.sources.sql import SqlSource

_begun: dict[str, Future[SqlSource]] = {}


@contextmanager
def opened_ahead(path: str | None) -> Iterator[None]:
    """Begin to open a file; whoever opens it inside, with the usual limits, waits for that one, errors included."""
    # Here, so that no two threads load a module at the same time.
    import duckdb  # noqa: F401

    from probative.sources.files import is_small, open_file

    if path is None or not is_small(path):
        # Large ones are opened where Ctrl-C is heard.
        yield
        return
    pool = ThreadPoolExecutor(1)
    _begun[path] = pool.submit(open_file, path)
    pool.shutdown(wait=False)
    try:
        yield
    finally:
        _begun.pop(path, None)


def begun(path: str | os.PathLike[str], limits: Limits) -> SqlSource | None:
    """What was begun to be opened, once; None where nothing was.

    >>> begun("never.csv", Limits()) is None
    True
    """
    known = _begun.pop(os.fspath(path), None) if limits == Limits() else None
    return None if known is None else known.result()
