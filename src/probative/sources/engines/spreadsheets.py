"""The first sheet of a workbook (.xlsx), whose first line names the columns."""

from __future__ import annotations

import os
from pathlib import Path

from probative.errors import EmptyData, UnreadableFile, no_such_file
from probative.sources.columns import Source
from probative.sources.limits import Limits

ENDINGS = (".xlsx", ".xlsm")


def opened(data: object, limits: Limits) -> Source | None:
    """Cells of numbers, words and truth values; what formulas gave when the file was last saved."""
    if not isinstance(data, str | os.PathLike) or Path(data).suffix.lower() not in ENDINGS:
        return None
    from probative.sources.arrays import ArraySource
    from probative.sources.workbooks import first_sheet

    path = Path(data)
    if not path.is_file():
        raise no_such_file(str(path))
    rows = first_sheet(path)
    if len(rows) < 2:
        raise EmptyData(f"the first sheet of {path.name!r} has no rows.", remedy="names in the first line, rows below")
    names = ["" if name is None else str(name) for name in rows[0]]
    wide = max(map(len, rows))
    names += [""] * (wide - len(names))
    whole = [[*row, *[None] * (wide - len(row))] for row in rows[1:]]
    kept = [i for i in range(wide) if names[i] or any(row[i] is not None for row in whole)]
    titles = [names[i] or f"column{i}" for i in kept]
    if len(set(titles)) < len(titles):
        raise UnreadableFile("several columns have the same name.", found=", ".join(titles), remedy="rename them")
    return ArraySource({title: [row[i] for row in whole] for title, i in zip(titles, kept, strict=True)})
