"""Accepting: notes that somebody knows of are silenced by their code, and that they were is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from probative.errors import BadParameter
from probative.guards.every import guards
from probative.guards.note import Note

Codes = str | Sequence[str]
"""One code, or several."""


def accepted_codes(accept: Codes) -> tuple[str, ...]:
    """The codes that were accepted; one that no guard has is refused, with the nearest that there is.

    >>> accepted_codes(("few-rows", "few-rows"))
    ('few-rows',)
    """
    codes = tuple(dict.fromkeys((accept,) if isinstance(accept, str) else accept))
    known = guards() if codes else {}
    for code in codes:
        if code not in known:
            near = get_close_matches(str(code), known, 1, 0.5)
            remedy = f"{near[0]!r}" if near else "a code of docs/guards.md; every note shows its own"
            raise BadParameter("no guard has that code.", found=repr(code), remedy=remedy)
    return codes


def silenced(
    notes: Iterable[Note], codes: Sequence[str], forced: Sequence[str] = ()
) -> tuple[tuple[Note, ...], dict[str, int]]:
    """The notes that are left, and by accepted code how many it silenced; what was forced is never silent."""
    notes = tuple(notes)
    muted = set(codes) - set(forced)
    left = tuple(note for note in notes if note.code not in muted)
    return left, {code: sum(note.code == code for note in notes) if code in muted else 0 for code in codes}


def accepted_words(accepted: dict[str, int]) -> str:
    """What was accepted, in one line; nothing where nothing was.

    >>> accepted_words({"few-rows": 1, "one-class": 0})
    'accepted: few-rows (silenced 1 note), one-class (silenced none)'
    """
    parts = [f"{code} (silenced {_count(times)})" for code, times in accepted.items()]
    return f"accepted: {', '.join(parts)}" if parts else ""


def warned(notes: Iterable[Note], accepted: dict[str, int]) -> list[str]:
    """Notes as lines of text, and a line for what was accepted."""
    lines = [f"{note.severity}: {note.text} {note.remedy} ({note.code})" for note in notes]
    return [*lines, *filter(None, [accepted_words(accepted)])]


def _count(times: int) -> str:
    return "none" if not times else f"{times} note{'s' * (times > 1)}"


def forced_words(forced: Sequence[str]) -> str:
    """What was forced, in one line; nothing where nothing was.

    >>> forced_words(("class-missing-in-training",))
    'forced although refused: class-missing-in-training; these numbers must not be relied on'
    """
    return f"forced although refused: {', '.join(forced)}; these numbers must not be relied on" if forced else ""
