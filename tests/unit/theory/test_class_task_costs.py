"""Known classes of any densities under costs: border, least risk and area against closed forms and other quadrature."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats

import probative as pv
from probative.errors import BadParameter
from probative.theory import ClassTask, Mixture

COSTS = np.array([[0.0, 1.0, 4.0], [2.0, 0.0, 1.0], [6.0, 3.0, 0.0]])
THREE = {"a": stats.gamma(2), "b": stats.gamma(5), "c": stats.lognorm(0.5, scale=8)}
PRIORS = {"a": 0.5, "b": 0.3, "c": 0.2}


def test_the_least_cost_of_three_classes_is_that_of_simpsons_rule() -> None:
    task = ClassTask(THREE, PRIORS)
    x = np.linspace(1e-9, 200, 400_001)
    joint = np.stack([PRIORS[name] * one.pdf(x) for name, one in THREE.items()], axis=1)
    least = (joint @ COSTS).min(axis=1)
    assert task.least_cost(COSTS) == pytest.approx(integrate.simpson(least, x=x), abs=2e-7)
    some = np.array([0.5, 3.0, 6.0, 14.0])
    shares = np.stack([PRIORS[name] * one.pdf(some) for name, one in THREE.items()], axis=1)
    assert task.predict(some, COSTS).tolist() == [task.labels[i] for i in (shares @ COSTS).argmin(axis=1)]
    assert task.least_cost(1 - np.eye(3)) == pytest.approx(float(task.bayes_risk), abs=1e-7)


def test_two_normal_classes_agree_with_the_gaussian_task() -> None:
    gaussian = pv.GaussianTask(1.0, 2.0, -1.0, 0.5, 0.3)
    task = ClassTask({1: stats.norm(1, 2**0.5), -1: stats.norm(-1, 0.5**0.5)}, {1: 0.3, -1: 0.7})
    loss = pv.losses.asymmetric(fp=1, fn=5)
    assert task.least_cost([[0, 5], [1, 0]]) == pytest.approx(float(gaussian.minimal_risk(loss)), abs=1e-7)
    points = np.linspace(-4, 4, 41)
    assert task.predict(points, [[0, 5], [1, 0]]).tolist() == gaussian.predict(points, loss).tolist()
    auc = task.roc().auc
    assert auc == pytest.approx(float(gaussian.auc), abs=1e-7)
    assert (auc.method, auc.standard_error) == ("quadrature", 0.0)
    assert task.optimum(positive=1)["auc"] == auc
    assert task.roc(positive=-1).auc == pytest.approx(float(gaussian.auc), abs=1e-7)


def test_mixtures_have_a_curve_that_no_threshold_of_x_reaches() -> None:
    """The positives lie on both sides: x itself says nothing, the log odds much."""
    outer = Mixture([stats.norm(-3), stats.norm(3)], [0.5, 0.5])
    auc = ClassTask({1: outer, 0: stats.norm(0)}).roc().auc
    # |x| orders rows as the log odds do: P(|x₊| > |x₋|) by another quadrature.
    exact = integrate.quad(lambda t: 2 * stats.norm.pdf(t) * (stats.norm.sf(t - 3) + stats.norm.sf(t + 3)), 0, 12)[0]
    assert auc == pytest.approx(exact, abs=1e-8)


def _by_angles(above: object, below: object) -> float:
    """The area by odds at four hundred thousand angles, which see the tails that no grid of the line sees."""
    ends = np.linspace(-np.pi / 2, np.pi / 2, 400_001)
    x = np.tan((ends[1:] + ends[:-1]) / 2)
    up, across = (one.pdf(x) * (1 + x**2) for one in (above, below))
    order = np.argsort(-up / across)
    tpr, fpr = (np.concatenate([[0.0], np.cumsum(one[order])]) / one.sum() for one in (up, across))
    return float(np.trapezoid(tpr, fpr))


@pytest.mark.parametrize(
    ("above", "below", "exact"),
    [
        (stats.norm(5), stats.norm(-1), stats.norm.cdf(6 / 2**0.5)),
        (stats.norm(0), stats.norm(0), 0.5),
        (stats.expon(scale=2), stats.expon(), 2 / 3),
        (stats.beta(0.5, 1), stats.uniform(), 2 / 3),
        (stats.gamma(2), stats.gamma(5), stats.beta(2, 5).cdf(0.5)),
        (stats.uniform(0.3, 1), stats.uniform(), 0.3 + 0.7 * 0.3 + 0.7**2 / 2),
        (stats.uniform(2), stats.uniform(), 1.0),
        (stats.laplace(1), stats.laplace(0), 1 - 0.75 * np.exp(-1)),
        (stats.cauchy(1), stats.cauchy(0), _by_angles(stats.cauchy(1), stats.cauchy(0))),
        (stats.t(3, 1), stats.t(3, -2), _by_angles(stats.t(3, 1), stats.t(3, -2))),
        (Mixture([Mixture([stats.expon()], [1.0]), stats.expon()], [0.5, 0.5]), stats.expon(scale=0.5), 2 / 3),
    ],
)
def test_areas_of_numbers_are_integrated(above: object, below: object, exact: float) -> None:
    curve = ClassTask({1: above, 0: below}, {1: 0.2, 0: 0.8}).roc()
    assert curve.auc == pytest.approx(exact, abs=1e-8)
    assert curve.auc.standard_error == 0
    assert np.isfinite(curve.fpr).all()
    assert (np.diff(curve.fpr) >= 0).all()
    assert (np.diff(curve.tpr) >= 0).all()


def test_points_of_an_integrated_curve_lie_at_their_thresholds_of_the_log_odds() -> None:
    """Two normal classes at distance 2: log odds 2x + ln(0.2 / 0.8), SciPy's shares above."""
    curve = ClassTask({1: stats.norm(1), 0: stats.norm(-1)}, {1: 0.2, 0: 0.8}).roc()
    x = (curve.thresholds[1:-1] - np.log(0.25)) / 2
    assert curve.tpr[1:-1] == pytest.approx(stats.norm.sf(x, 1), abs=2e-4)
    assert curve.fpr[1:-1] == pytest.approx(stats.norm.sf(x, -1), abs=2e-4)
    assert curve.at([0.1, 0.4]) == pytest.approx(stats.norm.sf(stats.norm.isf([0.1, 0.4], -1), 1), abs=1e-5)


@pytest.mark.parametrize(
    ("costs", "says"),
    [
        (np.ones((3, 3)), "0 for right answers"),
        (np.zeros((3, 3)), "must cost more than 0"),
        ([[0, 1], [5, 0]], "3 x 3 table"),
        (-COSTS, "0 for right answers"),
    ],
)
def test_tables_that_are_none_are_refused(costs: object, says: str) -> None:
    with pytest.raises(BadParameter, match=says):
        ClassTask(THREE, PRIORS).least_cost(costs)


def test_a_curve_needs_two_classes_and_a_positive_one() -> None:
    with pytest.raises(BadParameter, match="two classes"):
        ClassTask(THREE, PRIORS).roc()
    with pytest.raises(BadParameter, match=r"(?s)not clear.*roc\(positive="):
        ClassTask({"a": stats.norm(), "b": stats.norm(1)}).roc()


def test_a_curve_passes_where_only_one_class_can_be() -> None:
    """Negatives on [0, 1], positives on its upper half: no threshold lies between log odds that are both infinite."""
    curve = ClassTask({1: stats.uniform(0.5, 0.5), 0: stats.uniform(0, 1)}).roc()
    assert curve.auc == pytest.approx(0.75, abs=1e-9)
    assert curve.tpr == pytest.approx(np.minimum(1, 2 * curve.fpr), abs=1e-9)


def test_what_tells_no_shares_is_drawn() -> None:
    """Vectors, and densities without quantiles (a normal vector of one number)."""
    for one, dimension in ((stats.multivariate_normal, 1), (stats.multivariate_normal, 2)):
        up, down = one(np.ones(dimension)), one(-np.ones(dimension))
        auc = ClassTask({1: up, 0: down}).roc(draws=20_000).auc
        assert abs(auc - stats.norm.cdf(2 * dimension**0.5 / 2**0.5)) < 4 * auc.standard_error < 0.02
