"""The studentised range: against Student's t for two means, SciPy's integral, and printed tables."""

from __future__ import annotations

from math import inf, sqrt

import pytest
from scipy.stats import studentized_range, t

from probative.stats.studentised_range import range_quantile, range_tail


@pytest.mark.parametrize("df", [1.0, 2.0, 3.7, 25.0, 1e5, inf])
@pytest.mark.parametrize("q", [0.05, 1.0, 3.5, 20.0])
def test_of_two_means_it_is_students_t(q: float, df: float) -> None:
    assert range_tail(q, 2, df) == pytest.approx(2 * t.sf(q / sqrt(2), df), abs=1e-10)


@pytest.mark.parametrize(("q", "k", "df"), [(3.5, 4, 10.0), (20.0, 10, 2.0), (5.0, 30, 56.0), (0.5, 3, inf)])
def test_of_more_it_is_scipys_integral(q: float, k: int, df: float) -> None:
    assert range_tail(q, k, df) == pytest.approx(studentized_range.sf(q, k, df), abs=1e-9)


# Harter's tables (as printed in every textbook of multiple comparisons).
@pytest.mark.parametrize(
    ("level", "k", "df", "printed"),
    [(0.95, 3, 10, 3.88), (0.95, 10, 20, 5.01), (0.99, 4, 12, 5.50), (0.95, 5, inf, 3.86)],
)
def test_quantiles_are_those_of_the_tables(level: float, k: int, df: float, printed: float) -> None:
    assert range_quantile(level, k, df) == pytest.approx(printed, abs=0.006)


def test_ends_and_gaps() -> None:
    assert range_tail(0.0, 3, 10) == 1.0
    assert range_tail(inf, 3, 10) == 0.0
    assert range_tail(float("nan"), 3, 10) != range_tail(float("nan"), 3, 10)
