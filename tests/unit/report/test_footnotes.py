"""Letters of a table: methods and reasons are told once below it, at the head of what they are common to."""

from __future__ import annotations

import re
from math import nan

from probative.findings import Column, Table
from probative.inference import Estimate
from probative.report.tables import html_table

WIDE = Estimate(0.5, 0.1, 0.9, 0.95, "wilson", 9, why="so few events")
SURE = Estimate(0.5, 0.4, 0.6, 0.95, "wilson", 99)
AREA = Estimate(0.7, 0.6, 0.8, 0.95, "area-score", 99)
NONE = Estimate(nan, why="one class only")


def heads_and_rows(table: Table) -> tuple[list[str], list[list[str]], str]:
    """The cells without their other tags, and what is told below."""
    made = html_table(table, feet=True)
    heads = [_letters(cell) for cell in re.findall(r'<th scope="col"[^>]*>(.*?)</th>', made)]
    rows = [[_letters(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in _rows(made)]
    return heads, rows, made.partition("</div>")[2]


def _rows(made: str) -> list[str]:
    return re.findall(r"<tr>(<th scope=\"row\">.*?)</tr>", made)


def _letters(cell: str) -> str:
    return ",".join(re.findall(r"<sup>(.*?)</sup>", cell))


def test_a_method_of_a_whole_column_stands_at_its_head_and_a_reason_in_its_cell() -> None:
    columns = Column("model", "name"), Column("recall", "estimate"), Column("auc", "estimate")
    table = Table("", columns, (("A", SURE, AREA), ("B", WIDE, AREA), ("C", SURE, NONE)))
    heads, rows, told = heads_and_rows(table)
    assert heads == ["", "a", "b"]
    assert rows == [["", "", ""], ["", "c", ""], ["", "", ""]]
    assert re.findall(r"<sup>(.)</sup> (\w+)", told) == [("a", "Wilson"), ("b", "A"), ("c", "So")]
    assert "one class only" in html_table(table, feet=True).partition("</table>")[0]


def test_a_method_of_a_whole_row_stands_at_its_head() -> None:
    columns = Column("measure"), Column("A", "estimate"), Column("B", "estimate")
    heads, rows, _ = heads_and_rows(Table("", columns, (("recall", SURE, SURE), ("auc", AREA, AREA))))
    assert heads == ["", "", ""]
    assert rows == [["a", "", ""], ["b", "", ""]]


def test_methods_that_differ_stand_in_their_cells() -> None:
    columns = Column("measure"), Column("A", "estimate"), Column("B", "estimate")
    _, rows, _ = heads_and_rows(Table("", columns, (("one", SURE, AREA), ("two", AREA, SURE))))
    assert rows == [["", "a", "b"], ["", "b", "a"]]


def test_words_that_go_beneath_are_told_once() -> None:
    columns = Column("p", "p"), Column("differs"), Column("test", beneath=True), Column("df", "number", beneath=True)
    table = Table("", columns, ((0.04, "yes", "an <exact> one", 4.0), (0.5, "no", "an <exact> one", 3.0)))
    made = html_table(table, feet=True)
    assert made.count("an &lt;exact&gt; one") == 1
    assert [_letters(row) for row in _rows(made)] == ["a", "a"]
    assert "<small>df 4</small>" in made
