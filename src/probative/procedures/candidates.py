"""Candidates of a selection: the points of a grid, their scores, and the one that is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import isnan, nan, sqrt
from typing import ClassVar, Literal

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.records import Record
from probative.running.brought import Grid, Parameters
from probative.running.criterion import Criterion

Rule = Literal["best", "one-se"]
"""The best candidate, or the first within one standard error of the best."""
ROUNDING = 1e-12
RULES: tuple[Rule, ...] = ("best", "one-se")


def rule_named(name: str) -> Rule:
    """The rule of that name.

    >>> rule_named("one-se")
    'one-se'
    """
    for rule in RULES:
        if rule == name:
            return rule
    raise BadParameter("the rule must be 'best' or 'one-se'.", found=name)


def candidates_of(grid: Grid | None) -> list[Parameters]:
    """The candidates of a grid in declared order: a mapping of lists (the first varies slowest), or a list of them.

    Without a grid there is one: the model as it is.

    >>> candidates_of({"a": [1, 2], "b": [3]})
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]
    """
    if grid is None:
        return [{}]
    if isinstance(grid, Mapping):
        for name, values in grid.items():
            if isinstance(values, str) or not hasattr(values, "__iter__"):
                raise BadParameter(f"the grid needs a list of values for {name!r}.", found=repr(values))
        return [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    found = [c for part in grid for c in (candidates_of(part) if _is_grid(part) else [dict(part)])]
    if not found:
        raise BadParameter("the grid has no candidates.")
    return found


def _is_grid(part: Mapping[str, object]) -> bool:
    return bool(part) and all(isinstance(v, list | tuple | range | np.ndarray) for v in part.values())


@dataclass(frozen=True, slots=True)
class Candidate(Record):
    """One candidate's scores in the selection, fold by fold: optimistic once it has won."""

    also: ClassVar[dict[str, str]] = {"selection_score_optimistic": "score"}

    parameters: Parameters
    folds: Floats
    pooled: float

    @property
    def score(self) -> float:
        """Mean over folds; the pooled value where folds have none."""
        return float(self.folds.mean()) if len(self.folds) and not np.isnan(self.folds).any() else self.pooled

    @property
    def error(self) -> float:
        """The folds' standard error, for the one-standard-error rule; nan where there are no two folds."""
        return float(self.folds.std(ddof=1)) / sqrt(len(self.folds)) if len(self.folds) > 1 else nan


def chosen_index(found: list[Candidate], criterion: Criterion, rule: Rule) -> tuple[int, list[int]]:
    """The winner and those that tie with the best; ties go to the first in declared order.

    The one-standard-error rule takes the first candidate within one standard error of the best one.
    """
    scores = np.array([candidate.score for candidate in found])
    if np.isnan(scores).all():
        raise BadParameter(
            f"no candidate has a value of {criterion.title}.",
            remedy="a stratified plan, larger folds, another criterion",
        )
    top = float(np.nanmax(scores) if criterion.better == "higher" else np.nanmin(scores))
    # Means of the same values in another order differ by a rounding error, and tie.
    ties = [i for i, score in enumerate(scores) if score == top or abs(score - top) <= ROUNDING * abs(top)]
    best = ties[0]
    if rule == "best":
        return best, ties
    error = found[best].error
    if isnan(error):
        return best, ties
    limit = scores[best] - error if criterion.better == "higher" else scores[best] + error
    return next(
        i for i, score in enumerate(scores) if criterion.at_least_as_good(score, limit) and score == score
    ), ties
