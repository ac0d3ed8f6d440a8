"""What pv.stats offers: whatever was declared there, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Thing = TypeVar("Thing", bound=Callable[..., Any])

_PUBLIC: dict[str, Callable[..., Any]] = {}


def public(thing: Thing) -> Thing:
    """Make a function or class one of pv.stats."""
    _PUBLIC[thing.__name__] = thing
    return thing


def exported() -> dict[str, Callable[..., Any]]:
    """All that was made public, by name."""
    return dict(sorted(_PUBLIC.items()))
