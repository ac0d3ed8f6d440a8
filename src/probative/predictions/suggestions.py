"""What the values of columns suggest whose names do not tell what they are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from shlex import quote

import numpy as np

from probative.errors import AmbiguousColumn
from probative.evidence.class_scores import are_probabilities
from probative.evidence.labels import encode
from probative.sources import Source
from probative.sources.columns import missing_in, some_names
from probative.sources.ids import called_id
from probative.sources.sql import SqlSource
from probative.sources.survey import some_rows

FEW = 20
"""Values up to which a column may be the truth of scores."""
LOOKED_AT = 12
"""Columns that are looked at for a suggestion."""
FIRST = 1000
"""Rows that show whether columns add up to 1."""


def truth_left_over(source: Source, said: Sequence[str], scored: bool, taken: Collection[str]) -> str | None:
    """The one column that is left beside what models said, where it can be the truth of it."""
    left = [name for name in source.kinds if name not in {*said, *taken} and not called_id(name)]
    if not said or len(left) != 1 or source.kinds[left[0]] == "other":
        return None
    return left[0] if not scored or 1 < _distinct(source, left[0]) <= FEW else None


def truth_of_class_names(source: Source, taken: Collection[str]) -> str | None:
    """The one column of texts that are the names of columns of numbers: one model's probabilities."""
    texts = [name for name, kind in source.kinds.items() if kind == "text" and name not in taken]
    found = [name for name in texts[:LOOKED_AT] if named_like_classes(source, name, _numbers(source, taken))]
    return found[0] if len(found) == 1 else None


def named_like_classes(source: Source, truth: str, numeric: Sequence[str]) -> list[str]:
    """Columns of numbers that are named like the classes, one for each, with nothing or the same before the name.

    What stands before the name tells models apart: all of them are meant, not the first.
    """
    if source.kinds[truth] not in ("text", "number") or not numeric:
        return []
    values = source.grouped([truth]).values[truth]
    labels, _ = encode(values[~missing_in(values)], "the truth")
    if not 2 <= len(labels) <= len(numeric):
        return []
    found = []
    for head in dict.fromkeys(["", *(name.removesuffix(str(labels[0])) for name in numeric)]):
        names = [f"{head}{label}" for label in labels]
        if set(names) <= set(numeric) and (head or source.kinds[truth] == "text"):
            if _numbered_on(head, names, numeric) and not (
                add_up(source, names) or add_up(source, [*names, *_alike(head, names, numeric)])
            ):
                continue
            found.append(names + _of_further_classes(source, head, names, numeric))
    # Of two classes a model has one score, and which of several pairs of columns hold scores is not clear.
    return [] if len(found) > 1 and len(labels) == 2 else [name for names in found for name in names]


def _numbered_on(head: str, names: Sequence[str], numeric: Sequence[str]) -> bool:
    """Whether the count goes on behind the classes: m0 to m9 beside a truth of 0 and 1 are ten models, not two."""
    return bool(head) and any(_is_number(name.removeprefix(head)) for name in _alike(head, names, numeric))


def _alike(head: str, names: Sequence[str], numeric: Sequence[str]) -> list[str]:
    """The other columns that begin like those of the classes."""
    return [name for name in numeric if name.startswith(head) and name not in names]


def _of_further_classes(source: Source, head: str, names: Sequence[str], numeric: Sequence[str]) -> list[str]:
    """Columns of classes without rows: with them, and not without, the first rows of probabilities add up to 1."""
    others = _alike(head, names, numeric)
    if not others or not add_up(source, [*names, *others]) or add_up(source, names):
        return []
    return others


def add_up(source: Source, names: Sequence[str]) -> bool:
    """Whether columns of numbers are probabilities that add up to 1 in the first rows, where these can be looked at."""
    if not names or not (source.at_hand or isinstance(source, SqlSource)):
        return False
    found = some_rows(source, names, np.arange(min(source.size, FIRST))).values
    rows = np.column_stack([found[name].astype(np.float64) for name in names])
    rows = rows[np.isfinite(rows).all(axis=1)]
    return len(rows) > 0 and are_probabilities(rows)


def unclear(source: Source, what: str, words: str, taken: Collection[str], truth: str | None = None) -> AmbiguousColumn:
    """The error about columns that were not named, with the words that would name them where values suggest some."""
    names = list(source.kinds)
    if names and all(_is_number(name) for name in names):
        what = f"the first line holds numbers, not the names of columns: {what}"
        return AmbiguousColumn(what, found=some_names(names), remedy="put a line of names before the first row")
    return AmbiguousColumn(what, found=some_names(names), remedy=_suggested(source, taken, truth) or words)


def _suggested(source: Source, taken: Collection[str], truth: str | None) -> str | None:
    """Words that name the truth, the only column of few values, and the scores where they are clear; else None."""
    known = [name for name in source.kinds if name not in taken and not called_id(name)][:LOOKED_AT]
    few = [name for name in known if 1 < _distinct(source, name) <= FEW] if truth is None else [truth]
    graded = [name for name in known if name in _numbers(source, taken) and _distinct(source, name) > FEW]
    if len(few) != 1 or (truth and not graded):
        return None
    if not graded or (len(graded) > 1 and not all(_is_share(source, name) for name in graded)):
        return None if truth else _named([("truth", few)])
    role = "score" if _distinct(source, few[0]) <= FEW else "predicted"
    return _named([*([] if truth else [("truth", few)]), (role, graded)])


def _named(roles: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Columns named in the words of Python, and in those of the shell."""
    python, shell = [], []
    for option, names in roles:
        word = "scores" if option == "score" else option
        python.append(f"{word}={names[0]!r}" if len(names) == 1 else f"{word}={names}")
        shell += [f"--{option} {quote(name)}" for name in names]
    return f"{', '.join(python)} ({' '.join(shell)})"


def _numbers(source: Source, taken: Collection[str]) -> list[str]:
    return [name for name, kind in source.kinds.items() if kind == "number" and name not in taken]


def _distinct(source: Source, name: str) -> int:
    values = source.grouped([name]).values[name]
    return len({*values[~missing_in(values)].tolist()}) if source.kinds[name] != "other" else 0


def _is_share(source: Source, name: str) -> bool:
    values = source.grouped([name]).values[name].astype(np.float64)
    known = values[np.isfinite(values)]
    return bool(len(known) and known.min() >= 0 and known.max() <= 1)


def _is_number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True
