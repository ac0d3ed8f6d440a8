"""Closed forms in place of trainings: leave-one-out and leave-pair-out answered at once where theory allows it."""

from __future__ import annotations

import time
import warnings

import numpy as np

from probative.closed_forms import Held, leave_one_out, leave_pair_out
from probative.evidence.arrays import Array
from probative.predictions.fit import Fit
from probative.resampling import LeaveOneOut, LeavePairOut, Plan
from probative.running.answer import Answer
from probative.running.brought import Model
from probative.running.fitting import coded
from probative.running.learner import Learner
from probative.running.problem import Problem


def answered_at_once(learner: Learner, problem: Problem, plan: Plan) -> tuple[Fit, Array, Answer | None] | None:
    """All predictions of a leave-one-out or leave-pair-out plan; None where there is no exact closed form."""
    if not isinstance(problem.X, np.ndarray):
        return None
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = _found(learner.model, problem, plan)
    if found is None:
        return None
    rows, answer, size = found
    seconds = time.perf_counter() - start
    place = (learner.name, 0, 0, problem.n - size, size, learner.seed(0, 0, 0))
    return Fit(*place, fit_seconds=seconds, how="closed form"), rows, answer


def _found(model: Model, problem: Problem, plan: Plan) -> tuple[Array, Answer, int] | None:
    if isinstance(plan, LeaveOneOut):
        held = leave_one_out(model, problem.X, problem.y)
        return None if held is None else (np.arange(problem.n), _answer(held, problem), 1)
    assert isinstance(plan, LeavePairOut)
    pairs = plan.pairs(problem.rows)
    both = leave_pair_out(model, problem.X, problem.y, pairs)
    if both is None:
        return None
    first, second = (_answer(held, problem) for held in both)
    answer = Answer(
        _interleaved(first.predicted, second.predicted), _interleaved(first.scores, second.scores), first.scored
    )
    return pairs.ravel(), answer, 2


def _interleaved(a: Array, b: Array) -> Array:
    return np.stack([a, b], axis=1).reshape(-1, *a.shape[1:]) if len(a) else a


def _answer(held: Held, problem: Problem) -> Answer:
    if not problem.classifies:
        return Answer(np.asarray(held.predicted, np.float64))
    codes = coded(np.asarray(held.predicted), problem)
    if held.proba is not None:
        place = slice(None)
        if problem.score_columns == ("score",):
            at = problem.target.labels.index(problem.target.positive)
            place = slice(at, at + 1)
        return Answer(codes, held.proba[:, place], "proba")
    if held.decision is not None and problem.score_columns == ("score",):
        second = problem.target.labels[1] == problem.target.positive
        return Answer(codes, (held.decision if second else -held.decision).reshape(-1, 1), "decision")
    return Answer(codes)
