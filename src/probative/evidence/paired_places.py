"""Rows placed on the ladders of two models: the sums of DeLong's covariance, which add up over parts of the rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

import numpy as np

from probative.evidence.arrays import Array, Floats, inner
from probative.evidence.steps import CHUNK

Products = tuple[float, float, float]
DIGIT = 15


@dataclass(frozen=True, slots=True)
class PairedPlaces:
    """Sums over the positive rows, and over the negative ones, of twice their placements by two models.

    Totals are whole numbers, exact however many rows there are; products are taken around the middle of the range,
    which the totals correct.

    >>> yes = np.array([True, True, False, False])
    >>> found = PairedPlaces.of((2, 2), yes, np.array([4, 3, 3, 4]), np.array([4, 2, 4, 2]))
    >>> found.totals, found.area(0), found.apart
    (((7, 6), (7, 6)), 0.875, True)
    """

    sizes: tuple[int, int]
    """All positives and negatives there are."""
    totals: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    products: tuple[Products, Products] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    apart: bool = False
    """Whether the models place any row differently."""

    @classmethod
    def of(
        cls, sizes: tuple[int, int], positive: Array, a: Array, b: Array, counts: Array | None = None
    ) -> PairedPlaces:
        """From rows, or lines that stand for so many rows each, beside twice their placements by both models."""
        whole = np.ones(len(a), np.int64) if counts is None else counts
        sides = [(whole[rows], a[rows], b[rows]) for rows in (positive, ~positive)]
        totals = [(_total(count, x), _total(count, y)) for count, x, y in sides]
        products = [_products(count, x, y, others) for (count, x, y), others in zip(sides, sizes[::-1], strict=True)]
        return cls(sizes, (totals[0], totals[1]), (products[0], products[1]), bool((a != b).any()))

    @classmethod
    def together(cls, sizes: tuple[int, int], parts: Iterable[PairedPlaces]) -> PairedPlaces:
        """Those of all parts of the rows."""
        found = list(parts)
        totals = [tuple(sum(part.totals[side][model] for part in found) for model in (0, 1)) for side in (0, 1)]
        products = [tuple(fsum(part.products[side][i] for part in found) for i in range(3)) for side in (0, 1)]
        return cls(sizes, (*totals,), (*products,), any(part.apart for part in found))  # type: ignore[arg-type]

    def area(self, model: int) -> float:
        """The area of one of the models."""
        return self.totals[0][model] / (2 * self.sizes[0] * self.sizes[1])

    @property
    def difference(self) -> float:
        """The area of the first less that of the second, without the rounding of either."""
        return (self.totals[0][0] - self.totals[0][1]) / (2 * self.sizes[0] * self.sizes[1])

    def covariances(self, side: int) -> Floats:
        """The part that positives (0) or negatives (1) have in the covariances of both areas; none of a single row."""
        size, others = self.sizes[side], self.sizes[1 - side]
        if size < 2:
            return np.zeros((2, 2))
        uu, uv, vv = self.products[side]
        u, v = ((total - size * others) / (2 * others) for total in self.totals[side])
        moments = np.array([[uu - u * u / size, uv - u * v / size], [uv - u * v / size, vv - v * v / size]])
        return moments / (size * (size - 1))


def _total(counts: Array, twice: Array) -> int:
    """The sum of their product, digit by digit: of 10^12 rows a part alone would exceed 64 bits."""
    total, place = 0, 0
    while twice.any():
        total += int((counts * (twice & ((1 << DIGIT) - 1))).sum()) << place
        twice, place = twice >> DIGIT, place + DIGIT
    return total


def _products(counts: Array, x: Array, y: Array, others: int) -> Products:
    parts = []
    for first in range(0, len(x), CHUNK):
        w = counts[first : first + CHUNK]
        u, v = ((z[first : first + CHUNK] - others) / (2.0 * others) for z in (x, y))
        parts.append((inner(w * u, u), inner(w * u, v), inner(w * v, v)))
    uu, uv, vv = (fsum(column) for column in zip(*parts, strict=True)) if parts else (0.0, 0.0, 0.0)
    return uu, uv, vv
