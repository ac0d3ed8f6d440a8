"""One measure of two independent samples, such as two published confusion matrices: the difference of its values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import erf, erfc, hypot, isfinite, nan, sqrt
from typing import Any

from probative.evidence.kinds import Measurable
from probative.inference import Estimate, estimate
from probative.inference.roots import root
from probative.measurement import find
from probative.measurement.registry import Trials
from probative.stats.inputs import checked
from probative.stats.registry import Aside
from probative.stats.result import Remarks, TestResult
from probative.stats.two_shares import two_proportions

FURTHEST = 7.5
"""Standard errors up to which intervals are asked for: those of p = 6e-14."""
METHOD = "difference of independent values (square and add)"


@Aside(
    "independent-values",
    title="One measure of two independent samples",
    question="does a measure differ between two matrices (or other evidence) of different rows?",
    null="the measure has the same value in both",
    assumes=("all rows are independent of each other", "no row is in both samples", "the interval of each holds"),
)
def independent_values(
    name: str,
    a: Measurable,
    b: Measurable,
    *,
    level: float = 0.95,
    random_state: int = 0,
    **parameters: Any,
) -> TestResult:
    """Difference of a measure between two independent samples, with the p-value at which its interval just reaches 0.

    A share of unweighted rows is compared as two proportions (Miettinen and Nurminen). For any other measure the
    intervals of both values are squared and added (Zou and Donner 2008), each side from the limits that matter there.

    >>> from probative.evidence import Outcomes
    >>> a, b = Outcomes(tp=40, fn=10, fp=5, tn=45), Outcomes(tp=30, fn=20, fp=10, tn=40)
    >>> found = independent_values("mcc", a, b)
    >>> round(found.effect, 3), round(found.low, 3), round(found.high, 3), round(found.p, 3)
    (0.295, 0.068, 0.512, 0.011)
    """
    checked("two-sided", level)
    measure = find(name, a)
    trials = measure.trials
    if trials is not None and find(name, b).trials is not None and not (_weighted(a) or _weighted(b)):
        return _shares(trials(a, **parameters), trials(b, **parameters), name, level)

    def at(level: float) -> tuple[Estimate, Estimate]:
        first, second = (
            estimate(name, evidence, level=level, random_state=random_state, **parameters) for evidence in (a, b)
        )
        return first, second

    x, y = at(level)
    n = float(a.n) + float(b.n)
    words: Remarks = {"n": n, "level": level, "symbol": "z", "effect_name": f"difference of {measure.name}"}
    words["details"] = {"value_a": x.value, "value_b": y.value}
    why = next((found.why or "no interval" for found in (x, y) if not _bounded(found)), None)
    if why is not None:
        return TestResult(nan, None, nan, x.value - y.value, method=METHOD, notes=(why,), **words)
    low, high = difference_limits(x, y)
    z = _reaching(at, x.value - y.value)
    found = TestResult(z, None, erfc(abs(z) / sqrt(2)), x.value - y.value, low, high, METHOD, **words)
    return found if abs(z) < FURTHEST else _at_most(found)


def difference_limits(x: Estimate, y: Estimate) -> tuple[float, float]:
    """Limits of x - y from the limits of both: the moves towards each side, squared and added.

    >>> difference_limits(Estimate(0.8, 0.5, 0.9), Estimate(0.6, 0.2, 1.0))
    (-0.29999999999999993, 0.6123105625617661)
    """
    gap = x.value - y.value
    return gap - hypot(x.value - x.low, y.high - y.value), gap + hypot(x.high - x.value, y.value - y.low)


def _shares(a: Trials, b: Trials, name: str, level: float) -> TestResult:
    (part_a, whole_a), (part_b, whole_b) = ((int(part), int(whole)) for part, whole in (a, b))
    if not (whole_a and whole_b):
        why = f"{name} has no rows to be a share of"
        return TestResult(nan, None, nan, method=METHOD, notes=(why,), level=level, symbol="z")
    return two_proportions(part_a, whole_a, part_b, whole_b, level=level)


def _reaching(at: Callable[[float], tuple[Estimate, Estimate]], gap: float) -> float:
    """The z, with its sign, at which the interval just reaches 0; the furthest that is asked for where none does."""

    def beyond(z: float) -> float:
        """How far the nearer limit lies beyond 0, on the side of the gap."""
        low, high = difference_limits(*at(erf(z / sqrt(2))))
        return low if gap > 0 else -high

    if not gap or beyond(1e-6) <= 0:
        return 0.0
    sign = 1.0 if gap > 0 else -1.0
    return sign * (FURTHEST if beyond(FURTHEST) >= 0 else root(beyond, 1e-6, FURTHEST, within=1e-10))


def _at_most(found: TestResult) -> TestResult:
    return replace(found, at_most=True, notes=(*found.notes, f"more than {FURTHEST:g} standard errors apart"))


def _bounded(found: Estimate) -> bool:
    return found.defined and isfinite(found.low) and isfinite(found.high)


def _weighted(evidence: Measurable) -> bool:
    return getattr(evidence, "squares", None) is not None
