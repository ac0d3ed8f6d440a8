"""Tests that are called by hand, and effect sizes: of two shares, two areas, a square table, two samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from probative.inference import Estimate
from probative.inference.doubting import doubted
from probative.stats.areas import delong_unpaired
from probative.stats.no_information import no_information_rate
from probative.stats.odds import fisher_exact
from probative.stats.rank_effects import cliffs_delta, rank_biserial
from probative.stats.result import TestResult
from probative.stats.square_tables import bowker, stuart_maxwell
from probative.stats.standardised import cohens_d, cohens_d_paired, hedges_g
from probative.stats.two_shares import two_proportions
from probative.validation.cases.case import wanted
from probative.validation.counting import Covering, Rejecting, answered
from probative.validation.fingerprint import COMPARED
from probative.validation.lines import Line

Rng = np.random.Generator
SHIFT = 0.8
"""How many standard deviations apart the means of two samples are, where they are."""
METHODS = ("miettinen-nurminen", "newcombe", "agresti-caffo")


@dataclass(frozen=True)
class Tested:
    """A test, how its question is drawn where H0 holds and where it does not, and what its effect then is."""

    setting: str
    alternative: str
    ask: Callable[[Rng, bool], TestResult]
    effect: float | None = None


@dataclass(frozen=True)
class Sized:
    """An effect size, how a sample of it is drawn, and its value in the population."""

    setting: str
    ask: Callable[[Rng], Estimate]
    effect: float


@dataclass(frozen=True)
class ByHand:
    """What one function says of samples of n values (or rows, or pairs)."""

    n: int
    effort: float = 1.0

    @property
    def name(self) -> str:
        """The size of the samples."""
        return f"by hand: {self.n}"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The functions that are called."""
        return (
            "two-proportions",
            "fisher",
            "delong-unpaired",
            "bowker",
            "stuart-maxwell",
            "no-information-rate",
            *SIZES,
        )

    @property
    def rooms(self) -> tuple[str, ...]:
        """Where its numbers are made."""
        return COMPARED

    def judged(self, replicates: int, rng: Rng, only: frozenset[str]) -> list[Line]:
        """A line for each test, one for its interval where it has one, and one for each effect size."""
        lines: list[Line] = []
        for subject, what, tested in self._tests():
            if wanted(subject, only):
                lines += _of_test(what, tested, replicates, rng)
        for name, sized in self._sizes():
            if wanted(name, only):
                covered = Covering(name, sized.setting)
                for _ in range(replicates):
                    covered.add(answered(sized.ask, rng), sized.effect)
                lines.append(covered.line())
        return lines

    def _tests(self) -> Iterator[tuple[str, str, Tested]]:
        """Each by what it is called, by what its line is called, and how it is asked."""
        n = self.n
        for share, other in ((0.05, 0.3), (0.4, 0.7)):
            setting, alternative = f"{n} and {2 * n} rows, shares of {share:g}", f"{share:g} against {other:g}"
            for method in METHODS:
                ask = _shares(n, share, other, lambda *cells, how=method: two_proportions(*cells, method=how))
                yield "two-proportions", f"two-proportions ({method})", Tested(setting, alternative, ask, share - other)
            ask = _shares(n, share, other, lambda a, m, b, k: fisher_exact(a, m - a, b, k - b))
            yield "fisher", "fisher", Tested(setting, alternative, ask)
        areas = Tested(f"{n} and {2 * n} rows, AUC 0.8", "AUC 0.8 against 0.9", _areas(n, 0.8, 0.9), 0.8 - 0.9)
        yield "delong-unpaired", "delong-unpaired", areas
        for test in (bowker, stuart_maxwell):
            name = test.__name__.replace("_", "-")
            yield name, name, Tested(f"{n} rows, 3 classes", "half of one confusion the other way", _square(n, test))
        yield (
            "no-information-rate",
            "no-information-rate",
            Tested(f"{n} rows, 60 % of one class", "80 % right", _right(n)),
        )

    def _sizes(self) -> Iterator[tuple[str, Sized]]:
        """Each effect size of normal samples that are moved apart."""
        n, setting = self.n, f"2 x {self.n} normal values, {SHIFT:g} standard deviations apart"
        higher = 2 * float(ndtr(SHIFT / sqrt(2))) - 1
        for measure, effect in ((cohens_d, SHIFT), (hedges_g, SHIFT), (cliffs_delta, higher)):
            yield measure.__name__, Sized(setting, _two(n, measure), effect)
        paired = f"{self.n} pairs, {SHIFT:g} standard deviations of the differences apart"
        # The mean of two differences is positive with this chance.
        walsh = 2 * float(ndtr(SHIFT * sqrt(2))) - 1
        for measure, effect in ((cohens_d_paired, SHIFT), (rank_biserial, walsh)):
            yield measure.__name__, Sized(paired, _pairs(n, measure), effect)


SIZES = ("cohens_d", "hedges_g", "cliffs_delta", "cohens_d_paired", "rank_biserial")


def _of_test(what: str, tested: Tested, replicates: int, rng: Rng) -> list[Line]:
    alarms = Rejecting(what, tested.setting, tested.alternative)
    covered = Covering(f"difference by {what}", f"{tested.setting}; {tested.alternative}")
    for _ in range(replicates):
        alike = answered(tested.ask, rng, True)
        alarms.add(_rejects(alike), not isinstance(alike, str) and doubted(*alike.notes))
        found = answered(tested.ask, rng, False)
        alarms.add_alternative(_rejects(found))
        if tested.effect is not None:
            covered.add(found if isinstance(found, str) else _interval(found), tested.effect)
    return [alarms.line()] if tested.effect is None else [alarms.line(), covered.line()]


def _rejects(found: TestResult | str) -> bool | str:
    if isinstance(found, str):
        return found
    return found.rejects() if found.defined else "; ".join(found.notes)


def _interval(found: TestResult) -> Estimate:
    return Estimate(
        found.effect, found.low, found.high, found.level, found.method, found.n, "; ".join(found.notes) or None
    )


def _shares(n: int, share: float, other: float, test: Callable[..., TestResult]) -> Callable[[Rng, bool], TestResult]:
    def ask(rng: Rng, equal: bool) -> TestResult:
        second = share if equal else other
        return test(int(rng.binomial(n, share)), n, int(rng.binomial(2 * n, second)), 2 * n)

    return ask


def _areas(n: int, first: float, second: float) -> Callable[[Rng, bool], TestResult]:
    def scored(rng: Rng, rows: int, auc: float) -> tuple[Any, Any]:
        truth = np.arange(rows) % 3 == 0
        return truth, rng.normal(size=rows) + sqrt(2) * float(ndtri(auc)) * truth

    def ask(rng: Rng, equal: bool) -> TestResult:
        return delong_unpaired(scored(rng, n, first), scored(rng, 2 * n, first if equal else second))

    return ask


def _square(n: int, test: Callable[[Any], TestResult]) -> Callable[[Rng, bool], TestResult]:
    even = np.array([[0.3, 0.08, 0.04], [0.08, 0.2, 0.06], [0.04, 0.06, 0.14]])
    moved = even + np.array([[0, 0.06, 0], [-0.06, 0, 0], [0, 0, 0]])

    def ask(rng: Rng, equal: bool) -> TestResult:
        return test(rng.multinomial(n, (even if equal else moved).ravel()).reshape(3, 3))

    return ask


def _right(n: int) -> Callable[[Rng, bool], TestResult]:
    """The larger class is fixed at 60 %: the null of the test is that as many are right."""
    large = round(0.6 * n)

    def ask(rng: Rng, equal: bool) -> TestResult:
        share = large / n if equal else 0.8
        a, b = int(rng.binomial(large, share)), int(rng.binomial(n - large, share))
        return no_information_rate([[a, large - a], [n - large - b, b]])

    return ask


def _two(n: int, measure: Callable[..., Estimate]) -> Callable[[Rng], Estimate]:
    return lambda rng: measure(rng.normal(size=n) + SHIFT, rng.normal(size=n))


def _pairs(n: int, measure: Callable[..., Estimate]) -> Callable[[Rng], Estimate]:
    def ask(rng: Rng) -> Estimate:
        shared = rng.normal(size=n)
        return measure(shared + rng.normal(size=n) + SHIFT, shared)

    return ask
