"""What a field of a record, or its type, may say about its place in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

INHERITED = {"inherited": True}
"""Metadata of a field that, where a file leaves it out, is what the record around this one says under the same key."""
OPTIONAL = {"optional": True}
"""Metadata of a field that is written only where there is something."""
OMITTED = {"written": False, "read": False}
"""Metadata of a field that stays out of JSON."""
SCATTERED = {"written": False}
"""Metadata of a field whose content stands under other keys, from which `upgraded` gathers it."""


def key(name: str, **more: bool) -> dict[str, object]:
    """Metadata of a field that has another name in JSON."""
    return {"key": name, **more}


@dataclass(frozen=True, slots=True)
class Shared:
    """The annotation of a record that leaves a key out because the record around it says it.

    As in `Annotated[Estimate, Shared("level")]`: the level of all measures is that of the findings.
    """

    key: str


class Written(Enum):
    """The annotation of values that somebody has written for JSON before."""

    ALREADY = "already"
