"""Run: every model trained and tested on the same splits, every prediction kept."""

from __future__ import annotations

import os
import warnings
from collections.abc import Generator, Iterable, Iterator
from dataclasses import asdict
from typing import Any, Literal

import numpy as np

from probative.errors import BadParameter, FitFailed
from probative.evidence.arrays import Array
from probative.predictions import Predictions
from probative.predictions.fit import Fit
from probative.predictions.of_run import Heard, run_columns, run_roles, run_table
from probative.predictions.target import Task
from probative.resampling import LeaveOneOut, LeavePairOut, Part, Plan
from probative.resampling import plan as plan_of
from probative.resampling.kfold import KFold
from probative.resampling.ordered import TimeOrdered
from probative.resampling.seeding import checked_seed
from probative.running.at_once import answered_at_once
from probative.running.checkpoint import Checkpoint
from probative.running.facts import data_facts
from probative.running.fitting import Answer, fit_part
from probative.running.identity import identity
from probative.running.learner import Learner, learners
from probative.running.problem import Problem
from probative.running.progress import progress as progress_bar
from probative.sources.arrays import ArraySource

OnError = Literal["record", "stop"]
Piece = tuple[Fit, Array, Answer | None]
"""A training, the rows it was tested on, and what the model said of them."""


def run(
    models: Any,
    X: Any,  # noqa: N803
    y: Any,
    *,
    plan: Any = None,
    groups: Any = None,
    time: Any = None,
    sample_weight: Any = None,
    task: Task | None = None,
    positive: Any = None,
    n_jobs: int | None = None,
    random_state: int = 0,
    checkpoint: str | os.PathLike[str] | None = None,
    on_error: OnError = "record",
    progress: bool | None = None,
    shortcuts: bool = True,
    force: bool = False,
) -> Predictions:
    """Train and test models under a plan; all of them see identical splits, and every prediction is kept.

    `models` is a model, a list, or a mapping from names to models: anything with fit and predict. With a `checkpoint`
    folder, finished trainings are on disk at once, and the same call goes on where it was stopped. `on_error="record"`
    keeps a failing training as a record and goes on. `shortcuts` uses closed forms where they are exact. A plan that
    shuffles is refused where `time` is given, unless forced. Equal seeds give equal results, whatever `n_jobs` is.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> said = pv.run(KNeighborsClassifier(1), *load_iris(return_X_y=True), plan="leave-one-out")
    >>> float((said.model().predicted == said.truth).mean())
    0.96
    """
    if on_error not in ("record", "stop"):
        raise BadParameter("on_error must be 'record' or 'stop'.", found=on_error)
    if n_jobs == 0:
        raise BadParameter("n_jobs must not be 0.", remedy="1, 2, ... or -1 for all cores")
    seed = checked_seed(random_state)
    problem = Problem.of(X, y, sample_weight=sample_weight, groups=groups, time=time, task=task, positive=positive)
    made = learners(models)
    scheme = chosen_plan(plan, problem, seed, force=force)
    _refuse_tuning_on_twins(made, scheme)
    facts = identity(problem, made, scheme, seed)
    store = None if checkpoint is None else Checkpoint(checkpoint, facts)
    pieces = pieces_of(
        problem, made, scheme, seed, store, n_jobs, on_error=on_error, watch=progress, shortcuts=shortcuts
    )
    about = {
        "plan": scheme.name,
        "description": scheme.describe(problem.y, problem.y, problem.groups, models=len(made)),
        "seed": seed,
        "data": facts["data"]["digest"],
        "software": facts["software"],
        "models": facts["models"],
        "scheme": asdict(scheme.scheme(problem.rows)),
        "facts": data_facts(problem),
        "weights_ignored": [
            learner.name for learner in made if problem.weight is not None and learner.weight_key is None
        ],
    }
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


def chosen_plan(plan: Any, problem: Problem, seed: int, *, force: bool = False) -> Plan:
    """The plan meant; by default ten folds that respect time, groups and classes as far as they are known."""
    if plan is None:
        if problem.time is not None:
            return TimeOrdered()
        stratified = problem.classifies
        if problem.groups is None:
            return KFold(min(10, problem.n), stratified=stratified, random_state=seed)
        members = len(problem.rows.group_codes()[0])
        return KFold(min(10, members), stratified=stratified, grouped=True, random_state=seed)
    scheme = plan_of(plan, random_state=seed)
    if problem.time is not None and not scheme.ordered and not force:
        raise BadParameter(
            "rows with a time order must be tested on later rows than they are trained on.",
            found=f"the plan {scheme.name!r}",
            remedy="a plan such as 'time 5'; or force=True (--force), and the estimate is of another question (R180)",
        )
    return scheme.fixed(problem.rows).oriented(problem.target.positive)


def pieces_of(
    problem: Problem,
    made: list[Learner],
    scheme: Plan,
    seed: int,
    store: Checkpoint | None = None,
    n_jobs: int | None = 1,
    *,
    on_error: OnError = "record",
    watch: bool | None = False,
    shortcuts: bool = True,
) -> dict[tuple[int, int], Piece]:
    """Every training by its place (model, split): from the checkpoint, by a closed form, or trained now."""
    pieces: dict[tuple[int, int], Piece] = {}
    slow = list(enumerate(made))
    if shortcuts and problem.weight is None and isinstance(scheme, LeaveOneOut | LeavePairOut):
        at_once = {m: answered_at_once(learner, problem, scheme) for m, learner in slow}
        pieces = {(m, 0): piece for m, piece in at_once.items() if piece is not None}
        slow = [(m, learner) for m, learner in slow if at_once[m] is None]
    total = scheme.count(problem.rows) * len(slow) if slow else 0
    with progress_bar("training", total, watch) as move:

        def waiting() -> Iterator[tuple[int, int, Learner, Part]]:
            for number, part in enumerate(scheme.parts_of(problem.rows) if slow else ()):
                for m, learner in slow:
                    kept = None if store is None else _loaded(store, m, number, part, learner)
                    if kept is None:
                        yield m, number, learner, part
                    else:
                        pieces[m, number] = kept
                        move(1)

        results = _results(waiting(), problem, seed, n_jobs)
        for m, number, piece, trace in results:
            if piece[0].error is not None and on_error == "stop":
                _abandoned(results)
                raise _failure(piece[0], trace)
            if store is not None and piece[0].error is None:
                _store(store, m, number, piece)
            pieces[m, number] = piece
            move(1)
    return pieces


def _one(m: int, number: int, learner: Learner, problem: Problem, part: Part, seed: int) -> tuple[int, int, Piece, str]:
    fit, answer, trace = fit_part(learner, problem, part, seed)
    return m, number, (fit, part.test, answer), trace


def _results(
    waiting: Iterable[tuple[int, int, Learner, Part]], problem: Problem, seed: int, n_jobs: int | None
) -> Generator[tuple[int, int, Piece, str]]:
    """Trainings as they finish, in any order."""
    import joblib

    if joblib.effective_n_jobs(n_jobs) == 1:
        yield from (_one(m, number, learner, problem, part, seed) for m, number, learner, part in waiting)
        return
    parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    yield from parallel(
        joblib.delayed(_one)(m, number, learner, problem, part, seed) for m, number, learner, part in waiting
    )


def _abandoned(results: Generator[Any]) -> None:
    """No more trainings are waited for; that the rest is cancelled is meant, and no reason to warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results.close()


def _failure(fit: Fit, trace: str) -> FitFailed:
    error = FitFailed(
        f"{fit.model} could not be trained or asked (repeat {fit.repeat}, fold {fit.fold}).",
        found=fit.error,
        remedy="mend the model or the data; on_error='record' (--on-error record) keeps the other trainings",
    )
    if trace:
        error.add_note(trace)
    return error


def _key(m: int, number: int) -> str:
    return f"{m}-{number}"


def _store(store: Checkpoint, m: int, number: int, piece: Piece) -> None:
    fit, _, answer = piece
    assert answer is not None
    arrays = {"predicted": answer.predicted, "scores": answer.scores}
    store.store(_key(m, number), fit.to_dict() | {"scored": answer.scored}, arrays)


def _loaded(store: Checkpoint, m: int, number: int, part: Part, learner: Learner) -> Piece | None:
    kept = store.load(_key(m, number))
    if kept is None:
        return None
    facts, arrays = kept
    scored = facts.pop("scored")
    if facts["model"] != learner.name or len(arrays["predicted"]) != len(part.test):
        return None
    return Fit.from_dict(facts), part.test, Answer(arrays["predicted"], arrays["scores"], scored)


def gathered(
    problem: Problem, names: list[str], pieces: dict[tuple[int, int], Piece], about: dict[str, Any]
) -> Predictions:
    """The pieces put in the order of models and splits."""
    heard = {}
    for m, name in enumerate(names):
        mine = [pieces[key] for key in sorted(key for key in pieces if key[0] == m)]
        heard[name] = _heard([piece for piece in mine if piece[2] is not None])
    fits = tuple(pieces[key][0] for key in sorted(pieces))
    if not any(len(part.row) for part in heard.values()):
        raise _failure(next(fit for fit in fits if fit.error), "")
    labels, positive = problem.target.labels, problem.target.positive
    columns = run_table(heard, problem.codes, labels, positive, weight=problem.weight, group=problem.groups)
    return Predictions(
        ArraySource(columns),
        run_roles(labels, positive, columns),
        problem.target,
        {name: run_columns(name, part.scored, labels, positive) for name, part in heard.items()},
        fits=fits,
        about={**about, "n": problem.n, "scored": {name: part.scored for name, part in heard.items()}},
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
