"""Rows in the open: the measures of each group of the table of measures that are seen before anything is unfolded."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from probative.measurement import find, placed

FIRST = 4
"""Rows of a group that are in the open, where the group does not move."""
LABELS = "Labels, as evaluated"
Group = tuple[str, Callable[[str], bool]]
"""What a group of rows is called, and the measures that belong to it."""


def groups(task: str, moves: bool) -> list[Group]:
    """The groups that stay: of decisions only where no slider moves them (`moves`).

    >>> [title for title, _ in groups("classification", True)], [title for title, _ in groups("regression", False)]
    (['Ranking, all cuts', 'Probabilities'], ['As evaluated'])
    """
    if task != "classification":
        return [("As evaluated", lambda _: True)]
    ordered: Group = ("Ranking, all cuts", lambda measure: find(measure).order_only)
    probable: Group = ("Probabilities", lambda measure: find(measure).probabilities)
    return [*([] if moves else [(LABELS, _labelled)]), ordered, probable]


def _labelled(measure: str) -> bool:
    known = find(measure)
    return not known.order_only and not known.probabilities and measure in placed("summary")


def opened(group: Group, known: Iterable[str]) -> list[str]:
    """Of the measures that are known those of a group that are in the open: the usual ones first.

    >>> opened(groups("classification", True)[0], ["gini", "ks", "auc", "accuracy"])
    ['auc', 'gini', 'ks']
    """
    wanted = [measure for measure in dict.fromkeys(known) if group[1](measure)]
    usual = [measure for measure in placed("summary") if measure in wanted]
    return [*usual, *(measure for measure in wanted if measure not in usual)][:FIRST]
