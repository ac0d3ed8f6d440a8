"""The same table in the hands of every engine and in every file format."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

Table = Mapping[str, Sequence[Any]]


def plain(table: Table) -> dict[str, list[Any]]:
    """Columns of Python values; a missing value is None."""
    return {name: [None if _gone(v) else v for v in np.asarray(c).tolist()] for name, c in table.items()}


def _gone(value: Any) -> bool:
    return value is None or value != value


def as_numpy(table: Table, _: Path) -> Any:
    return {name: np.asarray(column) for name, column in table.items()}


def as_lists(table: Table, _: Path) -> Any:
    return plain(table)


def as_pandas(table: Table, _: Path) -> Any:
    import pandas as pd

    return pd.DataFrame({name: np.asarray(column) for name, column in table.items()})


def as_polars(table: Table, _: Path) -> Any:
    import polars as pl

    return pl.DataFrame(
        {name: column if isinstance(column, np.ndarray) and column.dtype != object else pl.Series(list(column))
         for name, column in table.items()}
    )  # fmt: skip


def as_polars_lazy(table: Table, path: Path) -> Any:
    return as_polars(table, path).lazy()


def as_arrow(table: Table, _: Path) -> Any:
    import pyarrow as pa

    return pa.table({name: pa.array(np.asarray(column)) for name, column in table.items()})


def as_duckdb(table: Table, path: Path) -> Any:
    import duckdb

    arrow = as_arrow(table, path)
    return duckdb.connect().from_arrow(arrow)


def write_csv(table: Table, path: Path, *, delimiter: str = ",", opener: Callable[..., Any] = open) -> Path:
    columns = plain(table)
    with opener(path, "wt", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(columns)
        writer.writerows([["" if v is None else v for v in row] for row in zip(*columns.values(), strict=True)])
    return path


def as_csv(table: Table, path: Path) -> Any:
    return write_csv(table, path / "rows.csv")


def as_tsv(table: Table, path: Path) -> Any:
    return write_csv(table, path / "rows.tsv", delimiter="\t")


def as_gzip(table: Table, path: Path) -> Any:
    return write_csv(table, path / "rows.csv.gz", opener=gzip.open)


def as_glob(table: Table, path: Path) -> Any:
    """Two files and a pattern that finds them."""
    columns = plain(table)
    cut = max(1, len(next(iter(columns.values()))) // 2)
    write_csv({name: column[:cut] for name, column in columns.items()}, path / "part-1.csv")
    write_csv({name: column[cut:] for name, column in columns.items()}, path / "part-2.csv")
    return str(path / "part-*.csv")


def as_parquet(table: Table, path: Path) -> Any:
    import pyarrow.parquet as pq

    pq.write_table(as_arrow(table, path), path / "rows.parquet")
    return path / "rows.parquet"


def as_json_lines(table: Table, path: Path) -> Any:
    columns = plain(table)
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    (path / "rows.jsonl").write_text("".join(json.dumps(row, allow_nan=False) + "\n" for row in rows), "utf-8")
    return path / "rows.jsonl"


ENGINES: dict[str, Callable[[Table, Path], Any]] = {
    "numpy": as_numpy,
    "lists": as_lists,
    "pandas": as_pandas,
    "polars": as_polars,
    "polars-lazy": as_polars_lazy,
    "arrow": as_arrow,
    "duckdb": as_duckdb,
    "csv": as_csv,
    "tsv": as_tsv,
    "csv.gz": as_gzip,
    "glob": as_glob,
    "parquet": as_parquet,
    "jsonl": as_json_lines,
}
TEXT = ("csv", "tsv", "csv.gz", "glob", "jsonl")
"""Formats that keep values but no types."""
FILES = (*TEXT, "parquet")
TYPED = [name for name in ENGINES if name not in TEXT]
