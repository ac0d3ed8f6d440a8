"""Selection without cheating: choose inside the training rows, estimate outside, deliver a model of all rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, isfinite, isnan

from numpy.typing import ArrayLike

from probative.errors import BadParameter
from probative.evidence.labels import Label
from probative.predictions import Predictions, Resampled
from probative.predictions.target import Task
from probative.procedures.candidates import Candidate, Rule, candidates_of
from probative.procedures.criterion_risk import criterion_risk
from probative.procedures.tuned import Tuned
from probative.records import OMITTED, Record, key
from probative.resampling import KFold, Nested, Plan, TimeOrdered
from probative.resampling import plan as plan_of
from probative.running.brought import Grid, Inputs, Model, Parameters, PlanLike
from probative.running.criterion import Criterion, CriterionLike, Direction
from probative.running.fitting import trained
from probative.running.learner import Learner, require_weights_taken
from probative.running.problem import Problem
from probative.running.runner import chosen_plan, run_on
from probative.running.training import Folder, Training
from probative.running.workers import hands

NAME = "tuned"


@dataclass(frozen=True, slots=True)
class Selection(Record):
    """What a selection gives: the risk of the whole procedure, the choices made, and a model of all rows.

    `selection_scores` are the values that won a choice. They are optimistic, because the best of several was taken,
    and are never an estimate of the risk: that is `risk`, from rows that no choice has seen.
    """

    criterion: str
    """The measure with its parameters, or the function's name."""
    better: str
    risk: Resampled
    chosen: tuple[Parameters, ...]
    selection_scores: tuple[float, ...] = field(metadata=key("selection_scores_optimistic"))
    final: Parameters
    final_selection_score: float = field(metadata=key("final_selection_score_optimistic"))
    corrected_selection_score: float
    candidates: tuple[Candidate, ...]
    ties: tuple[int, ...]
    model: Model = field(metadata=OMITTED)
    predictions: Predictions = field(metadata=OMITTED)
    plan: str
    seed: int

    def __str__(self) -> str:
        where = str(self.risk.fold_mean if len(self.risk.folds) > 1 else self.risk.pooled)
        where += "" if isnan(self.risk.within) else f"; standard deviation {self.risk.within:.3g} of folds"
        lines = [
            f"{self.criterion} of the whole procedure, on rows that no choice has seen: {where}",
            f"chosen for the final model: {self.final}",
            f"selection score (optimistic, not a risk estimate): {self.final_selection_score:.4g}",
        ]
        if isfinite(self.corrected_selection_score):
            corrected = f"{self.corrected_selection_score:.4g}"
            lines.append(f"corrected for the choice (an extra, no risk estimate either): {corrected}")
        if len(self.chosen) > 1:
            counts = {str(choice): 0 for choice in self.chosen}
            for choice in self.chosen:
                counts[str(choice)] += 1
            lines.insert(1, "chosen per fold: " + ", ".join(f"{choice} {n}x" for choice, n in counts.items()))
        if len(self.ties) > 1:
            lines.append(f"{len(self.ties)} candidates tied for the best score; the first in declared order was taken")
        return "\n".join(lines)


def select(
    model: Model,
    grid: Grid,
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    time: ArrayLike | None = None,
    row: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    weight: ArrayLike | None = None,
    task: Task | None = None,
    positive: Label | None = None,
    preprocessed: str | None = None,
    plan: PlanLike | None = None,
    criterion: CriterionLike = None,
    better: Direction | None = None,
    rule: Rule = "best",
    force: bool = False,
    n_jobs: int | None = None,
    backend: object = None,
    random_state: int = 0,
    checkpoint: Folder | None = None,
    progress: bool | None = None,
) -> Selection:
    """Choose hyper-parameters and estimate the risk of doing so, without letting the choice see the test rows.

    The plan says how: "60/20/20" chooses on validation rows and refits on training and validation rows;
    "nested hold-out 70/30/5-fold" tunes by cross-validation inside the training part; "nested 10-fold/5-fold" does so
    in every outer fold. `criterion` is any measure ("auc50", "f_beta(beta=2)" or ("f_beta", {"beta": 2})), `Costs`, or
    a function of evidence with `better`; the risk is by that criterion too. With `time` both schemes test on later rows
    only ("nested time 5/time 3", the default then), whatever the order of rows; other plans, training
    weights that the model cannot take, rows that share an id (`row`) across a split and steps that were fitted on all
    rows are refused unless forced (`force`), as in `run`. Ties go to the first candidate in declared
    order; `rule="one-se"` takes the first within one standard error.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> found = pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, *load_iris(return_X_y=True),
    ...                   plan="nested 5-fold/3-fold stratified")
    >>> len(found.chosen), found.risk.measure
    (5, 'accuracy')
    """
    training = Training(random_state, hands(n_jobs, backend), checkpoint, progress, on_error="stop")
    seed = training.seed
    # A grid that cannot be is told as such, and not as a training that failed.
    if not candidates_of(grid):
        raise BadParameter("the grid has no candidates.", found=repr(grid), remedy="a value or more of each parameter")
    by_row = {"sample_weight": sample_weight, "weight": weight, "groups": groups, "time": time, "row": row}
    problem = Problem.of(X, y, task=task, positive=positive, **by_row).saying(preprocessed)
    require_weights_taken([Learner.of(type(model).__name__, model)], problem.sample_weight, force)
    scheme = choosing_plan(plan, problem, seed)
    inner = scheme.inner or KFold(5, random_state=seed)
    how = Criterion.of(criterion, better, problem.classifies)
    tuned = Tuned(
        model, grid, plan=inner, criterion=how, rule=rule, positive=problem.target.positive, random_state=seed
    )
    learner = Learner.of(NAME, tuned)
    said = run_on(problem, [learner], chosen_plan(scheme, problem, seed, force=force), training, force=force)
    risk = criterion_risk(said, how, NAME)
    chooser, final = _delivered(learner, problem, scheme, said, seed)
    return Selection(
        how.title,
        how.better,
        risk,
        tuple(fit.chosen or {} for fit in said.fits),
        tuple(float("nan") if fit.selection_score is None else fit.selection_score for fit in said.fits),
        chooser.best_params_,
        chooser.selection_score_,
        chooser.corrected_score(),
        tuple(chooser.results_),
        tuple(chooser.ties_),
        final,
        said,
        scheme.name,
        seed,
    )


def _delivered(learner: Learner, problem: Problem, scheme: Plan, said: Predictions, seed: int) -> tuple[Tuned, Model]:
    """The tuned model that made the final choice, and the model of all rows that is handed over."""
    from probative.procedures.tuned import Tuned

    once = len(said.fits) == 1
    if once:
        part = next(iter(scheme.parts_of(problem.rows)))
        chooser = trained(learner, problem, part.train, said.fits[0].seed, part.validation)
    else:
        chooser = trained(learner, problem, None, seed)
    assert isinstance(chooser, Tuned)
    if not once:
        return chooser, chooser.best_model_
    # One outer part made one choice, and its risk was estimated: the delivered model keeps that choice.
    return chooser, trained(Learner.of(NAME, chooser.best_model_), problem, None, seed)


def choosing_plan(plan: PlanLike | None, problem: Problem, seed: int) -> Plan:
    """An outer scheme for the estimate and an inner one (or validation rows) for the choice.

    By default the outer scheme is the usual one, and the inner one what the fewest training rows can bear.
    """
    outer = chosen_plan(None, problem, seed) if plan is None else plan_of(plan, random_state=seed)
    if outer.nested:
        return outer
    if outer.ordered:
        if plan is not None:
            raise BadParameter("a time-ordered selection needs both schemes.", remedy="'nested time 5/time 3'")
        return Nested(outer, TimeOrdered(3))
    units = problem.n if problem.groups is None else len(problem.rows.group_codes()[0])
    k = min(5, max(2, units - ceil(units / (outer.k or 2))))
    return Nested(outer, KFold(k, stratified=problem.classifies, grouped=outer.grouped, random_state=seed))
