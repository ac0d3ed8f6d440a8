"""All kinds of charts: every file of this folder that declares one is known."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from probative.report import charts
from probative.report.charts.kind import KINDS, Kind


@cache
def kinds() -> dict[str, Kind]:
    """Every declared kind of chart by name, in its place.

    >>> list(kinds())[:3]
    ['roc', 'roc-folds', 'precision-recall']
    """
    for module in iter_modules(charts.__path__):
        import_module(f"{charts.__name__}.{module.name}")
    return {kind.name: kind for kind in sorted(KINDS.values(), key=lambda kind: kind.place)}
