"""The entropy that a prediction leaves, where it tells little."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv
from probative.inference.adjusted import _freedom


@pytest.mark.parametrize(("n", "prevalence", "right"), [(16, 0.5, 0.5), (25, 0.3, 0.6), (60, 0.5, 0.6)])
def test_it_holds_where_the_prediction_tells_little(n, prevalence, right):
    shares = np.outer([prevalence, 1 - prevalence], [right, 1 - right])
    shares[1] = shares[1][::-1]
    counts = dict(zip(("tp", "fn", "fp", "tn"), (shares.ravel() * 1e6).round().tolist(), strict=True))
    truth = pv.value("remaining_entropy", pv.Outcomes(**counts))
    drawn, times = np.unique(
        np.random.default_rng(9).multinomial(n, shares.ravel(), size=120), axis=0, return_counts=True
    )
    held = 0
    for cells, k in zip(drawn.tolist(), times, strict=True):
        found = pv.estimate("remaining_entropy", pv.Outcomes(**dict(zip(("tp", "fn", "fp", "tn"), cells, strict=True))))
        held += k * (found.low - 1e-9 <= truth <= found.high + 1e-9)
    assert held / 120 >= 0.87  # 0.42 to 0.85 with square and add alone


def test_where_the_prediction_tells_nothing_all_entropy_may_remain():
    found = pv.estimate("remaining_entropy", pv.Outcomes(tp=3, fn=2, fp=2, tn=3))
    assert found.method == "mover-remaining"
    assert found.high == pytest.approx(1.0)
    assert pv.estimate("remaining_entropy", pv.Outcomes(tp=50, fn=2, fp=2, tn=50)).high < 0.7


def test_a_class_of_one_row_has_its_share_of_the_degrees_of_freedom():
    """Satterthwaite's, of classes that each have as many rows as they count, and two more."""
    spread, counts = np.array([2.0, 1.0, 4.0]), np.array([1.0, 7.0, 12.0])
    expected = 7.0**2 / (4 / 3 + 1 / 9 + 16 / 14)
    assert _freedom(spread, counts, counts) == pytest.approx(expected)
    weighted = np.array([1.0, 0.5, 3.0])
    assert _freedom(spread, counts, weighted) == pytest.approx(49 / (4 / 3 + 1 / 100 + 16 / 50))


def test_losses_of_which_some_are_nothing_have_limits_that_are_not_below():
    losses = np.array([0, 0, 0, 0.2, 0, 0, 5, 0, 0, 1.0])
    found = pv.estimate("mean_loss", pv.Moments.from_values(losses), level=0.99)
    assert 0 < found.low < 0.62 < found.high
