"""Losses of rows and their mean, against other tools and closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import hinge_loss, log_loss, mean_absolute_error, mean_squared_error, zero_one_loss
from statsmodels.stats.proportion import proportion_confint

import probative as pv
from probative.errors import BadInput, BadLabels, BadParameter, BadScores, EmptyData, LengthMismatch

RNG = np.random.default_rng(5)
Y = RNG.choice([-1, 1], 60)
SCORE = Y * 0.7 + RNG.normal(size=60)
G = np.where(SCORE >= 0, 1, -1)
P = 1 / (1 + np.exp(-SCORE))


def test_means_of_losses_are_those_of_scikit_learn() -> None:
    assert pv.losses.zero_one(Y, G).mean() == pytest.approx(zero_one_loss(Y, G))
    assert pv.losses.hinge(Y, SCORE).mean() == pytest.approx(hinge_loss(Y, SCORE))
    assert pv.losses.log(Y, P).mean() == pytest.approx(log_loss(Y, P))
    assert pv.losses.quadratic(SCORE, P).mean() == pytest.approx(mean_squared_error(SCORE, P))
    assert pv.losses.absolute(SCORE, P).mean() == pytest.approx(mean_absolute_error(SCORE, P))


def test_quadratic_loss_is_four_times_zero_one_on_signs_and_equal_to_it_on_0_and_1() -> None:
    assert (pv.losses.quadratic(Y, G) == 4 * pv.losses.zero_one(Y, G)).all()
    assert (pv.losses.quadratic(Y > 0, G > 0) == pv.losses.zero_one(Y > 0, G > 0)).all()
    # Of real-valued answers neither factor holds.
    assert not np.isin(pv.losses.quadratic(Y, SCORE), [0.0, 1.0, 4.0]).any()


def test_vector_targets_lose_the_squared_length() -> None:
    y, g = RNG.normal(size=(7, 3)), RNG.normal(size=(7, 3))
    assert pv.losses.quadratic(y, g) == pytest.approx(np.linalg.norm(y - g, axis=1) ** 2)
    assert pv.losses.empirical_risk(y, g).value == pytest.approx((np.linalg.norm(y - g, axis=1) ** 2).mean())


def test_asymmetric_loss_prices_each_error() -> None:
    loss = pv.losses.asymmetric(fp=2, fn=7)
    fp, fn = ((Y < 0) & (G > 0)).sum(), ((Y > 0) & (G < 0)).sum()
    assert loss(Y, G).sum() == 2 * fp + 7 * fn
    named = pv.losses.asymmetric(fp=2, fn=7, pos_label="ill")
    assert named(["ill", "well"], ["well", "ill"]).tolist() == [7.0, 2.0]


@pytest.mark.parametrize(
    ("call", "kind", "words"),
    [
        (lambda: pv.losses.zero_one([1.5, 2.0], [1.5, 2.0]), BadLabels, "quadratic or absolute"),
        (lambda: pv.losses.zero_one([1, -1], [0.3, -2.0]), BadLabels, "labels"),
        (lambda: pv.losses.quadratic(["a", "b"], ["a", "b"]), BadLabels, "numbers"),
        (lambda: pv.losses.quadratic([1.0, np.nan], [1.0, 1.0]), BadLabels, "missing"),
        (lambda: pv.losses.quadratic([1, 2, 3], [1, 2]), LengthMismatch, "shape"),
        (lambda: pv.losses.log([0, 1], [0.2, 1.7]), BadScores, "probabilities"),
        (lambda: pv.losses.hinge([0, 1, 2], [0.0, 0.0, 0.0]), BadLabels, "two classes"),
        (lambda: pv.losses.hinge(["a", "b"], [0.0, 0.0]), BadLabels, "two classes"),
        (lambda: pv.losses.asymmetric(fp=0, fn=1), BadParameter, "greater than 0"),
        (lambda: pv.losses.asymmetric(fp=1, fn=-2), BadParameter, "greater than 0"),
        (lambda: pv.losses.asymmetric(fp=1, fn=math.nan), BadParameter, "greater than 0"),
        (lambda: pv.losses.empirical_risk([], []), EmptyData, "no rows"),
        (lambda: pv.losses.empirical_risk([1], [1], "huber"), BadParameter, "no loss"),
        (lambda: pv.losses.empirical_risk([1, 2], [1, 2], lambda y, g: 0.0), LengthMismatch, "each row"),
        (lambda: pv.losses.convergence([]), BadScores, "at least one"),
    ],
)
def test_senseless_questions_are_refused(call: object, kind: type[BadInput], words: str) -> None:
    with pytest.raises(kind) as caught:
        call()  # type: ignore[operator]
    assert words in str(caught.value)


def test_the_empirical_risk_has_the_standard_error_and_interval_of_a_mean() -> None:
    losses = (SCORE - P) ** 2
    found = pv.losses.empirical_risk(SCORE, P)
    assert found.title == "MSE"
    assert found.value == pytest.approx(losses.mean())
    assert found.standard_error == pytest.approx(stats.sem(losses))
    low, high = stats.t.interval(0.95, 59, losses.mean(), stats.sem(losses))
    assert (found.low, found.high) == pytest.approx((low, high))


@pytest.mark.parametrize(("y", "g", "scale"), [(Y, G, 1.0), (Y, Y, 1.0)])
def test_two_valued_losses_have_wilsons_interval(y: np.ndarray, g: np.ndarray, scale: float) -> None:
    wrong = int((y != g).sum())
    low, high = proportion_confint(wrong, len(y), method="wilson")
    found = pv.losses.empirical_risk(y, g, "zero_one")
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)
    four = pv.losses.empirical_risk(y, g, "quadratic")
    assert (four.value, four.low, four.high) == pytest.approx((4 * wrong / len(y), 4 * low, 4 * high), abs=1e-12)


def test_intervals_stay_where_losses_can_be() -> None:
    assert pv.losses.empirical_risk([0.0, 0.1, 9.0], [0.0, 0.0, 0.0]).low == 0
    costs = pv.losses.empirical_risk([1, 1, -1], [-1, 1, 1], pv.losses.asymmetric(fp=1, fn=5))
    assert 0 <= costs.low < costs.value < costs.high <= 5
    signed = pv.losses.empirical_risk([0.0, 1.0, 4.0], [0.0, 0.0, 0.0], lambda y, g: y - 2)
    assert signed.low < 0


def test_one_row_has_no_standard_error_and_says_so() -> None:
    found = pv.losses.empirical_risk([3.0], [1.0])
    assert found.value == 4
    assert math.isnan(found.standard_error)
    assert math.isnan(found.low)
    assert "too few rows" in str(found.why)


def test_an_infinite_loss_makes_an_infinite_risk_with_a_reason() -> None:
    found = pv.losses.empirical_risk([1, 0, 1], [0.0, 0.5, 0.5], "log")
    assert math.isinf(found.value)
    assert found.why == "1 of 3 losses are infinite"


def test_constant_weights_change_nothing() -> None:
    plain, weighted = (pv.losses.empirical_risk(Y, G, "zero_one", sample_weight=w) for w in (None, np.full(60, 3.0)))
    assert (weighted.value, weighted.low, weighted.high) == pytest.approx((plain.value, plain.low, plain.high))


def test_any_function_is_a_loss_and_a_record_travels() -> None:
    found = pv.losses.empirical_risk(SCORE, P, lambda y, g: np.abs(y - g) ** 3)
    assert found.value == pytest.approx((np.abs(SCORE - P) ** 3).mean())
    assert pv.losses.EmpiricalRisk.from_dict(found.to_dict()) == found


def test_the_view_of_convergence_holds_the_running_mean_and_its_error() -> None:
    losses = RNG.exponential(2.0, 5000)
    view = pv.losses.convergence(losses, risk=2.0)
    for at in (0, len(view.m) // 2, len(view.m) - 1):
        m = view.m[at]
        assert view.risk[at] == pytest.approx(losses[:m].mean())
        if m > 1:
            assert view.standard_error[at] == pytest.approx(stats.sem(losses[:m]))
    assert math.isnan(view.standard_error[0])
    assert view.m[-1] == 5000
    assert len(view.m) <= 400
    assert abs(view.risk[-1] - 2.0) < 4 * view.standard_error[-1]
    assert view.plot().get_xlabel() == "Rows m"


def test_quadratic_loss_of_raw_scores_comes_with_a_caution() -> None:
    right = pv.losses.empirical_risk([1, -1, 1], [9.0, -7.0, 5.0])
    assert right.value > 30  # every row is right
    assert "confidently right" in str(right)
    for y, g in (([1, -1, 1], [1, 1, -1]), ([1, 0, 1], [0.9, 0.2, 0.6]), ([1.5, 0.0, 3.0], [9.0, -7.0, 5.0])):
        assert not pv.losses.empirical_risk(y, g).caution


def test_losses_may_be_given_as_they_are() -> None:
    found = pv.losses.empirical_risk([1.0, 2.0, 4.0])
    assert (found.value, found.title) == (pytest.approx(7 / 3), "mean loss")
    assert found.standard_error == pytest.approx(stats.sem([1, 2, 4]))


def test_a_loss_of_single_rows_is_asked_row_by_row():
    """max(), if and math refuse arrays: what a user writes for one target and one answer works as it stands."""
    y, g = [1.0, 2.0, 3.0], [2.0, 2.0, 5.0]
    over = pv.losses.empirical_risk(y, g, lambda y, g: max(g - y, 0.0))
    assert over.value == pytest.approx(1.0)
    assert over.standard_error == pytest.approx(np.std([1, 0, 2], ddof=1) / 3**0.5)
    assert pv.losses.empirical_risk(y, g, lambda y, g: math.exp(g - y)).value == pytest.approx(
        np.mean(np.exp([1, 0, 2]))
    )
    with pytest.raises(BadLabels):  # our own refusals stay refusals
        pv.losses.empirical_risk(y, g, lambda y, g: pv.losses.hinge(y, g))


def test_a_doubt_stands_behind_the_bracket_with_the_standard_error():
    said = str(pv.losses.empirical_risk(["a"] * 200, ["a"] * 198 + ["b"] * 2, "zero_one"))
    inside, _, doubt = said.partition(")")
    assert "; standard error 0.007" in inside
    assert said.count("(") == said.count(")")
    assert "interval coarse" in doubt
