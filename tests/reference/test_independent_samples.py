"""More than two independent samples against scipy, statsmodels, pingouin and scikit-posthocs."""

import itertools
import math

import numpy as np
import pandas as pd
import pingouin
import pytest
import scikit_posthocs
import scipy.optimize
import scipy.stats
from statsmodels.stats.oneway import anova_oneway

import probative as pv
from probative import stats

from .test_stats import close


def several(seed, sizes=(9, 14, 6, 11), digits=None):
    rng = np.random.default_rng(seed)
    groups = [rng.normal(0.4 * i, 1 + i / 2, n) for i, n in enumerate(sizes)]
    return groups if digits is None else [x.round(digits) for x in groups]


def long(groups):
    return pd.DataFrame(
        {
            "value": np.concatenate(groups),
            "group": np.repeat([f"g{i}" for i in range(len(groups))], list(map(len, groups))),
        }
    )


@pytest.mark.parametrize("digits", [None, 0])
@pytest.mark.parametrize("seed", range(4))
def test_kruskal_wallis(seed, digits):
    groups = several(seed, digits=digits)
    wanted = scipy.stats.kruskal(*groups)
    found = stats.kruskal_wallis(*groups)
    assert (found.statistic, found.p, found.df) == close((wanted.statistic, wanted.pvalue, 3))
    # The share of the ranks' sum of squares between the samples, by an analysis of variance of the ranks.
    ranks = np.split(scipy.stats.rankdata(np.concatenate(groups)), np.cumsum([len(x) for x in groups])[:-1])
    assert found.effect == close(stats.anova(*ranks).effect)


@pytest.mark.parametrize("adjustment", ["holm", "bonferroni", "by"])
@pytest.mark.parametrize("digits", [None, 0])
def test_dunn(adjustment, digits):
    names = {"holm": "holm", "bonferroni": "bonferroni", "by": "fdr_by"}
    for seed in range(3):
        groups = several(seed, digits=digits)
        wanted = scikit_posthocs.posthoc_dunn(groups, p_adjust=names[adjustment]).to_numpy()
        plain = scikit_posthocs.posthoc_dunn(groups).to_numpy()
        found = stats.dunn(*groups, adjustment=adjustment)
        places = list(itertools.combinations(range(4), 2))
        assert [pair.p for pair in found.pairs] == close([plain[i, j] for i, j in places])
        assert found.matrix() == close(wanted)
        means = (
            pd.DataFrame({"r": scipy.stats.rankdata(np.concatenate(groups)), "g": long(groups).group}).groupby("g").r
        )
        assert found.averages == close(tuple(means.mean()))
        turned = stats.dunn(*groups, adjustment=adjustment, better="higher")
        assert [pair.statistic for pair in turned.pairs] == close([-pair.statistic for pair in found.pairs])


@pytest.mark.parametrize("sizes", [(9, 14, 6, 11), (3, 4, 2), (40, 5), (25, 25, 25)])
def test_welch_anova(sizes):
    for seed in range(3):
        groups = several(seed, sizes)
        wanted = anova_oneway(groups, use_var="unequal")
        found = stats.welch_anova(*groups)
        assert (found.statistic, found.p) == close((wanted.statistic, wanted.pvalue))
        assert found.df == close((wanted.df_num, wanted.df_denom))
        peer = pingouin.welch_anova(data=long(groups), dv="value", between="group")
        assert (found.statistic, found.df[1]) == close((float(peer["F"].iloc[0]), float(peer["ddof2"].iloc[0])))
        assert 0 <= found.low <= found.effect <= found.high <= 1


def test_welch_anova_of_two_groups_is_welchs_t():
    a, b = several(1, (12, 7))
    found, wanted = stats.welch_anova(a, b), stats.welch_t(a, b)
    assert (found.statistic, found.p, found.df[1]) == close((wanted.statistic**2, wanted.p, wanted.df))


@pytest.mark.parametrize("sizes", [(9, 14, 6, 11), (4, 5, 3)])
def test_games_howell(sizes):
    for seed in range(2):
        groups = several(seed, sizes)
        wanted = pingouin.pairwise_gameshowell(data=long(groups), dv="value", between="group")
        found = stats.games_howell(*groups)
        for pair, row in zip(found.pairs, wanted.itertuples(), strict=True):
            assert (pair.difference, pair.statistic) == close((row.diff, row.T))
            assert pair.p_adjusted == pytest.approx(row.pval, rel=1e-5, abs=1e-8)
            # The interval leaves out 0 exactly where the adjusted p is small: both come from one quantile.
            critical = scipy.stats.studentized_range.ppf(0.95, len(sizes), row.df) / math.sqrt(2)
            assert pair.high - pair.difference == pytest.approx(critical * row.se, rel=1e-5)


def test_nothing_varies_or_nothing_is_known():
    assert stats.kruskal_wallis([1, 1], [1, 1, 1], [1]).p == 1
    assert math.isnan(stats.kruskal_wallis([1], [2], [3]).p)
    assert all(pair.p == 1 for pair in stats.dunn([1, 1], [1, 1], [1]).pairs)
    assert stats.welch_anova([2, 2], [2, 2], [2, 2]).p == 1
    for groups in (([1, 2, 3], [4, 4, 4], [5, 6, 7]), ([1, 2, 3], [4], [5, 6, 7])):
        found = stats.welch_anova(*groups)
        assert math.isnan(found.p)
        assert "group 2" in found.notes[0]
        pairs = stats.games_howell(*groups)
        assert [math.isnan(pair.p) for pair in pairs.pairs] == (
            [False] * 3 if len(groups[1]) > 1 else [True, False, True]
        )


# --- What the chooser does with them -------------------------------------------------------------------------------


def samples(sizes=(12, 9, 15), skewed=False):
    groups = several(3, sizes)
    return dict(zip("ABC", [np.exp(3 * x) for x in groups] if skewed else groups, strict=True))


def test_three_normal_samples_are_compared_without_equal_variances():
    held = samples()
    verdict = pv.compare(held, of="independent", parametric=True)
    assert verdict.omnibus.method == "Welch's analysis of variance"
    assert verdict.post_hoc.method == "Games-Howell test"
    assert verdict.omnibus.p == stats.welch_anova(*held.values()).p
    classical = pv.compare(held, of="independent", parametric=True, test="anova")
    assert (classical.forced, classical.post_hoc.method) == (None, "Tukey's test")


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_three_skewed_samples_are_compared_by_ranks(better):
    held = samples(skewed=True)
    held["C"] = held["C"] + 1e6
    verdict = pv.compare(held, of="independent", better=better, adjustment="shaffer")
    assert verdict.omnibus.method == "Kruskal-Wallis test"
    assert (verdict.post_hoc.method, verdict.adjustment) == ("Dunn's test", "shaffer")
    far = next(contest for contest in verdict.contests if (contest.a, contest.b) == ("A", "C"))
    assert far.winner == ("C" if better == "higher" else "A")
    assert "average rank" in far.what
    assert far.p_adjusted == close(stats.dunn(*held.values(), adjustment="shaffer").pairs[1].p_adjusted)


@pytest.mark.parametrize("shift", [0.001, 0.05, 0.15, 0.3, 1.0])
def test_the_interval_of_the_explained_share_is_never_empty_and_holds_its_share(shift):
    # Three groups that are alike but for where they lie: the smaller the shift, the smaller is F.
    base = np.array([80.0, 82, 85, 78, 85, 81])
    groups = [base, base + shift, base[::-1] + 2 * shift]
    wanted = scipy.stats.f_oneway(*groups)
    df = (2, 15)

    def limit(share):
        def excess(centre):
            return scipy.stats.ncf.cdf(wanted.statistic, *df, centre) - share

        return scipy.optimize.brentq(excess, 1e-12, 1e3) if excess(1e-12) > 0 else 0.0

    low, high = (centre / (centre + 18) for centre in (limit(0.975), limit(0.025)))
    for found in (stats.anova(*groups), stats.rm_anova(np.array(groups).T)):
        assert 0 <= found.low <= found.effect <= found.high <= 1
        assert found.low < found.high
    found = stats.anova(*groups)
    assert (found.low, found.high) == close((low, max(high, found.effect)))


def test_means_that_are_equal_to_the_last_digit_have_no_interval():
    found = stats.anova([1, 2, 3], [3, 2, 1], [2, 1, 3])
    assert (found.statistic, found.p, found.effect) == (0, 1, 0)
    assert math.isnan(found.low)
    assert "equal to the last digit" in found.notes[0]
