"""Rules of known worlds: fitted classifiers and functions alike, in every world that a study takes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.errors import BadInput, BadParameter, WrongEvidence

WORLDS = {
    "two gaussians": pv.TwoGaussians(2.0),
    "gaussian task": pv.GaussianTask([1.0, 0.0], np.eye(2), [-1.0, 0.0], np.eye(2)),
    "three dimensions": pv.GaussianTask([1.0, 0, 0], np.eye(3), [-1.0, 0, 0], np.diag([1.0, 2, 3])),
    "classes": pv.ClassTask({"a": stats.norm(0), "b": stats.norm(2)}, {"a": 0.4, "b": 0.6}),
}


@pytest.mark.parametrize("name", WORLDS)
def test_every_world_can_be_studied_and_judges_classifiers_and_functions(name: str) -> None:
    world: Any = WORLDS[name]
    found = pv.study_estimators(LogisticRegression(), task=world, n=40, repeats=3, estimators=["2-fold stratified"])
    assert 0 < found.risk < 0.5
    assert "array(" not in found.task
    X, y = world.sample(200, random_state=3)
    for model in (LogisticRegression(), KNeighborsClassifier(15)):
        fitted = model.fit(X, y)
        fresh, truth = world.sample(4_000, random_state=4)
        seen = float((fitted.predict(fresh) != truth).mean())
        asked = {"draws": 20_000} if hasattr(world, "pointwise_risk") else {}
        for rule in (fitted, fitted.predict):
            assert float(world.risk(rule, **asked)) == pytest.approx(seen, abs=0.03)


def test_the_risk_of_a_fitted_line_is_computed_not_drawn() -> None:
    """Against the normal distribution of the line's own values."""
    task = WORLDS["three dimensions"]
    model = LogisticRegression().fit(*task.sample(300, random_state=1))
    slope, constant = model.coef_[0], model.intercept_[0]
    missed, alarm = (
        stats.norm(slope @ one.mean + constant, np.sqrt(slope @ one.cov @ slope))
        for one in (task.positive, task.negative)
    )
    found = task.risk(model)
    assert found.standard_error == 0
    assert found == pytest.approx((missed.cdf(0) + alarm.sf(0)) / 2, abs=1e-12)


def test_a_rule_of_one_number_may_answer_with_a_column() -> None:
    task = pv.ClassTask({1: stats.norm(1), -1: stats.norm(-1)})
    assert task.risk(lambda x: np.where(x >= 0, 1, -1)) == pytest.approx(stats.norm.sf(1), abs=1e-8)
    with pytest.raises(BadInput, match="one answer per point"):
        task.risk(lambda x: np.ones((len(x), 2)))
    with pytest.raises(BadParameter, match="fitted classifier"):
        task.risk(3)


def test_losses_of_noisy_functions_have_names() -> None:
    task = pv.NoisyFunction(lambda x: x**2, 0.1)
    assert task.risk(lambda x: x**2, "absolute") == pytest.approx(0.1 * np.sqrt(2 / np.pi), abs=1e-10)
    assert task.risk(lambda x: x, "quadratic") == pytest.approx(1 / 30 + 0.01, abs=1e-12)
    assert task.modelling_error(lambda x: x, "absolute") == pytest.approx(1 / 6, abs=1e-9)
    assert task.pointwise_risk([0.5], lambda x: x**2, "absolute") == pytest.approx([0.1 * np.sqrt(2 / np.pi)])
    with pytest.raises(BadParameter, match="no loss"):
        task.risk(lambda x: x, "squared error")


def test_wrong_parameters_are_said_in_words() -> None:
    with pytest.raises(BadParameter, match="by class"):
        pv.ClassTask({"a": stats.norm(0), "b": stats.norm(1)}, [0.5, 0.5])  # type: ignore[arg-type]
    with pytest.raises(BadParameter, match="by class"):
        pv.ClassTask([stats.norm(0), stats.norm(1)])  # type: ignore[arg-type]
    with pytest.raises(BadParameter, match="both classes"):
        pv.gaussian_example(1).sample((55,))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "evidence",
    [pv.Outcomes(tp=1, fp=2, fn=3, tn=4), pv.ConfusionMatrix.from_labels(["a", "b"], ["a", "a"]), [0.1, 0.9]],
)
def test_a_roc_curve_of_no_scores_is_refused(evidence: object) -> None:
    with pytest.raises(WrongEvidence, match="made of scores"):
        pv.roc(evidence)
