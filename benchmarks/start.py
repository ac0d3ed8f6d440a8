"""How long it takes to start: import and --help, as seconds and in multiples of a bare interpreter with NumPy."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from benchmarks.timing import Ratio, best


def run() -> Iterator[Ratio]:
    """Start-up times; the goals are seconds on an idle machine."""
    for what, words, goal in (
        ("import probative", ["-c", "import probative"], 0.3),
        ("probative --help", ["-m", "probative", "--help"], 0.6),
    ):
        seconds = best(partial(subprocess.run, [sys.executable, *words], capture_output=True, check=True))
        yield Ratio(f"{what}, in seconds", seconds, 1.0, goal, at_most=True)
