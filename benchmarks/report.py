"""The report: seconds to write it, its size, its first complete paint and the cost of a drag, beside a Plotly page.

Writing: `render_html` of findings that are there already, against a limit of one second: two models of 10^6 rows, and
100 classes of 5 models. Size: beside plotly.js and the same four charts (ROC with hull, precision-recall, expected cost
by threshold, cost curves; curves of 1,001 points) of the same models and classes; see `plotly_page`.

Paint: from the start of navigation to a local file, in a fresh context each time, to the second animation frame after
the page is loaded and its charts are drawn, or the last paint entry if that is later; the median of seven, in turn.

Size also against the limits that we set ourselves: two models, five, and a hundred classes of five; what these allow
each class of a model is allowed each class and each slice of smaller pages, too.

Drag: the slider visits 100 positions, one soon after the other, so that what is off the screen is not laid out. For
each, the processor time of the page's main thread (script, style, layout, paint) over the frame that draws it and the
next, less the median of frames in which nothing moves. Both pages write the same measures with the same arithmetic;
ours moves cuts of histograms and lines of equal cost besides. Plotly moves the marks in two ways: `restyle`, its usual
call, and `animate` without redrawing, its fastest. Also against 8 ms, half of what a screen that is drawn 60 times in a
second has.

Ratios are Plotly's cost divided by ours.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

import probative as pv
from benchmarks.browsing import browser, drags, paints
from benchmarks.plotly_page import page, size_of_all_classes
from benchmarks.timing import Ratio, best
from probative.report.page import render_html
from probative.report.scene import Scene

ROWS = 1_000_000
CLASSES, MODELS, CLASS_ROWS = 100, 5, 20_000
FIVE = 20_000
SLICES = 13
LIMIT = 1.0
"""Seconds that writing a report may take."""
TWO, OF_FIVE, HUNDRED = 150.0, 220.0, 3 * 1024.0
PART = (HUNDRED - OF_FIVE) / (CLASSES * MODELS)
"""KiB that a class of a model may take, as in the limit of a hundred classes."""
FRAME = 8.0
"""Milliseconds of the main thread that a frame of a drag may take."""


def run() -> Iterator[Ratio]:
    """Writing, size, paint and drag."""
    two, many = _models(2, ROWS), _classes(MODELS, CLASSES)
    names = "2 models of 1 million rows", f"{CLASSES} classes of {MODELS} models"
    for what, findings in zip(names, (two, many), strict=True):
        seconds = best(partial(render_html, findings), 3)
        yield Ratio(f"HTML of {what}, in seconds", seconds, LIMIT, 1, at_most=True)
    ours, theirs = render_html(two), page(Scene(two))
    yield Ratio(f"size of {names[0]}, against Plotly", _kib(len(ours.encode())), _kib(len(theirs.encode())), 10, "KiB")
    held = {names[0]: (two, TWO), f"5 models of {FIVE:,} rows": (_models(5, FIVE), OF_FIVE), names[1]: (many, HUNDRED)}
    for models, limit in ((2, TWO), (5, OF_FIVE)):
        held[f"{models} models by {SLICES} slices"] = (
            _models(models, FIVE, slices=SLICES),
            limit + PART * SLICES * models,
        )
        held[f"{models} models of weighted rows"] = _models(models, FIVE, weighted=True), limit
        held[f"{models} models of 10 classes"] = _classes(models, 10), limit + PART * 10 * models
    for what, (findings, limit) in held.items():
        size = _kib(len(render_html(findings).encode()))
        yield Ratio(f"size of {what}, against its limit", size, limit, 1, "KiB", at_most=True)
    large = _kib(len(render_html(many).encode())), _kib(size_of_all_classes(Scene(many)))
    yield Ratio(f"size of {names[1]}, against Plotly", *large, 1, "KiB")
    with tempfile.TemporaryDirectory() as folder:
        yield from _in_browser(Path(folder), ours, theirs)


def _in_browser(folder: Path, ours: str, theirs: str) -> Iterator[Ratio]:
    addresses = []
    for name, text in (("ours", ours), ("theirs", theirs)):
        file = folder / f"{name}.html"
        file.write_text(text, encoding="utf-8")
        addresses.append(file.as_uri())
    mine, plotly = addresses
    with browser() as chromium:
        here, there = paints(chromium, addresses)
        yield Ratio("first complete paint of 2 models, against Plotly", here, there, 2, "ms")
        moved, *others = drags(chromium, [mine, f"{plotly}#restyle", f"{plotly}#animate"])
    yield Ratio("drag, a frame's 95th percentile, against its limit", moved[1], FRAME, 1, "ms", at_most=True)
    for way, goal, other in zip(("restyle", "animate without redraw"), (3, 1), others, strict=True):
        for what, here, there in zip(("median", "95th percentile"), moved, other, strict=True):
            yield Ratio(f"drag, a frame's {what}, against Plotly's {way}", here, there, goal, "ms")


def _kib(size: int) -> float:
    return size / 1024


def _models(models: int, rows: int, slices: int = 0, weighted: bool = False) -> pv.Findings:
    rng = np.random.default_rng(0)
    truth = rng.random(rows) < 0.3
    pulls = np.linspace(3.0, 1.0, models)
    logits = {f"model {i}": rng.normal(0, 1.2, rows) + pull * (truth - 0.5) for i, pull in enumerate(pulls)}
    scores = {name: 1 / (1 + np.exp(-x)) for name, x in logits.items()}
    if slices:
        columns = {"y": truth, **{f"score_{name}": known for name, known in scores.items()}}
        columns["site"] = np.array([f"site {i}" for i in range(slices)])[rng.integers(0, slices, rows)]
        return pv.evaluate(columns, truth="y", by="site")
    return pv.evaluate(truth=truth, scores=scores, weight=rng.gamma(2, 1, rows) if weighted else None)


def _classes(models: int, classes: int) -> pv.Findings:
    rng = np.random.default_rng(1)
    truth = rng.permutation(np.arange(CLASS_ROWS) % classes)
    columns = {"y": np.array([f"c{k:02}" for k in range(classes)])[truth]}
    for m in range(models):
        logits = rng.normal(size=(CLASS_ROWS, classes))
        logits[np.arange(CLASS_ROWS), truth] += 2 + m / 2
        odds = np.exp(logits)
        shares = odds / odds.sum(axis=1, keepdims=True)
        columns |= {f"proba_m{m}_c{k:02}": shares[:, k] for k in range(classes)}
    return pv.evaluate(columns, truth="y")
