"""Tables for machines: CSV, dicts and columns, with all digits; undefined is empty, infinite is inf."""

from __future__ import annotations

import csv
import io

import numpy as np

from probative.evidence.arrays import Array
from probative.findings.column import Value
from probative.findings.grid import Grid
from probative.records import plain

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet computes instead of showing."""


def csv_text(grid: Grid) -> str:
    """A header and rows; floats are written so that they are read back as they were.

    Words that a spreadsheet would take for a formula begin with an apostrophe.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(_harmless, grid.fields()))
    writer.writerows(map(_harmless, row) for row in grid.values())
    return text.getvalue()


def _harmless(cell: Value) -> Value:
    """The cell; a word that begins as formulas do behind an apostrophe, as spreadsheets do it themselves."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell


def dict_rows(grid: Grid) -> list[dict[str, Value]]:
    """One dict per row."""
    fields = grid.fields()
    return [dict(zip(fields, row, strict=True)) for row in grid.values()]


def json_rows(grid: Grid) -> list[list[Value]]:
    """Rows that JSON can hold: infinite numbers are the strings "inf" and "-inf"."""
    return [[plain(value) for value in row] for row in grid.values()]


def frame_columns(grid: Grid) -> dict[str, Array | list[Value]]:
    """One column per field: numbers with nan where there is none, words with None."""
    fields, worded = grid.fields(), [words for column in grid.columns for words in column.worded()]
    columns = list(zip(*grid.values(), strict=True)) or [()] * len(fields)
    return {
        name: list(values) if words else np.array([np.nan if v is None else v for v in values], np.float64)
        for name, words, values in zip(fields, worded, columns, strict=True)
    }
