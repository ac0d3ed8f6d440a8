"""Intervals of clustered numbers against statsmodels, and against leaving clusters out by hand."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

import probative as pv
from probative.inference.number_clusters import BLOCKS, NumberClusters

N, CLUSTERS = 240, 16
RNG = np.random.default_rng(11)
GROUP = np.sort(RNG.integers(0, CLUSTERS, N))
TRUTH = RNG.normal(size=N) + RNG.normal(size=CLUSTERS)[GROUP]
GUESS = 0.8 * TRUTH + 0.6 * RNG.normal(size=CLUSTERS)[GROUP] + 0.5 * RNG.normal(size=N)
Rows = np.ndarray[Any, Any]


def ledger(make: Callable[[Rows], Any], groups: Rows = GROUP) -> pv.Ledger:
    return pv.Ledger(("group",), {(int(g),): make(groups == g) for g in np.unique(groups)})


RESIDUALS = ledger(lambda rows: pv.Residuals.from_values(TRUTH[rows], GUESS[rows]))
PAIRS = ledger(lambda rows: pv.ValuePairs.from_values(TRUTH[rows], GUESS[rows]))
MOMENTS = ledger(lambda rows: pv.Moments.from_values(GUESS[rows]))
LOSSES = {"mean_error": TRUTH - GUESS, "mae": np.abs(TRUTH - GUESS), "mse": (TRUTH - GUESS) ** 2}


def measured(name: str, made: pv.Ledger) -> Any:
    return next(m for m in pv.measures() if m.name == name and isinstance(made.total(), m.needs))


@pytest.mark.parametrize("name", LOSSES)
def test_standard_errors_of_means_are_the_jackknifes(name: str) -> None:
    """Statsmodels' sandwich is CR1; ours leaves each cluster out, as CR3 does: both by hand here."""
    values = LOSSES[name]
    left = np.array([values[g != GROUP].mean() for g in range(CLUSTERS)])
    jackknife = np.sqrt((CLUSTERS - 1) / CLUSTERS * ((left - values.mean()) ** 2).sum())
    found = NumberClusters(RESIDUALS).variance(measured(name, RESIDUALS), {}) ** 0.5
    assert found == pytest.approx(jackknife, rel=1e-9)
    fit = sm.OLS(values, np.ones(N)).fit(cov_type="cluster", cov_kwds={"groups": GROUP})
    assert found == pytest.approx(fit.bse[0], rel=0.1)


@pytest.mark.parametrize("name", LOSSES)
def test_clusters_of_one_size_have_statsmodels_standard_error(name: str) -> None:
    even = np.arange(N) // 15
    made = ledger(lambda rows: pv.Residuals.from_values(TRUTH[rows], GUESS[rows]), even)
    fit = sm.OLS(LOSSES[name], np.ones(N)).fit(cov_type="cluster", cov_kwds={"groups": even})
    assert NumberClusters(made).variance(measured(name, made), {}) ** 0.5 == pytest.approx(fit.bse[0], rel=1e-9)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("r2", RESIDUALS),
        ("explained_variance", RESIDUALS),
        ("rmse", RESIDUALS),
        ("pearson", PAIRS),
        ("spearman", PAIRS),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_any_other_value_is_computed_again_without_each_cluster(name: str, made: pv.Ledger) -> None:
    kind = type(made.total())
    value = pv.value(name, kind.from_values(TRUTH, GUESS))
    left = [pv.value(name, kind.from_values(TRUTH[g != GROUP], GUESS[g != GROUP])) for g in range(CLUSTERS)]
    moves = NumberClusters(made).left_out(measured(name, made), {})
    assert moves == pytest.approx(value - np.array(left), abs=1e-9)


def test_leaving_out_gives_the_same_for_a_mean() -> None:
    clusters, mae = NumberClusters(RESIDUALS), measured("mae", RESIDUALS)
    assert clusters.left_out(mae, {}) == pytest.approx(clusters.influence(mae, {}), abs=1e-12)


def test_many_clusters_are_left_out_in_blocks() -> None:
    rng = np.random.default_rng(3)
    groups, x = np.repeat(np.arange(600), 2), rng.normal(size=1200)
    y = x + rng.normal(size=1200)
    made = ledger(lambda rows: pv.Residuals.from_values(y[rows], x[rows]), groups)
    clusters, r2 = NumberClusters(made), measured("r2", made)
    moves = clusters.left_out(r2, {})
    assert len(moves) == BLOCKS
    left = np.array([pv.value("r2", pv.Residuals.from_values(y[groups != g], x[groups != g])) for g in range(600)])
    every = 599 / 600 * ((left - pv.value("r2", made.total())) ** 2).sum()
    assert clusters.variance(r2, {}) == pytest.approx(every, rel=0.3)


def test_a_plain_mean_has_students_interval_of_clusters() -> None:
    even = np.arange(N) // 15
    made = ledger(lambda rows: pv.Moments.from_values(GUESS[rows]), even)
    fit = sm.OLS(GUESS, np.ones(N)).fit(cov_type="cluster", cov_kwds={"groups": even})
    found = pv.estimate("mean", made)
    freedom = NumberClusters(made).freedom(measured("mean", made), {})
    half = stats.t.ppf(0.975, freedom) * fit.bse[0]
    assert (found.low, found.high) == pytest.approx((GUESS.mean() - half, GUESS.mean() + half), rel=1e-9)
    assert found.method == "t, by cluster"


EVERY = [(m.name, made) for made in (RESIDUALS, PAIRS, MOMENTS) for m in pv.measures()
         if isinstance(made.total(), m.needs) and not m.on_request]  # fmt: skip


@pytest.mark.parametrize(("name", "made"), EVERY, ids=[name for name, _ in EVERY])
def test_every_measure_of_numbers_has_an_interval_by_cluster(name: str, made: pv.Ledger) -> None:
    found = pv.estimate(name, made)
    assert found.low <= found.value <= found.high
    assert found.low < found.high
    assert found.method is not None
    assert found.method.endswith("by cluster")


@pytest.mark.parametrize("name", ["mae", "rmse", "r2", "mean_error", "median_absolute_error", "pearson"])
def test_copies_of_rows_in_a_cluster_tell_nothing(name: str) -> None:
    """Ten copies of each row, in clusters, have the interval of the rows in clusters of one."""
    kind = pv.ValuePairs if name == "pearson" else pv.Residuals
    single, copied = (
        pv.estimate(name, ledger(lambda rows, t=t: kind.from_values(np.repeat(TRUTH[:60][rows], t),
                                                                    np.repeat(GUESS[:60][rows], t)), np.arange(60)))
        for t in (1, 10)
    )  # fmt: skip
    assert (copied.low, copied.high) == pytest.approx((single.low, single.high), rel=1e-6)


@pytest.mark.parametrize("name", ["mae", "r2", "median_absolute_error", "mean_error"])
def test_constant_weights_and_units_change_nothing(name: str) -> None:
    def made(weight: float, unit: float) -> pv.Estimate:
        parts = ledger(lambda rows: pv.Residuals.from_values(
            unit * TRUTH[rows], unit * GUESS[rows], sample_weight=np.full(int(rows.sum()), weight)))  # fmt: skip
        return pv.estimate(name, parts)

    plain = pv.estimate(name, RESIDUALS)
    weighted, scaled = made(10.0, 1.0), made(1.0, 1000.0)
    by = 1.0 if name == "r2" else 1000.0
    assert (weighted.low, weighted.high) == pytest.approx((plain.low, plain.high), rel=1e-9)
    assert (scaled.low / by, scaled.high / by) == pytest.approx((plain.low, plain.high), rel=1e-6)


def test_clusters_without_rows_or_variation() -> None:
    same = pv.Moments.from_values([2.0, 2.0])
    found = pv.estimate("mean_loss", pv.Ledger(("g",), {(i,): same for i in range(5)}))
    assert found.value == 2.0
    assert found.low is not None
    assert np.isnan([found.low, found.high]).all()
    assert found.why
    alone = pv.Residuals.from_values([1.0], [2.0])
    two = pv.estimate("r2", pv.Ledger(("g",), {(0,): alone, (1,): pv.Residuals.from_values([3.0], [2.0])}))
    assert np.isnan(two.low), "without one of the two clusters all targets are equal"
    assert two.why


def _covered(name: str, clusters: int, size: int, inner: float, replicates: int) -> float:
    """How often the interval of a mean loss holds the truth, where rows of a cluster have `inner` correlation."""
    rng, hits = np.random.default_rng([clusters, size]), 0
    for _ in range(replicates):
        z = np.sqrt(inner) * rng.normal(size=(clusters, 1)) + np.sqrt(1 - inner) * rng.normal(size=(clusters, size))
        loss, true = (z**2, 1.0) if name == "mean_loss" else (z, 0.0)
        parts = {(i,): pv.Moments.from_values(row) for i, row in enumerate(loss)}
        found = pv.estimate(name, pv.Ledger(("g",), parts))
        low, high = (found.low, found.high) if found.low == found.low else (nan, nan)
        hits += low <= true <= high
    return hits / replicates


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mean_loss", "mean_grade"])
@pytest.mark.parametrize(("clusters", "size"), [(5, 8), (10, 5), (30, 5)])
@pytest.mark.parametrize("inner", [0.0, 0.4])
def test_clustered_means_cover(name: str, clusters: int, size: int, inner: float) -> None:
    assert _covered(name, clusters, size, inner, 600) > 0.925
