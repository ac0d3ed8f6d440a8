"""One table, every renderer: the same columns, words and digits in text, Markdown, LaTeX, HTML and on the screen."""

from __future__ import annotations

import io
import re
from html import unescape
from math import nan

import pytest
from rich.cells import cell_len
from rich.console import Console

from probative.findings import Column, Table
from probative.findings.screen import print_table
from probative.inference import Estimate
from probative.report.tables import folded_table, html_table

TABLE = Table(
    "Some models",
    (
        Column("model", "name"),
        Column("side", "name"),
        Column("auc", "estimate"),
        Column("gap", "estimate", signed=True),
        Column("test"),
        Column("statistic", "number", beneath=True),
        Column("rows", "count"),
        Column("share", "share"),
        Column("p", "p"),
        Column("cost", "decimals", 2),
    ),
    (
        (
            *("A", "left", Estimate(0.8512, 0.7671, 0.9071, 0.95, "delong", 100)),
            *(Estimate(0.0123, -0.0312, 0.0551, 0.95, "t-test", 9), "t-test", -1.234567, 1500.0, 0.125, 0.04567, 2.345),
        ),
        (
            *("B", "right", Estimate(nan, why="one class only")),
            *(Estimate(-0.05, -0.09, -0.01, 0.9, "t", 9), "none", None, 12.25, None, 1e-9, -0.001),
        ),
    ),
    0.95,
    "Take care.",
)
WORDS = ["0.851", "[0.767, 0.907]", "+0.012", "[−0.031, +0.055]", "−1.23", "1,500", "12.5 %", "0.0457", "2.35"]
MORE = ["undefined", "−0.050", "[−0.090, −0.010] at 90 %", "12.25", "< 0.0001", "0.00"]


def printed(table: Table, width: int = 10_000, **options: object) -> str:
    stream = io.StringIO()
    print_table(table, Console(file=stream, width=width, markup=False), **options)  # type: ignore[arg-type]
    return stream.getvalue()


WAYS = {
    "text": str,
    "Markdown": lambda table: unescape(table.to_markdown()),
    "LaTeX": lambda table: table.to_latex().replace("$-$", "−").replace("\\%", "%").replace(r"\textless{}", "<"),
    "HTML": lambda table: unescape(html_table(table)),
    "screen": printed,
}


@pytest.mark.parametrize("way", WAYS)
def test_the_same_words_and_digits_in_every_way(way: str) -> None:
    made = WAYS[way](TABLE)
    for words in (*TABLE.names, *WORDS, *MORE, "Some models", "Take care."):
        assert words in made, words


def test_html_says_why_and_by_which_method() -> None:
    made = html_table(TABLE)
    assert "<small>one class only</small>" in made
    assert "<i>delong</i>" in made
    # The test has a cell of its own.
    assert made.count("t-test") == 1


def test_html_puts_what_may_go_there_beneath() -> None:
    made = html_table(TABLE)
    heads = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', made)
    assert [re.sub("<.*?>", "", head) for head in heads] == [name for name in TABLE.names if name != "statistic"]
    assert "t-test<br><small>statistic −1.23</small>" in made
    assert re.search(r"<td>none</td>", made)


def test_html_names_rows_by_all_their_names() -> None:
    rows = re.findall(r"<tr>(<th scope=\"row\">.*?)</tr>", html_table(TABLE))
    assert [re.findall(r'<th scope="row"><bdi>(.*?)</bdi></th>', row) for row in rows] == [
        ["A", "left"],
        ["B", "right"],
    ]


def test_html_is_escaped() -> None:
    made = html_table(Table("<i>", (Column("<b>", "name"), Column("&", "words")), (("<script>", "\u202e<x>"),)))
    assert "<script" not in made
    assert "<i>" not in made
    assert "\u202e" not in made


def test_html_folds_long_tables() -> None:
    table = Table("", (Column("n", "count"),), tuple((float(i),) for i in range(1005)))
    made = folded_table(table, 3, "rows of it")
    assert "<summary>1,002 more rows of it</summary>" in made
    assert made.index("<td" if "<td" in made else "<th") < made.index("<details>")
    assert "<details>" not in folded_table(table.part(0, 3), 3, "rows of it")


def test_a_narrow_screen_cuts_no_number() -> None:
    everything = {part for row in TABLE.shown() for cell in row for part in cell.split("  ")}
    for width in range(40, 140, 7):
        made = printed(TABLE, width)
        assert all(cell_len(line) <= width for line in made.splitlines())
        assert "…" not in made
        if "not shown here" not in made:
            assert all(part in made for part in everything)
    assert "but with --json: columns statistic" in printed(TABLE, 118).replace("\n", " ")


def test_a_long_table_says_how_much_is_missing() -> None:
    table = Table("", (Column("n", "count"), Column("x", "count")), tuple((float(i), 1.0) for i in range(1005)))
    made = printed(table, most=4, elsewhere="--html")
    assert "not shown here, but with --html: 1,001 rows" in made
    assert len(made.splitlines()) == 6


def test_a_long_name_keeps_its_ends() -> None:
    name = "a" * 40 + "z" * 40
    made = printed(Table("", (Column("measure"), Column(name, "count")), (("auc", 1.0),)))
    assert "a" * 15 + "…" + "z" * 16 in made
