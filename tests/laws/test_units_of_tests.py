"""Laws of units: hundredths, decimals, or a scale with another zero get one verdict from every test."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probative import stats
from probative.stats import registry
from probative.stats.taken import Many, Two

TESTS = [test for test in registry.tests() if test.takes in ("folds", "pairs", "samples")]
POST_HOC = [test for test in registry.declared() if isinstance(test, registry.PostHoc)]
HUNDREDTHS = st.lists(st.lists(st.integers(0, 12), min_size=3, max_size=3), min_size=10, max_size=10)
"""Few different numbers, so that differences, sizes and ranges are often equal, and must be seen to be."""
UNITS = {
    "decimals": lambda whole: whole / 100,
    "times 0.01": lambda whole: whole * 0.01,
    "tiny": lambda whole: whole * 1e-9,
    "huge": lambda whole: whole * 1e7,
    "percent less 3": lambda whole: whole - 3.0,
    "decimals from 0.7": lambda whole: whole / 100 + 0.7,
    "decimals from 33.3": lambda whole: whole / 100 + 33.3,
}


def columns(table: Any) -> dict[str, Any]:
    return dict(zip("ABC", np.asarray(table, np.float64).T, strict=True))


def two(table: Any) -> Two:
    return Two(columns(table)["A"], columns(table)["B"], n_train=9, n_test=1)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("test", TESTS, ids=lambda test: f"{test.name} of {test.takes}")
@settings(max_examples=12, deadline=None)
@given(whole=HUNDREDTHS)
def test_units_change_no_test_of_results(test: registry.Test, unit: str, whole: list[list[int]]) -> None:
    plain = np.array(whole, np.float64)
    other = UNITS[unit](plain)
    if test.together is not None:
        found, wanted = (test.of_all(Many(columns(table))) for table in (other, plain))
    else:
        found, wanted = (test.of_two(two(table)) for table in (other, plain))
    assert close(found.p, wanted.p)
    assert close(found.statistic, wanted.statistic)
    assert found.notes == wanted.notes


@pytest.mark.parametrize("test", POST_HOC, ids=lambda test: test.name)
@settings(max_examples=3, deadline=None)
@given(whole=HUNDREDTHS)
def test_units_change_no_test_of_pairs(test: registry.PostHoc, whole: list[list[int]]) -> None:
    plain = np.array(whole, np.float64)
    wanted = test.of_all(Many(columns(plain))).pairs
    for unit, change in UNITS.items():
        for one, another in zip(test.of_all(Many(columns(change(plain)))).pairs, wanted, strict=True):
            assert close(one.p_adjusted, another.p_adjusted), unit
            assert close(one.statistic, another.statistic), unit


@pytest.mark.parametrize("unit", UNITS)
@settings(max_examples=4, deadline=None)
@given(whole=HUNDREDTHS, region=st.integers(0, 3))
def test_units_change_no_posterior_and_no_equivalence(unit: str, whole: list[list[int]], region: int) -> None:
    plain = np.array(whole, np.float64)
    other = UNITS[unit](plain)
    step = float(UNITS[unit](np.array([1.0]))[0] - UNITS[unit](np.array([0.0]))[0])
    width = {"decimals": region / 100, "decimals from 0.7": region / 100, "decimals from 33.3": region / 100}
    rope = width.get(unit, region * step)
    found, wanted = (
        stats.bayes_signed_rank(table[:, 0], table[:, 1], rope=size, draws=400)
        for table, size in ((other, rope), (plain, float(region)))
    )
    assert (found.left, found.rope, found.right) == (wanted.left, wanted.rope, wanted.right)
    t, u = (
        stats.bayes_correlated_t(table[:, 0], table[:, 1], rope=size, rho=0.1)
        for table, size in ((other, rope), (plain, float(region)))
    )
    assert close([t.left, t.rope, t.right], [u.left, u.rope, u.right])
    if region:
        for question in (stats.tost, stats.non_inferiority):
            assert close(
                question(other[:, 0], other[:, 1], margin=rope).p,
                question(plain[:, 0], plain[:, 1], margin=float(region)).p,
            )


def close(found: Any, wanted: Any) -> bool:
    """Equal but for the rounding of numbers near 33.3, whose hundredths keep twelve digits."""
    return bool(np.allclose(found, wanted, rtol=1e-8, atol=1e-10, equal_nan=True))


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("seed", range(4))
def test_units_change_no_test_of_rows(unit: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth, groups = rng.integers(0, 2, 40), np.arange(40) // 4
    target, a, b = (rng.integers(0, 9, 40).astype(float) for _ in range(3))
    change = UNITS[unit]
    scored = {
        "delong": lambda f: stats.delong(truth, f(a), f(b)),
        "permutation": lambda f: stats.paired_permutation("mae", f(target), f(a), f(b), replicates=200),
        "bootstrap": lambda f: stats.paired_bootstrap("mae", f(target), f(a), f(b), replicates=200),
        "clusters": lambda f: stats.cluster_bootstrap("mae", f(target), f(a), f(b), groups=groups, replicates=200),
    }
    for name, test in scored.items():
        assert close(test(change).p, test(lambda x: x).p), name


def test_quade_sees_equal_ranges_through_rounding() -> None:
    """Conover's example of a defect: hundredths typed as decimals gave 21.618."""
    table = np.array(
        [[90, 80, 85], [80, 70, 74], [50, 30, 42], [60, 40, 45], [71, 61, 63], [30, 10, 15]], dtype=np.float64
    )
    assert stats.quade(table / 100).statistic == pytest.approx(245 / 9)
    assert stats.quade(table).statistic == pytest.approx(245 / 9)


def test_the_border_of_the_region_is_the_border_in_any_unit() -> None:
    a = np.array([81, 79, 84, 77, 88, 83, 80, 86], dtype=np.float64)
    b = np.array([80, 80, 83, 76, 87, 84, 79, 83], dtype=np.float64)
    whole, part = stats.bayes_signed_rank(a, b, rope=1), stats.bayes_signed_rank(a / 100, b / 100, rope=0.01)
    assert (part.left, part.rope, part.right) == (whole.left, whole.rope, whole.right)
    assert whole.rope == pytest.approx(0.797, abs=0.01)
