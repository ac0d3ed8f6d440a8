"""The bootstrap: resample counts, never rows; sort once; equal seeds give equal answers on any machine.

A multinomial draw of the cells of a table is exactly what drawing rows with replacement does to it. Long tables
of distinct scores draw row numbers and count them, which is the same draw and cheaper there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from probative.errors import InvalidMethod
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Moments, Outcomes, Residuals, ValuePairs
from probative.evidence.arrays import Array, Floats
from probative.evidence.kinds import Counted, Measurable
from probative.inference.clusters import Clusters
from probative.inference.delta import acceleration, varies
from probative.inference.methods import interval
from probative.inference.task import Limits, Task
from probative.measurement.registry import Measure, Parameters

BLOCK = 25
"""Replicates per task; fixed, so that results do not depend on the number of threads."""


def replicate_values(
    measure: Measure,
    evidence: Measurable,
    parameters: Parameters,
    *,
    replicates: int,
    seed: int,
    stratified: bool = False,
) -> Floats:
    """The measure on `replicates` resamples of the evidence; stratified keeps the size of each actual class."""
    if isinstance(evidence, Residuals):
        return _of_residuals(measure, evidence, parameters)
    if not isinstance(evidence, Counted):
        raise InvalidMethod(
            f"{type(evidence).__name__} cannot be resampled: single rows are not kept.",
            remedy="use method='delta', or bootstrap at the tally",
        )
    draw = _drawer(evidence, stratified)
    long = isinstance(evidence, Ladder | ClassScores | ValuePairs)

    def block(task: tuple[int, np.random.SeedSequence]) -> Floats:
        size, sequence = task
        rng = np.random.default_rng(sequence)
        if long:
            return np.array([measure(evidence.with_cells(draw(rng, None)), **parameters) for _ in range(size)])
        return np.asarray(measure(evidence.with_cells(draw(rng, size)), **parameters), np.float64)

    sizes = [min(BLOCK, replicates - start) for start in range(0, replicates, BLOCK)] if long else [replicates]
    if not long and evidence.cells()[0].size > 1000:
        sizes = [min(BLOCK, replicates - start) for start in range(0, replicates, BLOCK)]
    tasks = list(zip(sizes, np.random.SeedSequence(seed).spawn(len(sizes)), strict=True))
    workers = min(len(tasks), os.cpu_count() or 1)
    if workers < 2:
        return np.concatenate([block(task) for task in tasks])
    with ThreadPoolExecutor(workers) as pool:
        return np.concatenate(list(pool.map(block, tasks)))


def drawn_counts(evidence: Counted, replicates: int, seed: int, *, stratified: bool = False) -> Floats:
    """The cells of so many resamples, a row each; for evidence of few cells."""
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    draw = _drawer(evidence, stratified)
    return np.stack([draw(rng, None) for _ in range(replicates)])


def resampled_ladders(ladder: Ladder, *, replicates: int, seed: int, stratified: bool = True) -> Iterator[Ladder]:
    """Ladders of resampled rows, one after the other."""
    draw = _drawer(ladder, stratified)
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    for _ in range(replicates):
        yield ladder.with_cells(draw(rng, None))


def _of_residuals(measure: Measure, evidence: Residuals, parameters: Parameters) -> Floats:
    if not evidence.replicates:
        raise InvalidMethod(
            "these residuals carry no bootstrap replicates: single rows are not kept.",
            remedy="Residuals.from_values(..., replicates=2000), or method='delta'",
        )
    if not all(record.n for record in evidence.replicates):
        raise InvalidMethod(
            "a bootstrap replicate drew no row.", found=f"{evidence.n:g} rows", remedy="resample at least 20 rows"
        )
    return np.array([float(measure(record, **parameters)) for record in evidence.replicates])


def _strata(evidence: Counted, stratified: bool) -> list[slice | Array]:
    """The cells of each actual class, or all cells together."""
    size = len(evidence.cells()[0])
    if not stratified:
        return [slice(0, size)]
    if isinstance(evidence, Outcomes):
        return [slice(0, 2), slice(2, 4)]
    if isinstance(evidence, Ladder):
        return [slice(0, size // 2), slice(size // 2, size)]
    if isinstance(evidence, ConfusionMatrix):
        k = len(evidence.labels)
        return [slice(i * k, (i + 1) * k) for i in range(k)]
    if isinstance(evidence, ClassScores):
        return [np.flatnonzero(evidence.truth == i) for i in range(len(evidence.labels))]
    raise InvalidMethod(f"{type(evidence).__name__} has no classes to stratify by.", remedy="stratified=False")


def _drawer(evidence: Counted, stratified: bool) -> Callable[[np.random.Generator, int | None], Floats]:
    """A function that draws resampled cells."""
    counts, squares = evidence.cells()
    with np.errstate(invalid="ignore", divide="ignore"):
        # A weighted cell is resampled as the equally weighted rows that would vary as much.
        rows = np.where(counts > 0, counts**2 / squares, 0.0)
        unit = np.where(counts > 0, squares / counts, 0.0)
    # Rounding of equal weights leaves whole numbers of rows all but whole, and would draw others.
    rows = np.where(np.abs(rows - np.rint(rows)) <= 1e-9 * rows, np.rint(rows), rows)
    weighted = evidence.weighted if isinstance(evidence, Ladder) else evidence.squares is not None
    parts = [(cells, _stratum(rows[cells])) for cells in _strata(evidence, stratified)]

    def draw(rng: np.random.Generator, size: int | None) -> Floats:
        if len(parts) == 1:
            drawn = parts[0][1](rng, size)
        else:
            drawn = np.zeros(counts.shape if size is None else (size, len(counts)), np.int64)
            for cells, stratum in parts:
                drawn[..., cells] = stratum(rng, size)
        return drawn * unit if weighted else drawn

    return draw


def _stratum(rows: Floats) -> Callable[[np.random.Generator, int | None], Array]:
    """A function that draws as many rows as there are, and says how many fell into each cell."""
    total = round(float(rows.sum()))
    if not total:
        return lambda rng, size: np.zeros(len(rows) if size is None else (size, len(rows)), np.int64)
    if len(rows) < 1000 or total > 20 * len(rows):
        share = rows / rows.sum()
        return lambda rng, size: rng.multinomial(total, share, size=size)
    whole = np.round(rows).astype(np.int64)
    filled = np.flatnonzero(whole)
    single = bool((whole[filled] == 1).all())
    owner = filled if single else np.repeat(np.arange(len(rows)), whole)

    def by_row(rng: np.random.Generator, size: int | None) -> Array:
        if size is not None:
            return np.stack([by_row(rng, None) for _ in range(size)])
        # Row numbers fit 32 bits here, and those are drawn twice as fast.
        picked = rng.integers(0, len(owner), total, dtype=np.int32)
        if not single:
            return np.bincount(owner[picked], minlength=len(rows))
        drawn = np.zeros(len(rows), np.int64)
        drawn[owner] = np.bincount(picked, minlength=len(owner))
        return drawn

    return by_row


def percentile_limits(values: Floats, level: float) -> tuple[float, float]:
    """Percentile interval: quantiles of the replicates, linearly interpolated; undefined replicates are left out."""
    return _quantiles(values, (1 - level) / 2, (1 + level) / 2)


def bca_limits(values: Floats, observed: float, acceleration: float, level: float) -> tuple[float, float]:
    """Bias-corrected and accelerated interval (Efron 1987); ties with the observed value are split."""
    from scipy.special import ndtr, ndtri

    usable = values[~np.isnan(values)]
    if not len(usable):
        return np.nan, np.nan
    below = ((usable < observed).sum() + (usable == observed).sum() / 2) / len(usable)
    if not 0 < below < 1:
        return percentile_limits(values, level)
    shift = ndtri(below)
    ends = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        z = shift + ndtri(tail)
        ends.append(float(ndtr(shift + z / (1 - acceleration * z))))
    return _quantiles(values, *ends)


def _quantiles(values: Floats, low: float, high: float) -> tuple[float, float]:
    usable = values[~np.isnan(values)]
    if not len(usable):
        return np.nan, np.nan
    how = "linear" if np.isfinite(usable).all() else "nearest"
    ends = np.quantile(usable, [low, high], method=how)  # type: ignore[call-overload]
    return float(ends[0]), float(ends[1])


def _drawn_again(measure: Measure, clustered: bool) -> bool:
    """Whether rows (or whole clusters) can be drawn again: sums of numbers keep neither."""
    return measure.needs not in ((Moments, Residuals, ValuePairs) if clustered else (Moments,))


@interval("bootstrap", fits=_drawn_again, resamples=True)
def percentile(task: Task) -> Limits:
    """The percentile interval."""
    values, why = _replicates(task)
    return Limits(*percentile_limits(values, task.level), why)


@interval("bca", fits=lambda measure, clustered: _drawn_again(measure, clustered) and varies(measure), resamples=True)
def bias_corrected(task: Task) -> Limits:
    """The bias-corrected and accelerated interval."""
    values, why = _replicates(task)
    if isinstance(task.clusters, Clusters):
        skew = task.clusters.acceleration(task.measure, task.parameters)
    else:
        skew = acceleration(task.measure, task.evidence, task.parameters)
    return Limits(*bca_limits(values, task.value, skew, task.level), why)


def _replicates(task: Task) -> tuple[Floats, str | None]:
    """The measure on resamples of rows or clusters, and how many of them have no value."""
    size, seed = task.replicates, task.seed
    if isinstance(task.clusters, Clusters):
        values = task.clusters.replicate_values(task.measure, task.parameters, replicates=size, seed=seed)
    else:
        values = replicate_values(
            task.measure, task.evidence, task.parameters, replicates=size, seed=seed, stratified=task.stratified
        )
    undefined = int(np.isnan(values).sum())
    why = f"undefined in {undefined} of {len(values)} replicates, which were left out" if undefined else None
    return values, why
