"""Comparisons that claim one direction, at a level chosen beforehand, with what lies behind the statistic."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pingouin
import pytest
import scipy.stats

import probative as pv
from probative.errors import InvalidMethod
from probative.stats.meaning import NOT_SIZE, P_MEANS

A, B = [80, 82, 85, 78, 85], [81, 81, 86, 80, 88]
"""The deck's five folds."""
RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, 120)
LABELS = {name: np.where(RNG.random(120) < right, TRUTH, 1 - TRUTH) for name, right in (("good", 0.85), ("poor", 0.7))}
SIDES = ("two-sided", "greater", "less")
SKEWED = {"A": RNG.exponential(size=14), "B": RNG.exponential(size=14) + 0.4}


@pytest.mark.parametrize("side", SIDES)
def test_results_are_tested_in_one_direction_as_scipy_does(side: Any) -> None:
    paired = pv.compare({"A": A, "B": B}, of="paired", parametric=True, alternative=side)
    assert paired.p == pytest.approx(scipy.stats.ttest_rel(A, B, alternative=side).pvalue)
    welch = pv.compare({"A": A, "B": B}, of="independent", parametric=True, test="welch-t", alternative=side)
    assert welch.p == pytest.approx(scipy.stats.ttest_ind(A, B, equal_var=False, alternative=side).pvalue)
    ranks = pv.compare(SKEWED, of="paired", parametric=False, alternative=side)
    assert ranks.p == pytest.approx(scipy.stats.wilcoxon(*SKEWED.values(), alternative=side).pvalue)
    sums = pv.compare(SKEWED, of="independent", parametric=False, alternative=side)
    assert sums.p == pytest.approx(scipy.stats.mannwhitneyu(*SKEWED.values(), alternative=side, method="exact").pvalue)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("measure", ["accuracy", "error_rate"])
def test_a_direction_is_one_of_the_measure(measure: str, side: Any) -> None:
    """A greater error rate is a smaller accuracy, so that McNemar's test must be turned."""
    verdict = pv.compare(truth=TRUTH, predicted=LABELS, measure=measure, alternative=side, test="mcnemar")
    right = {name: said == TRUTH for name, said in LABELS.items()}
    won, lost = int((right["good"] & ~right["poor"]).sum()), int((~right["good"] & right["poor"]).sum())
    greater = won if measure == "accuracy" else lost
    result = verdict.contests[0].result
    assert result.details["p_exact"] == pytest.approx(scipy.stats.binomtest(greater, won + lost, 0.5, side).pvalue)
    assert result.alternative == side
    assert result.details["n00"] == (~right["good"] & ~right["poor"]).sum()
    assert result.details["n11"] == (right["good"] & right["poor"]).sum()


@pytest.mark.parametrize(("side", "winner"), [("two-sided", "good"), ("greater", "good"), ("less", None)])
def test_only_the_direction_that_was_claimed_can_win(side: Any, winner: str | None) -> None:
    verdict = pv.compare(truth=TRUTH, predicted=LABELS, measure="accuracy", alternative=side)
    assert verdict.contests[0].winner == winner


@pytest.mark.parametrize("measure", ["auc", "f1", "mcc", "brier", "average_precision"])
def test_every_test_of_rows_takes_a_direction(measure: str) -> None:
    scores = {name: np.clip(said * 0.5 + RNG.random(120) * 0.5, 0, 1) for name, said in LABELS.items()}
    found = {
        side: pv.compare(truth=TRUTH, scores=scores, measure=measure, alternative=side, threshold=0.5) for side in SIDES
    }
    small, large = sorted((found["greater"].p, found["less"].p))
    assert small + large == pytest.approx(1.0, abs=0.05)
    assert found["two-sided"].p == pytest.approx(2 * small, rel=0.15, abs=0.002)


def test_intervals_of_one_direction_are_open_and_say_so() -> None:
    verdict = pv.compare({"A": A, "B": B}, of="paired", alternative="less")
    result = verdict.contests[0].result
    assert result.low == -np.inf
    assert result.high == pytest.approx(-1.2 + scipy.stats.t.isf(0.05, 4) * 1.483239697419 / 5**0.5)
    assert "at most 0.2" in str(verdict)
    assert "one-sided, less" in str(verdict)
    again = pv.Verdict.from_dict(verdict.to_dict())
    assert again.to_dict() == verdict.to_dict()
    assert again.contests[0].result.h1 == result.h1


def test_several_pairs_in_one_direction_are_adjusted_in_steps() -> None:
    models = {name: RNG.normal(mean, 1, 20) for name, mean in (("base", 0), ("x", 1), ("y", 0.2))}
    verdict = pv.compare(models, of="paired", parametric=True, alternative="greater", reference="base")
    plain = [scipy.stats.ttest_rel(models[name], models["base"], alternative="greater").pvalue for name in ("x", "y")]
    wanted = sorted(min(1.0, 2 * min(plain)) if p == min(plain) else max(2 * min(plain), p) for p in plain)
    assert sorted(c.p_adjusted for c in verdict.contests) == pytest.approx(wanted)
    assert verdict.adjustment == "holm"
    assert "the value of the first of a pair is greater" in str(verdict)


@pytest.mark.parametrize("asked", [{"alternative": "greater"}, {"correction": "huynh-feldt"}])
def test_what_a_test_cannot_do_is_refused(asked: dict[str, Any]) -> None:
    five_times_two = {"A": RNG.random((5, 2)), "B": RNG.random((5, 2))}
    with pytest.raises(InvalidMethod):
        pv.compare(five_times_two, of="folds", test="5x2-f", **asked)


@pytest.mark.parametrize("asked", [{"alternative": "larger"}, {"correction": "bonferroni"}, {"significance": 0.6}])
def test_unknown_words_are_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be one of|between 0 and"):
        pv.compare({"A": A, "B": B}, of="paired", **asked)


@pytest.mark.parametrize("significance", [0.05, 0.01, 0.001])
def test_the_level_of_significance_is_that_of_the_interval(significance: float) -> None:
    verdict = pv.compare({"A": A, "B": B}, of="paired", significance=significance)
    interval = scipy.stats.ttest_rel(A, B).confidence_interval(1 - significance)
    result = verdict.contests[0].result
    assert (result.low, result.high) == pytest.approx((interval.low, interval.high))
    with pytest.raises(ValueError, match="level is 1 - significance"):
        pv.compare({"A": A, "B": B}, of="paired", significance=significance, level=0.8)


def test_doubtful_sphericity_is_told_and_can_be_corrected() -> None:
    models = {name: RNG.normal(mean, spread, 15) for name, mean, spread in (("A", 0, 0.3), ("B", 1, 0.3), ("C", 1, 5))}
    plain = pv.compare(models, of="paired", parametric=True)
    assert "note on all together: sphericity is doubtful" in str(plain)
    corrected = pv.compare(models, of="paired", parametric=True, correction="greenhouse-geisser")
    epsilon = pingouin.epsilon(pd.DataFrame(models), correction="gg")
    f = plain.omnibus.statistic if plain.omnibus else float("nan")
    assert corrected.p == pytest.approx(scipy.stats.f.sf(f, 2 * epsilon, 28 * epsilon))
    assert plain.p == pytest.approx(scipy.stats.f.sf(f, 2, 28))
    assert f"p is that of {2 * epsilon:.4g} and {28 * epsilon:.4g} degrees of freedom" in str(corrected)


def test_all_models_together_have_hypotheses_and_a_decision() -> None:
    said = str(pv.compare({"A": A, "B": B, "C": A[::-1]}, of="datasets"))
    told = "H0 of all together: all models have the same average rank; alternative: H0 does not hold"
    assert f"{told}\nH0 is not rejected at 0.05" in said


def test_independent_samples_are_not_called_the_same() -> None:
    verdicts = [pv.compare({"A": A, "B": B}, of=of) for of in ("paired", "independent")]
    answers = [verdict.answers[0].evidence for verdict in verdicts]
    assert ["the same 5 results" in answers[0], "the same" in answers[1], "on 10 results" in answers[1]] == [
        True,
        False,
        True,
    ]


def test_five_results_of_folds_imply_their_plan() -> None:
    """The deck's folds: 1/5 + 1/4 in the place of 1/5."""
    verdict = pv.compare({"A": A, "B": B}, of="folds")
    result = verdict.contests[0].result
    assert (result.statistic, result.p) == pytest.approx((-1.206045378311, 0.294256368024))
    assert any("5-fold cross-validation, n_test / n_train = 1/4" in note for note in verdict.notes)
    printed = str(verdict)
    for words in ("standard deviation 1.483", "critical value 2.776"):
        assert words in printed


@pytest.mark.parametrize("folds", [1, 21, 50])
def test_more_results_than_folds_of_one_plan_need_their_sizes(folds: int) -> None:
    values = {name: RNG.random(folds) for name in "AB"}
    with pytest.raises(ValueError, match="sizes of training and test parts"):
        pv.compare(values, of="folds")


def test_repeats_are_not_taken_for_folds_of_one_plan() -> None:
    table = pd.DataFrame({"repeat": [0, 0, 1, 1], "A": RNG.random(4), "B": RNG.random(4)})
    with pytest.raises(ValueError, match="sizes of training and test parts"):
        pv.compare(table, of="folds")


def test_differences_are_tabulated_one_by_one() -> None:
    table = pv.compare({"A": A, "B": B}, of="paired").differences()
    assert table is not None
    assert table.column("difference") == (-1, 1, -1, -2, -3)
    assert table.column("deviation") == pytest.approx((0.2, 2.2, 0.2, -0.8, -1.8))
    assert "variance 2.2" in table.note
    assert "degrees of freedom 4" in table.note
    assert pv.compare(truth=TRUTH, predicted=LABELS, measure="accuracy").differences() is None


def test_a_verdict_says_what_was_doubted_and_what_lies_behind() -> None:
    verdict = pv.compare(truth=TRUTH, predicted=LABELS, measure="accuracy")
    printed = str(verdict)
    for words in ("H0: both models are right equally often", "(only good wrong)", "of each expected under H0"):
        assert words in printed
    assert P_MEANS in verdict.notes
    assert NOT_SIZE in verdict.notes
    stored = verdict.to_dict()["comparisons"][0]
    assert stored["h0"] == "both models are right equally often"
    assert stored["details"]["n01"] + stored["details"]["n10"] == 2 * stored["details"]["expected"]


def test_a_verdict_draws_what_chance_alone_gives() -> None:
    axes = pv.compare(truth=TRUTH, predicted=LABELS, measure="accuracy").plot("null")
    assert "if H0 holds" in axes.get_xlabel()


@pytest.mark.parametrize(("models", "listed"), [(2, True), (5, True), (6, False)])
def test_many_pairs_keep_no_lists(models: int, listed: bool) -> None:
    table = {f"m{i}": RNG.normal(size=9) for i in range(models)}
    verdict = pv.compare(table, of="paired", parametric=True, test="rm-anova" if models > 2 else None)
    assert all(("differences" in contest.details) == listed for contest in verdict.contests)
