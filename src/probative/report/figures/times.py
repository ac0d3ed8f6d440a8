"""How long the models took to train."""

from __future__ import annotations

from typing import Any

from probative.findings import Findings
from probative.report.figures.frame import beside, next_mark, rows_of_names, short_names
from probative.report.figures.picture import Data, Options

FAR_APART = 50
"""The ratio of the longest to the shortest time from which on the axis is logarithmic."""


def gather_times(findings: Findings, _: Options) -> Data | None:
    """Seconds of training, all folds together, for each model."""
    found = findings.about.fit_seconds
    return {"models": found} if found else None


def draw_times(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """A dot for each model; the seconds stand beside it."""
    seconds = data["models"].values()
    if min(seconds) > 0 and max(seconds) / min(seconds) > FAR_APART:
        axes.set_xscale("log")
    for row, taken in enumerate(seconds):
        axes.plot([taken], [row], **({"markersize": 7} | next_mark(axes, style)))
        beside(axes, row, f"{taken:.3g} s")
    if axes.get_xscale() == "linear":
        axes.set_xlim(0, 1.08 * max(seconds) or 1)
    rows_of_names(axes, short_names(data["models"]).values())
    axes.set_xlabel("Seconds of training, all folds together")
