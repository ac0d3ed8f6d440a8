"""An audit of a million rows, against reading the file and grouping equal rows once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np

from benchmarks.timing import Ratio, best
from probative.evidence.arrays import Array

ROWS, NUMBERS, COUNTS, TEXTS = 1_000_000, 40, 6, 3
"""With the target, 50 columns."""
_SCRIPT = """
import re, sys, time
from pathlib import Path
import probative as pv

path = sys.argv[1]
start = time.perf_counter()
pv.audit(path, target="y")
took = time.perf_counter() - start
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) * 1024
print(took, peak)
"""


def run() -> Iterator[Ratio]:
    """Seconds as multiples of DuckDB's, and peak memory as a multiple of the columns in memory."""
    with TemporaryDirectory() as folder:
        for ending in ("parquet", "csv"):
            path = _written(Path(folder), ending)
            query = f"SELECT count(*) FROM (SELECT DISTINCT * FROM '{path}')"
            theirs = best(lambda query=query: duckdb.connect().sql(query).fetchall(), 2)  # type: ignore[misc]
            done = subprocess.run([sys.executable, "-c", _SCRIPT, path], capture_output=True, text=True, check=True)
            took, peak = map(float, done.stdout.split())
            yield Ratio(f"audit of 1 million rows × 50 columns, {ending}", took, theirs, 10, at_most=True)
            whole = ROWS * (NUMBERS + COUNTS + TEXTS + 1) * 8
            yield Ratio(f"peak memory of that audit, {ending}", peak / 2**20, whole / 2**20, 3, "MiB", at_most=True)


def _written(folder: Path, ending: str) -> str:
    rng = np.random.default_rng(0)
    columns: dict[str, Array] = {f"x{i}": rng.normal(size=ROWS).round(4) for i in range(NUMBERS)}
    columns |= {f"k{i}": rng.integers(0, 50, ROWS) for i in range(COUNTS)}
    columns |= {f"c{i}": np.array(list("abcdefgh"), object)[rng.integers(0, 8, ROWS)] for i in range(TEXTS)}
    columns["y"] = rng.integers(0, 2, ROWS)
    path = str(folder / f"table.{ending}")
    connection = duckdb.connect()
    connection.register("columns", columns)
    connection.execute(f"COPY (SELECT * FROM columns) TO '{path}'")
    return path
