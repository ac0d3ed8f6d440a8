"""Users' own words in HTML: escaped, kept in their own writing direction, cut off where there is little room."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from unicodedata import bidirectional

from probative.pictures.words import NARROW, clipped, undirected


def text(value: object) -> str:
    """Any value as text that HTML takes for text, in content and in attributes.

    >>> text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    # A lone surrogate, as names of files may hold, has no bytes in UTF-8.
    return escape(str(value).encode("utf-8", "replace").decode(), quote=True)


def name(value: object) -> str:
    """A user's own word: kept apart, so that its writing direction stays its own."""
    return f"<bdi>{text(value)}</bdi>"


def short(value: object) -> str:
    """A user's own word in a narrow place: the style sheet cuts it off, hovering shows more."""
    words = str(value)
    if len(words) <= NARROW:
        return name(words)
    return f'<bdi class="long" title="{text(words[:500])}">{text(words)}</bdi>'


def sentence(value: object) -> str:
    """A sentence that quotes users' words: marks in them that turn the direction of writing are left out."""
    return text(undirected(str(value)))


def turns(value: object) -> bool:
    """Whether a word is written from right to left: numbers that follow it in a sentence would change places.

    >>> turns("שלום"), turns("tree 2")
    (True, False)
    """
    return any(bidirectional(letter) in ("R", "AL") for letter in str(value))


def isolated(value: object) -> str:
    """A word in a sentence that is written as text, so that what follows keeps its order.

    >>> isolated("tree"), len(isolated("שלום"))
    ('tree', 6)
    """
    return f"\u2068{value}\u2069" if turns(value) else str(value)


def quoting(said: str, names: Iterable[object]) -> str:
    """A sentence that names users' words: those from right to left are kept apart.

    >>> quoting("12 with שלום, 13 with tree", ["tree", "שלום"])
    '12 with <bdi>שלום</bdi>, 13 with tree'
    """
    made = sentence(said)
    for word in sorted({sentence(word) for word in names if turns(word)}, key=len, reverse=True):
        made = made.replace(word, f"<bdi>{word}</bdi>")
    return made


def label(value: object, width: int = NARROW) -> str:
    """A user's own word inside a picture, where nothing wraps: the middle is left out; wide characters count double.

    >>> label("a" * 30 + "b" * 30, 11)
    'aaaaa…bbbbb'
    """
    return text(clipped(value, width))
