"""Measures of a confusion matrix whose classes have an order: a confusion of neighbours is the smaller mistake."""

from __future__ import annotations

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ConfusionMatrix
from probative.evidence.arrays import Floats, Number
from probative.measurement.declaring import measure
from probative.measurement.registry import Parameter

POWERS = {"linear": 1, "quadratic": 2}


def _distances(k: int, weights: Parameter) -> Floats:
    """What a confusion of each class with each other counts, from 0 to 1: by their distance in the order of labels."""
    if weights not in POWERS:
        raise BadParameter("weights must be 'linear' or 'quadratic'.", found=repr(weights))
    place = np.arange(k)
    shares: Floats = np.abs(place[:, None] - place) / max(k - 1, 1)
    return shares ** POWERS[str(weights)]


def _disagreements(cm: ConfusionMatrix, weights: Parameter) -> tuple[Floats, Floats, Floats, Floats]:
    """Weighted disagreement seen and expected from the margins, the rows, and the distances."""
    counts = np.asarray(cm.counts, np.float64)
    far, n = _distances(counts.shape[-1], weights), counts.sum(axis=(-2, -1))
    rows = np.where(n > 0, n, 1.0)
    truth, said = counts.sum(axis=-1) / rows[..., None], counts.sum(axis=-2) / rows[..., None]
    expected = np.einsum("...i,ij,...j->...", truth, far, said)
    return (counts * far).sum(axis=(-2, -1)) / rows, expected, n, far


def _one_class(cm: ConfusionMatrix, **_: Parameter) -> str:
    if not cm.n:
        return "no rows"
    return "truth and predictions are of one class" if (cm.counts.sum(0) + cm.counts.sum(1) > 0).sum() < 2 else ""


def _gradient(cm: ConfusionMatrix, weights: Parameter = "linear") -> Floats:
    """Of 1 - seen / expected, per unit of each cell; its variance is that of Fleiss, Cohen and Everitt (1969)."""
    seen, expected, n, far = _disagreements(cm, weights)
    counts = np.asarray(cm.counts, np.float64)
    truth, said = counts.sum(axis=1) / n, counts.sum(axis=0) / n
    d_seen = (far - seen) / n
    d_expected = ((far @ said)[:, None] + (truth @ far)[None, :] - 2 * expected) / n
    slopes: Floats = -d_seen / expected + d_expected * seen / expected**2
    return slopes.ravel()


@measure(
    needs=ConfusionMatrix,
    formula="1 - sum w_ij p_ij / sum w_ij p_i. p_.j, w_ij = (|i - j| / (k - 1))^(1 or 2)",
    low=-1,
    scale="fisher",
    reason=_one_class,
    gradient=_gradient,
    aka=("weighted_cohen_kappa",),
    title="Weighted κ",
    on_request=True,
)
def weighted_kappa(cm: ConfusionMatrix, weights: Parameter = "linear") -> Number:
    """Agreement beyond chance of ordered classes (in the order of the labels), mistakes weighted by distance."""
    seen, expected, n, _ = _disagreements(cm, weights)
    usable = (n > 0) & (expected > 0)
    return np.where(usable, 1 - seen / np.where(usable, expected, 1.0), np.nan)
