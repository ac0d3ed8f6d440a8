"""Arguments of a plan, one by one: known words, numbers within their limits, directions that agree."""

from __future__ import annotations

from math import isfinite
from typing import Any

from probative.errors import BadParameter
from probative.planning.design import Design, known_designs
from probative.stats.inputs import checked, chosen
from probative.stats.meaning import Alternative


def direction(difference: float, side: Alternative, margin: float | None) -> None:
    """Refuse a difference that no number of rows can show.

    >>> direction(0.02, "greater", None)
    """
    if margin is not None:
        if difference <= -margin:
            found = f"difference {difference:g}, margin {margin:g}"
            raise BadParameter(
                "a model that is worse by the margin is inferior.", found=found, remedy="difference=0 (--difference 0)"
            )
    elif difference == 0:
        raise BadParameter("no number of rows shows a difference of 0.", found=0, remedy="a margin: non-inferiority")
    elif side != "two-sided" and (difference > 0) != (side == "greater"):
        found = f"difference {difference:g}, alternative {side!r}"
        raise BadParameter("the difference points away from the alternative.", found=found, remedy="change its sign")


def side_of(alternative: str | None, margin: float | None, level: float) -> Alternative:
    """The side on which the test rejects; non-inferiority has one.

    >>> side_of(None, None, 0.95), side_of(None, 0.02, 0.95)
    ('two-sided', 'greater')
    """
    if margin is None:
        return checked(alternative or "two-sided", level)
    if alternative not in (None, "greater"):
        raise BadParameter("non-inferiority is one-sided.", found=f"alternative={alternative!r}", remedy="leave it out")
    return "greater"


def method_of(kind: type[Design], method: str | None, margin: float | None) -> str | None:
    """The method, or the default one; None lets the test choose, where it does.

    >>> method_of(known_designs()["proportion"], None, None)
    'wilson'
    """
    known = kind.methods
    if margin is not None:
        if not kind.margins:
            able = ", ".join(name for name, other in known_designs().items() if other.margins)
            raise BadParameter(f"{kind.what} has no margin here.", found=f"margin={margin:g}", remedy=f"one of {able}")
        known = kind.margins
    chosen(method, (None, *known), "method")
    return method if kind.chooses else method or known[0]


def known_facts(kind: type[Design], given: dict[str, Any]) -> dict[str, float]:
    """The facts that were given, within their limits.

    >>> known_facts(known_designs()["proportion"], {"expected": 0.9, "sd": None})
    {'expected': 0.9}
    """
    known: dict[str, float] = {}
    for name, value in given.items():
        if value is None:
            continue
        if name not in kind.uses:
            raise BadParameter(f"{kind.what} has no {name}.", found=f"{name}={value}", remedy=", ".join(kind.uses))
        low, high = {"sd": (0.0, None), "correlation": (-1.0, 1.0)}.get(name, (0.0, 1.0))
        known[name] = between(value, name, low, high, {"sd": "1.5"}.get(name, "0.5"))
    return known


def between(value: Any, name: str, low: float | None, high: float | None, example: str) -> float:
    """A finite number strictly between two limits.

    >>> between(0.8, "power", 0.05, 1.0, "0.8")
    0.8
    """
    limits = " and ".join(f"{word} {end:g}" for word, end in (("above", low), ("below", high)) if end is not None)
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise BadParameter(f"{name} must be a number.", found=repr(value), remedy=example) from None
    if not isfinite(number) or (low is not None and number <= low) or (high is not None and number >= high):
        raise BadParameter(f"{name} must be {limits or 'finite'}.", found=value, remedy=f"{name}={example}")
    return number


def whole(value: Any) -> int:
    """A number of rows.

    >>> whole(100.0)
    100
    """
    number = between(value, "n", 0.0, 1e12, "1000")
    if not number.is_integer():
        raise BadParameter("n must be a whole number.", found=value, remedy="1000")
    return int(number)
