"""Laws of p and interval: one family, so that no difference is left out exactly where the test rejects."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import scipy.stats

import probative as pv
from probative import stats
from probative.findings import Contest
from probative.stats.result import TestResult

SIDES = ("two-sided", "greater", "less")


def decided(n: int, seed: int, better: float = 0.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Truth and the calls of two models that err together."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.3
    hard = rng.normal(size=n)
    a, b = (truth ^ (0.7 * hard + rng.normal(size=n) > 1.1 + gain) for gain in (better, 0.0))
    return truth.astype(int), a.astype(int), b.astype(int)


def assert_agree(found: TestResult, level: float) -> None:
    """The interval holds the effect, has a width, and leaves out 0 where p is small enough."""
    if math.isnan(found.p) or math.isnan(found.low):
        return
    assert found.low <= found.effect <= found.high
    assert found.low < found.high
    assert (not found.low <= 0 <= found.high) == found.rejects(1 - level)


@pytest.mark.parametrize("name", ["f1", "mcc", "balanced_accuracy", "recall", "precision", "kappa", "specificity"])
@pytest.mark.parametrize("side", SIDES)
def test_binary_measures(name: str, side: str) -> None:
    for seed, n, level in itertools.product(range(4), (8, 30, 200), (0.8, 0.95, 0.999)):
        for better in (0.0, 0.6):
            assert_agree(
                stats.paired_square_and_add(name, *decided(n, seed, better), alternative=side, level=level), level
            )


@pytest.mark.parametrize("side", SIDES)
def test_areas(side: str) -> None:
    for seed, n, level in itertools.product(range(5), (12, 60, 300), (0.8, 0.95, 0.999)):
        rng = np.random.default_rng(seed)
        y = rng.random(n) < 0.3
        if 1 < y.sum() < n - 1:
            common = 2 * y + rng.normal(size=n)
            found = stats.auc_difference(y, common, common + rng.normal(size=n), alternative=side, level=level)
            assert_agree(found, level)


@pytest.mark.parametrize("name", ["accuracy", "f1", "macro_f1"])
@pytest.mark.parametrize("side", SIDES)
def test_groups_and_rows_left_out(name: str, side: str) -> None:
    for seed, level in itertools.product(range(4), (0.8, 0.95, 0.999)):
        y, a, b = decided(120, seed, 0.4)
        groups = np.random.default_rng(seed).integers(0, 7, 120)
        assert_agree(stats.cluster_jackknife(name, y, a, b, groups=groups, alternative=side, level=level), level)
        assert_agree(stats.paired_jackknife(name, y, a, b, alternative=side, level=level), level)


# --- oracles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_recall_and_specificity_are_mcnemars_on_their_class(seed: int) -> None:
    y, a, b = decided(150, seed, 0.3)
    for name, kind in (("recall", 1), ("specificity", 0)):
        rows = y == kind
        only_a, only_b = int(((a == kind) & (b != kind) & rows).sum()), int(((a != kind) & (b == kind) & rows).sum())
        found = stats.paired_square_and_add(name, y, a, b)
        if only_a != only_b:
            assert found.statistic == pytest.approx((only_a - only_b) / math.sqrt(only_a + only_b), abs=1e-6)
            wanted = stats.mcnemar(only_b, only_a, n=int(rows.sum()), method="chi2")
            assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-9)


def test_many_rows_are_the_delta_method() -> None:
    """By hand: the gradient of F1 in the cells of each model, and the covariance of the joint table."""
    y, a, b = decided(20_000, 1, 0.05)
    shares = np.bincount(y * 4 + a * 2 + b, minlength=8) / len(y)
    truth, by_a, by_b = np.arange(8) // 4, np.arange(8) // 2 % 2, np.arange(8) % 2

    def f1(p: np.ndarray, calls: np.ndarray) -> float:
        hit, missed = p[(truth == 1) & (calls == 1)].sum(), p[truth != calls].sum()
        return float(2 * hit / (2 * hit + missed))

    def gap(p: np.ndarray) -> float:
        return f1(p, by_a) - f1(p, by_b)

    slopes = np.array([(gap(shares + h) - gap(shares - h)) / 2e-6 for h in 1e-6 * np.eye(8)])
    error = math.sqrt((shares @ slopes**2 - (shares @ slopes) ** 2) / len(y))
    found = stats.paired_square_and_add("f1", y, a, b)
    assert found.statistic == pytest.approx(gap(shares) / error, rel=0.01)
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * error, rel=0.01)


def test_the_jackknife_of_accuracy_is_the_paired_t() -> None:
    y, a, b = decided(200, 3, 0.3)
    d = (a == y).astype(float) - (b == y)
    wanted = scipy.stats.ttest_1samp(d, 0.0)
    found = stats.paired_jackknife("accuracy", y, a, b)
    assert (found.statistic, found.p) == pytest.approx((wanted.statistic, wanted.pvalue))
    grouped = stats.cluster_jackknife("error_rate", y, a, b, groups=np.arange(200) // 10)
    sums = -d.reshape(20, 10).mean(axis=1)
    wanted = scipy.stats.ttest_1samp(sums, 0.0)
    assert (grouped.statistic, grouped.effect) == pytest.approx((wanted.statistic, sums.mean()))


@pytest.mark.parametrize("seed", range(4))
def test_areas_are_squared_and_added_by_hand(seed: int) -> None:
    rng = np.random.default_rng(seed)
    y = rng.random(90) < 0.3
    a = 1.5 * y + rng.normal(size=90)
    b = a + rng.normal(size=90)
    placed = []
    for score in (a, b):
        wins = (score[y][:, None] > score[~y]) + 0.5 * (score[y][:, None] == score[~y])
        placed.append((wins.mean(axis=1), wins.mean(axis=0)))
    parts = [np.cov(x, z) / len(x) for x, z in zip(*placed, strict=True)]
    whole = parts[0] + parts[1]
    r = whole[0, 1] / math.sqrt(whole[0, 0] * whole[1, 1])
    alone = [v[0, 0] + v[1, 1] - 2 * v[0, 1] for v in parts]
    df = sum(alone) ** 2 / sum(v**2 / (n - 1) for v, n in zip(alone, (y.sum(), (~y).sum()), strict=True))
    least = scipy.stats.t.ppf(0.975, df) * math.sqrt(sum(alone))
    one, two = (pv.estimate("auc", pv.Ladder.from_scores(y, score)) for score in (a, b))
    down, up = one.value - one.low, one.high - one.value
    down_b, up_b = two.value - two.low, two.high - two.value
    low = one.value - two.value - max(math.sqrt(down**2 + up_b**2 - 2 * r * down * up_b), least)
    high = one.value - two.value + max(math.sqrt(up**2 + down_b**2 - 2 * r * up * down_b), least)
    found = stats.auc_difference(y, a, b)
    assert (found.effect, found.low, found.high) == pytest.approx((one.value - two.value, low, high))
    assert found.details["correlation"] == pytest.approx(r)


# --- a p at the floor ------------------------------------------------------------------------------------------------


def test_a_p_at_the_floor_is_told_as_a_bound() -> None:
    y = np.tile([0, 1], 150)
    a, b = y.copy(), np.where(np.arange(300) % 3, y, 1 - y)
    drawn = (
        (stats.paired_bootstrap("macro_f1", y, a, b, replicates=999), 2 / 1000),
        (stats.paired_permutation("mse", y, a + 0.0, b + 0.0, replicates=999), 1 / 1000),
    )
    for found, floor in drawn:
        assert (found.at_most, found.p) == (True, pytest.approx(floor))
        assert f"p ≤ {floor:.3g}" in str(found)
    # Where all swaps are listed there is no floor.
    assert not stats.paired_permutation("macro_f1", y, a, b).at_most
    even = stats.paired_bootstrap("macro_f1", y, b, np.where(np.arange(300) % 3 == 1, 1 - y, y), replicates=999)
    assert not even.at_most


def test_bounds_reach_sentences_tables_and_files() -> None:
    contest = Contest("A", "B", "f1", "higher", TestResult(0.1, None, 0.001, 0.1, 0.05, 0.15, at_most=True), 0.002)
    assert "adjusted p ≤ 0.002" in contest.sentence()
    table = pv.Verdict("f1", "higher", (contest,)).table()
    assert "≤ 0.001" in str(table)
    assert table.to_dicts()[0]["p"] == 0.001
    plain = contest.to_dict()
    assert (plain["p"], plain["at_most"]) == (0.001, True)
    assert Contest.from_dict(plain).result.at_most
