"""Costs of more than two classes: what taking one class for another costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from probative.decisions.costs import Costs
from probative.decisions.named_costs import NamedCosts, in_order
from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.evidence.labels import Label
from probative.records import Record

CostsLike = Costs | NamedCosts | ArrayLike
"""Costs of two kinds of error, or a table: by name, {actual: {predicted: cost}}, or rows in the order of the labels."""


@dataclass(frozen=True, slots=True)
class ClassCosts(Record):
    """A table of costs: a row for each actual class, a column for each predicted one, 0 for being right.

    >>> costs = ClassCosts.of({"a": {"b": 1, "c": 4}, "b": {"a": 2, "c": 1}, "c": {"a": 8, "b": 3}}, ("a", "b", "c"))
    >>> print(costs)
    errors cost from 1 (a taken for b) to 8 (c taken for a)
    """

    labels: tuple[str, ...]
    table: tuple[tuple[float, ...], ...]

    @classmethod
    def of(cls, costs: NamedCosts | ArrayLike, labels: Sequence[Label]) -> ClassCosts:
        """The table in the order of the labels."""
        k = len(labels)
        table = in_order(costs, labels) if isinstance(costs, Mapping) else _numbers(costs)
        if table.shape != (k, k) or not np.isfinite(table).all() or (table < 0).any() or np.diagonal(table).any():
            raise BadParameter(
                f"costs must be a {k} x {k} table (rows actual), at least 0, with 0 for right predictions.",
                found=f"shape {table.shape}" if table.shape != (k, k) else table.tolist(),
                remedy="a row and a column for each of " + ", ".join(map(str, labels[:12])),
            )
        return cls(tuple(map(str, labels)), tuple(tuple(row) for row in table.tolist()))

    @property
    def errors(self) -> dict[tuple[str, str], float]:
        """What each error costs, by actual and predicted class."""
        pairs = [(i, j) for i in range(len(self.labels)) for j in range(len(self.labels)) if i != j]
        return {(self.labels[i], self.labels[j]): self.table[i][j] for i, j in pairs}

    @property
    def unequal(self) -> bool:
        """Whether one error costs more than another."""
        return len(set(self.errors.values())) > 1

    @property
    def prior(self) -> None:
        """Shares where the model will work: the sample's."""

    @property
    def parameters(self) -> dict[str, Any]:
        """The costs as the measure `expected_cost` of several classes takes them."""
        return {"costs": [list(row) for row in self.table]}

    def ordered(self, labels: Sequence[Label]) -> list[list[float]]:
        """The table in another order of the same classes."""
        place = [self.labels.index(str(label)) for label in labels]
        return [[self.table[a][p] for p in place] for a in place]

    def __str__(self) -> str:
        errors = self.errors
        least, most = min(errors, key=errors.__getitem__), max(errors, key=errors.__getitem__)
        named = [f"{errors[pair]:g} ({pair[0]} taken for {pair[1]})" for pair in (least, most)]
        return f"errors cost from {named[0]} to {named[1]}" if self.unequal else f"every error costs {errors[least]:g}"


def _numbers(costs: ArrayLike) -> Floats:
    try:
        return np.asarray(costs, np.float64)
    except (TypeError, ValueError):
        raise BadParameter("costs are a table of numbers.", found=repr(costs), remedy="[[0, 1], [5, 0]]") from None


DeclaredCosts = Costs | ClassCosts
"""Costs of classes that are known."""


def costs_for(
    costs: CostsLike | DeclaredCosts | None, labels: Sequence[Label], positive: Label | None
) -> DeclaredCosts | None:
    """What costs mean for these classes: those of two kinds of error, where one of two is positive, else a table.

    >>> print(costs_for({"no": {"yes": 1}, "yes": {"no": 5}}, ("no", "yes"), "yes"))
    a false alarm costs 1, a miss 5, at the sample's share of positives
    """
    if costs is None or isinstance(costs, Costs):
        return costs
    table = costs if isinstance(costs, ClassCosts) else ClassCosts.of(costs, labels)
    if len(labels) != 2 or positive is None:
        return table
    yes = str(positive)
    (no,) = (label for label in table.labels if label != yes)
    return Costs(fp=table.errors[no, yes], fn=table.errors[yes, no])
