"""What pv.stats offers: whatever was declared there, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Thing = TypeVar("Thing", bound=Callable[..., object])

_PUBLIC: dict[str, Callable[..., object]] = {}


def public(thing: Thing) -> Thing:
    """Make a function or class one of pv.stats."""
    _PUBLIC[thing.__name__] = thing
    return thing


def exported() -> dict[str, Callable[..., object]]:
    """All that was made public, by name."""
    return dict(sorted(_PUBLIC.items()))
