"""Report: findings to HTML, terminal and charts. Pure functions, no statistics."""

from probative.report.figures import draw_findings
from probative.report.html import measures_table_html, render_html

__all__ = ["draw_findings", "measures_table_html", "render_html"]
