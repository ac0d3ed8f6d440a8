"""The last step: the model that is delivered, trained on all rows by the procedure whose risk was estimated."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from numpy.typing import ArrayLike

from probative.errors import BadParameter, ProbativeError
from probative.evidence.labels import Label
from probative.evidence.needed import need
from probative.inference.levels import checked_level
from probative.predictions import Predictions, Resampled
from probative.predictions.target import Task
from probative.procedures.averaged import averaged, why_not_averaged
from probative.procedures.criterion_risk import criterion_risk
from probative.procedures.model_files import written
from probative.records import OMITTED, Document, Record
from probative.resampling import Plan
from probative.resampling import plan as plan_of
from probative.running.brought import Inputs, Model, Models
from probative.running.choices import chosen_by
from probative.running.criterion import Criterion, CriterionLike
from probative.running.fitting import trained
from probative.running.identity import data_digest
from probative.running.learner import Learner, learners
from probative.running.problem import Problem

OF_ALL_ROWS = (
    "the estimate is of the procedure, from models of the training parts; this model was trained on all rows and never "
    "tested"
)
OF_FOLDS = (
    "the estimate is of the procedure, from models of the training parts, each tested alone; this model is their mean "
    "(or vote), which was never tested"
)


@dataclass(frozen=True, slots=True)
class Delivered(Record):
    """A model of all rows, and beside it how it was made and what is known about the procedure that made it."""

    name: str
    learner: str
    """The untrained model, as text."""
    estimate: Resampled
    n: int
    """The rows it was trained on: all."""
    plan: str
    seed: int
    models: str
    """Whether it is one model of all rows or the mean of the folds' models, and why."""
    chosen: Document | None = None
    """Hyper-parameters that it chose for itself on all rows."""
    selection_score_optimistic: float | None = None
    inputs: tuple[str, ...] = ()
    """The columns that it takes, in order, where they have names."""
    target: str | None = None
    classes: tuple[str, ...] = ()
    data: str | None = None
    """The fingerprint of the rows of the estimate."""
    software: dict[str, str] = field(default_factory=dict)
    choice: Document | None = None
    """Where it is the best of several: what that is worth once the choice is allowed for."""
    measure: str = ""
    """What the estimate is of: the measure with its parameters."""
    caution: str = OF_ALL_ROWS
    file: str | None = None
    model: Model = field(default=None, metadata=OMITTED)  # type: ignore[assignment]

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the model in the format that the ending names, and what is known about it into a .json beside it.

        `.skops` holds data and no code (extra `deliver`); `.pickle` can run any code when it is loaded.
        """
        return written(self.model, replace(self, file=Path(path).name).to_dict(), path)

    def __str__(self) -> str:
        lines = [
            f"{self.name}: {self.models}, {self.n:,} rows",
            f"{self.measure or self.estimate.measure} of the procedure ({self.plan}): {self.estimate.led}",
            self.caution,
        ]
        if self.chosen is not None:
            lines.insert(1, f"chosen on all rows: {self.chosen}")
        return "\n".join(lines)


def deliver(
    models: Models,
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    predictions: Predictions,
    model: str | None = None,
    measure: CriterionLike = None,
    groups: ArrayLike | None = None,
    time: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    task: Task | None = None,
    positive: Label | None = None,
    average: bool = False,
    level: float = 0.95,
) -> Delivered:
    """The model to hand over: trained on all rows by the procedure that `run` estimated, with the estimate beside it.

    Models, rows and words are those of `run`, `predictions` what it gave; rows that differ are refused. `measure`
    is what the estimate is of: any measure ("auc50", "f_beta(beta=2)") or `Costs`; `level` is that of its intervals.
    With `average` it is the mean (or vote) of the models of the folds, for learners that declare that this means
    something (`averages_folds = True`).

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> said = pv.run(KNeighborsClassifier(5), X, y, plan="5-fold stratified")
    >>> made = pv.deliver(KNeighborsClassifier(5), X, y, predictions=said)
    >>> made.n, made.model.predict(X[:1]).tolist(), made.estimate.measure
    (150, [0], 'accuracy')
    """
    need(predictions, Predictions)
    problem = Problem.of(X, y, sample_weight=sample_weight, groups=groups, time=time, task=task, positive=positive)
    if predictions.about.data not in (None, data_digest(problem)):
        raise BadParameter(
            "these are not the rows of the estimate.",
            found="another fingerprint of the data",
            remedy="the X, y, groups, time and weights that run was given",
        )
    made = {learner.name: learner for learner in learners(models)}
    name = predictions.named(model if model is not None else _only(made, predictions))
    if name not in made:
        raise BadParameter(f"there is no model {name!r} to train.", found=", ".join(made))
    return delivered(made[name], problem, predictions, measure, average, checked_level(level))


def _only(made: dict[str, Learner], predictions: Predictions) -> str | None:
    """The one model that is no baseline; None where there are several."""
    rivals = [name for name in made if name != predictions.about.baseline]
    return rivals[0] if len(rivals) == 1 else None


def delivered(
    learner: Learner,
    problem: Problem,
    predictions: Predictions,
    measure: CriterionLike = None,
    average: bool = False,
    level: float = 0.95,
) -> Delivered:
    """What `deliver` gives, of a learner and a problem that were checked."""
    about, seed = predictions.about, predictions.about.seed or 0
    how = Criterion.of(measure or predictions.default_measure(), None, problem.classifies)
    why = why_not_averaged(learner.model)
    if average:
        model: Model = averaged(learner, problem, _plan(about.plan, seed), seed)
        made = "the mean of the models of all training parts, as asked"
    else:
        model = trained(learner, problem, None, learner.seed(seed, 0, 0))
        made = f"one model of all rows; the models of folds are not averaged: {why or 'off unless asked for (average)'}"
    choice = chosen_by(model)
    best = getattr(model, "best_model_", model)
    return Delivered(
        learner.name,
        repr(learner.model),
        criterion_risk(predictions, how, learner.name, level),
        problem.n,
        about.plan or "",
        seed,
        made,
        choice.chosen,
        choice.score,
        tuple(str(column) for column in getattr(problem.X, "columns", ())),
        about.target,
        tuple(str(label) for label in problem.target.labels),
        about.data,
        about.software,
        measure=how.title,
        caution=OF_FOLDS if average else OF_ALL_ROWS,
        model=best,
    )


def _plan(name: str | None, seed: int) -> Plan:
    """The plan of the estimate, made again by its name."""
    try:
        return plan_of(name or "", random_state=seed)
    except ProbativeError as error:
        raise BadParameter("a plan without a name cannot be made again.", found=name, remedy="average=False") from error
