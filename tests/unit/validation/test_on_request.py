"""Cases of what is computed on request: their truths against closed forms and large samples, their lines."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
import pytest
import sklearn.metrics as sk
from scipy.stats import norm

import probative as pv
from probative.validation.on_request.by_hand import SIZES, ByHand
from probative.validation.on_request.own_interval import OwnInterval
from probative.validation.on_request.parameterised import OF_KINDS, Parameterised
from probative.validation.worlds.amounts import Amounts
from probative.validation.worlds.binormal import Binormal
from probative.validation.worlds.independent import Independent
from probative.validation.worlds.profiles import Profiles
from probative.validation.worlds.regressed import Regressed

SCORED = Independent(60, Binormal(0.3, 0.8))
CASES = [
    Parameterised(SCORED, pv.Outcomes),
    Parameterised(SCORED, pv.Ladder),
    Parameterised(Profiles(60, (0.7, 0.2, 0.1)), pv.ConfusionMatrix),
    Parameterised(Profiles(60, (0.7, 0.2, 0.1)), pv.ClassScores),
    Parameterised(Amounts(40), pv.ValuePairs),
    Parameterised(Regressed(40), pv.Residuals),
]


def _truths(case):
    return case.truths(case.subjects)


def test_truths_of_amounts_are_those_of_closed_forms():
    s = 0.3
    found = _truths(Parameterised(Amounts(10, s), pv.ValuePairs))
    grown = exp(s * s / 2)
    off = grown * (2 * norm.cdf(s) - 1)  # the mean of |e^(s z) - 1|
    assert found["mase"] == pytest.approx(exp(0.5) * off, rel=1e-4)
    assert found["poisson_deviance"] == pytest.approx(2 * exp(0.5) * (grown - 1), rel=1e-5)
    spread = exp(2) - exp(1)
    assert found["root_relative_squared_error"] ** 2 == pytest.approx(
        exp(2) * (exp(2 * s * s) - 2 * grown + 1) / spread, rel=1e-5
    )
    # Logs of target and prediction are normal with a correlation of 1 / sqrt(1 + s^2).
    tau = 2 / np.pi * np.arcsin(1 / sqrt(1 + s * s))
    assert found["kendall_tau"] == pytest.approx(tau, abs=0.005)
    assert found["concordance_index"] == pytest.approx((1 + tau) / 2, abs=0.005)


def test_truths_of_scores_are_those_of_scikit_learn_on_a_large_sample():
    rng = np.random.default_rng(3)
    truth, x = SCORED.scores.rows(400_000, rng)
    score = SCORED.scores.score(x)
    found = _truths(CASES[1])
    assert found["partial_auc"] == pytest.approx(sk.roc_auc_score(truth, score, max_fpr=0.2), abs=0.003)
    top = score >= np.quantile(score, 0.8)
    assert found["precision_at"] == pytest.approx(truth[top].mean(), abs=0.005)
    assert found["gain_at"] == pytest.approx(truth[top].sum() / truth.sum(), abs=0.004)
    unsure = -(0.3 * log(0.3) + 0.7 * log(0.7))
    assert found["log_loss_skill"] == pytest.approx(1 - sk.log_loss(truth, score) / unsure, abs=0.003)
    assert found["e90"] == 0


def test_truths_of_classes_are_those_of_scikit_learn_on_a_large_sample():
    world = Profiles(10, (0.7, 0.2, 0.1))
    rng = np.random.default_rng(4)
    shares = world.scores[rng.integers(0, len(world.scores), 200_000)]
    truth = (shares.cumsum(axis=1) < rng.random((len(shares), 1))).sum(axis=1).clip(max=2)
    matrix, classes = _truths(Parameterised(world, pv.ConfusionMatrix)), _truths(Parameterised(world, pv.ClassScores))
    said = shares.argmax(axis=1)
    assert classes["top_k_accuracy"] == pytest.approx(sk.top_k_accuracy_score(truth, shares, k=2), abs=0.003)
    for average in ("macro", "weighted", "micro"):
        expected = sk.fbeta_score(truth, said, beta=2, average=average)
        assert matrix[f"{average}_f_beta"] == pytest.approx(expected, abs=0.005)
    assert matrix["weighted_kappa"] == pytest.approx(sk.cohen_kappa_score(truth, said, weights="quadratic"), abs=0.01)


def test_truths_of_errors_are_those_of_normal_ones():
    found = _truths(CASES[5])
    loss = norm.pdf(0)  # the mean of e where it is above 0, and of -e where it is below
    assert found == pytest.approx({"pinball": loss, "adjusted_r2": 0.5}, rel=1e-6)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind.__name__)
def test_every_measure_has_a_line_with_an_interval_or_a_reason(case):
    lines = case.judged(2, np.random.default_rng(1), frozenset())
    assert [line.what.split("(")[0] for line in lines] == list(OF_KINDS[case.kind])
    assert all(line.none < 1 or line.why for line in lines)


def test_tests_that_are_called_by_hand_have_lines():
    lines = ByHand(12).judged(3, np.random.default_rng(1), frozenset())
    assert {line.what for line in lines} > {"fisher", "delong-unpaired", "bowker", "stuart-maxwell", *SIZES}
    alone = ByHand(12).judged(3, np.random.default_rng(1), frozenset({"fisher"}))
    assert {line.what for line in alone} == {"fisher"}


@pytest.mark.slow
def test_tests_and_effect_sizes_by_hand_hold():
    lines = ByHand(50).judged(1000, np.random.default_rng(2), frozenset())
    assert not [line.what for line in lines if not line.holds]


def test_the_unpaired_test_of_delong_says_where_it_is_rough():
    rng = np.random.default_rng(0)
    y = [0, 1] * 10
    first, second = (rng.normal(size=40) for _ in range(2))
    few = pv.stats.delong_unpaired((y, first[:20]), (y, second[:20]))
    assert "fewer than 20 rows of a class" in few.notes[-1]
    assert not pv.stats.delong_unpaired((y * 2, first), (y * 2, second)).notes


def test_the_interval_of_a_threshold_has_a_line():
    (line,) = OwnInterval(SCORED).judged(2, np.random.default_rng(1), frozenset())
    assert line.truth == pytest.approx(0.3)  # halfway between the classes a score is the share of positives
    assert line.none == 0
