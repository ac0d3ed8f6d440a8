"""Working: a sign of life on the terminal where a command says nothing for more than two seconds."""

from __future__ import annotations

import sys
from threading import Event, Thread
from time import monotonic

PATIENCE = 2.0
"""Seconds before anything is said."""
SPEAKING = ("run", "audit", "validate", "serve", "learning-curve", "validation-curve")
"""Commands that have a bar of their own, or go on until they are stopped."""


class Working:
    """A line that says how long a command has been working, until the command says something itself."""

    def __init__(self) -> None:
        self._said = Event()
        self._watch: Thread | None = None

    def begin(self, command: str, patience: float = PATIENCE) -> None:
        """Watch a command, where somebody is watching us."""
        self.spoken()
        if sys.stderr.isatty() and command not in SPEAKING:
            self._said.clear()
            self._watch = Thread(target=self._wait, args=(patience,), daemon=True)
            self._watch.start()

    def spoken(self) -> None:
        """Leave the line to what the command says."""
        self._said.set()
        if self._watch is not None:
            self._watch.join()
            self._watch = None

    def _wait(self, patience: float) -> None:
        began, shown = monotonic(), False
        # The terminal itself: what shields it from control characters would print the return as a question mark.
        screen = getattr(sys.stderr, "stream", sys.stderr)
        while not self._said.wait(1.0 if shown else patience):
            # Loaded when somebody has waited: commands begin without it.
            from probative.sources.progress import shown as a_bar_is_shown

            if a_bar_is_shown():
                continue
            print(f"\rworking, {monotonic() - began:.0f} s (Ctrl-C stops)", end="", file=screen, flush=True)
            shown = True
        if shown:
            print("\r\x1b[K", end="", file=screen, flush=True)


work = Working()
"""The command under way."""
