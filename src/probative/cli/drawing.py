"""Pictures of a command's result: the file's name is checked before anything is trained or drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probative.cli.output import console

if TYPE_CHECKING:
    from probative.pictures import Chart


def check_picture(path: str | None) -> None:
    """Refuse a name that is no picture's, at once."""
    if path is not None:
        from probative.pictures import check_picture_file

        check_picture_file(path)


def put_picture(chart: Chart, path: str | None) -> None:
    """Draw the chart into the file, if there is one to draw into, and say so."""
    if path is not None:
        from probative.pictures import draw, save_picture

        console(stderr=True).print(f"picture written to {save_picture(draw(chart, below=True), path)}")
