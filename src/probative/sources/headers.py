"""The first line of a text file: names that stand in it more than once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Options = dict[str, str | int | list[str]]
"""How DuckDB is to read a file."""


def repeated_names(
    connection: DuckDBPyConnection, pattern: str, options: Options, columns: Sequence[str]
) -> frozenset[str]:
    """Columns whose name in the file is that of another one too, in lower case; DuckDB gives them numbers."""
    known = {name.lower() for name in columns}
    numbered = [name for name in columns if (m := re.fullmatch(r"(.*)_\d+", name.lower(), re.S)) and m[1] in known]
    if not numbered:
        return frozenset()
    # Only now is the line itself looked at: a file may have columns a and a_1.
    plain: dict[str, Any] = {key: value for key, value in options.items() if key != "auto_type_candidates"}
    lines = connection.read_csv(pattern, **(plain | {"header": False, "all_varchar": True}))
    names = [str(name).lower() for name in lines.limit(1).fetchall()[0]]
    often = Counter(names)
    return frozenset(
        name for column, raw in zip(columns, names, strict=True) if often[raw] > 1 for name in (column.lower(), raw)
    )
