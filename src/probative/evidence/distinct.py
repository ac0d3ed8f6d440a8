"""Distinct rows with their weights: what evidence that keeps rows has in common, and how numbers come in."""

from __future__ import annotations

import numpy as np

from probative.errors import BadScores, EmptyData
from probative.evidence.arrays import Floats, numbers, require_room, require_size, same_length


class DistinctRows:
    """Evidence of distinct rows: the weight of each in `mass`, and squared weights where rows are weighted."""

    __slots__ = ()
    mass: Floats
    squares: Floats | None

    @property
    def n(self) -> float:
        """All rows (the sum of the weights where rows are weighted)."""
        return float(self.mass.sum())

    @property
    def effective_n(self) -> float:
        """The number of equally weighted rows that carry as much: n where rows are not weighted."""
        return self.n if self.squares is None else self.n**2 / float(self.squares.sum())

    @property
    def squared(self) -> Floats:
        """Squared weights of the distinct rows."""
        return self.mass if self.squares is None else self.squares


def two_columns(y_true: object, y_pred: object) -> tuple[Floats, Floats]:
    """True and predicted numbers of the same rows, of which there are some, all finite."""
    truth, guess = numbers(y_true, "y_true"), numbers(y_pred, "y_pred")
    if not same_length(y_true=truth, y_pred=guess):
        raise EmptyData("there are no rows.", remedy="check the filter or the file that made them")
    if not (np.isfinite(truth).all() and np.isfinite(guess).all()):
        raise BadScores("targets and predictions must be finite.", found="an infinity", remedy="remove those rows")
    require_room(truth, guess)
    require_size(truth, guess)
    return truth, guess
