"""What the answer of a test means, in sentences that are the same for every test."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Literal

from probative.inference.estimate import decimals, written

Alternative = Literal["two-sided", "greater", "less"]
"""What is claimed instead of "no difference": that they differ, that a > b, or that a < b."""
PRESETS = (0.05, 0.01, 0.001)
"""Levels of significance that are usually chosen; one of them, before looking."""
P_MEANS = (
    "p is the probability, under H0, of a statistic at least as extreme as this one; it is not the probability of H0"
)
NOT_SIZE = "significance is not size of effect: how large a difference is, its interval says, and p does not"
HOLDS_NOT = "H0 does not hold"


class Spoken(ABC):
    """What is printed as one line of numbers, and below it what they mean."""

    __slots__ = ()

    @property
    @abstractmethod
    def line(self) -> str:
        """The numbers in one line."""

    @abstractmethod
    def words(self) -> list[str]:
        """What was asked and what the answer means."""

    def __str__(self) -> str:
        return "\n  ".join([self.line, *self.words()])


def claim(alternative: Alternative, a: str = "a", b: str = "b") -> str:
    """What a test that knows directions claims instead of H0.

    >>> claim("less", "A", "B")
    'the value of A is less than that of B (one-sided: the direction must have been declared before looking)'
    """
    if alternative == "two-sided":
        return f"{HOLDS_NOT}, in whichever direction (two-sided)"
    one_sided = "one-sided: the direction must have been declared before looking"
    return f"the value of {a} is {alternative} than that of {b} ({one_sided})"


def rejected(p: float, significance: float) -> bool:
    """Whether H0 is rejected at a level that was chosen beforehand: p is not above it; never if p is undefined.

    >>> rejected(0.05, 1 - 0.95), rejected(0.0501, 0.05), rejected(float("nan"), 0.05)
    (True, False, False)
    """
    # A level of 1 - 0.95 is not quite 0.05.
    return bool(p <= significance + 1e-12)


def decision(p: float, chosen: float | None = None) -> str:
    """At which of the usual levels H0 is rejected: where p is not above the level.

    >>> decision(0.0115)
    'H0 is rejected at 0.05, not at 0.01, 0.001 (the level is chosen before looking: rejected if p is not above)'
    """
    levels = sorted({*PRESETS, *(() if chosen is None else (round(chosen, 12),))}, reverse=True)
    yes = [f"{level:g}" for level in levels if rejected(p, level)]
    no = [f"{level:g}" for level in levels if not rejected(p, level)]
    said = [f"rejected at {', '.join(yes)}"] if yes else []
    said += [f"not {'' if yes else 'rejected '}at {', '.join(no)}"] if no else []
    return f"H0 is {', '.join(said)} (the level is chosen before looking: rejected if p is not above)"


def worked(details: Mapping[str, Any], effect: str, a: str = "a", b: str = "b") -> list[str]:
    """The numbers behind a statistic, of those tests whose details hold them: counts, deviations, limits.

    >>> worked({"n01": 12, "n10": 28, "expected": 20.0, "n00": 5, "n11": 155}, "")
    ['n01 = 12 (only a wrong), n10 = 28 (only b wrong), 20 of each expected under H0; n00 = 5 (both wrong), n11 = 155 \
(both right)']
    """
    lines = []
    if "n01" in details:
        alone = f"n01 = {details['n01']:g} (only {a} wrong), n10 = {details['n10']:g} (only {b} wrong)"
        both = [f"{name} = {details[name]:g} (both {word})" for name, word in BOTH if details.get(name) is not None]
        expected = f"{alone}, {details['expected']:g} of each expected under H0"
        p = details.get("p_exact")
        exact = [] if p is None else ["exact p < 0.0001" if p < 1e-4 else f"exact p = {p:.3g}"]
        lines.append("; ".join([expected, *filter(None, [", ".join(both)]), *exact]))
    if "n_a" in details:
        samples = ((a, "a"), (b, "b"))
        lines.append(
            "; ".join(_sample(name, *(details[f"{what}_{k}"] for what in ("n", "mean", "sd"))) for name, k in samples)
        )
    if (region := details.get("acceptance")) is not None:
        digits = max(decimals(float(details["standard_error"])), 4)
        low, high = (written(float(end), digits).replace("inf", "∞") for end in region)
        spread = f"standard deviation {details['sd']:.4g}, " if "sd" in details else ""
        error = f"{spread}standard error {details['standard_error']:.4g}, critical value {details['critical']:.4g}"
        lines.append(f"{error}: H0 is not rejected while the {effect} lies in ({low}, {high})")
    return lines


def _sample(name: str, n: int, mean: float, sd: float) -> str:
    """One of two independent samples: its size, mean and variance."""
    spread = f"standard deviation {sd:.4g}, variance {sd**2:.4g} (degrees of freedom {n - 1})"
    return f"{name}: {n} values, mean {mean:.5g}, {spread}"


BOTH = (("n00", "wrong"), ("n11", "right"))
