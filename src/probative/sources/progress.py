"""A progress bar with an estimate of the time left, where somebody is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(words: str, total: int, wanted: bool | None = None, unit: str = "") -> Iterator[Callable[[int], None]]:
    """A function that moves the bar on; without a terminal nothing is shown unless it is wanted.

    With a unit ("rows"), how many of them a second are done is shown too.
    """
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

    speed = f"{{task.fields[speed]}} {unit}/s" if unit else ""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn(speed))
    with Progress(
        *columns, TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(), console=Console(stderr=True)
    ) as bar:
        task = bar.add_task(words, total=total, speed="")

        def move(steps: int) -> None:
            bar.update(task, advance=steps, speed=f"{bar.tasks[0].speed or 0:,.0f}")

        yield move
