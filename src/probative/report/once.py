"""What a page draws many times is written once; ends and quotation marks that no parser needs are left out."""

from __future__ import annotations

import re

from probative.pictures.looks import mark
from probative.pictures.svg_pen import OUTLINES

KEY = re.compile(r'(<svg class="key"[^>]*>)(.*?)(</svg>)')
MARK = re.compile(r'href="#m(\d+)"')
ENDS = re.compile(r"</(?:td|th|tr)>(?=<(?:td|th|tr)\b|</(?:tr|tbody|thead)>)")
"""Tags that HTML lets one leave out, because what follows ends the cell or the row."""

TAGS = re.compile(r"<(?:t[dhr]|small|span|p|svg|text|tspan|path|use|rect|g|label|input) [^>]*>")
QUOTES = re.compile(r'="([a-zA-Z_0-9.#:;,()%+*-]+)"(?=[ >])')
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
        start, drawn, end = found.groups()
        if drawn in seen:
            return f'{start}<use href="#k{seen[drawn]}"/>{end}'
        seen[drawn] = len(seen)
        return f'{start}<g id="k{seen[drawn]}">{drawn}</g>{end}'

    return _marks(body) + bare(KEY.sub(shorter, ENDS.sub("", body)))


def bare(markup: str) -> str:
    """Markup without the quotation marks that no parser needs.

    >>> bare('<rect width="3" class="a b"/><b title="x">')
    '<rect width=3 class="a b"/><b title="x">'
    """
    return TAGS.sub(lambda tag: QUOTES.sub(r"=\1", tag[0]), markup)


def _marks(body: str) -> str:
    """The small marks that the tables of this body refer to."""
    wanted = sorted({int(look) for look in MARK.findall(body)})
    drawn = "".join(f'<path id="m{look}" transform="scale(.75)" d="{OUTLINES[mark(look)]}"/>' for look in wanted)
    return f'<svg class="sr" aria-hidden="true">{drawn}</svg>' if drawn else ""
