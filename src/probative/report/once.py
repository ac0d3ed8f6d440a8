"""What a page draws many times is written once; ends and quotation marks that no parser needs are left out."""

from __future__ import annotations

import re

from probative.pictures.looks import mark
from probative.pictures.svg_pen import BARE, OUTLINES, look_class
from probative.report.lean import lean

KEY = re.compile(r'(<svg class="key"[^>]*>)(.*?)(</svg>)')
MARK = re.compile(r'href="#([mn])(\d+)"')
WHISKER = re.compile(r'(?:class="|#)w(\d+)')
ENDS = re.compile(r"</(?:td|th|tr)>(?=<(?:td|th|tr)\b|</(?:tr|tbody|thead)>)")
"""Tags that HTML lets one leave out, because what follows ends the cell or the row."""

TAGS = re.compile(r"<[a-z][a-z0-9]* [^>]*>")
QUOTES = re.compile(r'="([a-zA-Z_0-9.#:;,()%+*-]+)"(?=( |>|/>))')
"""Tags in which values need no quotation marks, and such values; marks in text are written as entities."""


def drawn_once(body: str) -> str:
    """The body of a page in which every key after the first of its kind refers to that one.

    >>> from probative.pictures.svg_pen import key
    >>> found = drawn_once(f"{key(0)} and {key(0)}")
    >>> found.count("<path"), found.count("<use")
    (2, 1)
    """
    seen: dict[str, int] = {}

    def shorter(found: re.Match[str]) -> str:
        # What a key is drawn with is said where it is drawn.
        start, drawn, end = found[1].replace(BARE, ""), found[2], found[3]
        if drawn in seen:
            return f'{start}<use href="#k{seen[drawn]}"/>{end}'
        seen[drawn] = len(seen)
        return f'{start}<g id="k{seen[drawn]}"{BARE}>{drawn}</g>{end}'

    body = lean(body)
    return _marks(body) + bare(KEY.sub(shorter, ENDS.sub("", body)))


def bare(markup: str) -> str:
    """Markup without the quotation marks that no parser needs.

    >>> bare('<rect width="3" class="a b"/><b title="x">')
    '<rect width=3 class="a b"/><b title=x>'
    """
    return TAGS.sub(lambda tag: QUOTES.sub(lambda found: f"={found[1]}{' ' * (found[2] == '/>')}", tag[0]), markup)


def _marks(body: str) -> str:
    """The marks that this body refers to: small ones of tables, and those of charts."""
    wanted = sorted({(size, int(look)) for size, look in MARK.findall(body)})
    small = {"m": ' transform="scale(.75)"', "n": ""}
    drawn = "".join(f'<path id="{size}{look}"{small[size]} d="{OUTLINES[mark(look)]}"/>' for size, look in wanted)
    drawn += "".join(
        f'<marker id="w{look}" class="{look_class(look)}" markerUnits="userSpaceOnUse" overflow="visible">'
        f'<path class="mark"{small["m"]} d="{OUTLINES[mark(look)]}"/></marker>'
        for look in sorted(set(map(int, WHISKER.findall(body))))
    )
    return f'<svg class="sr" aria-hidden="true">{drawn}</svg>' if drawn else ""
