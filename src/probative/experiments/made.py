"""What an experiment made of a table: its problem and its models, for whoever trains one of them on all rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from probative.curves.curve import as_frame
from probative.decisions.class_costs import DeclaredCosts
from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.experiments.catalog import BASELINE
from probative.experiments.learning_table import LearningTable
from probative.predictions import Predictions
from probative.procedures.averaged import why_not_averaged
from probative.procedures.delivery import Delivered, delivered
from probative.running.brought import Estimator, Inputs
from probative.running.criterion import CriterionLike
from probative.running.learner import Learner
from probative.running.problem import Problem
from probative.sources.columns import missing_in


@dataclass(frozen=True, slots=True)
class Made:
    """The table as it was read, the problem, the untrained models by name, and what errors cost."""

    table: LearningTable
    problem: Problem
    models: dict[str, Estimator]
    costs: DeclaredCosts | None = None

    def deliver(
        self,
        said: Predictions,
        model: str,
        *,
        measure: CriterionLike = None,
        average: bool = False,
        level: float = 0.95,
    ) -> Delivered:
        """The model trained on all rows of the table, which takes its columns by name and as they are."""
        problem = replace(self.problem, X=raw_inputs(self.table))
        return delivered(Learner.of(model, self.models[model]), problem, said, measure, average, level)

    def require_averaging(self, model: str | None) -> None:
        """Refuse, before anything is trained, the mean of folds of learners that do not declare it."""
        for name in [model] if model is not None else [name for name in self.models if name != BASELINE]:
            if why := why_not_averaged(self.models[name]):
                raise BadParameter("the models of folds are not averaged.", found=why, remedy="leave --average out")


def raw_inputs(table: LearningTable) -> Inputs:
    """Numbers as numbers and categories as their texts: what the delivered model will be asked with."""
    columns: dict[str, Array] = {name: table.X[:, i] for i, name in enumerate(table.numeric)}
    for name in table.categorical:
        texts = table.frame[name].astype(object)
        gone = missing_in(texts)
        texts[~gone] = [str(value) for value in texts[~gone]]
        texts[gone] = np.nan
        columns[name] = texts
    frame: Inputs = as_frame(columns, "pandas")
    return frame
