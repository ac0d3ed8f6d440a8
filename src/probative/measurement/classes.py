"""Measures of the scores of several classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ClassScores, Moments
from probative.evidence.arrays import Array, Floats, Number
from probative.evidence.evidence import remembered
from probative.measurement.declaring import measure
from probative.measurement.registry import Parameter
from probative.measurement.ruled_out import ruled_out

_measure = partial(measure, needs=ClassScores)
_mean = partial(measure, needs=ClassScores, kind="mean")


def class_mass(scores: ClassScores) -> Floats:
    """Weight of the rows of each actual class."""
    return scores.class_mass


def _absent(scores: ClassScores, **_: Parameter) -> str:
    missing = [str(label) for label, mass in zip(scores.labels, class_mass(scores), strict=True) if not mass]
    return f"no actual rows of class {', '.join(missing[:5])}" if missing else ""


def _duels(scores: ClassScores, column: int, rival: Array) -> tuple[Floats, Floats]:
    """The AUC of a class's score against each rival group of rows, and the gradient of their sum by the mass of rows.

    `rival` numbers the group of every row, from 0; rows of the class itself have −1. One pass serves all groups: below
    a row of a rival lies a share of the class, and the mean of what is left above is the area.
    """
    mine, theirs = np.flatnonzero(rival < 0), np.flatnonzero(rival >= 0)
    order = mine[np.argsort(scores.scores[mine, column])]
    ranked, values, group = scores.scores[order, column], scores.scores[theirs, column], rival[theirs]
    upto = np.concatenate([[0.0], np.cumsum(scores.mass[order])])
    left, right = np.searchsorted(ranked, values), np.searchsorted(ranked, values, side="right")
    below = (upto[left] + upto[right]) / 2 / upto[-1]
    total = np.bincount(group, scores.mass[theirs])
    areas = 1 - np.bincount(group, scores.mass[theirs] * below) / total
    share = scores.mass[theirs] / total[group]
    wins = sum(np.bincount(place, share, len(order) + 1).cumsum()[:-1] for place in (left, right)) / 2
    gradient = np.zeros(len(scores.mass))
    gradient[order] = (wins - areas.sum()) / upto[-1]
    gradient[theirs] = (1 - below - areas[group]) / total[group]
    return areas, gradient


@remembered
def _against_the_rest(scores: ClassScores) -> tuple[float, Floats]:
    """The mean AUC of the classes against the rest, and its gradient by the mass of rows: one pass gives both."""
    return _averaged(_duels(scores, i, np.where(scores.truth == i, -1, 0)) for i in range(len(scores.labels)))


@remembered
def _of_pairs(scores: ClassScores) -> tuple[float, Floats]:
    """The mean AUC of ordered pairs of classes, and its gradient by the mass of rows."""
    truth, classes = scores.truth, range(len(scores.labels))
    return _averaged(_duels(scores, i, np.where(truth == i, -1, truth - (truth > i))) for i in classes)


def _averaged(duels: Iterator[tuple[Floats, Floats]]) -> tuple[float, Floats]:
    found, total = [], np.zeros(1)
    for areas, gradient in duels:
        found.append(areas)
        total = total + gradient
    areas = np.concatenate(found)
    return float(np.mean(areas)), total / len(areas)


@_measure(
    formula="mean over classes of AUC(class against the rest)",
    scale="logit",
    method="placements-t",
    reason=_absent,
    gradient=lambda scores: _against_the_rest(scores)[1],
    aka=("macro_auc", "roc_auc_ovr"),
    title="AUC, classes against the rest",
    order_only=True,
    one_model=True,
)
def auc_ovr(scores: ClassScores) -> Number:
    """Unweighted mean over the classes of the AUC of each against the rest."""
    return np.nan if _absent(scores) else _against_the_rest(scores)[0]


@_measure(
    formula="mean over ordered pairs of classes of AUC(one against the other)",
    scale="logit",
    method="placements-t",
    reason=_absent,
    gradient=lambda scores: _of_pairs(scores)[1],
    aka=("hand_till", "roc_auc_ovo"),
    title="AUC, pairs of classes",
    order_only=True,
    one_model=True,
)
def auc_ovo(scores: ClassScores) -> Number:
    """Unweighted mean over all pairs of classes of their AUC (Hand and Till's M)."""
    return np.nan if _absent(scores) else _of_pairs(scores)[0]


def _of_rows(scores: ClassScores, loss: Callable[[Array, Floats], Floats]) -> Moments:
    total: Moments | None = None
    for part in scores.stretches():
        losses = loss(part.truth, part.scores)
        if np.isinf(losses).any():
            nothing = np.full(4, np.nan)
            nothing[0] = scores.n
            return Moments(np.inf, nothing)
        found = Moments.from_groups(losses, part.mass, part.squares)
        total = found if total is None else total + found
    assert total is not None, "there are rows"
    return total


def certain_and_wrong(scores: ClassScores, **_: Parameter) -> str:
    """The reason why a log-loss is infinite, if so."""
    parts = scores.stretches()
    wrong = sum(part.mass[part.scores[np.arange(len(part.truth)), part.truth] <= 0].sum() for part in parts)
    return ruled_out(float(wrong), weighted=scores.squares is not None)


def surprise(truth: Array, scores: Floats, clip: float = 0.0) -> Floats:
    """Negative log of the probability given to each row's actual class."""
    p = np.clip(scores[np.arange(len(truth)), truth], clip, 1 - clip)
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(p) + 0.0)


@_mean(
    formula="mean of -ln(probability given to the actual class)",
    better="lower",
    high=np.inf,
    scale="log",
    method="t-skewed",
    reason=certain_and_wrong,
    aka=("cross_entropy", "logloss", "deviance"),
    title="Log-loss",
    places=(
        "summary",
        "folds",
    ),
    probabilities=True,
    row_loss=surprise,
    walks=True,
)
def log_loss(scores: ClassScores, clip: float = 0.0) -> Moments:
    """Mean negative log of the probability given to the actual class; infinite if that was ever 0."""
    if not 0 <= clip < 0.5:
        raise BadParameter("clip must be at least 0 and under 0.5.", found=clip)
    return _of_rows(scores, partial(surprise, clip=clip))


def squared_distance(truth: Array, scores: Floats) -> Floats:
    """Squared distance of each row's probabilities from what happened."""
    happened = np.eye(scores.shape[1])[truth]
    return np.asarray(((scores - happened) ** 2).sum(axis=1))


@_mean(
    formula="mean over rows of sum over classes of (probability - [class is actual])^2",
    better="lower",
    high=2.0,
    scale="log",
    method="t-skewed",
    aka=("brier_score", "brier_score_loss"),
    title="Brier score",
    places=(
        "summary",
        "folds",
    ),
    probabilities=True,
    row_loss=squared_distance,
    walks=True,
)
def brier(scores: ClassScores) -> Moments:
    """Mean squared distance of the predicted probabilities from what happened, summed over the classes (0 to 2)."""
    return _of_rows(scores, squared_distance)
