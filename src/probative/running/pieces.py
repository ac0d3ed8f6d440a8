"""Pieces of a run: one training each, with the rows it was tested on and what the model said of them."""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterator

from probative.errors import FitFailed
from probative.evidence.arrays import Array
from probative.predictions.fit import Fit
from probative.resampling import LeaveOneOut, LeavePairOut, Part, Plan
from probative.running.at_once import answered_at_once
from probative.running.checkpoint import Checkpoint
from probative.running.fitting import Answer, fit_part
from probative.running.learner import Learner
from probative.running.problem import Problem
from probative.running.training import Training
from probative.running.workers import side_by_side
from probative.sources.progress import progress

Piece = tuple[Fit, Array, Answer | None]
"""A training, the rows it was tested on, and what the model said of them."""


def pieces_of(
    problem: Problem,
    made: list[Learner],
    scheme: Plan,
    training: Training,
    store: Checkpoint | None = None,
) -> dict[tuple[int, int], Piece]:
    """Every training by its place (model, split): from the checkpoint, by a closed form, or trained now."""
    pieces: dict[tuple[int, int], Piece] = {}
    slow = list(enumerate(made))
    if training.shortcuts and problem.sample_weight is None and isinstance(scheme, LeaveOneOut | LeavePairOut):
        at_once = {m: answered_at_once(learner, problem, scheme) for m, learner in slow}
        pieces = {(m, 0): piece for m, piece in at_once.items() if piece is not None}
        slow = [(m, learner) for m, learner in slow if at_once[m] is None]
    total = scheme.count(problem.rows) * len(slow) if slow else 0
    with progress("training", total, training.progress) as move:

        def waiting() -> Iterator[tuple[int, int, Learner, Problem, Part, int]]:
            for number, part in enumerate(scheme.parts_of(problem.rows) if slow else ()):
                for m, learner in slow:
                    kept = None if store is None else _loaded(store, m, number, part, learner)
                    if kept is None:
                        yield m, number, learner, problem, part, training.seed
                    else:
                        pieces[m, number] = kept
                        move(1)

        results = side_by_side(_one, waiting(), training.n_jobs, ordered=False)
        for m, number, piece, trace in results:
            if piece[0].error is not None and training.on_error == "stop":
                _abandoned(results)
                raise failure(piece[0], trace)
            if store is not None and piece[0].error is None:
                _store(store, m, number, piece)
            pieces[m, number] = piece
            move(1)
    return pieces


def _one(m: int, number: int, learner: Learner, problem: Problem, part: Part, seed: int) -> tuple[int, int, Piece, str]:
    fit, answer, trace = fit_part(learner, problem, part, seed)
    return m, number, (fit, part.test, answer), trace


def _abandoned(results: Generator[tuple[int, int, Piece, str]]) -> None:
    """No more trainings are waited for; that the rest is cancelled is meant, and no reason to warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results.close()


def failure(fit: Fit, trace: str = "") -> FitFailed:
    """A training that failed, as the error that it is."""
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
