"""Tables as Markdown, LaTeX and CSV: read back by parsers that share no code with the writers."""

from __future__ import annotations

import csv
import html
import io
import re
from math import nan

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from probative.findings import Column, Table
from probative.findings.latex import latex_text
from probative.findings.markdown import markdown_text
from probative.inference import Estimate

HOSTILE = (
    "</script><b>",
    "a|b",
    r"a\|b\\",
    "`code` ``",
    "$x_1$ $$",
    r"\alpha_{1}^2",
    "two\nlines",
    "*bold* _it_ ~~no~~",
    "[link](javascript:1) [a][b] ![i](u)",
    "&lt; &amp;",
    "שלום עולם",
    "👩‍🔬",
    "x" * 300,
    " edge ",
    "| --- |",
    "# head",
    "- item",
)
NAMES = pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.sampled_from("\\|`*_[]()<>&$~#{}^%\n -")
)

same = settings(deadline=None, derandomize=True, database=None)
"""Equal examples in every run."""


def markdown_cells(line: str) -> list[str]:
    """The cells of a row: split at bare pipes, escapes undone, entities and line breaks read."""
    cells, cell, i = [], "", 0
    while i < len(line):
        if line[i] == "\\" and i + 1 < len(line):
            cell += f"\0{ord(line[i + 1])}\0"
            i += 1
        elif line[i] == "|":
            cells.append(cell)
            cell = ""
        else:
            cell += line[i]
        i += 1
    assert cell == "", "a row ends with a pipe"
    return [_read(cell.strip(" ")) for cell in cells[1:]]


def _read(cell: str) -> str:
    parts = [html.unescape(part) for part in cell.split("<br>")]
    return re.sub("\0([0-9]+)\0", lambda found: chr(int(found[1])), "\n".join(parts))


RECALL = Estimate(0.8, 0.7149, 0.8651, 0.95, "wilson", 100)


def table(name: str, title: str = "") -> Table:
    rows = (("recall", RECALL), (name, Estimate(nan, why="no rows")))
    return Table(title, (Column("measure", "name"), Column(name, "estimate")), rows, level=0.95)


def lines_of(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


@NAMES
def test_markdown_read_back(name: str) -> None:
    head, rule, *rows = lines_of(table(name).to_markdown())
    assert re.fullmatch(r"\|:-{3,}\|-{3,}:\|", rule)
    assert markdown_cells(head) == ["measure", name.strip(" ")]
    assert [markdown_cells(row) for row in rows] == [
        ["recall", "0.800  [0.715, 0.865]"],
        [name.strip(" "), "undefined"],
    ]


@NAMES
def test_markdown_shows_names_as_they_are_to_a_real_parser(name: str) -> None:
    parser = pytest.importorskip("markdown_it").MarkdownIt("gfm-like", {"linkify": False, "html": True})
    tokens = parser.parse(table(name, title=name).to_markdown())
    inline = [token for token in tokens if token.type == "inline"]
    kinds = {child.type for token in inline for child in token.children}
    # The title is bold; a line break is our <br>. Nothing else is markup.
    assert kinds <= {"text", "text_special", "strong_open", "strong_close", "html_inline"}
    assert {c.content for token in inline for c in token.children if c.type == "html_inline"} <= {"<br>"}
    said = [
        "".join("\n" if c.type == "html_inline" else c.content for c in token.children).strip(" ") for token in inline
    ]
    shown = name.strip(" ")
    assert said == [shown, "measure", shown, "recall", "0.800  [0.715, 0.865]", shown, "undefined"]


@same
@given(TEXT)
@example("]\\(")
@example("a\\")
def test_any_text_survives_markdown(text: str) -> None:
    (cell,) = markdown_cells(f"| {markdown_text(text)} |")
    assert cell.strip(" ") == "\n".join(text.splitlines()).strip(" ")


def test_markdown_source_is_readable() -> None:
    assert markdown_text("balanced_accuracy [0.1, 0.2]") == "balanced_accuracy [0.1, 0.2]"


LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{c: "\\" + c for c in "&%$#_{}"},
}
WORDS = {
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textasciigrave": "`",
    "textperiodcentered": "·",
    "textendash": "–",
    "textemdash": "—",
    "ldots": "…",
}
SIGNS = {
    "-": "−",
    r"\infty": "∞",
    r"\pm": "±",
    r"\times": "×",
    r"\leq": "≤",
    r"\geq": "≥",
    r"\rightarrow": "→",
    r"\approx": "≈",
    r"\neq": "≠",
    "^2": "²",
}
SIGNS |= {f"\\{name}": letter for name, letter in zip(("alpha", "beta", "kappa", "pi", "tau"), "αβκπτ", strict=True)}


def typeset(source: str) -> str:
    """What LaTeX would print; anything that LaTeX would take for a command of the text's own is an error."""
    said, i = "", 0
    while i < len(source):
        rest = source[i:]
        if word := re.match(r"\\([a-z]+)\{\}", rest):
            said += WORDS[word[1]]
        elif word := re.match(r"\\([&%$#_{}])", rest):
            said += word[1]
        elif word := re.match(r"\$(-|\^2|\\[a-z]+)\$", rest):
            said += SIGNS[word[1]]
        elif rest.startswith("{}"):
            word = re.match(r"\{\}", rest)
        else:
            assert rest[0] not in "\\&%$#_{}^\n", f"a bare {rest[0]!r}"
            said += "\u00a0" if rest[0] == "~" else rest[0]
            word = re.match(".", rest, re.DOTALL)
        assert word is not None
        i += word.end()
    return said


@pytest.mark.parametrize("special", "\\&%$#_{}~^")
def test_each_special_character_of_latex(special: str) -> None:
    assert latex_text(f"a{special}b") == f"a{LATEX[special]}b"


@NAMES
def test_latex_read_back(name: str) -> None:
    lines = lines_of(table(name, title=name).to_latex())
    shown = name.replace("\n", " ")
    assert lines[:2] == [r"\begin{table}", r"\centering"]
    assert typeset(lines[2].removeprefix(r"\caption{").removesuffix("}")) == shown.strip(" ")
    assert lines[4] == r"\toprule"
    assert lines[-3:] == [r"\bottomrule", r"\end{tabular}", r"\end{table}"]
    rows = [lines[5], *lines[7:-3]]
    assert all(row.endswith(r" \\") for row in rows)
    cells = [[typeset(cell) for cell in re.split(r" (?<!\\)& ", row.removesuffix(r" \\"))] for row in rows]
    assert cells == [["measure", shown], ["recall", "0.800  [0.715, 0.865]"], [shown, "undefined"]]


@same
@given(TEXT)
@example("---''`")
@example("−∞ ± 3 × 2 … –")
def test_any_text_survives_latex(text: str) -> None:
    made = latex_text(text)
    assert typeset(made) == " ".join(text.splitlines())
    # Ligatures would print other characters.
    assert "--" not in made
    assert "''" not in made
    assert "`" not in made


def test_a_row_of_latex_does_not_begin_with_what_a_line_break_would_eat() -> None:
    made = Table("", (Column("[a]"), Column("b", "count")), (("[0.1, 0.2]", 1), ("*", 2))).to_latex()
    rows = [line for line in made.splitlines() if "&" in line]
    assert rows == [r"{}[a] & b \\", r"{}[0.1, 0.2] & 1 \\", r"{}* & 2 \\"]


def test_numbers_stand_on_the_right_and_long_words_are_broken() -> None:
    long = Table("", (Column("note"), Column("why"), Column("n", "count")), (("a" * 41, "b", 1),)).to_latex()
    assert r"\begin{tabular}{p{0.50\linewidth}lr}" in long
    assert r"\begin{tabular}{lr}" in table("A").to_latex()


def test_control_and_direction_characters_are_not_printed() -> None:
    evil = "a\x00\x1b[31m\u202eb\ud800"
    for made in (table(evil).to_markdown(), table(evil).to_latex()):
        assert "a??[31m?b?" in made
        assert made.encode()


def read_csv(made: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(made)))


@NAMES
def test_csv_read_back(name: str) -> None:
    head, first, second = read_csv(table(name).to_csv())
    # A spreadsheet would run what looks like a formula.
    shown = f"'{name}" if name[:1] in ("=", "+", "-", "@", "\t", "\r") else name
    assert head == ["measure", shown, *(f"{shown}_{part}" for part in ("low", "high", "level", "method", "n", "why"))]
    assert first == ["recall", "0.8", "0.7149", "0.8651", "0.95", "wilson", "100", ""]
    assert second == [shown, "", "", "", "0.95", "", "", "no rows"]


def test_words_in_csv_are_left_alone() -> None:
    made = Table("", (Column("a"), Column("b", "name")), (("1,234", "−5"),)).to_csv()
    assert read_csv(made)[1] == ["1,234", "−5"]


@NAMES
def test_a_note_is_said_below_the_table(name: str) -> None:
    noted = Table("", (Column("a"),), (("x",),), note=name)
    assert str(noted).endswith(f"\nx\n{name}")
    assert markdown_cells(f"|{noted.to_markdown().splitlines()[-1]}|") == [name.strip(" ")]
    assert typeset(noted.to_latex().splitlines()[-2].removeprefix(r"\par\smallskip ")) == (
        " ".join(name.strip(" ").splitlines())
    )
