"""What an example is: columns by name, which of them is to be predicted, and where they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

Maker = Callable[[], Mapping[str, Iterable[Any]]]


class Example(dict[str, Any]):
    """A small table as a dict of columns, which every call that takes a table takes.

    >>> made = Example("two", "two rows", {"y": [1, 0], "score": [0.9, 0.2]}, target="y")
    >>> made.n, list(made), made.target
    (2, ['y', 'score'], 'y')
    """

    def __init__(self, name: str, about: str, columns: Mapping[str, Iterable[Any]], target: str = "") -> None:
        super().__init__({key: np.asarray(list(values)) for key, values in columns.items()})
        self.name, self.about, self.target = name, about, target

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(next(iter(self.values())))

    def __repr__(self) -> str:
        return f"<Example {self.name}: {self.about}; {self.n} rows of {', '.join(self)}>"


def expanded(cells: Iterable[tuple[tuple[Any, ...], int]], names: Iterable[str]) -> dict[str, list[Any]]:
    """Rows from counts: every combination of values as often as it occurs.

    >>> expanded([(("p", "p"), 2), (("n", "p"), 1)], ["truth", "predicted"])
    {'truth': ['p', 'p', 'n'], 'predicted': ['p', 'p', 'p']}
    """
    rows = [values for values, count in cells for _ in range(count)]
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def matrix(labels: Iterable[str], counts: Iterable[Iterable[int]]) -> dict[str, list[Any]]:
    """Truth and prediction of every row of a confusion matrix, rows actual.

    >>> matrix("pn", [[1, 0], [1, 2]])["predicted"]
    ['p', 'p', 'n', 'n']
    """
    known = list(labels)
    cells = [((known[i], known[j]), n) for i, row in enumerate(counts) for j, n in enumerate(row)]
    return expanded(cells, ("truth", "predicted"))
