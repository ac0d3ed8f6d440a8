"""Drawing: charts as plain SVG text."""

from probative.report.drawing.axis import Axis
from probative.report.drawing.plot import Plot, figure, legend

__all__ = ["Axis", "Plot", "figure", "legend"]
