"""Columns that are called an id, whatever they hold."""

from __future__ import annotations

UNNAMED = ("", "index", "unnamed: 0", "column0")
"""What a column of row numbers is called that a frame wrote without a name, by pandas and by DuckDB; in lower case."""
_IDS = ("id", "row", "rowid", "uuid", "guid", "key", *UNNAMED)


def called_id(name: str) -> bool:
    """Whether a column is called an id.

    >>> called_id("patient_id"), called_id("PatientId"), called_id("acid")
    (True, True, False)
    """
    word = name.strip().lower()
    return word in _IDS or word.endswith(("_id", " id", "-id", ".id")) or name.endswith(("Id", "ID"))
