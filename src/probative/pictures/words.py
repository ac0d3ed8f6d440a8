"""Users' own words in pictures, where nothing wraps: cut in the middle, never merged, kept apart in sentences."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from probative.errors import printable

DIRECTION = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
"""Marks that turn the direction of writing."""
OPEN, SHUT = "\u2068", "\u2069"
"""Unicode's isolates: around a user's word in a sentence of ours, so that its writing direction stays its own."""
NARROW = 40
LONGEST = 30
"""Letters of a name in a picture."""


def width(words: str) -> int:
    """Letters that words take up; wide ones count double.

    >>> width("abc"), width("木木")
    (3, 4)
    """
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in words)


def clipped(value: object, most: int = NARROW) -> str:
    """A word of at most that width, on one line: the middle is left out.

    >>> clipped("a" * 30 + "b" * 30, 11)
    'aaaaa…bbbbb'
    """
    raw = str(value)
    words = printable(undirected(raw), len(raw))
    if width(words) <= most:
        return words
    half = (most - 1) // 2
    head, tail = "", ""
    while width(head + words[len(head)]) <= half:
        head += words[len(head)]
    while width(words[-1 - len(tail)] + tail) <= half:
        tail = words[-1 - len(tail)] + tail
    return f"{head}…{tail}"


def named(value: object, most: int = NARROW) -> str:
    """A user's word inside a sentence of ours."""
    return f"{OPEN}{clipped(value, most)}{SHUT}"


def bare(sentence: str) -> str:
    """A sentence without the marks around users' words, for pens that cannot use them.

    >>> bare(f"undefined for {named('A')}")
    'undefined for A'
    """
    return sentence.replace(OPEN, "").replace(SHUT, "")


def undirected(words: str) -> str:
    """Words without any mark that turns the direction of writing, for a pen that writes one way only."""
    return "".join(c for c in words if c not in DIRECTION)


def short_names(names: Iterable[str], most: int = LONGEST) -> dict[str, str]:
    """Names that fit into a picture, and still differ.

    >>> list(short_names(["A", "x" * 60 + "1", "x" * 60 + "1" + "y" * 60]).values())
    ['A', 'xxxxxxxxxxxxxx…xxxxxxxxxxxxx1', 'xxxxxxxxxxxxxx…yyyyyyyyyyyyyy']
    """
    found: dict[str, str] = {}
    for name in dict.fromkeys(names):
        shown = clipped(name, most)
        again = sum(1 for other in found.values() if other == shown or other.startswith(f"{shown} ("))
        found[name] = f"{shown} ({again + 1})" if again else shown
    return found
