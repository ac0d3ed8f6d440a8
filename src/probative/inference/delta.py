"""The delta method: the variance of a value from its gradient, exact to first order and with no resampling."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from probative.evidence import ClassScores, Ladder
from probative.evidence.arrays import Floats, inner
from probative.evidence.kinds import Counted, Measurable
from probative.measurement.registry import Measure, Parameter, Parameters, Slopes
from probative.measurement.residuals import acceleration_of_mean


def varies(measure: Measure) -> bool:
    """Whether it is known how single rows move a value: declared, or to be found by moving each cell of few."""
    declared = (measure.trials, measure.losses, measure.gradient, measure.slopes, measure.spread)
    return measure.needs is not ClassScores or any(part is not None for part in declared)


def gradient(measure: Measure, evidence: Counted, parameters: Parameters) -> Floats:
    """Change of the value per unit of each cell; declared by the measure, or by central differences."""
    if measure.slopes is not None:
        parts = [(of_p, of_n) for _, of_p, of_n in measure.slopes(evidence, **parameters)]
        return np.concatenate([of_p for of_p, _ in parts] + [of_n for _, of_n in parts])
    if measure.gradient is not None:
        return np.asarray(measure.gradient(evidence, **parameters), np.float64)
    counts, _ = evidence.cells()
    # Empty cells do not move: their rows have no weight in the variance.
    step = 1e-5 * counts
    moves = np.diag(step)
    up = np.asarray(measure(evidence.with_cells(counts + moves), **parameters))
    down = np.asarray(measure(evidence.with_cells(counts - moves), **parameters))
    with np.errstate(invalid="ignore"):
        slopes = (up - down) / np.where(step > 0, 2 * step, 1.0)
    return np.where((step > 0) & np.isfinite(slopes), slopes, 0.0)


def variance(measure: Measure, evidence: Measurable, parameters: Parameters) -> float:
    """Variance of the value, from the influence of the single rows.

    The value does not change when all counts grow alike, so the influences of all rows add up to 0
    and their summed squares are the variance; with weights, squared weights take the place of counts.
    """
    if measure.spread is not None:
        return measure.spread(evidence, **parameters)[0]
    if measure.losses is not None:
        return float(measure.losses(evidence, **parameters).standard_error) ** 2
    if measure.slopes is not None:
        assert isinstance(evidence, Ladder), "slopes are those of ladders"
        return sum(evidence.walked(spread_within, measure.slopes, tuple(parameters.items())))
    assert isinstance(evidence, Counted), f"{measure.name} does not say how it varies"
    slopes = gradient(measure, evidence, parameters)
    _, squares = evidence.cells()
    return inner(squares, np.square(slopes))


def spread_within(
    stretch: Ladder, slopes: Callable[..., Slopes], parameters: tuple[tuple[str, Parameter], ...] = ()
) -> float:
    """The sum of squared slopes over a stretch."""
    return sum_of_squares(slopes(stretch, **dict(parameters)))


def sum_of_squares(slopes: Slopes) -> float:
    """Squared slopes of a ladder, summed over its rows (squared weights where rows are weighted)."""
    return float(
        sum(
            inner(step.p_squared, np.square(of_p)) + inner(step.n_squared, np.square(of_n))
            for step, of_p, of_n in slopes
        )
    )


def acceleration(measure: Measure, evidence: Measurable, parameters: Parameters) -> float:
    """BCa's acceleration: the skewness of the rows' influences."""
    if measure.spread is not None:
        return measure.spread(evidence, **parameters)[1]
    if measure.losses is not None:
        return acceleration_of_mean(measure.losses(evidence, **parameters))
    assert isinstance(evidence, Counted), f"{measure.name} does not say how it varies"
    spread, third = _powers(measure, evidence, parameters)
    # Rows count by their effective number, so that a weight of 10 for all is no more than a weight of 1.
    if not spread > 0:
        return 0.0
    doubled = float(evidence.n) / float(evidence.effective_n)
    return float(third * doubled**0.5 / (6 * spread**1.5))


def _powers(measure: Measure, evidence: Counted, parameters: Parameters) -> tuple[float, float]:
    """Squared and cubed influences, summed over the rows."""
    if isinstance(evidence, Ladder) and measure.slopes is not None:
        parts = evidence.walked(_powers_within, measure, parameters)
        second, third = (sum(column) for column in zip(*parts, strict=True))
        return second, third
    return _powers_within(evidence, measure, parameters)


def _powers_within(evidence: Counted, measure: Measure, parameters: Parameters) -> tuple[float, float]:
    second = third = 0.0
    for counts, slopes in _influences(measure, evidence, parameters):
        weighed = counts * np.square(slopes)
        second += float(weighed.sum())
        third += inner(weighed, slopes)
    return second, third


def _influences(measure: Measure, evidence: Counted, parameters: Parameters) -> Iterator[tuple[Floats, Floats]]:
    """Rows and how far each moves the value: stretch by stretch of a ladder, else all cells at once."""
    if measure.slopes is None:
        yield evidence.cells()[0], gradient(measure, evidence, parameters)
        return
    for step, of_p, of_n in measure.slopes(evidence, **parameters):
        yield step.p, of_p
        yield step.n, of_n
