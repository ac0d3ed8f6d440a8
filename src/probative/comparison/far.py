"""Two models whose rows stay where they are, larger than memory: what pairs them is counted and summed up there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum
from typing import Any

import numpy as np

from probative.comparison.choice import choose
from probative.comparison.facts import form_of
from probative.comparison.taking import RowColumns
from probative.errors import ProbativeError
from probative.evidence import ConfusionMatrix, Ladder, Outcomes
from probative.evidence.arrays import Array, inner
from probative.evidence.labels import Label
from probative.evidence.placing import Placing
from probative.measurement import find
from probative.predictions import Predictions
from probative.predictions.same_rows import Said, SameRows
from probative.predictions.tally import is_positive
from probative.sources.spool import Spool
from probative.sources.staying import Staying, staying_rows
from probative.stats.area_differences import BothAreas, Spread
from probative.stats.disagreements import CELLS, BothRight
from probative.stats.facts import Facts
from probative.stats.meaning import Alternative
from probative.stats.registry import Test
from probative.stats.taken import Many, Two

BY = {"auc": "auc-difference", "right or wrong": "mcnemar"}
"""The tests that need no column of rows, by what they are about."""


@dataclass(frozen=True)
class FarPair:
    """Two models on the same rows of a table that stays where it is, by one measure."""

    predictions: Predictions
    measure: str
    models: tuple[str, str]
    _joint: dict[tuple[str, str], Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, predictions: Predictions, measure: str, models: tuple[str, ...]) -> FarPair | None:
        """The models; None where their columns are needed: for other measures, more models, groups, time, slices."""
        p, roles = predictions, predictions.roles
        if (
            not p.far
            or len(models) != 2
            or p.by
            or any((roles.groups, roles.time, roles.model, roles.weight, roles.repeat))
        ):
            return None
        found = cls(p, measure, (models[0], models[1]))
        try:
            return found if choose(found.facts).test.name == BY.get(found._about) else None
        except ProbativeError:
            # What is refused is refused in the words of rows that are at hand.
            return None

    @property
    def _about(self) -> str:
        """What the test is of: areas of scores, or labels that are right or wrong."""
        columns = [self.predictions.by_model[model] for model in self.models]
        if self.measure == "auc" and all(one.score for one in columns):
            return "auc"
        labels = all(one.predicted and not one.score for one in columns)
        return "right or wrong" if labels and form_of(self.measure) == "right or wrong" else ""

    @property
    def facts(self) -> Facts:
        """What the choice of a test is a question of."""
        kind = self.predictions.kind(self.measure, *self.models)
        counted = kind in (Outcomes, ConfusionMatrix)
        form = form_of(self.measure, kind)
        return Facts("rows", self.n, 2, self.measure, form, counted=counted, binary=kind is Outcomes)

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

    @cached_property
    def values(self) -> dict[str, float]:
        """The measure of each model."""
        found = {}
        for model in self.models:
            evidence = (
                self._ladder(model) if self._about == "auc" else self.predictions.evidence(self.measure, model).total()
            )
            found[model] = float(find(self.measure, evidence)(evidence))
        return found

    def columns(self, test: Test, level: float, alternative: Alternative = "two-sided") -> FarColumns:
        """Both as a test takes them."""
        return FarColumns(self, test, level, alternative)

    def joint(self, a: str, b: str) -> BothAreas | BothRight:
        """What pairs two models, worked out once."""
        if (a, b) not in self._joint:
            self._joint[a, b] = self._areas(a, b) if self._about == "auc" else self._right(a, b)
        found: BothAreas | BothRight = self._joint[a, b]
        return found

    def unchanged(self, a: str, b: str) -> str:
        """That the measure cannot differ, in words; nothing where it can."""
        found = self.joint(a, b)
        if not found.equal:
            return ""
        return "no difference in the order of the rows" if isinstance(found, BothAreas) else "no difference on any row"

    def _ladder(self, model: str) -> Ladder:
        p = self.predictions
        if not p.bins:
            ladder: Ladder = p.evidence(Ladder, model).total()
            return ladder
        score = p.by_model[model].score
        assert score is not None, "areas are of scores"
        return self.rows.ladder(score, p.roles.truth, self._wanted)

    def _wanted(self, label: Label) -> bool:
        return is_positive(label, self.predictions.target.positive)

    def _areas(self, a: str, b: str) -> BothAreas:
        """Rows by the score of one model, each beside its place; then by that of the other, with both places."""
        ladders = self._ladder(a), self._ladder(b)
        sizes = int(ladders[0].totals[0]), int(ladders[0].totals[1])
        if not all(sizes):
            return BothAreas(sizes)
        p = self.predictions
        first, second = p.by_model[a].score, p.by_model[b].score
        assert first is not None, "areas are of scores"
        assert second is not None, "areas are of scores"
        spool, placing = Spool(p.source.limits, 3), Placing(ladders[0].gathered)
        for scores, beside, yes in self.rows.falling(first, [second], p.roles.truth, self._wanted):
            spool.add(beside, yes, placing(scores, yes > 0))
        sums, placing = Sums(sizes), Placing(ladders[1].gathered)
        for scores, yes, place in spool.falling(0):
            sums.add(yes > 0, place, placing(scores, yes > 0))
        return sums.both(ladders)

    def _right(self, a: str, b: str) -> BothRight:
        """Equal rows of truth and labels, counted where they lie."""
        p = self.predictions
        said = {model: p.by_model[model].predicted for model in (a, b)}
        found = self.rows.counted([p.roles.truth, *(name for name in said.values() if name)])
        assert found.counts is not None, "equal rows are counted"
        models = {model: Said(predicted=found.values[name]) for model, name in said.items() if name}
        kinds = {model: p.kinds(model) for model in models}
        held = SameRows(found.values[p.roles.truth], models, p.target, kinds)
        test = choose(self.facts).test
        lines = RowColumns.of(held, self.measure, test, 0.95, 0).two(a, b)
        cells = {name: int(found.counts[(lines.a == x) & (lines.b == y)].sum()) for name, x, y in CELLS}
        first, second = (found.values[said.predicted] for said in (p.by_model[a], p.by_model[b]) if said.predicted)
        return BothRight(cells, bool((first == second).all()))


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
        given: Mapping[str, Any] = {"measure": self.pair.measure, "alternative": self.alternative}
        return Two(nothing, nothing, self.level, joint=self.pair.joint(a, b), **given)

    def many(self) -> Many:
        """Those of all: no test of two models asks for them."""
        raise AssertionError("two models are tested as a pair")


class Sums:
    """DeLong's sums over rows that come in any order, of twice the placements by both models."""

    def __init__(self, sizes: tuple[int, int]) -> None:
        self._sizes = sizes
        # Whole numbers are summed up exactly; products around the middle of the range, which the middle corrects.
        self._totals = [[0, 0], [0, 0]]
        self._products: list[list[tuple[float, float, float]]] = [[], []]
        self._apart = False

    def add(self, positive: Array, a: Array, b: Array) -> None:
        """Further rows."""
        self._apart |= bool((a != b).any())
        for side, rows in enumerate((positive, ~positive)):
            others = self._sizes[1 - side]
            x, y = a[rows], b[rows]
            self._totals[side][0] += int(x.sum())
            self._totals[side][1] += int(y.sum())
            u, v = ((column - others) / (2.0 * others) for column in (x, y))
            self._products[side].append((inner(u, u), inner(u, v), inner(v, v)))

    def both(self, ladders: tuple[Ladder, Ladder]) -> BothAreas:
        """Both areas, their difference, and how they vary together."""
        p, n = self._sizes
        areas = tuple(total / (2 * p * n) for total in self._totals[0])
        effect = (self._totals[0][0] - self._totals[0][1]) / (2 * p * n)
        parts = [self._covariances(side) for side in (0, 1)]
        spread = Spread((parts[0], parts[1]), (p - 1, n - 1))
        return BothAreas((p, n), ladders, areas, effect, spread, not self._apart)

    def _covariances(self, side: int) -> Array:
        size, others = self._sizes[side], self._sizes[1 - side]
        if size < 2:
            return np.zeros((2, 2))
        uu, uv, vv = (fsum(column) for column in zip(*self._products[side], strict=True))
        u, v = ((total - size * others) / (2 * others) for total in self._totals[side])
        moments = np.array([[uu - u * u / size, uv - u * v / size], [uv - u * v / size, vv - v * v / size]])
        return moments / (size * (size - 1))
