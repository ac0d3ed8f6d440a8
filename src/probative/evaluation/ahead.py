"""What an evaluation will ask of SciPy, loaded while rows are read and sorted: NumPy and DuckDB let go meanwhile."""

from __future__ import annotations

import sys
from importlib import import_module
from threading import Thread

WANTED = "scipy.special"
"""It takes a tenth of a second to load, and nothing of ours."""


def load_ahead() -> None:
    """Begin to load it, once; whoever needs it waits until it is there."""
    if WANTED not in sys.modules:
        Thread(target=import_module, args=(WANTED,), daemon=True).start()
