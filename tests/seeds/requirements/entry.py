"""An entry of the audit: a requirement, the call that meets it, and the value that an independent source expects."""

from __future__ import annotations

from dataclasses import dataclass

COMMANDS = ("probative ", "python ")


def is_command(line: str) -> bool:
    """Whether a line is typed into a shell."""
    return line.startswith(COMMANDS)


@dataclass(frozen=True)
class Entry:
    """One clause of a requirement: set-up and call are what the page shows and what the audit runs.

    The call is Python (evaluated with `pv`, `np` and the names of the set-up) or a shell line. `expected` of a shell
    line is text that it prints, or several texts, or the code with which it ends; a type of error is expected to be
    raised; a text beside a tolerance is Python over the set-up, which computes the value by another road.
    """

    requirement: str
    call: str
    expected: object = True
    tolerance: float | None = None
    source: str = ""
    setup: str = ""

    @property
    def statements(self) -> str:
        """The set-up, a statement a line."""
        return self.setup.replace("; ", "\n")
