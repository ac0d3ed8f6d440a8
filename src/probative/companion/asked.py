"""What is asked of the companion: a deck, an erratum, a worked example, or everything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from probative.companion.answers import Answer, answer
from probative.companion.slides import DECKS, Slide, slides
from probative.errors import BadParameter
from probative.records import Document, Record


@dataclass(frozen=True, slots=True, eq=False)
class Companion(Record):
    """Slides of the decks with what their calls gave."""

    head: ClassVar[Document] = {"probative": 1, "kind": "companion"}
    answers: tuple[Answer, ...]

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def __str__(self) -> str:
        return "\n\n".join(str(one) for one in self.answers)


def decks(which: str | None = None) -> Companion:
    """The companion to a deck ("003"), an erratum ("E35") or a worked example ("003-exercise-3"), run now.

    Lines of a call are as they would be pasted, after `import numpy as np` and `import probative as pv`.

    >>> print(decks("E12"))  # doctest: +ELLIPSIS
    001 · Twenty tests at 0.05: how often is one of them significant by chance?
        {"at least one": pv.stats.false_alarm_probability(20, 0.05), "expected number": 20 * 0.05}
        = at least one     0.641514
          expected number  1.0
      E12  ...
    """
    return Companion(tuple(answer(slide) for slide in asked(which)))


def asked(which: str | None = None) -> list[Slide]:
    """The slides that are meant.

    >>> [slide.deck for slide in asked("e35")]
    ['003']
    """
    if which is None:
        return list(slides())
    if not isinstance(which, str):
        raise BadParameter("a deck is named by a text.", found=repr(which), remedy="003, E35, 003-exercise-3")
    name = which.upper() if re.fullmatch(r"[eE]\d+", which) else which
    found = [slide for slide in slides() if name in slide.names]
    if not found:
        raise BadParameter(
            "there is no such deck, erratum or worked example.",
            found=repr(which),
            remedy=f"a deck ({', '.join(DECKS)}), an erratum such as E35, or a worked example such as 003-exercise-5",
        )
    return found
