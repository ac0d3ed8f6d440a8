"""Weak slices of a million rows by 20 features, against grouping by every pair of features in DuckDB, and a minute."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import probative as pv
from benchmarks.timing import Ratio, best

ROWS, NUMBERS, CATEGORIES = 1_000_000, 15, 5
MINUTE = 60.0


def run() -> Iterator[Ratio]:
    """Three conditions, searched, confirmed and read from a file; the peer only groups, and by two."""
    rng = np.random.default_rng(0)
    table: dict[str, Any] = {f"x{i}": rng.normal(size=ROWS) for i in range(NUMBERS)}
    table |= {f"c{i}": rng.choice(np.array(["a", "b", "c", "d", "e", "f"]), ROWS) for i in range(CATEGORIES)}
    features = list(table)
    weak = (table["x0"] > 0.7) & (table["c0"] == "a")
    y = rng.integers(0, 2, ROWS)
    table |= {
        "y": y,
        "said": np.where(rng.random(ROWS) < np.where(weak, 0.14, 0.1), 1 - y, y),
        "loss": rng.random(ROWS),
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "predictions.parquet"
        pq.write_table(pa.table(table), path)
        labels: dict[str, Any] = {"truth": "y", "predicted": "said", "features": features, "progress": False}
        ours = best(lambda: pv.weak_slices(path, **labels), 1)
        theirs = best(lambda: _pairs(path, features), 1)
        yield Ratio(
            "weak slices (up to 3 of 20 features), 1 million rows, within a minute", ours, MINUTE, 1, at_most=True
        )
        yield Ratio("the same against all pairs by GROUP BY in DuckDB", ours, theirs, 1)
        numbers: dict[str, Any] = {"values": "loss", "better": "lower", "features": features, "progress": False}
        graded = best(lambda: pv.weak_slices(path, **numbers), 1)
        yield Ratio("the same for losses that are numbers, within a minute", graded, MINUTE, 1, at_most=True)


def _pairs(path: Path, features: list[str]) -> None:
    """Bins by quantiles, then rows and errors of all cells of two features."""
    connection = duckdb.connect()
    numbers = [name for name in features if name.startswith("x")]
    binned = ", ".join(f"ntile(4) OVER (ORDER BY {name}) AS {name}" for name in numbers)
    others = ", ".join(name for name in features if name not in numbers)
    connection.execute(
        f"CREATE TABLE t AS SELECT {binned}, {others}, (y != said)::INT AS wrong FROM read_parquet('{path}')"
    )
    for a, b in combinations(features, 2):
        connection.execute(f"SELECT {a}, {b}, count(*), sum(wrong) FROM t GROUP BY {a}, {b}").fetchall()
