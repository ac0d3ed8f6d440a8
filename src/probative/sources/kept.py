"""Text files parsed once: what is asked of a table is asked of columns, in memory or beside what the engine spills."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

IN_MEMORY = 64 * 2**20
"""Bytes of text up to which a file is kept in memory."""


def kept(connection: DuckDBPyConnection, relation: DuckDBPyRelation, place: Path, size: int) -> DuckDBPyRelation:
    """The rows of a text of so many bytes as a table; the relation itself where the disk has no room for one.

    Every question would parse the text again, and an audit asks a dozen. Columns take a third of the room of their
    text; those of a large one go to a file in the folder `place`. What was kept before, of the same text read in
    another way, goes.
    """
    import duckdb

    if size <= IN_MEMORY:
        connection.execute("DROP TABLE IF EXISTS file")
        relation.create("file")
        return connection.table("file")
    try:
        if shutil.disk_usage(place.parent).free < size:
            return relation
        place.mkdir(exist_ok=True)
        name = str(place / "kept.duckdb").replace("'", "''")
        connection.execute(f"ATTACH IF NOT EXISTS '{name}' AS kept")
        connection.execute("DROP TABLE IF EXISTS kept.main.file")
        # Not relation.create, which takes the dots of the name for letters in older versions.
        relation.query("rows_of_text", "CREATE TABLE kept.main.file AS SELECT * FROM rows_of_text")
    except (OSError, duckdb.OperationalError):
        # No room after all, or none that can be written to: the text is read as often as it must be.
        connection.execute("DETACH DATABASE IF EXISTS kept")
        (place / "kept.duckdb").unlink(missing_ok=True)  # what there is of it would take the room of what spills
        return relation
    return connection.sql("SELECT * FROM kept.main.file")
