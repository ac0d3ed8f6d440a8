"""The models of an experiment: by name, behind the preprocessing, and tuning themselves where there is a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from probative.curves.curve import as_frame
from probative.decisions.class_costs import ClassCosts, DeclaredCosts
from probative.errors import BadParameter
from probative.evidence.labels import Label
from probative.experiments.catalog import BASELINE, DEFAULTS, model_named, parameter_named, short_name
from probative.experiments.learning_table import LearningTable, preprocessed
from probative.procedures.candidates import Rule, candidates_of
from probative.procedures.cost_methods import METHODS, Method
from probative.resampling import Plan
from probative.running.brought import Estimator, Inputs, ParameterValues
from probative.running.criterion import Criterion
from probative.running.problem import Problem


def named(names: Sequence[str], classifies: bool, allow_pickle: bool) -> dict[str, Estimator]:
    """The models asked for, by name; the baseline is always among them."""
    made = {BASELINE: model_named(BASELINE, classifies)}
    for name in dict.fromkeys(names or DEFAULTS[classifies]):
        if short_name(name) != BASELINE or "(" in name:
            made[name] = model_named(name, classifies, allow_pickle=allow_pickle)
    return made


UNSCALED = "numbers are not standardised: learners that measure distances see them in their own units"


def behind(
    named: dict[str, Estimator], table: LearningTable, scale: bool = True
) -> tuple[dict[str, Estimator], Inputs]:
    """Models behind the preprocessing; a user's own pipeline is left alone and given the columns by name."""
    own = {name for name, model in named.items() if short_name(name) is None and _prepares(model)}
    made = {name: model if name in own else preprocessed(model, table, scale) for name, model in named.items()}
    return made, as_frame(table.frame, "pandas") if own else table.X


def _prepares(model: Estimator) -> bool:
    """Whether a model is, or holds, a pipeline."""
    return any(hasattr(part, "steps") for part in (model, *model.get_params().values()))


def grids_by_model(made: Mapping[str, Estimator], grid: ParameterValues) -> dict[str, ParameterValues]:
    """What is tried of every model that the grid speaks of; a grid without names is for the only model there is."""
    others = [name for name in made if name != BASELINE]
    per_model: dict[str, ParameterValues] = {name: values for name, values in grid.items() if isinstance(values, dict)}
    if len(per_model) < len(grid):
        if len(others) != 1 or others[0] in grid:
            raise BadParameter("the grid must say which model it is for.", remedy='{"knn": {"n_neighbors": [1, 5]}}')
        per_model = {others[0]: dict(grid)}
    unknown = [name for name in per_model if name not in made]
    if unknown or not per_model:
        what = f"names a model that is not run: {unknown[0]}" if unknown else "is empty"
        raise BadParameter(f"the grid {what}.", found=", ".join(made), remedy='{"knn": {"n_neighbors": [1, 5]}}')
    return per_model


def tuning(
    made: dict[str, Estimator],
    grids: Mapping[str, ParameterValues],
    methods: Sequence[Method],
    plan: Plan,
    how: Criterion,
    rule: Rule,
    positive: Label | None,
) -> dict[str, Estimator]:
    """The models with a grid, each tuning itself inside its training rows, and so each of them that minds costs.

    What minds costs is inside what tunes: candidates are judged as the model that they become, and the tuning is given
    the groups, the times and the validation rows of a training part.
    """
    from probative.procedures.tuned import Tuned

    tuned = dict(made)
    for name, values in grids.items():
        full = {full_name(made[name], key, name): candidates for key, candidates in values.items()}
        if not candidates_of(full):
            raise BadParameter(f"the grid of {name} has no candidates.", found=values)
        inner = plan.inner or "5-fold"
        for title in (name, *routes(name, methods).values()):
            tried = full if title == name else {f"estimator__{key}": values for key, values in full.items()}
            tuned[title] = Tuned(made[title], tried, plan=inner, criterion=how, rule=rule, positive=positive)
    return tuned


def minding(
    made: dict[str, Estimator], costs: DeclaredCosts, methods: Sequence[Method], problem: Problem
) -> dict[str, Estimator]:
    """The models as they are, and each of them minding the costs by every method named; the baseline stays alone."""
    from probative.procedures.cost_sensitive import CostSensitiveClassifier

    if unknown := [method for method in methods if method not in METHODS]:
        raise BadParameter(f"there is no way {unknown[0]!r} to mind costs.", found=", ".join(METHODS))
    # A classifier knows its classes in sorted order, whatever their order in the table.
    told: Any = costs.ordered(np.unique(problem.y).tolist()) if isinstance(costs, ClassCosts) else costs
    positive = problem.target.positive
    more: dict[str, Estimator] = {}
    for name, model in made.items():
        more[name] = model
        for method, title in routes(name, methods).items():
            made_so = CostSensitiveClassifier(model, told, method=method, positive=positive)
            made_so.require_sense(name)
            more[title] = made_so
    return more


def routes(name: str, methods: Sequence[Method]) -> dict[Method, str]:
    """What a model is called that minds costs, by method; the baseline minds none.

    >>> routes("tree", ["weight", "threshold"])
    {'weight': 'tree (weight)', 'threshold': 'tree (threshold)'}
    """
    return {} if name == BASELINE else {method: f"{name} ({method})" for method in methods}


def full_name(model: Estimator, key: str, title: str) -> str:
    """The parameter meant: the pipeline's by its full name, or the learner's by its own."""
    steps: Mapping[str, Estimator] = getattr(model, "named_steps", {})
    if key in model.get_params() or "learner" not in steps:
        return parameter_named(model, key, title)
    return f"learner__{parameter_named(steps['learner'], key, title)}"
