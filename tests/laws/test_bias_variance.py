"""Laws of bias and variance: definitions by brute force, exact terms, seeds."""

import itertools
import json
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.datasets import make_classification
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeRegressor

from probative.errors import BadInput, BadParameter
from probative.procedures.decomposition import bias_variance
from probative.theory import NoisyFunction

from .decomposed import DIABETES, IRIS, PROGRESS, SINE, SPECIES, Scripted, ScriptedRegressor, scripted


class ScriptedClassifier(ClassifierMixin, Scripted):
    pass


# --- Squared loss ----------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 7), st.integers(1, 5), st.integers(0, 2**31), st.floats(0.001, 1e6))
def test_squared_terms_by_brute_force(repeats, n, seed, scale):
    rng = np.random.default_rng(seed)
    g, y = rng.normal(scale, scale, (repeats, n)), rng.normal(0, scale, n)
    found = scripted(ScriptedRegressor, g, y).points
    for j in range(n):
        exact = [Fraction(v) for v in g[:, j].tolist()]
        mean, target = sum(exact) / repeats, Fraction(float(y[j]))
        bias2, variance = (mean - target) ** 2, sum((v - mean) ** 2 for v in exact) / repeats
        total = sum((v - target) ** 2 for v in exact) / repeats
        assert total == bias2 + variance
        near = {"rel": 1e-9, "abs": 1e-9 * float(total)}
        assert found["bias2_and_noise"][j] == pytest.approx(float(bias2), **near)
        assert found["variance"][j] == pytest.approx(float(variance), **near)
        assert found["total"][j] == pytest.approx(float(total), **near)
        assert abs(found["cross_term"][j]) <= 1e-12 * float(total)
    assert found.gap <= 1e-12 * found["total"].max()


@pytest.mark.parametrize("model", [Ridge(), DecisionTreeRegressor(), KNeighborsRegressor(3)])
def test_the_parts_sum_to_the_total_on_data(model):
    found = bias_variance(model, DIABETES, PROGRESS, repeats=20)
    assert found.method == "bootstrap"
    assert found.points.gap <= 1e-12 * found["test"]["total"].max()
    np.testing.assert_allclose(found["test"]["cross_term"], 0, atol=1e-9)
    assert found.means["total"] == pytest.approx(found.means["bias2_and_noise"] + found.means["variance"], rel=1e-12)
    assert len(found.points["total"]) == round(0.3 * len(PROGRESS))
    assert found.n == len(PROGRESS) - round(0.3 * len(PROGRESS))


def test_a_stable_learner_varies_less_than_a_tree():
    ridge, tree = (
        bias_variance(m, DIABETES, PROGRESS, repeats=40).means["variance"] for m in (Ridge(), DecisionTreeRegressor())
    )
    assert ridge < tree / 3


# --- Zero-one loss, from the papers' definitions by counting ---------------------------------------------------------


def loss_of(y, g):
    return Fraction(int(y != g))


def definitions(column, truth):
    """Every definition for one row: noise-free, predictions of all training sets in `column`."""
    m, counts = len(column), Counter(column)
    labels = sorted(set(column) | {truth})
    main = max(labels, key=lambda label: (counts[label], -labels.index(label)))
    share = {label: Fraction(counts[label], m) for label in labels}
    loss = sum(loss_of(truth, g) for g in column) / m
    # Domingos (2000): B = L(t, main), V = E[L(main, g)], and theorem 2 with noise 0: loss = B + c V with c = 1 where
    # main = t and c = -P(g = t | g != main) elsewhere.
    bias, variance = loss_of(truth, main), sum(loss_of(main, g) for g in column) / m
    stray = [g for g in column if g != main]
    c = 1 if main == truth else -Fraction(sum(g == truth for g in stray), len(stray) or 1)
    # Kohavi and Wolpert (1996), with the actual distribution a spike.
    actual = {label: int(label == truth) for label in labels}
    kw_bias = sum((actual[label] - share[label]) ** 2 for label in labels) / 2
    kw_variance = (1 - sum(p**2 for p in share.values())) / 2
    # Breiman (1996): correct classifications lost against the best, on the biased and on the unbiased set.
    lost = 1 - sum(g == truth for g in column) / Fraction(m)
    # James (2003): systematic effect E[L(t, main) - L(t, t)], variance effect E[L(t, g) - L(t, main)].
    return {
        ("domingos", "bias"): bias,
        ("domingos", "variance"): variance,
        ("domingos", "unbiased_variance"): variance if main == truth else 0,
        ("domingos", "biased_variance"): 0 if main == truth else -c * variance,
        ("domingos", "net_variance"): c * variance,
        ("kohavi-wolpert", "bias2"): kw_bias,
        ("kohavi-wolpert", "variance"): kw_variance,
        ("breiman", "bias"): lost if main != truth else 0,
        ("breiman", "variance"): lost if main == truth else 0,
        ("james", "systematic_effect"): loss_of(truth, main) - loss_of(truth, truth),
        ("james", "variance_effect"): sum(loss_of(truth, g) - loss_of(truth, main) for g in column) / m,
        **{(name, "total"): loss for name in ("domingos", "kohavi-wolpert", "breiman", "james")},
    }


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_zero_one_definitions_by_brute_force(data):
    labels = data.draw(st.sampled_from([(0, 1), (-1, 1), ("a", "b", "c"), (3, 1, 2, 7), (False, True)]))
    n, repeats = data.draw(st.integers(1, 4)), data.draw(st.integers(2, 8))
    row = st.lists(st.sampled_from(labels), min_size=n, max_size=n)
    truth = data.draw(row)
    predictions = data.draw(st.lists(row, min_size=repeats, max_size=repeats))
    found = scripted(ScriptedClassifier, predictions, np.array(truth))
    for j in range(n):
        for (name, term), value in definitions([p[j] for p in predictions], truth[j]).items():
            assert found[name][term][j] == pytest.approx(float(value), abs=1e-14), (name, term)
    for terms in found.tables.values():
        assert terms.gap < 1e-14


def test_domingos_with_three_classes_is_not_the_two_class_formula():
    # Main prediction 1 is wrong; of the two strays, only one hits the truth.
    found = scripted(ScriptedClassifier, [[1], [1], [1], [0], [2]], np.array([0]))["domingos"].means
    assert found["variance"] == pytest.approx(0.4)
    assert found["net_variance"] == pytest.approx(-0.2)
    assert found["total"] == pytest.approx(found["bias"] + found["net_variance"]) == pytest.approx(0.8)
    assert found["total"] != pytest.approx(found["bias"] - found["variance"])


def test_ties_of_the_main_prediction_go_to_the_first_label():
    tied = [[0], [1]]
    assert scripted(ScriptedClassifier, tied, np.array([0]))["domingos"].means["bias"] == 0
    assert scripted(ScriptedClassifier, tied, np.array([1]))["domingos"].means["bias"] == 1


def test_two_class_labels_under_zero_one_are_numbers_under_squared_loss():
    rng = np.random.default_rng(0)
    g, y = rng.integers(0, 2, (9, 6)), rng.integers(0, 2, 6)
    classes, numeric = scripted(ScriptedClassifier, g, y), scripted(ScriptedRegressor, g * 1.0, y * 1.0)
    np.testing.assert_allclose(classes["kohavi-wolpert"]["bias2"], numeric["test"]["bias2_and_noise"], atol=1e-15)
    np.testing.assert_allclose(classes["kohavi-wolpert"]["variance"], numeric["test"]["variance"], atol=1e-15)


# --- Classifiers through their real-valued output --------------------------------------------------------------------


class Shares:
    """Not scikit-learn's: the probability of a class is its share in the training set."""

    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.shares_ = counts / len(y)

    def predict(self, X):
        return np.full(len(X), self.classes_[self.shares_.argmax()])

    def predict_proba(self, X):
        return np.tile(self.shares_, (len(X), 1))


def test_probability_of_a_class_against_its_indicator():
    y = np.array(["no"] * 60 + ["yes"] * 40)
    options = {"test": (np.zeros((2, 1)), np.array(["no", "yes"])), "repeats": 3000, "loss": "squared"}
    found = bias_variance(Shares(), np.zeros((100, 1)), y, pos_label="yes", **options)
    # The share of a bootstrap draw is binomial: mean 0.4, variance 0.24 / 100.
    np.testing.assert_allclose(found["test"]["variance"], 0.0024, rtol=4 * np.sqrt(2 / 3000))
    np.testing.assert_allclose(found["test"]["bias2_and_noise"], [0.16, 0.36], rtol=0.03)
    assert any("probability of 'yes'" in note for note in found.notes)
    other = bias_variance(Shares(), np.zeros((100, 1)), y, pos_label="no", **options)
    for term in ("bias2_and_noise", "variance", "total"):
        np.testing.assert_allclose(other["test"][term], found["test"][term], rtol=1e-9)
    with pytest.raises(BadParameter, match="about one class"):
        bias_variance(Shares(), np.zeros((100, 1)), y, **options)


def test_one_class_of_three_against_the_rest():
    found = bias_variance(GaussianNB(), IRIS, SPECIES, loss="squared", pos_label=2, repeats=10)
    assert found.points.gap < 1e-12
    assert 0 < found.means["total"] < 0.25


def test_raw_scores_come_with_a_caution_and_follow_the_positive_label():
    inputs, y = make_classification(80, random_state=0)
    text = np.where(y == 1, "up", "down")
    up, down = (
        bias_variance(LinearSVC(), inputs, text, loss="squared", pos_label=p, repeats=5).points for p in ("up", "down")
    )
    np.testing.assert_allclose(up["total"], down["total"], rtol=1e-9)
    found = bias_variance(LinearSVC(), inputs, y, loss="squared", repeats=5)
    assert any("confidently right" in note for note in found.notes)
    np.testing.assert_allclose(found.points["total"], up["total"], rtol=1e-9)


# --- A task with known truth -----------------------------------------------------------------------------------------


def smoother(x, at, k):
    """Weights of the k nearest design points, by hand."""
    weights = np.zeros((len(at), len(x)))
    for row, point in zip(weights, at, strict=True):
        row[np.argsort(np.abs(x - point), kind="stable")[:k]] = 1 / k
    return weights


def test_exact_terms_against_the_smoother_written_by_hand():
    at = np.array([0.03, 0.21, 0.48, 0.9])
    found = bias_variance(KNeighborsRegressor(3), task=SINE, n=11, at=at)
    weights, x = smoother(SINE.design(11), at, 3), SINE.design(11)
    assert found.method == "exact"
    assert found.repeats is None
    np.testing.assert_allclose(found["at"]["bias2"], (weights @ SINE.truth(x) - SINE.truth(at)) ** 2, atol=1e-14)
    np.testing.assert_allclose(found["at"]["variance"], 0.25 * (weights**2).sum(axis=1), rtol=1e-10)
    assert list(found.tables) == ["design", "at"]


@pytest.mark.parametrize("model", [LinearRegression(), Ridge(0.1), KNeighborsRegressor(2), DummyRegressor()])
def test_simulation_agrees_with_exact(model):
    exact = bias_variance(model, task=SINE, n=8, method="exact")
    found = bias_variance(model, task=SINE, n=8, method="simulation", repeats=600)
    for name, terms in found.tables.items():
        total = exact[name].means["error_vs_f"]
        assert terms.means["error_vs_f"] == pytest.approx(total, abs=4 * terms.standard_error)
        np.testing.assert_allclose(terms["variance"], exact[name]["variance"], rtol=5 * np.sqrt(2 / 600))
        assert terms.gap < 1e-13
        np.testing.assert_allclose(terms["cross_term"], 0, atol=1e-13)
        np.testing.assert_allclose(terms["error_vs_y"] - terms["error_vs_f"], 0.25, rtol=1e-12)


def test_the_seed_moves_simulated_values_within_their_standard_error():
    exact = bias_variance(DummyRegressor(), task=SINE, n=5).means["error_vs_f"]
    runs = [bias_variance(DummyRegressor(), task=SINE, n=5, method="simulation", random_state=i) for i in range(30)]
    z = [(run.means["error_vs_f"] - exact) / run.points.standard_error for run in runs]
    assert abs(np.mean(z)) < 4 / np.sqrt(30)
    assert 0.6 < np.std(z) < 1.5


def test_redrawn_inputs_add_their_own_variance():
    # The mean of n targets x + e has variance (1/12 + sigma²)/n.
    task = NoisyFunction(lambda x: x, 0.2)
    found = bias_variance(DummyRegressor(), task=task, n=4, repeats=3000, redraw_inputs=True)
    assert found.method == "simulation"
    np.testing.assert_allclose(found["design"]["variance"], (1 / 12 + 0.04) / 4, rtol=5 * np.sqrt(2 / 3000))
    np.testing.assert_allclose(found["design"]["bias2"], (0.5 - task.design(4)) ** 2, atol=0.01)
    assert bias_variance(DummyRegressor(), task=task, n=4).means["variance"] == pytest.approx(0.01)


class NoZeros(LinearRegression):
    """A learner that refuses the targets that would show it to be affine."""

    def fit(self, X, y):
        if not np.any(y):
            raise RuntimeError("all targets are 0")
        return super().fit(X, y)


@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeRegressor(max_depth=1),
        Lasso(0.1),
        DummyRegressor(strategy="median"),
        RandomForestRegressor(2),
        NoZeros(),
    ],
)
def test_learners_that_are_not_affine_are_simulated(model):
    found = bias_variance(model, task=SINE, n=6, repeats=5)
    assert (found.method, found.repeats) == ("simulation", 5)
    insisted = bias_variance(model, task=SINE, n=6, repeats=5, method="simulation")
    assert found.to_dict() == insisted.to_dict()
    with pytest.raises((BadParameter, RuntimeError), match=r"not affine|all targets"):
        bias_variance(model, task=SINE, n=6, method="exact")


class OneColumn(RegressorMixin, BaseEstimator):
    """The mean of the targets, for one column of them; a matrix it takes for one long column, and is wrong."""

    def __init__(self, flattens=False):
        self.flattens = flattens

    def fit(self, X, y):
        if y.ndim > 1 and not self.flattens:
            raise ValueError("one column only")
        self.mean_, self.columns_ = np.mean(y), y.shape[1:]
        return self

    def predict(self, X):
        return np.full((len(X), *self.columns_), self.mean_)


@pytest.mark.parametrize("flattens", [False, True])
def test_learners_of_one_column_are_solved_column_by_column(flattens):
    found = bias_variance(OneColumn(flattens), task=NoisyFunction(lambda x: x, 1.0), n=5, at=[0.5])
    assert found.method == "exact"
    assert found["design"]["variance"].tolist() == pytest.approx([0.2] * 5)
    assert found["at"]["bias2"].item() == pytest.approx(0, abs=1e-20)


def test_one_training_row_has_no_midpoints():
    found = bias_variance(DummyRegressor(), task=SINE, n=1)
    assert list(found.tables) == ["design"]
    assert found.points.x.tolist() == [0.0]
    assert found.means["variance"] == pytest.approx(0.25)


# --- Seeds, workers, copies ------------------------------------------------------------------------------------------


CALLS = {
    "regression": lambda **o: bias_variance(RandomForestRegressor(3), DIABETES, PROGRESS, repeats=4, **o),
    "classes": lambda **o: bias_variance(RandomForestClassifier(3), IRIS, SPECIES, repeats=4, **o),
    "task": lambda **o: bias_variance(RandomForestRegressor(3), task=SINE, n=9, repeats=4, **o),
    "exact": lambda **o: bias_variance(Ridge(), task=SINE, n=9, **o),
}


@pytest.mark.parametrize("name", CALLS)
def test_same_seed_same_result_whatever_the_workers(name):
    one = CALLS[name]()
    assert json.loads(json.dumps(one.to_dict())) == CALLS[name](n_jobs=2).to_dict() == CALLS[name]().to_dict()
    assert one.seed == 0
    if name != "exact":
        assert CALLS[name](random_state=1).to_dict()["tables"] != one.to_dict()["tables"]
        fresh = CALLS[name](random_state=None)
        assert CALLS[name](random_state=fresh.seed).to_dict() == fresh.to_dict()


def test_the_model_handed_in_stays_untrained_and_unseeded():
    model = make_pipeline(StandardScaler(), DecisionTreeRegressor())
    bias_variance(model, DIABETES, PROGRESS, repeats=2)
    assert model[-1].random_state is None
    assert not hasattr(model[-1], "tree_")


def test_nested_random_states_are_seeded_and_given_ones_kept():
    seen = []

    class Spy(DecisionTreeRegressor):
        def fit(self, X, y):
            seen.append(self.random_state)
            return super().fit(X, y)

    bias_variance(make_pipeline(StandardScaler(), Spy()), DIABETES, PROGRESS, repeats=3)
    assert len(set(seen)) == 3
    assert None not in seen
    seen.clear()
    bias_variance(Spy(random_state=7), DIABETES, PROGRESS, repeats=2)
    assert seen == [7, 7]


def test_more_repeats_keep_the_first_draws():
    rows = []

    class Spy(DummyRegressor):
        def fit(self, X, y):
            rows.append(X[:, 0].tolist())
            return super().fit(X, y)

    for repeats in (2, 4):
        bias_variance(Spy(), np.arange(20.0).reshape(-1, 1), np.arange(20.0), repeats=repeats)
    assert rows[:2] == rows[2:4]
    # Draws with replacement of a training part that excludes the test part.
    assert all(len(set(draw)) < len(draw) == 14 for draw in rows)
    assert len(set(itertools.chain(*rows))) <= 14


@pytest.mark.parametrize("kind", ["pandas", "polars", "sparse", "lists"])
def test_any_table_gives_the_same(kind):
    make = {
        "pandas": lambda a: pd.DataFrame(a, index=np.arange(len(a))[::-1]),
        "polars": lambda a: pl.DataFrame(a, schema=[f"x{i}" for i in range(a.shape[1])]),
        "sparse": sparse.coo_array,
        "lists": lambda a: a.tolist(),
    }[kind]
    y = SPECIES.tolist() if kind == "lists" else pd.Series(SPECIES, index=np.arange(150)[::-1])
    expected = bias_variance(KNeighborsClassifier(), IRIS, SPECIES, repeats=3).to_dict()
    assert bias_variance(KNeighborsClassifier(), make(IRIS), y, repeats=3).to_dict() == expected


def test_draws_without_a_class_are_repeated_and_counted():
    x, y = np.arange(20.0).reshape(-1, 1), np.array([0] * 19 + [1])
    model = LogisticRegression()
    found = bias_variance(model, x, y, test=(x, y), repeats=40)
    # A draw misses the rare row with probability 0.95^20 = 0.36: 40 / 0.64 draws are needed, 22.4 in vain (SD 5.9).
    assert found.redraws == pytest.approx(22.4, abs=4 * 5.9)
    with pytest.raises(BadInput, match="missing a class"):
        bias_variance(model, x, np.arange(20), test=(x, np.arange(20)), repeats=2)
