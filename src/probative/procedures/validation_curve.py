"""Risk against a hyper-parameter: every value under the same splits, the folds' spread, and the value chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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
from probative.procedures.candidates import Candidate, Rule, chosen_index, rule_named
from probative.procedures.parameters import with_parameter
from probative.procedures.side_table import Swept, cautions, measure_title, side_chart, side_columns, side_text
from probative.records import Record
from probative.running.brought import Inputs, Model, PlanLike
from probative.running.criterion import CriterionLike
from probative.running.learner import Learner
from probative.running.problem import Problem
from probative.running.runner import chosen_plan
from probative.running.training import Training
from probative.running.workers import hands

OPTIMISTIC = (
    "selection score (optimistic, not a risk estimate): the best of several was taken, and `select` corrects it"
)


@dataclass(frozen=True, slots=True, eq=False)
class ValidationCurve(Record, Curve):
    """A measure of one model at every value of a parameter, on test rows and on training rows, and the value chosen."""

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "validation curve"}

    parameter: str
    values: tuple[Any, ...]
    measure: str
    better: str
    plan: str
    seed: int
    level: float
    rule: str
    chosen: Any
    ties: int
    """Values that reach the best score; the first of them in the order given is taken."""
    points: tuple[Sides, ...]
    """One for each value."""

    @property
    def selection_score(self) -> float:
        """The chosen value's score: optimistic, because it is the best of several."""
        return self.points[self.values.index(self.chosen)].test.value

    @property
    def lines(self) -> tuple[Swept, ...]:
        """The points of the one model."""
        return (Swept(self.points[0].model, self.values, self.points),)

    def columns(self) -> dict[str, Array]:
        """The parameter, test value with its interval, the folds' spread, training value, gap, and what was chosen."""
        columns = side_columns(self.parameter, self.lines)
        del columns["model"]
        return columns | {"chosen": np.array([value == self.chosen for value in self.values])}

    def picture(self, name: str = "") -> Chart:
        """Test and training values along the parameter, a guide at the value chosen."""
        return side_chart(self.parameter, self.measure, self.level, self.lines, self.chosen)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was chosen and what its score is worth, how it was made, and what is missing."""
        name = measure_title(self.measure)
        ties = f"; {self.ties} values tie, the first was taken" if self.ties > 1 else ""
        return (
            f"Chosen: {self.parameter} = {self.chosen} ({name}: {self.better} is better; {self.rule}){ties}.",
            f"{name} is {self.selection_score:.4g} there: a {OPTIMISTIC}.",
            f"Under {self.plan}, seed {self.seed}.",
            *cautions(self.points),
        )

    def __str__(self) -> str:
        return side_text(self.measure, self.columns(), *self.notes)


def validation_curve(
    model: Model,
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    parameter: str,
    values: Iterable[Any],
    measure: CriterionLike = None,
    rule: Rule = "best",
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
) -> ValidationCurve:
    """Risk (or any measure) against a hyper-parameter, with the folds' spread and the value that would be chosen.

    Every value is trained and tested on the same splits. The value chosen is the best by the mean of folds, the first
    among equals, or with `rule="one-se"` the first within one standard error of the best. Its score is optimistic:
    `select` estimates the risk of choosing on rows that no choice has seen.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> found = pv.validation_curve(KNeighborsClassifier(), *load_iris(return_X_y=True),
    ...                             parameter="n_neighbors", values=[15, 75], plan="10-fold stratified")
    >>> found.chosen, found.columns()["test"].round(4).tolist()
    (15, [0.0467, 0.1133])
    """
    training = Training(random_state, hands(n_jobs, backend))
    by_row = {"sample_weight": sample_weight, "weight": weight, "groups": groups, "time": time}
    problem = Problem.of(X, y, task=task, positive=positive, **by_row)
    scheme, how = chosen_plan(plan, problem, training.seed), measured_by(measure, problem.classifies)
    steps = tuple(values)
    if not steps:
        raise BadParameter("there are no values to try.", remedy="values=[1, 5, 15]")
    # Every value has the same name, and with it the same seeds: steps differ by the parameter alone.
    name = type(model).__name__
    made = [Learner.of(name, with_parameter(model, parameter, value)) for value in steps]
    points = [both_sides(problem, [one], scheme, training, how, checked_level(level))[0] for one in made]
    tried = [Candidate({parameter: value}, p.folds, p.test.value) for value, p in zip(steps, points, strict=True)]
    best, ties = chosen_index(tried, how, rule_named(rule))
    about = (how.title, how.better, scheme.name, training.seed, level, rule)
    return ValidationCurve(parameter, steps, *about, steps[best], len(ties), tuple(points))
