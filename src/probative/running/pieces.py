"""Pieces of a run: one training each, with the rows it was tested on and what the model said of them."""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterator

from probative.errors import BadInput, FitFailed
from probative.evidence.arrays import Array
from probative.predictions.fit import Fit
from probative.resampling import LeaveOneOut, LeavePairOut, Part, Plan
from probative.running.answer import Answer, checked
from probative.running.at_once import answered_at_once
from probative.running.checkpoint import Checkpoint, settled
from probative.running.fitting import fit_part
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
    reused: list[int] = []
    slow = list(enumerate(made))
    if training.shortcuts and problem.sample_weight is None and isinstance(scheme, LeaveOneOut | LeavePairOut):
        at_once = {m: answered_at_once(learner, problem, scheme) for m, learner in slow}
        pieces = {(m, 0): piece for m, piece in at_once.items() if piece is not None}
        slow = [(m, learner) for m, learner in slow if at_once[m] is None]
    total = scheme.count(problem.rows) * len(slow) if slow else 0
    with progress("training", total, training.progress) as move, settled(store):

        def waiting() -> Iterator[tuple[int, int, Learner, Problem, Part, int, float | None]]:
            for number, part in enumerate(scheme.parts_of(problem.rows) if slow else ()):
                for m, learner in slow:
                    kept = None if store is None else _loaded(store, number, part, learner, problem, training.seed)
                    if kept is None:
                        yield m, number, learner, problem, part, training.seed, training.timeout
                    else:
                        pieces[m, number] = kept
                        reused.append(number)
                        move(1)

        results = side_by_side(_one, waiting(), training.n_jobs, ordered=False)
        for m, number, piece, trace in results:
            if piece[0].error is not None and training.on_error == "stop":
                _abandoned(results)
                raise failure(piece[0], trace)
            if store is not None and piece[0].error is None:
                _store(store, number, piece)
            pieces[m, number] = piece
            move(1)
    if reused and training.say is not None:
        training.say(f"{len(reused):,} of {total:,} trainings were finished before, and are reused")
    return pieces


def _one(
    m: int, number: int, learner: Learner, problem: Problem, part: Part, seed: int, timeout: float | None
) -> tuple[int, int, Piece, str]:
    fit, answer, trace = fit_part(learner, problem, part, seed, timeout)
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


def _key(store: Checkpoint, model: str, number: int) -> str:
    return f"{store.place(model)}-{number}"


def _store(store: Checkpoint, number: int, piece: Piece) -> None:
    fit, _, answer = piece
    assert answer is not None
    arrays = {"predicted": answer.predicted, "scores": answer.scores}
    store.store(_key(store, fit.model, number), fit.to_dict() | {"scored": answer.scored}, arrays)


def _loaded(store: Checkpoint, number: int, part: Part, learner: Learner, problem: Problem, seed: int) -> Piece | None:
    kept = store.load(_key(store, learner.name, number))
    if kept is None:
        return None
    try:
        facts, arrays = kept
        answer = Answer(arrays["predicted"], arrays["scores"], facts.pop("scored"))
        fit = Fit.from_dict(facts)
        where = (learner.name, part.repeat, part.fold, learner.seed(seed, part.repeat, part.fold))
        if (fit.model, fit.repeat, fit.fold, fit.seed) != where:
            return None
        return fit, part.test, checked(answer, problem, len(part.test))
    except (BadInput, KeyError, TypeError, AttributeError):
        # Not what we write: it is trained again.
        return None
