"""The one door to estimates: a measure, its evidence, and the interval method that fits."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from math import ceil, floor, isfinite, isnan, log10, nan
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from probative.errors import InvalidMethod
from probative.evidence import ClassScores, Ladder, Ledger
from probative.evidence.condensed import condensed
from probative.evidence.kinds import Measurable
from probative.inference.clusters import Clusters
from probative.inference.doubts import doubt
from probative.inference.estimate import Estimate
from probative.inference.levels import checked_level
from probative.inference.methods import default_method, limits_of, method_named, methods_for
from probative.inference.number_clusters import NumberClusters, clusters_of
from probative.inference.replicates import checked_replicates
from probative.inference.task import NO_SPREAD, Task, rows_behind
from probative.measurement.registry import Measure, Parameters, find
from probative.measurement.values import counted, without_option

APART = "looks at rows of all classes beside each other, and they do not fit into memory: more memory= (--memory)"


def estimate(
    name: str,
    evidence: Measurable | Ledger,
    *,
    level: float = 0.95,
    method: str | None = None,
    random_state: int | None = None,
    replicates: int = 2000,
    stratified: bool = False,
    **parameters: Any,
) -> Estimate:
    """A measure with its interval; method None takes the best one for the measure.

    A Ledger is taken as one entry per cluster: its intervals let whole clusters vary. Equal seeds
    (`random_state`, 0 if not given) give equal results. A value that does not exist is nan; with `undefined="zero"` it
    counts as 0, without an interval, and `why` says so.

    >>> import probative as pv
    >>> print(pv.estimate("accuracy", pv.Outcomes(tp=40, fn=10, fp=5, tn=45)))
    0.850 (95 % interval 0.767 to 0.907, wilson, n = 100)
    >>> pv.estimate("precision", pv.Outcomes(tp=0, fn=10, fp=0, tn=90)).why
    'no predicted positives'
    """
    checked_level(level)
    replicates = checked_replicates(replicates)
    clusters: Clusters | NumberClusters | None = None
    if isinstance(evidence, Ledger):
        clusters = clusters_of(evidence)
        whole: Measurable = clusters.total
    else:
        whole = evidence
    measure = find(name, whole)
    parameters, zero = without_option(measure, parameters)
    measure.checked(parameters)
    if isinstance(whole, ClassScores) and not (whole.at_hand or measure.walks):
        return Estimate(nan, nan, nan, level, None, float(whole.effective_n), APART)
    n = rows_behind(measure, whole, parameters)
    if measure.smooth and isinstance(whole, Ladder) and method is None and clusters is None:
        whole = condensed(whole)
    losses = None if measure.losses is None else measure.losses(whole, **parameters)
    value = float(measure(whole, **parameters) if losses is None else losses.mean)
    chosen = _valid_method(measure, method, clustered=clusters is not None)
    if isnan(value):
        reason = measure.why(whole, **parameters)
        return Estimate(0.0 if zero else nan, nan, nan, level, None, n, counted(measure, reason) if zero else reason)
    task = Task(
        measure=measure,
        evidence=whole,
        parameters=parameters,
        value=value,
        level=level,
        method=chosen,
        given=method is not None,
        losses=losses,
        clusters=clusters,
        seed=random_state or 0,
        replicates=replicates,
        stratified=stratified,
    )
    found = limits_of(chosen, task)
    low, high = _sound(measure, value, found.low, found.high)
    why = found.why or _option(measure, whole, parameters)
    if low == high:
        return Estimate(value, nan, nan, level, None, n, why or NO_SPREAD)
    seed, used = task.seed if method_named(chosen).resamples else None, found.method or chosen
    made = Estimate(value, low, high, level, used, n, why or doubt(task, used), seed=seed)
    return _of_bins(made, measure, whole)


def _of_bins(found: Estimate, measure: Measure, evidence: Measurable) -> Estimate:
    """The same with how far it may be off, where scores were put into bins."""
    if not isinstance(evidence, Ladder) or not evidence.auc_error or measure.bound is None:
        return found
    bound = measure.bound(evidence)
    told = f"of scores in bins; of the scores themselves it is within {_rounded_up(bound)} of this"
    return replace(found, error=bound, why=f"{found.why}; {told}" if found.why else told)


def _rounded_up(bound: float) -> str:
    """Two digits that are not below the number."""
    step = 10.0 ** (floor(log10(bound)) - 1)
    return f"{ceil(bound / step) * step:.2g}"


def _valid_method(measure: Measure, method: str | None, *, clustered: bool) -> str:
    """The interval method that was asked for, if it holds for the measure; else the best one."""
    if method is None:
        return default_method(measure, clustered=clustered)
    chosen = method
    allowed = methods_for(measure, clustered=clustered)
    if chosen not in allowed:
        raise InvalidMethod(
            f"{chosen!r} is not an interval method for {measure.name}.", found=", ".join(allowed), remedy=allowed[0]
        )
    return chosen


def _sound(measure: Measure, value: float, low: float, high: float) -> tuple[float, float]:
    """Limits inside the range of the measure, whatever the method; rounding does not push one past the value."""
    low, high = measure.within(low, high)
    if isfinite(value):
        low = value if 0 < low - value <= 1e-12 * abs(value) else low
        high = value if 0 < value - high <= 1e-12 * abs(value) else high
    return low, high


def _option(measure: Measure, evidence: Measurable, parameters: Parameters) -> str | None:
    """What was done about classes without a value, where an option was used on them."""
    done = {"drop": "left out", "zero": "counted as 0"}.get(str(parameters.get("undefined")))
    found = measure.reason(evidence, **parameters) if done and measure.reason is not None else ""
    return f"{found}: {done}" if found else None


# Every file of this room may declare an interval method: it is known as soon as it is there.
for _file in iter_modules([str(Path(__file__).parent)]):
    import_module(f"{__package__}.{_file.name}")
