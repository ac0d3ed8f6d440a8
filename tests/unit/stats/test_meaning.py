"""What results of tests say of themselves: H0, the alternative, p, the usual levels, the numbers behind."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

import probative as pv
from probative.stats.meaning import NOT_SIZE, P_MEANS, PRESETS, decision
from probative.stats.registry import Declared, declared

A, B = [80, 82, 85, 78, 85], [81, 81, 86, 80, 88]
"""The deck's five folds."""


def test_every_test_says_what_it_doubts_and_what_p_means() -> None:
    printed = str(pv.stats.paired_t(A, B))
    assert "H0: the mean difference is 0; alternative: H0 does not hold, in whichever direction" in printed
    assert P_MEANS in printed
    assert "not the probability of H0" in P_MEANS
    assert NOT_SIZE in printed
    assert "H0 is not rejected at 0.05, 0.01, 0.001" in printed


@pytest.mark.parametrize("one", declared(), ids=lambda one: f"{one.name}-{getattr(one, 'takes', '')}")
def test_every_declared_test_has_a_null_hypothesis(one: Declared) -> None:
    assert one.null
    assert one.null == one.null.strip()


def test_the_hypothesis_of_a_result_is_that_of_its_test() -> None:
    samples = {"A": A, "B": B, "C": [79, 84, 83, 77, 84]}
    found = [pv.stats.friedman(samples), pv.stats.mcnemar(12, 28), pv.stats.wilcoxon(A, B), pv.stats.anova(A, B)]
    nulls = {one.function.__name__: one.null for one in declared()}
    assert [result.h0 for result in found] == [nulls[name] for name in ("friedman", "mcnemar", "wilcoxon", "anova")]
    assert found[0].h1 == "H0 does not hold"
    assert "the value of a is less than that of b" in pv.stats.sign(A, B, alternative="less").h1


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.2, "not rejected at 0.05, 0.01, 0.001"),
        (0.05, "rejected at 0.05, not at 0.01, 0.001"),
        (0.0005, "rejected at 0.05, 0.01, 0.001"),
    ],
)
def test_the_usual_levels_reject_where_p_is_not_above_them(p: float, said: str) -> None:
    assert f"H0 is {said} (" in decision(p)
    assert PRESETS == (0.05, 0.01, 0.001)


def test_a_level_of_ones_own_stands_among_the_usual_ones() -> None:
    assert "rejected at 0.1, 0.05, not at 0.01" in decision(0.02, 1 - 0.9)
    # 1 - 0.95 is a little more than 0.05, and is 0.05 here.
    assert decision(0.2, 1 - 0.95) == decision(0.2)


@pytest.mark.parametrize("n", [2, 5, 40])
@pytest.mark.parametrize("significance", [0.05, 0.001])
def test_acceptance_regions_are_where_the_mean_does_not_lead_to_rejection(n: int, significance: float) -> None:
    rng = np.random.default_rng(n)
    a, b = rng.normal(size=n), rng.normal(size=n)
    d = a - b
    error = d.std(ddof=1) / math.sqrt(n)
    for side, ends in {
        "two-sided": (-scipy.stats.t.isf(significance / 2, n - 1), scipy.stats.t.isf(significance / 2, n - 1)),
        "greater": (-math.inf, scipy.stats.t.isf(significance, n - 1)),
        "less": (-scipy.stats.t.isf(significance, n - 1), math.inf),
    }.items():
        result = pv.stats.paired_t(a, b, alternative=side, level=1 - significance)
        assert result.details["acceptance"] == pytest.approx(tuple(end * error for end in ends))
        inside = result.details["acceptance"][0] < result.effect < result.details["acceptance"][1]
        assert inside == (not result.rejects(significance))


def test_the_deck_s_acceptance_regions_are_printed() -> None:
    assert "lies in (-1.8417, 1.8417)" in str(pv.stats.paired_t(A, B))
    assert "lies in (-∞, 1.4141)" in str(pv.stats.paired_t(A, B, alternative="greater"))
    assert pv.stats.acceptance_region(0.663325, 4, alternative="less") == pytest.approx((-1.414100, math.inf), abs=1e-5)
    with pytest.raises(ValueError, match="standard error"):
        pv.stats.acceptance_region(0.0, 4)


def test_mcnemar_shows_its_four_counts_and_what_is_expected() -> None:
    result = pv.stats.mcnemar(12, 28, n00=5, n11=155)
    printed = str(result)
    for words in ("n01 = 12 (only a wrong)", "n10 = 28", "20 of each expected under H0", "n00 = 5", "n11 = 155"):
        assert words in printed
    assert result.n == 200
    assert result.p == pv.stats.mcnemar(12, 28, n=200).p
    exact = scipy.stats.binomtest(12, 40).pvalue
    assert result.details["p_exact"] == pytest.approx(exact)
    assert f"exact p = {exact:.3g}" in printed
    assert "exact p < 0.0001" in str(pv.stats.mcnemar(12, 280))


@pytest.mark.parametrize("wrong", [{"n00": 5}, {"n11": 5}, {"n00": 5, "n11": 155, "n": 200}])
def test_counts_of_agreement_come_together_and_alone(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="n00 and n11 come together"):
        pv.stats.mcnemar(12, 28, **wrong)


def test_results_without_a_p_say_no_more_than_they_know() -> None:
    printed = str(pv.stats.paired_t([1.0], [2.0]))
    assert "undefined" in printed
    assert P_MEANS not in printed
    assert "rejected" not in printed


def test_deviations_are_tabulated_as_in_the_deck() -> None:
    found = pv.stats.deviations([1, 2, 3, 4])
    assert found.deviations.tolist() == [-1.5, -0.5, 0.5, 1.5]
    assert (found.total, found.df, found.sum_of_squares) == (0.0, 3, 5.0)
    assert found.variance == pytest.approx(np.var([1, 2, 3, 4], ddof=1))
    assert "add up to 0, so that 3 of them are free" in str(found)
    paired = pv.stats.deviations(A, B)
    assert paired.deviations == pytest.approx([0.2, 2.2, 0.2, -0.8, -1.8])
    assert (paired.mean, paired.variance, paired.sd) == pytest.approx((-1.2, 2.2, 1.483239697419))
    assert "a - b" in str(paired)


@pytest.mark.parametrize("shift", [0.0, 1e12])
def test_deviations_of_large_numbers_do_not_round_away(shift: float) -> None:
    found = pv.stats.deviations([shift + 1, shift + 2, shift + 3, shift + 4])
    assert found.deviations.tolist() == [-1.5, -0.5, 0.5, 1.5]


def test_a_single_value_has_no_degree_of_freedom() -> None:
    found = pv.stats.deviations([3.0])
    assert found.df == 0
    assert math.isnan(found.variance)
    assert "no deviation is free" in str(found)
