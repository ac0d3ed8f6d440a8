"""A plan: how many rows, to show what, how surely, and what that takes for granted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.planning.design import Design
from probative.planning.power_curve import PowerCurve
from probative.records import OMITTED, Record
from probative.stats.meaning import Alternative


@dataclass(frozen=True, slots=True)
class SizePlan(Record):
    """Rows, the difference they show and the power with which they do, of which one was `solved` for.

    `power` is the power with n rows, and so a little above the one that was wanted if n was looked for. In a plan for
    the width of an interval there is no test: `half_width` takes the place of difference and power.

    >>> from probative.planning import plan_size
    >>> plan = plan_size("mean-loss", sd=1, difference=0.5, power=0.8)
    >>> plan.solved, plan.n, round(plan.power, 4)
    ('n', 34, 0.8078)
    """

    what: str
    solved: str
    n: int
    difference: float | None
    power: float | None
    half_width: float | None
    level: float
    alternative: Alternative
    method: str
    assumptions: tuple[str, ...]
    margin: float | None = None
    given: dict[str, float] = field(default_factory=dict)
    """The facts that the plan was made from: expected, reference, discordance, positives, correlation, sd."""
    design: Design | None = field(default=None, repr=False, metadata=OMITTED)

    def power_curve(self, n: object = None) -> PowerCurve:
        """Power by number of rows for the plan's difference; up to two and a half times n if no rows are given.

        >>> from probative.planning import plan_size
        >>> curve = plan_size("mean-loss", sd=1, difference=0.5, power=0.8).power_curve([20, 34, 50])
        >>> curve.n.tolist(), curve.power.round(3).tolist()
        ([20, 34, 50], [0.565, 0.808, 0.934])
        """
        if self.design is None or self.difference is None:
            raise BadParameter(
                "a plan for the width of an interval has no power.",
                found="half_width",
                remedy="plan with a difference instead",
            )
        rows = self._sizes() if n is None else np.atleast_1d(np.asarray(n))
        if rows.ndim != 1 or rows.dtype.kind not in "iu" or not len(rows) or rows.min() < self.design.smallest:
            raise BadParameter(f"n must be whole numbers of at least {self.design.smallest}.", found=n)
        power = np.minimum(self.design.powers(rows, self.difference), 1.0)
        return PowerCurve(rows.astype(np.int64), power, f"difference {self.difference:.3g}")

    def _sizes(self) -> Any:
        assert self.design is not None
        low, high = self.design.smallest, max(int(2.5 * self.n), self.design.smallest + 10)
        return np.unique(np.append(np.linspace(low, high, 60).astype(np.int64), self.n))

    def __str__(self) -> str:
        lines = [self._answer(), f"  by       {self.method}"]
        if self.difference is not None and self.half_width is not None:
            lines.append(f"  width    the mean difference gets an interval of -/+ {self.half_width:.3g}")
        lines += [f"  assuming {line}" for line in self.assumptions]
        return "\n".join(lines)

    def _answer(self) -> str:
        each = " for each model" if self.design is not None and self.design.for_each else ""
        rows = f"{self.n} row{'s' * (self.n != 1)}{each}"
        level = f"{self.level * 100:g} %"
        if self.difference is None:
            centre = "a mean" if "expected" not in self.given else f"{self.given['expected']:g}"
            return f"{rows}: {centre} gets an interval of -/+ {self.half_width:.3g} ({level})"
        power = f"a power of {(self.power or 0) * 100:.3g} %"
        sides = "two-sided" if self.alternative == "two-sided" else "one-sided"
        if self.margin is not None:
            claim = (
                f"show that A is worse by less than {self.margin:g}, if the true difference is {self.difference:.3g}"
            )
        else:
            claim = f"show a difference of {self.difference:.3g}"
        return f"{rows} {claim}, with {power} ({sides}, level {level})"
