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
    assert abs(auc - gaussian.auc) < 4 * auc.standard_error < 0.01
    assert task.optimum(positive=1)["auc"] == auc
    swapped = task.roc(positive=-1).auc
    assert abs(swapped - gaussian.auc) < 4 * swapped.standard_error


def test_mixtures_have_a_curve_that_no_threshold_of_x_reaches() -> None:
    """The positives lie on both sides: x itself says nothing, the log odds much."""
    outer = Mixture([stats.norm(-3), stats.norm(3)], [0.5, 0.5])
    auc = ClassTask({1: outer, 0: stats.norm(0)}).roc().auc
    # |x| orders rows as the log odds do: P(|x₊| > |x₋|) by another quadrature.
    exact = integrate.quad(lambda t: 2 * stats.norm.pdf(t) * (stats.norm.sf(t - 3) + stats.norm.sf(t + 3)), 0, 12)[0]
    assert abs(auc - exact) < 4 * auc.standard_error


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


def test_a_drawn_curve_passes_where_only_one_class_can_be() -> None:
    """Negatives on [0, 1], positives on its upper half: no threshold lies between log odds that are both infinite."""
    curve = ClassTask({1: stats.uniform(0.5, 0.5), 0: stats.uniform(0, 1)}).roc(draws=4000)
    assert abs(curve.auc - 0.75) < 4 * curve.auc.standard_error
    assert np.isfinite(curve.fpr).all()
    assert (np.diff(curve.fpr) >= 0).all()
    assert curve.tpr[curve.fpr > 0].min() == 1
    assert curve.fpr[(curve.fpr > 0) & (curve.fpr < 1)] == pytest.approx(0.5, abs=0.06)
