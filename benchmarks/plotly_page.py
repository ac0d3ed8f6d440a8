"""The report's opponent: a self-contained Plotly page with the same four charts, a threshold slider and the measures.

Plotly gets its fast paths: one figure, fixed ranges and sizes, no hovering, static plots, no template, columns of
32-bit floats, and all marks of a chart in one trace, so that a drag changes four traces in one call.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import probative.report
from probative.curves.outline import Outline
from probative.evidence.arrays import Floats
from probative.measurement import placed
from probative.report.page import script_json
from probative.report.scene import Scene

try:
    import plotly.graph_objects as go
    from plotly.subplots import make_subplots
except ModuleNotFoundError as missing:
    raise SystemExit("The benchmark of the report needs Plotly: pip install -c constraints.txt '.[bench]'") from missing

COLOURS = ("#2563eb", "#c2410c", "#0f766e", "#7c3aed", "#a16207")
TITLES = ("ROC with hull", "Precision-recall", "Expected cost by threshold", "Cost curves")
QUIET = {"hoverinfo": "skip", "showlegend": False}


def figure(outlines: Sequence[Outline], fp: float, fn: float) -> Any:
    """Four charts of one class: the curves of every model, and above them one trace of marks for each chart."""
    made = make_subplots(2, 2, subplot_titles=TITLES)
    for o, colour in zip(outlines, COLOURS, strict=False):
        for chart, x, y, dash in _curves(o, fp, fn):
            line = {"color": colour, "width": 1.5, "dash": dash}
            columns = {"x": x.astype(np.float32), "y": y.astype(np.float32)}
            made.add_trace(go.Scatter(**columns, mode="lines", line=line, **QUIET), chart // 2 + 1, chart % 2 + 1)
    half = [0.5] * len(outlines)
    for chart in range(4):
        marks = go.Scatter(x=half, y=half, mode="markers", marker={"size": 10, "color": COLOURS[: len(half)]}, **QUIET)
        made.add_trace(marks, chart // 2 + 1, chart % 2 + 1)
    made.update_xaxes(range=[0, 1], fixedrange=True)
    made.update_yaxes(range=[0, 1], fixedrange=True)
    return made.update_layout(width=1000, height=800, template="none")


def _curves(o: Outline, fp: float, fn: float) -> Iterator[tuple[int, Floats, Floats, str]]:
    """Chart, columns and dash of every line; 1,001 points each but for the hull and the cost curve, which have less."""
    f, t, prior = o.fp / o.negatives, o.tp / o.positives, o.positives / (o.positives + o.negatives)
    called = prior * t + (1 - prior) * f
    precision = np.divide(prior * t, called, out=np.ones_like(called), where=called > 0)
    cost = (fn * prior * (1 - t) + fp * (1 - prior) * f) / (fn * prior + fp * (1 - prior))
    hull_f, hull_t = o.hull_fp / o.negatives, o.hull_tp / o.positives
    df, dt = np.diff(hull_f), np.diff(hull_t)
    pc = df / (df + dt)
    envelope = hull_f[:-1] * (1 - pc) + (1 - hull_t[:-1]) * pc
    yield 0, hull_f, hull_t, "dot"
    yield 0, f, t, "solid"
    yield 1, t, precision, "solid"
    yield 2, o.ticks, cost, "solid"
    yield 3, np.concatenate([[0.0], pc, [1.0]]), np.concatenate([[0.0], envelope, [0.0]]), "solid"


def page(scene: Scene) -> str:
    """The whole page; its promise `drawn` is kept once the charts are."""
    charts = figure(list(scene.outlines.values()), scene.costs.fp, scene.costs.fn).to_html(
        include_plotlyjs=True,
        full_html=False,
        div_id="charts",
        config={"staticPlot": True},
        post_script="finish();",
    )
    cards = "".join(f"<article><h2>{name}</h2><table>{_rows()}</table></article>" for name in scene.models)
    core = Path(probative.report.__file__).with_name("core.js").read_text(encoding="utf-8")
    script = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plotly</title>'
        "<script>let finish; const drawn = new Promise((kept) => { finish = kept; });</script></head><body>"
        '<input type="range" id="threshold" min="0" max="1000" value="500">'
        f'{charts}{cards}<script type="application/json" id="data">{script_json(scene.payload())}</script>'
        f"<script>{core}</script><script>{script}</script></body></html>"
    )


def _rows() -> str:
    cells = "".join(f'<td data-cell="{cell}">0</td>' for cell in ("tp", "fn", "fp", "tn"))
    return f"<tr data-live>{cells}</tr>" + "".join(
        f'<tr><th>{name}</th><td data-value="{name}">0</td><td data-interval="{name}">[0, 1]</td></tr>'
        for name in placed("operating")
    )


def size_of_all_classes(scene: Scene) -> int:
    """Bytes of plotly.js and the charts of every class, without the page around them."""
    total = len(figure([], 1, 1).to_html(include_plotlyjs=True, full_html=False).encode())
    for i in range(len(scene.classes)):
        outlines = [Outline.from_dict(scene.plain[name][i]) for name in scene.models]
        total += len(figure(outlines, scene.costs.fp, scene.costs.fn).to_json().encode())
    return total
