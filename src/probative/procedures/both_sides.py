"""Models judged on the rows they were tested on and, beside that, on the rows they were trained on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from math import isnan

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.inference import Estimate
from probative.predictions import resampled
from probative.predictions.provenance import Provenance
from probative.records import Record
from probative.resampling import Part, Plan
from probative.running.answer import Answer
from probative.running.criterion import Criterion, CriterionLike
from probative.running.fitting import fit_part
from probative.running.learner import Learner
from probative.running.pieces import Piece, failure
from probative.running.problem import Problem
from probative.running.runner import gathered
from probative.running.training import Training
from probative.running.workers import side_by_side

LABEL = "resubstitution, not an estimate"
"""What a value on training rows is: it says how far a model can bend, not how well it will do."""
Cutter = Callable[[Part], Array]
"""Which of its training rows a split trains on."""


@dataclass(frozen=True, slots=True, eq=False)
class Sides(Record):
    """One model under a plan: the measure on test rows with its interval, and on the rows it was trained on."""

    model: str
    n_train: float
    """Rows that were trained on, on average."""
    n_test: float
    test: Estimate
    """The mean of the test sets, or all of them together where they have no values of their own."""
    folds: Floats
    """The measure of every test set."""
    training: float
    """The mean over trainings of the measure on their own training rows: resubstitution, not an estimate."""
    training_folds: Floats
    gap: float
    """How much worse the test rows are than the training rows; below 0 where they are better."""
    label: str = field(default=LABEL)


def measured_by(measure: CriterionLike, classifies: bool) -> Criterion:
    """The measure asked for; by default the risk: the error rate of classes, the mean squared error of numbers.

    >>> measured_by(None, True).name, measured_by("auc", True).better
    ('error_rate', 'higher')
    """
    found = Criterion.of(("error_rate" if classifies else "mse") if measure is None else measure, None, classifies)
    if not isinstance(found.measure, str):
        raise BadParameter("the measure must have a name, or it has no interval.", found=found.name, remedy="'auc'")
    return found


def both_sides(
    problem: Problem,
    made: list[Learner],
    scheme: Plan,
    training: Training,
    how: Criterion,
    level: float,
    cut: Cutter | None = None,
) -> list[Sides]:
    """Every model on its test rows and on its training rows, with one training for both.

    A `cut` trains on some of the training rows only. The interval still allows for what the plan's own training parts
    share: simulated with rows cut to a tenth, it held the truth in 97 to 99 % of samples at a level of 95 %.
    """
    parts = list(scheme.parts_of(problem.rows))
    trained_on = [part.train if cut is None else cut(part) for part in parts]
    tasks = [
        (learner, problem, _both(part, rows), training.seed)
        for learner in made
        for part, rows in zip(parts, trained_on, strict=True)
    ]
    found = side_by_side(_fitted, tasks, training.n_jobs)
    about = Provenance(seed=training.seed, scheme=scheme.scheme(problem.rows))
    sides = []
    for learner in made:
        pieces = [next(found) for _ in parts]
        tested = [_tested(piece, part) for piece, part in zip(pieces, parts, strict=True)]
        seen = [_seen(piece, len(part.test)) for piece, part in zip(pieces, parts, strict=True)]
        sizes = (float(np.mean([len(rows) for rows in trained_on])), float(np.mean([len(p.test) for p in parts])))
        sides.append(_sides(problem, learner.name, sizes, tested, seen, about, how, level))
    return sides


def _both(part: Part, rows: Array) -> Part:
    """A split whose test rows are followed by its own training rows, each once."""
    return replace(part, train=rows, test=np.concatenate([part.test, np.unique(rows)]))


def _fitted(learner: Learner, problem: Problem, part: Part, seed: int) -> Piece:
    fit, answer, trace = fit_part(learner, problem, part, seed)
    if answer is None:
        raise failure(fit, trace)
    return fit, part.test, answer


def _tested(piece: Piece, part: Part) -> Piece:
    fit, rows, answer = piece
    assert answer is not None
    some = slice(0, len(part.test))
    return replace(fit, n_train=len(part.train), n_test=len(part.test)), rows[some], _some(answer, some)


def _seen(piece: Piece, tested: int) -> Piece:
    fit, rows, answer = piece
    assert answer is not None
    return fit, rows[tested:], _some(answer, slice(tested, None))


def _some(answer: Answer, rows: slice) -> Answer:
    return replace(
        answer, predicted=answer.predicted[rows], scores=answer.scores[rows] if answer.scored else answer.scores
    )


def _sides(
    problem: Problem,
    name: str,
    sizes: tuple[float, float],
    tested: list[Piece],
    seen: list[Piece],
    about: Provenance,
    how: Criterion,
    level: float,
) -> Sides:
    said = gathered(problem, [name], _numbered(tested), about)
    assert isinstance(how.measure, str)
    found = resampled(said, how.measure, model=name, level=level, **how.parameters)
    mean = found.fold_mean if len(found.folds) > 1 and found.fold_mean.defined else found.pooled
    own = np.array([how.value(gathered(problem, [name], _numbered([piece]), Provenance())) for piece in seen])
    on_training = float(own[~np.isnan(own)].mean()) if not np.isnan(own).all() else float("nan")
    gap = mean.value - on_training
    gap = gap if how.better == "lower" or isnan(gap) else 0.0 - gap
    return Sides(name, *sizes, mean, found.folds, on_training, own, gap)


def _numbered(pieces: Iterable[Piece]) -> dict[tuple[int, int], Piece]:
    return {(0, number): piece for number, piece in enumerate(pieces)}
