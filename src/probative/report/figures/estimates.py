"""One measure of all models: a dot and an interval in a row for each."""

from __future__ import annotations

from math import isfinite
from typing import Any

from probative.findings import Findings
from probative.measurement import measures
from probative.records import number_from_json
from probative.report.figures.frame import (
    GREY,
    beside,
    legend_below,
    next_mark,
    rows_of_names,
    short_names,
    value_text,
)
from probative.report.figures.picture import Data, Options, chosen_measure


def gather_measures(findings: Findings, options: Options) -> Data | None:
    """The estimates of one measure, and what the trivial rule reaches."""
    known = [name for model in findings.models.values() for name in model.measures]
    if not known:
        return None
    measure = chosen_measure(options.measure, known)
    rules = {(m.baseline.get("rule"), m.baseline.get(measure)) for m in findings.models.values()}
    rule, reached = rules.pop() if len(rules) == 1 else (None, None)
    return {
        "measure": measure,
        "better": direction(measure),
        "level": findings.level,
        "reference": None if reached is None else {"rule": rule, "value": reached},
        "models": {
            name: model.measures[measure].to_dict()
            for name, model in findings.models.items()
            if measure in model.measures
        },
    }


def draw_measures(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """A dot and an interval for each model; the numbers stand beside them."""
    edge = outer(list(data["models"].values()))
    for row, found in enumerate(data["models"].values()):
        interval(axes, row, found, edge, next_mark(axes, style))
        beside(axes, row, value_text(found))
    rows_of_names(axes, short_names(data["models"]).values())
    better = "" if data["better"] == "neither" else f"{data['better']} is better; "
    axes.set_xlabel(f"{data['measure']} ({better}{data['level'] * 100:g} % intervals)", parse_math=False)
    if reference := data["reference"]:
        words = f"{reference['rule']}: {reference['value']:.4g}"
        axes.axvline(reference["value"], color=GREY, linewidth=1, linestyle=":", label=words)
        legend_below(axes)


def interval(axes: Any, row: float, found: Data, edge: tuple[float, float], style: dict[str, Any]) -> None:
    """A dot with its interval; an end that is infinite reaches the edge and ends in an arrow."""
    value, *ends = (number_from_json(found.get(name)) for name in ("value", "low", "high"))
    low, high = (max(min(end, edge[1]), edge[0]) for end in ends)
    line = {"color": style["color"], "linewidth": 1.6}
    if low <= high:
        axes.plot([low, high], [row, row], **line)
        for end, at, arrow in ((ends[0], low, "<"), (ends[1], high, ">")):
            axes.plot([at], [row], marker="|" if isfinite(end) else arrow, markersize=6, **line)
    if isfinite(value):
        axes.plot([value], [row], **({"markersize": 7, "zorder": 3} | style))


def outer(found: list[Data]) -> tuple[float, float]:
    """The smallest and largest finite number of some estimates, with a margin for arrows.

    >>> outer([{"value": 0.5, "low": 0.0, "high": 1.0}, {"value": 0.5, "low": 0.4, "high": "inf"}])
    (-0.1, 1.1)
    """
    numbers = [number_from_json(one.get(name)) for one in found for name in ("value", "low", "high")]
    some = [number for number in numbers if isfinite(number)] or [0.0]
    margin = (max(some) - min(some)) / 10 or 0.1
    return min(some) - margin, max(some) + margin


def direction(measure: str) -> str:
    """Whether higher or lower values of a measure are better, or neither; a stranger's direction is not known.

    >>> direction("rmse"), direction("prevalence"), direction("stranger")
    ('lower', 'neither', 'neither')
    """
    return next((known.better for known in measures() if known.name == measure), "neither")
