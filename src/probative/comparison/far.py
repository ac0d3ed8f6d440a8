"""Two models whose rows stay where they are, larger than memory: what pairs them is counted and summed up there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from probative.comparison.choice import choose
from probative.comparison.facts import facts_of
from probative.comparison.joined import Joined
from probative.errors import ProbativeError
from probative.evidence import Ladder, Moments, Residuals, ValuePairs
from probative.guards import Note
from probative.guards.two_valued import CAUTION, MSE_OF_CLASSES
from probative.measurement import find, measures
from probative.measurement.registry import Measure
from probative.predictions import Predictions
from probative.sources.far import FarRows
from probative.sources.staying import Staying, staying_rows
from probative.stats.area_differences import BothAreas
from probative.stats.disagreements import CELLS, BothRight
from probative.stats.facts import Facts
from probative.stats.joint import Joint
from probative.stats.meaning import Alternative
from probative.stats.moved_rows import SummedMoves
from probative.stats.registry import Test
from probative.stats.summed_losses import SummedLosses
from probative.stats.taken import Many, Two
from probative.stats.two_models import TwoModels

Found = BothAreas | Joint | SummedLosses | SummedMoves
"""What pairs two models."""
COUNTED = ("mcnemar", "square-and-add", "paired-jackknife")
"""The tests that take counts of equal rows in the place of rows."""


@dataclass(frozen=True)
class FarPair:
    """Two models on the same rows of a table that stays where it is, by one measure."""

    predictions: Predictions
    measure: str
    models: tuple[str, str]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    _joint: dict[tuple[str, str], Found] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        predictions: Predictions,
        measure: str,
        models: tuple[str, ...],
        parameters: Mapping[str, Any] | None = None,
    ) -> FarPair | None:
        """The models; None where their columns are needed: for resampling, more models, groups, time, slices."""
        p, roles = predictions, predictions.roles
        if (
            not p.far
            or len(models) != 2
            or p.by
            or any((roles.groups, roles.time, roles.model, roles.weight, roles.repeat))
        ):
            return None
        found = cls(p, measure, (models[0], models[1]), parameters or {})
        try:
            return found if found._joins(choose(found.facts).test.name) else None
        except ProbativeError:
            # What is refused is refused in the words of rows that are at hand.
            return None

    @property
    def kind(self) -> type:
        """The evidence that the measure takes of both."""
        return self.predictions.kind(self.measure, *self.models)

    def _joins(self, test: str) -> bool:
        """Whether what this test takes of the rows can be had where they are."""
        columns = [self.predictions.by_model[model] for model in self.models]
        scored = all(one.score for one in columns)
        if test == "auc-difference":
            return scored
        if test in COUNTED:
            cut = [self.predictions.threshold(model).value is not None for model in self.models]
            return all(cut) or (all(one.predicted for one in columns) and not any(cut))
        numbers = self.kind in (Residuals, ValuePairs, Moments)
        if test == "paired-influences" and self.kind is Ladder:
            return scored and any(one.needs is Ladder and one.slopes is not None for one in known(self.measure))
        # Evidence that keeps rows is not fetched to say how far each moves a value.
        moved = test == "paired-influences" and self.kind is Residuals
        return moved or (test == "paired-t" and (numbers or self.kind is Ladder))

    @property
    def facts(self) -> Facts:
        """What the choice of a test is a question of."""
        return facts_of(self.measure, self.kind, self.n, 2)

    @cached_property
    def rows(self) -> Staying:
        """The rows of both, without gaps."""
        p = self.predictions
        return staying_rows(p.source, p.names(*self.models)).require(p.missing)

    @property
    def n(self) -> int:
        """The number of rows."""
        return self.rows.size

    @property
    def cautions(self) -> tuple[str, ...]:
        """What a reader must know about the rows."""
        lost = self.rows.dropped
        told = (f"{lost} rows with missing values were left out",) if lost else ()
        return (*self.predictions.about.cautions, *told, *self.predictions.how_held)

    @property
    def warnings(self) -> tuple[Note, ...]:
        """What guards say: that targets of a regression have two values."""
        of_numbers = self.kind in (Residuals, ValuePairs)
        two = of_numbers and isinstance(self.rows, FarRows) and self.rows.two_values(self.predictions.roles.truth)[0]
        return (MSE_OF_CLASSES(f"{CAUTION}."),) if two else ()

    @cached_property
    def values(self) -> dict[str, float]:
        """The measure of each model."""
        found = self.joint(*self.models)
        if isinstance(found, BothAreas):
            return dict(zip(self.models, found.areas or self._worked_out(), strict=True))
        if isinstance(found, SummedMoves):
            return dict(zip(self.models, found.both, strict=True))
        if isinstance(found, SummedLosses):
            if self.kind is Ladder or any(found.endless):
                # Scores that are no probabilities are refused by the measure.
                return dict(zip(self.models, self._worked_out(), strict=True))
            return {model: float(one.mean) for model, one in zip(self.models, found.both, strict=True)}
        both = self._counts(found).both.tolist()
        return dict(zip(self.models, both, strict=True))

    def _worked_out(self) -> list[float]:
        """The measure of each model from evidence of its own."""
        evidence = [self.predictions.evidence(self.measure, model).total() for model in self.models]
        return [float(find(self.measure, one)(one, **self.parameters)) for one in evidence]

    def _counts(self, joint: Joint) -> TwoModels:
        return TwoModels(self.measure, joint, None, None, None, None, self.parameters, swap=False)

    def columns(self, test: Test, level: float, alternative: Alternative = "two-sided") -> FarColumns:
        """Both as a test takes them."""
        return FarColumns(self, test, level, alternative)

    def joint(self, a: str, b: str) -> Found:
        """What pairs two models, worked out once."""
        if (a, b) not in self._joint:
            joined = Joined(self.predictions, self.rows, self.measure, self.parameters)
            ways: dict[str, Callable[[str, str], Found]] = {
                "auc-difference": joined.areas,
                "paired-t": joined.losses,
                "paired-influences": joined.moves,
            }
            self._joint[a, b] = ways.get(choose(self.facts).test.name, joined.counts)(a, b)
        return self._joint[a, b]

    def unchanged(self, a: str, b: str) -> str:
        """That the measure cannot differ, in words; nothing where it can."""
        found = self.joint(a, b)
        if isinstance(found, Joint):
            return "no difference on any row" if not found.apart else ""
        if not (found.same if isinstance(found, SummedMoves) else found.equal):
            return ""
        ranks = isinstance(found, BothAreas) or (isinstance(found, SummedMoves) and found.measure.order_only)
        return "no difference in the order of the rows" if ranks else "no difference on any row"


def known(measure: str) -> list[Measure]:
    """The measures of a name, one for each kind of evidence."""
    return [one for one in measures() if one.name == find(measure).name]


@dataclass(frozen=True, slots=True)
class FarColumns:
    """Two models as one test takes them: no columns, but what is known of both together."""

    pair: FarPair
    test: Test
    level: float
    alternative: Alternative

    def two(self, a: str, b: str) -> Two:
        """Those of two models."""
        nothing = np.broadcast_to(np.float64(np.nan), self.pair.n)
        joint: Found | BothRight = self.pair.joint(a, b)
        if isinstance(joint, Joint) and self.test.column == "right":
            right = joint.truth == joint.a, joint.truth == joint.b
            cells = {name: int(joint.counts[(right[0] == x) & (right[1] == y)].sum()) for name, x, y in CELLS}
            joint = BothRight(cells, not joint.apart)
        given: Mapping[str, Any] = {"measure": self.pair.measure, "alternative": self.alternative}
        return Two(nothing, nothing, self.level, joint=joint, parameters=dict(self.pair.parameters), **given)

    def many(self) -> Many:
        """Those of all: no test of two models asks for them."""
        raise AssertionError("two models are tested as a pair")
