"""A grid over the plane of two features: what is drawn of functions of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.pictures import Axis
from probative.records import Record

CELLS = 120
"""Cells along each side."""
SDS = 3.2
"""Standard deviations around the means that a picture shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid(Record):
    """Points in rows of growing y, columns of growing x."""

    x: Floats
    y: Floats

    @classmethod
    def over(cls, low: Floats, high: Floats, cells: int = CELLS) -> Grid:
        """A grid between two corners."""
        return cls(np.linspace(low[0], high[0], cells), np.linspace(low[1], high[1], cells))

    @classmethod
    def around(cls, points: Array, cells: int = CELLS, air: float = 0.08) -> Grid:
        """A grid over points, with air around them."""
        low, high = points.min(axis=0), points.max(axis=0)
        room = air * np.where(high > low, high - low, 1.0)
        return cls.over(low - room, high + room, cells)

    def of(self, function: Callable[[Floats], Array]) -> Array:
        """The function at every point."""
        points = np.stack(np.meshgrid(self.x, self.y), axis=-1).reshape(-1, 2)
        return np.asarray(function(points)).reshape(len(self.y), len(self.x))

    def axes(self, names: tuple[str, str] = ("x₁", "x₂")) -> tuple[Axis, Axis]:
        """Axes that end where the grid does, with round ticks inside."""
        made = []
        for name, values in zip(names, (self.x, self.y), strict=True):
            low, high = float(values[0]), float(values[-1])
            ticks = tuple(tick for tick in Axis.over(name, [low, high]).ticks if low <= tick <= high)
            made.append(Axis(name, low, high, ticks))
        return made[0], made[1]

    @property
    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The ends along x and along y."""
        return (float(self.x[0]), float(self.x[-1])), (float(self.y[0]), float(self.y[-1]))
