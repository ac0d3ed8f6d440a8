"""Two models' decisions on the same rows: differences of binary measures, squared and added from paired shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, isnan, nan

import numpy as np

from probative.errors import InvalidMethod
from probative.evidence import Outcomes
from probative.evidence.labels import Label
from probative.inference.mover import square_and_add, with_shares
from probative.inference.proportion import wilson_at
from probative.measurement.registry import Parameter
from probative.stats.inputs import checked
from probative.stats.inverted import Inverted
from probative.stats.joint import Joint
from probative.stats.means import EQUAL
from probative.stats.paired_shares import score_limits
from probative.stats.registry import Test
from probative.stats.resampled import of_rows
from probative.stats.result import Remarks, TestResult
from probative.stats.two_models import TwoModels

METHOD = "paired square-and-add"
Both = tuple[float, float]
"""The shares of right decisions of A and of B among the rows of one class."""


CLASS = dict.fromkeys(("recall", "false_negative_rate"), "positive") | dict.fromkeys(
    ("specificity", "false_positive_rate"), "negative"
)
"""Measures that are about the rows of one class."""


def _reason(measure: str) -> str:
    if measure in CLASS:
        return (
            f"{measure} is about the rows that are {CLASS[measure]}: the paired difference on them has a score "
            "interval, and p is that of McNemar's test on them, without correction"
        )
    return (
        f"{measure} follows from prevalence, recall and specificity: paired differences of recall and of "
        "specificity have score intervals, and what they move is squared and added"
    )


@Test(
    "square-and-add",
    title="Paired square-and-add",
    takes="rows",
    null="the measure has one value for both models",
    effect="difference of {measure}",
    about=lambda facts: None if facts.binary else f"it is about decisions between two classes, not {facts.measure}",
    because=lambda facts: _reason(facts.measure),
    run=of_rows,
)
def paired_square_and_add(
    measure: str,
    y_true: object,
    a: object,
    b: object,
    *,
    pos_label: Label | None = None,
    labels: object = None,
    alternative: str = "two-sided",
    level: float = 0.95,
    random_state: int | None = None,
    **parameters: Parameter,
) -> TestResult:
    """Difference of a binary measure between two models on the same rows, from the paired shares that determine it.

    Rows of either class are a sample by themselves: the difference of the models' recalls has Tango's score interval,
    and so has that of their specificities. Each is moved to its limits, and so are prevalence and the models' common
    level (Wilson); what the difference of the measure moves by is squared and added (Zou and Donner's method of
    variance estimates recovery). p is where the limit reaches 0, so that test and interval never contradict. For recall
    or specificity alone it is McNemar's test without correction, on the rows of that class. Nothing is drawn at random.

    >>> truth = [1] * 50 + [0] * 50
    >>> a, b = [1] * 40 + [0] * 55 + [1] * 5, [1] * 30 + [0] * 60 + [1] * 10
    >>> print(paired_square_and_add("mcc", truth, a, b).line)
    paired square-and-add: z = 3.31, p = 0.000928; difference of mcc 0.30 (95 % interval 0.18 to 0.47), n = 100
    """
    side = checked(alternative, level)
    task = TwoModels(measure, y_true, a, b, pos_label, None, parameters, swap=False)
    if task.joint is None or task.measure.needs is not Outcomes:
        raise InvalidMethod(
            f"{METHOD} is about decisions between two classes.", found=measure, remedy="paired_bootstrap"
        )
    words: Remarks = task.words(side, level) | {"symbol": "z", "details": task.both_values()}
    if task.same:
        return TestResult(0.0, None, 1.0, 0.0, method=METHOD, notes=(EQUAL,), **words)
    if isnan(task.effect):
        return TestResult(nan, None, nan, task.effect, method=METHOD, notes=(task.why(),), **words)
    cells = Cells.of(task.joint)
    reach = task.measure.high - task.measure.low

    def limits(z: float) -> tuple[float, float]:
        low, high = cells.moved(lambda outcomes: float(task.measure(outcomes, **parameters)), task.effect, z)
        return max(low, -reach), min(high, reach)

    return Inverted(task.effect, limits).result(METHOD, side, level, words)


@dataclass(frozen=True, slots=True)
class OneClass:
    """The rows of one class: how many, how often only A was right, only B, and both."""

    n: float
    only_a: float
    only_b: float
    both: float

    @property
    def shares(self) -> Both:
        """How often each model is right."""
        return ((self.both + self.only_a) / self.n, (self.both + self.only_b) / self.n) if self.n else (nan, nan)

    def apart(self, z: float) -> list[Both]:
        """Shares with the difference at its score limits, as near to those seen as there is room for."""
        a, b = self.shares
        gaps = score_limits(int(self.only_a), int(self.only_b), int(self.n), z=z) if self.n else ()
        return [_fitted(a + (gap - a + b) / 2, b - (gap - a + b) / 2) for gap in gaps]

    def together(self, z: float) -> list[Both]:
        """Shares with their mean at its Wilson limits, and their difference as seen."""
        a, b = self.shares
        ends = wilson_at((a + b) / 2 * self.n, self.n, z) if self.n else ()
        return [_fitted(a + end - (a + b) / 2, b + end - (a + b) / 2) for end in ends]


def _fitted(a: float, b: float) -> Both:
    """Both moved alike, if need be, to lie between 0 and 1."""
    shift = max(max(a, b) - 1.0, 0.0) + min(min(a, b), 0.0)
    return min(max(a - shift, 0.0), 1.0), min(max(b - shift, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class Cells:
    """The rows of both classes."""

    positives: OneClass
    negatives: OneClass

    @classmethod
    def of(cls, joint: Joint) -> Cells:
        """From the triples of truth and both models' calls."""
        counted = np.zeros(8)
        counted[joint.truth * 4 + joint.a * 2 + joint.b] = joint.counts
        of_negatives, of_positives = counted[:4].tolist(), counted[4:].tolist()
        return cls(
            OneClass(sum(of_positives), of_positives[2], of_positives[1], of_positives[3]),
            OneClass(sum(of_negatives), of_negatives[1], of_negatives[2], of_negatives[0]),
        )

    def moved(
        self, value: Callable[[Outcomes], float], effect: float, z: float, prior: float | None = None
    ) -> tuple[float, float]:
        """The limits of the difference at z standard errors; a prior is a prevalence that is known."""
        recall, specificity = self.positives.shares, self.negatives.shares
        n = self.positives.n + self.negatives.n
        prevalence = self.positives.n / n if prior is None else prior

        def at(share: float, recall: Both, specificity: Both) -> float:
            both = [value(with_shares(share, *rates)) for rates in zip(recall, specificity, strict=True)]
            return both[0] - both[1] if isfinite(both[0]) and isfinite(both[1]) else nan

        ends = wilson_at(self.positives.n, n, z) if prior is None else ()
        moves = [[at(end, recall, specificity) for end in ends]]
        for ways in (self.positives.apart, self.positives.together):
            moves.append([at(prevalence, shares, specificity) for shares in ways(z)])
        for ways in (self.negatives.apart, self.negatives.together):
            moves.append([at(prevalence, recall, shares) for shares in ways(z)])
        return square_and_add(effect, moves)
