"""Tables of costs by the names of classes: {actual: {predicted: cost}}, in Python or from a file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from probative.errors import BadLabels, UnreadableFile
from probative.evidence.arrays import Floats
from probative.evidence.labels import Label
from probative.sources.cells import read_cells

NamedCosts = Mapping[Any, Mapping[Any, float]]
"""What predicting a class costs, by the actual class and by the predicted one; being right may be left out."""
EXAMPLE = "a CSV file: a first line of predicted classes, then a line for each actual class that begins with its name"


def in_order(costs: NamedCosts, labels: Sequence[Label]) -> Floats:
    """The table in the order of the labels; names that are not exactly those of the labels are refused.

    >>> in_order({"cat": {"dog": 2}, "dog": {"cat": 5}}, ("cat", "dog")).tolist()
    [[0.0, 2.0], [5.0, 0.0]]
    """
    names = [str(label) for label in labels]
    told = {str(a): {str(p): float(cost) for p, cost in row.items()} for a, row in costs.items()}
    for a in names:
        lost = [p for p in names if p != a and p not in told.get(a, {})]
        if lost:
            raise BadLabels(
                f"the table of costs does not say what predicting {lost[0]!r} costs where {a!r} is actual.",
                found=f"rows {', '.join(told)}" if told else "no rows",
                remedy=f"a cost for every pair of {', '.join(names[:12])}; lines of a file begin with the actual class",
            )
    unknown = [name for a, row in told.items() for name in (a, *row) if name not in names]
    if unknown:
        raise BadLabels(f"the table of costs names a class {unknown[0]!r} that does not occur.", found=", ".join(names))
    return np.array([[told[a].get(p, 0.0) for p in names] for a in names])


def read_costs(path: str | os.PathLike[str]) -> NamedCosts:
    """The table in a CSV file: predicted classes in the first line, then a line for each actual class."""
    try:
        head, *lines = read_cells(Path(path))
        if len(head) < 2 or len({line[0] for line in lines}) < len(lines) or len(set(head[1:])) < len(head) - 1:
            raise ValueError("a class stands there twice, or none")
        return {
            line[0]: {name: float(cell) for name, cell in zip(head[1:], line[1:], strict=True) if cell}
            for line in lines
        }
    except ValueError as error:
        raise UnreadableFile(
            f"the table of costs {os.fspath(path)!r} cannot be read.", found=error, remedy=EXAMPLE
        ) from error
