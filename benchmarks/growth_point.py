"""python -m benchmarks.growth_point CASE SIZE FOLDER: one size of one case, in a process of its own."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

from benchmarks.growth_cases import CASES


def measured(case: str, size: int, folder: Path) -> dict[str, float]:
    """Seconds of the processors and of the clock, and bytes at the peak beyond what was there before."""
    CASES[case].prepared(CASES[case].sizes[0], folder)()  # what is loaded once is no growth
    work = CASES[case].prepared(size, folder)
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
    before, wall, cpu = _status("VmRSS"), time.perf_counter(), time.process_time()
    work()
    took = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
    return took | {"peak": max(_status("VmHWM") - before, 0)}


def _status(word: str) -> int:
    found = re.search(word + r":\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None, "the system tells the memory of processes"
    return int(found[1]) * 1024


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))))
