"""The confusion matrix of one model as a heat map."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.findings import Findings
from probative.findings.tables.cells import count
from probative.records import plain
from probative.report.figures.frame import short_names
from probative.report.figures.picture import Data, Options

MOST_NUMBERS = 30
"""Classes up to which counts are written into the cells."""
MOST_NAMES = 60
"""Classes up to which all are named; beyond, as many as there is room for."""


def gather_confusion(findings: Findings, _: Options) -> Data | None:
    """Labels and counts of every model's matrix."""
    found = {
        name: {key: plain(getattr(model.confusion, key)) for key in ("labels", "counts")}
        for name, model in findings.models.items()
        if model.confusion
    }
    return {"models": found} if found else None


def draw_confusion(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """Rows are actual, columns predicted classes; a cell is the darker, the larger its share of the row."""
    ((name, square),) = data["models"].items()
    counts = np.array(square["counts"], np.float64)
    totals = counts.sum(axis=1, keepdims=True)
    # A class without rows has no shares; its cells stay empty, not pale.
    shares = np.divide(counts, totals, out=np.full_like(counts, np.nan), where=totals > 0)
    picture = axes.imshow(shares, **({"cmap": "Blues", "vmin": 0, "vmax": 1, "aspect": "equal"} | style))
    k = len(counts)
    if k <= MOST_NUMBERS:
        size = 9 if k <= 12 else 6
        for (i, j), n in np.ndenumerate(counts):
            red, green, blue, _ = picture.cmap(picture.norm(shares[i, j]))
            dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5 and totals[i, 0] > 0
            shown = {"color": "white" if dark else "black", "fontsize": size, "parse_math": False}
            axes.text(j, i, count(float(n)), ha="center", va="center", **shown)
    step = max(1, -(-k // MOST_NAMES))
    labels = list(short_names(str(label) for label in square["labels"][::step]).values())
    letters = {"fontsize": 9 if k <= 20 else 6, "parse_math": False}
    turned = max(map(len, labels)) * k > 60
    axes.set_xticks(range(0, k, step), labels=labels, rotation=90 if turned else 0, **letters)
    axes.set_yticks(range(0, k, step), labels=labels, **letters)
    axes.set(xlabel="Predicted class", ylabel="Actual class")
    axes.set_title(next(iter(short_names([name]).values())), fontsize=11, parse_math=False)
    axes.figure.colorbar(picture, ax=axes, label="Share of the actual class", shrink=0.75)


def confusion_size(data: Data) -> tuple[float, float]:
    """Inches: cells wide enough for counts, up to a page.

    >>> confusion_size({"models": {"A": {"labels": ["a", "b"]}}})
    (5.6, 4.6)
    """
    k = max(len(square["labels"]) for square in data["models"].values())
    side = min(max(4.6, 1.6 + 0.45 * k), 11.0)
    return round(side + 1.0, 2), side
