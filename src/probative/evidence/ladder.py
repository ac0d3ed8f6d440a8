"""The ladder: distinct scores from high to low, with the positives and negatives on each rung."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self, TypeVar

import numpy as np

from probative.errors import BadCounts, BadParameter, BadScores, EmptyData, LengthMismatch
from probative.evidence.arrays import (
    Array,
    Floats,
    counts_flaw,
    frozen,
    numbers,
    read_only,
    same_length,
    weights,
)
from probative.evidence.coarsening import dot, even_starts, mean_scores, merged_error
from probative.evidence.evidence import Evidence, remembered
from probative.evidence.labels import Label
from probative.evidence.labels import positives as positive_rows
from probative.evidence.mapped import places_above
from probative.evidence.outcomes import Outcomes
from probative.evidence.part_sums import PartSums, group_sums, summed
from probative.evidence.sorting import rungs_of_rows, sums_at_distinct

_SQUARES = ("positives_squared", "negatives_squared")
Found = TypeVar("Found")


class Beginning(NamedTuple):
    """Where rungs begin: the number of their stretch, and the rungs and rows above them."""

    number: int = 0
    rungs: int = 0
    positives: float = 0.0
    negatives: float = 0.0
    positives_squared: float = 0.0
    negatives_squared: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Ladder(Evidence):
    """Distinct scores, descending, with the weight of positives and negatives at each.

    Everything that depends on scores (ROC, AUC, thresholds, calibration) is a view of this.
    `positives_squared` and `negatives_squared` are sums of squared weights; None means unit weights.

    >>> ladder = Ladder.from_scores([1, 0, 1, 0], [0.9, 0.4, 0.4, 0.1])
    >>> ladder.scores.tolist(), ladder.positives.tolist(), ladder.negatives.tolist()
    ([0.9, 0.4, 0.1], [1, 1, 0], [0, 1, 1])
    """

    scores: Floats
    positives: Array
    negatives: Array
    positives_squared: Floats | None = None
    negatives_squared: Floats | None = None
    auc_error: float = 0.0
    """Largest error of the AUC that coarsening can have caused; 0 for an exact ladder."""
    coarse: int = 0
    """0: exact. 1: neighbouring rungs were joined. 2: such ladders were merged, and no rung's range is known."""

    def __post_init__(self) -> None:
        for name in ("scores", "positives", "negatives", "positives_squared", "negatives_squared"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, frozen(value))

    def __repr__(self) -> str:
        if not len(self.scores):
            return "<Ladder: no rows>"
        positives, negatives = self.totals
        rows = f"{positives:,.10g} positives and {negatives:,.10g} negatives"
        return f"<Ladder: {rows} on {len(self.scores):,} scores from {self.scores[-1]:.4g} to {self.scores[0]:.4g}>"

    def flaw(self) -> str:
        """Scores that do not descend, or counts that are none."""
        columns = {name: getattr(self, name) for name in ("positives", "negatives", *_SQUARES)}
        sizes = {len(column) for column in (self.scores, *columns.values()) if column is not None}
        if len(sizes) != 1:
            return f"columns of different lengths: {sorted(sizes)}"
        if np.isnan(self.scores).any() or (self.scores[1:] >= self.scores[:-1]).any():
            return "scores that do not descend"
        return counts_flaw(**columns, auc_error=self.auc_error, coarse=self.coarse)

    @classmethod
    def from_scores(
        cls, y_true: object, y_score: object, *, pos_label: Label | None = None, sample_weight: object = None
    ) -> Self:
        """Sort the rows once; larger scores mean more positive, equal scores share a rung.

        `pos_label` may be left out for labels {0, 1}, {-1, 1} and booleans.
        """
        scores = numbers(y_score, "y_score")
        positive = positive_rows(y_true, pos_label)
        n = same_length(y_true=positive, y_score=scores)
        if not n:
            raise EmptyData("there are no scored rows.", remedy="check the filter or the file that made them")
        weight = weights(sample_weight, n)
        if weight is None:
            values, of_positives, of_negatives = rungs_of_rows(scores, positive)
            return cls(read_only(values), read_only(of_positives), read_only(of_negatives))
        kept = weight > 0
        scores, positive, weight = scores[kept], positive[kept], weight[kept]
        return cls.from_counts(
            scores, weight * positive, weight * ~positive, weight**2 * positive, weight**2 * ~positive
        )

    @classmethod
    def from_counts(
        cls,
        scores: object,
        positives: object,
        negatives: object,
        positives_squared: object = None,
        negatives_squared: object = None,
    ) -> Self:
        """From rows already counted per score (a group-by, a histogram); equal scores are joined.

        >>> Ladder.from_counts([0.1, 0.9, 0.9], [0, 2, 1], [5, 0, 1]).positives.tolist()
        [3, 0]
        """
        values = numbers(scores, "scores") + 0.0
        names = ("positives", "negatives", "positives_squared", "negatives_squared")
        given = [
            None if column is None else np.asarray(column)
            for column in (positives, negatives, positives_squared, negatives_squared)
        ]
        weighted = given[2] is not None or given[3] is not None
        for name, column in zip(names, given, strict=True):
            if column is not None and len(column) != len(values):
                raise LengthMismatch(f"{name} needs one number per score.", found=f"{len(column)} for {len(values)}")
            if column is not None and (column.dtype.kind not in "biuf" or not np.isfinite(column).all()):
                raise BadCounts(f"{name} must be finite numbers.", found=column.dtype)
            if column is not None and len(column) and (column.min() < 0):
                raise BadCounts(f"{name} must be at least 0.", found=column.min())
            if column is not None and not weighted and (column != np.floor(column)).any():
                raise BadCounts(f"{name} must be whole.", remedy="for weighted counts give the squared sums too")
        kind = np.float64 if weighted else np.int64
        columns = [column.astype(kind) for column in given if column is not None]
        distinct, sums = sums_at_distinct(values, *columns) if len(values) else (values, columns)
        of_positives, of_negatives, *squares = (read_only(column) for column in sums)
        p2, n2 = [*squares, None, None][:2]
        return cls(read_only(distinct), of_positives, of_negatives, p2, n2)

    @property
    def weighted(self) -> bool:
        """Whether rows had weights other than 1."""
        return self.positives_squared is not None

    @property
    def squared(self) -> tuple[Array, Array]:
        """Sums of squared weights of the positives and negatives per rung."""
        if self.positives_squared is None or self.negatives_squared is None:
            return self.positives, self.negatives
        return self.positives_squared, self.negatives_squared

    @property
    def length(self) -> int:
        """The number of rungs; of a stretch, those of the ladder that it belongs to."""
        return len(self.scores)

    @property
    def beginning(self) -> Beginning:
        """What lies above: nothing, unless this is a stretch of a longer ladder."""
        return Beginning()

    @property
    def gathered(self) -> Ladder:
        """The rungs here: those of a ladder in stretches are fetched."""
        return self

    def walked(self, task: Callable[..., Found], *options: Any) -> list[Found]:
        """What a task makes of every stretch, from the highest down; a ladder in memory is its own only one.

        >>> Ladder.from_scores([1, 0], [0.9, 0.4]).walked(lambda stretch: len(stretch.scores))
        [2]
        """
        return [task(self, *options)]

    def note(self, rungs: Array) -> None:
        """That somebody will ask for the scores of these rungs, and for sums down to them; here they are at hand."""

    @property
    def columns(self) -> tuple[Array, ...]:
        """The scores and all counts that are kept."""
        squares = (self.positives_squared, self.negatives_squared)
        return (self.scores, self.positives, self.negatives, *(column for column in squares if column is not None))

    @property
    @remembered
    def totals(self) -> tuple[float, float]:
        """All positives and all negatives."""
        return summed(self.positives), summed(self.negatives)

    @property
    def effective_totals(self) -> tuple[float, float]:
        """Positives and negatives; weighted ones are as sure as the equally weighted rows that carry as much."""
        of_p, of_n = zip(self.totals, self.squared_totals, strict=True)
        return _effective(*of_p), _effective(*of_n)

    @property
    @remembered
    def squared_totals(self) -> tuple[float, float]:
        """Sums of squared weights of all positives and all negatives."""
        return (summed(self.squared[0]), summed(self.squared[1])) if self.weighted else self.totals

    @property
    def effective_n(self) -> float:
        """The number of equally weighted rows that carry as much: n where rows are not weighted."""
        return self.n**2 / sum(self.squared_totals) if self.weighted else self.n

    @property
    def n(self) -> float:
        """All rows (the sum of the weights where rows are weighted)."""
        return sum(self.totals)

    @property
    def are_probabilities(self) -> bool:
        """Whether all scores lie in [0, 1]."""
        return not len(self.scores) or bool(self.scores[0] <= 1 and self.scores[-1] >= 0)

    def require_probabilities(self) -> None:
        """Refuse scores outside [0, 1]."""
        if not self.are_probabilities:
            raise BadScores(
                "this measure needs probabilities between 0 and 1.",
                found=f"scores from {self.scores[-1]:g} to {self.scores[0]:g}",
                remedy="calibrate the scores first, or use measures that only rank (auc, average_precision)",
            )

    @classmethod
    def from_columns(cls, columns: Iterable[Array]) -> Self:
        """From columns that nobody else holds, as `columns` gives them.

        >>> Ladder.from_columns(Ladder.from_scores([1, 0], [0.9, 0.4]).columns).totals
        (1.0, 1.0)
        """
        scores, positives, negatives, *squares = map(read_only, columns)
        of_positives, of_negatives = squares or (None, None)
        return cls(scores, positives, negatives, of_positives, of_negatives)

    def outcomes(self) -> Outcomes:
        """Outcomes of arrays, one entry per threshold: +inf (nothing is positive), then every rung."""
        return Outcomes.trusted(*self._cumulated(self.positives, self.negatives), self._squared_outcomes())

    def _squared_outcomes(self) -> Outcomes | None:
        return Outcomes.trusted(*self._cumulated(*self.squared)) if self.weighted else None

    @staticmethod
    def _cumulated(positives: Array, negatives: Array) -> tuple[Floats, Floats, Floats, Floats]:
        tp = np.zeros(len(positives) + 1)
        fp = np.zeros(len(negatives) + 1)
        np.cumsum(positives, out=tp[1:])
        np.cumsum(negatives, out=fp[1:])
        return tp, tp[-1] - tp, fp, fp[-1] - fp

    def at(self, threshold: float) -> Outcomes:
        """Outcomes when a row is called positive if its score is at least the threshold."""
        if np.isnan(threshold):
            raise BadParameter("a threshold must be a number.", found=threshold)
        above = int(self.rungs_above(threshold))
        (tp, fn), (fp, tn), *squared = (sums.split(above) for sums in self._parts)
        if not squared:
            return Outcomes.trusted(int(tp), int(fn), int(fp), int(tn))
        return Outcomes.trusted(tp, fn, fp, tn, Outcomes.trusted(*squared[0], *squared[1]))

    def rungs_above(self, levels: object, side: Literal["left", "right"] = "left") -> Array:
        """How many rungs have a score of at least each level; "right": above it."""
        return places_above(self.scores, np.asarray(levels), side)

    @property
    @remembered
    def _parts(self) -> tuple[PartSums, ...]:
        """Sums of stretches of every column, so that sums up to a rung need not begin at the top."""
        return tuple(PartSums.of(column) for column in (_columns(self) if self.weighted else _columns(self)[:2]))

    @property
    def sums_of_stretches(self) -> tuple[Floats, Floats]:
        """The positives and the negatives of every `STRETCH` rungs, one after another."""
        return self._parts[0].sums, self._parts[1].sums

    def down_to(self, rungs: Array) -> tuple[Floats, ...]:
        """Positives and negatives on the first so many rungs; weighted, their squared weights too."""
        return tuple(sums.down_to(rungs) for sums in self._parts)

    def joined(self, starts: Array) -> tuple[Array, Array, Array | None, Array | None]:
        """The columns of counts, summed from each start to the next."""

        def sums(column: Array) -> Array:
            return read_only(group_sums(column, starts))

        squares = (self.positives_squared, self.negatives_squared)
        of_positives, of_negatives = (None if column is None else sums(column) for column in squares)
        return sums(self.positives), sums(self.negatives), of_positives, of_negatives

    def coarsen(self, rungs: int = 1000) -> Ladder:
        """Join neighbouring rungs into at most `rungs` of equal mass; `auc_error` bounds what it costs.

        Scores joined into one rung become their weighted mean. The bound adds what the ladder had before.
        """
        if rungs < 1:
            raise BadParameter("a ladder has at least one rung.", found=rungs)
        if len(self.scores) <= rungs:
            return self
        starts = even_starts(self, rungs)
        p, n, p2, n2 = self.joined(starts)
        means = mean_scores(self, starts, p + n)
        pairs = self.totals[0] * self.totals[1]
        inside = dot(p, n) - dot(self.positives, self.negatives)
        bound = 0.5 * max(inside, 0.0) / pairs if pairs else 0.0
        return type(self)(means, p, n, p2, n2, self.auc_error + bound, max(self.coarse, 1))

    @remembered
    def cells(self) -> tuple[Floats, Floats]:
        """Counts and summed squared weights: all positives rung by rung, then all negatives."""
        counts = np.concatenate([self.positives, self.negatives], dtype=np.float64)
        return counts, np.concatenate(self.squared, dtype=np.float64) if self.weighted else counts

    def with_cells(self, counts: Floats) -> Ladder:
        """The same scores with other counts, for replicates."""
        rungs = len(self.scores)
        counts = read_only(counts)
        return Ladder(self.scores, counts[..., :rungs], counts[..., rungs:])

    def __add__(self, other: Ladder) -> Ladder:
        if not isinstance(other, Ladder):
            return NotImplemented
        columns = [np.concatenate(pair) for pair in zip(_columns(self), _columns(other), strict=True)]
        if not (self.weighted or other.weighted):
            columns = columns[:2]
        distinct, sums = sums_at_distinct(np.concatenate([self.scores, other.scores]), *columns)
        distinct, sums = read_only(distinct), [read_only(column) for column in sums]
        p2, n2 = sums[2:] if len(sums) > 2 else (None, None)
        coarse = 2 if self.coarse or other.coarse else 0
        return Ladder(distinct, sums[0], sums[1], p2, n2, merged_error(self, other), coarse)


def _effective(total: float, squared: float) -> float:
    return total**2 / squared if total else 0.0


def _columns(ladder: Ladder) -> tuple[Array, Array, Array, Array]:
    return (ladder.positives, ladder.negatives, *ladder.squared)
