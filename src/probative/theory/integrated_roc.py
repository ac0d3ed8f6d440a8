"""The ROC curve of the log odds of two classes of numbers, from the shares that lie in cells of the line."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.theory.computed import Computed
from probative.theory.theoretical_roc import STEPS, TheoreticalRoc

CELLS = 4_000
"""Cells of the first try, per distribution; each further one has twice as many."""
TRIES = 5
TAILS = np.geomspace(1e-15, 1e-3, 400)
SETTLED = 3e-9
"""Two tries that differ by no more are one area, to 8 digits."""


def integrated_roc(positive: Any, negative: Any, log_prior_odds: float) -> TheoreticalRoc | None:
    """The curve of any two distributions of numbers; None where they tell no shares, or the area does not settle.

    Cells are passed in the order of their odds, as the best rule would take them, wherever on the line they lie: the
    area of that polygon lacks what the odds differ inside of cells, and settles as cells become small.

    >>> from scipy import stats
    >>> found = integrated_roc(stats.expon(scale=2), stats.expon(scale=1), 0.0)
    >>> round(found.auc, 7)  # of two exponential distributions: 2 / (2 + 1)
    0.6666667
    """
    parts = [*_parts(positive), *_parts(negative)]
    if not all(hasattr(part, name) for part in parts for name in ("cdf", "sf", "ppf")):
        return None
    before = math.inf
    for doubled in range(TRIES):
        ends = _ends(parts, CELLS * 2**doubled)
        up, across = (_shares(one, ends) for one in (positive, negative))
        with np.errstate(divide="ignore", invalid="ignore"):
            odds = np.log(up) - np.log(across)
        some = (up > 0) | (across > 0)
        order = np.argsort(-odds[some], kind="stable")
        tpr, fpr = (np.concatenate([[0.0], np.cumsum(cells[some][order])]) for cells in (up, across))
        area = float(np.trapezoid(tpr / tpr[-1], fpr / fpr[-1]))
        if abs(area - before) <= SETTLED:
            cuts = np.concatenate([[math.inf], odds[some][order] + log_prior_odds])
            return _drawn(fpr / fpr[-1], tpr / tpr[-1], cuts, area)
        before = area
    return None


def _parts(one: Any) -> list[Any]:
    """What a mixture is made of, down to distributions that are none: these have quantiles in closed form."""
    return [leaf for part in one.parts for leaf in _parts(part)] if hasattr(one, "parts") else [one]


def _ends(parts: list[Any], cells: int) -> Floats:
    """Where cells meet: quantiles of every part, dense in the tails of each."""
    shares = np.concatenate([TAILS, np.linspace(0, 1, cells + 1), 1 - TAILS])
    found = np.unique(np.concatenate([np.asarray(part.ppf(shares), np.float64) for part in parts]))
    return np.concatenate([[-math.inf], found[np.isfinite(found)], [math.inf]])


def _shares(one: Any, ends: Floats) -> Floats:
    """What lies between neighbours, by the smaller of the two sides: differences of numbers near 1 have no digits."""
    below, above = np.asarray(one.cdf(ends)), np.asarray(one.sf(ends))
    return np.where(below[1:] < 0.5, np.diff(below), -np.diff(above)).clip(0)


def _drawn(fpr: Floats, tpr: Floats, cuts: Array, area: float) -> TheoreticalRoc:
    """As many points as a curve needs, equally far from each other along it."""
    far = np.searchsorted(fpr + tpr, np.linspace(0, 2, 2 * STEPS + 1)).clip(0, len(fpr) - 1)
    kept = np.unique(np.concatenate([[0], far, [len(fpr) - 1]]))
    ends = np.concatenate([cuts[kept][:-1], [-math.inf]])
    return TheoreticalRoc(fpr[kept], tpr[kept], ends, Computed(area, "quadrature", digits=7))
