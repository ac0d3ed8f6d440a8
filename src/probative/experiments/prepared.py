"""A table and names of learners as what every procedure that trains models takes: inputs, targets, models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.experiments.catalog import BASELINE, short_name
from probative.experiments.contestants import UNSCALED, behind, full_name, named
from probative.experiments.learning_table import read_table
from probative.predictions.target import Task
from probative.running.brought import Estimator, Inputs
from probative.running.problem import Problem
from probative.sources import TableLike


@dataclass(frozen=True, slots=True)
class Prepared:
    """What `run`, `learning_curve` and their kin are called with."""

    models: dict[str, Estimator]
    X: Inputs
    y: Array
    told: dict[str, Any]
    """Groups, times, weights, the task and the positive class."""

    def parameter(self, model: str, key: str) -> str:
        """The full name of a learner's parameter behind its preprocessing."""
        return full_name(self.models[model], key, model)


def prepared(
    table: TableLike,
    *,
    target: str,
    models: Sequence[str] = (),
    groups: str | None = None,
    time: str | None = None,
    sample_weight: str | None = None,
    weight: str | None = None,
    positive: Label | None = None,
    task: Task | None = None,
    numeric: Sequence[str] = (),
    categorical: Sequence[str] = (),
    drop: Sequence[str] = (),
    missing: str = "error",
    scale: bool = True,
    allow_pickle: bool = False,
    say: Callable[[str], object] = lambda text: None,
) -> Prepared:
    """Named learners behind a sensible preprocessing, and the table that they learn from; the baseline if it is named.

    >>> made = prepared({"a": [1, 2, 3, 4], "y": ["n", "n", "p", "p"]}, target="y", models=["knn"])
    >>> list(made.models), made.parameter("knn", "n_neighbors")
    (['knn'], 'learner__n_neighbors')
    """
    roles = {"group": groups, "time": time, "sample_weight": sample_weight, "weight": weight}
    read = read_table(table, target, roles=roles, numeric=numeric, categorical=categorical, drop=drop, missing=missing)
    told: dict[str, Any] = {**read.told, "task": task, "positive": positive}
    # Ids guard against leaks where plans are laid out; curves of training know no such plans.
    told.pop("row")
    problem = Problem.of(read.X, read.y, **told)
    for line in (*read.words(), *([] if scale or not read.numeric else [UNSCALED])):
        say(line)
    made, inputs = behind(named(models, problem.classifies, allow_pickle), read, scale)
    if not any(short_name(name) == BASELINE for name in models):
        del made[BASELINE]
    return Prepared(made, inputs, read.y, told)
