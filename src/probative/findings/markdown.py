"""Tables in Markdown, GitHub's dialect."""

from __future__ import annotations

import re

from probative.findings.grid import Grid

JOINERS = "\u200c\u200d"
"""Invisible, but letters and emoji are joined by them; other invisible characters can only deceive."""
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ESCAPED = re.compile(r"[\\`*~$|]")
_EDGE_UNDERSCORE = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_LINK = re.compile(r"\]([(\[:])")


def visible(text: str) -> str:
    r"""Text without control and direction characters, which become question marks; line breaks stay.

    >>> visible("a\tb\u202ec\nd")
    'a?b?c\nd'
    """
    lines = ["".join(c if c.isprintable() or c in JOINERS else "?" for c in line) for line in text.splitlines()]
    return "\n".join(lines)


def markdown_text(text: str) -> str:
    r"""Text that Markdown shows as it is, also inside a table; a line break becomes <br>.

    >>> print(markdown_text("a|b `c` <d> $x_1$ balanced_accuracy"))
    a\|b \`c\` &lt;d&gt; \$x_1\$ balanced_accuracy
    """
    shown = "".join(_ENTITIES.get(c, c) for c in visible(text))
    shown = _ESCAPED.sub(lambda found: "\\" + found[0], shown)
    # Between letters an underscore is only an underscore, and names of measures stay readable.
    shown = _EDGE_UNDERSCORE.sub(r"\\_", shown)
    # Brackets are left alone, for intervals are full of them, unless a link could follow. An entity, because some
    # pages read an escaped bracket as the start of a formula.
    shown = _LINK.sub(lambda found: f"]&#{ord(found[1])};", shown)
    # Addresses and mentions are words here, not links that some pages make of them unasked.
    shown = shown.replace("://", "&#58;//").replace("@", "&#64;").replace("www.", "www&#46;")
    return shown.replace("\n", "<br>")


def markdown_table(grid: Grid) -> str:
    """A table with its title in bold and its note below, padded so that the source reads well too."""
    rows = [[markdown_text(cell) for cell in row] for row in (grid.heads, *grid.shown())]
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(row, widths, grid.sides) for row in rows]
    dashes = ("-" * (width + 1) for width in widths)
    rule = (d + ":" if side == "r" else ":" + d for d, side in zip(dashes, grid.sides, strict=True))
    lines.insert(1, f"|{'|'.join(rule)}|")
    title, note = (markdown_text(words.strip()) for words in (grid.title, grid.note))
    return (f"**{title}**\n\n" if title else "") + "\n".join(lines) + (f"\n\n{note}\n" if note else "\n")


def _line(cells: list[str], widths: list[int], sides: str) -> str:
    padded = (c.rjust(w) if side == "r" else c.ljust(w) for c, w, side in zip(cells, widths, sides, strict=True))
    return f"| {' | '.join(padded)} |"
