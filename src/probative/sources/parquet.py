"""Parquet files of our own: columns and a line of metadata, the same bytes for the same content."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from probative.errors import UnreadableFile
from probative.evidence.arrays import Array
from probative.records import Document, Json, replaced

_KEY = "probative"
OFFLINE: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
"""How DuckDB is opened: it would fetch an extension that a file or a name seems to ask for."""


def write_parquet(path: str | os.PathLike[str], columns: dict[str, Array], about: Mapping[str, Json]) -> None:
    """Write columns to a file, whole or not at all."""
    import duckdb

    # One thread keeps the order of rows, and so the bytes.
    connection = duckdb.connect(config={"threads": 1, **OFFLINE})
    connection.register("columns", {name: _plain(column) for name, column in columns.items()})
    text = json.dumps(about, allow_nan=False).replace("'", "''")
    try:
        options = f"FORMAT parquet, COMPRESSION zstd, KV_METADATA {{{_KEY}: '{text}'}}"
        with replaced(Path(path)) as beside:
            name = str(beside.absolute()).replace("'", "''")
            connection.execute(f"COPY (SELECT * FROM columns) TO '{name}' ({options})")
    except (OSError, duckdb.Error) as error:
        raise UnreadableFile(f"{str(path)!r} cannot be written.", found=str(error).splitlines()[0]) from error
    finally:
        connection.close()


def _plain(column: Array) -> Array:
    """Text as objects, which is what DuckDB takes for text."""
    return column.astype(object) if column.dtype.kind in "US" else np.ascontiguousarray(column)


def read_about(path: str | os.PathLike[str]) -> Document | None:
    """The metadata of a Parquet file that we wrote; None for any other file."""
    import duckdb

    name = str(Path(path).absolute()).replace("'", "''")
    connection = duckdb.connect(config=OFFLINE)
    try:
        pairs = connection.sql(f"SELECT key, value FROM parquet_kv_metadata('{name}')").fetchall()
        found = {bytes(key).decode(): bytes(value).decode() for key, value in pairs}
        about = json.loads(found[_KEY]) if _KEY in found else None
    except (duckdb.Error, ValueError):
        return None
    finally:
        connection.close()
    return about if isinstance(about, dict) else None
