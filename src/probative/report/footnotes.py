"""Footnote marks: how an interval was made, told once under the table that it stands in."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

from probative.inference import Estimate
from probative.papers.phrases import BY_CLUSTER, INTERVALS
from probative.report.words import text


class Footnotes:
    """The methods of a table in the order of its rows, each with its letter.

    >>> notes = Footnotes()
    >>> notes.mark([Estimate(0.5, 0.4, 0.6, method="delta")]), notes.mark([Estimate(0.5)])
    ('<sup>a</sup>', '')
    >>> notes.told("Paired.").startswith('<p class="soft feet"><sup>a</sup> ')
    True
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def mark(self, values: Iterable[Estimate]) -> str:
        """The letters of the methods of a row; nothing where no interval was made."""
        return self.letters(_words(v.method) for v in values if v.method and v.low == v.low)

    def letters(self, words: Iterable[str]) -> str:
        """The letters of some notes, each of which is told once; nothing where there is none.

        >>> notes = Footnotes()
        >>> notes.letters(["exact", "paired"]), notes.letters(["paired"]), notes.letters([])
        ('<sup>a,b</sup>', '<sup>b</sup>', '')
        """
        found = [self._known.setdefault(note, _letter(len(self._known))) for note in dict.fromkeys(words)]
        return f"<sup>{','.join(found)}</sup>" if found else ""

    def told(self, beside: str = "") -> str:
        """What the letters stand for, and what else is to be known of the table; nothing where there is neither."""
        notes = [f"<sup>{letter}</sup> {text(words[0].upper() + words[1:])}." for words, letter in self._known.items()]
        return f'<p class="soft feet">{" ".join([*notes, *filter(None, [text(beside)])])}</p>' if notes else ""


def _words(method: str) -> str:
    phrase = INTERVALS.get(method.removesuffix(BY_CLUSTER))
    return (phrase.words if phrase else method) + (", whole clusters varying" if method.endswith(BY_CLUSTER) else "")


def _letter(place: int) -> str:
    """The letter of a method; after z come aa, ab, ...

    >>> _letter(1), _letter(27)
    ('b', 'ab')
    """
    most = len(ascii_lowercase)
    return (ascii_lowercase[place // most - 1] if place >= most else "") + ascii_lowercase[place % most]
