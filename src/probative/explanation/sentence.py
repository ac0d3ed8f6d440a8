"""The sentence that says which conventions agree, which differ, and what in the data makes them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from probative.explanation.convention import TOLERANCE, Convention, agree


def split(conventions: Sequence[Convention]) -> tuple[list[Convention], list[Convention]]:
    """The conventions that agree with the first, and those that do not.

    >>> rows = [Convention(name, (), "", value) for name, value in (("ours", 0.5), ("a", 0.5), ("b", 0.75))]
    >>> [[c.name for c in part] for part in split(rows)]
    [['a'], ['b']]
    """
    ours, *others = conventions
    same = [c for c in others if agree(c.value, ours.value)]
    return same, [c for c in others if not agree(c.value, ours.value)]


def sentence(measure: str, conventions: Sequence[Convention], facts: Sequence[str]) -> str:
    """In words: the value, the conventions that share it, and those that do not, by what causes it.

    >>> rows = [Convention("half", (), "", 0.5), Convention("won", (), "", 0.75, cause="2 scores are tied")]
    >>> sentence("auc", rows, [])
    "auc is 0.5 ('half'). Because 2 scores are tied: 'won' 0.75 (+0.25)."
    """
    ours = conventions[0]
    same, different = split(conventions)
    value = ours.shown if ours.defined else f"undefined: {ours.why_undefined}"
    words = [f"{measure} is {value} ('{ours.name}')."]
    if not different:
        because = f": {'; '.join(facts)}" if facts else ""
        return f"{words[0]} All {len(conventions)} conventions agree to {TOLERANCE:g} on these data{because}."
    if same:
        names = ", ".join(f"'{c.name}'" for c in same)
        words.append(f"The same to {TOLERANCE:g}: {names}.")
    for cause in dict.fromkeys(c.cause for c in different):
        listed = ", ".join(f"'{c.name}' {c.shown}{_by(c, ours)}" for c in different if c.cause == cause)
        words.append(f"{f'Because {cause}' if cause else 'Different'}: {listed}.")
    return " ".join(words)


def _by(convention: Convention, ours: Convention) -> str:
    difference = convention.difference(ours)
    return "" if isnan(difference) else f" ({difference:+.3g})"
