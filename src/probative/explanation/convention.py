"""A convention: a rule by which some tools compute a measure, and what it gives on the data at hand."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, isnan

from probative.evidence.arrays import Number
from probative.records import Record

TOLERANCE = 1e-12
"""Values closer than this (relative to their size where that is above 1) are the same."""


@dataclass(frozen=True, slots=True)
class Convention(Record):
    """A named rule, the tools that follow it, its value on the data, and why there is none.

    `cause` says which property of the data would set the value apart from that of the first convention.

    >>> print(Convention("ties won", (), "equal scores count for the positive", 0.75))
    ties won: 0.75
    """

    name: str
    tools: tuple[str, ...]
    rule: str
    value: float
    why_undefined: str | None = None
    cause: str | None = None

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not isnan(self.value)

    @property
    def shown(self) -> str:
        """The value in words."""
        return f"{self.value:.6g}" if self.defined else "undefined"

    def difference(self, other: Convention) -> float:
        """How much larger this value is than another; nan where one of them is not finite.

        >>> Convention("a", (), "", 0.75).difference(Convention("b", (), "", 0.5))
        0.25
        """
        both = isfinite(self.value) and isfinite(other.value)
        return self.value - other.value if both else float("nan")

    def __str__(self) -> str:
        return f"{self.name}: {self.shown}{'' if self.defined else f' ({self.why_undefined})'}"


def agree(a: float, b: float) -> bool:
    """Whether two values are the same to 1e-12; undefined ones are.

    >>> agree(0.1 + 0.2, 0.3), agree(0.3, 0.3001), agree(float("nan"), float("nan"))
    (True, False, True)
    """
    if not (isfinite(a) and isfinite(b)):
        return a == b or (isnan(a) and isnan(b))
    return abs(a - b) <= TOLERANCE * max(1.0, abs(a), abs(b))


@dataclass(frozen=True, slots=True)
class Rule:
    """How some tools compute a measure: data that the computing refers to."""

    name: str
    text: str
    tools: tuple[str, ...] = ()

    def gives(self, value: Number, *, why: str = "", cause: str = "") -> Convention:
        """The convention with the number that came out; an undefined value needs its reason.

        >>> Rule("drop", "leave such classes out").gives(float("nan"), why="no class is left").why_undefined
        'no class is left'
        """
        number = float(value)
        assert why or not isnan(number), f"{self.name} is undefined without a reason"
        return Convention(self.name, self.tools, self.text, number, why if isnan(number) else None, cause or None)
