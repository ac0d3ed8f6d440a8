"""Planning: more rows more power, every answer leads back to its question, and simulation agrees."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from probative import stats
from probative.inference.proportion import clopper_pearson, wilson
from probative.planning import plan_size

SMOOTH: dict[str, tuple[str, dict[str, Any]]] = {
    "one rate": ("proportion", {"reference": 0.7, "method": "asymptotic"}),
    "two rates": ("proportions", {"reference": 0.7}),
    "paired rates": ("paired-proportions", {"discordance": 0.35, "method": "asymptotic"}),
    "independent errors": ("paired-proportions", {"reference": 0.7, "method": "asymptotic"}),
    "two areas": ("auc", {"reference": 0.7, "positives": 0.3, "correlation": 0.5}),
    "two Gaussian areas": ("auc", {"reference": 0.7, "positives": 0.3, "correlation": 0.5, "method": "binormal"}),
    "mean loss": ("mean-loss", {"sd": 0.8}),
}
"""Plans whose power rises with every row."""
COUNTED: dict[str, tuple[str, dict[str, Any]]] = {
    "wilson": ("proportion", {"reference": 0.7}),
    "binomial": ("proportion", {"reference": 0.7, "method": "exact"}),
    "mcnemar": ("paired-proportions", {"discordance": 0.35}),
    "mcnemar exact": ("paired-proportions", {"discordance": 0.35, "method": "exact"}),
    "sign test": ("paired-proportions", {"discordance": 0.999, "method": "exact"}),
}
"""Plans whose power rises in steps, and may fall a little in between."""
MARGINS = {name: SMOOTH[name] for name in ("paired rates", "independent errors", "two areas", "mean loss")}
differences = st.floats(0.03, 0.25)
wanted = st.floats(0.3, 0.99)


@pytest.mark.parametrize("case", SMOOTH)
@settings(deadline=None, max_examples=15)
@given(difference=differences, n=st.integers(20, 5000), more=st.integers(1, 500))
def test_more_rows_more_power(case: str, difference: float, n: int, more: int) -> None:
    what, facts = SMOOTH[case]
    less, enough = plan_size(what, n=n, difference=difference, **facts).power_curve([n, n + more]).power
    assert less <= enough + 1e-12


@pytest.mark.parametrize("case", SMOOTH | COUNTED)
@settings(deadline=None, max_examples=15)
@given(difference=differences, further=st.floats(0.001, 0.04), n=st.integers(20, 2000))
def test_larger_differences_are_easier(case: str, difference: float, further: float, n: int) -> None:
    what, facts = (SMOOTH | COUNTED)[case]
    powers = [plan_size(what, n=n, difference=d, **facts).power for d in (difference, difference + further)]
    assert powers[0] is not None
    assert powers[1] is not None
    assert powers[0] <= powers[1] + 1e-12


@pytest.mark.parametrize("case", SMOOTH)
@settings(deadline=None, max_examples=15)
@given(difference=differences, n=st.integers(20, 5000))
def test_rows_give_power_and_power_gives_the_rows(case: str, difference: float, n: int) -> None:
    what, facts = SMOOTH[case]
    power = plan_size(what, n=n, difference=difference, **facts).power
    assert power is not None
    # Where the power is nearly 1, or nearly the significance, rows do not change it.
    assume(0.06 < power < 1 - 1e-6)
    assert plan_size(what, power=power, difference=difference, **facts).n == n


@pytest.mark.parametrize("case", SMOOTH | COUNTED)
@settings(deadline=None, max_examples=15)
@given(n=st.integers(150, 3000), power=wanted)
def test_the_detectable_difference_is_detected(case: str, n: int, power: float) -> None:
    what, facts = (SMOOTH | COUNTED)[case]
    found = plan_size(what, n=n, power=power, **facts).difference
    assert found is not None
    assert plan_size(what, n=n, difference=found, **facts).power == pytest.approx(power, abs=1e-9)


@pytest.mark.parametrize("case", COUNTED)
@settings(deadline=None, max_examples=6)
@given(difference=st.floats(0.1, 0.28), power=wanted)
def test_promised_power_holds_from_n_on(case: str, difference: float, power: float) -> None:
    what, facts = COUNTED[case]
    n = plan_size(what, difference=difference, power=power, **facts).n
    after = plan_size(what, difference=difference, n=n, **facts).power_curve(np.arange(max(n - 1, 1), n + 300)).power
    assert (after[1:] >= power - 1e-12).all()
    assert n == 1 or after[0] < power


@pytest.mark.parametrize("case", MARGINS)
@settings(deadline=None, max_examples=15)
@given(difference=st.floats(-0.04, 0.1), margin=st.floats(0.05, 0.1), power=wanted)
def test_non_inferiority_is_solved_all_three_ways(case: str, difference: float, margin: float, power: float) -> None:
    what, facts = MARGINS[case]
    plan = plan_size(what, difference=difference, margin=margin, power=power, **facts)
    assert plan.power is not None
    assert plan.power >= power - 1e-12
    assert plan_size(what, difference=difference, margin=margin, n=plan.n, **facts).power == plan.power
    assume(plan.power < 1 - 1e-9)
    again = plan_size(what, n=plan.n, margin=margin, power=plan.power, **facts)
    assert again.difference == pytest.approx(difference, abs=1e-6)


@pytest.mark.parametrize("case", SMOOTH)
def test_one_side_needs_fewer_rows_and_a_higher_level_more(case: str) -> None:
    what, facts = SMOOTH[case]
    base = plan_size(what, difference=0.1, power=0.8, **facts).n
    assert plan_size(what, difference=0.1, power=0.8, alternative="greater", **facts).n < base
    assert plan_size(what, difference=0.1, power=0.8, level=0.99, **facts).n > base


def test_more_correlation_and_less_discordance_need_fewer_rows() -> None:
    rows = [plan_size("auc", reference=0.8, difference=0.05, positives=0.4, correlation=r).n for r in (0, 0.4, 0.8)]
    assert rows == sorted(rows, reverse=True)
    rows = [plan_size("paired-proportions", discordance=d, difference=0.05).n for d in (0.06, 0.1, 0.3)]
    assert rows == sorted(rows)


WIDTHS: dict[str, tuple[str, dict[str, Any]]] = {
    "rate": ("proportion", {"expected": 0.85}),
    "area": ("auc", {"expected": 0.85, "positives": 0.2}),
    "Gaussian area": ("auc", {"expected": 0.85, "positives": 0.2, "method": "binormal"}),
}


@pytest.mark.parametrize("case", WIDTHS)
@settings(deadline=None, max_examples=15)
@given(n=st.integers(20, 100_000))
def test_rows_give_a_width_and_the_width_gives_the_rows(case: str, n: int) -> None:
    what, facts = WIDTHS[case]
    half = plan_size(what, n=n, **facts).half_width
    assert half is not None
    assert plan_size(what, half_width=half, **facts).n == n
    narrower = plan_size(what, n=n + 1, **facts).half_width
    assert narrower is not None
    assert narrower < half


# Simulation: the tests that will be run, on rows drawn from what the plan assumes.


def close(rejections: int, replicates: int, power: float | None, allowance: float = 0.0) -> bool:
    """Whether a count of rejections is within four standard errors, and an allowance, of the power."""
    assert power is not None
    error = math.sqrt(max(power * (1 - power), 1e-4) / replicates)
    return abs(rejections / replicates - power) <= 4 * error + allowance


@pytest.mark.slow
@pytest.mark.parametrize("method", ["exact", "mid-p", "chi2", "chi2-corrected", None])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize(("n", "discordance", "difference"), [(60, 0.3, 0.15), (500, 0.12, 0.04), (300, 0.2, 0.0001)])
def test_simulated_mcnemar(method: str | None, alternative: str, n: int, discordance: float, difference: float) -> None:
    rng, replicates = np.random.default_rng(1), 40_000
    shares = [(discordance + difference) / 2, (discordance - difference) / 2, 1 - discordance]
    counts = rng.multinomial(n, shares, replicates)
    rejects = cache(lambda b, c: stats.mcnemar(c, b, method=method, alternative=alternative).rejects(0.05))
    found = sum(rejects(int(b), int(c)) for b, c, _ in counts)
    facts: dict[str, Any] = {"discordance": discordance, "method": method, "alternative": alternative}
    assert close(found, replicates, plan_size("paired-proportions", n=n, difference=difference, **facts).power)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "discordance", "difference", "margin"),
    [(800, 0.1, 0.0, 0.03), (400, 0.3, 0.02, 0.05), (2000, 0.05, -0.005, 0.02)],
)
def test_simulated_non_inferiority_of_paired_rates(
    n: int, discordance: float, difference: float, margin: float
) -> None:
    rng, replicates = np.random.default_rng(2), 20_000
    shares = [(discordance + difference) / 2, (discordance - difference) / 2, 1 - discordance]
    counts = rng.multinomial(n, shares, replicates)
    shown = cache(lambda b, c: stats.mcnemar(c, b, n=n, alternative="greater").low > -margin)
    found = sum(shown(int(b), int(c)) for b, c, _ in counts)
    plan = plan_size("paired-proportions", n=n, discordance=discordance, difference=difference, margin=margin)
    assert close(found, replicates, plan.power, 0.015)


@pytest.mark.slow
def test_simulated_paired_rates_of_independent_models() -> None:
    rng, replicates, n = np.random.default_rng(3), 20_000, 400
    a, b = rng.random((replicates, n), np.float32) < 0.86, rng.random((replicates, n), np.float32) < 0.8
    rejects = cache(lambda only_b, only_a: stats.mcnemar(only_b, only_a).rejects(0.05))
    found = sum(rejects(int(x), int(y)) for x, y in zip((~a & b).sum(1), (a & ~b).sum(1), strict=True))
    assert close(found, replicates, plan_size("paired-proportions", n=n, expected=0.86, reference=0.8).power)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "interval"), [("wilson", wilson), ("exact", clopper_pearson)])
@pytest.mark.parametrize(("reference", "rate", "n"), [(0.9, 0.95, 200), (0.5, 0.6, 150)])
def test_simulated_rate(method: str, interval: Any, reference: float, rate: float, n: int) -> None:
    counts = np.random.default_rng(4).binomial(n, rate, 40_000)
    outside = cache(lambda k: not interval(k, n)[0] <= reference <= interval(k, n)[1])
    found = sum(outside(int(k)) for k in counts)
    plan = plan_size("proportion", n=n, expected=rate, reference=reference, method=method)
    assert close(found, len(counts), plan.power)


@pytest.mark.slow
def test_simulated_independent_rates() -> None:
    rng, replicates, n = np.random.default_rng(5), 20_000, 500
    pairs = np.stack([rng.binomial(n, 0.85, replicates), rng.binomial(n, 0.78, replicates)], axis=1)
    tables = np.stack([pairs, n - pairs], axis=2)
    test = cache(lambda a, b: scipy.stats.chi2_contingency([[a, n - a], [b, n - b]], correction=False).pvalue <= 0.05)
    found = sum(test(int(t[0, 0]), int(t[1, 0])) for t in tables)
    assert close(found, replicates, plan_size("proportions", n=n, expected=0.85, reference=0.78).power, 0.01)


def scores(rng: np.random.Generator, truth: Any, areas: tuple[float, float], correlation: float) -> Any:
    """Gaussian scores of two models with those areas."""
    noise = rng.multivariate_normal([0, 0], [[1, correlation], [correlation, 1]], len(truth)).T
    return noise + math.sqrt(2) * scipy.stats.norm.ppf(areas)[:, None] * truth


@pytest.mark.slow
@pytest.mark.parametrize(
    ("areas", "correlation", "share", "n"),
    [((0.85, 0.8), 0.5, 0.5, 400), ((0.9, 0.85), 0.7, 0.2, 500), ((0.75, 0.65), 0.0, 0.3, 300)],
)
def test_simulated_areas_of_gaussian_scores(
    areas: tuple[float, float], correlation: float, share: float, n: int
) -> None:
    rng, replicates = np.random.default_rng(6), 3000
    truth = np.arange(n) < share * n
    results = [stats.delong(truth, *scores(rng, truth, areas, correlation)) for _ in range(replicates)]
    facts: dict[str, Any] = {"reference": areas[1], "positives": share, "correlation": correlation, "n": n}
    plan = plan_size("auc", expected=areas[0], method="binormal", **facts)
    assert close(sum(result.rejects(0.05) for result in results), replicates, plan.power, 0.02)
    # One-sided limits at 95 % are two-sided ones at 90 %.
    low = [result.effect - 1.6448536 * result.details["standard_error"] for result in results]
    plan = plan_size("auc", expected=areas[0], method="binormal", margin=0.02, **facts)
    assert close(sum(limit > -0.02 for limit in low), replicates, plan.power, 0.02)


@pytest.mark.slow
@pytest.mark.parametrize(("share", "n"), [(0.5, 400), (0.2, 600)])
def test_simulated_areas_of_exponential_scores(share: float, n: int) -> None:
    rng, replicates, areas = np.random.default_rng(7), 3000, (0.85, 0.77)
    truth = np.arange(n) < share * n
    means = [np.where(truth, area / (1 - area), 1.0) for area in areas]
    found = sum(stats.delong(truth, *rng.exponential(means)).rejects(0.05) for _ in range(replicates))
    facts: dict[str, Any] = {"expected": areas[0], "reference": areas[1], "positives": share, "n": n}
    plan = plan_size("auc", correlation=0, method="hanley-mcneil", **facts)  # the formula for exponential scores
    assert close(found, replicates, plan.power, 0.02)


@pytest.mark.slow
@pytest.mark.parametrize("alternative", ["two-sided", "less"])
def test_simulated_mean_losses(alternative: str) -> None:
    rng, replicates, n = np.random.default_rng(8), 6000, 25
    losses = rng.normal(1.0, 0.5, (replicates, n))
    better = losses + rng.normal(-0.4, 0.8, (replicates, n))
    found = sum(stats.paired_t(a, b, alternative=alternative).rejects() for a, b in zip(better, losses, strict=True))
    plan = plan_size("mean-loss", n=n, sd=0.8, difference=-0.4, alternative=alternative)
    assert close(found, replicates, plan.power)


@pytest.mark.slow
def test_simulated_non_inferiority_of_mean_losses() -> None:
    rng, replicates, n = np.random.default_rng(9), 6000, 30
    losses = rng.normal(1.0, 0.5, (replicates, n))
    candidate = losses + rng.normal(-0.1, 0.8, (replicates, n))
    pairs = zip(candidate, losses, strict=True)
    found = sum(stats.non_inferiority(a, b, margin=0.25, better="lower").rejects() for a, b in pairs)
    assert close(found, replicates, plan_size("mean-loss", n=n, sd=0.8, difference=0.1, margin=0.25).power)
