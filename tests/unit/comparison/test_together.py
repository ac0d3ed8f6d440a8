"""Several pairs judged together: p-values and intervals of one family, which hold for all pairs at once."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import scipy.stats
from scipy.integrate import quad
from sklearn.metrics import f1_score, matthews_corrcoef, precision_score, roc_auc_score

import probative as pv
from probative.comparison.varying import row_covariance
from probative.stats.max_t import Family


def scored(seed: int, n: int, shifts: tuple[float, ...], shared: float = 0.5) -> tuple[np.ndarray, dict[str, Any]]:
    rng = np.random.default_rng(seed)
    truth = (np.arange(n) < n // 2).astype(int)
    common = rng.normal(size=n)
    noise = [shared**0.5 * common + (1 - shared) ** 0.5 * rng.normal(size=n) for _ in shifts]
    return truth, {f"m{i}": truth * d + e for i, (d, e) in enumerate(zip(shifts, noise, strict=True))}


# --- the family, by closed forms -------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [3, 5, 10])
def test_all_pairs_of_equal_variances_are_tukeys_range(k: int) -> None:
    contrasts = np.array([np.eye(k)[i] - np.eye(k)[j] for i, j in itertools.combinations(range(k), 2)])
    family = Family.of(np.eye(k) * 0.3, contrasts)
    reach = scipy.stats.studentized_range.ppf(0.95, k, np.inf) / 2**0.5
    assert family.per_test(0.05) == pytest.approx(2 * scipy.stats.norm.sf(reach), rel=0.05)
    p = 2 * scipy.stats.norm.sf(2.4)
    wanted = scipy.stats.studentized_range.sf(2.4 * 2**0.5, k, np.inf)
    assert family.adjusted(p) == pytest.approx(wanted, abs=0.004)


@pytest.mark.parametrize("sides", ["both", "upper"])
def test_independent_estimates_are_sidaks(sides: Any) -> None:
    family = Family.of(np.diag([1.0, 4.0, 0.25, 9.0]), sides=sides)
    assert family.per_test(0.05) == pytest.approx(1 - 0.95**0.25, rel=0.03)


def test_models_against_one_are_dunnetts() -> None:
    family = Family.of(np.eye(5), np.column_stack([np.eye(4), -np.ones(4)]))

    def inside(x: float) -> float:
        both = scipy.stats.norm.cdf(x + 2.5 * 2**0.5) - scipy.stats.norm.cdf(x - 2.5 * 2**0.5)
        return float(scipy.stats.norm.pdf(x) * both**4)

    wanted = 1 - quad(inside, -8, 8)[0]
    assert family.adjusted(2 * scipy.stats.norm.sf(2.5)) == pytest.approx(wanted, abs=0.002)


def test_the_family_never_says_more_than_bonferroni_and_never_less_than_one_test() -> None:
    family = Family.of(np.eye(4) + 0.5)
    grid = np.geomspace(1e-12, 1, 400)
    adjusted = np.array([family.adjusted(p) for p in grid])
    assert (np.diff(adjusted) >= 0).all()
    assert (adjusted <= np.minimum(4 * grid, 1)).all()
    assert (adjusted >= grid).all()
    assert np.isnan(family.adjusted(float("nan")))


def test_what_does_not_vary_does_not_count() -> None:
    assert Family.of(np.diag([1.0, 0.0])).per_test(0.05) == 0.05
    assert Family.of(np.zeros((3, 3))).per_test(0.05) == 0.05
    same = np.ones((3, 3))
    assert Family.of(same).per_test(0.05) == pytest.approx(0.05, rel=0.06)


# --- how models vary together ----------------------------------------------------------------------------------------


def test_covariance_of_areas_is_delongs() -> None:
    truth, scores = scored(1, 120, (0.5, 1.0, 1.5))
    held = pv.read(truth=truth, scores=scores).paired()
    found = row_covariance(held, "auc")
    assert found is not None
    for i, j in itertools.combinations(range(3), 2):
        z = pv.stats.delong(truth, scores[f"m{i}"], scores[f"m{j}"])
        error = z.effect / z.statistic
        # DeLong divides by n - 1 within each class.
        assert found[i, i] + found[j, j] - 2 * found[i, j] == pytest.approx(error**2, rel=0.03)


def test_covariance_of_means_is_the_textbooks() -> None:
    rng = np.random.default_rng(0)
    target = rng.normal(size=80)
    said = {name: target + rng.normal(size=80) for name in "ab"}
    losses = np.column_stack([np.square(target - x) for x in said.values()])
    found = row_covariance(pv.read(truth=target, predicted=said).paired(), "mse")
    assert found == pytest.approx(np.cov(losses, rowvar=False) / 80, rel=1e-9)


def test_covariance_of_any_measure_is_the_jackknifes_and_groups_vary_as_a_whole() -> None:
    truth, scores = scored(2, 150, (1.0, 1.4))
    held = pv.read(truth=truth, scores=scores).cut_at(0.5).paired()
    labels = {name: (x >= 0.5).astype(int) for name, x in scores.items()}
    rows = np.arange(150)
    for measure, function in (("f1", f1_score), ("mcc", matthews_corrcoef), ("precision", precision_score)):
        values = np.array([[function(truth[rows != i], x[rows != i]) for x in labels.values()] for i in rows])
        jackknife = np.cov(values, rowvar=False) * 149**2 / 150
        assert row_covariance(held, measure) == pytest.approx(jackknife, rel=0.05), measure
    twice = {name: np.repeat(x, 2) for name, x in scores.items()}
    table = {"y": np.repeat(truth, 2), **twice, "g": np.repeat(rows, 2)}
    doubled = pv.read(table, truth="y", scores=list(twice), groups="g")
    found = row_covariance(doubled.paired(), "auc")
    assert found == pytest.approx(row_covariance(pv.read(truth=truth, scores=scores).paired(), "auc"), rel=1e-9)


def test_too_few_rows_or_a_measure_that_does_not_say_are_holms() -> None:
    truth, scores = scored(3, 8, (1.0, 1.4, 2.0))
    assert pv.compare(truth=truth, scores=scores).adjustment == "holm"
    truth, scores = scored(3, 60, (1.0, 1.4, 2.0))
    verdict = pv.compare(truth=truth, predicted=scores, task="regression", measure="max_error")
    assert verdict.adjustment == "holm"
    adjusted = pv.stats.adjust([contest.result.p for contest in verdict.contests])
    assert [contest.p_adjusted for contest in verdict.contests] == pytest.approx(adjusted)
    assert not any(contest.together for contest in verdict.contests)


def test_ranks_over_data_sets_go_by_holms_steps() -> None:
    rng = np.random.default_rng(5)
    results = {name: rng.normal(i / 3, 1, 25) for i, name in enumerate("ABC")}
    verdict = pv.compare(results, of="datasets")
    assert verdict.adjustment == "holm"
    adjusted = pv.stats.adjust([contest.result.p for contest in verdict.contests])
    assert [contest.p_adjusted for contest in verdict.contests] == pytest.approx(adjusted)


# --- p, interval, sentence, table and JSON say the same --------------------------------------------------------------


@pytest.mark.parametrize("adjustment", ["max-t", "bonferroni"])
def test_a_pair_is_told_apart_by_p_and_interval_or_by_neither(adjustment: str) -> None:
    told = 0
    for seed in range(12):
        truth, scores = scored(seed, 150, (0.6, 0.8, 1.0, 1.2))
        verdict = pv.compare(truth=truth, scores=scores, adjustment=adjustment)
        for contest, cells in zip(verdict.contests, verdict.to_dict()["comparisons"], strict=True):
            apart = contest.p_adjusted <= 0.05
            told += apart
            low, high = cells["difference"]["low"], cells["difference"]["high"]
            assert (low > 0 or high < 0) == apart == (contest.winner is not None)
            assert contest.together is cells["together"] is True
            assert ("is better than" in contest.sentence()) == apart
            assert "for all pairs" in contest.sentence()
    assert 5 < told < 60


def test_stepwise_adjustments_mark_their_intervals() -> None:
    truth, scores = scored(5, 150, (0.6, 0.8, 1.2))
    verdict = pv.compare(truth=truth, scores=scores, adjustment="holm")
    assert all(contest.together is False for contest in verdict.contests)
    assert all("interval of this pair alone" in sentence for sentence in verdict.sentences())
    assert verdict.table().title.endswith("intervals at 95 %, of each pair by itself")
    alone = pv.compare(truth=truth, scores={name: scores[name] for name in ("m0", "m1")}).contests[0]
    assert alone.together is None
    assert (alone.result.low, alone.result.high) == (verdict.contests[0].result.low, verdict.contests[0].result.high)


def test_what_would_be_found_allows_for_the_other_pairs() -> None:
    truth, scores = scored(6, 300, (1.0, 1.0, 1.0, 1.0))
    alone = pv.compare(truth=truth, scores={name: scores[name] for name in ("m0", "m1")}).contests[0]
    for adjustment in ("max-t", "bonferroni", "holm"):
        first = pv.compare(truth=truth, scores=scores, adjustment=adjustment).contests[0]
        strict = (
            0.05 / 6
            if adjustment != "max-t"
            else 2 * scipy.stats.norm.sf(scipy.stats.studentized_range.ppf(0.95, 4, np.inf) / 2**0.5)
        )
        wanted = alone.detectable * (scipy.stats.norm.isf(strict / 2) + 0.8416) / (1.95996 + 0.8416)
        assert first.detectable == pytest.approx(wanted, rel=0.02), adjustment


def test_differences_of_folds_are_said_to_be_means_of_folds() -> None:
    rng = np.random.default_rng(0)
    folds = {"A": rng.normal(0.8, 0.02, 10), "B": rng.normal(0.79, 0.02, 10)}
    verdict = pv.compare(folds, of="folds", measure="auc", n_train=90, n_test=10)
    assert "of auc, mean of folds (" in verdict.sentences()[0]
    assert verdict.table().title.startswith("auc, mean of folds, pairs of models")
    assert "mean of" not in pv.compare(folds, of="paired", measure="auc").sentences()[0]


# --- simulations -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_intervals_of_all_pairs_hold_together() -> None:
    shifts = (0.8, 0.8, 1.1, 1.1, 1.4)
    areas = [scipy.stats.norm.cdf(d / 2**0.5) for d in shifts]
    missed, found, repeats = 0, 0, 600
    for seed in range(repeats):
        truth, scores = scored(seed, 400, shifts)
        verdict = pv.compare(truth=truth, scores=scores)
        wanted = [areas[i] - areas[j] for i, j in itertools.combinations(range(5), 2)]
        pairs = list(zip(verdict.contests, wanted, strict=True))
        missed += any(not c.result.low <= gap <= c.result.high for c, gap in pairs)
        found += any(c.winner for c, gap in pairs if gap == 0)
    assert missed / repeats < 0.07
    assert found / repeats < 0.05


@pytest.mark.slow
def test_a_true_difference_of_that_size_is_found_four_times_in_five() -> None:
    truth, scores = scored(0, 400, (1.0, 1.0, 1.0))
    size = np.mean([pv.compare(truth=truth, scores=scores).contests[0].detectable for _ in range(1)])
    base = scipy.stats.norm.cdf(1 / 2**0.5)
    shift = float(scipy.stats.norm.ppf(base + size) * 2**0.5)
    hits = 0
    for seed in range(400):
        truth, scores = scored(1000 + seed, 400, (1.0, shift, 1.0))
        assert roc_auc_score(truth, scores["m1"]) > 0.5
        hits += pv.compare(truth=truth, scores=scores).contests[0].winner is not None
    assert 0.74 < hits / 400 < 0.92
