"""The continuous ranked probability score of single rows: an absolute error for forecasts that are distributions."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats


def pinball(y: Floats, quantile: Floats, level: float) -> Floats:
    """The pinball loss of a quantile forecast."""
    error = y - quantile
    loss: Floats = np.maximum(level * error, (level - 1) * error)
    return loss


def of_normal(y: Floats, mean: Floats, sd: Floats) -> Floats:
    """Closed form for normal forecasts (Gneiting and Raftery 2007).

    >>> of_normal(np.array([0.0]), np.array([0.0]), np.array([1.0])).round(6).tolist()
    [0.233695]
    """
    from scipy.special import ndtr

    z = (y - mean) / sd
    density = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    score: Floats = sd * (z * (2 * ndtr(z) - 1) + 2 * density - 1 / np.sqrt(np.pi))
    return score


def of_ensemble(y: Floats, members: Floats) -> Floats:
    """Of the members taken as the whole distribution: mean |x - y| minus half the mean |x - x'| over all pairs.

    >>> of_ensemble(np.array([1.0]), np.array([[0.0, 2.0]])).tolist()
    [0.5]
    """
    m = members.shape[1]
    ranked = np.sort(members, axis=1)
    # In order, a member is subtracted from all above it and added to all below: pairs without looking at pairs.
    apart = 2 * (ranked * (2 * np.arange(m) - m + 1)).sum(axis=1) / m**2
    score: Floats = np.abs(members - y[:, None]).mean(axis=1) - apart / 2
    return np.maximum(score, 0.0)


def of_quantiles(y: Floats, quantiles: Floats, levels: Floats) -> Floats:
    """Twice the mean pinball loss over the levels; for evenly spread levels the CRPS up to their grid.

    >>> of_quantiles(np.array([1.0]), np.array([[0.0]]), np.array([0.5])).tolist()
    [1.0]
    """
    losses = [pinball(y, quantiles[:, i], level) for i, level in enumerate(levels)]
    return np.asarray(2 * np.mean(losses, axis=0))
