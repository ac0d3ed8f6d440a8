"""What pairs two models whose rows stay where they are: counted, summed up or sorted there, by what is compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from math import fsum, nan
from typing import Any

import numpy as np

from probative.comparison.taking import row_losses
from probative.evidence import Ladder, Moments, Residuals
from probative.evidence.arrays import Array, inner
from probative.evidence.labels import Label
from probative.evidence.placing import Placing
from probative.inference.row_influences import SortedInfluences
from probative.measurement import find
from probative.predictions import Predictions
from probative.predictions.guesses import Guesses
from probative.predictions.same_rows import Said, SameRows
from probative.predictions.tally import is_positive
from probative.sources.far import FarRows
from probative.sources.spool import Spool
from probative.sources.staying import Staying
from probative.stats.area_differences import BothAreas, Spread
from probative.stats.joint import Joint
from probative.stats.moved_rows import SummedMoves
from probative.stats.summed_losses import SummedLosses


@dataclass(frozen=True)
class Joined:
    """Two models and a measure, on rows that stay where they are."""

    predictions: Predictions
    rows: Staying
    measure: str
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def areas(self, a: str, b: str) -> BothAreas:
        """Rows by the score of one model, each beside its place; then by that of the other, with both places."""
        ladders = self.ladder(a), self.ladder(b)
        sizes = int(ladders[0].totals[0]), int(ladders[0].totals[1])
        if not all(sizes):
            return BothAreas(sizes)
        first, second = self._scores(a, b)
        spool, placing = Spool(self.predictions.source.limits, 3), Placing(ladders[0].gathered)
        for scores, beside, yes in self.rows.falling(first, [second], self._truth, self.wanted):
            spool.add(beside, yes, placing(scores, yes > 0))
        sums, placing = Sums(sizes), Placing(ladders[1].gathered)
        for scores, yes, place in spool.falling(0):
            sums.add(yes > 0, place, placing(scores, yes > 0))
        return sums.both(ladders)

    def moves(self, a: str, b: str) -> SummedMoves:
        """How far each row moves the value of one model and of the other."""
        return self._moves_of_scores(a, b) if self._kind(a, b) is Ladder else self._moves_of_numbers(a, b)

    def _moves_of_scores(self, a: str, b: str) -> SummedMoves:
        """As areas are joined: rows by the score of one model, each beside what it does; then by that of the other."""
        ladders = self.ladder(a), self.ladder(b)
        measure, p = find(self.measure, ladders[0]), self.predictions
        values = [float(measure(ladder, **self.parameters)) for ladder in ladders]
        made = partial(SummedMoves, measure, self.rows.size, (values[0], values[1]), rarest=int(min(ladders[0].totals)))
        if not np.isfinite(values).all():
            return made(nan, False)
        first, second = self._scores(a, b)
        spool, along = Spool(p.source.limits, 3), SortedInfluences(ladders[0].gathered, measure, self.parameters)
        equal, sums = True, _Apart()
        for scores, beside, yes in self.rows.falling(first, [second], self._truth, self.wanted):
            equal = equal and np.array_equal(scores, beside)
            spool.add(beside, yes, along(scores, yes > 0))
        along = SortedInfluences(ladders[1].gathered, measure, self.parameters)
        for scores, yes, moved in spool.falling(0):
            sums.add(moved - along(scores, yes > 0))
        alike = measure.order_only and not sums.any and values[0] == values[1]
        return made(sums.squares, equal or alike)

    def _moves_of_numbers(self, a: str, b: str) -> SummedMoves:
        """Twice over the rows: sums of all of them, and what each does to those."""
        truth, names = self._truth, [self.predictions.by_model[model].predicted or "" for model in (a, b)]
        rows, whole = self._far, [Residuals.from_values([0.0], [0.0], medians=False)] * 2
        equal = True
        for i, (first, second, y) in enumerate(rows.beside(names, truth, None)):
            parts = [Residuals.from_values(y, said, medians=False) for said in (first, second)]
            whole = parts if not i else [so_far + part for so_far, part in zip(whole, parts, strict=True)]
            equal = equal and np.array_equal(first, second)
        measure = find(self.measure, whole[0])
        assert measure.row_moves is not None, "tests of moves are of measures that say them"
        values = [float(measure(one, **self.parameters)) for one in whole]
        made = partial(SummedMoves, measure, rows.size, (values[0], values[1]))
        if not np.isfinite(values).all():
            return made(nan, False)
        sums = _Apart()
        for first, second, y in rows.beside(names, truth, None):
            moved = [measure.row_moves(one, y, said) for one, said in zip(whole, (first, second), strict=True)]
            sums.add(moved[0] - moved[1])
        return made(sums.squares, equal)

    def losses(self, a: str, b: str) -> SummedLosses:
        """What each row adds to a mean by either model, in one pass."""
        scored = self._kind(a, b) is Ladder
        columns = [self.predictions.by_model[model] for model in (a, b)]
        names = [(one.score if scored else one.value or one.predicted) or "" for one in columns]
        total: SummedLosses | None = None
        for first, second, y in self._far.beside(names, self._truth, self.wanted if scored else None):
            both = (row_losses(y, said, self.measure, self.parameters) for said in (first, second))
            part = SummedLosses.of(*both)
            total = part if total is None else total + part
        assert total is not None, "there are rows"
        return total

    def counts(self, a: str, b: str) -> Joint:
        """Equal rows of the truth and of both models' labels, counted where they lie."""
        p = self.predictions
        cuts = {model: p.threshold(model).value for model in (a, b)}
        if all(cut is not None for cut in cuts.values()):
            asked = [(self._scores(model)[0], float(at)) for model, at in cuts.items() if at is not None]
            *flags, counts = self._far.cut(asked, self._truth, self.wanted)
            truth, first, second = (column.astype(np.int64) for column in flags)
            return Joint.from_labels(truth, first, second, counts=counts)
        names = {model: p.by_model[model].predicted or "" for model in (a, b)}
        found = self.rows.counted([self._truth, *names.values()])
        models = {model: Said(predicted=found.values[name]) for model, name in names.items()}
        held = SameRows(found.values[self._truth], models, p.target, {model: p.kinds(model) for model in models})
        lines = Guesses.of(held, self.measure)
        return Joint.from_labels(lines.truth, lines.models[a], lines.models[b], counts=found.counts)

    def ladder(self, model: str) -> Ladder:
        """The scores of a model, also where an evaluation would bin them."""
        p = self.predictions
        if not p.bins:
            ladder: Ladder = p.evidence(Ladder, model).total()
            return ladder
        [score] = self._scores(model)
        return self.rows.ladder(score, self._truth, self.wanted)

    def wanted(self, label: Label) -> bool:
        """Whether a label is the positive one."""
        return is_positive(label, self.predictions.target.positive)

    @property
    def _truth(self) -> str:
        return self.predictions.roles.truth

    @property
    def _far(self) -> FarRows:
        assert isinstance(self.rows, FarRows), "only one engine is asked for rows beside each other"
        return self.rows

    def _kind(self, *models: str) -> type:
        return self.predictions.kind(self.measure, *models)

    def _scores(self, *models: str) -> list[str]:
        return [self.predictions.by_model[model].score or "" for model in models]


class _Apart:
    """Differences that come batch by batch: the sum of their squares about their mean."""

    def __init__(self) -> None:
        self._total: Moments | None = None
        self.any = False
        """Whether one of them is not 0."""

    def add(self, gaps: Array) -> None:
        """Further ones."""
        self.any = self.any or bool(gaps.any())
        part = Moments.from_groups(gaps, None, None, 2)
        self._total = part if self._total is None else self._total + part

    @property
    def squares(self) -> float:
        """About their mean."""
        return 0.0 if self._total is None else float(self._total.powers[2])


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
