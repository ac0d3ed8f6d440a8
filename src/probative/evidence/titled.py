"""Tables of scores whose columns have names: which column belongs to which class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from probative.errors import BadLabels
from probative.evidence.labels import Label, tidy

PREFIX = "proba_"


def places(table: Any, labels: Sequence[Label]) -> list[int]:
    """The column of each class: where its name stands in a frame, else in the order of the classes.

    Whoever names the columns after classes means the names, whatever their order and whatever stands before all of
    them. Other names say nothing, and neither do those that a library gives by itself, which count columns.

    >>> from types import SimpleNamespace
    >>> places(SimpleNamespace(columns=["yes", "no"]), ["no", "yes"]), places([[0.2, 0.8]], ["no", "yes"])
    ([1, 0], [0, 1])
    >>> places(SimpleNamespace(columns=["p_yes", "p_no"]), ["no", "yes"])
    [1, 0]
    """
    named = named_classes(table, labels)
    if len(named) == len(labels):
        return [named.index(label) for label in labels]
    names = titles(table)
    known = [str(label) for label in labels]
    if not named and not {*known} & {*names}:
        return list(range(len(labels)))
    raise BadLabels(
        "the columns of scores are named after other classes.",
        found=f"columns {_some(names)} for the classes {_some(known)}",
        remedy="one column for each class, named after it, or an array without names in sorted order",
    )


def named_classes(table: Any, labels: Sequence[Label]) -> tuple[Label, ...]:
    """The classes that the columns of a frame are named by, as they stand or after a prefix; none where they are not.

    Columns of further classes, of which no row is, may stand among them.

    >>> from types import SimpleNamespace
    >>> named_classes(SimpleNamespace(columns=["score_yes", "score_no"]), ("no", "yes"))
    ('yes', 'no')
    >>> named_classes(SimpleNamespace(columns=["p_new_customer", "p_lapsed"]), ("lapsed", "new_customer"))
    ('new_customer', 'lapsed')
    """
    whole = titles(table)
    known = {str(label): label for label in labels}
    # Classes may begin alike: the shortest beginning that leaves their names is the prefix.
    for start in (name[:i] for name in whole[:1] for i in range(len(name) + 1)):
        named = [name.removeprefix(start) for name in whole]
        if len({*named}) == len(named) and {*known} <= {*named}:
            return tuple(known.get(name, name) for name in named)
    return ()


def titles(table: Any) -> list[str]:
    """The names of a frame's columns, without `proba_`; none of an array, and of a frame that counts its columns."""
    given = getattr(table, "column_names", None)  # Arrow has the columns themselves under the other name
    given = list(getattr(table, "columns", ()) if given is None else given)
    names = [str(tidy(name)) for name in given]
    counted = list(range(len(names)))
    if given == counted or names == [f"column_{i}" for i in counted]:
        return []
    return [name.removeprefix(PREFIX) for name in names]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
