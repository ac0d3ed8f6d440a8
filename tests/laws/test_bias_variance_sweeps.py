"""Bias and variance over a parameter, what is refused, and the task itself."""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures
from sklearn.tree import DecisionTreeClassifier

from probative.errors import BadInput, BadLabels, BadParameter, BadScores, LengthMismatch, MissingExtra
from probative.procedures.decomposition import TRADE_OFF, bias_variance, bias_variance_sweep
from probative.theory import NoisyFunction

from .decomposed import DIABETES, IRIS, PROGRESS, SINE, SPECIES, Scripted, ScriptedRegressor, scripted

# --- Sweeps ----------------------------------------------------------------------------------------------------------


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


# --- What is refused -------------------------------------------------------------------------------------------------


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


# --- The task itself -------------------------------------------------------------------------------------------------


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


def test_asking_for_it_loads_neither_learners_nor_pictures():
    heavy = "{'sklearn', 'joblib', 'matplotlib', 'pandas', 'duckdb'}"
    code = f"import sys, probative as pv; pv.bias_variance; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
