"""The difference of two areas under ROC curves on the same rows, from the interval that each area has by itself."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, nan, sqrt

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats, inner, same_length
from probative.evidence.labels import Label, positives
from probative.evidence.steps import CHUNK
from probative.inference.estimation import estimate
from probative.stats.areas import FEW, both_placed, not_an_area, scored
from probative.stats.inputs import checked
from probative.stats.inverted import Inverted
from probative.stats.means import EQUAL
from probative.stats.registry import Test
from probative.stats.result import Remarks, TestResult

METHOD = "difference of areas"
FURTHEST = 7.5
"""Errors beyond which a level differs from 1 by less than an area is known to."""


@Test(
    "auc-difference",
    title="Difference of areas",
    takes="rows",
    column="scores",
    null="both areas under the ROC curve are equal",
    effect="difference of areas",
    about=not_an_area,
    because=lambda _: (
        "areas on the same rows are correlated: the intervals of both are squared and added, less what DeLong's "
        "correlation takes off"
    ),
    run=lambda test, two: (
        two.joint.tested(**two.asked) if isinstance(two.joint, BothAreas) else test(two.truth, *two.placed, **two.asked)
    ),
)
def auc_difference(
    y_true: object,
    a: object,
    b: object,
    *,
    level: float = 0.95,
    alternative: str = "two-sided",
    pos_label: Label | None = None,
) -> TestResult:
    """Difference of two areas on the same rows, with limits squared and added from those of each area (Zou 2007).

    How far each area may be off is what `estimate("auc", ...)` says, which holds for few positives and areas near 1,
    where the difference itself is not normal and DeLong's test (`delong`) does not; how far both are off together is
    DeLong's correlation. That is uncertain too with few positives or negatives: no limit is nearer than DeLong's with
    Student's t (Satterthwaite's degrees of freedom). p is where the limit reaches 0, so that both never contradict.

    >>> truth = [0, 0, 1, 1, 0, 1, 0, 1, 0, 1]
    >>> result = auc_difference(truth, [1, 4, 3, 8, 2, 9, 3, 7, 1, 6], [3, 1, 2, 6, 4, 5, 3, 5, 4, 2])
    >>> round(result.effect, 4), result.low < 0 < result.high, result.rejects()
    (0.26, True, False)
    """
    truth, first, second = positives(y_true, pos_label), scored(a, "a"), scored(b, "b")
    n = same_length(y_true=truth, a=first, b=second)
    p = int(np.count_nonzero(truth))
    if not 0 < p < n:
        return BothAreas((p, n - p)).tested(alternative, level)
    placed = both_placed(truth, first, second)
    of_a, of_b = (rows.twice() for rows in placed)
    areas = [float(part.sum(dtype=np.float64)) / (2.0 * p * (n - p)) for part, _ in (of_a, of_b)]
    effect = float(np.subtract(of_a[0], of_b[0], dtype=np.float64).mean()) / (2 * (n - p))
    equal = all(map(np.array_equal, of_a, of_b))
    ladders = tuple(rows.ladder for rows in placed)
    return BothAreas((p, n - p), ladders, tuple(areas), effect, Spread.of(of_a, of_b), equal).tested(alternative, level)


@dataclass(frozen=True, slots=True)
class BothAreas:
    """All that the test needs to know of two models' scores of the same rows, wherever the rows lie."""

    sizes: tuple[int, int]
    """Positives and negatives."""
    ladders: tuple[Ladder, ...] = ()
    areas: tuple[float, ...] = ()
    effect: float = nan
    spread: Spread | None = None
    equal: bool = False
    """Whether both place every row alike."""

    def tested(self, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
        """The difference, with its limits and p."""
        side = checked(alternative, level)
        p, n = self.sizes
        words: Remarks = {"n": p + n, "level": level, "alternative": side, "symbol": "z", "effect_name": METHOD}
        if self.spread is None:
            why = f"no actual {'negatives' if p else 'positives'}"
            return TestResult(nan, None, nan, nan, method=METHOD, notes=(why,), **words)
        known = {"auc_a": self.areas[0], "auc_b": self.areas[1], "correlation": self.spread.correlation}
        words["details"] = {**known, "standard_error": self.spread.error}
        if self.equal:
            return TestResult(0.0, None, 1.0, 0.0, method=METHOD, notes=(EQUAL,), **words)
        pair = _Areas(self.ladders, self.areas, self.effect, self.spread)
        why = FEW if not min(p, n) > 1 else pair.why()
        if why:
            return TestResult(nan, None, nan, self.effect, method=METHOD, notes=(why,), **words)
        return Inverted(self.effect, pair.limits, FURTHEST).result(METHOD, side, level, words)


class _Areas:
    """Two areas, and the limits of their difference."""

    def __init__(self, ladders: tuple[Ladder, ...], areas: tuple[float, ...], effect: float, spread: Spread) -> None:
        self.ladders, self.areas, self.effect, self.spread = ladders, areas, effect, spread

    def limits(self, z: float) -> tuple[float, float]:
        """Squared and added, less what both have in common."""
        from scipy.special import erf

        level = float(erf(z / sqrt(2)))
        if not level:
            return self.effect, self.effect
        (low_a, high_a), (low_b, high_b) = (
            (area - found.low, found.high - area)
            for area, found in zip(
                self.areas, (estimate("auc", ladder, level=level) for ladder in self.ladders), strict=True
            )
        )
        least = self.spread.half(z)
        down, up = max(self._joined(low_a, high_b), least), max(self._joined(high_a, low_b), least)
        return max(self.effect - down, -1.0), min(self.effect + up, 1.0)

    def _joined(self, first: float, second: float) -> float:
        return sqrt(max(first**2 + second**2 - 2 * self.spread.correlation * first * second, 0.0))

    def why(self) -> str:
        """Why there are no limits, if one of the areas has none."""
        found = (estimate("auc", ladder) for ladder in self.ladders)
        return next((one.why or "an area has no interval" for one in found if not one.low < one.high), "")


@dataclass(frozen=True, slots=True)
class Spread:
    """DeLong's covariances of both areas: the part that the positives have in them, and that of the negatives."""

    parts: tuple[Floats, Floats]
    df: tuple[int, int]

    @classmethod
    def of(cls, of_a: tuple[Array, Array], of_b: tuple[Array, Array]) -> Spread:
        """From twice the placements, those of the positives and those of the negatives."""
        p, n = map(len, of_a)
        first, second = (_covariances(a, b, size) for a, b, size in zip(of_a, of_b, (2.0 * n, 2.0 * p), strict=True))
        return cls((first, second), (p - 1, n - 1))

    @property
    def correlation(self) -> float:
        """Of both areas; 0 where one of them shows no spread."""
        whole = self.parts[0] + self.parts[1]
        size = sqrt(whole[0, 0] * whole[1, 1])
        return float(min(max(whole[0, 1] / size, -1.0), 1.0)) if size > 0 else 0.0

    @property
    def error(self) -> float:
        """DeLong's standard error of the difference, without anything for the fewness of the rows."""
        return sqrt(sum(self._variances))

    @property
    def _variances(self) -> list[float]:
        """Of the difference: from the positives, and from the negatives."""
        return [max(float(part[0, 0] + part[1, 1] - 2 * part[0, 1]), 0.0) for part in self.parts]

    def half(self, z: float) -> float:
        """How far Student's t lets the difference be off, where the normal distribution says z errors."""
        from scipy.special import ndtr, stdtrit

        variances = self._variances
        whole = sum(variances)
        if not whole:
            return 0.0
        df = whole**2 / sum(v**2 / df for v, df in zip(variances, self.df, strict=True) if df)
        return -float(stdtrit(df, ndtr(-z))) * sqrt(whole)


def _covariances(x: Array, y: Array, size: float) -> Floats:
    """Covariances of the means of x / size and y / size; none is seen of a single row."""
    if len(x) < 2:
        return np.zeros((2, 2))
    middles = x.mean(dtype=np.float64), y.mean(dtype=np.float64)
    parts = []
    for first in range(0, len(x), CHUNK):
        u, v = ((z[first : first + CHUNK] - middle) / size for z, middle in zip((x, y), middles, strict=True))
        parts.append((inner(u, u), inner(u, v), inner(v, v)))
    uu, uv, vv = (fsum(column) for column in zip(*parts, strict=True))
    return np.array([[uu, uv], [uv, vv]]) / (len(x) * (len(x) - 1))
