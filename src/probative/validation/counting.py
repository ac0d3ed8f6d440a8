"""Counting: sample by sample, what became of an interval or of a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isnan, nan
from typing import ParamSpec, Protocol, TypeVar

from probative.errors import ProbativeError
from probative.inference.doubting import doubted
from probative.validation.lines import Coverage, FalseAlarms

Answer = TypeVar("Answer")
Told = ParamSpec("Told")


class Interval(Protocol):
    """What intervals have in common, whatever they are of."""

    @property
    def value(self) -> float:
        """The estimate."""

    @property
    def low(self) -> float:
        """The lower limit; nan where there is none."""

    @property
    def high(self) -> float:
        """The upper limit."""

    @property
    def method(self) -> str | None:
        """The way to it."""

    @property
    def why(self) -> str | None:
        """Why there is none, or what else must be said: that it may not hold, too."""


def answered(question: Callable[Told, Answer], *told: Told.args, **words: Told.kwargs) -> Answer | str:
    """The answer, or the reason for which there is none.

    >>> import probative as pv
    >>> answered(pv.estimate, "auc", pv.Outcomes(tp=1, fn=1, fp=1, tn=1))
    'auc is computed from Ladder.'
    """
    try:
        return question(*told, **words)
    except ProbativeError as error:
        return error.what


@dataclass(slots=True)
class Covering:
    """A coverage in the making."""

    what: str
    setting: str
    seen: int = 0
    known: int = 0
    valued: int = 0
    given: int = 0
    left: int = 0
    right: int = 0
    truths: float = 0.0
    values: float = 0.0
    widths: float = 0.0
    said: int = 0
    warned: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    methods: Counter[str] = field(default_factory=Counter)

    def add(self, found: Interval | str, truth: float, times: int = 1, doubt: bool = False) -> None:
        """An interval of a sample that was drawn so many times, or why there is none: then the truth may be nan.

        `doubt`: whether the output doubts it elsewhere than beside it, in the notes of a comparison.
        """
        self.seen += times
        if not isnan(truth):
            self.known += times
            self.truths += times * truth
        if isinstance(found, str):
            self.reasons[found] += times
            return
        if not isnan(found.value):
            self.valued += times
            self.values += times * found.value
        if isnan(found.low) or isnan(found.high):
            self.reasons[found.why or "no reason given"] += times
            return
        self.given += times
        self.methods[found.method or ""] += times
        left, right = truth < found.low, truth > found.high
        self.left += times * left
        self.right += times * right
        self.widths += times * (found.high - found.low)
        if doubt or doubted(found.why):
            self.said += times
            self.warned += times * (left or right)

    def line(self) -> Coverage:
        """What was counted."""
        missed = self.left + self.right
        return Coverage(
            self.what,
            self.setting,
            _share(self.truths, self.known),
            _share(self.values, self.valued),
            _share(self.given - missed, self.given),
            _share(self.left, self.given),
            _share(self.right, self.given),
            _share(self.widths, self.given),
            _share(self.seen - self.given, self.seen),
            _commonest(self.reasons),
            _commonest(self.methods),
            self.seen,
            _share(self.said, self.given),
            _share(self.warned, self.given),
        )


@dataclass(slots=True)
class Rejecting:
    """Rejections in the making, where the null is true and (where one is tried) where an alternative is."""

    what: str
    setting: str
    alternative: str = ""
    seen: int = 0
    tried: int = 0
    undefined: int = 0
    alarms: int = 0
    warned: int = 0
    found: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, rejects: bool | str, doubt: bool = False) -> None:
        """Whether the null was rejected in a sample where it is true, or why the test has no answer.

        `doubt`: whether the output says that the answer may be wrong.
        """
        self.seen += 1
        if isinstance(rejects, str):
            self.undefined += 1
            self.reasons[rejects or "no reason given"] += 1
        else:
            self.alarms += rejects
            self.warned += rejects and doubt

    def add_alternative(self, rejects: bool | str) -> None:
        """Whether the null was rejected in a sample where the alternative is true."""
        self.tried += 1
        self.found += rejects is True

    def line(self) -> FalseAlarms:
        """What was counted."""
        return FalseAlarms(
            self.what,
            self.setting,
            _share(self.alarms, self.seen),
            _share(self.found, self.tried),
            self.alternative,
            _share(self.undefined, self.seen),
            _commonest(self.reasons),
            self.seen,
            _share(self.warned, self.seen),
        )


def _share(part: float, whole: int) -> float:
    return part / whole if whole else nan


def _commonest(counted: Counter[str]) -> str:
    return counted.most_common(1)[0][0] if counted else ""
