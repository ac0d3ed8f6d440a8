"""A picture: what it takes from findings, and how that is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from probative.errors import BadParameter
from probative.findings import Findings
from probative.measurement import find, leading

Data = dict[str, Any]
"""The drawn values, ready for JSON."""


@dataclass(frozen=True, slots=True)
class Options:
    """What may be asked of a picture."""

    measure: str | None = None
    hull: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """What to take from findings (None if they do not have it), how to draw it, and which options there are."""

    gather: Callable[[Findings, Options], Data | None]
    draw: Callable[[Data, Any, dict[str, Any]], None]
    size: Callable[[Data], tuple[float, float]]
    """Inches of a new figure."""
    options: tuple[str, ...] = ()
    single: bool = False
    """Whether there is room for one model only."""


def chosen_measure(wanted: str | None, known: Iterable[str]) -> str:
    """The measure that was asked for, by name or alias, if it is there; else a usual one.

    >>> chosen_measure("tpr", ["accuracy", "recall"]), chosen_measure(None, ["recall", "accuracy"])
    ('recall', 'accuracy')
    """
    there = list(dict.fromkeys(known))
    if wanted is None:
        return leading("headline", there) or there[0]
    name = wanted if wanted in there else find(wanted).name
    if name not in there:
        raise BadParameter(f"these findings have no {name} to draw.", found=", ".join(there))
    return name
