"""Calibration as a line and as a curve, against statsmodels, by hand, and under weights and clusters."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm
from scipy import stats
from scipy.stats import chi2
from statsmodels.stats.proportion import proportion_confint

import probative as pv


def rows(seed: int, n: int = 400, slope: float = 1.0, shift: float = 0.0, mean: float = -0.5):
    """Probabilities, and outcomes whose log odds are shift + slope times theirs."""
    rng = np.random.default_rng(seed)
    x = rng.normal(mean, 1.2, n)
    y = rng.random(n) < 1 / (1 + np.exp(-(shift + slope * x)))
    return y, 1 / (1 + np.exp(-x))


def odds(s):
    return np.log(s / (1 - s))


@pytest.mark.parametrize("seed", range(3))
def test_the_intercept_alone_is_a_regression_with_an_offset(seed):
    y, s = rows(seed, shift=0.4)
    fit = sm.GLM(y * 1.0, np.ones(len(y)), family=sm.families.Binomial(), offset=odds(s)).fit(tol=1e-12)
    found = pv.estimate("calibration_intercept", pv.Ladder.from_scores(y, s))
    assert found.value == pytest.approx(fit.params[0], rel=1e-8)
    assert (found.low, found.high) == pytest.approx(tuple(fit.conf_int()[0]), rel=1e-6)


def test_the_joint_test_is_the_likelihood_ratio():
    y, s = rows(4, slope=0.5, shift=0.3)
    design = sm.add_constant(odds(s))
    fit = sm.GLM(y * 1.0, design, family=sm.families.Binomial()).fit(tol=1e-12)
    null = float((y * np.log(s) + ~y * np.log1p(-s)).sum())
    found = pv.calibration(pv.Ladder.from_scores(y, s)).test()
    assert found.statistic == pytest.approx(2 * (fit.llf - null), rel=1e-8)
    assert found.p == pytest.approx(scipy.stats.chi2.sf(found.statistic, 2), rel=1e-8)
    assert "overconfident" in found.words
    assert "underestimates" in found.words
    assert "chance" not in found.words
    assert "not told from chance" in pv.calibration(pv.Ladder.from_scores(*rows(5))).test().words


@pytest.mark.parametrize(
    ("slope", "shift", "told"), [(0.5, 0.0, "overconfident"), (1.0, 0.8, "underestimates"), (0.5, 0.8, "both")]
)
def test_only_what_is_told_from_chance_is_said_of_scores_that_are_refuted(slope, shift, told):
    y, s = rows(11, slope=slope, shift=shift)
    gap = scipy.stats.ttest_1samp(y - s, 0)
    fit = sm.GLM(y * 1.0, sm.add_constant(odds(s)), family=sm.families.Binomial()).fit()
    assert (gap.pvalue < 0.02, abs(fit.params[1] - 1) > 2.3 * fit.bse[1]) == (told != "overconfident", told[0] != "u")
    groups = np.random.default_rng(11).permutation(len(y)) % 60
    for evidence in (pv.Ladder.from_scores(y, s), by_cluster(y, s, groups)):
        found = pv.calibration(evidence).test()
        assert found.p < 0.01
        assert ("the share of positives" in found.words) == (told != "overconfident")
        assert ("confident" in found.words) == (told != "underestimates")


def test_weights_have_the_sandwich_of_another_tool():
    y, s = rows(5)
    w = np.random.default_rng(5).lognormal(0, 0.7, len(y))
    design = sm.add_constant(odds(s))
    fit = sm.GLM(y * 1.0, design, family=sm.families.Binomial(), var_weights=w).fit(tol=1e-12)
    rate = fit.predict()
    bread = np.linalg.inv((design * (w * rate * (1 - rate))[:, None]).T @ design)
    meats = [(design * (w**2 * v)[:, None]).T @ design for v in ((y - rate) ** 2, rate * (1 - rate))]
    errors = np.sqrt(np.diag(max((bread @ meat @ bread for meat in meats), key=np.trace)))
    curve = pv.calibration(pv.Ladder.from_scores(y, s, sample_weight=w))
    for found, value, error in zip(curve.line(), fit.params, errors, strict=True):
        assert found.value == pytest.approx(value, rel=1e-7)
        assert found.high - found.value == pytest.approx(1.959964 * error, rel=1e-5)


def test_clusters_have_the_sandwich_of_another_tool():
    y, s = (column[: len(column) // 25 * 25] for column in rows(6))  # equal groups, for G / (G - 1)
    groups = np.arange(len(y)) % 25
    design = sm.add_constant(odds(s))
    fit = sm.Logit(y * 1.0, design).fit(
        disp=0, tol=1e-12, cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    ledger = by_cluster(y, s, groups)
    half = scipy.stats.t.ppf(0.975, 24) * math.sqrt(25 / 24)
    for found, value, error in zip(pv.calibration(ledger).line(), fit.params, fit.bse, strict=True):
        assert found.value == pytest.approx(value, rel=1e-7)
        # Degrees of freedom are fewer where few clusters tell, and never more.
        assert 1 - 1e-6 <= (found.high - found.value) / (half * error) <= 1.1


def by_cluster(y, s, groups):
    parts = {(int(g),): pv.Ladder.from_scores(y[groups == g], s[groups == g]) for g in np.unique(groups)}
    return pv.Ledger(("group",), parts)


def test_clustered_tests_are_hotellings_and_students():
    y, s = rows(7)
    groups = np.arange(len(y)) % 20
    curve = pv.calibration(by_cluster(y, s, groups))
    u = np.stack([y - s, (y - s) * odds(s)])
    sums = np.stack([np.bincount(groups, row) for row in u]).T
    t2 = 20 * sums.mean(0) @ np.linalg.solve(np.cov(sums.T), sums.mean(0))
    assert curve.test().p == pytest.approx(scipy.stats.f.sf(t2 * 18 / (2 * 19), 2, 18), rel=1e-8)
    excess = np.bincount(groups, (y - s) * (1 - 2 * s))
    assert curve.spiegelhalter().p == pytest.approx(scipy.stats.ttest_1samp(excess, 0).pvalue, rel=1e-8)
    assert "cluster" in curve.hosmer_lemeshow().why
    assert np.isnan(curve.low).all()
    assert "cluster" in curve.why


ON_LADDERS = [
    m.name
    for m in pv.measures()
    if m.needs is pv.Ladder and ("calibration" in m.name or m.name in ("observed_expected_ratio", "e50", "e90"))
]


@pytest.mark.parametrize("weight", [0.1, 10.0])
@pytest.mark.parametrize("name", [*ON_LADDERS, "gini", "lift_at", "sensitivity_at_specificity"])
def test_constant_weights_change_no_interval(name, weight):
    y, s = rows(8, n=300)
    plain = pv.estimate(name, pv.Ladder.from_scores(y, s), replicates=50)
    heavy = pv.estimate(name, pv.Ladder.from_scores(y, s, sample_weight=np.full(len(y), weight)), replicates=50)
    assert plain.low < plain.value < plain.high
    assert (heavy.value, heavy.low, heavy.high) == pytest.approx(
        (plain.value, plain.low, plain.high), rel=1e-8, abs=1e-9
    )


@pytest.mark.parametrize("weight", [0.1, 10.0])
def test_constant_weights_change_no_test_and_no_curve(weight):
    y, s = rows(9, n=300)
    plain, heavy = (pv.Ladder.from_scores(y, s, sample_weight=w) for w in (None, np.full(len(y), weight)))
    for test in ("test", "hosmer_lemeshow", "spiegelhalter"):
        one, other = (getattr(pv.calibration(ladder), test)() for ladder in (plain, heavy))
        assert (other.statistic, other.p) == pytest.approx((one.statistic, one.p), rel=1e-8)
    for make in (pv.calibration, pv.smooth_calibration, pv.decision_curve, pv.corp):
        one, other = (make(ladder) for ladder in (plain, heavy))
        for column in ("low", "high"):
            np.testing.assert_allclose(getattr(other, column), getattr(one, column), atol=1e-8)
    for simultaneous in (False, True):
        one, other = (pv.roc_band(ladder, simultaneous=simultaneous, replicates=50) for ladder in (plain, heavy))
        np.testing.assert_allclose(other.low, one.low, atol=1e-8)


def test_tests_of_different_weights_are_robust_or_refused():
    y, s = rows(10)
    w = np.random.default_rng(1).lognormal(0, 0.5, len(y))
    curve = pv.calibration(pv.Ladder.from_scores(y, s, sample_weight=w))
    assert "weights" in curve.hosmer_lemeshow().why
    seen, expected = (w**2 * (1 - 2 * s) ** 2 * v for v in ((y - s) ** 2, s * (1 - s)))
    z = (w * (y - s) * (1 - 2 * s)).sum() / math.sqrt(max(seen.sum(), expected.sum()))
    assert curve.spiegelhalter().statistic == pytest.approx(z, rel=1e-9)
    u = w * np.stack([y - s, (y - s) * odds(s)])
    x = w * np.sqrt(s * (1 - s)) * np.stack([np.ones_like(s), odds(s)])
    wanted = min(u.sum(1) @ np.linalg.solve(v @ v.T, u.sum(1)) for v in (u, x))
    assert curve.test().statistic == pytest.approx(wanted, rel=1e-8)


def test_calibration_in_the_large_by_hand():
    y, s = rows(11, shift=0.5)
    ladder = pv.Ladder.from_scores(y, s)
    gap = pv.estimate("calibration_in_the_large", ladder)
    assert gap.value == pytest.approx(y.mean() - s.mean(), rel=1e-12)
    assert gap.high - gap.low == pytest.approx(2 * 1.96 * (y - s).std() / math.sqrt(len(y)), rel=0.02)
    ratio = pv.estimate("oe_ratio", ladder)
    assert ratio.value == pytest.approx(y.sum() / s.sum(), rel=1e-12)
    assert ratio.low < ratio.value < ratio.high


def test_calibration_in_the_large_is_squared_and_added_with_the_correlation():
    y, s = rows(11, shift=0.5)
    n, low, high = len(y), *proportion_confint(y.sum(), len(y), method="wilson")
    error = stats.t.ppf(0.975, n - 1) * s.std(ddof=1) / math.sqrt(n)
    few = min(y.sum(), n - y.sum())
    r = np.corrcoef(y, s)[0, 1] * few / (few + 2)
    down, up = (math.sqrt(a**2 + error**2 - 2 * r * a * error) for a in (y.mean() - low, high - y.mean()))
    found = pv.estimate("calibration_in_the_large", pv.Ladder.from_scores(y, s))
    assert (found.low, found.high) == pytest.approx((found.value - down, found.value + up), rel=1e-9)


@pytest.mark.parametrize(("positives", "n"), [(3, 50), (24, 50), (30, 60), (0, 20)])
def test_uncertainty_has_the_limits_of_the_prevalence(positives, n):
    ladder = pv.Ladder.from_scores([1] * positives + [0] * (n - positives), np.linspace(0.9, 0.1, n))
    low, high = proportion_confint(positives, n, method="wilson")
    # Beside 1 to 3 events the lower limit is Poisson's (Brown, Cai and DasGupta 2001).
    low = min(low, chi2.ppf(0.05, 2 * positives) / 2 / n) if 0 < positives <= 3 else low
    inside = np.linspace(low, high, 10001)
    found = pv.estimate("brier_uncertainty", ladder)
    assert (found.low, found.high) == pytest.approx(
        ((inside * (1 - inside)).min(), (inside * (1 - inside)).max()), abs=1e-6
    )


def test_resolution_has_no_interval_because_none_holds():
    found = pv.estimate("brier_resolution", pv.Ladder.from_scores([1, 0, 1, 0], [0.9, 0.4, 0.5, 0.1]))
    assert math.isnan(found.low)
    assert "no interval" in found.why


@pytest.mark.slow
@pytest.mark.parametrize(("n", "share"), [(2000, 0.003), (500, 0.03), (50, 0.3), (50, 0.02)])
def test_calibration_in_the_large_holds_where_scores_vary_more_than_positives(n, share):
    generator = np.random.default_rng(3)
    held = 0
    for _ in range(1000):
        y, s = generator.random(n) < share, generator.random(n)
        found = pv.estimate("calibration_in_the_large", pv.Ladder.from_scores(y, s))
        held += found.low <= share - 0.5 <= found.high
    assert held / 1000 > 0.93


def test_no_positives_and_no_scores_have_limits_or_reasons():
    nothing = pv.Ladder.from_scores([0, 0, 0], [0.1, 0.2, 0.3])
    ratio = pv.estimate("oe_ratio", nothing)
    assert (ratio.value, ratio.low) == (0, 0)
    assert ratio.high > 0
    assert pv.estimate("oe_ratio", pv.Ladder.from_scores([1, 0], [0.0, 0.0])).why == "all scores are 0"
    assert pv.estimate("calibration_slope", nothing).why == "no actual positives"
    assert "equal" in pv.estimate("calibration_slope", pv.Ladder.from_scores([1, 0], [0.4, 0.4])).why
    assert "between 0 and 1" in pv.estimate("calibration_intercept", pv.Ladder.from_scores([1, 0], [1.0, 0.4])).why
    with pytest.raises(ValueError, match="finite"):
        pv.value("calibration_intercept", nothing, slope=math.inf)


def test_the_smooth_curve_is_a_regression_on_a_spline():
    """Oracle: Harrell's formula of the restricted cubic spline, fitted by statsmodels."""
    y, s = rows(12, n=600, slope=0.6)
    x = odds(s)
    curve = pv.smooth_calibration(pv.Ladder.from_scores(y, s), knots=4)
    order = np.sort(x)
    middle = (np.arange(len(x)) + 0.5) / len(x)
    k = np.interp([0.05, 0.35, 0.65, 0.95], middle, order)

    def cubes(j, at):
        def up(v):
            return np.maximum(v, 0) ** 3

        tail = up(at - k[2]) * (k[3] - k[j]) - up(at - k[3]) * (k[2] - k[j])
        return (up(at - k[j]) - tail / (k[3] - k[2])) / (k[3] - k[0]) ** 2

    def design(at):
        return np.stack([np.ones_like(at), at, cubes(0, at), cubes(1, at)]).T

    fit = sm.GLM(y * 1.0, design(x), family=sm.families.Binomial()).fit(tol=1e-12)
    wanted = fit.get_prediction(design(odds(curve.predicted))).summary_frame()
    np.testing.assert_allclose(curve.observed, wanted["mean"], atol=1e-7)
    np.testing.assert_allclose(curve.low, wanted["mean_ci_lower"], atol=1e-6)
    gap = np.abs(fit.predict(design(x)) - s)
    ladder = pv.Ladder.from_scores(y, s)
    for name, value in (("ici", gap.mean()), ("e50", np.median(gap)), ("e90", np.quantile(gap, 0.9))):
        found = pv.estimate(name, ladder, knots=4, replicates=100)
        assert found.value == pytest.approx(value, abs=1e-7)
        assert 0 <= found.low < found.value < found.high <= 1


def test_curves_that_cannot_be_drawn_say_why():
    with pytest.raises(ValueError, match="separate"):
        pv.smooth_calibration(pv.Ladder.from_scores([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9]))
    with pytest.raises(ValueError, match="knots"):
        pv.smooth_calibration(pv.Ladder.from_scores([0, 1], [0.2, 0.4]), knots=9)


def test_corp_is_isotonic_regression_and_its_parts_add_up():
    from sklearn.isotonic import IsotonicRegression

    y, s = rows(13, n=150)
    diagram = pv.corp(pv.Ladder.from_scores(y, s), replicates=200)
    wanted = IsotonicRegression().fit(s, y).predict(diagram.predicted)
    np.testing.assert_allclose(diagram.recalibrated, wanted, atol=1e-12)
    parts = {name: found.value for name, found in diagram.decomposition().items()}
    assert parts["MCB"] - parts["DSC"] + parts["UNC"] == pytest.approx(np.mean((y - s) ** 2), abs=1e-12)
    assert parts["UNC"] == pytest.approx(y.mean() * (1 - y.mean()), abs=1e-12)
    assert diagram.outside < 0.15
    assert pv.corp(pv.Ladder.from_scores(y, s**4), replicates=200).outside > 0.3


def test_the_debiased_error_is_what_many_draws_give():
    """Oracle: the bias by drawing the bins' gaps again, as the reference implementation of Kumar and others does."""
    y, s = rows(14, n=500, slope=0.7)
    order = np.argsort(-s)
    rng, gap, error = np.random.default_rng(0), [], []
    for block in np.split(order, 10):
        gap.append((y[block] - s[block]).sum() / len(y))
        share = (y[block].sum() + s[block].mean()) / (len(block) + 1)
        error.append(math.sqrt(len(block) * max(share * (1 - share), (s[block] * (1 - s[block])).mean())) / len(y))
    drawn = np.abs(np.array(gap) + np.array(error) * rng.normal(size=(100_000, 10))).sum(1).mean()
    ece = np.abs(gap).sum()
    ladder = pv.Ladder.from_scores(y, s)
    assert pv.value("ece", ladder) == pytest.approx(ece, rel=1e-12)
    assert pv.value("debiased_ece", ladder) == pytest.approx(ece - (drawn - ece), abs=2e-4)


@pytest.mark.slow
@pytest.mark.parametrize("n", [20, 50, 200, 1000])
@pytest.mark.parametrize(("slope", "shift"), [(1.0, 0.0), (0.5, 0.0), (1.0, 0.7)])
def test_calibration_intervals_cover(n, slope, shift):
    """The truths by a sample of two million rows, whose bins and curves are those of the population."""
    rng = np.random.default_rng(0)
    x = np.sort(rng.normal(-0.5, 1.2, 2_000_000))
    s, r = 1 / (1 + np.exp(-x)), 1 / (1 + np.exp(-(shift + slope * x)))
    truths = {
        "calibration_in_the_large": (r - s).mean(),
        "observed_expected_ratio": r.mean() / s.mean(),
        "calibration_slope": slope,
        "ece": np.abs((r - s).reshape(10, -1).sum(1)).sum() / len(x),
        "debiased_ece": np.abs((r - s).reshape(10, -1).sum(1)).sum() / len(x),
    }
    if slope == 1:
        truths["calibration_intercept"] = shift
    if n >= 200:
        truths["ici"] = np.abs(r - s).mean()
    held: dict[str, list[bool]] = {name: [] for name in truths}
    for seed in range(400):
        ladder = pv.Ladder.from_scores(*rows(seed + 1000, n, slope, shift))
        for name, truth in truths.items():
            found = pv.estimate(name, ladder, replicates=200)
            if not math.isnan(found.low):
                held[name].append(found.low - 1e-12 <= truth <= found.high + 1e-12)
    assert {name: np.mean(inside) for name, inside in held.items() if np.mean(inside) < 0.92} == {}


@pytest.mark.slow
@pytest.mark.parametrize("n", [100, 1000])
def test_calibration_tests_keep_their_level(n):
    p = {"test": [], "hosmer_lemeshow": [], "spiegelhalter": [], "weighted": []}
    for seed in range(1000):
        y, s = rows(seed, n)
        curve = pv.calibration(pv.Ladder.from_scores(y, s))
        for name in ("test", "hosmer_lemeshow", "spiegelhalter"):
            p[name].append(getattr(curve, name)().p)
        w = np.random.default_rng(seed).lognormal(0, 0.5, n)
        p["weighted"].append(pv.calibration(pv.Ladder.from_scores(y, s, sample_weight=w)).test().p)
    rejected = {name: float(np.mean(np.array(values) < 0.05)) for name, values in p.items()}
    assert {name: share for name, share in rejected.items() if share > 0.07} == {}


@pytest.mark.parametrize("weights", [False, True], ids=["plain", "weighted"])
def test_certain_rows_that_happened_as_foretold_add_nothing_to_the_line(weights):
    generator = np.random.default_rng(8)
    scores = generator.random(300)
    y = generator.random(300) < scores**1.3
    weight = generator.lognormal(size=300) if weights else np.ones(300)
    sure = (np.r_[y, [True] * 30, [False] * 40], np.r_[scores, np.ones(30), np.zeros(40)])
    ladder = pv.Ladder.from_scores(*sure, sample_weight=np.r_[weight, np.full(70, weight.mean())] if weights else None)
    inner = pv.Ladder.from_scores(y, scores, sample_weight=weight if weights else None)
    # The reference: statsmodels' logistic regression of the other rows.
    design = sm.add_constant(np.log(scores / (1 - scores)))
    fit = sm.GLM(y.astype(float), design, family=sm.families.Binomial(), freq_weights=weight).fit(tol=1e-12)
    intercept, slope = pv.calibration(ladder).line()
    assert (intercept.value, slope.value) == pytest.approx(tuple(fit.params), rel=1e-6)
    for name in ("calibration_slope", "calibration_intercept"):
        found, alone = pv.estimate(name, ladder), pv.estimate(name, inner)
        assert (found.value, found.low, found.high) == pytest.approx((alone.value, alone.low, alone.high), rel=1e-6)
    tests = pv.calibration(ladder).test(), pv.calibration(inner).test()
    assert tests[0].statistic == pytest.approx(tests[1].statistic, rel=1e-6)


def test_one_certain_row_that_was_wrong_refutes_the_scores():
    curve = pv.calibration(pv.Ladder.from_scores([1, 0, 1, 0, 0, 1], [0.7, 0.6, 0.4, 0.3, 1.0, 1.0]))
    assert (curve.test().statistic, curve.test().p) == (math.inf, 0)
    assert curve.test().words == "gave probability 0 to what happened in 1 row"
    assert "given probability 0" in curve.line()[1].why


def test_bins_that_are_certain_and_right_have_no_distance_and_no_freedom():
    y, scores = np.r_[[0] * 20, [0, 1] * 10, [1] * 20], np.r_[[0.0] * 20, [0.4] * 20, [1.0] * 20]
    found = pv.calibration(pv.Ladder.from_scores(y, scores)).hosmer_lemeshow(3)
    # By hand: one bin of 20 rows with 10 positives where 8 were expected.
    assert (found.statistic, found.df) == (pytest.approx(4 / (20 * 0.4 * 0.6)), 1)
    wrong = pv.calibration(pv.Ladder.from_scores(np.r_[y, 1], np.r_[scores, 0.0])).hosmer_lemeshow(3)
    assert (wrong.statistic, wrong.p) == (math.inf, 0)


def test_thin_bins_take_their_exact_distribution_and_thick_ones_chi_square():
    generator = np.random.default_rng(4)
    scores = generator.uniform(0.2, 0.8, 600)
    thick = pv.calibration(pv.Ladder.from_scores(generator.random(600) < scores, scores)).hosmer_lemeshow()
    assert thick.p == pytest.approx(chi2.sf(thick.statistic, 10), rel=1e-9)
    # Rare and rightly foretold: p of 4,000 simulated outcomes of the same scores, all different, so bins are the same.
    scores = np.sort(generator.beta(0.3, 8, 300))
    y = generator.random(300) < scores
    thin = pv.calibration(pv.Ladder.from_scores(np.r_[y[:-1], True], scores)).hosmer_lemeshow()
    expected = np.array([part.sum() for part in np.split(scores, 10)])
    variance = expected * (1 - expected / 30)
    drawn = (generator.random((4000, 300)) < scores).reshape(4000, 10, 30).sum(axis=2)
    simulated = (np.square(drawn - expected) / variance).sum(axis=1)
    assert thin.p == pytest.approx((simulated >= thin.statistic - 1e-9).mean(), abs=0.02)
    assert abs(thin.p - chi2.sf(thin.statistic, 10)) > 0.02


def test_the_intercept_of_a_line_that_is_not_of_slope_one_has_the_sandwich():
    y, s = rows(3, slope=0.4)
    x = odds(s)
    fit = sm.GLM(y * 1.0, np.ones(len(y)), family=sm.families.Binomial(), offset=x).fit(tol=1e-12, cov_type="HC0")
    found = pv.estimate("calibration_intercept", pv.Ladder.from_scores(y, s))
    assert found.value == pytest.approx(fit.params[0], rel=1e-8)
    assert (found.low, found.high) == pytest.approx(tuple(fit.conf_int()[0]), rel=1e-6)
    heavy = pv.estimate("calibration_intercept", pv.Ladder.from_scores(y, s, sample_weight=np.full(len(y), 10.0)))
    assert (heavy.low, heavy.high) == pytest.approx((found.low, found.high))
