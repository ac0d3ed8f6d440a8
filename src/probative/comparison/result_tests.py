"""Tests of two models' results: folds, data sets, paired measurements, independent samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    return _TWO[test](first, second, level=level)


def _five_by_two(values: Floats) -> Floats:
    if values.size != 10:
        raise BadParameter("a 5x2 test needs five repeats of two folds.", found=f"{values.size} results")
    return values.reshape(5, 2)


def omnibus(held: Results, test: str, better: str, level: float) -> tuple[TestResult, Pairwise, str]:
    """The test of all models together, its pairs, and the name of the pairs' test."""
    names = list(held.samples)
    if test == "anova":
        groups = list(held.samples.values())
        return anova(*groups, level=level), tukey(*groups, level=level, names=names), "Tukey's test"
    table = held.table
    if test == "rm-anova":
        pairs = _by_pairs(held, level)
        return rm_anova(table, names=names), pairs, "paired t-tests"
    return (
        friedman(table, better=better, names=names),
        nemenyi(table, better=better, level=level, names=names),
        "Nemenyi",
    )


def _by_pairs(held: Results, level: float) -> Pairwise:
    """Paired t-tests of all pairs, adjusted by Holm's method."""
    from probative.stats import Pair, adjust

    names = list(held.samples)
    found: list[tuple[str, str, Any]] = []
    for i, a in enumerate(names):
        found += [(a, b, paired_t(held.samples[a], held.samples[b], level=level)) for b in names[i + 1 :]]
    adjusted = adjust([result.p for _, _, result in found])
    pairs = tuple(
        Pair(a, b, r.effect, r.statistic, r.p, float(q), r.low, r.high)
        for (a, b, r), q in zip(found, adjusted, strict=True)
    )
    means = tuple(float(np.mean(values)) for values in held.samples.values())
    return Pairwise(pairs, tuple(names), "paired t-tests", "holm", means, None, level)
