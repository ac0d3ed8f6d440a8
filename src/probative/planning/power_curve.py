"""Power by number of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from probative.curves.curve import Curve
from probative.evidence.arrays import Array, Floats


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

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draw the curve with matplotlib (extra `plots`) and return the axes."""
        from probative.curves import plotting

        axes = plotting.new_axes() if ax is None else ax
        axes.plot(self.n, self.power, **({"label": self.label} | style))
        axes.set(xlabel="Rows", ylabel="Power", ylim=(0, 1.02))
        axes.grid(color="#e3e3e3", linewidth=0.6)
        axes.legend(frameon=False, loc="best", fontsize=9)
        return axes
