"""A weight that all rows have changes nothing, also where a border or a tie is met exactly."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv
from probative.errors import BadParameter

WEIGHTS = (0.1, 1 / 3, 1e-7, 7.0)


def assert_same(name, make, **parameters):
    """The estimate with every common weight is that of plain rows, with its interval and its words."""
    plain = pv.estimate(name, make(None), **parameters)
    for weight in WEIGHTS:
        found = pv.estimate(name, make(weight), **parameters)
        assert (found.value, found.low, found.high) == pytest.approx(
            (plain.value, plain.low, plain.high), rel=1e-9, nan_ok=True
        ), weight
        assert found.why == plain.why


def common(weight, n):
    """That weight for every row; None for none."""
    return None if weight is None else np.full(n, weight)


@pytest.mark.parametrize(
    "name",
    [
        *("ks", "partial_auc", "auc_n", "equal_error_rate", "precision_at", "gain_at", "lift_at", "brier_skill_score"),
        *("sensitivity_at_specificity", "specificity_at_sensitivity", "auc", "average_precision", "calibration_slope"),
    ],
)
@pytest.mark.parametrize("seed", [2, 8, 11])
def test_of_scores(name, seed):
    rng = np.random.default_rng(seed)
    n = 40
    score = np.clip(rng.random(n).round(2), 0.01, 0.99)
    truth = np.zeros(n, bool)
    truth[np.argsort(score + rng.normal(0, 0.25, n))[-20:]] = True  # 20 of each class: a tenth is 2 rows
    assert_same(name, lambda w: pv.Ladder.from_scores(truth, score, sample_weight=common(w, n)))


@pytest.mark.parametrize("name", ["pearson", "concordance_correlation", "spearman", "kendall_tau", "concordance_index"])
def test_of_pairs_of_numbers_whose_weights_add_up_to_less_than_one(name):
    rng = np.random.default_rng(1)
    truth = rng.normal(size=30)
    guess = truth + rng.normal(size=30)
    assert_same(name, lambda w: pv.ValuePairs.from_values(truth, guess, sample_weight=common(w, 30)))


def test_a_rate_at_an_exact_border_is_that_of_the_corner_of_the_curve():
    # Of 10 negatives one scores above all but 2 of the positives: FPR 0.1 is met where TPR goes from 0.2 to 1.
    score = np.array([20, 19, 18, *range(17, 9, -1), *range(9, 0, -1)])
    truth = np.array([1, 1, 0, *[1] * 8, *[0] * 9])
    for weight in (None, *WEIGHTS):
        ladder = pv.Ladder.from_scores(truth, score, sample_weight=common(weight, 20))
        assert pv.value("sensitivity_at_specificity", ladder, specificity=0.9) == pytest.approx(1.0)
        assert pv.value("specificity_at_sensitivity", ladder, sensitivity=0.2) == pytest.approx(1.0)
        assert pv.value("precision_at", ladder, share=0.1) == pytest.approx(1.0)
        assert pv.value("precision_at", ladder, share=0.1) <= 1.0


def flat(answer, place=""):
    """Every value of an answer, by its place; without what it says of how it was asked for."""
    if isinstance(answer, dict):
        for key, value in answer.items():
            if place + key not in ("about",):
                yield from flat(value, f"{place}{key}/")
    elif isinstance(answer, list | tuple):
        for i, value in enumerate(answer):
            yield from flat(value, f"{place}{i}/")
    else:
        yield place, answer


def assert_unmoved(ask, table):
    """Whatever was asked has the same answer, to the last digit, where every row weighs the same."""
    plain = dict(flat(ask(table).to_dict()))
    assert len(plain) > 10
    for weight in WEIGHTS:
        weighted = {**table, "w": np.full(len(table["y"]), weight)}
        assert dict(flat(ask(weighted, weight="w").to_dict())) == plain, weight


@pytest.fixture(scope="module")
def scored():
    """Two models of 90 rows, with groups and a column to cut by."""
    rng = np.random.default_rng(3)
    n = 90
    truth = (rng.random(n) < 0.35).astype(int)
    a = (1 / (1 + np.exp(1.2 - 1.6 * truth - rng.normal(size=n)))).round(2).clip(0.01, 0.99)
    b = (a + rng.normal(0, 0.12, n)).round(2).clip(0.01, 0.99)
    groups, region = (rng.integers(0, k, n).astype(str) for k in (14, 3))
    return {"y": truth, "a": a, "b": b, "g": groups, "region": region, "x": rng.normal(size=n)}


@pytest.mark.parametrize("measure", ["accuracy", "auc", "f1", "brier"])
@pytest.mark.parametrize("groups", [None, "g"])
def test_of_two_models(scored, measure, groups):
    def ask(table, **words):
        return pv.compare(table, truth="y", scores=["a", "b"], measure=measure, groups=groups, **words)

    assert_unmoved(ask, scored)


@pytest.mark.parametrize("equivalent", [False, True])
def test_of_a_gate(scored, equivalent):
    def ask(table, **words):
        told = {"measure": ["auc", "recall"], "margin": 0.05, "equivalent": equivalent}
        return pv.gate(table, truth="y", scores=["a", "b"], **told, **words)

    assert_unmoved(ask, scored)


@pytest.mark.parametrize("more", [{"by": "region"}, {"groups": "g"}, {"costs": pv.Costs(fp=1, fn=4)}])
def test_of_an_evaluation(scored, more):
    assert_unmoved(lambda table, **words: pv.evaluate(table, truth="y", scores=["a", "b"], **more, **words), scored)


def test_of_numbers(scored):
    table = {"y": scored["x"], "a": scored["x"] + scored["a"], "b": scored["x"] - scored["b"], "g": scored["g"]}
    told = {"truth": "y", "predicted": ["a", "b"], "task": "regression"}
    assert_unmoved(lambda table, **words: pv.evaluate(table, **told, **words), table)
    assert_unmoved(lambda table, **words: pv.compare(table, measure="mae", **told, **words), table)


def test_of_weak_slices(scored):
    def ask(table, **words):
        told = {"features": ["x", "region"], "n_permutations": 99}
        return pv.weak_slices(table, truth="y", scores="a", **told, **words)

    assert_unmoved(ask, scored)


def test_rows_that_weigh_differently_are_still_refused(scored):
    weighted = {**scored, "w": 1.0 + (np.arange(90) == 0)}
    with pytest.raises(BadParameter, match="weighted rows"):
        pv.compare(weighted, truth="y", scores=["a", "b"], weight="w")
    assert pv.weak_slices(weighted, truth="y", scores="a", features=["x"], weight="w").method == "halves"
