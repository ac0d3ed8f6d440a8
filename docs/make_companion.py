"""Write docs/companion.md and a page for each deck, by running every call of the companion."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from probative.companion import Answer, Slide, decks, slides
from probative.companion.slides import DECKS, deck_title
from probative.pictures import save_picture

DOCS = Path(__file__).parent
FOLDER = DOCS / "companion"
HEAD = """# Companion to the decks

What each slide of the five decks computes: the call, what it gives, and what is wrong on the slide.
Made by `make docs`, which runs every call; `probative decks 003`, `probative decks E35` and
`probative decks 003-exercise-5` run a deck, an erratum or a worked example in the terminal, `pv.decks("E35")` in
Python. Data sets have names: `pv.examples("003-exercise-5")`, `probative data 003-exercise-5 -o scores.csv`.
[Exercise 7](../examples/exercise_7_iris.py) of deck 003 is a script.
"""
START = """Before any of these lines:

```python
import numpy as np
import probative as pv
```
"""


def main() -> None:
    """Write the pages and their pictures."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    (DOCS / "companion.md").write_text(index(), encoding="utf-8")
    for deck in DECKS:
        answers = decks(deck).answers
        (FOLDER / f"{deck}.md").write_text(page(deck, answers), encoding="utf-8")
        for answer in answers:
            if answer.axes is not None:
                save_picture(answer.axes, FOLDER / picture_name(answer.slide))


def index() -> str:
    """The decks, and where each erratum is shown."""
    rows = [f"| [{deck}](companion/{deck}.md) | {_first(deck)} |\n" for deck in DECKS]
    where: dict[str, list[str]] = {}
    for slide in slides():
        for erratum in slide.errata:
            where.setdefault(erratum.number, []).append(f"[{slide.title}](companion/{slide.deck}.md)")
    errata = [f"| {number} | {'; '.join(where[number])} |\n" for number in sorted(where, key=lambda one: int(one[1:]))]
    return "".join(
        [HEAD, "\n| deck | about |\n|---|---|\n", *rows, "\n## Errata\n\n| erratum | slide |\n|---|---|\n", *errata]
    )


def _first(deck: str) -> str:
    title, _, about = deck_title(deck).partition("\n")
    return f"{title.partition(': ')[2]}. {' '.join(about.split())}"


def page(deck: str, answers: Iterable[Answer]) -> str:
    """A deck with what its calls gave."""
    parts = [f"# {deck_title(deck)}\n", START]
    parts += [_entry(answer) for answer in answers]
    return "\n".join(parts)


def picture_name(slide: Slide) -> str:
    """The file of a slide's picture, by its title."""
    return f"{slide.deck}-{'-'.join(re.findall('[a-z0-9]+', slide.title.lower()))}.png"


def _entry(answer: Answer) -> str:
    slide = answer.slide
    lines = [f"## {slide.title}", ""]
    lines += [slide.words, ""] if slide.words else []
    lines += ["```python", slide.call, "```", ""]
    picture = f"![{slide.title}]({picture_name(slide)})"
    lines += [picture, ""] if answer.output == "(a picture)" else ["```text", answer.output, "```", ""]
    lines += ["```sh", slide.shell, "```", ""] if slide.shell else []
    for erratum in slide.errata:
        lines += [f"> **{erratum.number}** {erratum.words}", ""]
    lines += [f"Worked example: {', '.join(f'`{case}`' for case in slide.cases)}.", ""] if slide.cases else []
    return "\n".join(lines)


if __name__ == "__main__":
    main()
