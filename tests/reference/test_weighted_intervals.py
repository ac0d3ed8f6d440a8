"""Intervals of weighted rows."""

import math

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

import probative as pv
from probative.measurement import find

from .sampled import PARAMETERS, binary_rows, close, standard_error


def evidence(kind, rows=slice(None), weight=None):
    """Evidence of the named kind from the chosen ones of 60 rows."""
    rng = np.random.default_rng(31)
    y, score = rng.integers(0, 2, 60), np.round(rng.random(60), 1).clip(0.1, 0.9)[rows]
    other, y = np.where(rng.random(60) < 0.7, y, 1 - y)[rows], y[rows]
    classes = np.concatenate([np.arange(3), rng.integers(0, 3, 57)])[rows]
    proba = rng.dirichlet(np.ones(3), 60)[rows]
    target, guess = rng.normal(5, 1, 60)[rows], rng.normal(5, 1, 60)[rows]
    called, w = (score >= 0.5).astype(int), {"sample_weight": weight}
    return {
        "Outcomes": lambda: pv.ConfusionMatrix.from_labels(y, called, **w).outcomes(1),
        "ConfusionMatrix": lambda: pv.ConfusionMatrix.from_labels(classes, proba.argmax(axis=1), **w),
        "Ladder": lambda: pv.Ladder.from_scores(y, score, **w),
        "ClassScores": lambda: pv.ClassScores.from_probabilities(classes, proba, labels=[0, 1, 2], **w),
        "Residuals": lambda: pv.Residuals.from_values(target, guess, **w),
        "ValuePairs": lambda: pv.ValuePairs.from_values(target, guess, **w),
        "Moments": lambda: pv.Moments.from_values(target, **w),
        "Agreement": lambda: pv.Agreement.from_predictions(y, other, called, **w),
    }[kind]()


WITHHELD = {m.name for m in pv.measures() if m.method == "withheld"}
MEASURES = [pytest.param(m.needs.__name__, m.name, id=f"{m.needs.__name__}-{m.name}") for m in pv.measures()]


@pytest.mark.parametrize(("kind", "name"), MEASURES)
def test_a_row_of_weight_3_is_three_rows(kind, name):
    weight = np.concatenate([np.ones(3, int), np.random.default_rng(32).integers(0, 4, 57)])
    # Adjusting counts rows, and 60 weighted rows are not as many as their repetitions: no predictors, no adjustment.
    parameters = {"n_features": 0} if name == "adjusted_r2" else PARAMETERS.get(name, {})
    if "knots" in find(name).parameters:
        parameters = {"knots": 3}  # of which there would be more for more rows
    found = pv.value(name, evidence(kind, weight=weight), **parameters)
    repeated = pv.value(name, evidence(kind, np.repeat(np.arange(60), weight)), **parameters)
    if name == "debiased_calibration_error":
        assert found < repeated  # three rows have less noise to take off than one of weight 3
    else:
        assert found == close(repeated, rel=1e-9 if "knots" in parameters else 1e-11)


@pytest.mark.parametrize(("kind", "name"), MEASURES)
def test_equal_weights_leave_the_interval_alone(kind, name):
    # A border of 0.5: beyond that of the default lie too few of 60 rows for an interval.
    borders = {"sensitivity_at_specificity": {"specificity": 0.5}, "specificity_at_sensitivity": {"sensitivity": 0.5}}
    parameters = PARAMETERS.get(name, {}) | borders.get(name, {})
    found = pv.estimate(name, evidence(kind, weight=np.full(60, 2.5)), **parameters)
    expected = pv.estimate(name, evidence(kind), **parameters)
    wanted = (expected.value, expected.low, expected.high)
    assert (found.value, found.low, found.high) == close(wanted, nan_ok=name in WITHHELD)
    assert found.method == expected.method


@pytest.mark.parametrize(("kind", "name"), MEASURES)
def test_equal_weights_leave_the_number_of_rows_alone(kind, name):
    parameters = PARAMETERS.get(name, {})
    found = pv.estimate(name, evidence(kind, weight=np.full(60, 2.5)), **parameters)
    assert found.n == close(pv.estimate(name, evidence(kind), **parameters).n)


ZERO_LAST = [1.0, 2.0, 0.5, 1.0, 1.5, 0.0]
"""Weights of six rows of which no measure can bear the last."""
Y, SCORE = np.array([0, 1, 1, 0, 1, 0]), np.array([0.2, 0.8, 0.4, 0.6, 0.7, 1.0])
TARGET, GUESS = np.array([1.0, 2, 3, 4, 5, 0]), np.array([1.5, 2, 2, 4, 7, 900])
SIX_ROWS = {
    "ConfusionMatrix": lambda r, w: pv.ConfusionMatrix.from_labels(
        np.array(list("abbabx"))[r], np.array(list("aababz"))[r], sample_weight=w
    ),
    "Ladder": lambda r, w: pv.Ladder.from_scores(Y[r], SCORE[r], sample_weight=w),
    "ClassScores": lambda r, w: pv.ClassScores.from_probabilities(
        Y[r], np.column_stack([1 - SCORE, SCORE])[r], labels=[0, 1], sample_weight=w
    ),
    "Residuals": lambda r, w: pv.Residuals.from_values(TARGET[r], GUESS[r], sample_weight=w),
    "Moments": lambda r, w: pv.Moments.from_values(GUESS[r], sample_weight=w),
}


@pytest.mark.parametrize("kind", SIX_ROWS)
def test_a_row_of_weight_0_is_no_row(kind):
    whole, kept = SIX_ROWS[kind](slice(None), ZERO_LAST), SIX_ROWS[kind](slice(5), ZERO_LAST[:5])
    names = [m.name for m in pv.measures() if m.needs.__name__ == kind]
    found = {name: pv.value(name, whole) for name in names}
    assert found == pytest.approx({name: pv.value(name, kept) for name in names}, rel=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("name", "domain"),
    [("accuracy", None), ("recall", "actual"), ("precision", "called")],
)
def test_weighted_shares_have_the_survey_variance(name, domain):
    """Linearised variance of a ratio of weighted totals: sum w^2 (x - p)^2 / (sum w)^2 over the denominator's rows."""
    y, score, weight = binary_rows(300, 41, weighted=True)
    guess = (score > 0.5).astype(int)
    rows = {None: np.ones(300, bool), "actual": y == 1, "called": guess == 1}[domain]
    right, w = (y == guess)[rows].astype(float), weight[rows]
    share = np.average(right, weights=w)
    variance = (w**2 * (right - share) ** 2).sum() / w.sum() ** 2
    outcomes = pv.ConfusionMatrix.from_labels(y, guess, sample_weight=weight).outcomes(1)
    assert pv.value(name, outcomes) == close(share)
    assert standard_error(name, outcomes) == close(math.sqrt(variance), rel=1e-7)
    # Never more rows than Kish counts, however little the few errors happen to weigh.
    effective = min(share * (1 - share) / variance, w.sum() ** 2 / (w**2).sum())
    wilson = pv.estimate(name, outcomes, method="wilson")
    assert (wilson.low, wilson.high) == close(proportion_confint(share * effective, effective, method="wilson"))


def test_summed_weights_alone_would_be_too_narrow():
    y, score, weight = binary_rows(300, 42, weighted=True)
    matrix = pv.ConfusionMatrix.from_labels(y, (score > 0.5).astype(int), sample_weight=weight)
    naive = proportion_confint(matrix.n * pv.value("accuracy", matrix), matrix.n, method="wilson")
    found = pv.estimate("accuracy", matrix)
    assert found.high - found.low > 1.3 * (naive[1] - naive[0])
