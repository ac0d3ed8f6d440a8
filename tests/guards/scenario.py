"""A scenario: an evaluation that is sound, or broken in one way, and the guards that must speak of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from probative.errors import ProbativeError

REFUSED = "refused"
"""What is heard where a call is refused by an error that no guard is named after."""


@dataclass(frozen=True)
class Scenario:
    """What is done (a function that gives findings, a verdict, a gate or an audit), and the codes above a note.

    A call that is refused unless forced takes `force=`: it must be refused without, and tell its codes with it. A call
    that is refused whatever one says tells `REFUSED`.
    """

    name: str
    build: Callable[..., Any]
    expected: Collection[str] = ()
    forced: bool = False


def heard(scenario: Scenario) -> set[str]:
    """The codes above a note that a scenario raises."""
    if scenario.forced:
        try:
            scenario.build(force=False)
        except ProbativeError:
            return codes_of(scenario.build(force=True))
        return {"not refused"}
    try:
        return codes_of(scenario.build())
    except ProbativeError:
        return {REFUSED}


def codes_of(result: Any) -> set[str]:
    """The codes above a note of notes, or of what carries them: findings with their verdict, a verdict, a gate."""
    verdict = getattr(result, "verdict", None)
    told = (
        result
        if isinstance(result, list)
        else [*getattr(result, "notes", ()), *getattr(result, "warnings", ()), *getattr(verdict, "warnings", ())]
    )
    return {note.code for note in told if getattr(note, "severity", "note") != "note"}
