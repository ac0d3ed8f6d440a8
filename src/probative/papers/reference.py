"""References: the works that methods are taken from, kept as BibTeX and told in three ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from probative.records import Record

PLACES = ("journal", "booktitle", "publisher", "school")
"""Where a work appeared, whichever of these its entry has."""
_ENTRY = re.compile(r"@(\w+)\{(\w+),\n(.*?)\n\}", re.DOTALL)
_FIELD = re.compile(r"^  (\w+) = \{(.*)\},?$", re.MULTILINE)
_MARK = re.compile(r"\[@([\w; @]+)\]")


@dataclass(frozen=True, slots=True)
class Reference(Record):
    """One work: its key, its fields as people read them, and its entry in BibTeX."""

    key: str
    authors: tuple[str, ...]
    """Family name first; "others" stands for those who are not named."""
    year: str
    title: str
    place: str
    volume: str = ""
    pages: str = ""
    doi: str = ""
    bibtex: str = field(default="", compare=False)

    @property
    def short(self) -> str:
        """Who and when, as it stands in a sentence.

        >>> reference("wilson1927").short, reference("zou2008").short, reference("delong1988").short
        ('Wilson 1927', 'Zou and Donner 2008', 'DeLong et al. 1988')
        """
        names = [author.partition(",")[0] for author in self.authors]
        who = names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
        return f"{who} {self.year}"

    def __str__(self) -> str:
        shown = ["et al." if author == "others" else author for author in self.authors]
        where = ", ".join(filter(None, (" ".join(filter(None, (self.place, self.volume))), self.pages)))
        doi = f" doi:{self.doi}" if self.doi else ""
        return f"{'; '.join(shown)} ({self.year}). {self.title}. {where}.{doi}".replace("..", ".").replace("?.", "?")


@cache
def library() -> dict[str, Reference]:
    """All works that are referred to, by key."""
    text = resources.files("probative.papers").joinpath("references.bib").read_text(encoding="utf-8")
    return {found[2]: _read(found) for found in _ENTRY.finditer(text)}


def reference(key: str) -> Reference:
    """The work of that key."""
    return library()[key]


def _read(entry: re.Match[str]) -> Reference:
    fields = dict(_FIELD.findall(entry[3]))
    number = f"({fields['number']})" if "number" in fields else ""
    edition = f"({fields['edition']} ed.)" if "edition" in fields else ""
    return Reference(
        entry[2],
        tuple(fields["author"].split(" and ")),
        fields["year"],
        _plain(fields["title"].strip("{}")),
        _plain(next(fields[name] for name in PLACES if name in fields)),
        fields.get("volume", "") + number + edition,
        fields.get("pages", "").replace("--", "–"),
        fields.get("doi", ""),
        entry[0],
    )


def _plain(text: str) -> str:
    """BibTeX's quotes and ampersands as people write them."""
    return text.replace("``", "“").replace("''", "”").replace("`", "‘").replace(r"\&", "&")


def cite(*keys: str) -> str:
    """The mark that stands for works in a sentence until it is known who reads it; nothing without works.

    >>> cite("wilson1927", "brown2001"), cite()
    (' [@wilson1927; @brown2001]', '')
    """
    return f" [{'; '.join(f'@{key}' for key in keys)}]" if keys else ""


def cited(text: str) -> list[Reference]:
    """The works whose marks stand in a text, in the order of their first one."""
    known = library()
    keys = (key for mark in _MARK.findall(text) for key in re.findall(r"\w+", mark))
    return [known[key] for key in dict.fromkeys(keys) if key in known]


def told(text: str) -> str:
    """A text with authors and years in the place of marks.

    >>> told("Score intervals [@wilson1927; @brown2001].")
    'Score intervals (Wilson 1927; Brown et al. 2001).'
    """
    return _MARK.sub(
        lambda mark: f"({'; '.join(one.short for one in cited(mark[0]))})" if cited(mark[0]) else mark[0], text
    )


def bibtex(references: Iterable[Reference]) -> str:
    """Entries for a .bib file.

    >>> print(bibtex([reference("friedman1937")]).splitlines()[0])
    @article{friedman1937,
    """
    return "\n\n".join(one.bibtex for one in references) + "\n"


def latex_cited(text: str, escape: Callable[[str], str]) -> str:
    r"""A text for LaTeX: marks become \\cite, everything else is escaped.

    >>> print(latex_cited("95 % [@wilson1927]", lambda words: words.replace("%", r"\%")))
    95 \% \cite{wilson1927}
    """
    parts, at = [], 0
    for mark in _MARK.finditer(text):
        if works := cited(mark[0]):
            parts += [escape(text[at : mark.start()]), rf"\cite{{{','.join(one.key for one in works)}}}"]
            at = mark.end()
    return "".join([*parts, escape(text[at:])])
