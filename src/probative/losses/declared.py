"""The losses that are known by name: each says what its mean is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from probative.errors import BadParameter, nearest

Loss = Callable[[Any, Any], Any]
"""A loss L(y, g): of one target and one answer, or of arrays of them row by row."""
LOSSES: dict[str, Loss] = {}
TITLES: dict[str, str] = {}


def loss(title: str) -> Callable[[Loss], Loss]:
    """Declare a function as a loss of its own name, whose mean has this title."""

    def declare(function: Loss) -> Loss:
        LOSSES[function.__name__] = function
        TITLES[function.__name__] = title
        return function

    return declare


def loss_named(wanted: str | Loss) -> Loss:
    """The loss of that name; a function of target and answer is taken as it is.

    >>> float(loss_named("quadratic")(3, 1))
    4.0
    """
    if callable(wanted):
        return wanted
    if wanted not in LOSSES:
        raise BadParameter(
            f"there is no loss {wanted!r}.",
            found=", ".join(LOSSES),
            remedy=nearest(wanted, LOSSES) or "one of these, asymmetric(fp=1, fn=5), or a function of y and g",
        )
    return LOSSES[wanted]


def risk_title(used: Loss) -> str:
    """What the mean of a loss is called: MSE for quadratic loss, throughout.

    >>> risk_title(loss_named("quadratic")), risk_title(lambda y, g: 0)
    ('MSE', 'mean loss')
    """
    name = next((name for name, known in LOSSES.items() if known is used), None)
    return TITLES[name] if name is not None else str(getattr(used, "title", "mean loss"))
