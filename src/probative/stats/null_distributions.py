"""The distribution that a statistic has under H0: its density or chances, and where it leads to rejection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import copysign, inf, isfinite, isnan, sqrt
from typing import Any

import numpy as np

from probative.evidence.arrays import Floats
from probative.stats.densities import Density, chi_squared, fisher, normal, student
from probative.stats.meaning import Alternative
from probative.stats.rank_distributions import exact_p, rank_sum_shares, signed_rank_shares
from probative.stats.tails import binomial_p

SAME = 1e-6
"""Relative difference up to which a p is that of a distribution."""
TINY = 1e-4
"""Chances below this share of the largest are not worth drawing."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """What a result says of its statistic."""

    statistic: float
    df: float | tuple[float, float] | None
    p: float
    alternative: Alternative = "two-sided"
    symbol: str = "t"
    method: str = ""
    h0: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    at_most: bool = False

    @property
    def p_said(self) -> str:
        """P in words: as a bound where the test cannot see how small it is."""
        sign = "≤" if self.at_most else "="
        return f"p {sign} {self.p:.3g}" if not self.p < 1e-4 else "p < 0.0001"


@dataclass(frozen=True, slots=True)
class Smooth:
    """A density: Student's t, normal, chi-squared or F, with the tails that speak against H0."""

    name: str
    frozen: Density
    alternative: Alternative
    statistic: float

    @property
    def both(self) -> bool:
        """Whether the distribution lies on both sides of 0."""
        return self.name in ("t", "z")

    def region(self, significance: float) -> tuple[float, float]:
        """The ends of the statistics that do not lead to rejection."""
        if not self.both:
            return -inf, float(self.frozen.isf(significance))
        cut = float(self.frozen.isf(significance / 2 if self.alternative == "two-sided" else significance))
        return (-inf if self.alternative == "greater" else -cut), (inf if self.alternative == "less" else cut)

    def tail(self) -> float:
        """The p-value by this distribution."""
        if self.both and self.alternative == "two-sided":
            return 2 * float(self.frozen.sf(abs(self.statistic)))
        if self.both and self.alternative == "less":
            return float(self.frozen.cdf(self.statistic))
        return float(self.frozen.sf(self.statistic))

    def points(self, significance: float) -> tuple[Floats, Floats]:
        """The density from end to end, with the statistic inside."""
        ends = [end for end in self.region(significance / 10) if isfinite(end)]
        far = 1.15 * max(abs(self.statistic), *map(abs, ends), 3.5 if self.both else 1.0)
        x = np.linspace(-far if self.both else 0.0, far, 401)
        # A density may have no end at 0.
        x = x if self.both else x[1:]
        return x, np.asarray(self.frozen.pdf(x), np.float64)


@dataclass(frozen=True, slots=True)
class Discrete:
    """Chances of whole (or half) numbers, and the p-value that each of them would have."""

    name: str
    places: Floats
    chances: Floats
    p_values: Floats
    statistic: float

    def rejected(self, significance: float) -> Floats:
        """Which of the places lead to rejection."""
        return np.asarray(self.p_values <= significance + 1e-12)

    def shown(self) -> Floats:
        """Which of the places are worth drawing: those with a chance to be seen, and the one that was seen."""
        seen = self.chances >= TINY * self.chances.max()
        inside = np.flatnonzero(seen)
        here = np.abs(self.places - self.statistic) < 0.25
        between = np.arange(len(seen))
        low, high = inside[0], inside[-1]
        if here.any():
            low, high = min(low, int(np.argmax(here))), max(high, int(np.argmax(here)))
        return np.asarray((between >= low) & (between <= high) & (self.chances > 0))


def null_distribution(result: Statistic) -> Smooth | Discrete | None:
    """The distribution of the statistic under H0; None where it has no p, or one that is of no known distribution.

    >>> found = null_distribution(Statistic(-1.809068, 4, 0.144704))
    >>> [round(end, 3) for end in found.region(0.05)]
    [-2.776, 2.776]
    """
    if isnan(result.p) or isnan(result.statistic):
        return None
    smooth = _smooth(result)
    if smooth is not None:
        # A test may look up its statistic elsewhere (margins, other scales): what is not its distribution is not drawn.
        return smooth if abs(smooth.tail() - result.p) <= SAME * result.p + 1e-12 else None
    return _of_counts(result) or _of_ranks(result) or _of_swaps(result)


def _smooth(result: Statistic) -> Smooth | None:
    used = result.details.get("df_used", result.df)
    df = tuple(map(float, used)) if isinstance(used, tuple | list) else () if used is None else (float(used),)
    known: Mapping[str, tuple[Callable[..., Density], int]] = {
        "t": (student, 1),
        "z": (normal, 0),
        "chi2": (chi_squared, 1),
        "Q": (chi_squared, 1),
        "F": (fisher, 2),
    }
    if result.symbol not in known or len(df) != known[result.symbol][1]:
        return None
    if result.symbol == "chi2" and result.alternative != "two-sided" and "n01" in result.details:
        # A square hides its sign, and with it the direction: its root shows both.
        signed = copysign(sqrt(result.statistic), result.details["n10"] - result.details["n01"])
        return Smooth("z", normal(), result.alternative, signed)
    return Smooth(result.symbol, known[result.symbol][0](*df), result.alternative, result.statistic)


def _of_counts(result: Statistic) -> Discrete | None:
    """Fair tosses: rows that only one model got right, or signs of differences."""
    from scipy.special import gammaln

    details = result.details
    wins, losses = (details.get(name) for name in (("n10", "n01") if "n10" in details else ("above", "below")))
    if wins is None or losses is None or not wins + losses:
        return None
    n = int(wins + losses)
    name = "n10" if "n10" in details else "differences above 0"
    spread = 6 * n**0.5 / 2
    low, high = max(0, int(n / 2 - spread - abs(wins - n / 2))), min(n, int(n / 2 + spread + abs(wins - n / 2)) + 1)
    places = np.arange(low, high + 1, dtype=np.float64)
    chances = np.exp(gammaln(n + 1) - gammaln(places + 1) - gammaln(n - places + 1) - n * np.log(2))
    mid = "mid-p" in result.method
    p = np.array([binomial_p(int(k), n, result.alternative, mid=mid) for k in places])
    return Discrete(f"{name} of {n}", places, chances, p, float(wins))


def _of_ranks(result: Statistic) -> Discrete | None:
    """Exact rank sums, where the ranks were kept."""
    ranks = result.details.get("ranks")
    if not ranks or "exact" not in result.method:
        return None
    held, size = np.asarray(ranks, np.float64), result.details.get("size")
    shares = signed_rank_shares(held) if size is None else rank_sum_shares(held, int(size))
    seen = result.details["w_plus" if size is None else "rank_sum"]
    some = np.flatnonzero(shares > 0)
    p = np.array([exact_p(shares, int(place), result.alternative) for place in some])
    name = "sum of the ranks of positive differences" if size is None else "rank sum of a"
    return Discrete(name, some / 2, shares[some], p, float(seen))


def _of_swaps(result: Statistic) -> Discrete | None:
    """What swapping predictions gives, in bins, where a permutation test kept them."""
    kept = result.details.get("null")
    if not kept:
        return None
    places, chances, p = (np.asarray(kept[name], np.float64) for name in ("places", "chances", "p"))
    return Discrete("difference, predictions swapped,", places, chances, p, result.statistic)
