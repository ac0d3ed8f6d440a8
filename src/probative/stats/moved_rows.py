"""Two models on many rows: how far each row moves the difference of a measure, with no resampling."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt

import numpy as np

from probative.errors import InvalidMethod
from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.evidence.labels import Label, positives
from probative.inference.row_influences import ladder_influences, says_how_rows_move
from probative.measurement.registry import Measure, Parameter, Parameters, measures
from probative.stats.facts import Facts
from probative.stats.inputs import checked
from probative.stats.means import EQUAL, Contrast, t_result
from probative.stats.registry import Test
from probative.stats.resampled import few_of_a_class, of_rows
from probative.stats.result import Remarks, TestResult
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
    run=of_rows,
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
    side = checked(alternative, level)
    task = TwoModels(measure, y_true, a, b, pos_label, labels, parameters, swap=False)
    if not says_how_rows_move(task.measure):
        what = f"{measure} does not say how single rows move it."
        raise InvalidMethod(what, found=task.measure.needs.__name__, remedy="paired_bootstrap")
    words: Remarks = task.words(side, level) | {"symbol": "t"}
    found = t_result(_contrast(task, y_true, (a, b), pos_label, parameters), METHOD, side, level)
    low, high = task.reached(found.low, found.high)
    words["details"] = task.both_values() | found.details
    notes = (*found.notes, *few_of_a_class(task, y_true))
    return TestResult(found.statistic, found.df, found.p, found.effect, low, high, METHOD, notes, **words)


def _contrast(
    task: TwoModels, y_true: object, both: tuple[object, object], pos_label: Label | None, parameters: Parameters
) -> Contrast:
    """The difference with its standard error, or why there is none."""
    n = task.n
    if np.isnan(task.effect):
        return Contrast(nan, nan, n - 1, n, task.why())
    if task.same:
        return Contrast(0.0, 0.0, n - 1, n, EQUAL)
    moves = [_moves(task.measure, y_true, np.asarray(said, np.float64), pos_label, parameters) for said in both]
    if moves[0] is None or moves[1] is None:
        return Contrast(task.effect, nan, n - 1, n, task.why())
    apart = moves[0] - moves[1]
    apart -= apart.mean()
    error = sqrt(float(np.square(apart).sum()) * n / (n - 1))
    return Contrast(task.effect, error, n - 1, n, "" if error > 1e-12 * task.size else "no row moves the difference")


def _moves(
    measure: Measure, y_true: object, said: Floats, pos_label: Label | None, parameters: Parameters
) -> Floats | None:
    if measure.needs is Ladder:
        return ladder_influences(measure, positives(y_true, pos_label), said, parameters)
    assert measure.row_moves is not None
    return measure.row_moves(np.asarray(y_true, np.float64), said, **parameters)
