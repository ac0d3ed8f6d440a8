"""Tests of models' results: folds, data sets, paired measurements, independent samples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from probative.comparison.held import Results
from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.stats import (
    Pairwise,
    TestResult,
    anova,
    corrected_t,
    five_by_two_f,
    five_by_two_t,
    friedman,
    mann_whitney,
    nemenyi,
    paired_t,
    rm_anova,
    sign,
    student_t,
    tukey,
    welch_t,
    wilcoxon,
)

TOGETHER = ("friedman", "rm-anova", "anova")
"""Tests of all models at once."""
_TWO: dict[str, Callable[..., TestResult]] = {
    "paired-t": paired_t,
    "wilcoxon": wilcoxon,
    "sign": sign,
    "student-t": student_t,
    "welch-t": welch_t,
    "mann-whitney": mann_whitney,
}


def result_test(held: Results, a: str, b: str, test: str, *, level: float) -> TestResult:
    """The test of that name on the results of two models."""
    first, second = held.samples[a], held.samples[b]
    if test == "corrected-t":
        if held.n_train is None or held.n_test is None:
            raise BadParameter(
                "the corrected t needs the sizes of training and test parts.",
                remedy="n_train= and n_test= (--n-train, --n-test)",
            )
        return corrected_t(first, second, n_train=held.n_train, n_test=held.n_test, level=level)
    if test in ("5x2-f", "5x2-t"):
        both = (_five_by_two(values) for values in (first, second))
        return (five_by_two_f if test == "5x2-f" else five_by_two_t)(*both, level=level)
    result = _TWO[test](first, second, level=level)
    return _centred(result) if test == "mann-whitney" else result


def _centred(result: TestResult) -> TestResult:
    """A chance of a to be higher, as its difference from that of b, which is 0 where neither is ahead."""
    effect, low, high = (2 * value - 1 for value in (result.effect, result.low, result.high))
    return replace(result, effect=effect, low=low, high=high, effect_name="P(a > b) - P(a < b)")


def _five_by_two(values: Floats) -> Floats:
    if values.size != 10:
        raise BadParameter("a 5x2 test needs five repeats of two folds.", found=f"{values.size} results")
    return values.reshape(5, 2)


@dataclass(frozen=True, slots=True)
class Together:
    """A test of all models; where it has a test of pairs of its own, those with intervals for all pairs jointly."""

    result: TestResult
    pairwise: Pairwise | None = None
    by_rank: bool = False

    def pair(self, held: Results, a: str, b: str) -> tuple[TestResult, float]:
        """The test of two of the models, and its adjusted p."""
        assert self.pairwise is not None
        found = next(pair for pair in self.pairwise.pairs if {pair.a, pair.b} == {a, b})
        turn = 1.0 if found.a == a else -1.0
        half = self.pairwise.critical_difference if self.by_rank else (found.high - found.low) / 2
        half = half if half is not None and found.p_adjusted == found.p_adjusted else nan
        effect = 0.0 + turn * found.difference
        name = "difference of average ranks" if self.by_rank else "difference of means"
        n = len(held.samples[a]) if self.by_rank else len(held.samples[a]) + len(held.samples[b])
        result = TestResult(
            0.0 + turn * found.statistic,
            None,
            found.p,
            effect,
            effect - half,
            effect + half,
            self.pairwise.method,
            self.pairwise.notes,
            n=n,
            level=self.pairwise.level,
            symbol="z" if self.by_rank else "t",
            effect_name=name,
        )
        return result, found.p_adjusted


def together(held: Results, test: str, better: str, level: float) -> Together:
    """The test of all models together; a repeated-measures analysis is followed by plain paired t-tests."""
    names = list(held.samples)
    if test == "anova":
        groups = list(held.samples.values())
        return Together(anova(*groups, level=level), tukey(*groups, level=level, names=names))
    if test == "rm-anova":
        return Together(rm_anova(held.table, names=names))
    ranked = nemenyi(held.table, better=better, level=level, names=names)
    return Together(friedman(held.table, better=better, names=names), ranked, by_rank=True)


def averages(held: Results) -> dict[str, float]:
    """The mean result of each model."""
    return {name: float(np.mean(values)) for name, values in held.samples.items()}
