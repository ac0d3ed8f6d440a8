"""python -m benchmarks large: everything about 100 million distinct scores, and DuckDB's own sort of them (minutes).

Not among the groups that run unasked: it writes 1.2 GB of Parquet and twice as much of rungs.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from benchmarks.timing import Ratio

ROWS = 100_000_000
MEMORY, ENGINE = "1GB", "400MB"
"""What an evaluation may take, and what of it is the engine's."""
MOST = 1300 / 1.048576
"""1.3 GB in MiB."""
_ASKED = """
import json, re, sys, time
from pathlib import Path

path, folder = sys.argv[1:]
{ready}
before = time.process_time()
{work}
took = time.process_time() - before
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) / 1024
print(json.dumps([took, peak]))
"""
_READY, _WORK = (
    "import probative as pv",
    f'pv.evaluate(path, truth="y", scores="s", memory="{MEMORY}", spill=folder)',
)
_THEIRS = (
    "import duckdb",
    f"""
connection = duckdb.connect(config={{"memory_limit": "{ENGINE}", "temp_directory": folder + "/theirs"}})
for _ in connection.sql(f"SELECT s, y FROM '{{path}}' ORDER BY s DESC").to_arrow_reader():
    pass
""",
)


def run() -> Iterator[Ratio]:
    """Seconds of all processors, and the peak of the whole process, the interpreter and its libraries included."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "p.parquet")
        rows = f"SELECT random() AS s, (random() < 0.3)::INT AS y FROM range({ROWS})"
        duckdb.execute(f"COPY ({rows}) TO '{path}' (FORMAT parquet)")
        ours, peak = _measured(_READY, _WORK, path)
        theirs, _ = _measured(*_THEIRS, path)
    what = f"everything about {ROWS // 10**6} million distinct scores from a file"
    yield Ratio(f"{what}, over DuckDB's ORDER BY", ours, theirs, 2, at_most=True)
    yield Ratio(f"peak of the process, {what}, within 1.3 GB", peak, MOST, 1, "MiB", at_most=True)


def _measured(ready: str, work: str, path: Path) -> tuple[float, float]:
    script = _ASKED.format(ready=ready, work=work)
    words = [sys.executable, "-c", script, str(path), str(path.parent)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    took, peak = json.loads(done.stdout)
    return took, peak
