"""Values of one measure fold by fold."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.findings import Findings
from probative.records import plain
from probative.report.figures.estimates import direction, interval
from probative.report.figures.frame import (
    beside,
    floats,
    legend_below,
    next_mark,
    rows_of_names,
    short_names,
    value_text,
)
from probative.report.figures.picture import Data, Options, chosen_measure

ABOVE = 0.3
"""Rows by which a mean stands above the folds it is of."""


def gather_folds(findings: Findings, options: Options) -> Data | None:
    """Values per fold of one measure, with their mean."""
    known = [name for model in findings.models.values() for name in model.resampling]
    if not known:
        return None
    measure = chosen_measure(options.measure, known)
    found = {}
    for name, model in findings.models.items():
        if told := model.resampling.get(measure):
            shown = ("repeat", "fold", "folds", "fold_mean", "undefined")
            found[name] = {key: plain(getattr(told, key)) for key in shown}
    return {"measure": measure, "better": direction(measure), "level": findings.level, "models": found}


def draw_folds(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """A dot for each fold in the row of its model; a grey line joins the same fold of all models."""
    models = data["models"]
    by_fold = [
        dict(zip(zip(m["repeat"], m["fold"], strict=True), floats(m["folds"]), strict=True)) for m in models.values()
    ]
    if len(models) > 1:
        for i, place in enumerate(dict.fromkeys(place for found in by_fold for place in found)):
            x = [found.get(place, np.nan) for found in by_fold]
            label = {} if i else {"label": "the same fold"}
            axes.plot(x, range(len(x)), color="#bbbbbb", linewidth=0.7, zorder=1, **label)
    for row, (model, found) in enumerate(zip(models.values(), by_fold, strict=True)):
        mark = next_mark(axes, style)
        values = np.array(list(found.values()))
        axes.plot(values, np.full(len(values), row), **({"markersize": 5, "alpha": 0.75, "zorder": 2} | mark))
        mean = {"color": "#000000", "marker": "D", "markersize": 5, "linestyle": ""}
        some = values[np.isfinite(values)]
        edge = (some.min(), some.max()) if len(some) else (0.0, 1.0)
        interval(axes, row - ABOVE, model["fold_mean"], _wider(edge, model["fold_mean"]), mean)
        gaps = f", {model['undefined']} undefined" if model["undefined"] else ""
        beside(axes, row, f"{value_text(model['fold_mean'])}{gaps}")
    axes.plot([], [], color="#000000", marker="D", markersize=5, label=f"mean with {data['level'] * 100:g} % interval")
    rows_of_names(axes, short_names(models).values())
    axes.set_ylim(len(models) - 0.5, -0.65)
    better = "" if data["better"] == "neither" else f" ({data['better']} is better)"
    axes.set_xlabel(f"{data['measure']} of each fold{better}", parse_math=False)
    legend_below(axes)


def _wider(edge: tuple[float, float], mean: Data) -> tuple[float, float]:
    """The range of the folds, widened to the finite ends of the interval of their mean."""
    ends = [end for end in floats([mean.get("low"), mean.get("high")]) if np.isfinite(end)]
    return min(edge[0], *ends, edge[1]), max(edge[0], *ends, edge[1])
