"""Null distributions: theirs is the p of the test, and the rejection region is where the test rejects."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pingouin
import pytest
import scipy.stats

import probative as pv
from probative.errors import InvalidMethod
from probative.pictures import Band, Bars, Line, svg
from probative.stats.null_distributions import Discrete, Smooth, Statistic, null_distribution

A, B = [80, 82, 85, 78, 85], [81, 81, 86, 80, 88]
SIDES = ("two-sided", "greater", "less")
RNG = np.random.default_rng(7)
TABLE = {name: RNG.normal(mean, spread, 12) for name, mean, spread in (("A", 0, 1), ("B", 1, 1), ("C", 1, 4))}
TRUTH = RNG.integers(0, 2, 60)
FIRST, SECOND = (np.where(RNG.random(60) < right, TRUTH, 1 - TRUTH) for right in (0.85, 0.6))


def of(result: pv.stats.TestResult) -> Smooth | Discrete | None:
    facts = (result.statistic, result.df, result.p, result.alternative, result.symbol, result.method, result.h0)
    return null_distribution(Statistic(*facts, details=result.details))


def smooth(result: pv.stats.TestResult) -> Smooth:
    found = of(result)
    assert isinstance(found, Smooth)
    return found


def discrete(result: pv.stats.TestResult) -> Discrete:
    found = of(result)
    assert isinstance(found, Discrete)
    return found


DIRECTED: dict[str, Callable[..., pv.stats.TestResult]] = {
    "t": lambda **k: pv.stats.paired_t(A, B, **k),
    "welch": lambda **k: pv.stats.welch_t(TABLE["A"], TABLE["B"], **k),
    "mcnemar": lambda **k: pv.stats.mcnemar(12, 28, **k),
    "exact": lambda **k: pv.stats.mcnemar(12, 28, method="exact", **k),
    "chi2": lambda **k: pv.stats.mcnemar(12, 28, method="chi2", **k),
    "wilcoxon": lambda **k: pv.stats.wilcoxon(TABLE["A"], TABLE["C"], **k),
    "mann-whitney": lambda **k: pv.stats.mann_whitney(A, [70, 71, 78, 80], **k),
    "sign": lambda **k: pv.stats.sign(TABLE["A"], TABLE["B"], **k),
    "permutation": lambda **k: pv.stats.paired_permutation("mcc", TRUTH, FIRST, SECOND, **k),
}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", DIRECTED)
def test_a_picture_shows_a_line_and_the_region_on_the_right_side(name: str, side: Any) -> None:
    result = DIRECTED[name](alternative=side)
    chart = result.picture()
    seen = [shape for shape in chart.every_shape() if isinstance(shape, Line) and shape.role == "observed"]
    assert len(seen) == 1
    shaded = [s for s in chart.every_shape() if isinstance(s, Band | Bars) and s.series == 1]
    places = np.concatenate([np.asarray(s.x if isinstance(s, Band) else s.left, float) for s in shaded])
    found = of(result)
    centre = 0.0 if isinstance(found, Smooth) else float((found.places * found.chances).sum())  # type: ignore[union-attr]
    if isinstance(found, Smooth) and not found.both:
        assert (places > 0).all()
    else:
        assert ((places > centre).any(), (places < centre).any()) == (side != "less", side != "greater")
    assert "<svg" in svg(chart)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("significance", [0.05, 0.01, 0.001])
def test_critical_values_are_those_of_scipy(side: Any, significance: float) -> None:
    low, high = smooth(pv.stats.paired_t(A, B, alternative=side)).region(significance)
    tail = significance / 2 if side == "two-sided" else significance
    cut = scipy.stats.t.isf(tail, 4)
    assert (low, high) == pytest.approx(
        (-np.inf if side == "greater" else -cut, np.inf if side == "less" else cut), rel=1e-9
    )


def test_squares_reject_above_only() -> None:
    assert smooth(pv.stats.mcnemar(12, 28, method="chi2")).region(0.05) == pytest.approx((-np.inf, 3.841459), rel=1e-6)
    # One direction takes the root with its sign: the square of what is critical is the deck's 2.706.
    one = smooth(pv.stats.mcnemar(12, 28, method="chi2", alternative="greater"))
    assert one.region(0.05)[1] ** 2 == pytest.approx(2.705543, rel=1e-6)
    assert smooth(pv.stats.mcnemar(28, 12, method="chi2", alternative="greater")).statistic == -one.statistic
    assert smooth(pv.stats.friedman(TABLE)).region(0.01)[1] == pytest.approx(scipy.stats.chi2.isf(0.01, 2))
    assert smooth(pv.stats.rm_anova(TABLE)).region(0.05)[1] == pytest.approx(scipy.stats.f.isf(0.05, 2, 22))


def test_a_corrected_analysis_is_drawn_with_the_degrees_of_freedom_it_used() -> None:
    result = pv.stats.rm_anova(TABLE, correction="greenhouse-geisser")
    epsilon = pingouin.epsilon(pd.DataFrame(TABLE), correction="gg")
    wanted = scipy.stats.f.sf(result.statistic, 2 * epsilon, 22 * epsilon)
    assert result.p == pytest.approx(wanted)
    assert smooth(result).region(0.05)[1] == pytest.approx(scipy.stats.f.isf(0.05, 2 * epsilon, 22 * epsilon))


@pytest.mark.parametrize("name", ["mcnemar", "exact", "wilcoxon", "mann-whitney", "sign"])
@pytest.mark.parametrize("side", SIDES)
def test_exact_distributions_have_the_p_of_the_test_at_what_was_seen(name: str, side: Any) -> None:
    result = DIRECTED[name](alternative=side)
    found = discrete(result)
    here = np.abs(found.places - found.statistic) < 0.25
    assert found.p_values[here][0] == pytest.approx(result.p)
    assert found.chances.sum() == pytest.approx(1.0)
    if name != "mcnemar":
        # An exact test rejects at most as often as its level says.
        assert found.chances[found.rejected(0.05)].sum() <= 0.05


def test_chances_are_those_of_scipy() -> None:
    found = discrete(pv.stats.mcnemar(12, 28))
    assert found.chances == pytest.approx(scipy.stats.binom.pmf(found.places, 40, 0.5), abs=1e-12)
    ranks = discrete(pv.stats.wilcoxon([1, 2, 3, 4, -5], [0, 0, 0, 0, 0]))
    sums = [sum(r for r, s in zip(range(1, 6), signs, strict=True) if s) for signs in product((0, 1), repeat=5)]
    assert ranks.chances == pytest.approx([sums.count(int(place)) / 32 for place in ranks.places])


def test_too_few_pairs_cannot_reject_and_the_picture_says_so() -> None:
    chart = pv.stats.wilcoxon(A, B).picture()
    assert any("No outcome of so few leads to rejection" in note for note in chart.notes)


def test_what_has_no_null_distribution_is_not_drawn() -> None:
    unknown = [
        pv.stats.paired_bootstrap("mcc", TRUTH, FIRST, SECOND),
        pv.stats.tost(A, B, margin=4),
        pv.stats.paired_t([1.0], [2.0]),
    ]
    for result in unknown:
        with pytest.raises(InvalidMethod, match="no null distribution"):
            result.picture()


@pytest.mark.parametrize("significance", [0.0, 0.5, -1.0])
def test_senseless_levels_are_refused(significance: float) -> None:
    with pytest.raises(ValueError, match="significance"):
        pv.stats.paired_t(A, B).plot(significance=significance)


def test_a_billion_disagreements_are_drawn_too() -> None:
    found = discrete(pv.stats.mcnemar(500_000_000, 500_000_000 + 30_000))
    assert len(found.places) < 400_000
    assert found.chances.sum() == pytest.approx(1.0, abs=1e-6)


def test_a_p_at_the_floor_is_told_as_a_bound() -> None:
    truth = np.tile([1, 0], 40)
    good, poor = truth + RNG.random(80), RNG.random(80)
    result = pv.stats.paired_permutation("auc", truth, good, poor, replicates=50)
    assert result.at_most
    assert any(f"p ≤ {result.p:.3g}" in note for note in result.picture().notes)


def test_infinite_differences_are_no_picture_and_no_error() -> None:
    truth = np.tile([1, 0], 10)
    result = pv.stats.paired_permutation("diagnostic_odds_ratio", truth, np.roll(truth, 1), np.where(truth, truth, 0))
    assert "null" not in result.details


@pytest.mark.parametrize("side", SIDES)
def test_many_outcomes_are_one_line_and_areas_of_rejection(side: Any) -> None:
    """Thousands of bars, each thinner than a pixel, once were two thirds of a page."""
    won, lost = 5_000, 4_800
    chart = pv.stats.mcnemar(won, lost, alternative=side).picture()
    assert len(svg(chart)) < 5_000
    (line,) = (s for s in chart.every_shape() if isinstance(s, Line) and s.name == "under H0")
    assert line.y == pytest.approx(scipy.stats.binom.pmf(line.x, won + lost, 0.5), abs=1e-12)
    areas = [s for s in chart.every_shape() if isinstance(s, Band)]
    shaded = sum(np.sum(s.high) for s in areas)
    assert shaded == pytest.approx(0.05, abs=0.01)
    ends = {np.sign(float(np.mean(s.x)) - (won + lost) / 2) for s in areas}
    assert ends == {"two-sided": {-1.0, 1.0}, "greater": {1.0}, "less": {-1.0}}[side]
