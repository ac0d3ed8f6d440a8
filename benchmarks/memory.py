"""Peak memory of an evaluation at 5 million rows, in multiples of the input arrays."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.timing import Ratio

_SCRIPT = """
import re, numpy as np, probative as pv
from pathlib import Path

def status(word):
    return int(re.search(word + r":\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) * 1024

n = int(5e6)
rng = np.random.default_rng(0)
y = (rng.random(n) < 0.3).astype(np.int64)
s = rng.random(n)
{warm}
Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
before = status("VmRSS")
{work}
print(status("VmHWM") - before, y.nbytes + s.nbytes)
"""
_WARM = "pv.evaluate(truth=y[:1000], scores=s[:1000])"
_WORK = {
    "AUC": "pv.value('auc', pv.Ladder.from_scores(y, s))",
    "everything for a binary model": "pv.evaluate(truth=y, scores=s)",
}


def run() -> Iterator[Ratio]:
    """What is allocated beyond the input, measured by the operating system in a process of its own."""
    for what, work in _WORK.items():
        script = _SCRIPT.format(warm=_WARM, work=work)
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        extra, given = map(int, done.stdout.split())
        yield Ratio(f"peak memory, {what}, 5 million rows", extra / 2**20, given / 2**20, 3, "MiB", at_most=True)
