"""Ctrl-C while the engine works: DuckDB hears it, and tells it as an error of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stoppable() -> Iterator[None]:
    """A query that was stopped by Ctrl-C ends as whatever else is: no table is at fault, and no line of ours.

    >>> try:
    ...     with stoppable():
    ...         raise RuntimeError("Query interrupted")
    ... except KeyboardInterrupt:
    ...     print("stopped")
    stopped
    """
    try:
        yield
    except RuntimeError as error:
        if str(error) == "Query interrupted":
            raise KeyboardInterrupt from error
        raise
