"""Smooth calibration: a curve of what happened over what was predicted, and its distance from the diagonal.

The curve is a logistic regression on a restricted cubic spline of the scores' log odds (Harrell's knots), which has the
straight line, and so perfect calibration, among its shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Floats, Number, inner
from probative.evidence.steps import steps
from probative.measurement.declaring import measure
from probative.measurement.logistic import (
    SEPARATED,
    Block,
    Blocks,
    LogisticFit,
    common_weight,
    log_odds,
    logistic_fit,
    mixed,
)
from probative.measurement.recalibration import no_odds, odds_of, one_score

PLACES = {3: (0.1, 0.5, 0.9), 4: (0.05, 0.35, 0.65, 0.95), 5: (0.05, 0.275, 0.5, 0.725, 0.95)}
"""Quantiles of the scores at which knots stand (Harrell 2015)."""
ROWS_PER_KNOT = 10
"""Rows of the rarer class that a knot needs."""


@dataclass(frozen=True, slots=True, eq=False)
class SmoothFit:
    """The fitted curve: its knots on the log odds, its coefficients and how they vary."""

    fit: LogisticFit
    knots: Floats
    covariance: Floats

    def rates(self, scores: Floats) -> Floats:
        """The observed frequency that the curve has at these scores."""
        from scipy.special import expit

        return np.asarray(expit(mixed(self.fit.beta, basis(log_odds(scores), self.knots))))

    def band(self, scores: Floats, quantile: float) -> tuple[Floats, Floats]:
        """So many standard errors to both sides, on the log odds."""
        from scipy.special import expit

        columns = basis(log_odds(scores), self.knots)
        middle = mixed(self.fit.beta, columns)
        half = quantile * np.sqrt(np.einsum("ik,ij,jk->k", columns, self.covariance, columns))
        return np.asarray(expit(middle - half)), np.asarray(expit(middle + half))


def basis(x: Floats, knots: Floats) -> Floats:
    """A row of ones, x, and for three knots or more the restricted cubic terms, which are straight beyond the ends."""
    columns = [np.ones_like(x), x]
    if len(knots) > 2:
        last, before, width = knots[-1], knots[-2], (knots[-1] - knots[0]) ** 2

        def cubed(knot: float) -> Floats:
            return np.asarray(np.maximum(x - knot, 0.0) ** 3)

        for knot in knots[:-2]:
            inner_term = cubed(before) * (last - knot) - cubed(last) * (before - knot)
            columns.append((cubed(knot) - inner_term / (last - before)) / width)
    return np.stack(columns)


def smooth_fit(ladder: Ladder, knots: int | None = None) -> SmoothFit | None:
    """The curve with that many knots (3 to 5; 2: a line); None: as many as the rarer class has rows for.

    Where scores are too few for so many knots, or the fit does not exist, there are fewer.
    """
    if knots is not None and knots not in (2, *PLACES):
        raise BadParameter("a smooth calibration curve has 2 to 5 knots.", found=knots)
    if no_odds(ladder):
        return None
    if one_score(ladder):
        return None
    positives, negatives = ladder.effective_totals
    most = knots or int(np.clip(min(positives, negatives) // ROWS_PER_KNOT, 2, 5))
    for count in range(most, 1, -1):
        places = _knots(ladder, count)
        if places is None:
            continue
        blocks = _spline_blocks(ladder, places)
        fit = logistic_fit(blocks, np.zeros(count))
        if fit is not None:
            return SmoothFit(fit, places, fit.covariance(blocks, common_weight(ladder)))
    return None


def _spline_blocks(ladder: Ladder, knots: Floats) -> Blocks:
    return lambda: (Block(step, basis(odds_of(step), knots)) for step in steps(ladder))


def _knots(ladder: Ladder, count: int) -> Floats | None:
    """Quantiles of the log odds; None where they are not all different."""
    mass = ladder.positives + ladder.negatives
    some = mass > 0
    x, mass = log_odds(ladder.scores[some])[::-1], mass[some][::-1]
    if count == 2:
        return np.array([x[0], x[-1]])
    middle = (np.cumsum(mass) - mass / 2) / mass.sum()
    found = np.interp(PLACES[count], middle, x)
    return found if (np.diff(found) > 1e-9 * (1 + np.abs(found[1:]))).all() else None


def distances(ladder: Ladder, fit: SmoothFit) -> tuple[Floats, Floats]:
    """How far the curve is from the score on each occupied rung, and the rows there."""
    mass = np.asarray(ladder.positives + ladder.negatives, np.float64)
    scores = ladder.scores[mass > 0]
    return np.abs(fit.rates(scores) - scores), mass[mass > 0]


def mean_distance(values: Floats, mass: Floats) -> float:
    """The mean over rows."""
    return inner(values, mass) / float(mass.sum())


def quantile_distance(values: Floats, mass: Floats, share: float) -> float:
    """A quantile over rows, straight between neighbours (R's type 7 where rows count once)."""
    order = np.argsort(values)
    sorted_values, rows = values[order], mass[order]
    first = np.cumsum(rows) - rows
    ends = np.stack([first, np.maximum(first + rows - 1, first)]).T.ravel()
    last = max(float(rows.sum()) - 1, ends[-1])
    return float(np.interp(share * last, ends, np.repeat(sorted_values, 2)))


_measure = partial(measure, needs=Ladder, probabilities=True, better="lower", on_request=True, method="curve-draws")
FUNCTIONALS: dict[str, Callable[[Floats, Floats], float]] = {
    "integrated_calibration_index": mean_distance,
    "e50": partial(quantile_distance, share=0.5),
    "e90": partial(quantile_distance, share=0.9),
}
"""By measure: what is made of the distances."""


def _no_curve(ladder: Ladder, knots: int | None = None) -> str:
    if why := no_odds(ladder):
        return why
    return "all scores are equal" if one_score(ladder) else SEPARATED


def _of(name: str, ladder: Ladder, knots: int | None) -> float:
    fit = smooth_fit(ladder, knots)
    if fit is None:
        return float("nan")
    values, mass = distances(ladder, fit)
    return FUNCTIONALS[name](values, mass / (common_weight(ladder) or 1.0))


_CAUTION = "too large on average in small samples, as any distance is; its lower limit allows for that"


@_measure(formula="mean |smooth curve(score) - score|", reason=_no_curve, aka=("ici",), caution=_CAUTION)
def integrated_calibration_index(ladder: Ladder, knots: int | None = None) -> Number:
    """Mean distance of a smooth calibration curve from the diagonal (Austin and Steyerberg 2019)."""
    return _of("integrated_calibration_index", ladder, knots)


@_measure(formula="median |smooth curve(score) - score|", reason=_no_curve, caution=_CAUTION, title="E50")
def e50(ladder: Ladder, knots: int | None = None) -> Number:
    """Median distance of a smooth calibration curve from the diagonal."""
    return _of("e50", ladder, knots)


@_measure(formula="90th percentile of |smooth curve(score) - score|", reason=_no_curve, caution=_CAUTION, title="E90")
def e90(ladder: Ladder, knots: int | None = None) -> Number:
    """Distance of a smooth calibration curve from the diagonal that nine rows in ten stay under."""
    return _of("e90", ladder, knots)
