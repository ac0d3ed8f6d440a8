"""Workbooks as spreadsheets save them (Office Open XML): a ZIP of XML files, read with the standard library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, fromstring
from zipfile import BadZipFile, ZipFile

from probative.errors import UnreadableFile

Cell = str | float | int | bool | None
LARGEST = 500_000_000
"""Bytes of a sheet beyond which a file that unpacks to them is not opened."""


def first_sheet(path: Path) -> list[list[Cell]]:
    """The rows of the first sheet; a cell that is empty is None."""
    try:
        with ZipFile(path) as book:
            sheet = _first_part(book)
            if book.getinfo(sheet).file_size > LARGEST:
                raise UnreadableFile(f"{path.name!r} is too large a sheet.", remedy="save it as CSV or Parquet")
            return _rows(fromstring(book.read(sheet)), _texts(book))
    except (BadZipFile, KeyError, ParseError, OSError, ValueError) as error:
        if isinstance(error, UnreadableFile):
            raise
        raise UnreadableFile(
            f"{path.name!r} cannot be read as a workbook.", found=str(error)[:200], remedy="save it as CSV"
        ) from error


def _first_part(book: ZipFile) -> str:
    """Where the sheet lies that stands first in the workbook."""
    first = next(_named(fromstring(book.read("xl/workbook.xml")), "sheet"))
    wanted = next(value for key, value in first.attrib.items() if key.endswith("}id"))
    for relation in fromstring(book.read("xl/_rels/workbook.xml.rels")):
        if relation.attrib.get("Id") == wanted:
            target = relation.attrib["Target"]
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    raise KeyError("the workbook names no sheet")


def _texts(book: ZipFile) -> list[str]:
    """The texts that cells refer to by number."""
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    return [_text(item) for item in _named(fromstring(book.read("xl/sharedStrings.xml")), "si")]


def _rows(sheet: Element, texts: list[str]) -> list[list[Cell]]:
    rows = []
    for row in _named(sheet, "row"):
        cells: list[Cell] = []
        for cell in _named(row, "c"):
            place = _column(cell.attrib["r"]) if "r" in cell.attrib else len(cells)
            cells += [None] * (place - len(cells))
            cells.append(_value(cell, texts))
        if any(value is not None for value in cells):
            rows.append(cells)
    return rows


def _value(cell: Element, texts: list[str]) -> Cell:
    kind = cell.attrib.get("t", "n")
    if kind == "inlineStr":
        return _text(cell)
    raw = next((part.text for part in _named(cell, "v")), None)
    if raw is None or kind == "e":
        return None
    if kind == "s":
        return texts[int(raw)]
    if kind == "b":
        return raw == "1"
    if kind in ("str", "d"):
        return raw
    number = float(raw)
    return int(number) if number.is_integer() and re.fullmatch(r"-?\d+", raw) else number


def _column(reference: str) -> int:
    """The place of a column from its letters.

    >>> _column("A1"), _column("Z9"), _column("AB12")
    (0, 25, 27)
    """
    place = 0
    for letter in re.match(r"[A-Z]+", reference)[0]:  # type: ignore[index]
        place = 26 * place + ord(letter) - ord("A") + 1
    return place - 1


def _named(parent: Element, name: str) -> Iterator[Element]:
    """All parts of that name, whatever namespace they are in."""
    return (part for part in parent.iter() if part.tag.rpartition("}")[2] == name)


def _text(parent: Element) -> str:
    return "".join(part.text or "" for part in _named(parent, "t"))
