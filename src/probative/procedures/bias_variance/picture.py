"""A sweep of bias and variance as a picture: the parts, and the total that they sum to."""

from __future__ import annotations

from typing import Any

import numpy as np

WIDE = 50
"""Steps that span more than this factor are drawn on a logarithmic scale."""


def draw(sweep: Any, plotting: Any, ax: Any = None, **style: Any) -> Any:
    """Draw the parts and the totals; a further sweep on the same axes gets the next dash."""
    axes = plotting.new_axes() if ax is None else ax
    columns, terms = sweep.columns(), sweep.terms[0]
    dash = plotting.next_style(axes)["linestyle"]
    prefix = f"{style.pop('label')}: " if "label" in style else ""
    shown = [*terms.parts, terms.total, *(["error_vs_y"] if "error_vs_y" in columns else [])]
    steps = columns[sweep.by]
    for i, name in enumerate(shown):
        look = {"color": plotting.COLOURS[i], "marker": plotting.MARKERS[i], "linestyle": dash, "markersize": 4}
        axes.plot(steps, columns[name], label=prefix + _spoken(name), **(look | style))
    _scale(axes, steps)
    axes.set(xlabel=_axis(sweep.by), ylabel=f"Mean {sweep.results[0].loss} loss ({sweep.table})")
    axes.grid(color="#e3e3e3", linewidth=0.6)
    axes.set_axisbelow(True)
    plotting.legend(axes)
    return axes


def _scale(axes: Any, steps: Any) -> None:
    if steps.dtype.kind == "U":
        return
    if len(steps) > 2 and steps.min() > 0 and steps.max() / steps.min() > WIDE:
        axes.set_xscale("log")
    elif steps.dtype.kind in "iu":
        # No tick between degree 2 and degree 3.
        axes.set_xticks(np.unique(steps) if len(steps) <= 12 else np.unique(steps)[:: len(steps) // 8])


def _spoken(name: str) -> str:
    words = {"bias2": "bias²", "bias2_and_noise": "bias² and noise", "error_vs_f": "error against f"}
    return words.get(name, {"error_vs_y": "error against fresh y"}.get(name, name.replace("_", " ")))


def _axis(by: str) -> str:
    return {"n": "Training rows", "complexity": "Complexity"}.get(by, by)
