"""Parts of the area under the ROC curve, and the point where both error rates are equal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Floats, Number, inner, read_only
from probative.evidence.evidence import remembered
from probative.evidence.needed import a_number
from probative.evidence.steps import Step, in_steps, steps
from probative.measurement.borders import settled
from probative.measurement.declaring import measure
from probative.measurement.isotonic import isotonic_pools
from probative.measurement.ladder import one_class
from probative.measurement.registry import Parameter, Slopes

_measure = partial(measure, needs=Ladder, method="wilson-effective", order_only=True, one_model=True, on_request=True)


def area_between(x: Floats, y: Floats, low: float, high: float) -> float:
    """Area under a line whose x never falls, from low to high, straight between its points."""
    inside = (x > low) & (x < high)
    # At a vertical step the area starts with the upper end and ends with whatever has been reached before.
    xs = np.concatenate([[low], x[inside], [high]])
    ys = np.concatenate([[float(np.interp(low, x, y))], y[inside], [until(x, y, high)]])
    return float(np.trapezoid(ys, xs))


def until(x: Floats, y: Floats, at: float) -> float:
    """The height when x first arrives at a value, before any vertical step there."""
    at = settled(at, x)
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


def rates(ladder: Ladder) -> tuple[Floats, Floats]:
    """False and true positive rate at every threshold, from (0, 0) to (1, 1)."""
    positives, negatives = ladder.totals
    fpr, tpr = np.empty(len(ladder.scores) + 1), np.empty(len(ladder.scores) + 1)
    fpr[0] = tpr[0] = 0.0

    def fill(step: Step) -> None:
        np.divide(step.fp, negatives, out=fpr[1:][step.part])
        np.divide(step.tp, positives, out=tpr[1:][step.part])

    in_steps(ladder, fill)
    return fpr, tpr


@dataclass(frozen=True, slots=True)
class RateRange:
    """A range of false (or true) positive rates."""

    low: float
    high: float
    of_tpr: bool = False

    @classmethod
    def of(cls, fpr: Parameter, tpr: Parameter) -> RateRange:
        """The one range that was named."""
        if (fpr is None) == (tpr is None):
            raise BadParameter("name one range, of fpr or of tpr.", remedy="fpr=(0, 0.1)")
        ends = np.asarray(tpr if fpr is None else fpr, np.float64)
        if ends.shape != (2,) or not 0 <= ends[0] < ends[1] <= 1:
            raise BadParameter("a range of rates runs upwards inside [0, 1].", found=tpr if fpr is None else fpr)
        return cls(float(ends[0]), float(ends[1]), fpr is None)

    @property
    def width(self) -> float:
        """How wide the range is: the most that an area over it can be."""
        return self.high - self.low

    @property
    def chance(self) -> float:
        """The area that random scores have."""
        under = (self.high**2 - self.low**2) / 2
        return self.width - under if self.of_tpr else under

    def area(self, ladder: Ladder) -> float:
        """The area over the range: of tpr over fpr, or of specificity over tpr."""
        fpr, tpr = rates(ladder)
        return area_between(*((tpr, 1 - fpr) if self.of_tpr else (fpr, tpr)), self.low, self.high)

    def slopes(self, ladder: Ladder) -> Floats:
        """Change of the area per unit of positives, then of negatives, on each rung."""
        if self.of_tpr:
            # With both classes and the order of the scores turned round, it is an area over false positive rates.
            turned = RateRange(1 - self.high, 1 - self.low).slopes(_turned(ladder))
            of_p, of_n = np.split(turned, 2)
            return np.concatenate([of_n[::-1], of_p[::-1]])
        upper, lower = (_slopes_upto(ladder, end) for end in (self.high, self.low))
        return upper - lower


def _turned(ladder: Ladder) -> Ladder:
    p, n = (read_only(np.ascontiguousarray(c[::-1])) for c in (ladder.positives, ladder.negatives))
    return Ladder(read_only(-ladder.scores[::-1]), n, p)


def _slopes_upto(ladder: Ladder, end: float) -> Floats:
    """Slopes of the area from 0 to a false positive rate; rows at the end of the range move with it."""
    fpr, tpr = rates(ladder)
    end = settled(end, fpr)
    positives, negatives = ladder.totals
    area, height = area_between(fpr, tpr, 0.0, end), until(fpr, tpr, end)
    across, inside = np.diff(fpr), (fpr[1:] <= end).astype(np.float64)
    cut = (fpr[:-1] < end) & (fpr[1:] > end)
    inside[cut] = (end - fpr[:-1][cut]) / across[cut]
    # A rung that the end of the range cuts counts in proportion, as a slanted piece of the curve.
    of_positives = inside**2 * across / 2 + np.clip(end - fpr[1:], 0.0, None) - area
    of_negatives = inside * (tpr[:-1] + inside * np.diff(tpr) / 2 - height) - (area - end * height)
    return np.concatenate([of_positives / positives, of_negatives / negatives])


def _partial_gradient(ladder: Ladder, fpr: Parameter = None, tpr: Parameter = None, corrected: bool = True) -> Floats:
    over = _range_of(fpr, tpr)
    most = 2 * (over.width - over.chance) if corrected else over.width
    return over.slopes(ladder) / most


def _range_of(fpr: Parameter, tpr: Parameter) -> RateRange:
    return RateRange.of((0.0, 0.1) if fpr is None and tpr is None else fpr, tpr)


@_measure(
    formula="area over a range of FPR (or TPR); McClish: (1 + (area - chance) / (most - chance)) / 2",
    reason=one_class,
    gradient=_partial_gradient,
    aka=("pauc", "partial_area"),
    title="Partial AUC",
)
def partial_auc(ladder: Ladder, fpr: Parameter = None, tpr: Parameter = None, corrected: bool = True) -> Number:
    """Area over a range of false positive rates (0 to 0.1) as McClish standardises it, or as a share of the range."""
    over = _range_of(fpr, tpr)
    if one_class(ladder):
        return np.nan
    area = over.area(ladder)
    return max(corrected_area(area, over.chance, over.width), 0.0) if corrected else area / over.width


def first_rows(ladder: Ladder, n: int) -> float:
    """The weight of the first n negatives, or of all where there are fewer; a row weighs what a row does on average."""
    if a_number(n, "n") < 1 or not float(n).is_integer():
        raise BadParameter("n must be a whole number of at least 1.", found=n)
    negatives = ladder.totals[1]
    return min(n * ladder.squared_totals[1] / negatives, negatives) if negatives else 0.0


def _first_gradient(ladder: Ladder, n: int = 50) -> Floats:
    end = first_rows(ladder, n) / ladder.totals[1]
    return _slopes_upto(ladder, end) / end


@_measure(
    formula="area up to the n-th false positive / n",
    reason=one_class,
    gradient=_first_gradient,
    aka=("roc_n", "auc50", "roc50"),
    title="AUC up to the n-th false positive",
)
def auc_n(ladder: Ladder, n: int = 50) -> Number:
    """Share of the positives found, averaged over the first n false positives (ROC50: n = 50), or all where fewer."""
    first = first_rows(ladder, n)
    if one_class(ladder):
        return np.nan
    end = first / ladder.totals[1]
    return area_between(*rates(ladder), 0.0, end) / end


@remembered
def crossing(ladder: Ladder) -> tuple[int, float, float]:
    """The rung on which FPR = 1 - TPR, the share of it that is passed there, and that rate."""
    found = [place for place in ladder.walked(crossing_within) if place is not None]
    return found[0] if found else (ladder.length - 1, 1.0, 1.0)  # rounding alone can keep the sum of all rates below 1


def crossing_within(stretch: Ladder) -> tuple[int, float, float] | None:
    """The same, if the rates cross on a stretch or above it."""
    positives, negatives = stretch.totals
    for step in steps(stretch):
        fpr, tpr = step.fp / negatives, step.tp / positives
        if fpr[-1] + tpr[-1] < 1:
            continue
        i = int(np.searchsorted(fpr + tpr, 1.0))
        across, up = step.n[i] / negatives, step.p[i] / positives
        share = float((1 - (fpr[i] - across) - (tpr[i] - up)) / (across + up))
        return step.first + i, share, float(fpr[i] - (1 - share) * across)
    return None


def _equal_moves(ladder: Ladder, above: Floats) -> tuple[Floats, Floats]:
    """What a positive and a negative change that lie so much above the crossing.

    Both error rates there count, weighed by how steeply each changes (the slope of the hull).
    """
    positives, negatives = ladder.totals
    rung, _, rate = crossing(ladder)
    pools = isotonic_pools(ladder)
    pool = int(np.searchsorted(pools.ends, rung))
    up, right = pools.p[pool] / positives, pools.n[pool] / negatives
    missed = right / (up + right)
    return missed * (1 - above - rate) / positives, (1 - missed) * (above - rate) / negatives


def _equal_slopes(ladder: Ladder) -> Slopes:
    rung, share, _ = crossing(ladder)
    for step in steps(ladder):
        place = np.arange(step.first, step.first + len(step.p))
        yield step, *_equal_moves(ladder, np.where(place == rung, share, (place < rung).astype(np.float64)))


def _equal_spread(ladder: Ladder) -> tuple[float, float]:
    """Variance and BCa's acceleration: all rows above the crossing move the value alike, and so do all below it."""
    rung, share, _ = crossing(ladder)
    moves = np.stack(_equal_moves(ladder, np.array([1.0, share, 0.0])))
    sums = np.stack(ladder.down_to(np.array([0, rung, rung + 1, ladder.length])))
    parts = np.diff(sums, axis=1)
    second, third = inner(parts[:2], moves**2), inner(parts[:2], moves**3)
    if not second > 0:
        return inner(parts[-2:], moves**2), 0.0
    doubled = float(ladder.n) / float(ladder.effective_n)
    return inner(parts[-2:], moves**2), third * doubled**0.5 / (6 * second**1.5)


@measure(
    needs=Ladder,
    method="wilson-effective",
    order_only=True,
    one_model=True,
    formula="FPR = FNR",
    better="lower",
    reason=one_class,
    slopes=_equal_slopes,
    spread=_equal_spread,
    aka=("eer",),
    title="Equal error rate",
)
def equal_error_rate(ladder: Ladder) -> Number:
    """The error rate at the threshold where positives are missed as often as negatives are called positive."""
    return np.nan if one_class(ladder) else crossing(ladder)[2]
