"""Parts of the area under a curve: over a range of rates, or up to the n-th false positive."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from probative.curves.curve import Curve
from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.steps import steps
from probative.measurement.partial_areas import area_between, first_rows, until
from probative.pictures import Axis, Chart, Guide, Line, Shape
from probative.pictures.simplify import kept_vertices
from probative.records import OPTIONAL, Record

WIDTH, TOLERANCE = 300.0, 0.2
"""Units of a frame, and by how many of them a line of many points may cut corners."""


@dataclass(frozen=True, slots=True, eq=False)
class RocN(Curve):
    """The ROC curve up to the n-th false positive: points, area, and what random scores would have on average.

    It is a part of the ROC curve with counts of false positives in the place of rates; where there are no more than n
    negatives it is the whole curve.
    """

    area: float
    n: float
    """False positives looked at: fewer than asked for where there are not so many negatives."""
    found: float
    """Positives found above the n-th negative."""
    chance: float
    normalise: str
    why: str | None
    false_positives: Floats
    true_positives: Floats
    positives: float
    negatives: float

    def __str__(self) -> str:
        share = "all positives" if self.normalise == "all" else "the positives found so far"
        why = f"; {self.why}" if self.why else ""
        number = "undefined" if np.isnan(self.area) else f"{self.area:.4g}"
        return (
            f"area {number} up to false positive {self.n:g} of {self.negatives:g}, as a share of {share} "
            f"(chance {self.chance:.4g}){why}"
        )

    @property
    def fpr(self) -> Floats:
        """False positive rates of the points, as on the ROC curve."""
        return self.false_positives / self.negatives

    @property
    def tpr(self) -> Floats:
        """True positive rates of the points, as on the ROC curve."""
        return self.true_positives / self.positives

    def columns(self) -> dict[str, Array]:
        """Counts and rates of the points, from no false positive to the n-th."""
        counts = {"false_positives": self.false_positives, "true_positives": self.true_positives}
        return counts | {"fpr": self.fpr, "tpr": self.tpr}

    def drawn(self) -> tuple[Floats, Floats]:
        """As few of the points, false positives and true positive rates, as draw the same line."""
        x, y = self.false_positives, self.tpr
        keep = kept_vertices(x * WIDTH / max(self.n, 1), y * WIDTH, np.zeros(len(x), bool), TOLERANCE)
        return x[keep], y[keep]

    def picture(self, name: str = "") -> Chart:
        """True positive rate against the number of false positives; the dotted line is what chance finds.

        >>> import probative as pv
        >>> pv.roc(pv.Ladder.from_scores([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])).roc_n(1).picture().x.name
        'False positives (the first 1 of 2)'
        """
        whose = "" if self.normalise == "all" else " of those found"
        detail = f"AUC{self.n:g}{whose} {self.area:.3f} (chance {self.chance:.3f})"
        line = Line(*self.drawn(), series=0, name=name or f"ROC{self.n:g}", detail=detail)
        return first_plane(self.n, self.negatives, line)


def first_plane(n: float, negatives: float | None, *shapes: Shape) -> Chart:
    """True positive rate against the first n false positives; with their number, what chance finds is dotted."""
    across = Axis.over(f"False positives (the first {n:g}{'' if negatives is None else f' of {negatives:g}'})", [0, n])
    across = replace(across, high=float(n), ticks=tuple(tick for tick in across.ticks if tick <= n))
    chance = [] if negatives is None else [Guide([0, n], [0, n / negatives], hint="random scores")]
    return Chart(
        f"ROC curve up to the first {n:g} false positives", across, Axis.unit("True positive rate"), (*chance, *shapes)
    )


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
    false_positives: Floats | None = field(default=None, metadata=OPTIONAL)
    """Counts of the points that draw the curve."""
    true_positive_rate: Floats | None = field(default=None, metadata=OPTIONAL)
    negatives: float | None = field(default=None, metadata=OPTIONAL)


def _rungs_until(ladder: Ladder, negatives: float) -> int:
    """How many rungs hold so many negatives."""
    for step in steps(ladder):
        fp = step.fp
        if fp[-1] >= negatives:
            return step.first + int(np.searchsorted(fp, negatives)) + 1
    return len(ladder.scores) + 1


def first_negatives(ladder: Ladder, n: int, normalise: str) -> RocN:
    """Area under the curve up to the n-th negative, as a share of all positives or of those found so far.

    A tie that straddles the n-th negative is cut in proportion.
    """
    if normalise not in ("all", "found"):
        raise BadParameter("normalise must be 'all' or 'found'.", found=normalise)
    positives, negatives = ladder.totals
    most = first_rows(ladder, n)
    why = f"there are only {most:g} negatives" if most == negatives else None
    upto = _rungs_until(ladder, most * (1 - 1e-12))
    fp = np.concatenate([[0.0], np.cumsum(ladder.negatives[:upto])])
    tp = np.concatenate([[0.0], np.cumsum(ladder.positives[:upto])])
    found = until(fp, tp, most)
    area = area_between(fp, tp, 0.0, most)
    shown = int(most) if most.is_integer() else most
    inside = fp < most
    # The whole curve ends above its last negative; a part of it where the n-th negative comes.
    end = positives if most == negatives else found
    points = (np.append(fp[inside], most), np.append(tp[inside], found), positives, negatives)
    if end > found:
        points = (np.append(points[0], most), np.append(points[1], end), positives, negatives)
    if normalise == "all":
        chance = (most + 1) / (2 * (negatives + 1))
        return RocN(area / (most * positives), shown, found, chance, normalise, why, *points)
    chance = (most + 1) / (2 * most)
    if not found:
        none = "no positive above the n-th negative"
        return RocN(float("nan"), shown, 0.0, chance, normalise, none, *points)
    return RocN(area / (most * found), shown, found, chance, normalise, why, *points)
