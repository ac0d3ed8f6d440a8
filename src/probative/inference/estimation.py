"""The one door to estimates: a measure, its evidence, and the interval method that fits."""

from __future__ import annotations

from math import inf, isinf, isnan, nan
from typing import Any

import numpy as np

from probative.errors import BadParameter, InvalidMethod
from probative.evidence import ConfusionMatrix, Ladder, Ledger, Moments, Outcomes
from probative.inference import mover
from probative.inference.bootstrap import bca_limits, percentile_limits, replicate_values
from probative.inference.clusters import Clusters
from probative.inference.delong import delong_variance
from probative.inference.delta import acceleration, variance
from probative.inference.estimate import Estimate
from probative.inference.order_statistics import median_limits
from probative.inference.proportion import METHODS as SHARE_METHODS
from probative.inference.proportion import normal_quantile, share_limits
from probative.inference.scales import symmetric_on
from probative.measurement.registry import Measure, find

RESAMPLED = ("bootstrap", "bca")


def estimate(
    name: str,
    evidence: Any,
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
    (`random_state`, 0 if not given) give equal results.

    >>> import probative as pv
    >>> print(pv.estimate("accuracy", pv.Outcomes(tp=40, fn=10, fp=5, tn=45)))
    0.850 (95 % interval 0.767 to 0.907, wilson, n = 100)
    >>> pv.estimate("precision", pv.Outcomes(tp=0, fn=10, fp=0, tn=90)).why
    'no predicted positives'
    """
    if not 0 < level < 1:
        raise BadParameter("a level lies between 0 and 1.", found=level, remedy="0.95 for 95 %")
    if replicates < 2:
        raise BadParameter("a bootstrap needs at least two replicates.", found=replicates)
    clusters = Clusters(evidence) if isinstance(evidence, Ledger) else None
    whole = evidence if clusters is None else clusters.total
    measure = find(name, whole)
    measure.checked(parameters)
    losses = None if measure.losses is None else measure.losses(whole, **parameters)
    value = float(measure(whole, **parameters) if losses is None else losses.mean)
    chosen = method or default_method(measure, clustered=clusters is not None)
    allowed = methods_for(measure, clustered=clusters is not None)
    if chosen not in allowed:
        raise InvalidMethod(
            f"{chosen!r} is not an interval method for {measure.name}.", found=", ".join(allowed), remedy=allowed[0]
        )
    n = _rows(measure, whole, parameters)
    if isnan(value):
        return Estimate(nan, nan, nan, level, None, n, measure.why(whole, **parameters))
    task = _Task(measure, whole, parameters, level, value, losses, clusters)
    task.seed, task.replicates, task.stratified = random_state or 0, replicates, stratified
    low, high, used, why = task.limits(chosen, given=method is not None)
    # A limit may miss the value by a rounding error, and by no more.
    low, high = (value if abs(end - value) <= 1e-12 * abs(value) else end for end in (low, high))
    return Estimate(value, low, high, level, used, n, why or _option(measure, whole, parameters))


def _option(measure: Measure, evidence: Any, parameters: dict[str, Any]) -> str | None:
    """What was done about classes without a value, where an option was used on them."""
    done = {"drop": "left out", "zero": "counted as 0"}.get(parameters.get("undefined", ""))
    found = measure.reason(evidence, **parameters) if done and measure.reason is not None else ""
    return f"{found}: {done}" if found else None


def default_method(measure: Measure, *, clustered: bool = False) -> str:
    """The interval method that is used when none is asked for."""
    if clustered:
        return _symmetric_name(measure)
    if measure.method:
        return measure.method
    if measure.trials is not None:
        return "wilson"
    return "mover" if measure.needs is Outcomes else _symmetric_name(measure)


def _symmetric_name(measure: Measure) -> str:
    """Student's t for means, else the delta method; with the scale on which the interval is symmetric."""
    base = "delta" if measure.losses is None else "t"
    return base if measure.scale == "identity" else f"{base}-{measure.scale}"


def methods_for(measure: Measure, *, clustered: bool = False) -> tuple[str, ...]:
    """The interval methods that are valid for a measure, the default first.

    "delta" is value -/+ z standard errors; "delta-logit" and the like are symmetric on that scale.
    """
    first = default_method(measure, clustered=clustered)
    if first in ("order-statistics", "lower-bound"):
        return (first,)
    known = [first]
    if not clustered:
        if measure.trials is not None:
            known += SHARE_METHODS
        if measure.needs is Outcomes:
            known.append("mover")
    known += [_symmetric_name(measure), "delta"] if measure.losses is None else ["t", "delta"]
    if measure.needs is not Moments:
        known += RESAMPLED
    return tuple(dict.fromkeys(known))


class _Task:
    """One estimate in the making."""

    def __init__(
        self,
        measure: Measure,
        evidence: Any,
        parameters: dict[str, Any],
        level: float,
        value: float,
        losses: Moments | None,
        clusters: Clusters | None,
    ) -> None:
        self.measure, self.evidence, self.parameters = measure, evidence, parameters
        self.level, self.value, self.losses, self.clusters = level, value, losses, clusters
        self.seed, self.replicates, self.stratified = 0, 2000, False

    def limits(self, method: str, *, given: bool) -> tuple[float, float, str, str | None]:
        """Low, high, the method that was used in the end, and why there is no interval if there is none."""
        if isinf(self.value) and method != "mover":
            why = self.measure.why(self.evidence, **self.parameters)
            return (nan, inf, method, why) if self.value > 0 else (-inf, nan, method, why)
        if method in SHARE_METHODS:
            return (*self._share(method), method, None)
        if method == "mover":
            return (*self._mover(), method, None)
        if method == "order-statistics":
            low, high = median_limits(self.evidence, self.level)
            return low, high, method, "too few rows for this level" if isnan(low) else None
        if method == "lower-bound":
            return self.value, inf, method, self.measure.caution
        if method == "upper-bound":
            return 0.0, self._symmetric("delta", given=True)[1], method, self.measure.caution
        if method in RESAMPLED:
            return self._resampled(method)
        return self._symmetric(method, given=given)

    def _share(self, method: str) -> tuple[float, float]:
        assert self.measure.trials is not None
        part, whole = self.measure.trials(self.evidence, **self.parameters)
        squares = _squared_trials(self.measure, self.evidence, self.parameters)
        return share_limits(method, part, whole, self.level, squares)[0]

    def _mover(self) -> tuple[float, float]:
        if isinstance(self.evidence, Outcomes):
            return mover.of_outcomes(self.measure, self.evidence, self.level, self.parameters)
        if isinstance(self.evidence, ConfusionMatrix):
            return mover.of_matrix(self.measure, self.evidence, self.level, self.parameters)
        return mover.of_ladder(self.measure, self.evidence, self.level, self.parameters)

    def _symmetric(self, method: str, *, given: bool) -> tuple[float, float, str, str | None]:
        """DeLong's, Student's or the delta method's interval; square and add where these see no spread."""
        if method == "delong":
            spread = delong_variance(self.evidence)
        elif self.clusters is not None:
            spread = self.clusters.variance(self.measure, self.parameters)
        elif self.losses is not None:
            spread = float(self.losses.standard_error) ** 2
        else:
            spread = variance(self.measure, self.evidence, self.parameters)
        if isnan(spread):
            return nan, nan, method, "too few rows for a variance"
        base, _, scale = method.partition("-")
        ends = None
        # Rounding leaves a trace of variance where there is none.
        if spread > 1e-18 * max(self.value**2, 1.0):
            ends = symmetric_on(scale or "identity", self.value, spread**0.5, self._quantile(base))
        if ends is not None:
            return max(ends[0], self.measure.low), min(ends[1], self.measure.high), method, None
        if not given and isinstance(self.evidence, Outcomes | ConfusionMatrix | Ladder) and self.clusters is None:
            low, high = self._mover()
            if low < high:
                return low, high, "mover", None
        return nan, nan, method, "the sample shows no spread from which an interval could be made"

    def _quantile(self, base: str) -> float:
        """Student's t where whole clusters or the rows of a mean vary, Scheffe's over bins, else normal."""
        if base == "scheffe":
            return _scheffe_quantile(self.level, self.parameters.get("bins", self.measure.parameters["bins"]))
        if self.clusters is not None:
            return _t_quantile(self.level, self.clusters.size - 1)
        if base == "t" and self.losses is not None:
            return _t_quantile(self.level, float(self.losses.effective_n) - 1)
        return normal_quantile(self.level)

    def _resampled(self, method: str) -> tuple[float, float, str, str | None]:
        if self.clusters is not None:
            values = self.clusters.replicate_values(
                self.measure, self.parameters, replicates=self.replicates, seed=self.seed
            )
        else:
            values = replicate_values(
                self.measure,
                self.evidence,
                self.parameters,
                replicates=self.replicates,
                seed=self.seed,
                stratified=self.stratified,
            )
        undefined = int(np.isnan(values).sum())
        why = f"undefined in {undefined} of {len(values)} replicates, which were left out" if undefined else None
        if method == "bootstrap":
            return (*percentile_limits(values, self.level), method, why)
        if self.clusters is not None:
            skew = self.clusters.acceleration(self.measure, self.parameters)
        else:
            skew = acceleration(self.measure, self.evidence, self.parameters)
        return (*bca_limits(values, self.value, skew, self.level), method, why)


def _t_quantile(level: float, freedom: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))


def _scheffe_quantile(level: float, dimensions: int) -> float:
    """Allows for errors in all bins at once: their absolute values add up to more than they should."""
    from scipy.special import chdtri

    return float(np.sqrt(chdtri(dimensions, 1 - level)))


def _rows(measure: Measure, evidence: Any, parameters: dict[str, Any]) -> float:
    """The rows that a value is about: those of the denominator, effective ones where weighted."""
    n = float(evidence.effective_n) if evidence.n else 0.0
    if measure.trials is not None:
        whole = float(measure.trials(evidence, **parameters)[1])
        squares = _squared_trials(measure, evidence, parameters)
        n = whole if squares is None or not whole else whole**2 / float(squares[1])
    return int(n) if n.is_integer() else n


def _squared_trials(measure: Measure, evidence: Any, parameters: dict[str, Any]) -> tuple[Any, Any] | None:
    """Sums of squared weights behind the successes and the trials; None where rows are not weighted."""
    if measure.trials is None or evidence.squares is None:
        return None
    squared = evidence.squared
    if isinstance(evidence, ConfusionMatrix):
        squared = evidence.with_cells(np.asarray(squared).ravel())
    return measure.trials(squared, **parameters)
