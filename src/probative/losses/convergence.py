"""The law of large numbers, to look at: the empirical risk against the number of rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.curves.curve import Curve
from probative.errors import BadScores
from probative.evidence.arrays import Array, Floats, numbers
from probative.pictures import Axis, Band, Chart, Guide, Line
from probative.records import Record

MOST = 400
"""Points of the view; between them nothing is to be seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Convergence(Record, Curve):
    """R_E of the first m rows with twice its standard error, for growing m; and the risk itself, where it is known."""

    m: Array
    risk: Floats
    standard_error: Floats
    """s_L / √m of the first m rows; nan for one row."""
    known: float | None = None
    title: str = "mean loss"
    never_negative: bool = False
    """Whether no loss was below 0: then no band is."""

    def columns(self) -> dict[str, Array]:
        """R_E and its standard error by m."""
        return {"m": self.m, "risk": self.risk, "standard_error": self.standard_error}

    def picture(self, name: str = "") -> Chart:
        """R_E against m, with a band of two standard errors, and a dotted line at the risk."""
        wide = 2 * np.nan_to_num(self.standard_error)
        low, high = self.risk - wide, self.risk + wide
        low = np.maximum(low, 0.0) if self.never_negative else low
        aim = [] if self.known is None else [self.known]
        some = self.m >= min(10, self.m[-1])  # the first rows jump: they would decide the height of the picture
        up = Axis.over(f"{self.title} of the first m rows", [*low[some], *high[some], *aim])
        band = Band(self.m, np.clip(low, up.low, up.high), np.clip(high, up.low, up.high), series=0)
        inside = (self.risk >= up.low) & (self.risk <= up.high)
        words = name or "empirical risk"
        line = Line(self.m[inside], self.risk[inside], series=0, name=words, detail="± 2 standard errors")
        ends = [float(self.m[0]), float(self.m[-1])]
        guide = [Guide(ends, [self.known] * 2, hint=f"risk {self.known:.6g}")] if self.known is not None else []
        title = "Empirical risk against rows"
        return Chart(title, Axis.over("Rows m", ends), up, (*guide, band, line), title)


def convergence(losses: object, *, risk: float | None = None, title: str = "mean loss") -> Convergence:
    """The empirical risk of the first m rows, m = 1, 2, ...: it tends to the risk, its error shrinks like 1/√m.

    >>> view = convergence([0, 1, 1, 0, 1, 0, 0, 1], risk=0.5)
    >>> view.risk.round(3).tolist()
    [0.0, 0.5, 0.667, 0.5, 0.6, 0.5, 0.429, 0.5]
    """
    found = numbers(losses, "losses")
    if not len(found) or not np.isfinite(found).all():
        raise BadScores("losses must be finite, at least one.", found=f"{len(found)} losses", remedy="row_losses(...)")
    m = np.arange(1, len(found) + 1)
    mean = np.cumsum(found) / m
    # Around the overall mean the sums of squares lose no digits.
    centred = found - found.mean()
    squares = np.cumsum(centred**2) - np.cumsum(centred) ** 2 / m
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.where(m > 1, np.sqrt(np.maximum(squares, 0) / (m - 1) / m), np.nan)
    kept = np.unique(np.geomspace(1, len(found), MOST).round().astype(int)) - 1
    if len(found) <= MOST:
        kept = m - 1
    aim = None if risk is None else float(risk)
    return Convergence(m[kept], mean[kept], error[kept], aim, title, bool(found.min() >= 0))
