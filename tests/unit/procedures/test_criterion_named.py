"""What a selection says it went by, what it refuses, and whether what a refusal recommends can be done."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import fbeta_score
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.errors import BadParameter

X, Y = (part[:120] for part in load_breast_cancer(return_X_y=True))
X = X[:, :3]
TIME = np.random.default_rng(0).permutation(120)
GRID = {"n_neighbors": [1, 5]}
NESTED = "nested 3-fold stratified/3-fold stratified"


def chosen(**words):
    return pv.select(KNeighborsClassifier(), GRID, X, Y, **({"plan": NESTED} | words))


@pytest.mark.parametrize(
    ("criterion", "title"),
    [
        ("f_beta(beta=2)", "f_beta(beta=2)"),
        ("auc50", "auc_n(n=50)"),
        (("auc_n", {"n": 10}), "auc_n(n=10)"),
        (pv.Costs(fp=1, fn=5), "expected_cost(fp=1, fn=5)"),
        (pv.Costs(fp=1, fn=5, prior=0.1), "expected_cost(fp=1, fn=5, prior=0.1)"),
        ("mcc", "mcc"),
        (None, "accuracy"),
    ],
)
def test_the_title_carries_the_parameters(criterion, title):
    found = chosen(criterion=criterion)
    assert str(found).startswith(f"{title} of the whole procedure")
    assert found.criterion == title
    assert {fit.criterion for fit in found.predictions.fits} == {title}


def test_what_the_title_says_is_what_was_computed():
    found = chosen(criterion="f_beta(beta=2)")
    told = found.predictions.model("tuned")
    folds = [fbeta_score(told.truth[told.fold == k], told.predicted[told.fold == k], beta=2) for k in range(3)]
    assert found.risk.folds == pytest.approx(folds)
    assert chosen(criterion=found.criterion).risk.folds == pytest.approx(folds)


@pytest.mark.parametrize("criterion", ["cost", "expected_cost", ("cost", {})])
def test_a_cost_without_costs_is_refused_with_what_to_do(criterion):
    with pytest.raises(BadParameter, match="not declared") as refused:
        chosen(criterion=criterion)
    assert "Costs(fp=1, fn=5)" in str(refused.value)
    table = {"a": X[:, 0], "b": X[:, 1], "y": Y}
    with pytest.raises(BadParameter, match="not declared"):
        pv.experiment(table, target="y", models=["knn"], grid={"knn": GRID}, criterion=criterion)


def test_what_is_recommended_where_time_is_broken_can_be_done():
    with pytest.raises(BadParameter, match=r"'nested time 5/time 3'; or force=True"):
        chosen(time=TIME)
    assert chosen(time=TIME, force=True).final == chosen().final
    with pytest.raises(BadParameter, match=r"'time 5'; or force=True"):
        pv.permutation_test(KNeighborsClassifier(), X, Y, time=TIME, plan="3-fold")
    words = {"plan": "3-fold", "n_permutations": 9}
    forced = pv.permutation_test(KNeighborsClassifier(), X, Y, time=TIME, force=True, **words)
    assert forced.observed == pv.permutation_test(KNeighborsClassifier(), X, Y, **words).observed


def test_what_is_recommended_where_weights_are_not_taken_can_be_done():
    weight = np.linspace(1, 2, 120)
    with pytest.raises(BadParameter, match="force=True"):
        chosen(sample_weight=weight)
    assert chosen(sample_weight=weight, force=True).risk.folds == pytest.approx(chosen().risk.folds)
    with pytest.raises(BadParameter, match="force=True"):
        pv.permutation_test(KNeighborsClassifier(), X, Y, sample_weight=weight, plan="3-fold")


@pytest.mark.parametrize("procedure", [pv.learning_curve, pv.resubstitution])
def test_nobody_is_told_to_force_what_cannot_be_forced(procedure):
    with pytest.raises(BadParameter, match="'time 5'") as refused:
        procedure(KNeighborsClassifier(), X, Y, time=TIME, plan="3-fold")
    assert "force" not in str(refused.value)


@pytest.mark.parametrize("grid", [{"n_neighbors": []}, {"n_neighbors": "1"}, []])
def test_a_grid_that_cannot_be_is_not_called_a_failed_training(grid):
    with pytest.raises(BadParameter, match="the grid"):
        pv.select(KNeighborsClassifier(), grid, X, Y)
