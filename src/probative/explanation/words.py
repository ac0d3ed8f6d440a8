"""Words for counts and classes."""

from __future__ import annotations

from collections.abc import Sequence

from probative.errors import printable
from probative.evidence.labels import Label

NAMED = 5
"""More classes than this are counted, not named."""


def count(n: float, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> count(1, "row"), count(3, "row"), count(2, "class", "classes")
    ('1 row', '3 rows', '2 classes')
    """
    return f"{n:g} {noun if n == 1 else plural or noun + 's'}" if n < 1e6 else f"{n:.0f} {plural or noun + 's'}"


def label_name(label: Label) -> str:
    r"""A label fit for a sentence: no control characters, and not endless.

    >>> label_name("a\tb")
    'a?b'
    """
    return printable(str(label), 120)


def classes(labels: Sequence[Label], verb: str) -> str:
    """Classes by name, and what happened to them.

    >>> classes(["C"], "never predicted"), classes(["A", "B"], "never predicted")
    ('class C was never predicted', 'classes A, B were never predicted')
    """
    named = ", ".join(label_name(label) for label in labels[:NAMED])
    more = f" and {len(labels) - NAMED} more" if len(labels) > NAMED else ""
    return f"class {named} was {verb}" if len(labels) == 1 else f"classes {named}{more} were {verb}"
