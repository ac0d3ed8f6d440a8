"""A ladder in stretches that lie elsewhere: walked where they are, so that only what is found out comes here.

Each stretch holds consecutive rungs in its own place: a worker of a cluster, another process. One pass asks each how
many rungs and rows it has; from then on every stretch knows what lies above it and how much there is in all, so that it
can be walked alone. What measures make of the stretches follows each other, or adds up, to what they would have made of
the whole ladder. Whoever asks for a column itself gets it: then all rungs are fetched, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats, read_only
from probative.evidence.far_column import FarColumn
from probative.evidence.ladder import Beginning, Ladder
from probative.evidence.outcomes import Outcomes
from probative.evidence.stretch import Notes, Probe, Stretch
from probative.evidence.stretch_tasks import Groups, Survey, even_groups, groups, noting, rungs_above, together
from probative.records import Json

Found = TypeVar("Found")
Walk = tuple[Any, ...]
"""A task, and its options."""


class Place(Protocol):
    """Where stretches lie."""

    def each(self, task: Callable[[Ladder, Any], Found], given: Sequence[Any] | None = None) -> Iterator[Found]:
        """What a task makes of the rungs of every stretch and of what is given for it, from the highest down."""

    def gathered(self) -> Ladder:
        """All rungs, here."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Stretches in this process: ladders, each wholly above the next.

    >>> upper, lower = Ladder.from_scores([1, 0], [0.9, 0.8]), Ladder.from_scores([0], [0.1])
    >>> Stretches(Cut([upper, lower])).at(0.5).fp
    1
    """

    ladders: Sequence[Ladder]

    def each(self, task: Callable[[Ladder, Any], Found], given: Sequence[Any] | None = None) -> Iterator[Found]:
        """One after another."""
        for i, ladder in enumerate(self.ladders):
            yield task(ladder, given[i] if given is not None else None)

    def gathered(self) -> Ladder:
        """All rungs behind each other."""
        some = [ladder for ladder in self.ladders if len(ladder.scores)] or list(self.ladders[:1])
        columns = zip(*(ladder.columns for ladder in some), strict=True)
        return Ladder.from_columns(map(np.concatenate, columns))


@dataclass(frozen=True, slots=True)
class _OnStretch:
    """Tasks for rungs in their place."""

    walks: Sequence[Walk]
    whole: tuple[float, ...]
    known: dict[tuple[object, ...], Any]

    def __call__(self, rungs: Ladder, place: Beginning) -> tuple[list[Any], Notes]:
        stretch = Stretch.of(rungs, place, self.whole, self.known)
        return [task(stretch, *options) for task, *options in self.walks], stretch.notes


class Stretches(Ladder):
    """A ladder whose rungs lie elsewhere, in stretches; equal scores never lie in two of them.

    >>> parts = [Ladder.from_scores([1, 0], [0.9, 0.8]), Ladder.from_scores([1, 0, 0], [0.4, 0.4, 0.1])]
    >>> ladder = Stretches(Cut(parts))
    >>> ladder.totals, ladder.walked(lambda stretch: stretch.beginning.rungs)
    ((2.0, 3.0), [0, 2])
    """

    __slots__ = ("_beginnings", "_foreseen", "_gathered", "_known", "_place", "_rungs", "_scores", "_sums", "_whole")
    _beginnings: list[Beginning]
    _foreseen: dict[Walk, list[Any]]
    _gathered: Ladder | None
    _known: dict[tuple[float, str], int]
    _place: Place
    _rungs: dict[float, int]
    _scores: dict[int, float]
    _sums: dict[int, tuple[float, ...]]
    _whole: tuple[float, ...]

    def __init__(self, place: Place) -> None:
        surveys: list[Survey] = list(place.each(Survey.of))
        sums = np.array([survey.sums for survey in surveys])
        above = np.cumsum(sums, axis=0) - sums
        own: dict[str, Any] = {
            "_place": place,
            "_whole": tuple(sums.sum(axis=0).tolist()),
            "_beginnings": [Beginning(i, int(row[0]), *row[1:]) for i, row in enumerate(above.tolist())],
            "_foreseen": {},
            "_gathered": None,
            "_known": {},
            "_rungs": {},
            "_scores": {},
            "_sums": {},
        }
        columns = ("scores", "positives", "negatives", "positives_squared", "negatives_squared")
        own |= {name: FarColumn(self, i) if i < sums.shape[1] else None for i, name in enumerate(columns)}
        for name, value in (own | {"auc_error": 0.0, "coarse": 0}).items():
            object.__setattr__(self, name, value)
        self._note(surveys, above)

    def _note(self, surveys: Sequence[Survey], above: Floats) -> None:
        """What the surveys tell of levels and ends."""
        lowest = None
        for survey, before in zip(surveys, above, strict=True):
            if survey.ends is None:
                continue
            assert lowest is None or survey.ends[0] < lowest, "stretches overlap"
            lowest = survey.ends[1]
            first, rungs = int(before[0]), int(survey.sums[0])
            self._scores.update({first: survey.ends[0], first + rungs - 1: survey.ends[1]})
            self._sums[first] = tuple(before[1:].tolist())
            for level, rung, counts in zip(survey.levels.tolist(), survey.rungs.tolist(), survey.counts.T, strict=True):
                self._known[level, "left"] = first + rung
                self._sums[first + rung] = tuple((before[1:] + counts).tolist())
        self._sums.update({0: (0.0,) * (len(self._whole) - 1), self.length: self._whole[1:]})

    @property
    def length(self) -> int:
        """The number of rungs."""
        return int(self._whole[0])

    @property
    def totals(self) -> tuple[float, float]:
        """All positives and negatives."""
        return self._whole[1], self._whole[2]

    @property
    def squared_totals(self) -> tuple[float, float]:
        """Sums of squared weights."""
        return (self._whole[3], self._whole[4]) if self.weighted else self.totals

    @property
    def gathered(self) -> Ladder:
        """All rungs, fetched once: only for what cannot be found out where they lie."""
        if self._gathered is None:
            object.__setattr__(self, "_gathered", self._place.gathered())
        assert self._gathered is not None
        return self._gathered

    @property
    def columns_here(self) -> tuple[Array, ...]:
        """All columns, fetched."""
        return self.gathered.columns

    def to_dict(self) -> dict[str, Json]:
        """That of the same rungs in one place."""
        return self.gathered.to_dict()

    @property
    def foreseen(self) -> bool:
        """Whether several tasks were done in one pass."""
        return bool(self._foreseen)

    def foresee(self, walks: Sequence[Walk]) -> None:
        """Make one pass of several: what these tasks find is kept until they are asked for."""
        for walk, found in zip(walks, self._all(walks), strict=True):
            self._foreseen[walk] = found

    def walked(self, task: Callable[..., Found], *options: Any) -> list[Found]:
        """What a task makes of every stretch; what it asks of the whole is worked out before, and sent along."""
        walk = (task, *options)
        try:
            found: list[Found] | None = self._foreseen.get(walk)
        except TypeError:
            # Options that are arrays cannot be looked up.
            found = None
        return self._all([walk])[0] if found is None else found

    def _all(self, walks: Sequence[Walk]) -> list[list[Any]]:
        probe = Probe.beside(self, self._whole)
        for task, *options in walks:
            task(probe, *options)
        parts = list(self._place.each(_OnStretch(walks, self._whole, probe.asked), self._beginnings))
        for _, (rungs, scores, sums) in parts:
            self._scores.update(zip(rungs.tolist(), scores.tolist(), strict=True))
            self._rungs.update(zip(scores.tolist(), rungs.tolist(), strict=True))
            self._sums.update(zip(rungs.tolist(), map(tuple, sums.T.tolist()), strict=True))
        return [[found[i] for found, _ in parts] for i in range(len(walks))]

    def at(self, threshold: float) -> Outcomes:
        """Outcomes when a row is called positive if its score is at least the threshold."""
        if np.isnan(threshold):
            raise BadParameter("a threshold must be a number.", found=threshold)
        passed = self._sums_at(self.rungs_above(np.array([threshold])))[0]
        left = tuple(max(total - part, 0.0) for total, part in zip(self._whole[1:], passed, strict=True))
        (tp, fp, *squared), (fn, tn, *unseen) = passed, left
        if not squared:
            return Outcomes.trusted(int(tp), int(fn), int(fp), int(tn))
        return Outcomes.trusted(tp, fn, fp, tn, Outcomes.trusted(squared[0], unseen[0], squared[1], unseen[1]))

    def rungs_above(self, levels: object, side: Literal["left", "right"] = "left") -> Array:
        """How many rungs have a score of at least each level; "right": above it."""
        asked = np.asarray(levels, np.float64)
        unknown = [level for level in np.unique(asked).tolist() if not self._bound(level, side)]
        if unknown:
            found = np.sum(self.walked(rungs_above, np.array(unknown), side), axis=0)
            self._known.update({(level, side): rungs for level, rungs in zip(unknown, found.tolist(), strict=True)})
        places = [self._known[level, side] for level in asked.ravel().tolist()]
        return np.array(places, np.intp).reshape(asked.shape)[()]

    def _bound(self, level: float, side: str) -> bool:
        """Whether a level is known, or lies beyond all scores."""
        if (level, side) not in self._known and level in self._rungs:
            self._known[level, side] = self._rungs[level] + (side == "left")
        elif (level, side) not in self._known and self.length:
            if level > self._scores[0]:
                self._known[level, side] = 0
            elif level < self._scores[self.length - 1]:
                self._known[level, side] = self.length
        return (level, side) in self._known

    def down_to(self, rungs: Array) -> tuple[Floats, ...]:
        """Positives and negatives on the first so many rungs; weighted, their squared weights too."""
        return tuple(np.array(column) for column in zip(*self._sums_at(np.asarray(rungs)), strict=True)) or (
            (np.zeros(0),) * (len(self._whole) - 1)
        )

    def scores_at(self, rungs: Array) -> Floats:
        """The scores of some rungs."""
        self._ask([rung for rung in np.unique(rungs).tolist() if rung not in self._scores])
        return np.array([self._scores[rung] for rung in rungs.tolist()], np.float64)

    def _sums_at(self, rungs: Array) -> list[tuple[float, ...]]:
        self._ask([rung for rung in np.unique(rungs).tolist() if rung not in self._sums])
        return [self._sums[rung] for rung in np.atleast_1d(rungs).tolist()]

    def _ask(self, rungs: list[int]) -> None:
        """Fetch the scores of some rungs, and the sums above them."""
        if rungs:
            self.walked(noting, np.array(rungs))

    def joined(self, starts: Array) -> tuple[Array, Array, Array | None, Array | None]:
        """The columns of counts, summed from each start to the next."""
        begin = np.asarray(starts)
        if not self.weighted and all(rung in self._sums for rung in begin.tolist()):
            down_to = self.down_to(np.append(begin, self.length))
            sums: Sequence[Array] = [np.diff(column).astype(np.int64) for column in down_to]
        else:
            sums = together(self.walked(groups, begin)).sums
        p, n, *squares = map(read_only, sums)
        of_positives, of_negatives = squares or (None, None)
        return p, n, of_positives, of_negatives

    def coarsen(self, rungs: int = 1000) -> Ladder:
        """Join neighbouring rungs into at most `rungs` of equal mass; `auc_error` bounds what it costs."""
        if rungs < 1 or self.length <= rungs:
            return self.gathered.coarsen(rungs)
        found: Groups = together(self.walked(even_groups, rungs))
        p, n, *squares = map(read_only, found.sums)
        pairs = self.totals[0] * self.totals[1]
        inside = float((p.astype(np.float64) * n).sum() - found.inside.sum())
        bound = 0.5 * max(inside, 0.0) / pairs if pairs else 0.0
        of_p2, of_n2 = squares or (None, None)
        return Ladder(read_only(found.mean), p, n, of_p2, of_n2, bound, 1)
