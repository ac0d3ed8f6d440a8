"""Interval methods: each declared beside its arithmetic, with the measures that it is valid for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isinf, nan

from probative.evidence import Outcomes
from probative.inference.task import Limits, Task
from probative.measurement.registry import Measure

Finder = Callable[[Task], Limits]


@dataclass(frozen=True, slots=True)
class Method:
    """A way to an interval."""

    name: str
    limits: Finder
    fits: Callable[[Measure, bool], bool]
    """Whether it is valid for a measure, where single rows vary or (True) whole clusters."""
    resamples: bool = False
    infinite: bool = False
    """Whether it has an answer where the value is infinite."""
    alone: bool = False
    """Whether a measure that prefers it has no other."""


_KNOWN: dict[str, Method] = {}


def interval(
    *names: str,
    fits: Callable[[Measure, bool], bool],
    resamples: bool = False,
    infinite: bool = False,
    alone: bool = False,
) -> Callable[[Finder], Finder]:
    """Make a function an interval method, under one name or several (`task.method` says which was asked for)."""

    def decorate(limits: Finder) -> Finder:
        for name in names:
            assert name not in _KNOWN, f"there is a method {name} already"
            _KNOWN[name] = Method(name, limits, fits, resamples, infinite, alone)
        return limits

    return decorate


def preferred(name: str) -> Callable[[Measure, bool], bool]:
    """Fits measures that name the method as theirs, where rows vary one by one."""
    return lambda measure, clustered: measure.method == name and not clustered


def method_named(name: str) -> Method:
    """The method of that name."""
    return _KNOWN[name]


def limits_of(name: str, task: Task) -> Limits:
    """What a method finds; an infinite value has one limit, unless the method knows better."""
    method = _KNOWN[name]
    if not isinf(task.value) or method.infinite:
        return method.limits(task)
    why = task.measure.why(task.evidence, **task.parameters)
    return Limits(nan, inf, why) if task.value > 0 else Limits(-inf, nan, why)


def default_method(measure: Measure, *, clustered: bool = False) -> str:
    """The interval method that is used when none is asked for."""
    if clustered:
        fits = measure.method and _KNOWN[measure.method].fits(measure, True)
        return measure.method if measure.method and fits else "by-cluster"
    if measure.method:
        return measure.method
    if measure.trials is not None:
        return "wilson"
    if measure.needs is Outcomes:
        return "mover"
    # Student's t for means, else the delta method; with the scale on which the interval is symmetric.
    base = "delta" if measure.losses is None else "t"
    return base if measure.scale == "identity" else f"{base}-{measure.scale}"


def methods_for(measure: Measure, *, clustered: bool = False) -> tuple[str, ...]:
    """The interval methods that are valid for a measure, the default first and those that resample last.

    "delta" is value -/+ z standard errors; "delta-logit" and the like are symmetric on that scale.
    """
    first = _KNOWN[default_method(measure, clustered=clustered)]
    if first.alone:
        return (first.name,)
    others = [method for method in _KNOWN.values() if method.fits(measure, clustered)]
    others.sort(key=lambda method: method.resamples)
    return tuple(dict.fromkeys(method.name for method in (first, *others)))
