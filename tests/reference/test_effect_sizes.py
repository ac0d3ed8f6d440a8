"""Effect sizes against pingouin, scipy's distributions, counted pairs and simulation."""

import itertools
import json
import math

import numpy as np
import pingouin
import pytest
import scipy.special
import scipy.stats

import probative as pv
from probative import stats
from probative.errors import BadParameter
from probative.stats.rank_effects import of_differences
from probative.stats.standardised import noncentral_limits

from .test_stats import SIDES, close, samples

# --- In standard deviations ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_cohens_d(seed):
    a, b = samples(seed, 12, 9)
    assert stats.cohens_d(a, b).value == close(pingouin.compute_effsize(a, b, eftype="cohen"))
    mean = (a.var(ddof=1) + b.var(ddof=1)) / 2
    assert stats.cohens_d(a, b, variances="unequal").value == close((a.mean() - b.mean()) / math.sqrt(mean))
    d, c = samples(seed)
    assert stats.cohens_d_paired(d, c).value == close((d - c).mean() / (d - c).std(ddof=1))
    wanted = pingouin.compute_effsize(d, c, paired=True, eftype="cohen")
    assert stats.cohens_d_paired(d, c, by="average").value == close(wanted)


@pytest.mark.parametrize("df", [2, 3, 10, 21.5, 1000, 999_999, 3e6])
def test_the_correction_of_hedges_is_exact(df):
    """Oracle: the mean of 1 over a standard deviation, integrated."""
    if df < 100:
        mean, _ = scipy.integrate.quad(lambda x: math.sqrt(df / x) * scipy.stats.chi2.pdf(x, df), 0, np.inf)
        assert stats.hedges_factor(df) == pytest.approx(1 / mean, rel=1e-7)
    else:
        ratio = scipy.special.poch((df - 1) / 2, 0.5)
        assert stats.hedges_factor(df) == pytest.approx(ratio / math.sqrt(df / 2), rel=1e-9)


def test_hedges_g_is_the_corrected_d():
    a, b = samples(3, 7, 9)
    plain, corrected = stats.cohens_d(a, b), stats.hedges_g(a, b)
    j = stats.hedges_factor(14)
    assert (corrected.value, corrected.low, corrected.high) == close((j * plain.value, j * plain.low, j * plain.high))
    assert corrected.value == pytest.approx(pingouin.compute_effsize(a, b, eftype="hedges"), rel=1e-3)


@pytest.mark.parametrize("t", [0.0, 0.3, -2.0, 5.0, 40.0, 900.0])
@pytest.mark.parametrize("df", [1, 2, 9, 31.7, 5000])
def test_limits_leave_their_share_in_either_tail(t, df):
    """Oracle: another implementation of the non-central t."""
    low, high = noncentral_limits(t, df, 0.95)
    assert scipy.stats.nct.cdf(t, df, high) == pytest.approx(0.025, rel=1e-6)
    assert scipy.stats.nct.sf(t, df, low) == pytest.approx(0.025, rel=1e-6)
    one = noncentral_limits(t, df, 0.975, "greater")
    assert one == (pytest.approx(low), math.inf)


def test_far_limits_only_scale():
    near, far = noncentral_limits(9_999.0, 7, 0.95), noncentral_limits(2e6, 7, 0.95)
    assert np.array(far) / 2e6 == pytest.approx(np.array(near) / 9_999, rel=1e-6)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("shift", [-2.0, -0.6, 0.0, 0.6, 2.0])
def test_the_size_beside_a_t_test_excludes_zero_with_it(side, shift):
    a, b = samples(2)
    for test in (stats.paired_t, stats.student_t, stats.welch_t):
        found = test(a + shift, b, alternative=side)
        size = found.details["effect_size"]
        assert (size["low"] > 0 or size["high"] < 0) == (found.p < 0.05)
        assert size["low"] <= size["value"] <= size["high"]
        assert size["name"] in str(found)
        json.dumps(found.to_dict(), allow_nan=False)


def test_sizes_beside_the_tests_are_those_of_their_functions():
    a, b = samples(5, 11)
    for found, wanted in (
        (stats.paired_t(a, b), stats.cohens_d_paired(a, b)),
        (stats.student_t(a, b), stats.hedges_g(a, b)),
        (stats.welch_t(a, b), stats.hedges_g(a, b, variances="unequal")),
        (stats.wilcoxon(a, b), stats.rank_biserial(a, b)),
        (stats.mann_whitney(a, b), stats.cliffs_delta(a, b)),
    ):
        size = found.details["effect_size"]
        assert (size["value"], size["low"], size["high"]) == close((wanted.value, wanted.low, wanted.high))
    assert stats.student_t(a, b).details["cohens_d"] == close(stats.cohens_d(a, b).value)


def test_units_and_shifts_do_not_matter():
    a, b = samples(6)
    for size in (stats.cohens_d, stats.hedges_g, stats.cohens_d_paired, stats.cliffs_delta, stats.rank_biserial):
        wanted = size(a, b)
        for x, y in ((a * 1e-9, b * 1e-9), (a * 1e9, b * 1e9), (a + 1e3, b + 1e3)):
            found = size(x, y)
            assert (found.value, found.low, found.high) == pytest.approx(
                (wanted.value, wanted.low, wanted.high), rel=1e-6
            )


def test_without_spread_there_is_no_size():
    for size in (stats.cohens_d, stats.hedges_g, stats.cohens_d_paired):
        found = size([1, 1, 1], [2, 2, 2])
        assert math.isnan(found.value)
        assert found.why
        equal = size([1, 1, 1], [1, 1, 1])
        assert (equal.value, math.isnan(equal.low)) == (0, True)
        assert equal.why
    assert math.isnan(stats.hedges_g([1, 2], [4]).value)
    assert math.isnan(stats.rank_biserial([1, 1], [1, 1]).value)
    with pytest.raises(BadParameter):
        stats.cohens_d([1, 2], [3, 4], variances="some")
    with pytest.raises(BadParameter):
        stats.cohens_d_paired([1, 2], [3, 4], by="sd")


@pytest.mark.slow
@pytest.mark.parametrize("delta", [0.0, 0.5, 1.5, 3.0])
@pytest.mark.parametrize(("n", "m"), [(5, 5), (20, 8)])
def test_limits_of_d_cover(delta, n, m):
    rng = np.random.default_rng(1)
    found = [stats.cohens_d(rng.normal(delta, 1, n), rng.normal(0, 1, m)) for _ in range(2000)]
    assert 0.935 < np.mean([one.low <= delta <= one.high for one in found]) < 0.965


# --- By ranks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("digits", [None, 0])
@pytest.mark.parametrize("seed", range(3))
def test_counted_pairs(seed, digits):
    a, b = samples(seed, 12, 9, digits)
    signs = np.sign(a[:, None] - b)
    assert stats.cliffs_delta(a, b).value == close(signs.mean())
    assert stats.common_language(a, b).value == close(((signs + 1) / 2).mean())
    assert stats.common_language(a, b).value == close(pingouin.compute_effsize(a, b, eftype="CLES"))
    assert stats.cliffs_delta(a, b).value == close(pingouin.mwu(a, b)["RBC"].iloc[0])


@pytest.mark.parametrize("digits", [None, 0])
@pytest.mark.parametrize("seed", range(4))
def test_rank_biserial(seed, digits):
    a, b = samples(seed, digits=digits)
    assert stats.rank_biserial(a, b).value == close(pingouin.wilcoxon(a, b)["RBC"].iloc[0])
    d = (a - b)[a != b]
    means = [np.sign(x + y) for x, y in itertools.combinations_with_replacement(d, 2)]
    assert stats.rank_biserial(a, b).value == close(np.mean(means))


def test_rank_biserial_at_the_edge():
    found = stats.rank_biserial([2, 3, 4, 5], [1, 1, 1, 1])
    assert (found.value, found.high) == (1, 1)
    assert -1 < found.low < 1
    assert stats.rank_biserial([2], [1]).low < 1


@pytest.mark.slow
@pytest.mark.parametrize("theta", [0.5, 0.7, 0.9, 0.97])
@pytest.mark.parametrize("n", [6, 12, 40, 200])
@pytest.mark.parametrize("skewed", [False, True])
def test_limits_of_the_rank_biserial_correlation_cover(theta, n, skewed):
    rng = np.random.default_rng(2)

    def draw(size):
        return rng.exponential(size=size) - 1 if skewed else rng.normal(size=size)

    shift = -np.quantile(draw(500_000) + draw(500_000), 1 - theta) / 2
    found = [of_differences(draw(n) + shift, 0.95) for _ in range(1000)]
    assert np.mean([one.low <= 2 * theta - 1 <= one.high for one in found]) > 0.93


def test_a_comparison_is_saved_with_its_effect_size():
    a, b = samples(4, 14)
    for of, name in (("independent", "Hedges' g"), ("paired", "Cohen's d_z")):
        verdict = pv.compare({"A": a, "B": b}, of=of, parametric=True)
        size = verdict.contests[0].effect_size
        assert size.name == name
        plain = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
        assert plain["comparisons"][0]["effect_size"]["value"] == size.value
        again = type(verdict).from_dict(plain)
        assert again.contests[0].effect_size == size
    assert pv.compare({"A": a, "B": b}, of="paired", test="sign").contests[0].effect_size is None


def test_a_comparison_says_its_effect_size_in_words():
    a, b = samples(4, 14)
    said = str(pv.compare({"A": a, "B": b}, of="independent", parametric=True))
    told = float(said.split("Hedges' g of A and B: ")[1].split()[0])
    assert told == pytest.approx(pingouin.compute_effsize(a, b, eftype="hedges"), abs=0.01)
    several = str(pv.compare({"A": a, "B": b, "C": a - 1}, of="datasets"))
    assert several.count("rank-biserial correlation of") == several.count("(this pair by itself)") == 3
    assert " of A and B:" not in str(pv.compare({"A": a, "B": b}, of="paired", test="sign"))
