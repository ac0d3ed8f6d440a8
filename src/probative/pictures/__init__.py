"""Pictures: a chart is described once, in values, and drawn by two pens."""

from probative.pictures.axis import Axis
from probative.pictures.chart import Chart
from probative.pictures.contours import contour
from probative.pictures.figure import check_picture_file, save_picture
from probative.pictures.matplotlib_pen import draw
from probative.pictures.panels import draw_panels
from probative.pictures.shapes import (
    Band,
    Bars,
    Cells,
    Cloud,
    Dots,
    Group,
    Guide,
    Heat,
    Intervals,
    Line,
    Marks,
    Segments,
    Shape,
    Words,
)
from probative.pictures.svg_pen import svg

__all__ = [
    "Axis",
    "Band",
    "Bars",
    "Cells",
    "Chart",
    "Cloud",
    "Dots",
    "Group",
    "Guide",
    "Heat",
    "Intervals",
    "Line",
    "Marks",
    "Segments",
    "Shape",
    "Words",
    "check_picture_file",
    "contour",
    "draw",
    "draw_panels",
    "save_picture",
    "svg",
]
