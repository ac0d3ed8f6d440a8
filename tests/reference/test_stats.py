"""Statistics against other tools: scipy, statsmodels, mlxtend, scikit-posthocs, pingouin, baycomp, and print."""

import itertools
import math

import baycomp
import numpy as np
import pandas as pd
import pingouin
import pytest
import scikit_posthocs
import scipy.stats
from mlxtend.evaluate import cochrans_q as mlxtend_cochran
from mlxtend.evaluate import mcnemar as mlxtend_mcnemar
from sklearn.metrics import roc_auc_score
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar
from statsmodels.stats.descriptivestats import sign_test
from statsmodels.stats.multicomp import pairwise_tukeyhsd
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.oneway import confint_noncentrality
from statsmodels.stats.weightstats import ttost_ind, ttost_paired

from probative import stats

SIDES = ("two-sided", "greater", "less")


def close(value, tolerance=1e-10):
    return pytest.approx(value, rel=1e-8, abs=tolerance)


def samples(seed, n=12, m=None, digits=None):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(0.3, 1.0, n), rng.normal(0.0, 1.5, m or n)
    return (a, b) if digits is None else (a.round(digits), b.round(digits))


def table(seed, n=9, k=4, digits=None):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n, 1)) + rng.normal(size=(n, k)) * (1 + np.arange(k)) / 2 + np.linspace(0, 1, k)
    return values if digits is None else values.round(digits)


# Two models, paired


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(4))
def test_paired_t(seed, side):
    a, b = samples(seed)
    found, wanted = stats.paired_t(a, b, alternative=side, level=0.9), scipy.stats.ttest_rel(a, b, alternative=side)
    assert (found.statistic, found.p, found.df) == close((wanted.statistic, wanted.pvalue, wanted.df))
    assert (found.low, found.high) == close(tuple(wanted.confidence_interval(0.9)))
    assert found.effect == close((a - b).mean())


@pytest.mark.parametrize("seed", range(4))
def test_corrected_t_is_the_formula_of_nadeau_and_bengio(seed):
    a, b = samples(seed, 10)
    d = a - b
    t = d.mean() / math.sqrt((1 / 10 + 50 / 450) * d.var(ddof=1))
    found = stats.corrected_t(a, b, n_train=450, n_test=50)
    assert (found.statistic, found.p) == close((t, 2 * scipy.stats.t.sf(abs(t), 9)))
    # baycomp's correlated t has the same variance; its tail probability is our one-sided p.
    left, right = baycomp.two_on_single(b, a, rope=0)
    assert stats.corrected_t(a, b, n_train=9, n_test=1, alternative="greater").p == close(left)
    assert stats.corrected_t(a, b, n_train=9, n_test=1, alternative="less").p == close(right)


class Scripted:
    """A learner whose scores were written beforehand, for tools that insist on training."""

    def __init__(self, scores):
        self.scores, self.calls = scores, 0

    def fit(self, x, y):
        return self

    def predict(self, x):
        self.calls += 1
        return np.full(len(x), self.scores[self.calls - 1])


@pytest.mark.parametrize("seed", range(3))
def test_five_by_two_against_mlxtend(seed):
    from mlxtend.evaluate import combined_ftest_5x2cv, paired_ttest_5x2cv

    rng = np.random.default_rng(seed)
    a, b = rng.uniform(0.7, 0.9, (5, 2)), rng.uniform(0.7, 0.9, (5, 2))
    x, y = np.zeros((20, 1)), np.arange(20) % 2

    def scoring(estimator, x, y):
        return estimator.predict(x)[0]

    for ours, theirs in ((stats.five_by_two_t, paired_ttest_5x2cv), (stats.five_by_two_f, combined_ftest_5x2cv)):
        one, two = Scripted(a.ravel()), Scripted(b.ravel())
        statistic, p = theirs(one, two, x, y, scoring=scoring, random_seed=1)
        found = ours(a, b)
        assert (found.statistic, found.p) == close((statistic, p))


@pytest.mark.parametrize(("n01", "n10"), [(0, 5), (1, 6), (3, 3), (12, 28), (28, 12), (40, 0), (150, 190)])
def test_mcnemar(n01, n10):
    square = [[10, n01], [n10, 20]]
    for method, exact, correction in (("exact", True, False), ("chi2", False, False), ("chi2-corrected", False, True)):
        if n01 == n10 and correction:
            continue  # statsmodels overshoots there
        found, wanted = stats.mcnemar(n01, n10, method=method), mcnemar(square, exact=exact, correction=correction)
        assert (found.statistic, found.p) == close((wanted.statistic, wanted.pvalue))
    for side in SIDES:
        wanted = scipy.stats.binomtest(n10, n01 + n10, alternative=side).pvalue
        assert stats.mcnemar(n01, n10, method="exact", alternative=side).p == close(wanted)
    statistic, p = mlxtend_mcnemar(np.array(square), corrected=False)
    assert (statistic, p) == close(
        (stats.mcnemar(n01, n10, method="chi2").statistic, stats.mcnemar(n01, n10, method="chi2").p)
    )


@pytest.mark.parametrize(("n01", "n10"), [(1, 6), (3, 3), (4, 9), (0, 3)])
def test_mid_p_counts_equally_extreme_outcomes_half(n01, n10):
    total = n01 + n10
    pmf = {x: math.comb(total, x) / 2**total for x in range(total + 1)}
    far = abs(2 * n10 - total)
    two_sided = sum(p * (abs(2 * x - total) > far) + p / 2 * (abs(2 * x - total) == far) for x, p in pmf.items())
    assert stats.mcnemar(n01, n10, method="mid-p").p == close(two_sided)
    greater = sum(p * (x > n10) + p / 2 * (x == n10) for x, p in pmf.items())
    assert stats.mcnemar(n01, n10, method="mid-p", alternative="greater").p == close(greater)


@pytest.mark.parametrize(("n01", "n10", "n"), [(12, 28, 200), (0, 3, 40), (5, 5, 30), (1, 0, 44)])
def test_tangos_limits_are_where_the_score_test_turns(n01, n10, n):
    """Oracle: the score statistic with the restricted maximum found numerically."""
    found = stats.mcnemar(n01, n10, n=n, method="chi2")
    for delta, sign in ((found.low, 1), (found.high, -1)):

        def minus_likelihood(q, delta=delta):
            parts = ((n10, q + delta), (n01, q), (n - n01 - n10, 1 - 2 * q - delta))
            return -sum(count * math.log(share) if count else 0.0 for count, share in parts)

        edges = max(0.0, -delta) + 1e-13, (1 - delta) / 2 - 1e-13
        q = scipy.optimize.minimize_scalar(minus_likelihood, bounds=edges, method="bounded", options={"xatol": 1e-13}).x
        z = (n10 - n01 - n * delta) / math.sqrt(n * (2 * q + delta - delta**2))
        assert z == pytest.approx(sign * 1.959963984540054, abs=2e-5)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(4))
def test_wilcoxon_without_ties(seed, side):
    a, b = samples(seed, 11)
    for method, other in (("exact", "exact"), ("normal", "asymptotic")):
        found = stats.wilcoxon(a, b, method=method, alternative=side)
        wanted = scipy.stats.wilcoxon(a, b, alternative=side, method=other)
        assert (found.statistic, found.p) == close((wanted.statistic, wanted.pvalue))


@pytest.mark.parametrize("zeros", ["drop", "pratt"])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(6))
def test_exact_wilcoxon_with_ties_and_zeros_by_listing_all_signs(seed, side, zeros):
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 5, 9), rng.integers(0, 5, 9)
    d = (a - b).astype(float)
    kept = d[d != 0] if zeros == "drop" else d
    ranks = scipy.stats.rankdata(np.abs(kept))[kept != 0]
    observed = ranks[kept[kept != 0] > 0].sum()
    sums = np.array(
        [
            sum(r for r, s in zip(ranks, signs, strict=True) if s)
            for signs in itertools.product((0, 1), repeat=len(ranks))
        ]
    )
    centre = ranks.sum() / 2
    far = {
        "two-sided": np.abs(sums - centre) >= abs(observed - centre) - 1e-9,
        "greater": sums >= observed - 1e-9,
        "less": sums <= observed + 1e-9,
    }[side]
    found = stats.wilcoxon(a, b, zeros=zeros, alternative=side, method="exact")
    assert found.p == close(far.mean())
    assert found.details["w_plus"] == observed
    other = {"drop": "wilcox", "pratt": "pratt"}[zeros]
    wanted = scipy.stats.wilcoxon(d, zero_method=other, alternative=side, method="asymptotic")
    assert stats.wilcoxon(a, b, zeros=zeros, alternative=side, method="normal").p == close(wanted.pvalue)


def test_hollander_and_wolfes_depression_scores():
    # The example of R's wilcox.test: V = 40, one-sided p = 0.01953; the book estimates the shift as 0.46.
    before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    found = stats.wilcoxon(before, after)
    assert found.details["w_plus"] == 40
    assert found.p == close(0.0390625)
    one_sided = stats.wilcoxon(before, after, alternative="greater")
    assert one_sided.p == close(0.01953125)
    assert found.effect == close(0.46)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("n", [6, 9, 15, 40])
def test_the_interval_of_the_shift_is_what_the_exact_test_does_not_reject(n, side):
    a, b = samples(n, n)
    found = stats.wilcoxon(a, b, alternative=side)
    for end, inside in ((found.low, 1), (found.high, -1)):
        if np.isfinite(end):
            assert stats.wilcoxon(a, b + end + inside * 1e-7, alternative=side).p > 0.05
            assert stats.wilcoxon(a, b + end - inside * 1e-7, alternative=side).p <= 0.05


@pytest.mark.parametrize("seed", range(4))
def test_sign(seed):
    a, b = samples(seed, 13, digits=0)
    found = stats.sign(a, b)
    statistic, p = sign_test(a - b)
    assert found.p == close(p)
    assert (found.details["above"] - found.details["below"]) / 2 == statistic
    for side in SIDES:
        above, below = (a > b).sum(), (a < b).sum()
        wanted = scipy.stats.binomtest(int(above), int(above + below), alternative=side).pvalue
        assert stats.sign(a, b, alternative=side).p == close(wanted)


@pytest.mark.parametrize("n", [8, 21, 60])
def test_the_interval_of_the_median_by_order_statistics(n):
    a, b = samples(n, n)
    wanted = scipy.stats.quantile_test(a - b).confidence_interval(0.95)
    found = stats.sign(a, b)
    assert (found.low, found.high) == close((wanted.low, wanted.high))


# Two independent samples


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("n", "m"), [(5, 5), (4, 11), (30, 8)])
def test_student_and_welch(n, m, side):
    a, b = samples(n, n, m)
    for ours, equal in ((stats.student_t, True), (stats.welch_t, False)):
        found = ours(a, b, alternative=side)
        wanted = scipy.stats.ttest_ind(a, b, equal_var=equal, alternative=side)
        assert (found.statistic, found.df, found.p) == close((wanted.statistic, wanted.df, wanted.pvalue))
        assert (found.low, found.high) == close(tuple(wanted.confidence_interval()))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("n", "m"), [(5, 5), (3, 9), (12, 7), (20, 20), (1, 6)])
def test_mann_whitney_without_ties(n, m, side):
    a, b = samples(n + m, n, m)
    for method, other in (("exact", "exact"), ("normal", "asymptotic")):
        found = stats.mann_whitney(a, b, method=method, alternative=side)
        wanted = scipy.stats.mannwhitneyu(a, b, alternative=side, method=other)
        assert (found.statistic, found.p) == close((wanted.statistic, wanted.pvalue))
    assert found.effect == close(roc_auc_score([1] * n + [0] * m, [*a, *b]))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("n", "m", "seed"), [(5, 5, 0), (3, 7, 1), (6, 4, 2), (4, 8, 3), (2, 9, 4)])
def test_exact_mann_whitney_with_ties_by_listing_all_choices(n, m, seed, side):
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 4, n), rng.integers(0, 4, m)
    ranks = scipy.stats.rankdata([*a, *b])
    observed, mean = ranks[:n].sum(), n * (n + m + 1) / 2
    sums = np.array([ranks[list(chosen)].sum() for chosen in itertools.combinations(range(n + m), n)])
    far = {
        "two-sided": np.abs(sums - mean) >= abs(observed - mean) - 1e-9,
        "greater": sums >= observed - 1e-9,
        "less": sums <= observed + 1e-9,
    }[side]
    assert stats.mann_whitney(a, b, method="exact", alternative=side).p == close(far.mean())
    wanted = scipy.stats.mannwhitneyu(a, b, alternative=side, method="asymptotic")
    assert stats.mann_whitney(a, b, method="normal", alternative=side).p == close(wanted.pvalue)


# Areas


def _delong_by_pairs(y, a, b):
    """DeLong's estimate by the matrix of all pairs, as in the paper."""
    y = np.asarray(y, bool)
    psi = [np.sign(np.subtract.outer(np.asarray(s)[y], np.asarray(s)[~y])) / 2 + 0.5 for s in (a, b)]
    areas = [matrix.mean() for matrix in psi]
    s10 = np.cov([matrix.mean(axis=1) for matrix in psi])
    s01 = np.cov([matrix.mean(axis=0) for matrix in psi])
    s = s10 / y.sum() + s01 / (~y).sum()
    return areas, s


@pytest.mark.parametrize("digits", [None, 1, 0])
@pytest.mark.parametrize("seed", range(3))
def test_delong(seed, digits):
    rng = np.random.default_rng(seed)
    y = rng.random(90) < 0.4
    a, b = y + rng.normal(size=90), y + rng.normal(size=90) * 1.4
    if digits is not None:
        a, b = a.round(digits), b.round(digits)
    areas, s = _delong_by_pairs(y, a, b)
    z = (areas[0] - areas[1]) / math.sqrt(s[0, 0] + s[1, 1] - 2 * s[0, 1])
    for side, p in (
        ("two-sided", 2 * scipy.stats.norm.sf(abs(z))),
        ("greater", scipy.stats.norm.sf(z)),
        ("less", scipy.stats.norm.cdf(z)),
    ):
        found = stats.delong(y, a, b, alternative=side)
        assert (found.statistic, found.p, found.effect) == close((z, p, areas[0] - areas[1]))
    assert (found.details["auc_a"], found.details["auc_b"]) == close((roc_auc_score(y, a), roc_auc_score(y, b)))
    unpaired = stats.delong_unpaired((y, a), (y, b))
    assert unpaired.statistic == close((areas[0] - areas[1]) / math.sqrt(s[0, 0] + s[1, 1]))


# More than two


@pytest.mark.parametrize("seed", range(3))
def test_anova(seed):
    rng = np.random.default_rng(seed)
    groups = [rng.normal(0.5 * i, 1, 6 + i) for i in range(4)]
    found, wanted = stats.anova(*groups), scipy.stats.f_oneway(*groups)
    assert (found.statistic, found.p) == close((wanted.statistic, wanted.pvalue))
    low, high = confint_noncentrality(found.statistic, found.df)
    n = sum(map(len, groups))
    # The inverse behind statsmodels stops after five digits; where F has the wanted tail can be checked to ten.
    assert (found.low, found.high) == pytest.approx((low / (low + n), high / (high + n)), abs=1e-5)
    for share, tail in ((found.low, 0.975), (found.high, 0.025)):
        if share:
            assert scipy.stats.ncf.cdf(found.statistic, *found.df, n * share / (1 - share)) == close(tail)


def long_form(values):
    n, k = values.shape
    return pd.DataFrame({"value": values.ravel(), "row": np.repeat(np.arange(n), k), "model": np.tile(np.arange(k), n)})


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # pingouin 0.7 on pandas 3.1
@pytest.mark.parametrize(("n", "k"), [(6, 3), (12, 4), (9, 5), (10, 2)])
def test_repeated_measures_anova(n, k):
    values = table(n * k, n, k)
    found = stats.rm_anova(values)
    wanted = AnovaRM(long_form(values), "value", "row", within=["model"]).fit().anova_table.iloc[0]
    assert (found.statistic, found.p) == close((wanted["F Value"], wanted["Pr > F"]))
    assert found.df == (wanted["Num DF"], wanted["Den DF"])
    if k == 2:
        assert found.statistic == close(scipy.stats.ttest_rel(*values.T).statistic ** 2)
        return
    frame = pd.DataFrame(values)
    spherical = pingouin.sphericity(frame)
    details = found.details
    assert (details["mauchly_w"], details["mauchly_chi2"], details["mauchly_df"], details["mauchly_p"]) == close(
        (spherical.W, spherical.chi2, spherical.dof, spherical.pval)
    )
    assert details["greenhouse_geisser"] == close(pingouin.epsilon(frame, correction="gg"))
    assert min(details["huynh_feldt"], 1) == close(pingouin.epsilon(frame, correction="hf"))
    corrected = pingouin.rm_anova(frame, correction=True)
    assert details["p_greenhouse-geisser"] == close(float(corrected.filter(regex="GG").iloc[0, 0]))
    assert stats.rm_anova(values, correction="greenhouse-geisser").p == details["p_greenhouse-geisser"]
    d1, d2 = found.df
    epsilon = min(details["huynh_feldt"], 1)
    assert details["p_huynh-feldt"] == close(scipy.stats.f.sf(found.statistic, d1 * epsilon, d2 * epsilon))


@pytest.mark.parametrize("digits", [None, 0])
@pytest.mark.parametrize("seed", range(4))
def test_friedman(seed, digits):
    values = table(seed, 10, 4, digits)
    found, wanted = stats.friedman(values), scipy.stats.friedmanchisquare(*values.T)
    assert (found.statistic, found.p) == close((wanted.statistic, wanted.pvalue))
    kendall = pingouin.friedman(pd.DataFrame(values), method="chisq")["W"].iloc[0]
    assert found.effect == close(kendall)
    f_form = pingouin.friedman(pd.DataFrame(values), method="f")
    details = found.details
    assert details["iman_davenport_f"] == close(float(f_form["F"].iloc[0]))
    assert details["iman_davenport_p"] == close(scipy.stats.f.sf(details["iman_davenport_f"], 3, 27))


def test_quade_as_printed_by_conover_and_r():
    # Conover (1999), sales of five brands in seven stores; R 4's quade.test: F = 3.8293, df 4 and 24, p = 0.01519.
    sales = [
        [5, 4, 7, 10, 12], [1, 3, 1, 0, 2], [16, 12, 22, 22, 35], [5, 4, 3, 5, 4], [10, 9, 7, 13, 10],
        [19, 18, 28, 37, 58], [10, 7, 6, 8, 7],
    ]  # fmt: skip
    found = stats.quade(sales)
    assert found.df == (4, 24)
    assert found.statistic == pytest.approx(3.8293, abs=5e-5)
    assert found.p == pytest.approx(0.01519, abs=5e-6)


@pytest.mark.parametrize("seed", range(3))
def test_quade_of_two_models_is_its_post_hoc_t_squared(seed):
    values = table(seed, 12, 2)
    p = scikit_posthocs.posthoc_quade(values).iloc[0, 1]
    assert stats.quade(values).p == close(p)


@pytest.mark.parametrize("seed", range(3))
def test_cochran_q(seed):
    rng = np.random.default_rng(seed)
    right = (rng.random((40, 3)) < [0.6, 0.7, 0.8]).astype(int)
    found, wanted = stats.cochran_q(right), cochrans_q(right)
    assert (found.statistic, found.p, found.df) == close((wanted.statistic, wanted.pvalue, wanted.df))
    q, p = mlxtend_cochran(np.ones(40, int), *right.T)
    assert (found.statistic, found.p) == close((q, p))
    two = stats.cochran_q(right[:, :2])
    n01, n10 = ((right[:, 0] < right[:, 1]).sum(), (right[:, 0] > right[:, 1]).sum())
    assert two.statistic == close(stats.mcnemar(n01, n10, method="chi2").statistic)


# After them


@pytest.mark.parametrize("digits", [None, 0])
@pytest.mark.parametrize("seed", range(3))
def test_nemenyi_and_conover(seed, digits):
    values = table(seed, 11, 4, digits)
    assert stats.nemenyi(values).matrix() == close(scikit_posthocs.posthoc_nemenyi_friedman(values).to_numpy(), 1e-8)
    for ours, theirs in (
        ("holm", "holm"),
        ("bonferroni", "bonferroni"),
        ("hochberg", "simes-hochberg"),
        ("bh", "fdr_bh"),
    ):
        wanted = scikit_posthocs.posthoc_conover_friedman(values, p_adjust=theirs).to_numpy()
        assert stats.conover(values, adjustment=ours).matrix() == close(wanted)


@pytest.mark.parametrize("seed", range(3))
def test_wilcoxon_holm(seed):
    values = table(seed, 10, 4)
    wanted = scikit_posthocs.posthoc_wilcoxon(values.T, p_adjust="holm").to_numpy()
    assert stats.wilcoxon_holm(values).matrix() == close(wanted)


@pytest.mark.parametrize("sizes", [(6, 6, 6), (5, 7, 9, 6)])
def test_tukey(sizes):
    rng = np.random.default_rng(sum(sizes))
    groups = [rng.normal(0.6 * i, 1, size) for i, size in enumerate(sizes)]
    found, wanted = stats.tukey(*groups), scipy.stats.tukey_hsd(*groups)
    assert found.matrix() == close(np.where(np.eye(len(sizes)), 1, wanted.pvalue), 1e-7)
    interval = wanted.confidence_interval()
    for pair, (i, j) in zip(found.pairs, itertools.combinations(range(len(sizes)), 2), strict=True):
        assert (pair.low, pair.high) == pytest.approx((interval.low[i, j], interval.high[i, j]), abs=1e-6)
    values, names = np.concatenate(groups), np.repeat(np.arange(len(sizes)), sizes)
    theirs = pairwise_tukeyhsd(values, names)
    assert [pair.p_adjusted for pair in found.pairs] == pytest.approx(list(theirs.pvalues), abs=1e-4)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("holm", "holm"), ("bonferroni", "bonferroni"), ("hochberg", "simes-hochberg"), ("bh", "fdr_bh")],
)
@pytest.mark.parametrize("seed", range(3))
def test_adjust(ours, theirs, seed):
    p = np.random.default_rng(seed).beta(0.5, 3, 15).round(2)
    assert stats.adjust(p, ours) == close(multipletests(p, method=theirs)[1])


# Equivalence


@pytest.mark.parametrize("margin", [0.5, 1.5, (-0.3, 1.2)])
def test_tost(margin):
    a, b = samples(3, 14)
    low, high = (-margin, margin) if np.ndim(margin) == 0 else margin
    p, first, second = ttost_paired(a, b, low, high)
    found = stats.tost(a, b, margin=margin)
    assert (found.p, found.details["p_low"], found.details["p_high"]) == close((p, first[1], second[1]))
    for design, usevar in (("student", "pooled"), ("welch", "unequal")):
        p, *_ = ttost_ind(a, b, low, high, usevar=usevar)
        assert stats.tost(a, b, margin=margin, design=design).p == close(p)


@pytest.mark.parametrize("margin", [0.2, 1.0])
def test_non_inferiority(margin):
    a, b = samples(5, 14)
    wanted = scipy.stats.ttest_rel(a + margin, b, alternative="greater")
    found = stats.non_inferiority(a, b, margin=margin)
    assert (found.statistic, found.p) == close((wanted.statistic, wanted.pvalue))
    worse = stats.non_inferiority(a, b, margin=margin, better="lower")
    assert worse.p == close(scipy.stats.ttest_rel(a - margin, b, alternative="less").pvalue)


# Bayesian


@pytest.mark.parametrize("runs", [1, 5])
@pytest.mark.parametrize("rope", [0.0, 0.1, 0.8])
def test_bayes_correlated_t(rope, runs):
    a, b = samples(7, 50)
    folds = 50 // runs
    wanted = baycomp.two_on_single(b, a, rope=rope, runs=runs)
    found = stats.bayes_correlated_t(a, b, rope=rope, n_train=folds - 1, n_test=1)
    ours = (found.left, found.rope, found.right) if rope else (found.left, found.right)
    assert ours == close(tuple(wanted))
    assert stats.bayes_correlated_t(a, b, rope=rope, rho=1 / folds).right == close(found.right)


@pytest.mark.parametrize("rope", [0.0, 0.1, 0.5])
def test_bayes_signed_rank(rope):
    from probative.stats.bayesian import signed_rank_masses

    a, b = samples(8, 15, digits=1)
    wanted = baycomp.SignedRankTest(b, a, rope=rope, nsamples=400, random_state=3)
    weights = np.random.RandomState(3).dirichlet([0.5] + [1.0] * 15, 400)
    # baycomp decides borders by the rounding of a - b; the same differences are given here.
    assert signed_rank_masses(weights, a - b, rope) == close(wanted.sample)
    found = stats.bayes_signed_rank(a, b, rope=rope, draws=20_000, random_state=1)
    shares = baycomp.SignedRankTest(b, a, rope=rope, nsamples=20_000, random_state=4).probs()
    assert (found.left, found.rope, found.right) == pytest.approx(tuple(shares), abs=0.015)


# Print

DEMSAR = np.array(
    [
        [0.763, 0.768, 0.771, 0.798], [0.599, 0.591, 0.590, 0.569], [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657], [0.882, 0.888, 0.886, 0.898], [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685], [0.583, 0.583, 0.563, 0.625], [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000], [0.940, 0.962, 0.965, 0.962], [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9751, 0.975], [0.957, 0.978, 0.946, 0.970],
    ]
)  # fmt: skip
"""Demsar (2006), table 6: areas of C4.5 and three variants on 14 data sets. He ranks the two 0.975 of one row apart."""


def test_demsars_c45_example():
    found = stats.friedman(DEMSAR)
    assert list(found.details["average_ranks"].values()) == pytest.approx([3.143, 2.000, 2.893, 1.964], abs=5e-4)
    ranks = np.array(list(found.details["average_ranks"].values()))
    # He does not correct for ties: chi2 = 9.28 and F = 3.69 are those of the ranks as if untied.
    plain = 12 * 14 / (4 * 5) * (np.square(ranks).sum() - 4 * 5**2 / 4)
    assert plain == pytest.approx(9.28, abs=5e-3)
    assert 13 * plain / (14 * 3 - plain) == pytest.approx(3.69, abs=5e-3)
    ties = sum(t**3 - t for row in DEMSAR for t in np.unique(row, return_counts=True)[1])
    assert found.statistic == close(plain / (1 - ties / (14 * (4**3 - 4))))
    assert found.df == 3
    assert found.details["iman_davenport_df"] == (3, 39)
    assert stats.critical_difference(4, 14) == pytest.approx(1.25, abs=5e-3)
    assert stats.critical_difference(4, 14, 0.9) == pytest.approx(1.12, abs=5e-3)
    nemenyi = stats.nemenyi(DEMSAR, level=0.9, names=["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"])
    apart = [{pair.a, pair.b} for pair in nemenyi.pairs if abs(pair.difference) > nemenyi.critical_difference]
    assert apart == [{"C4.5", "C4.5+m"}, {"C4.5", "C4.5+m+cf"}]
    assert [pair.p_adjusted <= 0.1 for pair in nemenyi.pairs] == [{pair.a, pair.b} in apart for pair in nemenyi.pairs]


def test_demsars_wilcoxon_example():
    # R+ = 93 and R- = 12: he ranks the two zeros (1.5 each) and gives one to either side.
    found = stats.wilcoxon(DEMSAR[:, 1], DEMSAR[:, 0], zeros="pratt")
    assert found.details["w_plus"] + 1.5 == close(93.0)
    assert found.details["w_minus"] + 1.5 == close(12.0)
    assert found.rejects(0.05)


@pytest.mark.parametrize(
    ("level", "values"),
    [
        (0.95, [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]),
        (0.90, [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]),
    ],
)
def test_demsars_critical_values(level, values):
    for k, q in enumerate(values, 2):
        found = stats.critical_difference(k, 1, level) / math.sqrt(k * (k + 1) / 6)
        assert found == pytest.approx(q, abs=1e-3)


def test_critical_values_of_the_five_by_two_tests():
    # Dietterich (1998): t with 5 degrees of freedom, 2.571; Alpaydin (1999): F with 10 and 5, 4.74.
    assert stats.t_critical(5) == pytest.approx(2.571, abs=5e-4)
    assert scipy.stats.f.isf(0.05, 10, 5) == pytest.approx(4.74, abs=5e-3)
    d = np.random.default_rng(0).normal(size=(5, 2))
    f = stats.five_by_two_f(d, np.zeros((5, 2)))
    assert (f.p <= 0.05) == (f.statistic >= scipy.stats.f.isf(0.05, 10, 5))


def test_dietterichs_mcnemar_threshold():
    # Dietterich (1998): chi-squared above 3.841459 rejects.
    assert stats.chi2_critical() == pytest.approx(3.841459, abs=5e-7)
    assert stats.mcnemar(10, 25, method="chi2-corrected").statistic > 3.841459
    assert stats.mcnemar(10, 25).rejects()
