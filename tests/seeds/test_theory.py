"""The worked examples about known distributions: Gaussian tasks, losses, and equivalent thresholds."""

import math

import numpy as np
import pytest

import probative as pv

COVERED = set()
GAUSSIANS = ("000-gauss-example-1", "000-gauss-example-2", "000-gauss-example-3")


def covers(*ids):
    COVERED.update(ids)
    return pytest.mark.parametrize("case", ids, indirect=True)


def close(value, tolerance=1e-9):
    return pytest.approx(value, rel=0, abs=tolerance)


def task_of(case):
    given = case["inputs"]
    over, under = given["prior_pos"].split("/")
    return pv.GaussianTask(
        mean_pos=given["mu_pos"],
        cov_pos=given["Sigma_pos"],
        mean_neg=given["mu_neg"],
        cov_neg=given["Sigma_neg"],
        prior_pos=int(over) / int(under),
    )


@covers(*GAUSSIANS)
def test_the_examples_by_number_are_those_of_the_cases(case):
    ours, theirs = pv.gaussian_example(int(case["id"][-1])), task_of(case)
    for name in ("mean_pos", "cov_pos", "mean_neg", "cov_neg", "prior_pos"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name))


@covers(*GAUSSIANS)
def test_the_border_of_a_gaussian_task(case):
    quadric, expected = task_of(case).quadric, case["expected"]
    for name in ("A", "b", "c"):
        assert np.asarray(getattr(quadric, name)) == pytest.approx(np.asarray(expected[name]), rel=1e-9, abs=1e-9)
    assert quadric.eigenvalues == pytest.approx(expected["eigenvalues_A"], rel=1e-9)
    assert expected["quadric"].startswith(quadric.kind)
    if "circle_radius" in expected:
        assert quadric.radius == close(expected["circle_radius"])
        assert quadric.centre.tolist() == close(expected["circle_center"])


@covers(*GAUSSIANS)
def test_risk_rates_and_area_of_a_gaussian_task(case):
    task, expected = task_of(case), case["expected"]
    assert task.bayes_risk == close(expected["bayes_risk"], 1e-8)
    assert task.tpr == close(expected["bayes_TPR"], 1e-8)
    assert task.fpr == close(expected["bayes_FPR"], 1e-8)
    assert 1 - task.tpr == close(expected["bayes_FNR"], 1e-8)
    assert 1 - task.bayes_risk == close(expected["bayes_accuracy"], 1e-8)
    assert task.auc == close(expected["AUC_of_g_hat"], 1e-6)
    assert task.prior_pos == close(expected["prior_pos"], 1e-12)
    assert 1 - task.prior_pos == close(expected["prior_neg"], 1e-12)


@covers(*GAUSSIANS)
def test_discriminants_of_a_gaussian_task_at_points(case):
    task = task_of(case)
    for point in case["expected"]["point_values"]:
        x = [point["x"]]
        assert task.density(x) == pytest.approx([point["p_x"]], rel=1e-8)
        assert task.g_tilde(x) == pytest.approx([point["g_tilde"]], rel=1e-8)
        assert task.g_bar(x) == pytest.approx([point["g_bar"]], abs=1e-11)
        assert task.g_hat(x) == pytest.approx([point["g_hat"]], abs=1e-9)
        assert task.quadric(x) == pytest.approx([point["g_hat"]], abs=1e-9)
        assert task.posterior(x) == pytest.approx([point["posterior_pos"]], rel=1e-8)
        assert task.predict(x).tolist() == [point["class"]]


@covers(*GAUSSIANS)
def test_asymmetric_rules_of_a_gaussian_task(case):
    task, rows = task_of(case), case["expected"]["asymmetric_derived"]
    assert [[row["l_FP"], row["l_FN"]] for row in rows] == case["inputs"]["asymmetric_losses_derived"]
    for row in rows:
        loss = pv.losses.asymmetric(fp=row["l_FP"], fn=row["l_FN"])
        tpr, fpr = task.rates(loss)
        assert (tpr, fpr, task.minimal_risk(loss)) == close((row["TPR"], row["FPR"], row["min_risk"]), 1e-8)
        assert loss.thresholds.log_odds == close(row["theta_g_hat"])
        assert loss.thresholds.difference == close(row["theta_g_bar"])
        assert loss.thresholds.posterior == close(row["theta_posterior_pos"])


@covers("000-asymmetric-thresholds")
def test_equivalent_thresholds(case):
    for row in case["expected"]["rows"]:
        found = pv.losses.asymmetric(fp=row["l_FP"], fn=row["l_FN"]).thresholds
        assert found.posterior == close(row["posterior_threshold"], 1e-12)
        assert found.odds == close(row["odds_threshold"], 1e-12)
        assert found.log_odds == close(row["log_odds_threshold"], 1e-12)
        assert found.difference == close(row["g_bar_threshold"], 1e-12)
        assert found.log_odds == close(math.log(found.odds), 1e-12)


@covers("000-loss-identity")
def test_quadratic_loss_is_a_multiple_of_zero_one_loss_on_labels(case):
    y, g = np.array(case["inputs"]["y"]), np.array(case["inputs"]["g"])
    assert pv.losses.zero_one(y, g).tolist() == case["expected"]["zero_one"]
    assert pv.losses.quadratic(y, g).tolist() == case["expected"]["quadratic"]
    wrong = y != g
    factor = pv.losses.quadratic(y, g)[wrong] / pv.losses.zero_one(y, g)[wrong]
    assert set(factor) == {case["expected"]["factor_labels_pm1"]} == {case["deck_says"]["factor"]}
    y, g = y > 0, g > 0
    assert set(pv.losses.quadratic(y, g)[wrong]) == {case["expected"]["factor_labels_01"]}
