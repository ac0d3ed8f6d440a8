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

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[speed]}"))
    # The terminal itself: what shields it from control characters would print those of the bar as question marks.
    console = Console(file=getattr(sys.stderr, "stream", sys.stderr))
    bars = Progress(*columns, TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(), console=console)
    with _alone(), bars as bar:
        task = bar.add_task(words, total=total, speed="")

        def move(steps: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, advance=steps, speed=f"{speed:,.0f} {unit}/s" if unit and speed else "")

        yield move


_shown: list[str] = []


@contextmanager
def _alone() -> Iterator[None]:
    _shown.append("a bar")
    try:
        yield
    finally:
        _shown.pop()


def shown() -> bool:
    """Whether a bar is on the terminal, to whose line nobody else should write."""
    return bool(_shown)
