"""Two shares of independent samples: their difference, with an interval and the p-value that belongs to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import acos, cos, pi, sqrt

from probative.errors import BadCounts
from probative.inference.doubting import COARSE
from probative.inference.proportion import normal_quantile
from probative.inference.roots import root
from probative.stats.inputs import checked, chosen, count
from probative.stats.registry import Aside
from probative.stats.result import Remarks, TestResult
from probative.stats.tails import z_tail

NAMES = ("successes_a", "trials_a", "successes_b", "trials_b")
LARGEST = 1e9
"""More standard errors than any counts are apart."""
FEW, TIMES = 3, 2
"""Events expected in the smaller sample below which one more decides, where the other one is so many times larger."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Successes and trials of two samples."""

    a: int
    of_a: int
    b: int
    of_b: int

    @property
    def difference(self) -> float:
        """The share of a minus that of b."""
        return self.a / self.of_a - self.b / self.of_b

    def turned(self) -> Shares:
        """The same with a and b swapped."""
        return Shares(self.b, self.of_b, self.a, self.of_a)


def _newcombe(counts: Shares, z: float) -> float:
    """Upper limit by square and add of Wilson's limits (Newcombe 1998, method 10)."""
    high, low = _to_wilson(counts.a, counts.of_a, z), _to_wilson(counts.of_b - counts.b, counts.of_b, z)
    return min(counts.difference + sqrt(high**2 + low**2), 1.0)


def _to_wilson(part: int, whole: int, z: float) -> float:
    """How far Wilson's upper limit is above the share."""
    p, z2 = part / whole, z * z
    half = z * sqrt(p * (1 - p) / whole + z2 / (4 * whole**2))
    return ((0.5 - p) * z2 / whole + half) / (1 + z2 / whole)


def _agresti_caffo(counts: Shares, z: float) -> float:
    """Upper limit by Wald after one success and one failure more in each sample (Agresti and Caffo 2000)."""
    p, q = (counts.a + 1) / (counts.of_a + 2), (counts.b + 1) / (counts.of_b + 2)
    return min(p - q + z * sqrt(p * (1 - p) / (counts.of_a + 2) + q * (1 - q) / (counts.of_b + 2)), 1.0)


def _miettinen_nurminen(counts: Shares, z: float) -> float:
    """Upper limit: the largest difference that the score test does not reject (Miettinen and Nurminen 1985)."""

    def excess(delta: float) -> float:
        return delta - counts.difference - z * _score_error(counts, delta)

    # At the observed difference itself the variance may vanish, and the statistic with it: start just above.
    start = counts.difference + 1e-14
    if excess(1.0) <= 0 or start >= 1:
        return 1.0
    return root(excess, start, 1.0) if excess(start) < 0 else counts.difference


def _score_error(counts: Shares, delta: float) -> float:
    """The standard error of the difference where the true one is delta, by restricted maximum likelihood."""
    n, m = counts.of_a, counts.of_b
    p, q = _restricted(counts, delta)
    return sqrt(max(p * (1 - p) / n + q * (1 - q) / m, 0.0) * (n + m) / (n + m - 1))


def _restricted(counts: Shares, delta: float) -> tuple[float, float]:
    """The shares p = q + delta under which the counts are most probable: a root of a cubic, in closed form."""
    n, m, x, y = counts.of_a, counts.of_b, counts.a, counts.b
    total = n + m
    l2 = (n + 2 * m) * delta - total - (x + y)
    l1 = (m * delta - total - 2 * y) * delta + x + y
    l0 = y * delta * (1 - delta)
    # Of the roots of total q^3 + l2 q^2 + l1 q + l0 = 0 the one between 0 and 1.
    centre = l2 / (3 * total)
    v = centre**3 - l1 * l2 / (6 * total**2) + l0 / (2 * total)
    u = sqrt(max(centre**2 - l1 / (3 * total), 0.0)) * (1 if v > 0 else -1)
    w = (pi + acos(min(max(v / u**3, -1.0), 1.0))) / 3 if u else pi / 2
    q = min(max(2 * u * cos(w) - centre, 0.0, -delta), 1.0, 1 - delta)
    return min(max(q + delta, 0.0), 1.0), q


METHODS: dict[str, Callable[[Shares, float], float]] = {
    "miettinen-nurminen": _miettinen_nurminen,
    "newcombe": _newcombe,
    "agresti-caffo": _agresti_caffo,
}
"""The upper limit of the difference at so many standard errors, by name."""


@Aside(
    "two-proportions",
    title="Two independent proportions",
    question="do two shares of different rows differ, and by how much?",
    null="both shares are equal",
    assumes=("all rows are independent of each other", "no row is in both samples"),
)
def two_proportions(
    successes_a: int,
    trials_a: int,
    successes_b: int,
    trials_b: int,
    *,
    method: str = "miettinen-nurminen",
    alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Difference of two independent proportions, with the p-value at which its interval would just reach 0.

    "miettinen-nurminen" inverts the score test with (n + m) / (n + m - 1) on the variance (R: DescTools
    BinomDiffCI "mn"), "newcombe" squares and adds Wilson's limits (method 10, "score" there), "agresti-caffo" adds
    a success and a failure to each sample. z is that of the interval, so both always say the same.

    >>> found = two_proportions(56, 70, 48, 80)
    >>> round(found.effect, 4), round(found.low, 4), round(found.high, 4), round(found.p, 4)
    (0.2, 0.0528, 0.3382, 0.0083)
    """
    side = checked(alternative, level)
    upper = METHODS[chosen(method, tuple(METHODS), "method")]
    counts = _counted(successes_a, trials_a, successes_b, trials_b)
    z = normal_quantile(level if side == "two-sided" else 2 * level - 1)
    low = -1.0 if side == "less" else -upper(counts.turned(), z)
    high = 1.0 if side == "greater" else upper(counts, z)
    statistic = _reaching(upper, counts)
    words: Remarks = {"n": counts.of_a + counts.of_b, "level": level, "alternative": side, "symbol": "z"}
    words["effect_name"] = "difference of proportions"
    words["details"] = {"share_a": counts.a / counts.of_a, "share_b": counts.b / counts.of_b}
    name = f"two independent proportions ({method})"
    p = z_tail(statistic, side)
    return TestResult(statistic, None, p, counts.difference, low, high, name, _doubts(counts), **words)


def _doubts(counts: Shares) -> tuple[str, ...]:
    """That a small sample beside a large one expects hardly an event, so that a single one tells the shares apart.

    Against infinitely many rows only the smaller sample varies: where it expects 0.17 events, it has one in 16 of 100
    samples, which is 1.96 standard errors of the score test from none.
    """
    smaller, larger = sorted((counts.of_a, counts.of_b))
    share = (counts.a + counts.b) / (smaller + larger)
    expected = smaller * min(share, 1 - share)
    if not 0 < expected < FEW or larger < TIMES * smaller:
        return ()
    few = f"{COARSE} (the smaller sample expects {expected:.2g})"
    return (f"{few}: up to 16 of 100 samples tell equal shares apart; fisher_exact does in at most 5",)


def _counted(a: object, of_a: object, b: object, of_b: object) -> Shares:
    counts = Shares(*(count(value, name) for value, name in zip((a, of_a, b, of_b), NAMES, strict=True)))
    for part, whole in ((counts.a, counts.of_a), (counts.b, counts.of_b)):
        if not 0 <= part <= whole or not whole:
            raise BadCounts("successes are some of the trials, of which there is one.", found=f"{part} of {whole}")
    return counts


def _reaching(upper: Callable[[Shares, float], float], counts: Shares) -> float:
    """The z, with its sign, at which the interval just reaches 0."""
    # Agresti and Caffo's interval has a centre of its own, which decides the sign.
    sign = 1.0 if upper(counts, 0.0) - upper(counts.turned(), 0.0) >= 0 else -1.0
    near = counts.turned() if sign > 0 else counts

    def missing(z: float) -> float:
        return upper(near, z)

    return 0.0 if missing(0.0) >= 0 else sign * root(missing, 0.0, LARGEST, within=1e-13)
