"""How many rows: power and widths against other tools, and what a plan is."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np
import pytest
import scipy.stats
from scipy.integrate import quad
from scipy.optimize import minimize_scalar
from statsmodels.stats.contingency_tables import mcnemar as sm_mcnemar
from statsmodels.stats.power import TTestPower, normal_power_het
from statsmodels.stats.proportion import power_proportions_2indep, proportion_confint, samplesize_confint_proportion

from probative import stats
from probative.errors import BadParameter
from probative.planning import PowerCurve, design, plan_size
from probative.planning.areas import area_correlation, binormal, hanley_mcneil
from probative.planning.paired_rates import score_variance

SIDES = {"two-sided": "two-sided", "greater": "larger", "less": "smaller"}
"""Our words for statsmodels' words."""


def power(what: str, n: int, difference: float, **facts: Any) -> float:
    """Power by our plan."""
    found = plan_size(what, n=n, difference=difference, **facts).power
    assert found is not None
    return found


# --- Mean losses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("n", [2, 5, 34, 1000])
@pytest.mark.parametrize("level", [0.95, 0.99])
def test_power_of_the_paired_t_is_that_of_statsmodels(alternative: str, n: int, level: float) -> None:
    difference = -0.7 if alternative == "less" else 0.7
    oracle = TTestPower().power(
        0.7 / 2, n, 1 - level, alternative="two-sided" if alternative == "two-sided" else "larger"
    )
    # Both tails are 1 and 0 where statsmodels has no number for the smaller.
    oracle = 1.0 if math.isnan(oracle) else oracle
    assert power("mean-loss", n, difference, sd=2, alternative=alternative, level=level) == pytest.approx(
        oracle, abs=1e-9
    )


@pytest.mark.parametrize(("effect", "wanted"), [(0.5, 0.8), (0.2, 0.9), (1.5, 0.95), (0.02, 0.8)])
def test_rows_of_the_paired_t_are_those_of_statsmodels(effect: float, wanted: float) -> None:
    oracle = TTestPower().solve_power(effect, power=wanted, alpha=0.05)
    assert plan_size("mean-loss", sd=3, difference=3 * effect, power=wanted).n == math.ceil(oracle)


def test_detectable_mean_difference_is_that_of_statsmodels() -> None:
    found = plan_size("mean-loss", sd=3, n=50, power=0.9).difference
    assert found is not None
    assert TTestPower().power(found / 3, 50, 0.05) == pytest.approx(0.9, abs=1e-9)


def test_non_inferiority_of_a_mean_is_a_t_test_moved_by_the_margin() -> None:
    oracle = TTestPower().power((0.1 + 0.3) / 1.2, 60, 0.05, alternative="larger")
    assert power("mean-loss", 60, 0.1, sd=1.2, margin=0.3) == pytest.approx(oracle, abs=1e-10)


def test_half_width_of_a_mean() -> None:
    plan = plan_size("mean-loss", sd=1.5, half_width=0.1)
    low, high = scipy.stats.t.interval(0.95, plan.n - 1, 0, 1.5 / math.sqrt(plan.n))
    before = scipy.stats.t.interval(0.95, plan.n - 2, 0, 1.5 / math.sqrt(plan.n - 1))
    assert plan.half_width == pytest.approx((high - low) / 2, rel=1e-12)
    assert (high - low) / 2 <= 0.1 < (before[1] - before[0]) / 2


def test_a_plan_of_a_mean_difference_also_gives_the_half_width() -> None:
    plan = plan_size("mean-loss", sd=1.5, n=100)
    assert plan.half_width == pytest.approx(scipy.stats.t.ppf(0.975, 99) * 0.15, rel=1e-12)
    assert "an interval of -/+ 0.298" in str(plan)


# --- One rate --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize(("reference", "difference", "n"), [(0.9, 0.04, 300), (0.5, 0.1, 80), (0.2, 0.3, 20)])
def test_normal_power_of_one_rate(alternative: str, reference: float, difference: float, n: int) -> None:
    if alternative == "less":
        reference, difference = 1 - reference, -difference
    rate = reference + difference
    spreads = (math.sqrt(reference * (1 - reference)), math.sqrt(rate * (1 - rate)))
    oracle = normal_power_het(difference, n, 0.05, *spreads, alternative=SIDES[alternative])
    facts = {"reference": reference, "alternative": alternative, "method": "asymptotic"}
    assert power("proportion", n, difference, **facts) == pytest.approx(oracle, abs=1e-10)


@pytest.mark.parametrize("method", ["wilson", "exact"])
@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize(
    ("reference", "rate", "n"), [(0.9, 0.95, 150), (0.5, 0.7, 31), (0.1, 0.3, 12), (0.97, 0.99, 40)]
)
def test_power_of_one_rate_counts_the_intervals_that_leave_the_reference_out(
    method: str, alternative: str, reference: float, rate: float, n: int
) -> None:
    if alternative == "less":
        reference, rate = 1 - reference, 1 - rate
    alpha = 0.05 if alternative == "two-sided" else 0.1
    k = np.arange(n + 1)
    low, high = proportion_confint(k, n, alpha, "wilson" if method == "wilson" else "beta")
    above, below = (low > reference) & (alternative != "less"), (high < reference) & (alternative != "greater")
    oracle = scipy.stats.binom.pmf(k, n, rate)[above | below].sum()
    facts = {"reference": reference, "alternative": alternative, "method": method}
    assert power("proportion", n, rate - reference, **facts) == pytest.approx(oracle, abs=1e-10)


@pytest.mark.parametrize(("expected", "half"), [(0.9, 0.02), (0.5, 0.05), (0.99, 0.01), (0.3, 0.2)])
def test_rows_for_a_wilson_interval(expected: float, half: float) -> None:
    plan = plan_size("proportion", expected=expected, half_width=half)
    widths = [float(np.diff(proportion_confint(expected * n, n, method="wilson"))[0]) / 2 for n in (plan.n - 1, plan.n)]
    assert widths[1] <= half < widths[0]
    assert plan.half_width == pytest.approx(widths[1], rel=1e-10)
    # The Wald formula differs from Wilson's by a few rows, whatever n is.
    assert abs(plan.n - samplesize_confint_proportion(expected, half)) < 3 + 1.96**2 / min(expected, 1 - expected)


# --- Two rates -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize(("reference", "difference", "n"), [(0.8, 0.05, 900), (0.5, 0.2, 90), (0.95, 0.02, 2000)])
def test_power_of_two_independent_rates_is_that_of_statsmodels(
    alternative: str, reference: float, difference: float, n: int
) -> None:
    if alternative == "less":
        reference, difference = 1 - reference, -difference
    oracle = power_proportions_2indep(difference, reference, n, alternative=SIDES[alternative]).power
    facts = {"reference": reference, "alternative": alternative}
    assert power("proportions", n, difference, **facts) == pytest.approx(oracle, abs=1e-9)


def mid_p(b: int, c: int) -> float:
    """Two-sided mid-p by summing the binomial distribution."""
    k = np.arange(b + c + 1)
    pmf = scipy.stats.binom.pmf(k, b + c, 0.5)
    return float(min(1.0, 2 * pmf[k < min(b, c)].sum() + pmf[k == min(b, c)].sum())) if b + c else 1.0


@pytest.mark.parametrize("method", ["exact", "mid-p", "chi2", "chi2-corrected", None])
@pytest.mark.parametrize(
    ("n", "discordance", "difference"), [(12, 0.6, 0.5), (30, 0.9, 0.3), (40, 0.75, -0.2), (25, 1, 0.4)]
)
def test_power_of_mcnemar_sums_over_all_tables(
    method: str | None, n: int, discordance: float, difference: float
) -> None:
    p10, p01 = (discordance + difference) / 2, (discordance - difference) / 2
    oracle = 0.0
    for b in range(n + 1):
        for c in range(n + 1 - b):
            kind = method or "mid-p"
            if not b + c:
                continue
            table = [[0, b], [c, 0]]
            exact = kind == "exact"
            p = mid_p(b, c) if kind == "mid-p" else sm_mcnemar(table, exact=exact, correction=kind != "chi2").pvalue
            if p <= 0.05:
                oracle += scipy.stats.multinomial.pmf([b, c, n - b - c], n, [p10, p01, max(1 - p10 - p01, 0)])
    share = min(discordance, 1 - 1e-13)
    found = power("paired-proportions", n, difference, discordance=share, method=method)
    assert found == pytest.approx(oracle, abs=1e-9)


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize(("n", "discordance", "difference"), [(400, 0.2, 0.06), (5000, 0.05, 0.01)])
def test_normal_power_of_mcnemar(alternative: str, n: int, discordance: float, difference: float) -> None:
    spreads = (math.sqrt(discordance), math.sqrt(discordance - difference**2))
    oracle = normal_power_het(difference, n, 0.05, *spreads, alternative=SIDES[alternative])
    facts: dict[str, Any] = {"discordance": discordance, "alternative": alternative}
    assert power("paired-proportions", n, difference, **facts, method="asymptotic") == pytest.approx(oracle, abs=1e-10)
    assert power("paired-proportions", n, difference, **facts, method="chi2") == pytest.approx(oracle, abs=0.015)


def test_without_a_discordance_the_models_err_independently_and_the_plan_says_so() -> None:
    plan = plan_size("paired-proportions", expected=0.85, reference=0.8, power=0.8)
    told = plan_size("paired-proportions", discordance=0.85 * 0.2 + 0.8 * 0.15, difference=0.05, power=0.8)
    assert plan.n == told.n
    assert any("independently" in line for line in plan.assumptions)
    assert not any("independently" in line for line in told.assumptions)


@pytest.mark.parametrize(
    ("share", "difference", "supposed"), [(0.2, 0.0, -0.05), (0.3, 0.1, -0.1), (0.1, -0.01, -0.03)]
)
def test_score_variance_is_that_of_the_likeliest_table(share: float, difference: float, supposed: float) -> None:
    p10, p01 = (share + difference) / 2, (share - difference) / 2

    def unlikely(q: float) -> float:
        return -(p10 * math.log(q + supposed) + p01 * math.log(q) + (1 - share) * math.log(1 - 2 * q - supposed))

    ends = (max(0.0, -supposed) + 1e-9, (1 - supposed) / 2 - 1e-9)
    q = minimize_scalar(unlikely, bounds=ends, method="bounded", options={"xatol": 1e-10}).x
    assert score_variance(share, difference, supposed) == pytest.approx(2 * q + supposed - supposed**2, abs=1e-6)


# --- Areas -----------------------------------------------------------------------------------------------------------


TABLE = {
    (0.10, 0.70): 0.09, (0.10, 0.80): 0.08, (0.10, 0.90): 0.07, (0.30, 0.70): 0.27, (0.30, 0.80): 0.26,
    (0.30, 0.90): 0.23, (0.50, 0.70): 0.47, (0.50, 0.80): 0.45, (0.50, 0.90): 0.41, (0.70, 0.70): 0.67,
    (0.70, 0.80): 0.65, (0.70, 0.90): 0.62, (0.90, 0.70): 0.88, (0.90, 0.80): 0.87, (0.90, 0.90): 0.86,
}  # fmt: skip
"""Hanley and McNeil (1983), table I: correlation of two areas by that of the scores and the mean area."""


def test_the_correlation_of_areas_is_the_published_table() -> None:
    for (scores, area), published in TABLE.items():
        assert area_correlation(area, area, scores, 1e6, 1e6) == pytest.approx(published, abs=0.012)


def test_the_variance_of_one_area_is_that_of_exponential_scores() -> None:
    # Negatives with mean 1, positives with a larger mean: two positives above one negative, one above two.
    area, positives, negatives = 0.85, 20, 60
    positive, negative = scipy.stats.expon(scale=area / (1 - area)), scipy.stats.expon()
    q1 = quad(lambda x: negative.pdf(x) * positive.sf(x) ** 2, 0, np.inf)[0]
    q2 = quad(lambda x: positive.pdf(x) * negative.cdf(x) ** 2, 0, np.inf)[0]
    pairs = area * (1 - area) + (positives - 1) * (q1 - area**2) + (negatives - 1) * (q2 - area**2)
    assert hanley_mcneil(area, positives, negatives) == pytest.approx(pairs / (positives * negatives), rel=1e-7)


@pytest.mark.parametrize(("a", "b", "r"), [(0.8, 0.8, 1.0), (0.9, 0.7, 0.5), (0.6, 0.95, 0.9), (0.75, 0.8, -0.4)])
def test_the_binormal_covariance_is_that_of_the_bivariate_normal_distribution(a: float, b: float, r: float) -> None:
    def together(correlation: float) -> float:
        x, y = scipy.stats.norm.ppf([a, b])
        joint = scipy.stats.multivariate_normal([0, 0], [[1, correlation], [correlation, 1]], allow_singular=True)
        return float(joint.cdf([x, y])) - a * b

    positives, negatives = 30, 70
    oracle = ((negatives - 1 + positives - 1) * together(r / 2) + together(r)) / (positives * negatives)
    assert binormal(a, b, r, positives, negatives) == pytest.approx(oracle, rel=1e-6)


@pytest.mark.parametrize("method", ["hanley-mcneil", "binormal"])
def test_power_of_two_areas(method: str) -> None:
    rows = (0.3 * 800, 0.7 * 800)
    single = hanley_mcneil if method == "hanley-mcneil" else lambda area, p, n: binormal(area, area, 1.0, p, n)
    first, second = single(0.87, *rows), single(0.83, *rows)
    variance = first + second - 2 * area_correlation(0.87, 0.83, 0.6, *rows) * math.sqrt(first * second)
    facts: dict[str, Any] = {"reference": 0.83, "positives": 0.3, "correlation": 0.6, "method": method}
    spread = math.sqrt(variance)
    oracle = normal_power_het(0.04, 1, 0.05, spread, spread)
    assert power("auc", 800, 0.04, **facts) == pytest.approx(oracle, abs=1e-10)
    moved = normal_power_het(0.04 + 0.01, 1, 0.05, spread, spread, alternative="larger")
    assert power("auc", 800, 0.04, margin=0.01, **facts) == pytest.approx(moved, abs=1e-10)


def test_rows_for_the_width_of_one_area() -> None:
    plan = plan_size("auc", expected=0.8, positives=0.2, half_width=0.03)
    widths = [1.959963985 * math.sqrt(binormal(0.8, 0.8, 1.0, 0.2 * n, 0.8 * n)) for n in (plan.n - 1, plan.n)]
    assert widths[1] <= 0.03 < widths[0]
    older = plan_size("auc", expected=0.8, positives=0.2, half_width=0.03, method="hanley-mcneil")
    widths = [1.959963985 * math.sqrt(hanley_mcneil(0.8, 0.2 * n, 0.8 * n)) for n in (older.n - 1, older.n)]
    assert widths[1] <= 0.03 < widths[0]
    assert plan_size("auc", expected=0.8, positives=0.2, n=plan.n).half_width == plan.half_width


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reference", "difference", "positives", "correlation"),
    [(0.75, 0.06, 0.5, 0.5), (0.8, 0.05, 0.3, 0.7), (0.85, 0.05, 0.2, 0.3)],
)
def test_planned_rows_reach_the_power_that_was_asked_for(
    reference: float, difference: float, positives: float, correlation: float
) -> None:
    facts: dict[str, Any] = {"reference": reference, "positives": positives, "correlation": correlation}
    plan = plan_size("auc", difference=difference, power=0.8, **facts)
    assert plan.n < plan_size("auc", difference=difference, power=0.8, method="hanley-mcneil", **facts).n
    rng, hits, repeats = np.random.default_rng(1), 0, 2000
    truth = np.arange(plan.n) < round(positives * plan.n)
    shifts = scipy.stats.norm.ppf([reference + difference, reference]) * math.sqrt(2)
    for _ in range(repeats):
        shared, own = rng.normal(size=plan.n), rng.normal(size=(2, plan.n))
        noise = math.sqrt(correlation) * shared + math.sqrt(1 - correlation) * own
        hits += stats.delong(truth, *(noise + np.outer(shifts, truth))).p <= 0.05
    assert 0.775 < hits / repeats < 0.835


def test_unknown_correlation_of_scores_is_said_in_words() -> None:
    plan = plan_size("auc", reference=0.8, positives=0.5, difference=0.05)
    assert plan.n == plan_size("auc", reference=0.8, positives=0.5, difference=0.05, correlation=0.0).n
    assert any("nothing is known" in line for line in plan.assumptions)


# --- What a plan is --------------------------------------------------------------------------------------------------


def test_power_is_four_fifths_unless_asked_for() -> None:
    plan = plan_size("mean-loss", sd=1, difference=0.5)
    assert plan.n == plan_size("mean-loss", sd=1, difference=0.5, power=0.8).n
    assert any("since none was given" in line for line in plan.assumptions)


def test_expected_reference_and_difference_complete_each_other() -> None:
    plans = [
        plan_size("proportion", expected=0.95, reference=0.9, n=200),
        plan_size("proportion", difference=0.95 - 0.9, reference=0.9, n=200),
        plan_size("proportion", expected=0.95, difference=0.05, n=200),
    ]
    assert [plan.solved for plan in plans] == ["power"] * 3
    assert plans[0].power == pytest.approx(plans[1].power) == pytest.approx(plans[2].power)


def test_the_other_direction_mirrors() -> None:
    up = plan_size("proportion", reference=0.3, n=200, power=0.8, alternative="greater", method="asymptotic")
    down = plan_size("proportion", reference=0.7, n=200, power=0.8, alternative="less", method="asymptotic")
    assert up.difference is not None
    assert down.difference == pytest.approx(-up.difference, rel=1e-9)


def test_non_inferiority_takes_equal_models_unless_told() -> None:
    plan = plan_size("paired-proportions", discordance=0.1, margin=0.02, power=0.9)
    assert (plan.difference, plan.alternative, plan.margin, plan.solved) == (0.0, "greater", 0.02, "n")
    # Models of which one may be a little worse: the difference that is still shown.
    found = plan_size("paired-proportions", discordance=0.1, margin=0.02, n=2 * plan.n, power=0.9)
    assert found.difference is not None
    assert -0.02 < found.difference < 0
    assert power("paired-proportions", 2 * plan.n, found.difference, discordance=0.1, margin=0.02) == pytest.approx(0.9)


def test_a_plan_becomes_json_and_text() -> None:
    plan = plan_size("proportions", reference=0.8, difference=0.05, power=0.8)
    plain = json.loads(json.dumps(plan.to_dict(), allow_nan=False))
    assert plain["n"] == plan.n
    assert plain["given"] == {"reference": 0.8}
    assert plain["assumptions"] == list(plan.assumptions)
    first = str(plan).splitlines()[0]
    assert (
        first == f"{plan.n} rows for each model show a difference of 0.05, with a power of 80 % (two-sided, level 95 %)"
    )
    assert str(plan_size("proportion", expected=0.9, n=100)).startswith("100 rows: 0.9 gets an interval of -/+ 0.05")
    assert "worse by less than 0.5" in str(plan_size("mean-loss", sd=1, margin=0.5))


def test_a_power_curve_is_a_curve() -> None:
    plan = plan_size("paired-proportions", discordance=0.2, difference=0.08)
    curve = plan.power_curve()
    assert isinstance(curve, PowerCurve)
    assert list(curve.columns()) == ["n", "power"]
    assert curve.power[curve.n == plan.n] == pytest.approx(plan.power)
    assert list(curve.to_frame("pandas").columns) == ["n", "power"]
    assert len(curve.to_dict()["n"]) == len(curve.n)


def test_a_power_curve_is_drawn() -> None:
    pytest.importorskip("matplotlib")
    curve = plan_size("mean-loss", sd=1, difference=0.5).power_curve([10, 20, 40])
    axes = curve.plot()
    assert axes.get_lines()[0].get_xdata().tolist() == [10, 20, 40]
    assert curve.plot(axes, label="again") is axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["difference 0.5", "again"]


@pytest.mark.parametrize("method", ["exact", "mid-p", "chi2", "chi2-corrected", None])
def test_the_step_to_the_normal_approximation_is_small(method: str | None) -> None:
    facts: dict[str, Any] = {"discordance": 0.25, "method": method}
    below, above = (power("paired-proportions", n, 0.0022, **facts) for n in (400_000, 400_004))
    assert above == pytest.approx(below, abs=5e-5)


def test_huge_sizes_are_found() -> None:
    assert plan_size("paired-proportions", discordance=0.02, difference=1e-5).n > 10**8
    assert plan_size("mean-loss", sd=1, difference=1e-5).n == pytest.approx(2.8015852**2 * 1e10, rel=1e-5)


# --- Designs declare themselves --------------------------------------------------------------------------------------


def test_a_design_declared_anywhere_can_be_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, "_KNOWN", dict(design.known_designs()))

    @dataclass(frozen=True, slots=True, kw_only=True)
    class KnownSpread(design.Design):
        """A z-test of a mean difference whose spread is known."""

        what: ClassVar[str] = "known-spread"
        uses: ClassVar[tuple[str, ...]] = ("sd",)
        needs: ClassVar[tuple[str, ...]] = ("sd",)
        methods: ClassVar[tuple[str, ...]] = ("z",)

        sd: float

        @property
        def test(self) -> str:
            return "z-test"

        def power(self, n: int, difference: float) -> float:
            error = self.sd / math.sqrt(n)
            return self.beyond(difference, error, error)

    plan = plan_size("known-spread", sd=1, difference=0.5, power=0.8)
    shown = (scipy.stats.norm.ppf(0.975) + scipy.stats.norm.ppf(0.8)) / 0.5
    assert plan.n == math.ceil(shown**2)
    assert plan.method == "z-test"
    with pytest.raises(BadParameter, match="known-spread needs sd"):
        plan_size("known-spread", difference=0.5)
    with pytest.raises(BadParameter, match="no margin here"):
        plan_size("known-spread", sd=1, margin=0.1)


@pytest.mark.parametrize("kind", design.known_designs().values(), ids=lambda kind: kind.what)
def test_what_a_design_declares_fits_together(kind: type[design.Design]) -> None:
    taken = {field.name for field in fields(kind)}
    assert {*kind.needs, *kind.width} <= set(kind.uses)
    assert set(kind.uses) - {"expected"} <= taken
    assert set(kind.margins) <= set(kind.methods)
    assert ("method" in taken) == (len(kind.methods) > 1)


# --- Refusals --------------------------------------------------------------------------------------------------------


BAD: dict[str, tuple[str, dict[str, Any]]] = {
    "unknown what": ("accuracy", {"n": 10}),
    "nothing": ("mean-loss", {"sd": 1}),
    "only power": ("mean-loss", {"sd": 1, "power": 0.8}),
    "all three": ("mean-loss", {"sd": 1, "power": 0.8, "n": 10, "difference": 1}),
    "no sd": ("mean-loss", {"n": 10, "power": 0.8}),
    "sd of a rate": ("proportion", {"expected": 0.9, "sd": 1, "n": 10}),
    "negative sd": ("mean-loss", {"sd": -1, "n": 10}),
    "power of 1": ("mean-loss", {"sd": 1, "n": 10, "power": 1.0}),
    "power below significance": ("mean-loss", {"sd": 1, "n": 10, "power": 0.05}),
    "level of 95": ("mean-loss", {"sd": 1, "n": 10, "level": 95}),
    "level of a coin": ("mean-loss", {"sd": 1, "n": 10, "level": 0.4}),
    "no difference": ("mean-loss", {"sd": 1, "n": 10, "difference": 0}),
    "wrong direction": ("mean-loss", {"sd": 1, "n": 10, "difference": -1, "alternative": "greater"}),
    "unknown alternative": ("mean-loss", {"sd": 1, "n": 10, "alternative": "larger"}),
    "non-inferiority both ways": ("mean-loss", {"sd": 1, "margin": 1, "alternative": "two-sided"}),
    "worse than the margin": ("mean-loss", {"sd": 1, "margin": 1, "difference": -1}),
    "margin of 0": ("mean-loss", {"sd": 1, "margin": 0}),
    "margin of independent rates": ("proportions", {"reference": 0.8, "margin": 0.1}),
    "one row": ("mean-loss", {"sd": 1, "n": 1, "power": 0.8}),
    "half a row": ("mean-loss", {"sd": 1, "n": 10.5, "power": 0.8}),
    "text": ("mean-loss", {"sd": "wide", "n": 10}),
    "nan": ("mean-loss", {"sd": 1, "difference": math.nan}),
    "no reference": ("proportions", {"difference": 0.1}),
    "nothing known of two models": ("paired-proportions", {"difference": 0.1}),
    "rate beyond 1": ("proportion", {"reference": 0.95, "difference": 0.1}),
    "reference below 0": ("proportion", {"expected": 0.05, "difference": 0.1}),
    "contradiction": ("proportion", {"expected": 0.9, "reference": 0.8, "difference": 0.2, "n": 10}),
    "more difference than discordance": ("paired-proportions", {"discordance": 0.1, "difference": 0.2}),
    "more discordance than errors": ("paired-proportions", {"discordance": 0.5, "difference": 0.01, "reference": 0.95}),
    "unknown method": ("paired-proportions", {"discordance": 0.1, "difference": 0.02, "method": "mid"}),
    "exact non-inferiority": ("paired-proportions", {"discordance": 0.1, "margin": 0.02, "method": "exact"}),
    "no share of positives": ("auc", {"expected": 0.8, "half_width": 0.02}),
    "too few positives": ("auc", {"expected": 0.8, "positives": 0.01, "n": 100}),
    "too few positives for a test": ("auc", {"reference": 0.8, "positives": 0.01, "n": 100, "difference": 0.1}),
    "correlation of 1": ("auc", {"reference": 0.8, "positives": 0.5, "correlation": 1, "n": 100}),
    "half width and test": ("auc", {"expected": 0.8, "positives": 0.5, "half_width": 0.02, "power": 0.8}),
    "half width and rows": ("proportion", {"expected": 0.8, "half_width": 0.02, "n": 100}),
    "neither half width nor rows": ("proportion", {"expected": 0.8}),
    "half width of a difference": ("paired-proportions", {"discordance": 0.1, "half_width": 0.02}),
    "half width of an unknown rate": ("proportion", {"half_width": 0.02}),
    "compared with nothing": ("auc", {"expected": 0.8, "positives": 0.5, "n": 100, "power": 0.8}),
    "too few rows for any difference": ("paired-proportions", {"discordance": 0.1, "n": 20, "power": 0.8}),
    "a difference beyond all rows": ("mean-loss", {"sd": 1, "difference": 1e-9}),
    "a width beyond all rows": ("mean-loss", {"sd": 1, "half_width": 1e-9}),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_refusals_say_what_was_found_or_what_to_do(case: str) -> None:
    what, facts = BAD[case]
    with pytest.raises(BadParameter) as caught:
        plan_size(what, **facts)
    assert caught.value.what.endswith((".", "?"))
    assert caught.value.found or caught.value.remedy


def test_a_width_has_no_power_curve() -> None:
    with pytest.raises(BadParameter):
        plan_size("proportion", expected=0.9, n=100).power_curve()


@pytest.mark.parametrize("rows", [[1], [2.5], [], [[3]], ["a"]])
def test_a_power_curve_needs_rows(rows: Any) -> None:
    plan = plan_size("mean-loss", sd=1, difference=0.5)
    with pytest.raises(BadParameter):
        plan.power_curve(rows)


# --- The command -----------------------------------------------------------------------------------------------------


def test_an_unknown_design_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadParameter) as caught:
        plan_size("banana")
    assert all(name in str(caught.value) for name in design.known_designs())
