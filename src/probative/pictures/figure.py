"""Figures of matplotlib (extra `plots`) and their files; nothing else names the library, and it is loaded only here."""

from __future__ import annotations

import os
import warnings
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from probative.errors import BadParameter, MissingExtra, UnreadableFile
from probative.evidence.arrays import Floats
from probative.pictures.looks import COLOURS, shade
from probative.records import put

ENDINGS = (".svg", ".png", ".pdf")


def new_axes(inches: tuple[float, float]) -> Any:
    """Empty axes of a figure of their own."""
    return _figure(inches).add_subplot()


def new_panels(down: int, across: int, count: int, side: float) -> list[Any]:
    """Empty axes of one figure, row by row: as many as asked for, of that many inches each."""
    figure = _figure((across * side, down * side))
    return [figure.add_subplot(down, across, i + 1) for i in range(count)]


def _figure(inches: tuple[float, float]) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(
            "plots need matplotlib, which is not installed.", remedy="pip install 'probative[plots]'"
        ) from None
    return Figure(figsize=inches, layout="constrained")


def two_colours() -> Any:
    """From the colour of the second series over white to that of the first: below, at and above 0."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("probative", [COLOURS[1], "#ffffff", COLOURS[0]])


def one_colour(shade: Any) -> Any:
    """From white, which stands for what does not occur, to the colour."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("probative-one", ["#ffffff", "#ffffff", shade])


def under(axes: Any, inches: float) -> Any:
    """Coordinates that start so far below the lower left corner of the axes."""
    from matplotlib.transforms import ScaledTranslation

    return axes.transAxes + ScaledTranslation(0, -inches, axes.figure.dpi_scale_trans)


def log_shades() -> Any:
    """Shares as shades by logarithm."""
    from matplotlib.colors import FuncNorm

    return FuncNorm((lambda shares: shade(shares, True), _share), 0.0, 1.0)


def _share(shades: Floats) -> Floats:
    """The share that has this shade."""
    return np.asarray(np.expm1(np.asarray(shades) * np.log1p(99)) / 99)


def check_picture_file(path: str | os.PathLike[str]) -> Path:
    """The path, if a picture can be written there: checked before anything is drawn.

    >>> check_picture_file("roc.svg").name
    'roc.svg'
    """
    target = Path(path)
    if target.suffix.lower() not in ENDINGS:
        raise BadParameter(
            "the picture's name must end in .svg, .png or .pdf.", found=os.fspath(path), remedy=f"{target.stem}.svg"
        )
    if not target.absolute().parent.is_dir():
        raise UnreadableFile(
            f"{os.fspath(path)!r} cannot be written.", found="no such folder", remedy="make the folder first"
        )
    return target


def save_picture(axes: Any, path: str | os.PathLike[str]) -> Path:
    """Write a picture as SVG, PNG or PDF, as the ending says; equal pictures give equal bytes."""
    target = check_picture_file(path)
    kind = target.suffix.lower().lstrip(".")
    import matplotlib as mpl

    # Dates and random ids would make every file differ.
    undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with mpl.rc_context({"svg.hashsalt": "probative"}), warnings.catch_warnings():
        # A font without some letter of a name draws a box in its place; that is to be seen, and no news.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        dated = {"format": kind, "dpi": 150, "bbox_inches": "tight", "metadata": undated.get(kind)}
        drawn = BytesIO()  # a pen that meets a full disk half-way says all kinds of things
        axes.figure.savefig(drawn, **dated)
        return put(target, drawn.getvalue())
