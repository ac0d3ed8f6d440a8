"""Gaussian tasks against independent integrals, closed forms and large samples."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.metrics import roc_auc_score

import probative as pv
from probative.errors import BadInput, BadLabels, BadParameter, LengthMismatch
from probative.theory import Gaussian, Quadric, estimated_task
from probative.theory.quadric_share import SquaredNormals

TWO = pv.GaussianTask([0.0, 0.0], [[1.0, 0.3], [0.3, 2.0]], [1.5, -1.0], [[2.0, -0.5], [-0.5, 0.7]], 0.3)
ELLIPSE = pv.GaussianTask([0.0, 0.0], [[0.5, 0.1], [0.1, 0.4]], [0.3, 0.2], [[3.0, 0.5], [0.5, 4.0]], 0.5)
PARABOLA = pv.GaussianTask([0.0, 0.0], np.eye(2), [1.0, 1.0], np.diag([1.0, 3.0]), 0.4)
FLAT = pv.GaussianTask([0.0, 0.0], [[1.0, 0.5], [0.5, 1.0]], [1.0, 1.0], [[1.0, 0.5], [0.5, 1.0]], 0.4)


def box_risk(task: pv.GaussianTask, fp: float = 1.0, fn: float = 1.0) -> float:
    """∫ min(fp p(x, -1), fn p(x, +1)) dx, as a sum over a fine grid."""
    plus, minus = (stats.multivariate_normal(one.mean, one.cov) for one in (task.positive, task.negative))
    side = np.linspace(-10, 10, 1501)
    grid = np.stack(np.meshgrid(side, side), axis=-1)
    least = np.minimum(fn * task.prior_pos * plus.pdf(grid), fp * (1 - task.prior_pos) * minus.pdf(grid))
    return float(least.sum() * (side[1] - side[0]) ** 2)


@pytest.mark.parametrize("task", [TWO, FLAT], ids=["hyperbola", "line"])
def test_the_bayes_risk_is_the_integral_of_the_lesser_joint_density(task: pv.GaussianTask) -> None:
    assert task.bayes_risk == pytest.approx(box_risk(task), abs=3e-6)


def test_the_asymmetric_risk_is_the_integral_of_the_lesser_weighted_density() -> None:
    loss = pv.losses.asymmetric(fp=1, fn=5)
    assert TWO.minimal_risk(loss) == pytest.approx(box_risk(TWO, 1, 5), abs=1e-5)
    # Only the ratio of the losses matters for the rule; the risk has their unit.
    doubled = pv.losses.asymmetric(fp=2, fn=10)
    assert TWO.minimal_risk(doubled) == pytest.approx(2 * TWO.minimal_risk(loss), abs=1e-12)
    assert TWO.rates(doubled) == pytest.approx(TWO.rates(loss), abs=1e-12)


@pytest.mark.parametrize("task", [TWO, ELLIPSE, PARABOLA, FLAT], ids=lambda task: task.quadric.kind)
def test_rates_and_area_agree_with_a_large_sample(task: pv.GaussianTask) -> None:
    n = 200_000
    x, y = task.sample((n, n), random_state=7)
    plus, minus = (stats.multivariate_normal(one.mean, one.cov) for one in (task.positive, task.negative))
    odds = plus.logpdf(x) - minus.logpdf(x) + math.log(task.prior_pos / (1 - task.prior_pos))
    assert np.abs(task.g_hat(x) - odds).max() < 1e-9
    assert np.abs(task.quadric(x) - odds).max() < 1e-9
    for share, label in zip(task.rates(), (1, -1), strict=True):
        seen = (odds[y == label] >= 0).mean()
        assert share == pytest.approx(seen, abs=4.5 * math.sqrt(share * (1 - share) / n))
    assert task.auc == pytest.approx(roc_auc_score(y, odds), abs=4e-3)


def test_equal_covariances_have_closed_forms_in_any_dimension() -> None:
    cov = np.diag([1.0, 2.0, 0.5, 3.0])
    task = pv.GaussianTask(np.ones(4), cov, np.zeros(4), cov)
    distance = math.sqrt(float((1 / np.diag(cov)).sum()))
    assert task.bayes_risk.method == "closed form"
    assert task.bayes_risk == pytest.approx(stats.norm.cdf(-distance / 2), abs=1e-14)
    assert task.auc == pytest.approx(stats.norm.cdf(distance / math.sqrt(2)), abs=1e-8)
    assert task.quadric.kind == "hyperplane"


def test_one_dimension_is_a_closed_form() -> None:
    task = pv.GaussianTask(0.0, 1.0, 1.0, 4.0, 0.6)
    risk, _ = quad(lambda x: min(0.6 * stats.norm.pdf(x), 0.4 * stats.norm.pdf(x, 1, 2)), -12, 12, limit=400)
    assert task.bayes_risk == pytest.approx(risk, abs=1e-8)
    assert task.bayes_risk.method == "closed form"
    assert task.quadric.kind == "two points"
    area, _ = quad(lambda x: stats.norm.pdf(x) * _below(task, x), -9, 9, limit=400)
    assert task.auc == pytest.approx(area, abs=1e-7)


def _below(task: pv.GaussianTask, x: float) -> float:
    return 1 - SquaredNormals.of(task.quadric, task.negative).share_above(float(task.g_hat(x)[0]))


def test_a_circle_is_a_noncentral_chi_square() -> None:
    task = pv.gaussian_example(3)
    centre, radius = task.quadric.centre, task.quadric.radius
    for one, rate in ((task.positive, task.tpr), (task.negative, task.fpr)):
        variance = one.cov[0, 0]
        away = float(((one.mean - centre) ** 2).sum()) / variance
        assert rate == pytest.approx(stats.ncx2.cdf(radius**2 / variance, 2, away), abs=1e-11)


def test_three_dimensions_are_drawn_and_say_so() -> None:
    task = pv.GaussianTask(np.zeros(3), np.eye(3), np.zeros(3), 4 * np.eye(3))
    risk = task.bayes_risk
    # |x|² / variance is chi-square: the border is a sphere.
    squared = task.quadric.radius**2
    truth = 0.5 * stats.chi2.sf(squared, 3) + 0.5 * stats.chi2.cdf(squared / 4, 3)
    assert risk.method == "Monte Carlo"
    assert 0 < risk.standard_error < 1e-3
    assert risk == pytest.approx(truth, abs=4 * risk.standard_error)
    assert "±" in str(risk)
    assert task.quadric.kind == "sphere"
    auc = task.auc
    # The log odds grow with -|x|²: a positive ranks higher where its F ratio is small.
    assert auc == pytest.approx(stats.f.cdf(4, 3, 3), abs=4 * auc.standard_error)


@pytest.mark.slow
def test_standard_errors_of_drawn_risks_cover() -> None:
    task = pv.GaussianTask(np.zeros(3), np.eye(3), np.zeros(3), 4 * np.eye(3))
    squared = task.quadric.radius**2
    truth = 0.5 * stats.chi2.sf(squared, 3) + 0.5 * stats.chi2.cdf(squared / 4, 3)
    found = [task.minimal_risk(draws=500, random_state=2 * seed) for seed in range(1000)]
    held = np.mean([abs(risk - truth) < 1.96 * risk.standard_error for risk in found])
    assert 0.93 < held < 0.97


def test_the_three_discriminants_have_one_sign_and_are_related() -> None:
    x, _ = TWO.sample(500, random_state=1)
    signs = [np.sign(g(x)) for g in (TWO.g_tilde, TWO.g_bar, TWO.g_hat)]
    assert (signs[0] == signs[1]).all()
    assert (signs[1] == signs[2]).all()
    assert TWO.g_bar(x) == pytest.approx(TWO.g_tilde(x) / TWO.density(x), abs=1e-12)
    assert TWO.g_bar(x) == pytest.approx(2 * TWO.posterior(x) - 1, abs=1e-12)
    assert TWO.predict(x).tolist() == np.where(TWO.posterior(x) >= 0.5, 1, -1).tolist()


def test_all_four_thresholds_make_the_same_rule() -> None:
    loss = pv.losses.asymmetric(fp=3, fn=1)
    x, _ = TWO.sample(2000, random_state=2)
    p, cut = TWO.posterior(x), loss.thresholds
    rules = [
        p >= cut.posterior,
        p / (1 - p) >= cut.odds,
        TWO.g_hat(x) >= cut.log_odds,
        TWO.g_bar(x) >= cut.difference,
        TWO.predict(x, loss) == 1,
    ]
    assert all((rule == rules[0]).all() for rule in rules)


def test_far_away_points_keep_their_log_odds() -> None:
    task = pv.gaussian_example(1)
    assert np.isfinite(task.g_hat([[50.0, -50.0]])).all()
    assert task.posterior([[50.0, -50.0]])[0] in (0.0, 1.0)


@pytest.mark.parametrize(
    ("task", "kind"),
    [
        (TWO, "hyperbola"),
        (ELLIPSE, "ellipse"),
        (PARABOLA, "parabola"),
        (FLAT, "line"),
        (pv.gaussian_example(3), "circle"),
        (pv.GaussianTask([0, 0], np.eye(2), [0, 0], np.eye(2), 0.3), "nowhere"),
        (pv.GaussianTask([0, 0], np.eye(2), [0.1, 0], 1.21 * np.eye(2), 0.1), "nowhere"),
        (pv.GaussianTask([0, 0], 1e6 * np.eye(2), [1, 0], 1e6 * np.eye(2) * (1 + 1e-13)), "line"),
        (pv.GaussianTask(np.zeros(3), np.eye(3), np.ones(3), np.diag([2.0, 3.0, 0.5])), "hyperboloid"),
        (pv.GaussianTask(np.zeros(3), np.eye(3), np.ones(3), np.diag([2.0, 3.0, 1.0])), "paraboloid or cylinder"),
        (pv.GaussianTask(np.zeros(3), np.eye(3), np.ones(3), np.diag([2.0, 3.0, 4.0])), "ellipsoid"),
    ],
)
def test_kinds_of_borders(task: pv.GaussianTask, kind: str) -> None:
    assert task.quadric.kind == kind


def test_useless_and_perfect_classes() -> None:
    same = pv.GaussianTask([0, 0], np.eye(2), [0, 0], np.eye(2), 0.3)
    assert (same.bayes_risk, same.auc) == pytest.approx((0.3, 0.5), abs=1e-12)
    apart = pv.GaussianTask([0, 0], np.eye(2), [60, 0], np.eye(2), 0.3)
    assert apart.bayes_risk == pytest.approx(0, abs=1e-15)
    assert apart.auc == pytest.approx(1, abs=1e-12)
    close = pv.GaussianTask(0.0, 1.0, 0.01, 1.0)
    assert close.auc == pytest.approx(stats.norm.cdf(0.01 / math.sqrt(2)), abs=1e-8)


def test_units_change_nothing() -> None:
    scale = np.diag([1e6, 1e-6])
    moved = pv.GaussianTask(
        TWO.mean_pos @ scale, scale @ TWO.cov_pos @ scale, TWO.mean_neg @ scale, scale @ TWO.cov_neg @ scale, 0.3
    )
    assert moved.bayes_risk == pytest.approx(TWO.bayes_risk, abs=1e-10)
    assert moved.quadric.kind == TWO.quadric.kind


def test_very_unequal_spreads_are_integrated_as_well() -> None:
    task = pv.GaussianTask([0.0, 0.0], np.diag([1e-4, 1.0]), [0.5, 0.0], np.diag([1.0, 1e-4]))
    x, y = task.sample((400_000, 400_000), random_state=3)
    seen = (task.predict(x) != y).mean()
    assert task.bayes_risk == pytest.approx(seen, abs=5 * math.sqrt(seen / len(y)))


def test_samples_have_the_counts_or_the_prior_asked_for() -> None:
    x, y = TWO.sample((55, 65), random_state=1)
    assert (int((y == 1).sum()), int((y == -1).sum()), x.shape) == (55, 65, (120, 2))
    x, y = TWO.sample(100_000, random_state=1)
    assert (y == 1).mean() == pytest.approx(0.3, abs=0.006)
    assert np.cov(x[y == 1], rowvar=False) == pytest.approx(TWO.cov_pos, abs=0.05)
    again, _ = TWO.sample(100_000, random_state=1)
    assert (again == x).all()


def test_the_plug_in_border_is_that_of_estimated_densities_and_its_excess_shrinks() -> None:
    x, y = TWO.sample(300, random_state=4)
    found = pv.plug_in(TWO, x, y)
    grid, _ = TWO.sample(500, random_state=5)
    made = {sign: stats.multivariate_normal(x[y == sign].mean(axis=0), np.cov(x[y == sign].T)) for sign in (1, -1)}
    odds = made[1].logpdf(grid) - made[-1].logpdf(grid) + math.log((y == 1).sum() / (y == -1).sum())
    assert np.abs(found.border(grid) - odds).max() < 1e-9
    # scikit-learn divides by n, R's MASS::qda by n - 1 as here: for many rows the labels are the same.
    theirs = QuadraticDiscriminantAnalysis().fit(x, y).predict(grid)
    assert (found.estimated.predict(grid) == theirs).mean() > 0.98
    assert found.risk == pytest.approx(
        TWO.risk(found.estimated.predict, draws=400_000), abs=4 * TWO.risk(found.estimated.predict).standard_error
    )
    means = [np.mean([pv.plug_in(TWO, *TWO.sample(n, random_state=s)).excess for s in range(20)]) for n in (40, 400)]
    assert 0 < means[1] < means[0] / 4


def test_the_risk_of_any_rule_is_drawn_with_its_error() -> None:
    rule = lambda x: np.where(x[:, 0] + x[:, 1] <= 0.5, 1, -1)  # noqa: E731
    loss = pv.losses.asymmetric(fp=1, fn=4)
    risk = TWO.risk(rule, loss)
    border = Quadric(np.zeros((2, 2)), np.array([-1.0, -1.0]), 0.5)
    tpr, fpr = TWO.rates(border=border)
    exact = 4 * 0.3 * (1 - tpr) + 0.7 * fpr
    assert risk == pytest.approx(exact, abs=4 * risk.standard_error)
    x = np.array([[0.2, 0.1]])
    post = float(TWO.posterior(x)[0])
    assert TWO.pointwise_risk(x, rule, loss) == pytest.approx([1 - post])


def test_numbers_travel() -> None:
    risk = pv.GaussianTask(np.zeros(3), np.eye(3), np.ones(3), 2 * np.eye(3)).bayes_risk
    again = pickle.loads(pickle.dumps(risk))
    assert (again, again.standard_error, again.method) == (risk, risk.standard_error, risk.method)


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: pv.GaussianTask([0, 0], [[1, 0.2], [0.3, 1]], [0, 0], np.eye(2)), BadParameter, "symmetric"),
        (lambda: pv.GaussianTask([0, 0], [[1, 1], [1, 1]], [0, 0], np.eye(2)), BadParameter, "singular"),
        (lambda: pv.GaussianTask([0, 0], [[1, 2], [2, 1]], [0, 0], np.eye(2)), BadParameter, "positive definite"),
        (lambda: pv.GaussianTask([0, 0], np.eye(2), [0, 0], [[1, 0], [0, -1]]), BadParameter, "variances"),
        (lambda: pv.GaussianTask(0, 1, 0, math.nan), BadParameter, "finite"),
        (lambda: pv.GaussianTask([0, 0], np.eye(3), [0, 0], np.eye(2)), LengthMismatch, "square"),
        (lambda: pv.GaussianTask([0, 0], np.eye(2), [0], [[1]]), LengthMismatch, "same number"),
        (lambda: pv.GaussianTask(0, 1, 1, 1, 0), BadParameter, "prior"),
        (lambda: pv.GaussianTask(0, 1, 1, 1, 1), BadParameter, "prior"),
        (lambda: pv.gaussian_example(4), BadParameter, "1, 2 and 3"),
        (lambda: TWO.g_hat([[1.0, 2.0, 3.0]]), LengthMismatch, "coordinates"),
        (lambda: TWO.g_hat([[1.0, math.nan]]), BadParameter, "missing"),
        (lambda: TWO.sample(0), BadParameter, "whole"),
        (lambda: TWO.sample(), BadParameter, "size"),
        (lambda: TWO.sample(5, counts=(2, 3)), BadParameter, "size"),
        (lambda: TWO.sample((5, -1)), BadParameter, "whole"),
        (lambda: pv.plug_in(TWO, [[0, 0], [1, 1], [2, 0], [3, 3]], [1, 1, -1, -1]), BadInput, "at least 3 rows"),
        (lambda: estimated_task([[0], [1]], ["a", "b"]), BadLabels, "pos_label"),
    ],
)
def test_bad_input_says_what_is_wrong_and_what_to_do(call: object, kind: type[BadInput], words: str) -> None:
    with pytest.raises(kind) as caught:
        call()  # type: ignore[operator]
    assert words in str(caught.value)


def test_a_density_is_that_of_scipy() -> None:
    one = Gaussian([1.0, 2.0, 3.0], np.diag([1.0, 0.2, 5.0]) + 0.1)
    x = np.random.default_rng(0).normal(size=(20, 3)) * 4
    assert one.log_density(x) == pytest.approx(stats.multivariate_normal(one.mean, one.cov).logpdf(x), abs=1e-10)
