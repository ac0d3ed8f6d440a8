"""Serving: saved findings in the browser, on this machine only and read-only."""

from probative.comparison.saved_runs import Paired, paired
from probative.serving.library import Entry, Library, Unreadable
from probative.serving.server import FindingsServer

__all__ = ["Entry", "FindingsServer", "Library", "Paired", "Unreadable", "paired"]
