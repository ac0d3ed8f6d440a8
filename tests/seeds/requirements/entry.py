"""An entry of the audit: a requirement, the call that meets it, and the value that an independent source expects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One clause of a requirement, and what a user would type to have it."""

    requirement: str
    call: str
    run: Callable[[], object]
    expected: object
    tolerance: float | None = None
    source: str = ""
