"""The worked examples about noisy functions, and about bias and variance."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from probative.procedures.decomposition import bias_variance, bias_variance_sweep
from probative.theory import NoisyFunction

COVERED = set()


def covers(*ids):
    COVERED.update(ids)
    return pytest.mark.parametrize("case", ids, indirect=True)


def close(value, tolerance=1e-9):
    return pytest.approx(value, rel=0, abs=tolerance)


class FixedLine(RegressorMixin, BaseEstimator):
    """The model of case 1: it ignores the data."""

    def fit(self, X, y):
        return self

    def predict(self, X):
        return -2 * X[:, 0] + 1


def chebyshev(degree):
    """Polynomials on [0, 1] in a basis that keeps the equations well conditioned."""
    return FunctionTransformer(lambda x: np.polynomial.chebyshev.chebvander(2 * x[:, 0] - 1, degree))


def polynomial(degree):
    return make_pipeline(chebyshev(degree), LinearRegression(fit_intercept=False))


def task_of(case):
    inputs = case["inputs"]
    assert inputs["f"] == "sin(2 pi x)"
    return NoisyFunction(lambda x: np.sin(2 * np.pi * x), inputs["sigma_noise"], inputs["x1"], inputs["x2"])


@covers("000-noisy-function-risk")
def test_risk_is_modelling_error_plus_noise(case):
    assert (case["inputs"]["f"], case["inputs"]["g"]) == ("x^2", "x")
    task = NoisyFunction(lambda x: x**2, sigma=case["inputs"]["noise_variance"] ** 0.5)
    # The case prints 12 digits; the closed form has them all.
    assert task.modelling_error(lambda x: x) == close(case["expected"]["modelling_error"], 1e-12)
    assert task.risk(lambda x: x) == close(case["expected"]["risk"], 1e-12)
    assert task.risk(lambda x: x) == close(1 / 30 + 0.01, 1e-14)
    # The same by the double integral over inputs and noise.
    assert task.risk(lambda x: x, loss=lambda y, g: (y - g) ** 2) == close(1 / 30 + 0.01, 1e-10)


@covers("002-bias-variance-extremes")
def test_design_points(case):
    assert task_of(case).design(case["inputs"]["N"]).tolist() == close(case["expected"]["design"], 1e-15)


@covers("002-bias-variance-extremes")
def test_a_fixed_line_has_no_variance(case):
    found = bias_variance(FixedLine(), task=task_of(case), n=case["inputs"]["N"])
    assert found.method == "exact"
    for term, values in case["expected"]["case1_at_design"].items():
        assert found["design"][term].tolist() == close(values)
    assert found["design"]["variance"].tolist() == [case["deck_says"]["case1_variance"]] * 6
    # E26: "the bias must be large" is not so; this line is right somewhere between the design points.
    assert bias_variance(FixedLine(), task=task_of(case), n=6, at=[0.5])["at"]["bias2"].item() == close(0, 1e-30)


@covers("002-bias-variance-extremes")
def test_an_interpolating_polynomial_is_unbiased_at_the_design_points_only(case):
    n = case["inputs"]["N"]
    found = bias_variance(polynomial(n - 1), task=task_of(case), n=n)
    assert found.method == "exact"
    for term, values in case["expected"]["case2_at_design"].items():
        assert found["design"][term].tolist() == close(values)
    between = case["expected"]["case2_at_midpoints"]
    assert found["midpoints"].x.tolist() == close(between["x"])
    for term in ("bias2", "variance"):
        assert found["midpoints"][term].tolist() == close(between[term])
    # The deck says so of the whole curve.
    noise = case["inputs"]["sigma_noise"] ** 2
    assert case["deck_says"]["case2_variance_at_design"] == "noise variance"
    assert np.abs(found["midpoints"]["variance"] - noise).min() > 0.01
    assert found["midpoints"]["bias2"].max() > 1e-4


@covers("002-bias-variance-extremes")
def test_errors_against_f_and_against_fresh_targets_differ_by_the_noise(case):
    found = bias_variance(polynomial(5), task=task_of(case), n=6)
    noise = case["inputs"]["sigma_noise"] ** 2
    for table in found.tables.values():
        assert table["error_vs_f"].tolist() == close((table["bias2"] + table["variance"]).tolist(), 1e-15)
        assert table["error_vs_y"].tolist() == close((table["error_vs_f"] + noise).tolist(), 1e-15)
    # E26: the deck calls the squared distance from the optimum variance; at the midpoints the two differ.
    assert found["midpoints"].means["error_vs_f"] - found["midpoints"].means["variance"] > 1e-4


@covers("002-bias-variance-extremes")
def test_degrees(case):
    expected = case["expected"]["degree_sweep_at_design"]
    models = {row["degree"]: polynomial(row["degree"]) for row in expected}
    sweep = bias_variance_sweep(models, task=task_of(case), n=case["inputs"]["N"])
    columns = sweep.columns()
    assert {result.method for result in sweep.results} == {"exact"}
    assert columns["complexity"].tolist() == [row["degree"] for row in expected]
    for term in ("bias2", "variance", "error_vs_f"):
        assert columns[term].tolist() == close([row[f"mean_{term}"] for row in expected])
    assert sweep.best == min(expected, key=lambda row: row["mean_error_vs_f"])["degree"] == 3


@covers("002-bias-variance-extremes")
def test_simulation_finds_the_same(case):
    exact, simulated = (
        bias_variance(polynomial(3), task=task_of(case), n=6, repeats=1000, method=how) for how in (None, "simulation")
    )
    assert simulated.method == "simulation"
    for name, terms in simulated.tables.items():
        expected = exact[name].means["error_vs_f"]
        assert terms.means["error_vs_f"] == pytest.approx(expected, abs=4 * terms.standard_error)
        np.testing.assert_allclose(terms["variance"], exact[name]["variance"], rtol=4 * np.sqrt(2 / 1000))
