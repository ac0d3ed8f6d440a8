"""The call that makes findings again, as text."""

from __future__ import annotations

import os
from inspect import Parameter, signature
from typing import Any

LONGEST = 200


def call_text(function: Any, given: dict[str, Any]) -> str:
    """A call with the arguments that differ from their defaults; data that is not a path stays a word.

    >>> def evaluate(predictions=None, *, truth=None, level=0.95):
    ...     "Something to call."
    >>> call_text(evaluate, {"predictions": {"y": [1, 0]}, "truth": "y", "level": 0.95})
    "pv.evaluate(predictions, truth='y')"
    """
    words = []
    given = given | given.get("words", {})
    for name, parameter in signature(function).parameters.items():
        value = given.get(name, parameter.default)
        if value is parameter.default or (_simple(value) and value == parameter.default):
            continue
        path = isinstance(value, os.PathLike)
        shown = repr(os.fspath(value)) if path else _written(value) if _simple(value) else name
        shown = shown if len(shown) <= LONGEST else name
        words.append(shown if parameter.kind is not Parameter.KEYWORD_ONLY else f"{name}={shown}")
    return f"pv.{function.__name__}({', '.join(words)})"


def _written(value: Any) -> str:
    """A simple value as one types it; a record of ours says itself in a sentence."""
    if isinstance(value, list | tuple):
        parts = ", ".join(map(_written, value))
        return f"[{parts}]" if isinstance(value, list) else f"({parts}{',' if len(value) == 1 else ''})"
    if type(value).__name__ != "Costs":
        return repr(value)
    prior = "" if value.prior is None else f", {value.prior!r}"
    return f"pv.Costs({value.fp!r}, {value.fn!r}{prior})"


def _simple(value: Any) -> bool:
    """Whether the text of a value says all about it: words, numbers, lists of them, and small records of ours."""
    if isinstance(value, list | tuple):
        return all(_simple(part) for part in value)
    return value is None or isinstance(value, str | int | float | bool) or type(value).__name__ == "Costs"
