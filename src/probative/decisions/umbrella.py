"""Bounds that hold with confidence: the Neyman-Pearson umbrella algorithm (Tong, Feng and Li 2018).

A threshold that just keeps a rate under its bound on some rows breaks the bound on others every second time. Where
no more errors are allowed than are improbable at the bound (binomially), it breaks it with that probability at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, log, log1p

import numpy as np

from probative.decisions.aims import Constraint
from probative.errors import BadInput, BadParameter
from probative.evidence import Ladder, Outcomes
from probative.evidence.arrays import Array
from probative.measurement.logistic import common_weight
from probative.measurement.registry import find

_PROBE = Outcomes(tp=3, fn=4, fp=5, tn=11)


@dataclass(frozen=True, slots=True)
class ErrorBound:
    """A bound on the rate of errors in one class."""

    text: str
    of_negatives: bool
    bound: float

    def most(self, rows: int, risk: float) -> int:
        """The most errors among so many rows that are improbable (at most this risk) at the bound; -1 if none is.

        >>> ErrorBound("fpr <= 0.01", True, 0.01).most(298, 0.05), ErrorBound("fpr <= 0.01", True, 0.01).most(299, 0.05)
        (-1, 0)
        """
        return _most(rows, self.bound, risk * (1 + 1e-12))

    def needed(self, risk: float) -> int:
        """Rows of the class at which no error at all is improbable enough."""
        return ceil(log(risk) / log1p(-self.bound) - 1e-9)


@lru_cache
def _most(rows: int, bound: float, risk: float) -> int:
    """The largest number of errors whose binomial chance, or that of fewer, is at most the risk; by bisection."""
    from scipy.special import bdtr

    low, high = -1, rows + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if bdtr(middle, rows, bound) <= risk else (low, middle)
    return low


def error_bound(constraint: Constraint) -> ErrorBound:
    """The bound on errors that a constraint is; refused where it is none.

    >>> error_bound(("recall", ">=", 0.9)).of_negatives
    False
    """
    name, sign, bound = constraint
    value, text = float(find(name, _PROBE)(_PROBE)), f"{name} {sign} {bound:g}"
    o = _PROBE
    for of_negatives, errors, rows in ((True, o.fp, o.fp + o.tn), (False, o.fn, o.tp + o.fn)):
        rate = float(errors / rows) if sign == "<=" else 1 - float(errors / rows)
        if abs(value - rate) < 1e-12:
            limit = round(bound if sign == "<=" else 1 - bound, 12)
            if not 0 < limit < 1:
                raise BadParameter(f"{text} leaves no room for errors.", remedy="a bound between 0 and 1")
            return ErrorBound(text, of_negatives, limit)
    raise BadParameter(
        "confidence is for bounds on the errors of one class.",
        found=text,
        remedy="fpr<=, fnr<=, recall>= or specificity>=; or leave confidence out",
    )


@dataclass(frozen=True, slots=True)
class Umbrella:
    """Bounds on errors, each with its part of the risk, and the weight of a row."""

    bounds: tuple[ErrorBound, ...]
    risk: float
    weight: float

    @classmethod
    def over(cls, ladder: Ladder, constraints: tuple[Constraint, ...], confidence: float) -> Umbrella:
        """The bounds to keep with that confidence, all together; refused where the rows are too few for it."""
        if not 0 < confidence < 1:
            raise BadParameter("a confidence lies between 0 and 1.", found=confidence, remedy="0.95 for 95 %")
        if not constraints:
            raise BadParameter("confidence goes with a constraint.", remedy='at="fpr<=0.01"')
        weight = common_weight(ladder)
        if weight is None:
            raise BadInput("rows of different weights have no exact order statistics.", remedy="leave confidence out")
        made = cls(tuple(map(error_bound, constraints)), (1 - confidence) / len(constraints), weight)
        for bound in made.bounds:
            rows = made._rows(ladder, bound)
            if bound.most(rows, made.risk) < 0:
                kind = "negatives" if bound.of_negatives else "positives"
                raise BadInput(
                    f"{bound.text} cannot be kept with {confidence:.0%} confidence on so few {kind}.",
                    found=f"{rows} {kind}; {bound.needed(made.risk)} are needed",
                    remedy="more rows, a wider bound, or less confidence",
                )
        return made

    def allows(self, cells: Outcomes) -> Array:
        """Which thresholds keep all bounds, whatever the distribution of the scores."""
        kept = np.ones(np.shape(cells.tp), bool)
        for bound in self.bounds:
            errors, all_rows = (
                (cells.fp, cells.fp + cells.tn) if bound.of_negatives else (cells.fn, cells.fn + cells.tp)
            )
            rows = round(float(np.max(all_rows)) / self.weight)
            kept &= np.asarray(errors) / self.weight <= bound.most(rows, self.risk) + 1e-9
        return kept

    def _rows(self, ladder: Ladder, bound: ErrorBound) -> int:
        return round(ladder.totals[1 if bound.of_negatives else 0] / self.weight)
