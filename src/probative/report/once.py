"""What a page draws many times is written once, and ends of cells that every parser knows are left out."""

from __future__ import annotations

import re

from probative.pictures.looks import mark
from probative.pictures.svg_pen import OUTLINES

KEY = re.compile(r'(<svg class="key"[^>]*>)(.*?)(</svg>)')
MARK = re.compile(r'href="#m(\d+)"')
ENDS = re.compile(r"</(?:td|th|tr)>(?=<(?:td|th|tr)\b|</(?:tr|tbody|thead)>)")
"""Tags that HTML lets one leave out, because what follows ends the cell or the row."""


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

    return _marks(body) + KEY.sub(shorter, ENDS.sub("", body))


def _marks(body: str) -> str:
    """The small marks that the tables of this body refer to."""
    wanted = sorted({int(look) for look in MARK.findall(body)})
    drawn = "".join(f'<path id="m{look}" transform="scale(.75)" d="{OUTLINES[mark(look)]}"/>' for look in wanted)
    return f'<svg class="sr" aria-hidden="true">{drawn}</svg>' if drawn else ""
