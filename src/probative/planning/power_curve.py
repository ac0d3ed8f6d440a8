"""Power by number of rows."""

from __future__ import annotations

from dataclasses import dataclass

from probative.curves.curve import Curve
from probative.evidence.arrays import Array, Floats
from probative.pictures import Axis, Chart, Line


@dataclass(frozen=True, slots=True)
class PowerCurve(Curve):
    """The power of a planned test with n rows, for one true difference.

    >>> import numpy as np
    >>> PowerCurve(np.array([20, 34]), np.array([0.565, 0.808])).to_dict()
    {'n': [20, 34], 'power': [0.565, 0.808]}
    """

    n: Array
    power: Floats
    label: str = "power"

    def columns(self) -> dict[str, Array]:
        """Numbers of rows and the power with them."""
        return {"n": self.n, "power": self.power}

    def picture(self, name: str = "") -> Chart:
        """Power by rows."""
        line = Line(self.n, self.power, series=0, name=name or self.label)
        return Chart("Power by number of rows", Axis.over("Rows", self.n), Axis.unit("Power"), (line,))
