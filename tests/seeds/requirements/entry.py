"""One requirement as a user meets it: the call, what it gives, and what an independent source says."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A requirement, the call that meets it, and the value expected of it."""

    requirement: str
    call: str
    run: Callable[[], object]
    expected: object
    tolerance: float | None = None
    source: str = ""
