"""Adjusted p-values against statsmodels, against every intersection listed, and against print."""

import itertools
import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from probative import stats
from probative.errors import BadParameter
from probative.stats.adjustments import shaffer_factors

STATSMODELS = {
    "holm": "holm",
    "bonferroni": "bonferroni",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
    "sidak": "sidak",
    "holm-sidak": "holm-sidak",
    "bh": "fdr_bh",
    "by": "fdr_by",
}


def some(seed, n):
    p = np.random.default_rng(seed).random(n) ** 2
    return p.round(2) * 0.99 if seed % 2 else p


@pytest.mark.parametrize("method", STATSMODELS)
@pytest.mark.parametrize("n", [1, 2, 3, 8, 41])
def test_against_statsmodels(method, n):
    for seed in range(6):
        p = some(seed, n)
        wanted = np.minimum(multipletests(p, method=STATSMODELS[method])[1], 1)
        assert stats.adjust(p, method) == pytest.approx(wanted, rel=1e-12)


def test_small_values_keep_their_digits():
    assert stats.adjust([1e-300, 1e-20, 0.5], "sidak")[:2] == pytest.approx([3e-300, 3e-20], rel=1e-12)
    assert stats.adjust([1.0, 1.0], "holm-sidak").tolist() == [1, 1]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_hommel_closes_simes(n):
    """Oracle: the largest Simes p of all intersections that hold a hypothesis."""
    p = some(7, n)

    def simes(part):
        return float(min(len(part) * x / (i + 1) for i, x in enumerate(sorted(p[list(part)]))))

    parts = [part for size in range(1, n + 1) for part in itertools.combinations(range(n), size)]
    wanted = [max(simes(part) for part in parts if i in part) for i in range(n)]
    assert stats.adjust(p, "hommel") == pytest.approx(wanted, rel=1e-12)


# --- All pairs -------------------------------------------------------------------------------------------------------


def test_factors_as_printed():
    """Shaffer (1986), and Garcia and Herrera (2008)."""
    assert shaffer_factors(2).tolist() == [1]
    assert shaffer_factors(3).tolist() == [3, 1, 1]
    assert shaffer_factors(4).tolist() == [6, 3, 3, 3, 2, 1]
    assert shaffer_factors(5).tolist() == [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]


def equal_pairs(labels):
    return sum(a == b for a, b in itertools.combinations(labels, 2))


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_factors_by_listing_every_way_in_which_models_can_be_equal(k):
    possible = {equal_pairs(labels) for labels in itertools.product(range(k), repeat=k)}
    pairs = math.comb(k, 2)
    wanted = [max(s for s in possible if s <= pairs - done) for done in range(pairs)]
    assert shaffer_factors(k).tolist() == wanted


@pytest.mark.parametrize("n", [1, 3, 6, 10, 45])
def test_shaffer_rejects_no_less_than_holm_and_no_more_than_its_factors_allow(n):
    p = some(n, n)
    found = stats.adjust(p, "shaffer")
    assert (found <= stats.adjust(p, "holm") + 1e-15).all()
    assert (found >= p - 1e-15).all()
    assert found.min() == pytest.approx(min(1, n * p.min()))
    assert (np.diff(found[np.argsort(p, kind="stable")]) >= 0).all()


def test_shaffer_is_for_all_pairs():
    for n in (2, 4, 5, 7):
        with pytest.raises(BadParameter, match="all pairs"):
            stats.adjust(np.full(n, 0.01), "shaffer")
    found = stats.adjust([0.01, math.nan, 0.02], "shaffer")
    assert found[[0, 2]].tolist() == [0.03, 0.03]
    assert math.isnan(found[1])
