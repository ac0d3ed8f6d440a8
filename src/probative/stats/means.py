"""A difference of means, its standard error, and what Student's t says about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot, nan

import numpy as np

from probative.evidence.arrays import Floats
from probative.stats.inputs import paired, positive, sample
from probative.stats.meaning import Alternative
from probative.stats.result import Details, Remarks, TestResult
from probative.stats.tails import acceptance_region, around, beyond, t_critical, t_tail

EQUAL = "the two never differ"
CONSTANT = "all differences are equal and not zero: their spread, and so a t, cannot be estimated"
ONE = "a single pair shows no spread"
LISTED = 50
"""Pairs whose differences are kept one by one, to be shown beside the test."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A difference of means with its standard error and degrees of freedom; `why` says if there is no error."""

    effect: float
    error: float
    df: float
    n: int
    why: str = ""
    details: Details = field(default_factory=dict)

    @property
    def same(self) -> bool:
        """Whether nothing differs at all."""
        return self.why == EQUAL

    def t(self, shift: float = 0.0) -> float:
        """Student's t of the difference from `shift`."""
        return nan if self.why else (self.effect - shift) / self.error

    def limits(self, level: float, alternative: Alternative) -> tuple[float, float]:
        """The differences that a t-test at that level does not reject."""
        from scipy.special import stdtrit

        if self.why:
            return nan, nan
        return around(self.effect, -float(stdtrit(self.df, beyond(level, alternative))) * self.error, alternative)


def of_pairs(a: object, b: object, *, n_train: float | None = None, n_test: float | None = None) -> Contrast:
    """The mean of paired differences; with sizes of training and test sets, allowing for their overlap."""
    _, _, d = paired(a, b)
    n, mean = len(d), float(d.mean())
    factor = 1 / n
    if n_train is not None or n_test is not None:
        factor += positive(n_test or 0.0, "n_test") / positive(n_train or 0.0, "n_train")
    if not d.any():
        return Contrast(0.0, 0.0, n - 1, n, EQUAL)
    if np.ptp(d) == 0:
        return Contrast(mean, 0.0, n - 1, n, ONE if n == 1 else CONSTANT)
    sd = deviation(d)
    listed = {"differences": d.tolist()} if n <= LISTED else {}
    return Contrast(mean, factor**0.5 * sd, n - 1, n, details={"sd": sd} | listed)


def of_samples(a: object, b: object, *, pooled: bool) -> Contrast:
    """The difference of the means of two independent samples; `pooled` takes their variances as equal."""
    x, y = sample(a, "a"), sample(b, "b")
    n, m = len(x), len(y)
    # Means of large numbers round: their distance is taken from a value nearby.
    effect, df = float((x - x[0]).mean() - (y - x[0]).mean()), float(n + m - 2)
    sx, sy = deviation(x), deviation(y)
    details = {"mean_a": float(x.mean()), "mean_b": float(y.mean()), "sd_a": sx, "sd_b": sy, "n_a": n, "n_b": m}
    if not np.ptp(np.concatenate([x, y])):
        return Contrast(0.0, 0.0, df, n + m, EQUAL, details)
    if (min(n, m) < 2 and not pooled) or df < 1:
        return Contrast(effect, nan, nan, n + m, "a single value shows no spread", details)
    if pooled:
        parts = [((size - 1) / df) ** 0.5 * sd for size, sd in ((n, sx), (m, sy)) if size > 1]
        details["sd"] = hypot(*parts)
        error = details["sd"] * (1 / n + 1 / m) ** 0.5
    else:
        error = hypot(sx / n**0.5, sy / m**0.5)
        df = _satterthwaite(sx / n**0.5, sy / m**0.5, n, m)
    if not error:
        return Contrast(effect, 0.0, df, n + m, "no sample varies, and their values differ: no t exists", details)
    return Contrast(effect, error, df, n + m, "", details)


def _satterthwaite(ex: float, ey: float, n: int, m: int) -> float:
    """Degrees of freedom of a difference whose two parts have these standard errors."""
    if not (ex or ey):
        return nan
    share = 1 / (1 + (ey / ex) ** 2) if ex > ey else 1 - 1 / (1 + (ex / ey) ** 2)
    return 1 / (share**2 / (n - 1) + (1 - share) ** 2 / (m - 1))


def deviation(x: Floats) -> float:
    """Standard deviation with n - 1; exactly 0 for equal values, nan for a single one."""
    if len(x) < 2:
        return nan
    reach = float(np.ptp(x))
    # Squares of very small numbers would vanish.
    return reach * float(((x - x[0]) / reach).std(ddof=1)) if reach else 0.0


def t_result(
    contrast: Contrast, method: str, alternative: Alternative, level: float, notes: tuple[str, ...] = ()
) -> TestResult:
    """The t-test of a contrast against 0."""
    low, high = contrast.limits(level, alternative)
    t, p = contrast.t(), nan
    if contrast.same:
        t, p = 0.0, 1.0
    elif not contrast.why:
        p = t_tail(t, contrast.df, alternative)
    why = (contrast.why,) if contrast.why else ()
    details = contrast.details | {"standard_error": contrast.error}
    if not contrast.why and level > 0.5:
        asked = (contrast.df, 1 - level, alternative)
        details["critical"] = t_critical(*asked)
        details["acceptance"] = acceptance_region(contrast.error, *asked)
    kept: Remarks = {"n": contrast.n, "level": level, "alternative": alternative, "details": details}
    return TestResult(t, contrast.df, p, contrast.effect, low, high, method, why + notes, **kept)
