"""Laws of bias and variance: identities, published definitions by brute force, seeds, and what is refused."""

import itertools
import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.stats import norm
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.datasets import load_diabetes, load_iris, make_classification
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from probative.errors import BadInput, BadLabels, BadParameter, BadScores, LengthMismatch, MissingExtra
from probative.procedures.bias_variance import TRADE_OFF, bias_variance, bias_variance_sweep
from probative.theory import NoisyFunction

SINE = NoisyFunction(lambda x: np.sin(2 * np.pi * x), 0.5)
IRIS, SPECIES = load_iris(return_X_y=True)
DIABETES, PROGRESS = load_diabetes(return_X_y=True)


class Scripted(BaseEstimator):
    """Predicts what it was told, training after training, whatever the data."""

    script: list = []  # noqa: RUF012
    turn = 0

    def fit(self, X, y):  # noqa: N803
        self.answers_ = type(self).script[type(self).turn]
        type(self).turn += 1
        return self

    def predict(self, X):  # noqa: N803
        return np.asarray(self.answers_)


class ScriptedRegressor(RegressorMixin, Scripted):
    pass


class ScriptedClassifier(ClassifierMixin, Scripted):
    pass


def scripted(kind, predictions, truth):
    """The decomposition of these predictions, one row per training set."""
    kind.script, kind.turn = list(predictions), 0
    test = np.zeros((len(truth), 1)), truth
    return bias_variance(kind(), np.zeros((1, 1)), truth[:1], test=test, repeats=len(predictions))


# Squared loss


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


# Zero-one loss, from the papers' definitions by counting


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


# Classifiers through their real-valued output


class Shares:
    """Not scikit-learn's: the probability of a class is its share in the training set."""

    def fit(self, X, y):  # noqa: N803
        self.classes_, counts = np.unique(y, return_counts=True)
        self.shares_ = counts / len(y)

    def predict(self, X):  # noqa: N803
        return np.full(len(X), self.classes_[self.shares_.argmax()])

    def predict_proba(self, X):  # noqa: N803
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


# A task with known truth


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

    def fit(self, X, y):  # noqa: N803
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

    def fit(self, X, y):  # noqa: N803
        if y.ndim > 1 and not self.flattens:
            raise ValueError("one column only")
        self.mean_, self.columns_ = np.mean(y), y.shape[1:]
        return self

    def predict(self, X):  # noqa: N803
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


# Seeds, workers, copies


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
        def fit(self, X, y):  # noqa: N803
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
        def fit(self, X, y):  # noqa: N803
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


# Sweeps


def test_a_sweep_over_a_parameter_and_over_sizes():
    by_k = bias_variance_sweep(KNeighborsRegressor(), task=SINE, n=12, parameter="n_neighbors", values=range(1, 13))
    columns = by_k.columns()
    assert list(columns) == ["n_neighbors", "bias2", "variance", "error_vs_f", "error_vs_y", "cross_term"]
    np.testing.assert_allclose(columns["variance"], 0.25 / columns["n_neighbors"], rtol=1e-9)
    assert by_k.best == columns["n_neighbors"][columns["error_vs_f"].argmin()]
    by_n = bias_variance_sweep(LinearRegression(), task=SINE, sizes=[4, 8, 16])
    np.testing.assert_allclose(by_n.columns()["variance"], 0.25 * 2 / np.array([4, 8, 16]), rtol=1e-9)
    between = by_n.of("midpoints")
    assert between.columns()["variance"].tolist() == [r["midpoints"].means["variance"] for r in by_n.results]
    assert pd.DataFrame(by_n.columns()).equals(by_n.to_frame("pandas"))
    assert json.loads(json.dumps(by_n.to_dict()))["n"] == [4, 8, 16]
    assert TRADE_OFF in str(by_n)
    with pytest.raises(BadParameter, match="no table"):
        by_n.of("breiman")


def test_larger_samples_permit_more_complexity():
    # sigma² (d + 1)/n is the variance of degree d: with more rows, less of a reason to stop early.
    models = {d: make_pipeline(PolynomialFeatures(d, include_bias=False), LinearRegression()) for d in range(1, 8)}
    best = [bias_variance_sweep(models, task=SINE, n=n).best for n in (8, 2000)]
    assert best[0] < best[1]


def test_sweeps_on_data():
    depths = {d: DecisionTreeClassifier(max_depth=d) for d in (1, 2, None)}
    sweep = bias_variance_sweep(depths, IRIS, SPECIES, repeats=10)
    assert sweep.columns()["complexity"].tolist() == ["1", "2", "None"]
    assert sweep.columns()["total"][0] > sweep.columns()["total"][1] + 0.1
    assert list(sweep.of("kohavi-wolpert").columns())[1:] == ["bias2", "variance", "total"]
    sizes = bias_variance_sweep(Ridge(1e-3), DIABETES, PROGRESS, sizes=[40, 300], repeats=10)
    assert sizes.columns()["variance"][0] > 2 * sizes.columns()["variance"][1]
    assert [result.n for result in sizes.results] == [40, 300]


@pytest.mark.parametrize(
    "sweep",
    [
        lambda: bias_variance_sweep(LinearRegression(), task=SINE, sizes=[4, 8, 1000]),
        lambda: bias_variance_sweep({"tree": DecisionTreeClassifier()}, IRIS, SPECIES, repeats=3),
        lambda: bias_variance_sweep(Ridge(), DIABETES, PROGRESS, parameter="alpha", values=[1, 2], repeats=3),
    ],
)
def test_sweeps_are_drawn(sweep, monkeypatch):
    made = sweep()
    axes = made.plot(linewidth=2)
    assert made.plot(ax=axes, label="again") is axes
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert len(names) == len(set(names)) >= 6
    assert sum(name.startswith("again: ") for name in names) == len(names) / 2
    assert [line.get_linewidth() for line in axes.lines if line.get_label() in names] == [
        1.5 if name.startswith("again: ") else 2 for name in names
    ]
    axes.figure.canvas.draw()
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match="matplotlib"):
        made.plot()


# What is refused


X4, Y4 = np.arange(4.0).reshape(-1, 1), np.arange(4.0)
REFUSED = {
    "nothing to train on": ({}, "nothing to train on"),
    "both data and task": ({"X": X4, "y": Y4, "task": SINE, "n": 3}, "X, y"),
    "task without n": ({"task": SINE}, "needs n"),
    "one repeat": ({"task": SINE, "n": 3, "repeats": 1}, "at least 2"),
    "no rows": ({"task": SINE, "n": 0}, "at least 1"),
    "a boolean size": ({"task": SINE, "n": True}, "whole number"),
    "zero-one on a task": ({"task": SINE, "n": 3, "loss": "zero-one"}, "targets of a task are numbers"),
    "zero-one of a regressor": ({"X": X4, "y": Y4, "loss": "zero-one"}, "no meaning for a regressor"),
    "unknown loss": ({"X": X4, "y": Y4, "loss": "hinge"}, "'squared' or 'zero-one'"),
    "unknown method": ({"task": SINE, "n": 3, "method": "magic"}, "method is"),
    "exact with random inputs": ({"task": SINE, "n": 3, "method": "exact", "redraw_inputs": True}, "fixed inputs"),
    "exact on data": ({"X": X4, "y": Y4, "method": "exact"}, "'bootstrap'"),
    "points on data": ({"X": X4, "y": Y4, "at": [1]}, "known truth"),
    "empty points": ({"task": SINE, "n": 3, "at": []}, "at least one"),
    "infinite point": ({"task": SINE, "n": 3, "at": [np.inf]}, "finite"),
    "share of 1": ({"X": X4, "y": Y4, "test_size": 1.0}, "between 0 and 1"),
    "test without labels": ({"X": X4, "y": Y4, "test": X4}, "pair"),
    "negative seed": ({"X": X4, "y": Y4, "random_state": -1}, "random_state"),
    "lengths": ({"X": X4, "y": Y4[:3]}, "differ in length"),
    "test lengths": ({"X": X4, "y": Y4, "test": (X4, Y4[:1])}, "differ in length"),
    "one row": ({"X": X4[:1], "y": Y4[:1]}, "two rows"),
    "no rows at all": ({"X": X4[:0], "y": Y4[:0]}, "no rows"),
    "text targets": ({"X": X4, "y": list("abcd")}, "must be numbers"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_input(name):
    arguments, message = REFUSED[name]
    with pytest.raises((BadParameter, BadScores, LengthMismatch, BadInput)) as caught:
        bias_variance(LinearRegression(), **arguments)
    assert message in str(caught.value)


def test_bad_models():
    for model in ("tree", LinearRegression, None):
        with pytest.raises(BadParameter, match="fit and predict"):
            bias_variance(model, X4, Y4)
    with pytest.raises(BadParameter, match="numbers"):
        bias_variance(LogisticRegression(), task=SINE, n=4)
    with pytest.raises(BadParameter, match="does not say"):
        bias_variance(Scripted(), X4, Y4)
    with pytest.raises(BadInput, match="one value per row"):
        scripted(ScriptedRegressor, [[1.0, 2.0]] * 2, np.array([1.0]))
    with pytest.raises(BadInput, match="not finite"):
        scripted(ScriptedRegressor, [[np.inf], [0.0]], np.array([1.0]))
    with pytest.raises(BadLabels, match="does not occur"):
        bias_variance(GaussianNB(), IRIS, SPECIES, loss="squared", pos_label="rose", repeats=2)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"sizes": [3], "parameter": "alpha", "values": [1]},
        {"parameter": "alpha"},
        {"sizes": []},
        {"parameter": "beta", "values": [1]},
    ],
)
def test_bad_sweeps(arguments):
    with pytest.raises(BadParameter):
        bias_variance_sweep(Ridge(), X4, Y4, **arguments)


# The task itself


def test_risk_under_other_losses_and_other_inputs():
    task = NoisyFunction(lambda x: x - 0.5, 0.3)
    # P(sign of y is not that of f), from the integral of the normal tail: t Phi(-t) - phi(t) + phi(0).
    t = 0.5 / 0.3
    wrong = 2 * 0.3 * (t * norm.cdf(-t) - norm.pdf(t) + norm.pdf(0))
    assert task.risk(task.f, loss=lambda y, g: (y >= 0) != (g >= 0)) == pytest.approx(wrong, abs=1e-9)
    assert task.modelling_error(task.f, loss=lambda y, g: (y >= 0) != (g >= 0)) == 0
    normal = NoisyFunction(lambda x: x, 0.5, quantile=norm(1, 2).ppf)
    assert normal.risk(lambda x: 0.0) == pytest.approx(1 + 4 + 0.25, abs=1e-8)
    x, y = normal.sample(20_000, np.random.default_rng(0), fixed=False)
    assert [x.mean(), x.std(), (y - x).std()] == pytest.approx([1, 2, 0.5], abs=0.05)
    step = NoisyFunction(lambda x: np.where(x < 1 / 3, 0.0, 1.0), 0.0)
    assert step.risk(lambda x: 0 * x) == pytest.approx(2 / 3, abs=1e-9)
    wave = NoisyFunction(lambda x: np.sin(64 * np.pi * x), 0.0, -1, 3)
    assert wave.modelling_error(lambda x: 0.0) == pytest.approx(0.5, abs=1e-10)


@pytest.mark.parametrize("n", [1, 2, 7])
def test_design_points(n):
    task = NoisyFunction(np.sin, 0.1, -1.0, 2.0)
    expected = [-1.0 + 3.0 * i / (n - 1) if n > 1 else -1.0 for i in range(n)]
    np.testing.assert_allclose(task.design(n), expected, rtol=1e-15)
    x, y = task.sample(n, np.random.default_rng(3))
    assert x.tolist() == task.design(n).tolist()
    np.testing.assert_allclose(y, np.sin(x) + 0.1 * np.random.default_rng(3).standard_normal(n))


@pytest.mark.parametrize(
    "make",
    [
        lambda: NoisyFunction(1.0, 0.1),
        lambda: NoisyFunction(np.sin, -0.1),
        lambda: NoisyFunction(np.sin, float("nan")),
        lambda: NoisyFunction(np.sin, 0.1, 1.0, 1.0),
        lambda: NoisyFunction(np.sin, 0.1, 0.0, np.inf),
        lambda: NoisyFunction(lambda x: x[:1], 0.1).design(2.0),
        lambda: NoisyFunction(lambda x: x[:-1], 0.1).truth([0.0, 1.0]),
        lambda: NoisyFunction(lambda x: np.full(x.shape, np.nan), 0.1).truth([0.5]),
        lambda: NoisyFunction(lambda x: "x", 0.1).truth([0.5]),
        lambda: NoisyFunction(np.sin, 0.1).risk(lambda x: np.inf),
        lambda: NoisyFunction(np.sin, 0.1, quantile=norm.ppf).risk(lambda x: np.exp(x * x)),
    ],
)
def test_bad_tasks(make):
    with pytest.raises(BadInput):
        make()


def test_asking_for_it_loads_no_pictures():
    code = "import sys, probative as pv; pv.bias_variance; print(sorted({'matplotlib', 'pandas'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
