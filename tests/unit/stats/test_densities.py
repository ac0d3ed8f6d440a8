"""Densities and tails are SciPy's own distributions."""

import numpy as np
import pytest
from scipy import stats

from probative.stats.densities import chi_squared, fisher, normal, student

PAIRS = [
    (normal(), stats.norm()),
    (student(1.0), stats.t(1)),
    (student(7.5), stats.t(7.5)),
    (chi_squared(1.0), stats.chi2(1)),
    (chi_squared(6.0), stats.chi2(6)),
    (fisher(2.0, 10.0), stats.f(2, 10)),
    (fisher(5.0, 3.5), stats.f(5, 3.5)),
]


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_the_tails_the_places_and_the_density_are_those_of_scipy(ours, theirs):
    x = np.array([0.1, 0.7, 1.0, 2.5, 9.0])
    assert ours.pdf(x) == pytest.approx(theirs.pdf(x), rel=1e-12)
    for at in x:
        assert ours.cdf(at) == pytest.approx(theirs.cdf(at), rel=1e-12)
        assert ours.sf(at) == pytest.approx(theirs.sf(at), rel=1e-12)
    for tail in (0.5, 0.05, 0.001):
        assert ours.isf(tail) == pytest.approx(theirs.isf(tail), rel=1e-9, abs=1e-15)
