"""One model by itself: beside the rule without inputs by a test on the same rows, and by nothing on one class."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest
from statsmodels.regression.linear_model import WLS

import probative as pv
from probative.answers.commonest import against_commonest
from probative.curves import cost_line, probability_cost
from probative.errors import BadParameter


def alone(**words: object) -> tuple[str, str]:
    answer = pv.evaluate(**words).answers[0]  # type: ignore[arg-type]
    assert answer.question == "How good?"
    return answer.stress, answer.evidence


def test_two_rows_of_one_class_prove_nothing() -> None:
    stress, _ = alone(truth=[1, 1], predicted=[1, 0], task="classification")
    assert stress == "model cannot be judged on one class:"
    stress, _ = alone(truth=[1] * 50, predicted=[0] * 40 + [1] * 10, task="classification")
    assert "cannot be judged" in stress


@pytest.mark.parametrize(("found", "alarms"), [(12, 3), (9, 3), (3, 12), (3, 9), (5, 5)])
def test_better_or_worse_than_the_commonest_class_is_mcnemars_word(found: int, alarms: int) -> None:
    """The model and the rule differ on rows called positive: right on those found, wrong on the alarms."""
    truth = [1] * 20 + [0] * 30
    said = [1] * found + [0] * (20 - found) + [1] * alarms + [0] * (30 - alarms)
    stress, evidence = alone(truth=truth, predicted=said)
    exact = binomtest(found, found + alarms).pvalue
    assert "McNemar's test" in evidence
    # The mid-p is below the exact p; whatever is called better or worse has both a small p and an interval beyond.
    if exact > 0.2:
        assert "cannot be told" in stress
    if "is better" in stress:
        assert found > alarms
        assert exact < 0.1


def test_chance_is_seldom_called_better_than_the_commonest_class() -> None:
    """A model that is right as often as the rule: told apart in no more than 5 % of samples."""
    rng, told = np.random.default_rng(3), 0
    for _ in range(60):
        truth = (rng.random(60) < 0.45).astype(int)
        differs = rng.random(60) < 0.4
        rule = int(2 * truth.sum() > 60)
        said = np.where(differs, 1 - rule, rule)
        stress, _ = alone(truth=truth, predicted=said)
        told += "is better" in stress
    assert told <= 3


def test_an_error_is_told_from_the_mean_by_the_skill_that_pairs_them() -> None:
    rng = np.random.default_rng(1)
    y = rng.normal(size=40)
    stress, _ = alone(truth=y, predicted=y + rng.normal(size=40) * 0.1, task="regression")
    assert stress == "model is better than always saying the mean:"
    found = pv.evaluate(truth=y, predicted=0.1 * y, task="regression")
    skill = found.models["model"].measures["d2_absolute"]
    assert ("is better" in found.answers[0].stress) == (skill.low > found.models["model"].baseline["d2_absolute"])


@pytest.mark.parametrize("fp", [0, -1, float("nan"), 1e101])
def test_a_cost_that_is_none_is_refused_in_one_wording(fp: float) -> None:
    ways = (
        lambda: pv.Costs(fp=fp, fn=1),
        lambda: cost_line(0.1, 0.2, fp=fp, fn=1),
        lambda: probability_cost(fp, 1, 0.5),
        lambda: pv.value("expected_cost", pv.Outcomes(tp=1, fn=1, fp=1, tn=1), fp=fp),
    )
    said = set()
    for way in ways:
        with pytest.raises(BadParameter) as refused:
            way()
        said.add(str(refused.value))
    assert len(said) == 1


def test_costs_are_told_for_1000_rows_wherever_they_are_told() -> None:
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 200)
    scores = {name: np.clip(y * 0.3 + rng.random(200) * 0.7, 0, 1) for name in "AB"}
    verdict = pv.compare(truth=y, scores=scores, costs=pv.Costs(fp=1, fn=5))
    contest = verdict.contests[0]
    assert f"{abs(1000 * contest.gap):.0f} per 1,000 rows" in contest.sentence()
    assert "difference, per 1,000 rows" in str(verdict.table())


def test_weighted_models_with_costs_are_put_in_order_by_their_costs() -> None:
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 200)
    scores = {name: np.clip(y * 0.3 + rng.random(200) * 0.7, 0, 1) for name in "AB"}
    found = pv.evaluate(truth=y, scores=scores, weight=rng.gamma(2, size=200), costs=pv.Costs(fp=1, fn=5))
    assert found.verdict is None
    assert "per 1,000 rows), untested." in found.answers[0].headline


def test_equal_warnings_of_many_models_are_told_once() -> None:
    rng = np.random.default_rng(2)
    y = (np.arange(2000) < 6).astype(int)
    scores = {f"m{i}": np.clip(rng.random(2000) * 0.8 + 0.1 * y, 0, 1) for i in range(4)}
    (trust,) = (one for one in pv.evaluate(truth=y, scores=scores).answers if one.question == "How far to trust it?")
    told = [sentence.split(" (")[0] for sentence in trust.evidence.split(". ")]
    assert len(told) == len(set(told))


def test_weighted_rows_are_put_beside_the_rule_by_a_test_of_their_own() -> None:
    """The oracle is a weighted regression on a constant, with errors that allow for any variance of the rows."""
    rng = np.random.default_rng(3)
    for n, right in ((60, 0.55), (300, 0.62), (300, 0.8)):
        y = rng.choice(3, n, p=[0.5, 0.3, 0.2])
        said = np.where(rng.random(n) < right, y, rng.integers(0, 3, n))
        weight = rng.lognormal(size=n)
        found = pv.evaluate(truth=y, predicted=said, weight=weight, task="classification").models["model"]
        tested = against_commonest(found, 0.95)
        common = np.argmax(np.bincount(y, weight))
        gap = (said == y).astype(float) - (y == common)
        fitted = WLS(gap, np.ones(n), weights=weight).fit(cov_type="HC0")
        assert tested is not None
        assert tested.effect == pytest.approx(fitted.params[0], abs=1e-12)
        assert tested.effect / tested.statistic == pytest.approx(fitted.bse[0], rel=1e-9)


def test_equal_weights_are_no_weights_beside_the_rule() -> None:
    rng = np.random.default_rng(4)
    y = rng.choice(3, 90, p=[0.5, 0.3, 0.2])
    said = np.where(rng.random(90) < 0.6, y, rng.integers(0, 3, 90))
    plain, tenfold, tiny = (
        against_commonest(pv.evaluate(truth=y, predicted=said, task="classification", **more).models["model"], 0.95)
        for more in ({}, {"weight": np.full(90, 10.0)}, {"weight": np.full(90, 0.1)})
    )
    assert plain is not None
    assert tenfold is not None
    assert tiny is not None
    assert plain.p == tenfold.p == tiny.p


def test_an_accuracy_of_weighted_rows_is_better_by_a_test_only() -> None:
    """The interval of the accuracy alone takes the rule's share for known: it would be better too often."""
    rng = np.random.default_rng(5)
    said_better = 0
    for _ in range(150):
        y = (rng.random(80) < 0.55).astype(int)
        said = np.where(rng.random(80) < 0.5, 1, rng.integers(0, 2, 80))
        found = pv.evaluate(truth=y, predicted=said, weight=rng.lognormal(size=80), task="classification")
        said_better += "is better" in found.answers[0].stress
    assert said_better <= 9
