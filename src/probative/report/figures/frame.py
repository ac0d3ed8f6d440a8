"""What all pictures share: names that fit, styles that differ, legends that hide nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from probative.curves import plotting
from probative.errors import printable
from probative.evidence.arrays import Floats
from probative.findings.text import measure_cells
from probative.inference import Estimate
from probative.records import number_from_json

LONGEST = 30
"""Letters of a name that are shown."""
GREY = "#999999"
_GAP = 0.55
"""Inches from the axes down to the legend: room for ticks and a label."""


def floats(values: Iterable[Any]) -> Floats:
    """Numbers as JSON holds them: None is nan, "inf" is infinite.

    >>> floats([0.5, None, "inf"]).tolist()
    [0.5, nan, inf]
    """
    return np.array([number_from_json(value) for value in values], np.float64)


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Names that fit into a picture, and still differ.

    >>> list(short_names(["A", "x" * 60 + "1", "x" * 60 + "1" + "y" * 60]).values())
    ['A', 'xxxxxxxxxxxxxx…xxxxxxxxxxxxxx1', 'xxxxxxxxxxxxxx…yyyyyyyyyyyyyyy']
    """
    found: dict[str, str] = {}
    for name in names:
        clean = printable(name, 10**6)
        shown = clean if len(clean) <= LONGEST else f"{clean[: LONGEST // 2 - 1]}…{clean[-LONGEST // 2 :]}"
        again = sum(1 for other in found.values() if other == shown or other.startswith(f"{shown} ("))
        found[name] = f"{shown} ({again + 1})" if again else shown
    return found


def value_text(plain: dict[str, Any]) -> str:
    """An estimate as text: value and interval.

    >>> value_text({"value": 0.85, "low": 0.767, "high": 0.907})
    '0.850 [0.767, 0.907]'
    """
    return " ".join(measure_cells(Estimate.from_dict(plain))).strip()


def next_line(axes: Any, style: dict[str, Any]) -> dict[str, Any]:
    """Colour and dash of the next model, unless the style says otherwise."""
    made = plotting.next_style(axes)
    i = axes._probative_curves - 1
    # After seven models the colours come again, each with another dash.
    made["linestyle"] = plotting.DASHES[(i + i // len(plotting.COLOURS)) % len(plotting.DASHES)]
    return made | style


def next_mark(axes: Any, style: dict[str, Any]) -> dict[str, Any]:
    """Colour and marker of the next model, unless the style says otherwise."""
    made = plotting.next_style(axes)
    return {"color": made["color"], "marker": marker_of(axes), "linestyle": ""} | style


def marker_of(axes: Any) -> str:
    """The marker that goes with the newest colour."""
    i = axes._probative_curves - 1
    return plotting.MARKERS[(i + i // len(plotting.COLOURS)) % len(plotting.MARKERS)]


def guide(axes: Any, x: list[float], y: list[float], label: str | None = None) -> None:
    """A thin grey line to compare with, once."""
    if not getattr(axes, "_probative_guide", False):
        axes._probative_guide = True
        axes.plot(x, y, color=GREY, linewidth=1, linestyle=":", label=label, zorder=1)


def ruled(axes: Any) -> None:
    """Axes with a faint grid behind everything."""
    axes.grid(color="#e3e3e3", linewidth=0.6)
    axes.set_axisbelow(True)


def unit_square(axes: Any, x: str, y: str) -> None:
    """Axes from 0 to 1, as wide as high."""
    axes.set(xlabel=x, ylabel=y, xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ruled(axes)


def rows_of_names(axes: Any, names: Iterable[str]) -> None:
    """A row for each name, the first on top."""
    shown = list(names)
    # A name is shown as it is: a dollar sign does not start a formula.
    axes.set_yticks(range(len(shown)), labels=shown, parse_math=False)
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.grid(color="#e3e3e3", linewidth=0.6, axis="x")
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    if axes.get_xscale() == "linear":
        # Long numbers would run into each other.
        axes.locator_params(axis="x", nbins=6)


def beside(axes: Any, row: float, text: str) -> None:
    """Words at the right edge of a row."""
    axes.text(1.02, row, text, transform=axes.get_yaxis_transform(), va="center", fontsize=9, parse_math=False)


def legend_below(axes: Any, title: str = "") -> None:
    """A legend under the axes, where it covers nothing; names in it are shown as they are."""
    from matplotlib.transforms import ScaledTranslation

    plotting.legend(axes)
    found = axes.get_legend()
    if found is None:
        return
    below = axes.transAxes + ScaledTranslation(0, -_GAP, axes.figure.dpi_scale_trans)
    found.set_loc("upper left")
    found.set_bbox_to_anchor((0.0, 0.0), transform=below)
    if title:
        found.set_title(title)
        found.get_title().set(fontsize=9, parse_math=False)
        found.set_alignment("left")
    for text in found.get_texts():
        text.set_parse_math(False)


def entry(text: str) -> str:
    """Text for a legend, which leaves out what starts with an underscore.

    >>> entry("_hidden"), entry("shown")
    (' _hidden', 'shown')
    """
    return f" {text}" if text.startswith("_") else text


def square_size(entries: int) -> tuple[float, float]:
    """Inches of a square picture with that many lines of legend below.

    >>> square_size(2)
    (5.2, 5.7)
    """
    return 5.2, round(5.3 + 0.2 * entries, 2)


def rows_size(rows: int, entries: int = 0) -> tuple[float, float]:
    """Inches of a picture with that many rows.

    >>> rows_size(3)
    (7.2, 2.2)
    """
    return 7.2, round(1.0 + 0.4 * rows + 0.25 * entries, 2)
