"""An entry of the audit: a requirement, the call that meets it, and what an independent source expects of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One clause of a requirement, and the value of its call."""

    requirement: str
    call: str
    run: Callable[[], object]
    expected: object
    tolerance: float | None = None
    source: str = ""
