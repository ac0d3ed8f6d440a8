"""What pairs two models whose rows stay where they are: counted, summed up or sorted there, by what is compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial, reduce
from math import nan
from operator import add
from typing import Any

import numpy as np

from probative.comparison.taking import row_losses
from probative.evidence import Ladder, Moments, Residuals
from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.inference.row_influences import SortedInfluences
from probative.measurement import find
from probative.predictions import Predictions
from probative.predictions.guesses import Guesses
from probative.predictions.same_rows import Said, SameRows
from probative.predictions.tally import is_positive
from probative.sources.paired import paired_places
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
        """Both areas, and how they vary together."""
        ladders = self.ladder(a), self.ladder(b)
        sizes = int(ladders[0].totals[0]), int(ladders[0].totals[1])
        if not all(sizes):
            return BothAreas(sizes)
        first, second = self._scores(a, b)
        found = paired_places(self.rows, (first, second), self._truth, self.wanted, ladders)
        spread = Spread((found.covariances(0), found.covariances(1)), (sizes[0] - 1, sizes[1] - 1))
        return BothAreas(sizes, ladders, (found.area(0), found.area(1)), found.difference, spread, not found.apart)

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
        whole, same = _added(self.rows.by_rows(names, truth, None, _residuals))
        measure = find(self.measure, whole[0])
        assert measure.row_moves is not None, "tests of moves are of measures that say them"
        values = [float(measure(one, **self.parameters)) for one in whole]
        made = partial(SummedMoves, measure, self.rows.size, (values[0], values[1]))
        if not np.isfinite(values).all():
            return made(nan, False)
        sums = _Apart()
        for part in self.rows.by_rows(names, truth, None, _Moved(self.measure, whole)):
            sums.join(part)
        return made(sums.squares, same)

    def losses(self, a: str, b: str) -> SummedLosses:
        """What each row adds to a mean by either model, in one pass."""
        scored = self._kind(a, b) is Ladder
        columns = [self.predictions.by_model[model] for model in (a, b)]
        names = [(one.score if scored else one.value or one.predicted) or "" for one in columns]
        task = _Losses(self.measure, dict(self.parameters))
        parts = self.rows.by_rows(names, self._truth, self.wanted if scored else None, task)
        return reduce(add, (part for part in parts if part is not None))

    def counts(self, a: str, b: str) -> Joint:
        """Equal rows of the truth and of both models' labels, counted where they lie."""
        p = self.predictions
        cuts = {model: p.threshold(model).value for model in (a, b)}
        if all(cut is not None for cut in cuts.values()):
            asked = [(self._scores(model)[0], float(at)) for model, at in cuts.items() if at is not None]
            *flags, counts = self.rows.cut(asked, self._truth, self.wanted)
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

    def _kind(self, *models: str) -> type:
        return self.predictions.kind(self.measure, *models)

    def _scores(self, *models: str) -> list[str]:
        return [self.predictions.by_model[model].score or "" for model in models]


Both = tuple[Residuals, Residuals]


def _residuals(first: Array, second: Array, y: Array) -> tuple[Both, bool] | None:
    """The sums of some rows by two models, and whether both say the same."""
    if not len(y):
        return None
    a, b = (Residuals.from_values(y, said, medians=False) for said in (first, second))
    return (a, b), bool(np.array_equal(first, second))


def _added(parts: Iterable[tuple[Both, bool] | None]) -> tuple[Both, bool]:
    some = [part for part in parts if part is not None]
    first, second = (reduce(add, (both[i] for both, _ in some)) for i in (0, 1))
    return (first, second), all(same for _, same in some)


@dataclass(frozen=True, slots=True)
class _Moved:
    """How far some rows move a measure of one model less that of the other."""

    measure: str
    whole: Both

    def __call__(self, first: Array, second: Array, y: Array) -> Moments | None:
        moves = find(self.measure, self.whole[0]).row_moves
        assert moves is not None, "tests of moves are of measures that say them"
        a, b = (moves(one, y, said) for one, said in zip(self.whole, (first, second), strict=True))
        return Moments.from_groups(a - b, None, None, 2) if len(y) else None


@dataclass(frozen=True, slots=True)
class _Losses:
    """What some rows add to a mean by either model."""

    measure: str
    parameters: Mapping[str, Any]

    def __call__(self, first: Array, second: Array, y: Array) -> SummedLosses | None:
        if not len(y):
            return None
        return SummedLosses.of(*(row_losses(y, said, self.measure, self.parameters) for said in (first, second)))


class _Apart:
    """Differences that come batch by batch: the sum of their squares about their mean."""

    def __init__(self) -> None:
        self._total: Moments | None = None
        self.any = False
        """Whether one of them is not 0."""

    def add(self, gaps: Array) -> None:
        """Further ones."""
        self.any = self.any or bool(gaps.any())
        self.join(Moments.from_groups(gaps, None, None, 2))

    def join(self, part: Moments | None) -> None:
        """Further ones that were summed up where they are."""
        if part is None:
            return
        self._total = part if self._total is None else self._total + part

    @property
    def squares(self) -> float:
        """About their mean."""
        return 0.0 if self._total is None else float(self._total.powers[2])
