"""Training error beside test error, model by model, and the gap between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from probative.curves.curve import Curve
from probative.curves.planes import finite_ends
from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.inference.levels import checked_level
from probative.pictures import Axis, Chart, Intervals, Marks
from probative.predictions.target import Task
from probative.procedures.both_sides import LABEL, Sides, both_sides, measured_by
from probative.procedures.side_table import Swept, cautions, measure_title, side_columns, side_text
from probative.records import Record
from probative.running.brought import Inputs, Models, PlanLike
from probative.running.criterion import CriterionLike
from probative.running.learner import learners
from probative.running.problem import Problem
from probative.running.runner import chosen_plan
from probative.running.training import Training
from probative.running.workers import hands


@dataclass(frozen=True, slots=True, eq=False)
class Resubstitution(Record, Curve):
    """A measure of every model on the rows it was tested on and on those it was trained on, under one plan."""

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "resubstitution"}

    measure: str
    better: str
    plan: str
    seed: int
    level: float
    models: tuple[Sides, ...]

    @property
    def lines(self) -> tuple[Swept, ...]:
        """A single point for each model."""
        return tuple(Swept(side.model, ("",), (side,)) for side in self.models)

    def columns(self) -> dict[str, Array]:
        """Model, training rows, test value with its interval, the folds' spread, training value and gap."""
        return side_columns("", self.lines)

    def picture(self, name: str = "") -> Chart:
        """A row for each model: test rows with their interval, training rows hollow."""
        tests = [side.test for side in self.models]
        rows = np.arange(len(tests), dtype=np.float64)
        low, high = np.array([test.low for test in tests]), np.array([test.high for test in tests])
        value, training = np.array([test.value for test in tests]), np.array([side.training for side in self.models])
        across = Axis.around(
            measure_title(self.measure), [e for part in (low, high, value, training) for e in finite_ends(part)]
        )
        shapes = (
            Intervals(low, high, rows, series=0),
            Marks(value, rows, series=0, name="test rows"),
            Marks(training, rows, series=1, hollow=True, name="training rows", detail=LABEL),
        )
        beside = [(f"gap {side.gap:.3g}".replace("-", "−"),) for side in self.models]
        up = Axis.rows([side.model for side in self.models], beside=beside)
        title = f"{across.name} on test rows and on training rows"
        return Chart(title, across, up, shapes, title, height=max(80.0, 34.0 * len(tests)))

    @property
    def notes(self) -> tuple[str, ...]:
        """How it was made, what a gap means, and what is missing."""
        how = f"Under {self.plan}, seed {self.seed}; {measure_title(self.measure)}: {self.better} is better."
        return (how, "A gap above 0: worse on test rows than on training rows.", *cautions(self.models))

    def __str__(self) -> str:
        return side_text(self.measure, self.columns(), *self.notes)


def resubstitution(
    models: Models,
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    measure: CriterionLike = None,
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
) -> Resubstitution:
    """Training error beside test error, by model: the first is resubstitution, not an estimate of anything to come.

    `learning_curve` shows the same gap by the number of training rows, `validation_curve` by complexity.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> found = pv.resubstitution(KNeighborsClassifier(1), *load_iris(return_X_y=True), plan="leave-one-out")
    >>> found.models[0].training, round(found.models[0].test.value, 4), found.models[0].label
    (0.0, 0.04, 'resubstitution, not an estimate')
    """
    training = Training(random_state, hands(n_jobs, backend))
    by_row = {"sample_weight": sample_weight, "weight": weight, "groups": groups, "time": time}
    problem = Problem.of(X, y, task=task, positive=positive, **by_row)
    scheme, how = chosen_plan(plan, problem, training.seed), measured_by(measure, problem.classifies)
    found = both_sides(problem, learners(models), scheme, training, how, checked_level(level))
    return Resubstitution(how.title, how.better, scheme.name, training.seed, level, tuple(found))
