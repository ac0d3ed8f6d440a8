"""Residuals: what the truth and the predictions of a regression have in common, in a few sums."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from probative.errors import NotMergeable
from probative.evidence.arrays import LARGEST, Array, Floats, counts_flaw, frozen, weights
from probative.evidence.distinct import two_columns
from probative.evidence.evidence import Evidence
from probative.evidence.moments import Moments
from probative.evidence.powers import joint_power_sums, recentred, stable_mean
from probative.evidence.replication import poisson_weights
from probative.evidence.value_ladder import ValueLadder

_NO_REPLICATES = (0, 0, np.zeros(0, np.uint64))
ROWS_AT_A_TIME = 1 << 18
"""Long columns are summed up in parts, so that temporaries stay small."""


@dataclass(frozen=True, slots=True, eq=False)
class Residuals(Evidence):
    """Joint moments of truth and error, with error = truth - prediction.

    >>> r = Residuals.from_values([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])
    >>> r.absolute.mean, r.largest
    (0.5, 1.0)
    """

    centres: tuple[float, float]
    """Means of truth and error."""
    powers: Floats
    """Sums of (truth - mean)^i (error - mean)^j."""
    squares: Floats | None
    """The same under squared weights; None means unit weights."""
    absolute: Moments
    over: Moments
    """Moments of max(error, 0): the prediction was too low."""
    under: Moments
    """Moments of max(-error, 0): the prediction was too high."""
    relative: Moments | None
    """Moments of |error / truth| over the rows whose truth is not 0; None if there are none."""
    zero_targets: float
    largest: float
    errors: ValueLadder | None = None
    """Distinct absolute errors with their weight, kept where medians are asked for."""
    replicates: tuple[Residuals, ...] = ()
    """The same rows under Poisson weights, one record per bootstrap replicate."""

    def __repr__(self) -> str:
        means = f"mean of the truth {self.centres[0]:.4g}, of the errors {self.centres[1]:.4g}"
        return f"<Residuals: {self.powers[0, 0]:,.10g} rows, {means}, largest error {self.largest:.4g}>"

    def __post_init__(self) -> None:
        for name in ("powers", "squares"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, frozen(np.asarray(value, np.float64)))

    def flaw(self) -> str:
        """Sums of even powers, the number of rows among them, that lie below 0."""
        shape = self.powers.shape
        if len(shape) != 2 or min(shape) < 3 or (self.squares is not None and self.squares.shape != shape):
            return f"powers of shape {shape}"
        if len(self.centres) != 2 or any(LARGEST < abs(centre) < inf for centre in self.centres):
            return f"centres {self.centres}"
        with np.errstate(invalid="ignore"):
            below = (self.powers[0, ::2] < 0).any() or (self.powers[::2, 0] < 0).any()
        if not isinstance(self.replicates, tuple) or not all(isinstance(one, Residuals) for one in self.replicates):
            return "replicates that are no residuals"
        return (
            "a sum of squares below 0" if below else counts_flaw(zero_targets=self.zero_targets, largest=self.largest)
        )

    @classmethod
    def from_values(
        cls,
        y_true: object,
        y_pred: object,
        *,
        sample_weight: object = None,
        squared_weight: object = None,
        medians: bool = True,
        replicates: int = 0,
        random_state: int = 0,
        first_row: int = 0,
    ) -> Residuals:
        """Sum the rows up once.

        `squared_weight` is for rows that are not independent: several looks at one thing, sharing its weight of 1
        among them, have squared weights that sum to 1 as well. `medians=False` forgets the single errors; `replicates`
        adds bootstrap records whose Poisson weights depend only on the seed and the row's number, so that parts tallied
        apart can be merged.
        """
        truth, guess = two_columns(y_true, y_pred)
        n = len(truth)
        weight = weights(sample_weight, n)
        square = weights(squared_weight, n) if weight is not None and squared_weight is not None else None
        rows = np.arange(first_row, first_row + n, dtype=np.uint64)
        if weight is not None and not weight.all():
            kept = weight > 0
            truth, guess, weight, rows = truth[kept], guess[kept], weight[kept], rows[kept]
            square = None if square is None else square[kept]
        parts = [
            cls._of_rows(
                truth[i : i + ROWS_AT_A_TIME],
                guess[i : i + ROWS_AT_A_TIME],
                None if weight is None else weight[i : i + ROWS_AT_A_TIME],
                None if square is None else square[i : i + ROWS_AT_A_TIME],
                (replicates, random_state, rows[i : i + ROWS_AT_A_TIME]),
            )
            for i in range(0, len(truth), ROWS_AT_A_TIME)
        ]
        total: Residuals = parts[0]
        for part in parts[1:]:
            total = total + part
        return total.with_errors(ValueLadder.from_values(np.abs(truth - guess), weight)) if medians else total

    @classmethod
    def _of_rows(
        cls,
        truth: Floats,
        guess: Floats,
        weight: Floats | None,
        square: Floats | None = None,
        replication: tuple[int, int, Array] = _NO_REPLICATES,
    ) -> Residuals:
        error = truth - guess
        centres = (stable_mean(truth, weight), stable_mean(error, weight))
        if weight is not None and square is None:
            square = weight * weight
        nonzero = truth != 0
        total = float(len(truth)) if weight is None else float(weight.sum())
        some = float(nonzero.sum()) if weight is None else float(weight[nonzero].sum())
        with np.errstate(over="ignore"):
            relative = np.abs(error[nonzero] / truth[nonzero])
        return cls(
            centres,
            joint_power_sums(truth, error, centres, weight),
            None if square is None else joint_power_sums(truth, error, centres, square),
            Moments.from_groups(np.abs(error), weight, square),
            Moments.from_groups(np.maximum(error, 0), weight, square),
            Moments.from_groups(np.maximum(-error, 0), weight, square),
            Moments.from_groups(relative, _chosen(weight, nonzero), _chosen(square, nonzero)) if some else None,
            total - some,
            float(np.abs(error).max(initial=0.0)),
            None,
            _replicated(cls, truth, guess, weight, replication),
        )

    def with_errors(self, errors: ValueLadder | None) -> Residuals:
        """The same with the single absolute errors."""
        values = [getattr(self, name) for name in self.__slots__]
        values[self.__slots__.index("errors")] = errors
        return type(self)(*values)

    @property
    def n(self) -> float:
        """All rows (the sum of the weights where rows are weighted)."""
        return float(self.powers[0, 0])

    @property
    def squared(self) -> Floats:
        """Joint powers under squared weights."""
        return self.powers if self.squares is None else self.squares

    @property
    def effective_n(self) -> float:
        """The number of equally weighted rows that carry as much."""
        return float(self.powers[0, 0] ** 2 / self.squared[0, 0])

    def __add__(self, other: Residuals) -> Residuals:
        if not isinstance(other, Residuals):
            return NotImplemented
        if len(self.replicates) != len(other.replicates):
            raise NotMergeable(
                "these residuals carry different numbers of bootstrap replicates.",
                found=f"{len(self.replicates)} and {len(other.replicates)}",
                remedy="tally both parts with the same replicates",
            )
        share = other.n / (self.n + other.n) if self.n + other.n else 0.0
        centres = (
            self.centres[0] + (other.centres[0] - self.centres[0]) * share,
            self.centres[1] + (other.centres[1] - self.centres[1]) * share,
        )
        weighted = self.squares is not None or other.squares is not None
        both = self.errors is not None and other.errors is not None
        return Residuals(
            centres,
            _moved(self.powers, self.centres, centres) + _moved(other.powers, other.centres, centres),
            _moved(self.squared, self.centres, centres) + _moved(other.squared, other.centres, centres)
            if weighted
            else None,
            self.absolute + other.absolute,
            self.over + other.over,
            self.under + other.under,
            _either(self.relative, other.relative),
            self.zero_targets + other.zero_targets,
            max(self.largest, other.largest),
            self.errors + other.errors if both else None,  # type: ignore[operator]
            tuple(a + b for a, b in zip(self.replicates, other.replicates, strict=True)),
        )


def _chosen(column: Floats | None, rows: Array) -> Floats | None:
    return None if column is None else column[rows]


def _either(a: Moments | None, b: Moments | None) -> Moments | None:
    if a is None or b is None:
        return a or b
    return a + b


def _moved(powers: Floats, old: tuple[float, float], new: tuple[float, float]) -> Floats:
    """Joint powers about other centres: one axis after the other."""
    moved = recentred(recentred(powers, old[0] - new[0], axis=0), old[1] - new[1], axis=1)
    i, j = np.indices(moved.shape)
    return np.where(i + j < moved.shape[0], moved, 0.0)


def _replicated(
    cls: type[Residuals], truth: Floats, guess: Floats, weight: Floats | None, replication: tuple[int, int, Array]
) -> tuple[Residuals, ...]:
    """Bootstrap records of these rows, each under its own Poisson(1) weights."""
    count, seed, rows = replication
    records = []
    for b in range(count):
        drawn = poisson_weights(seed, b, rows)
        full = drawn if weight is None else drawn * weight
        kept = full > 0
        # A short part may draw no row at all; its record is empty, and adds nothing.
        records.append(cls._of_rows(truth[kept], guess[kept], full[kept]))
    return tuple(records)
