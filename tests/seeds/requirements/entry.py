"""One requirement, held to: the call that a user types, and the value that another source gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A requirement, the call as one line, what runs it, and the value expected within a tolerance."""

    requirement: str
    call: str
    run: Callable[[], object]
    expected: object
    tolerance: float | None = None
    source: str = ""
