"""Parts of the area under a curve: over a range of rates, or up to the n-th false positive."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Floats
from probative.records import Record


def area_between(x: Floats, y: Floats, low: float, high: float) -> float:
    """Area under a line whose x never falls, from low to high, straight between its points."""
    inside = (x > low) & (x < high)
    # At a vertical step the area starts with the upper end and ends with whatever has been reached before.
    xs = np.concatenate([[low], x[inside], [high]])
    ys = np.concatenate([[_from(x, y, low)], y[inside], [_until(x, y, high)]])
    return float(np.trapezoid(ys, xs))


def _from(x: Floats, y: Floats, at: float) -> float:
    return float(np.interp(at, x, y))


def _until(x: Floats, y: Floats, at: float) -> float:
    """The height when x first arrives at a value, before any vertical step there."""
    k = int(np.searchsorted(x, at))
    if k == 0:
        return float(y[0])
    if k == len(x):
        return float(y[-1])
    share = (at - x[k - 1]) / (x[k] - x[k - 1])
    return float(y[k - 1] + share * (y[k] - y[k - 1]))


def corrected_area(area: float, chance: float, most: float) -> float:
    """McClish's standardised partial area: 0.5 for chance, 1 for the most there can be."""
    return (1 + (area - chance) / (most - chance)) / 2


@dataclass(frozen=True, slots=True)
class RocN:
    """The ROC curve up to the n-th false positive: its area, and the area that random scores would have on average."""

    area: float
    n: float
    """False positives looked at: fewer than asked for where there are not so many negatives."""
    found: float
    """Positives found above the n-th negative."""
    chance: float
    normalise: str
    why: str | None = None


@dataclass(frozen=True, slots=True)
class PartialArea(Record):
    """An area up to the n-th false positive, and that of random scores."""

    area: float
    chance: float
    why: str | None = None


@dataclass(frozen=True, slots=True)
class FirstFalsePositives(Record):
    """The areas up to the n-th false positive, as shares of all positives and of those found so far."""

    n: float
    positives_found: float
    all: PartialArea
    found: PartialArea


def first_negatives(ladder: Ladder, n: int, normalise: str) -> RocN:
    """Area under the curve up to the n-th negative, as a share of all positives or of those found so far.

    A tie that straddles the n-th negative is cut in proportion.
    """
    if n < 1 or n != int(n):
        raise BadParameter("n must be a whole number of at least 1.", found=n)
    if normalise not in ("all", "found"):
        raise BadParameter("normalise must be 'all' or 'found'.", found=normalise)
    positives, negatives = ladder.totals
    most = min(float(n), negatives)
    why = f"there are only {most:g} negatives" if most < n else None
    upto = int(np.searchsorted(np.cumsum(ladder.negatives), most * (1 - 1e-12))) + 1
    fp = np.concatenate([[0.0], np.cumsum(ladder.negatives[:upto])])
    tp = np.concatenate([[0.0], np.cumsum(ladder.positives[:upto])])
    found = _until(fp, tp, most)
    area = area_between(fp, tp, 0.0, most)
    shown = int(most) if most.is_integer() else most
    if normalise == "all":
        return RocN(area / (most * positives), shown, found, (most + 1) / (2 * (negatives + 1)), normalise, why)
    if not found:
        return RocN(float("nan"), shown, 0.0, (most + 1) / (2 * most), normalise, "no positive above the n-th negative")
    return RocN(area / (most * found), shown, found, (most + 1) / (2 * most), normalise, why)
