"""Learning curves: any measure against the number of training rows, the training error beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from probative.curves.curve import Curve
from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.inference.levels import checked_level
from probative.pictures import Chart
from probative.predictions.target import Task
from probative.procedures.both_sides import Sides, both_sides, measured_by
from probative.procedures.side_table import Swept, cautions, measure_title, side_chart, side_columns, side_text
from probative.records import Record
from probative.resampling import Part, Plan
from probative.resampling.seeding import seeded
from probative.running.brought import Inputs, Models, PlanLike
from probative.running.criterion import CriterionLike
from probative.running.learner import learners
from probative.running.problem import Problem
from probative.running.runner import chosen_plan
from probative.running.training import Training
from probative.running.workers import hands

STEPS = 6
"""Sizes of a curve whose sizes were not given."""


@dataclass(frozen=True, slots=True, eq=False)
class LearningCurve(Record, Curve):
    """A measure of every model at every number of training rows, on test rows and on the training rows themselves."""

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "learning curve"}

    measure: str
    better: str
    plan: str
    seed: int
    level: float
    points: tuple[Sides, ...]
    """Model by model, from few rows to many."""

    @property
    def lines(self) -> tuple[Swept, ...]:
        """The points of each model."""
        names = dict.fromkeys(point.model for point in self.points)
        mine = {name: tuple(point for point in self.points if point.model == name) for name in names}
        return tuple(Swept(name, tuple(int(p.n_train) for p in points), points) for name, points in mine.items())

    def columns(self) -> dict[str, Array]:
        """Model, training rows, test value with its interval, the folds' spread, training value and gap."""
        return side_columns("", self.lines)

    def picture(self, name: str = "") -> Chart:
        """The lines of all models."""
        return side_chart("n_train", self.measure, self.level, self.lines)

    @property
    def notes(self) -> tuple[str, ...]:
        """How it was made, and what is missing."""
        better = f"{measure_title(self.measure)}: {self.better} is better"
        return (f"Learning curve under {self.plan}, seed {self.seed}; {better}.", *cautions(self.points))

    def __str__(self) -> str:
        return side_text(self.measure, self.columns(), *self.notes)


def learning_curve(
    models: Models,
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    measure: CriterionLike = None,
    sizes: Iterable[float] | None = None,
    plan: PlanLike | None = None,
    groups: ArrayLike | None = None,
    time: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    weight: ArrayLike | None = None,
    task: Task | None = None,
    positive: Label | None = None,
    level: float = 0.95,
    n_jobs: int | None = None,
    backend: object = None,
    random_state: int = 0,
) -> LearningCurve:
    """Any measure against the number of training rows: models trained on more and more of every training part.

    `sizes` are numbers of rows, or shares of the smallest training part; by default six from few to all. Smaller
    training sets are parts of the larger ones and hold every class as soon as they can; time-ordered plans train on the
    latest rows. Test rows are the plan's, the same for every size. The training error beside is resubstitution.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> found = pv.learning_curve(KNeighborsClassifier(1), *load_iris(return_X_y=True), sizes=[15, 45, 135])
    >>> found.columns()["n_train"].tolist(), found.columns()["training"].tolist()
    ([15.0, 45.0, 135.0], [0.0, 0.0, 0.0])
    """
    training = Training(random_state, hands(n_jobs, backend))
    by_row = {"sample_weight": sample_weight, "weight": weight, "groups": groups, "time": time}
    problem = Problem.of(X, y, task=task, positive=positive, **by_row)
    scheme, made = chosen_plan(plan, problem, training.seed), learners(models)
    how = measured_by(measure, problem.classifies)
    steps = _sizes(sizes, problem, scheme)
    order = _latest if scheme.ordered else partial(_interleaved, problem, training.seed)
    found = [
        both_sides(problem, made, scheme, training, how, checked_level(level), partial(_first, order, size))
        for size in steps
    ]
    points = tuple(sides[m] for m in range(len(made)) for sides in found)
    return LearningCurve(how.title, how.better, scheme.name, training.seed, level, points)


def _sizes(wanted: Iterable[float] | None, problem: Problem, scheme: Plan) -> list[int]:
    """The numbers of training rows, rising; shares are of the smallest training part."""
    top = min(len(np.unique(part.train)) for part in scheme.parts_of(problem.rows))
    least = len(problem.target.labels) if problem.classifies else 1
    if wanted is None:
        low = min(max(2 * least, 5, top // 32), top)
        return sorted({round(size) for size in np.geomspace(low, top, STEPS)})
    found = sorted({round(size * top) if 0 < size < 1 else size for size in wanted})
    bad = [size for size in found if not float(size).is_integer() or not least <= size <= top]
    if bad or not found:
        raise BadParameter(
            f"every size must be a whole number of rows from {least} to {top}, or a share of {top}.",
            found=", ".join(f"{size:g}" for size in bad) or "no size",
            remedy="sizes the smallest training part has; every class needs a row",
        )
    return [int(size) for size in found]


def _first(order: Any, size: int, part: Part) -> Array:
    rows: Array = order(part)[:size]
    return np.sort(rows)


def _latest(part: Part) -> Array:
    return part.train[::-1]


def _interleaved(problem: Problem, seed: int, part: Part) -> Array:
    """The training rows in an order of which every beginning has the classes in their shares, one of each first."""
    rng = seeded(seed, part.repeat * 1_000_003 + part.fold)
    rows = rng.permutation(np.unique(part.train))
    if not problem.classifies:
        return rows
    codes = problem.codes[rows]
    sizes = np.bincount(codes, minlength=len(problem.target.labels))
    place = np.empty(len(rows))
    for code in np.flatnonzero(sizes):
        mine = np.flatnonzero(codes == code)
        place[mine] = (np.arange(len(mine)) + rng.random(len(mine))) / len(mine)
        place[mine[0]] = -1
    return rows[np.argsort(place, kind="stable")]
