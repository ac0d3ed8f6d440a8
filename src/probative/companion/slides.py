"""Slides: what the pages of this room say about each deck, read from plain Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from probative.records import Record

DECKS = ("000", "001", "002", "003", "004")
_FACT = re.compile(r"^(Cases|Pending): (.+)$", re.MULTILINE)
_CALL = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ERRATUM = re.compile(r"^- (E\d+): (.+(?:\n  .+)*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, eq=False)
class Erratum(Record):
    """A slip of a deck, by its number: what the deck says, and what is right."""

    number: str
    words: str


@dataclass(frozen=True, slots=True, eq=False)
class Slide(Record):
    """What a slide is about, and the lines of Python that do it (`np` and `pv` are there), or those for the shell."""

    deck: str
    title: str
    call: str
    words: str = ""
    errata: tuple[Erratum, ...] = ()
    cases: tuple[str, ...] = ()
    shell: str = ""
    pending: str = ""

    @property
    def names(self) -> set[str]:
        """Whatever this slide can be asked for by: its deck, its errata, its worked examples."""
        return {self.deck, *(erratum.number for erratum in self.errata), *self.cases}


@cache
def slides() -> tuple[Slide, ...]:
    """All slides of all decks, in their order.

    >>> [slide.title for slide in slides() if "E35" in slide.names]
    ['Exercise 3: the measures of a matrix']
    """
    return tuple(slide for deck in DECKS for slide in read_slides(deck, page(deck)))


def page(deck: str) -> str:
    """The page of a deck as it was written, without what its calls give."""
    return (resources.files("probative.companion") / "pages" / f"{deck}.md").read_text(encoding="utf-8")


def read_slides(deck: str, text: str) -> list[Slide]:
    r"""The slides of a page: a heading each, facts, words, one call, lines for the shell, errata.

    >>> [slide] = read_slides("009", "# Deck\n\n## Sum\n\nCases: a, b\n\n```python\n1 + 1\n```\n\n- E1: It is 2.\n")
    >>> slide.title, slide.call, slide.cases, slide.errata[0].words
    ('Sum', '1 + 1', ('a', 'b'), 'It is 2.')
    """
    return [_slide(deck, part) for part in text.split("\n## ")[1:]]


def _slide(deck: str, part: str) -> Slide:
    title, _, rest = part.partition("\n")
    facts = dict(_FACT.findall(rest))
    errata = tuple(Erratum(number, " ".join(words.split())) for number, words in _ERRATUM.findall(rest))
    (call,) = _CALL.findall(rest)
    words = rest
    for pattern in (_FACT, _CALL, _SHELL, _ERRATUM):
        words = pattern.sub("", words)
    cases = tuple(facts.get("Cases", "").split(", ")) if "Cases" in facts else ()
    return Slide(
        deck,
        title,
        call.rstrip(),
        " ".join(words.split()),
        errata,
        cases,
        "".join(_SHELL.findall(rest)).rstrip(),
        facts.get("Pending", ""),
    )


def deck_title(deck: str) -> str:
    """The first heading of a deck's page, and what follows it."""
    return page(deck).split("\n## ")[0].removeprefix("# ").strip()
