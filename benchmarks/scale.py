"""Tables larger than memory: the rungs of a file on disk against DuckDB's own sort, bins against its group-by."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

import probative as pv
from benchmarks.timing import Ratio

ROWS = 5_000_000
MEMORY = "250MB"
BINS = 25_000
"""About as many as `--bins` makes of these scores."""


def run() -> Iterator[Ratio]:
    """Processor time of both sides, each with as much memory for the engine."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "p.parquet")
        duckdb.execute(
            f"COPY (SELECT random() AS s, (random() < 0.3)::INT AS y FROM range({ROWS})) TO '{path}' (FORMAT parquet)"
        )

        def evidence(binned: bool = False) -> None:
            pv.read(path, truth="y", scores="s", memory=MEMORY, spill=folder, binned=binned).evidence("auc")

        def whole() -> None:
            pv.evaluate(path, truth="y", scores="s", memory=MEMORY, spill=folder)

        def asked(query: str) -> None:
            connection = duckdb.connect(config={"memory_limit": "100MB", "temp_directory": f"{folder}/theirs"})
            for _ in connection.sql(query).to_arrow_reader():
                pass

        same = "count(*), sum(y), min(s), max(s)"
        ladder, all_of_it, sort, bins, group, alike = _processors(
            evidence,
            whole,
            lambda: asked(f"SELECT s, y FROM '{path}' ORDER BY s DESC"),
            lambda: evidence(binned=True),
            lambda: asked(f"SELECT floor(s * 1000), count(*), sum(y) FROM '{path}' GROUP BY ALL"),
            lambda: asked(f"SELECT floor(s * {BINS}), {same} FROM '{path}' GROUP BY ALL"),
        )
    yield Ratio("a ladder on disk over DuckDB's ORDER BY, 5 million rows", ladder, sort, 2, at_most=True)
    yield Ratio("everything from disk over DuckDB's ORDER BY, 5 million rows", all_of_it, sort, 2, at_most=True)
    yield Ratio("binned ladder over a plain GROUP BY, 5 million rows", bins, group, 1.5, at_most=True)
    what = "binned ladder over a GROUP BY into as many bins with the ends of each, 5 million rows"
    yield Ratio(what, bins, alike, 1.5, at_most=True)


def _processors(*functions: Callable[[], None], tries: int = 5) -> list[float]:
    """Seconds of all processors together, of the cheapest of several calls in turns."""
    fastest = [float("inf")] * len(functions)
    for _ in range(tries):
        for i, function in enumerate(functions):
            start = time.process_time()
            function()
            fastest[i] = min(fastest[i], time.process_time() - start)
    return fastest
