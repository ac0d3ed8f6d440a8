"""Report: findings to HTML, terminal and charts. Pure functions, no statistics."""

from probative.report.drawing import draw_findings
from probative.report.notebook import notebook_html
from probative.report.page import render_html

__all__ = ["draw_findings", "notebook_html", "render_html"]
