"""Declaring a measure: a function with its metadata becomes an entry of the registry."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Literal

import numpy as np

from probative.evidence.arrays import Number
from probative.measurement.registry import Better, Measure, Place, register


def measure(
    *,
    needs: type,
    formula: str,
    better: Better = "higher",
    low: float = 0.0,
    high: float = 1.0,
    aka: tuple[str, ...] = (),
    title: str = "",
    places: Iterable[Place] = (),
    kind: Literal["value", "share", "mean"] = "value",
    **details: Any,
) -> Callable[[Callable[..., Any]], Measure]:
    """Make a function a measure.

    kind "value": the function returns the value; "share": (successes, trials); "mean": the Moments of a per-row loss.
    """

    def decorate(plain: Callable[..., Any]) -> Measure:
        function = _of_probabilities(plain) if details.get("probabilities") else plain
        parameters = {p.name: p.default for p in list(inspect.signature(function).parameters.values())[1:]}
        known: dict[str, Any] = {}
        if kind == "share":
            known["trials"] = function
        elif kind == "mean":
            known["losses"] = function
        return register(
            Measure(
                name=function.__name__,
                needs=needs,
                function=_valued(function, kind),
                doc=inspect.getdoc(function) or "",
                formula=formula,
                better=better,
                low=low,
                high=high,
                aka=aka,
                parameters=parameters,
                title=title or titled(function.__name__),
                places=frozenset(places),
                **known,
                **details,
            )
        )

    return decorate


def titled(name: str) -> str:
    """A name in words.

    >>> titled("balanced_accuracy")
    'Balanced accuracy'
    """
    words = name.replace("_", " ")
    return words[0].upper() + words[1:]


def _of_probabilities(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which refuses evidence whose scores are no probabilities."""

    @wraps(function)
    def checked(evidence: Any, **parameters: Any) -> Any:
        evidence.require_probabilities()
        return function(evidence, **parameters)

    return checked


def _valued(function: Callable[..., Any], kind: str) -> Callable[..., Number]:
    if kind == "share":
        return lambda evidence, **parameters: ratio(*function(evidence, **parameters))
    if kind == "mean":
        return lambda evidence, **parameters: function(evidence, **parameters).mean
    return function


def ratio(part: Number, whole: Number) -> Number:
    """Part / whole, undefined (nan) where whole is 0."""
    if isinstance(part, int | float) and isinstance(whole, int | float):
        return part / whole if whole else math.nan
    part, whole = np.asarray(part, np.float64), np.asarray(whole, np.float64)
    empty = whole == 0
    result = np.where(empty, np.nan, part / np.where(empty, 1.0, whole))
    return result if result.ndim else float(result)


def quotient(part: Number, whole: Number) -> Number:
    """Part / whole for unbounded ratios: x/0 is infinite for x > 0, and 0/0 is undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        result = np.asarray(part, np.float64) / np.asarray(whole, np.float64)
    return result if result.ndim else float(result)
