"""Families of lines and of curves: the touching point is the best, and every number has another source."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import probative as pv
from probative.errors import BadParameter

Y = np.tile([1, 0, 0], 40)
SCORES = np.round(Y * 0.3 + np.random.default_rng(4).random(120), 1)
LADDER = pv.Ladder.from_scores(Y, SCORES)


def cuts() -> list[float]:
    return [np.inf, *sorted(set(SCORES), reverse=True)]


def test_the_touching_accuracy_is_the_largest_of_all_thresholds() -> None:
    found = pv.accuracy_lines(LADDER)
    best = max(((cut <= SCORES) == Y).mean() for cut in cuts())
    assert found.best.value == pytest.approx(best)
    assert found.slope == pytest.approx(2.0)
    assert [((at <= SCORES) == Y).mean() for at in found.touch.thresholds] == pytest.approx(
        [best] * len(found.touch.fpr)
    )


def test_the_touching_cost_is_the_least_of_all_thresholds() -> None:
    found = pv.cost_lines(LADDER, fp=2, fn=7)
    costs = [(2 * ((cut <= SCORES) & (Y == 0)) + 7 * ((cut > SCORES) & (Y == 1))).mean() for cut in cuts()]
    assert found.best.value == pytest.approx(min(costs))
    assert found.slope == pytest.approx(2 * 2 / 7)


def test_a_line_along_an_edge_gives_both_ends() -> None:
    # (0.2, 0.6) and (0.5, 0.9) are joined by an edge of slope 1.
    points = pv.roc_points({"A": (0.2, 0.6), "B": (0.5, 0.9)})
    found = pv.cost_lines(points, fp=1, fn=1, prevalence=0.5)
    assert found.touch.fpr.tolist() == [0.2, 0.5]
    assert pv.cost_lines(points, fp=1, fn=2, prevalence=0.5).touch.fpr.tolist() == [0.5]


@pytest.mark.parametrize(("ratio", "slope"), [(1, 1.0), (4, 4.0), (0.5, 0.5)])
def test_slopes_of_the_decks(ratio: float, slope: float) -> None:
    share = 1 / (1 + ratio)
    assert pv.accuracy_lines(LADDER, prevalence=share).slope == pytest.approx(slope)


def test_every_line_has_its_value_on_all_of_its_points() -> None:
    family = pv.accuracy_lines(LADDER, prevalence=0.3, values=[0.4, 0.8])
    for line in family.lines:
        x = np.linspace(0, 1, 5)
        assert 0.3 * line.tpr(x) + 0.7 * (1 - x) == pytest.approx(np.full(5, line.value))
    assert list(family.columns()) == ["accuracy", "slope", "intercept"]


def test_families_are_drawn() -> None:
    chart = pv.accuracy_lines(LADDER).picture("A")
    assert chart.names() == ["A", "touching line", "touching point"]
    assert pv.cost_lines(LADDER, fp=1, fn=5).plot().get_xlabel() == "False positive rate"


def test_bad_families_are_refused() -> None:
    points = pv.roc_points({"A": (0.2, 0.6)})
    with pytest.raises(BadParameter, match="share of positives"):
        pv.accuracy_lines(points)
    with pytest.raises(BadParameter, match="above 0"):
        pv.cost_lines(LADDER, fp=0, fn=1)
    with pytest.raises(BadParameter, match="ladder"):
        pv.accuracy_lines([1, 2])
    with pytest.raises(BadParameter, match="at least one"):
        pv.roc_family({})


def test_areas_along_a_parameter_are_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(1)
    votes = {k: np.round((Y * 0.4 + rng.random(120)) * k) / k for k in (1, 3, 5)}
    family = pv.roc_family({k: pv.Ladder.from_scores(Y, v) for k, v in votes.items()}, best_possible=0.95)
    assert family.columns()["auc"] == pytest.approx([roc_auc_score(Y, v) for v in votes.values()])
    assert (family.columns()["low"] < family.columns()["auc"]).all()
    assert family.plot().get_xlabel() == "k"
    assert [ax.get_title().split(":")[0] for ax in family.plot_panels()] == ["k = 1", "k = 3", "k = 5"]
    words = pv.roc_family({"raw": LADDER, "scaled": LADDER}, by="inputs")
    assert words.picture().x.words == ("raw", "scaled")
