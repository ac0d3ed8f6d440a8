"""A progress bar on a terminal that is shielded from control characters, as the command line shields it."""

from __future__ import annotations

import io
import sys
import time

import pytest

from probative.cli.working import Working
from probative.sources.progress import progress, shown


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Shield:
    """What prints a question mark for every control character."""

    def __init__(self, stream: Terminal) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write("".join(c if c.isprintable() else "?" for c in text))

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


def test_a_bar_draws_on_the_terminal_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", Shield(terminal))
    with progress("sorting s", 100, unit="rows") as move:
        for _ in range(10):
            move(10)
    drawn = terminal.getvalue()
    assert "sorting s" in drawn
    assert "rows/s" in drawn
    assert "\x1b[" in drawn
    assert "?[" not in drawn
    assert not shown()


def test_nobody_writes_into_the_line_of_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, work = Terminal(), Working()
    monkeypatch.setattr(sys, "stderr", Shield(terminal))
    with progress("sorting s", 100):
        assert shown()
        work.begin("evaluate", patience=0.001)
        time.sleep(0.05)
        work.spoken()
        assert "working" not in terminal.getvalue()
