"""Tables of scores whose columns have names: which column belongs to which class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from probative.errors import BadLabels
from probative.evidence.labels import Label, tidy

PREFIX = "proba_"


def places(table: Any, labels: Sequence[Label]) -> list[int]:
    """The column of each class: where its name stands in a frame, else in the order of the classes.

    Whoever names the columns after classes means the names, whatever their order. Names that are no classes at all say
    nothing (`p0`, `p1`), and neither do those that a library gives by itself, which count columns.

    >>> from types import SimpleNamespace
    >>> places(SimpleNamespace(columns=["yes", "no"]), ["no", "yes"]), places([[0.2, 0.8]], ["no", "yes"])
    ([1, 0], [0, 1])
    """
    names = titles(table)
    known = [str(label) for label in labels]
    here = [name for name in known if name in names]
    if not here:
        return list(range(len(labels)))
    if sorted(names) != sorted(known):
        raise BadLabels(
            "the columns of scores are named after other classes.",
            found=f"columns {_some(names)} for the classes {_some(known)}",
            remedy="one column for each class, named after it, or an array without names in sorted order",
        )
    return [names.index(name) for name in known]


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
