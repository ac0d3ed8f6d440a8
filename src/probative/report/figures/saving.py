"""Pictures as files: checked before, and the same bytes for the same picture."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any

from probative.errors import BadParameter, UnreadableFile

ENDINGS = (".svg", ".png", ".pdf")


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
        try:
            axes.figure.savefig(target, format=kind, dpi=150, bbox_inches="tight", metadata=undated.get(kind))
        except OSError as error:
            raise UnreadableFile(f"{os.fspath(path)!r} cannot be written.", found=error.strerror) from error
    return target
