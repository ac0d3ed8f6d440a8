"""An entry of the audit: a requirement, the call that meets it, and the value that an independent source expects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One clause of a requirement; the call is Python (evaluated with `pv`, `np` and the set-up) or a shell line.

    `expected` of a shell line is text that it prints, or several; a type of error is expected to be raised.
    """

    requirement: str
    call: str
    run: Callable[[], object] | None = None
    expected: object = True
    tolerance: float | None = None
    source: str = ""
    setup: str = ""
