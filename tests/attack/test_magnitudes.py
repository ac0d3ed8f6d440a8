"""Numbers of any size: as good an answer as of numbers near 1, or a refusal that says what to do."""

import json

import numpy as np
import pytest

import probative as pv
from probative.errors import BadFormat, BadScores, BadWeights
from probative.inference.f_score import f_limits

RNG = np.random.default_rng(1)
Y, S = RNG.integers(0, 2, 50), RNG.random(50)
ONES = np.ones(50)


def found(**words):
    return next(iter(pv.evaluate(**words).models.values())).measures


@pytest.mark.parametrize("unit", [1e-45, 1e-20, 1e20, 1e45])
def test_only_ratios_of_weights_count(unit):
    weight = RNG.integers(1, 5, 50).astype(float)
    plain, scaled = (found(truth=Y, scores=S, weight=w) for w in (weight, weight * unit))
    for name, estimate in plain.items():
        limits = [getattr(one, end) for one in (estimate, scaled[name]) for end in ("value", "low", "high")]
        assert limits[:3] == pytest.approx(limits[3:], rel=1e-9, nan_ok=True), name


@pytest.mark.parametrize("unit", [1e-308, 1e-160, 1e-100, 1e100, 1e200])
@pytest.mark.parametrize("task", ["classification", "regression"])
def test_weights_beyond_all_measure_are_refused(unit, task):
    said = {"scores": S} if task == "classification" else {"predicted": S, "task": task}
    with pytest.raises(BadWeights, match="only their ratios count"):
        found(truth=Y, weight=ONES * unit, **said)


@pytest.mark.parametrize("heavy", [1e9, 1e16, 1e45])
def test_one_row_that_outweighs_all_others(heavy):
    """Its own outcome is nearly everything; every value lies inside its interval."""
    for place in (0, 7, int(np.argmax(S))):
        weight = ONES.copy()
        weight[place] = heavy
        for name, one in found(truth=Y, scores=S, weight=weight).items():
            assert np.isnan(one.low) or one.low - 1e-9 <= one.value <= one.high + 1e-9, name


def test_limits_of_f_at_less_than_a_row():
    """No hits to speak of tell nothing: from 0 to 1, and never an error."""
    assert f_limits(1e-13, 1e-13, 1e-13, 1.0) == (0.0, 1.0)
    low, high = f_limits(1e-9, 1.0, 0.0, 1.0)
    assert low == 0.0
    assert 0.0 < high < 1.0


def test_expected_events_that_are_hardly_any():
    ratio = pv.estimate("observed_expected_ratio", pv.Ladder.from_scores(Y, S * 1e-200))
    assert ratio.value > 1e199
    assert np.isnan(ratio.low)
    assert ratio.why == "the value is too large for a variance"


@pytest.mark.parametrize("unit", [1e-300, 1e-160, 1e-55])
def test_numbers_whose_squares_vanish_are_refused(unit):
    """Once an error of 1e-202 was 0, without a word."""
    with pytest.raises(BadScores, match="their powers vanish"):
        found(truth=S * unit, predicted=S[::-1] * unit, task="regression")
    assert found(truth=S * 0, predicted=S * 0, task="regression")["rmse"].value == 0.0


@pytest.mark.parametrize("unit", [1e-45, 1e-20, 1e20, 1e45])
def test_regression_in_any_unit_that_is_taken(unit):
    plain = found(truth=S, predicted=S[::-1], task="regression")["rmse"].value
    assert found(truth=S * unit, predicted=S[::-1] * unit, task="regression")["rmse"].value == pytest.approx(
        plain * unit
    )


@pytest.mark.parametrize("unit", [2.0**-150, 2.0**150, 2.0**163])
def test_units_move_no_regression_measure_and_no_limit(unit):
    """Powers of two, so that nothing is rounded; errors with a mean, whose eighth powers overflow (once a warning)."""
    truth, said = S, 0.8 * S[::-1] + 0.4
    plain = found(truth=truth, predicted=said, task="regression")
    for name, one in found(truth=truth * unit, predicted=said * unit, task="regression").items():
        times = unit ** {"mse": 2}.get(name, one.value != pytest.approx(plain[name].value, rel=1e-6))
        for end in ("value", "low", "high"):
            assert getattr(one, end) == pytest.approx(getattr(plain[name], end) * times, rel=1e-9, nan_ok=True), name


def test_complex_numbers_are_no_scores():
    with pytest.raises(BadScores, match="must be numbers"):
        pv.Ladder.from_scores(Y, S + 1j)


def test_findings_of_no_number_of_rows_are_damaged():
    plain = pv.evaluate(truth=Y, scores=S).to_dict() | {"n": "9" * 400}
    with pytest.raises(BadFormat, match="damaged"):
        pv.Findings.from_dict(plain)


def test_a_damaged_moment_of_residuals_is_refused():
    plain = json.loads(pv.Residuals.from_values(S, S[::-1]).to_json())
    for name, wrong in [("replicates", "x"), ("replicates", [1]), ("largest", -5), ("largest", {"float": "inf"})]:
        with pytest.raises(BadFormat, match="damaged"):
            pv.Residuals.from_json(json.dumps(plain | {name: wrong}))


ODD_KINDS = [",f8", "f8,f8", "(2,)f8", "<f8,(3", "<U999999999", "|S999999999", "", None, "float", "{}"]


@pytest.mark.parametrize("kind", ODD_KINDS)
def test_the_kind_of_a_saved_array_is_one_that_numpy_writes(kind):
    """NumPy reads kinds with Python's own parser, and makes room for text of any width: Atheris found ",f8"."""
    plain = json.loads(pv.ValuePairs.from_values(S, S[::-1]).to_json())
    plain["mass"]["dtype"] = kind
    with pytest.raises(BadFormat, match="saved"):
        pv.ValuePairs.from_json(json.dumps(plain))
