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

        sort = _processor(lambda: asked(f"SELECT s, y FROM '{path}' ORDER BY s DESC"))
        group = _processor(lambda: asked(f"SELECT floor(s * 1000), count(*), sum(y) FROM '{path}' GROUP BY ALL"))
        ladder, all_of_it = _processor(evidence), _processor(whole)
        bins = _processor(lambda: evidence(binned=True))
    yield Ratio("a ladder on disk over DuckDB's ORDER BY, 5 million rows", ladder, sort, 2, at_most=True)
    yield Ratio("everything from disk over DuckDB's ORDER BY, 5 million rows", all_of_it, sort, 2, at_most=True)
    yield Ratio("binned ladder over a plain GROUP BY, 5 million rows", bins, group, 1.5, at_most=True)


def _processor(function: Callable[[], None], tries: int = 3) -> float:
    """Seconds of all processors together, of the cheapest of several calls."""
    fastest = float("inf")
    for _ in range(tries):
        start = time.process_time()
        function()
        fastest = min(fastest, time.process_time() - start)
    return fastest
