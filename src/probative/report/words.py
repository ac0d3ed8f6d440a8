"""Users' own words in HTML: escaped, kept in their own writing direction, cut off where there is little room."""

from __future__ import annotations

from html import escape
from typing import Any

from rich.cells import cell_len

_DIRECTION = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
NARROW = 40


def text(value: Any) -> str:
    """Any value as text that HTML takes for text, in content and in attributes.

    >>> text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    # A lone surrogate, as names of files may hold, has no bytes in UTF-8.
    return escape(str(value).encode("utf-8", "replace").decode(), quote=True)


def name(value: Any) -> str:
    """A user's own word: kept apart, so that its writing direction stays its own."""
    return f"<bdi>{text(value)}</bdi>"


def short(value: Any) -> str:
    """A user's own word in a narrow place: the style sheet cuts it off, hovering shows more."""
    words = str(value)
    if len(words) <= NARROW:
        return name(words)
    return f'<bdi class="long" title="{text(words[:500])}">{text(words)}</bdi>'


def sentence(value: Any) -> str:
    """A sentence that quotes users' words: marks in them that turn the direction of writing are left out."""
    return text("".join(c for c in str(value) if c not in _DIRECTION))


def label(value: Any, width: int = NARROW) -> str:
    """A user's own word inside a picture, where nothing wraps: the middle is left out; wide characters count double.

    >>> label("a" * 30 + "b" * 30, 11)
    'aaaaa…bbbbb'
    """
    words = "".join(c if c.isprintable() else " " for c in str(value) if c not in _DIRECTION)
    if cell_len(words) <= width:
        return text(words)
    half = (width - 1) // 2
    head, tail = "", ""
    while cell_len(head + words[len(head)]) <= half:
        head += words[len(head)]
    while cell_len(words[-1 - len(tail)] + tail) <= half:
        tail = words[-1 - len(tail)] + tail
    return text(f"{head}…{tail}")
