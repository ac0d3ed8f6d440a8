"""Run: every model trained and tested on the same splits, every prediction kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.predictions import Predictions
from probative.predictions.fit import Fit
from probative.predictions.of_run import Heard, run_columns, run_roles, run_table
from probative.predictions.provenance import Provenance
from probative.predictions.target import Task
from probative.resampling import Plan
from probative.resampling import plan as plan_of
from probative.resampling.kfold import KFold
from probative.resampling.ordered import TimeOrdered
from probative.running.brought import Inputs, Models, PlanLike
from probative.running.checkpoint import Checkpoint
from probative.running.facts import data_facts
from probative.running.identity import Identity
from probative.running.leaks import leaks_of, require_no_leaks
from probative.running.learner import Learner, learners, name_of, require_weights_taken
from probative.running.pieces import Piece, failure, pieces_of
from probative.running.problem import Problem
from probative.running.refusals import overridden
from probative.running.split_facts import split_facts
from probative.running.training import Folder, OnError, Training
from probative.running.workers import hands
from probative.sources.arrays import ArraySource


def run(
    models: Models,
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    plan: PlanLike | None = None,
    groups: ArrayLike | None = None,
    time: ArrayLike | None = None,
    row: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    weight: ArrayLike | None = None,
    preprocessed: str | None = None,
    task: Task | None = None,
    positive: Label | None = None,
    force: bool = False,
    on_error: OnError = "record",
    shortcuts: bool = True,
    n_jobs: int | None = None,
    backend: object = None,
    random_state: int = 0,
    checkpoint: Folder | None = None,
    timeout: float | None = None,
    progress: bool | None = None,
) -> Predictions:
    """Train and test models under a plan; all of them see identical splits, and every prediction is kept.

    `models` is a model, a list, or a mapping from names to models: anything with fit and predict. With a `checkpoint`
    folder, finished trainings are in files at once, and the same call goes on where it was stopped. `on_error="record"`
    keeps a failing training as a record and goes on. A training that takes longer than `timeout` seconds fails.
    `shortcuts` uses closed forms where they are exact.
    `sample_weight` weighs rows in training and nowhere else, `weight` in the evaluation and nowhere else. `row` says
    who each row is; `preprocessed` what was done to all rows beforehand, which the findings then say. A plan that
    shuffles where `time` is given, splits that share rows or ids, a training part that lacks a class, a step that was
    fitted on all rows, and a model that cannot take training weights are refused, unless forced: what was forced is
    marked in the findings. Equal seeds give equal results, whatever `n_jobs` is, also on a
    cluster (`backend`: a client of Dask's).

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> said = pv.run(KNeighborsClassifier(1), *load_iris(return_X_y=True), plan="leave-one-out")
    >>> float((said.model().predicted == said.truth).mean())
    0.96
    """
    training = Training(random_state, hands(n_jobs, backend), checkpoint, progress, on_error, shortcuts, timeout)
    by_row = {"sample_weight": sample_weight, "weight": weight, "groups": groups, "time": time, "row": row}
    problem = Problem.of(X, y, task=task, positive=positive, **by_row).saying(preprocessed)
    made = learners(models)
    require_weights_taken(made, problem.sample_weight, force)
    return run_on(problem, made, chosen_plan(plan, problem, training.seed, force=force), training, force=force)


def run_on(
    problem: Problem, made: list[Learner], scheme: Plan, training: Training, *, force: bool | None = None
) -> Predictions:
    """What `run` gives, of a problem, learners and a plan; refused where it says nothing of new rows, unless forced."""
    forced = overridden(problem, made, scheme, force=force)
    _refuse_tuning_on_twins(made, scheme)
    splits, overlapping = split_facts(problem, scheme)
    leaks = leaks_of(problem, made, scheme, overlapping)
    forced = (*forced, *require_no_leaks(leaks, bool(force)))
    what = Identity.of(problem, made, scheme, training.seed)
    store = None if training.checkpoint is None else Checkpoint(training.checkpoint, what.manifest(), grows="models")
    pieces = pieces_of(problem, made, scheme, training, store)
    weighted = problem.sample_weight is not None
    about = Provenance(
        scheme.name,
        scheme.describe(problem.y, problem.y, problem.groups, candidates=[learner.candidates for learner in made]),
        what.seed,
        str(what.data["digest"]),
        what.software,
        what.models,
        scheme.scheme(problem.rows),
        data_facts(problem),
        tuple(learner.name for learner in made if weighted and learner.weight_key is None),
        kinds={learner.name: name_of(learner.model) for learner in made},
        leaks=leaks,
        splits=splits,
        forced=forced,
    )
    return gathered(problem, [learner.name for learner in made], pieces, about)


def _refuse_tuning_on_twins(made: list[Learner], scheme: Plan) -> None:
    """Rows that a bootstrap draws twice would stand on both sides of a split inside the draw."""
    tuned = [learner.name for learner in made if learner.tunes]
    if scheme.twins and tuned:
        raise BadParameter(
            f"{tuned[0]} tunes itself, which bootstrap draws mislead: the rows they repeat are fitted and checked.",
            found=f"the plan {scheme.name!r}",
            remedy="an outer plan without repeated rows, such as 'nested monte-carlo 50/5-fold'",
        )


def chosen_plan(plan: PlanLike | None, problem: Problem, seed: int, *, force: bool | None = None) -> Plan:
    """The plan meant; by default ten folds that respect time, groups and classes as far as they are known.

    A plan that breaks the order of time, or whose splits share rows, is refused unless forced; `force` is None where
    the caller cannot be.
    """
    if plan is None:
        if problem.time is not None:
            return TimeOrdered()
        stratified = problem.classifies
        if problem.groups is None:
            return KFold(min(10, problem.n), stratified=stratified, random_state=seed)
        members = len(problem.rows.group_codes()[0])
        return KFold(min(10, members), stratified=stratified, grouped=True, random_state=seed)
    scheme = plan_of(plan, random_state=seed)
    if force:
        scheme = scheme.forced()
    scheme = scheme.fixed(problem.rows)
    if problem.time is not None:
        scheme.require_order(force)
    return scheme.oriented(problem.target.positive)


def gathered(
    problem: Problem, names: list[str], pieces: dict[tuple[int, int], Piece], about: Provenance
) -> Predictions:
    """The pieces put in the order of models and splits."""
    heard = {}
    for m, name in enumerate(names):
        mine = [pieces[key] for key in sorted(key for key in pieces if key[0] == m)]
        heard[name] = _heard([piece for piece in mine if piece[2] is not None])
    fits = tuple(pieces[key][0] for key in sorted(pieces))
    if not any(len(part.row) for part in heard.values()):
        raise failure(next(fit for fit in fits if fit.error))
    labels, positive = problem.target.labels, problem.target.positive
    columns = run_table(heard, problem.codes, labels, positive, weight=problem.weight, group=problem.groups)
    return Predictions(
        ArraySource(columns),
        run_roles(labels, positive, columns),
        problem.target,
        {name: run_columns(name, part.scored, labels, positive) for name, part in heard.items()},
        fits=fits,
        about=replace(about, n=problem.n, scored={name: part.scored for name, part in heard.items()}),
    )


def _heard(pieces: list[Piece]) -> Heard:
    if not pieces:
        nothing = np.zeros(0, np.int32)
        return Heard(nothing, nothing, nothing, nothing, np.empty((0, 0)), "")
    answers = [answer for _, _, answer in pieces if answer is not None]
    sizes = [len(rows) for _, rows, _ in pieces]
    scored = answers[0].scored
    return Heard(
        np.concatenate([rows for _, rows, _ in pieces]).astype(np.int32),
        np.repeat([fit.repeat for fit, _, _ in pieces], sizes).astype(np.int32),
        np.concatenate([_folds(fit, size) for (fit, _, _), size in zip(pieces, sizes, strict=True)]).astype(np.int32),
        np.concatenate([answer.predicted for answer in answers]),
        np.concatenate([answer.scores for answer in answers]) if scored else np.empty((0, 0)),
        scored,
    )


def _folds(fit: Fit, size: int) -> Array:
    """The fold of every tested row; a closed form answers all folds of one (or two) rows at once."""
    return np.arange(size) // fit.n_test if fit.how != "trained" else np.full(size, fit.fold)
