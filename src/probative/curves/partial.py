"""Parts of the area under a curve: over a range of rates, or up to the n-th false positive."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.measurement.partial_areas import area_between, first_rows, until
from probative.records import Record


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
    if normalise not in ("all", "found"):
        raise BadParameter("normalise must be 'all' or 'found'.", found=normalise)
    positives, negatives = ladder.totals
    most = first_rows(ladder, n)
    why = f"there are only {most:g} negatives" if most == negatives else None
    upto = int(np.searchsorted(np.cumsum(ladder.negatives), most * (1 - 1e-12))) + 1
    fp = np.concatenate([[0.0], np.cumsum(ladder.negatives[:upto])])
    tp = np.concatenate([[0.0], np.cumsum(ladder.positives[:upto])])
    found = until(fp, tp, most)
    area = area_between(fp, tp, 0.0, most)
    shown = int(most) if most.is_integer() else most
    if normalise == "all":
        return RocN(area / (most * positives), shown, found, (most + 1) / (2 * (negatives + 1)), normalise, why)
    if not found:
        return RocN(float("nan"), shown, 0.0, (most + 1) / (2 * most), normalise, "no positive above the n-th negative")
    return RocN(area / (most * found), shown, found, (most + 1) / (2 * most), normalise, why)
