"""The standard deviation of a column: NumPy's, exactly 0 where all values are equal, of the tiniest numbers too."""

from __future__ import annotations

import numpy as np
import pytest

from probative.stats.means import _satterthwaite, deviation


@pytest.mark.parametrize("scale", [1e-160, 1.0, 1e150])
def test_it_is_that_of_the_values_in_their_scale(scale):
    x = np.array([3.0, 1, 4, 1, 5])
    assert deviation(x * scale) == pytest.approx(x.std(ddof=1) * scale, rel=1e-12)


@pytest.mark.parametrize("value", [0.0, 0.1, -7.0])
def test_equal_values_do_not_deviate(value):
    assert deviation(np.full(6, value)) == 0


def test_one_value_has_none_and_two_have_one():
    assert np.isnan(deviation(np.array([1.0])))
    assert deviation(np.array([1.0, 2])) == pytest.approx(np.sqrt(0.5))


@pytest.mark.parametrize(("ex", "ey"), [(0.3, 0.7), (0.7, 0.3), (0.5, 0.5), (0.0, 0.2), (0.2, 0.0)])
def test_degrees_of_freedom_are_satterthwaites(ex, ey):
    n, m = 6, 11
    expected = (ex**2 + ey**2) ** 2 / (ex**4 / (n - 1) + ey**4 / (m - 1))
    assert _satterthwaite(ex, ey, n, m) == pytest.approx(expected)
