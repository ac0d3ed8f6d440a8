"""Measures of Bayes' rule beside findings, the excess of other rules, and what known worlds print."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.theory import decision_regions, plug_in
from probative.theory.plug_in import excess_risk
from probative.theory.score_demonstration import SEPARATIONS, panels, score_demonstration
from probative.theory.sentences import ONLY_ESTIMATED

NUMBERS = pv.GaussianTask(mean_pos=1.0, cov_pos=1.0, mean_neg=-1.0, cov_neg=1.0)
CLASSES = pv.ClassTask({1: stats.norm(1), -1: stats.norm(-1)})
SPACE = pv.GaussianTask([1.0, 0, 0, 0], np.eye(4), [-1.0, 0, 0, 0], np.diag([1.0, 2, 3, 4]))


@pytest.mark.parametrize("task", [NUMBERS, CLASSES])
@pytest.mark.parametrize("positive", [1, -1])
@pytest.mark.parametrize("prior", [None, 0.2])
def test_cost_and_rates_of_bayes_rule(task: object, positive: int, prior: float | None) -> None:
    """The rule cuts at ½ ln(fp (1 - p) / (fn p)); the classes mirror each other."""
    found = task.optimum(costs=pv.Costs(fp=1, fn=5, prior=prior), positive=positive)  # type: ignore[attr-defined]
    share = 0.5 if prior is None else prior
    cut = math.log((1 - share) / (5 * share)) / 2
    recall, alarm = stats.norm.sf(cut - 1), stats.norm.sf(cut + 1)
    wanted = {
        "recall": recall,
        "specificity": 1 - alarm,
        "false_positive_rate": alarm,
        "false_negative_rate": 1 - recall,
        "expected_cost": 5 * share * (1 - recall) + (1 - share) * alarm,
        "accuracy": stats.norm.cdf(1),
    }
    assert {name: found[name] for name in wanted} == pytest.approx(wanted, abs=1e-6)
    if hasattr(task, "minimal_risk") and prior is None and positive == 1:
        assert found["expected_cost"] == task.minimal_risk(pv.losses.asymmetric(fp=1, fn=5))


def test_three_classes_have_no_rates() -> None:
    task = pv.ClassTask({name: stats.norm(at) for at, name in enumerate("abc")})
    assert set(task.optimum(positive="a")) == {"accuracy", "error_rate"}


def test_the_least_cost_of_three_classes_is_known_by_a_table() -> None:
    """Each answer's cost summed over a fine grid, at its cheapest."""
    at, share = {"a": 0.0, "b": 2.0, "c": 5.0}, {"a": 0.5, "b": 0.3, "c": 0.2}
    table = np.array([[0, 1, 4], [2, 0, 1], [8, 3, 0.0]])
    task = pv.ClassTask({name: stats.norm(place) for name, place in at.items()}, share)
    X, y = task.sample(200, random_state=1)
    costs = {"c": {"a": 8, "b": 3}, "b": {"a": 2, "c": 1}, "a": {"b": 1, "c": 4}}
    found = pv.evaluate(truth=y, predicted=task.predict(X, table), costs=costs).against(task)
    x = np.linspace(-12, 17, 200_001)
    joint = np.array([share[name] * stats.norm.pdf(x, place) for name, place in at.items()])
    wanted = np.trapezoid((joint.T @ table).min(axis=1), x)
    assert found.about.optimum["expected_cost"] == pytest.approx(wanted, abs=1e-6)
    other = pv.evaluate(truth=["x", "y", "z"] * 9, predicted=["x", "y", "z"] * 9, costs=1 - np.eye(3)).against(task)
    assert set(other.about.optimum) == {"accuracy", "error_rate"}


def test_findings_stand_beside_bayes_rule_and_say_so() -> None:
    task = pv.gaussian_example(1)
    X, y = task.sample((55, 65))
    found = pv.evaluate(truth=y, scores=task.posterior(X), costs=pv.Costs(fp=1, fn=5)).against(task)
    assert found.about.optimum["expected_cost"] == task.minimal_risk(pv.losses.asymmetric(fp=1, fn=5))
    table = found.table()
    beside = {row[0]: row[-1] for row in table.rows}
    assert beside["recall"] == pytest.approx(float(task.rates(pv.losses.asymmetric(fp=1, fn=5))[0]))
    assert None not in [beside[name] for name in ("specificity", "false_positive_rate", "false_negative_rate")]
    assert "those of Bayes' rule" in table.note
    assert ONLY_ESTIMATED in table.note


def test_the_excess_in_many_dimensions_is_drawn_once_for_both_rules() -> None:
    """Against rows drawn elsewhere: how often each of the two rules is wrong there."""
    found = plug_in(SPACE, *SPACE.sample(300))
    X, y = SPACE.sample(1_000_000, random_state=77)
    more = (found.estimated.predict(X) != y).astype(float) - (SPACE.predict(X) != y)
    error = math.hypot(found.excess.standard_error, more.std() / 1000)
    assert 0 < found.excess.standard_error < 5e-5
    assert found.excess == pytest.approx(more.mean(), abs=4 * error)
    assert found.risk - found.bayes_risk == pytest.approx(found.excess, abs=1e-12)
    assert found.risk.standard_error >= found.excess.standard_error
    assert excess_risk(SPACE, SPACE.quadric, draws=1000) == 0
    study = pv.gaussian_study(SPACE, sample=300)
    assert f"{found.excess:.6f} ± {found.excess.standard_error:.6f}" in str(study)


def test_the_excess_in_the_plane_is_computed() -> None:
    task = pv.gaussian_example(1)
    found = plug_in(task, *task.sample((55, 65)))
    assert found.excess.standard_error == 0
    assert found.excess == pytest.approx(task.border_risk(found.border) - task.bayes_risk, abs=1e-12)


def test_what_is_printed_is_short() -> None:
    task = pv.gaussian_example(1)
    X, y = task.sample((55, 65))
    ladders = {k: pv.Ladder.from_scores(y, KNeighborsClassifier(k).fit(X, y).predict_proba(X)[:, 1]) for k in (3, 30)}
    family = pv.roc_family(ladders, by="k")
    printed = {
        "hyperbola": [plug_in(task, X, y), task.quadric, task],
        "TP 54": [decision_regions(task, X, y)],
        "30": [family],
        "known classes": [CLASSES],
    }
    for words, results in printed.items():
        for one in results:
            assert words in str(one)
            assert "array(" not in str(one)
            assert len(str(one)) < 300


def test_panels_of_scores_name_classes_and_shadings() -> None:
    axes = panels([score_demonstration(kind) for kind in SEPARATIONS])
    legend = axes[0].figure.legends[0]
    named = [text.get_text() for text in legend.get_texts()]
    assert named == ["TN", "TP", "FN", "FP", "positive scores", "negative scores"]
    assert "threshold" in legend.get_title().get_text()
    assert all(one.get_legend() is None for one in axes)


def test_the_excess_of_models_is_drawn_on_the_same_points() -> None:
    task = pv.gaussian_example(1)
    learners = {"knn": KNeighborsClassifier(5), "again": KNeighborsClassifier(5), "line": LogisticRegression()}
    study = pv.gaussian_study(task, sample=(55, 65), models=learners)
    knn, again, line = study.models
    assert (knn.excess, knn.excess_error) == (again.excess, again.excess_error)
    # By brute force: |p(x, +1) - p(x, -1)| on a fine grid, wherever the rule differs from Bayes' rule.
    axis = (np.arange(900) + 0.5) / 900 * 3 - 1
    points = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    lost = np.abs(task.g_tilde(points))
    assert float(np.exp(task.log_joint(points)).sum()) * (3 / 900) ** 2 == pytest.approx(1, abs=1e-6)
    x, y = task.sample((55, 65), random_state=0)
    for name, one in (("knn", knn), ("line", line)):
        wrong = learners[name].fit(x, y).predict(points) != task.predict(points)
        assert one.excess == pytest.approx(float(lost[wrong].sum()) * (3 / 900) ** 2, abs=4 * one.excess_error + 1e-5)
        assert one.risk.value == pytest.approx(task.bayes_risk + one.excess, abs=1e-12)
    # Two independent draws would be off by the error of a risk of 0.04; a linear border needs no draw.
    assert 0 < knn.excess_error < np.sqrt(0.04 * 0.96 / 200_000)
    assert line.excess_error == 0


def test_bayes_rule_has_no_excess_in_any_dimension() -> None:
    assert excess_risk(SPACE, SPACE.predict, draws=1000) == 0
    other = excess_risk(SPACE, lambda x: -SPACE.predict(x), draws=200_000)
    assert other == pytest.approx(1 - 2 * SPACE.bayes_risk, abs=5 * other.standard_error + 5e-3)
