"""What shows results, by name: it stands above them, and is looked up only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

RENDERERS = {
    ".html": "probative.report:render_html",
    ".htm": "probative.report:render_html",
    "answers": "probative.answers:answers_of",
    "verdict answers": "probative.answers:which_of",
    "methods": "probative.papers:methods_of",
    "notebook": "probative.report:notebook_html",
    "plot": "probative.report:draw_findings",
    "verdict": "probative.report.drawing:draw_verdict",
    "weak slices": "probative.report.drawing:draw_weak_slices",
    "weak slices html": "probative.report.sections.diagnostics.weak_slices:notebook_slices",
    "mlflow": "probative.report.mlflow:log_to_mlflow",
    "table html": "probative.report.notebook:table_html",
    "words html": "probative.report.notebook:words_html",
    "diagram": "probative.comparison:CriticalDifference",
}
"""By the ending of a file, or by what is asked for: the module, and the name in it."""


def renderer(name: str) -> Any:
    """What renders an ending or answers a wish.

    >>> renderer(".html").__name__
    'render_html'
    """
    module, _, function = RENDERERS[name].partition(":")
    return getattr(import_module(module), function)
