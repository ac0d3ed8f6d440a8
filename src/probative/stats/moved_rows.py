"""Two models on many rows: how far each row moves the difference of a measure, with no resampling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf, nan, sqrt

import numpy as np

from probative.errors import InvalidMethod
from probative.evidence import Ladder, Residuals
from probative.evidence.arrays import Floats
from probative.evidence.labels import Label, positives
from probative.inference.row_influences import ladder_influences, says_how_rows_move
from probative.measurement.registry import Measure, Parameter, Parameters, measures
from probative.stats.facts import Facts
from probative.stats.inputs import checked
from probative.stats.means import EQUAL, Contrast, t_result
from probative.stats.registry import Test
from probative.stats.resampled import few_of_a_class, few_rows_of_a_class, of_rows
from probative.stats.result import Remarks, TestResult
from probative.stats.rows import gap
from probative.stats.two_models import TwoModels

METHOD = "paired influences"
MANY = 20_000
"""Rows from which first-order moves of single rows say all that resampling would."""


def _unsaid(facts: Facts) -> str | None:
    known = [one for one in measures() if one.name == facts.measure]
    unsaid = facts.counted or not any(map(says_how_rows_move, known))
    return f"how single rows move {facts.measure} is not declared" if unsaid else None


def _few(facts: Facts) -> str | None:
    return None if facts.n >= MANY else f"moves of first order are for {MANY:,} rows and more"


@Test(
    "paired-influences",
    title="Paired influences",
    takes="rows",
    prefer=2,
    null="the measure has one value for both models",
    assumes=("so many rows of every class that none of them decides",),
    effect="difference of {measure}",
    about=_unsaid,
    invalid=_few,
    because=lambda facts: (
        f"how far each of many rows moves {facts.measure} is known: so is how its difference varies, with no resampling"
    ),
    run=lambda test, two: two.joint.tested(**two.asked) if isinstance(two.joint, SummedMoves) else of_rows(test, two),
)
def paired_influences(
    measure: str,
    y_true: object,
    a: object,
    b: object,
    *,
    alternative: str = "two-sided",
    level: float = 0.95,
    pos_label: Label | None = None,
    labels: Sequence[Label] | None = None,
    random_state: int | None = None,
    **parameters: Parameter,
) -> TestResult:
    """Difference of a measure between two models on the same rows; Student's t with the error of the rows' influences.

    For measures of scores or numbers that declare what a row does to them (average precision, KS, equal error rate,
    R2): the infinitesimal jackknife, exact to first order, so that it is for many rows. Nothing is drawn at random.

    >>> rng = np.random.default_rng(0)
    >>> y = rng.random(1000) < 0.5
    >>> a, b = y + rng.normal(size=1000), y + 2 * rng.normal(size=1000)
    >>> result = paired_influences("average_precision", y, a, b)
    >>> result.effect > 0, result.rejects()
    (True, True)
    """
    task = TwoModels(measure, y_true, a, b, pos_label, labels, parameters, swap=False)
    if not says_how_rows_move(task.measure):
        what = f"{measure} does not say how single rows move it."
        raise InvalidMethod(what, found=task.measure.needs.__name__, remedy="paired_bootstrap")
    apart = 0.0
    if not (task.same or np.isnan(task.effect)):
        moves = [_moves(task.measure, y_true, np.asarray(said, np.float64), pos_label, parameters) for said in (a, b)]
        apart = _squared_apart(moves[0] - moves[1])
    both = float(task.both[0]), float(task.both[1])
    moved = SummedMoves(task.measure, task.n, both, apart, task.same)
    return moved.tested(few_of_a_class(task, y_true), level=level, alternative=alternative)


@dataclass(frozen=True, slots=True)
class SummedMoves:
    """All that the test needs to know of how rows move a measure of two models, wherever the rows lie."""

    measure: Measure
    n: int
    both: tuple[float, float]
    """The measure of either model."""
    squares: float
    """The sum of squared differences of how far a row moves one value and the other, about their mean."""
    same: bool
    """Whether both models say the same of every row."""
    rarest: int | None = None
    """How many rows the rarer of two classes has, where that is not looked up among the rows."""

    def tested(self, notes: tuple[str, ...] = (), *, level: float, alternative: str = "two-sided") -> TestResult:
        """Student's t of the difference."""
        side, measure = checked(alternative, level), self.measure
        words: Remarks = {"n": self.n, "level": level, "alternative": side, "symbol": "t"}
        words["effect_name"] = f"difference of {measure.name}"
        found = t_result(self.contrast, METHOD, side, level)
        reach = measure.high - measure.low
        low, high = (end if isinf(end) else min(max(end, -reach), reach) for end in (found.low, found.high))
        words["details"] = {"a": self.both[0], "b": self.both[1]} | found.details
        told = notes if self.rarest is None else few_rows_of_a_class(self.rarest)
        every = (*found.notes, *told)
        return TestResult(found.statistic, found.df, found.p, found.effect, low, high, METHOD, every, **words)

    @property
    def contrast(self) -> Contrast:
        """The difference with its standard error, or why there is none."""
        n, effect = self.n, gap(np.array(self.both))
        if np.isnan(effect):
            model = "a" if not np.isfinite(self.both[0]) else "b"
            return Contrast(nan, nan, n - 1, n, f"{self.measure.name} has no finite value for {model}")
        if self.same:
            return Contrast(0.0, 0.0, n - 1, n, EQUAL)
        error = sqrt(self.squares * n / (n - 1))
        size = max(map(abs, self.both))
        return Contrast(effect, error, n - 1, n, "" if error > 1e-12 * size else "no row moves the difference")


def _squared_apart(apart: Floats) -> float:
    apart = apart - apart.mean()
    return float(np.square(apart).sum())


def _moves(measure: Measure, y_true: object, said: Floats, pos_label: Label | None, parameters: Parameters) -> Floats:
    if measure.needs is Ladder:
        found = ladder_influences(measure, positives(y_true, pos_label), said, parameters)
        assert found is not None, "rows move a value that exists"
        return found
    assert measure.row_moves is not None
    truth = np.asarray(y_true, np.float64)
    return measure.row_moves(Residuals.from_values(truth, said, medians=False), truth, said, **parameters)
