"""Measures of the scores of several classes: the actual class among the first, and losses against the class shares."""

from __future__ import annotations

from functools import partial
from math import inf, nan

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ClassScores
from probative.evidence.arrays import Floats, Number, inner
from probative.measurement.classes import certain_and_wrong, class_mass, squared_distance, surprise
from probative.measurement.declaring import measure
from probative.measurement.registry import Parameter, Trials


def _all_are_among(scores: ClassScores, k: int = 2) -> str:
    return "" if k < len(scores.labels) else f"every class is among {k} of {len(scores.labels)}"


@measure(
    needs=ClassScores,
    kind="share",
    formula="rows whose actual class has one of the k highest scores / n; ties share the places that are left",
    reason=_all_are_among,
    gradient=lambda scores, k=2: _credit_gradient(scores, k),
    aka=("top_k_accuracy_score",),
    title="Top-k accuracy",
    on_request=True,
    order_only=True,
)
def top_k_accuracy(scores: ClassScores, k: int = 2) -> Trials:
    """Share of the rows whose actual class is among the k that score highest."""
    if not (isinstance(k, int | np.integer) and k >= 1):
        raise BadParameter("k is a whole number of classes, at least 1.", found=k)
    if _all_are_among(scores, k):
        return nan, nan
    return inner(_credits(scores, k), scores.mass), scores.n


def _credits(scores: ClassScores, k: int = 2) -> Floats:
    """1 for rows whose class is among the first k; where it is tied, its chance to be if ties are broken at random."""
    own = scores.scores[np.arange(len(scores.truth)), scores.truth][:, None]
    above, tied = (scores.scores > own).sum(axis=1), (scores.scores == own).sum(axis=1)
    credit: Floats = np.clip((k - above) / tied, 0.0, 1.0)
    return credit


def _credit_gradient(scores: ClassScores, k: int = 2) -> Floats:
    credit = _credits(scores, k)
    return (credit - inner(credit, scores.mass) / scores.n) / scores.n


def _shares(scores: ClassScores) -> Floats:
    return class_mass(scores) / scores.n


def _one_class(scores: ClassScores, **_: Parameter) -> str:
    return "" if (class_mass(scores) > 0).sum() > 1 else "all rows are of one class"


def _skill(scores: ClassScores, losses: Floats, base: Floats) -> float:
    if _one_class(scores):
        return nan
    some = scores.mass > 0  # Of a resample, rows that were not drawn; their loss may be infinite.
    return 1 - inner(losses[some], scores.mass[some]) / inner(base, scores.mass)


def _skill_gradient(scores: ClassScores, losses: Floats, base: Floats) -> Floats:
    """The shares are the best constant prediction, so moving them changes nothing to first order."""
    if not np.isfinite(losses).all():
        return np.full(len(losses), nan)
    return ((1 - _skill(scores, losses, base)) * base - losses) / inner(base, scores.mass)


def _logarithmic(scores: ClassScores, clip: float = 0.0) -> tuple[Floats, Floats]:
    if not 0 <= clip < 0.5:
        raise BadParameter("clip must be at least 0 and under 0.5.", found=clip)
    share = _shares(scores)
    base: Floats = -np.log(np.where(share > 0, share, 1.0))[scores.truth]
    return surprise(scores.truth, scores.scores, clip), base


def _quadratic(scores: ClassScores) -> tuple[Floats, Floats]:
    constant = np.broadcast_to(_shares(scores), scores.scores.shape)
    return squared_distance(scores.truth, scores.scores), squared_distance(scores.truth, constant)


_against_shares = partial(
    measure, needs=ClassScores, low=-inf, scale="log-complement", method="jackknife", probabilities=True
)


@_against_shares(
    formula="1 - log-loss / log-loss of the class shares",
    reason=lambda scores, **_: _one_class(scores) or certain_and_wrong(scores),
    gradient=lambda scores, **clip: _skill_gradient(scores, *_logarithmic(scores, **clip)),
    aka=("mcfadden_r2",),
    title="Log-loss skill",
)
def log_loss_skill(scores: ClassScores, clip: float = 0.0) -> Number:
    """How much of the log-loss of always predicting the class shares of these rows is removed."""
    return _skill(scores, *_logarithmic(scores, clip))


@_against_shares(
    formula="1 - Brier / Brier of the class shares",
    reason=_one_class,
    gradient=lambda scores: _skill_gradient(scores, *_quadratic(scores)),
    aka=("bss",),
)
def brier_skill_score(scores: ClassScores) -> Number:
    """How much of the Brier score of always predicting the class shares of these rows is removed."""
    return _skill(scores, *_quadratic(scores))
