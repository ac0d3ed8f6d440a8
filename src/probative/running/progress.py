"""A progress bar with an estimate of the time left, where somebody is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(words: str, total: int, wanted: bool | None = None) -> Iterator[Callable[[int], None]]:
    """A function that moves the bar on; without a terminal nothing is shown unless it is wanted."""
    watched = sys.stderr.isatty() if wanted is None else wanted
    if not watched or total < 2:
        yield lambda steps: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(), console=Console(stderr=True)
    ) as bar:
        task = bar.add_task(words, total=total)
        yield lambda steps: bar.update(task, advance=steps)
