"""The rule that looks at no input: what evidence it would have left on the same rows."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import Any

import numpy as np

from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Outcomes, Residuals, ValuePairs
from probative.evidence.arrays import Array

LARGER, LARGEST = "always predict the larger class", "always predict the largest class"
SHARES = ", with the share of each class as its probability"
CHEAPEST = "; for costs, the class that is cheapest to say of every row"
MEAN = "predict the mean of the evaluated targets"


@singledispatch
def constant(evidence: Any) -> Any:
    """The evidence of the rule that says the same of every row, whatever the best guess without inputs is.

    Labels are the larger class (the negative, or the first, where classes are equally large), scores the share of
    each class. Of numbers, `constant_values` says the mean.

    >>> constant(Outcomes(tp=5, fn=25, fp=1, tn=9))
    Outcomes(tp=30, fn=0, fp=10, tn=0)
    """
    raise TypeError(f"{type(evidence).__name__} has no rule without inputs")


@constant.register
def _(o: Outcomes) -> Outcomes:
    squares, yes = o.squares, bool(o.positives > o.negatives)
    return _called(o, yes, None if squares is None else _called(squares, yes))


def _called(o: Outcomes, yes: bool, squares: Outcomes | None = None) -> Outcomes:
    """All rows called positive, or none."""
    tp, fn, fp, tn = (o.positives, 0, o.negatives, 0) if yes else (0, o.positives, 0, o.negatives)
    return Outcomes.trusted(tp, fn, fp, tn, squares)


def each_class(evidence: Outcomes | ConfusionMatrix) -> list[Any]:
    """The evidence of saying one class of every row, for each class: which of them is cheapest, costs say.

    >>> each_class(Outcomes(tp=5, fn=25, fp=1, tn=9))
    [Outcomes(tp=30, fn=0, fp=10, tn=0), Outcomes(tp=0, fn=30, fp=0, tn=10)]
    """
    if isinstance(evidence, Outcomes):
        return [_called(evidence, yes) for yes in (True, False)]
    places = range(len(evidence.labels))
    return [ConfusionMatrix(evidence.labels, _in_column(evidence.counts, place)) for place in places]


@constant.register
def _(ladder: Ladder) -> Ladder:
    p, n = ladder.totals
    squares = [[total] for total in ladder.squared_totals] if ladder.weighted else []
    return Ladder.from_counts([p / (p + n)], [p], [n], *squares)


@constant.register
def _(matrix: ConfusionMatrix) -> ConfusionMatrix:
    largest = int(matrix.counts.sum(axis=1).argmax())
    squares = None if matrix.squares is None else _in_column(matrix.squares, largest)
    return ConfusionMatrix(matrix.labels, _in_column(matrix.counts, largest), squares)


def _in_column(table: Array, column: int) -> Array:
    """The rows of a table added up, all in one column."""
    made = np.zeros_like(table)
    made[:, column] = table.sum(axis=1)
    return made


@constant.register
def _(scores: ClassScores) -> ClassScores:
    mass, squares = scores.class_mass, scores.class_squares
    truth, there = np.empty(len(mass), object), mass > 0
    truth[:] = scores.labels
    said = np.tile(mass / mass.sum(), (int(there.sum()), 1))
    weights = mass[there], mass[there] if squares is None else squares[there]
    return ClassScores.from_groups(truth[there], said, scores.labels, None, *weights)


def constant_values(residuals: Residuals, pairs: ValuePairs) -> tuple[Residuals, ValuePairs]:
    """The evidence of predicting the mean of these targets.

    >>> y, h = [1.0, 2.0, 6.0], [1.0, 3.0, 4.0]
    >>> made = constant_values(Residuals.from_values(y, h), ValuePairs.from_values(y, h))
    >>> made[0].absolute.mean
    2.0
    """
    mean = residuals.centres[0]
    parts = []
    for rows in pairs.stretches():
        mass, squares = pairs.mass[rows], None if pairs.squares is None else pairs.squares[rows]
        weights: dict[str, Any] = {"sample_weight": mass, "squared_weight": mass if squares is None else squares}
        truth, said = pairs.truth[rows], np.full(len(mass), mean)
        parts.append(Residuals.from_values(truth, said, medians=False, **weights))
    left = sum(parts[1:], parts[0]).with_errors(None if residuals.errors is None else pairs.errors_of(mean))
    # Distances to the mean have a mean of 0, whatever the last bits of their sum are.
    return replace(left, centres=(mean, 0.0)), pairs.saying(mean)
