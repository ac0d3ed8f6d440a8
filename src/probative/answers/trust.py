"""How far to trust it? How many warnings there are, the gravest in words, and the others in short."""

from __future__ import annotations

import re
from itertools import accumulate

from probative.answers.words import joined, titled
from probative.findings import Findings
from probative.findings.answer import Answer
from probative.guards.costs import UNEQUAL
from probative.guards.note import SEVERITIES, Note, counted

MOST, LETTERS = 3, 150
"""Further warnings that are told, and letters that they may have in all; the others are counted."""


def how_far_to_trust(found: Findings) -> Answer:
    """The counts of errors, warnings and notes, and the first of the gravest."""
    if not found.notes:
        return Answer("How far to trust it?", "Nothing to warn of.", "", "Nothing to warn of.")
    # That costs were declared is the first answer's business where models are compared by them: others come first.
    order = sorted(found.notes, key=lambda note: (SEVERITIES.index(note.severity), note.code == UNEQUAL.code))
    stress = f"{counted(found.notes)}."
    grave = order[0].severity != "note"
    headline = f"{stress} {_sentence(_worst(order[0]), order[0].model)}" if grave else stress
    whose: dict[str, list[str | None]] = {}
    for note in order[grave:]:
        whose.setdefault(first_sentence(note.message), []).append(note.model)
    alike = list(whose.items())
    told = [_sentence(text, ", ".join(filter(None, models)) or None) for text, models in alike]
    shown = max(sum(length <= LETTERS for length in accumulate(map(len, told[:MOST]))), 1)
    if left := sum(len(models) for _, models in alike[shown:]):
        told[shown:] = [f"{left} more"]
    return Answer("How far to trust it?", headline, joined(*told), stress)


def _sentence(text: str, model: str | None) -> str:
    """The message with a capital and a full stop, and the model that it is about."""
    first, space, rest = text.strip().rstrip(".").partition(" ")
    # A measure that begins a sentence is written as people write it.
    clean = f"{titled(first)}{space}{rest}"
    return f"{clean[:1].upper()}{clean[1:]}{'' if model is None else f' ({model})'}."


def _worst(note: Note) -> str:
    """What, and how much; of declared costs what follows from them: that they were declared, other answers say."""
    _, sign, follows = note.message.rpartition("; ")
    return _told(follows if note.code == UNEQUAL.code and sign else note.message)


def _told(text: str) -> str:
    """The first sentence: what, and how much; the rest stands with the note.

    >>> _told("only 0.1 % of the rows are positive: AUC can flatter. forest: average precision 0.3.")
    'only 0.1 % of the rows are positive: AUC can flatter'
    """
    return _up_to(r"\.", text)


def first_sentence(text: str) -> str:
    """What stands before the first colon, semicolon or full stop that ends a clause.

    >>> first_sentence("only 4 of 90 rows are of class 'b': what depends on them is rough. Collect more.")
    "only 4 of 90 rows are of class 'b'"
    >>> first_sentence("15 rows are copies (by hashes; rows 0, 1 and more): a random split tears them apart.")
    '15 rows are copies (by hashes; rows 0, 1 and more)'
    """
    return _up_to(r"[.:;]", text)


def _up_to(marks: str, text: str) -> str:
    """What stands before the first of these marks that ends a clause; those in brackets end none."""
    clean = text.strip()
    ends = (found.start() for found in re.finditer(rf"{marks}(?:\s|$)", clean))
    return next((clean[:end] for end in ends if clean.count("(", 0, end) <= clean.count(")", 0, end)), clean)
