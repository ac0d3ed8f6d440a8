"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import sys

# Tests run side by side and their arrays are small: threads inside one of them only wait for those of another.
# Read when NumPy and its like are loaded, so set before; processes that tests start inherit it.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

# Dozens of processes that tests start would compile the whole package again, each for itself.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Pictures are drawn into files and memory, never onto a screen.
os.environ.setdefault("MPLBACKEND", "Agg")


def pytest_collection_finish() -> None:
    """Collected tests stay: no search for garbage walks over their thousands again, at half a second each."""
    gc.collect()
    gc.freeze()
