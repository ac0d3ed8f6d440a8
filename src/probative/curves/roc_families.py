"""A family of ROC curves over a hyper-parameter: one panel each, and the area against the parameter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from probative.curves.curve import Curve
from probative.curves.roc import RocCurve, roc
from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array
from probative.evidence.needed import need_each
from probative.inference import Estimate, estimate
from probative.pictures import Axis, Chart, Guide, Intervals, Line, Shape, draw_panels

Step = float | int | str


@dataclass(frozen=True, slots=True, eq=False)
class RocFamily(Curve):
    """ROC curves by the value of a parameter, each with its area and interval."""

    by: str
    steps: tuple[Step, ...]
    curves: tuple[RocCurve, ...]
    areas: tuple[Estimate, ...]
    best_possible: float | None = None
    """The area that no score can exceed, where the task is known."""

    @property
    def best(self) -> Step:
        """The step with the largest area; the first among equals. Chosen by looking: its area is optimistic."""
        return self.steps[int(np.argmax([area.value for area in self.areas]))]

    def __str__(self) -> str:
        width = max(len(self.by), *(len(str(step)) for step in self.steps))
        known = [] if self.best_possible is None else [f"best possible {self.best_possible:.4f}"]
        lines = (f"{step!s:<{width}}  {area}" for step, area in zip(self.steps, self.areas, strict=True))
        return "\n".join([f"{self.by:<{width}}  AUC", *lines, *known])

    def columns(self) -> dict[str, Array]:
        """The areas by step, with their intervals."""
        parts = {name: np.array([getattr(area, name) for area in self.areas]) for name in ("value", "low", "high")}
        return {self.by: np.array(self.steps), "auc": parts["value"], "low": parts["low"], "high": parts["high"]}

    def picture(self, name: str = "") -> Chart:
        """The area against the parameter, with intervals, 0.5 for chance, and the best possible where it is known."""
        numeric = all(isinstance(step, int | float) for step in self.steps)
        at = np.array(self.steps, np.float64) if numeric else np.arange(len(self.steps), dtype=np.float64)
        across = Axis.over(self.by, at) if numeric else Axis.choices(self.by, map(str, self.steps))
        columns = self.columns()
        top = [] if self.best_possible is None else [self.best_possible]
        up = Axis.over("AUC", [*columns["low"], *columns["high"], *columns["auc"], *top])
        ends = [across.low, across.high]
        guides = [Guide(ends, [0.5, 0.5], hint="chance")] if up.holds(0.5) else []
        guides += [Guide(ends, [top[0]] * 2, hint=f"best possible, {top[0]:.4f}")] if top else []
        bars = Intervals(columns["low"], columns["high"], at, across=False, series=0)
        line = Line(at, columns["auc"], marked=True, series=0, name=name or f"AUC with {self._level} interval")
        return Chart(f"AUC against {self.by}", across, up, (*guides, bars, line))

    def panels(self) -> list[Chart]:
        """One ROC curve each, under its parameter and area."""
        made = []
        for step, curve, area in zip(self.steps, self.curves, self.areas, strict=True):
            chart = curve.picture()
            kept: tuple[Shape, ...] = tuple(replace(shape, name="", detail="") for shape in chart.shapes)
            words = f"{self.by} = {step}: AUC {area.value:.3f}"
            made.append(replace(chart, shapes=kept, caption=words, title=words))
        return made

    def plot_panels(self, columns: int | None = None) -> list[Any]:
        """Draw a panel for each step with matplotlib (extra `plots`), and return their axes."""
        return draw_panels(self.panels(), columns=columns)

    @property
    def _level(self) -> str:
        return f"{self.areas[0].level * 100:g} %"


def roc_family(
    ladders: Mapping[Any, Ladder], *, by: str = "k", best_possible: float | None = None, level: float = 0.95
) -> RocFamily:
    """ROC curves of ladders by the value of a parameter: k of nearest neighbours, say, with their votes as scores.

    >>> votes = {1: [1, 0, 1, 0], 3: [1, 1 / 3, 2 / 3, 2 / 3]}
    >>> family = roc_family({k: Ladder.from_scores([1, 0, 1, 0], scores) for k, scores in votes.items()})
    >>> family.columns()["auc"].tolist(), family.best
    ([1.0, 0.875], 1)
    """
    need_each(ladders, Ladder)
    if not ladders:
        raise BadParameter("a family needs at least one ladder.", remedy="roc_family({1: ladder, 3: ladder})")
    curves = tuple(roc(ladder) for ladder in ladders.values())
    areas = tuple(estimate("auc", ladder, level=level) for ladder in ladders.values())
    return RocFamily(by, tuple(ladders), curves, areas, best_possible)
