"""Differences of measures on many rows by the rows' influences: as resampling finds them, and with honest sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import probative as pv
from probative import stats


def scored(rng: np.random.Generator, n: int, noise: float = 0.7) -> tuple[Any, Any, Any]:
    y = (rng.random(n) < 0.3).astype(int)
    shared = rng.normal(size=n)
    a = 1.2 * y + 0.7 * shared + 0.7 * rng.normal(size=n)
    return y, a, 1.2 * y + 0.7 * shared + noise * rng.normal(size=n)


@pytest.mark.parametrize("measure", ["average_precision", "equal_error_rate", "ks"])
def test_intervals_are_as_wide_as_resampled_ones(measure: str) -> None:
    y, a, b = scored(np.random.default_rng(0), 4000, 0.9)
    found = stats.paired_influences(measure, y, a, b)
    resampled = stats.paired_bootstrap(measure, y, a, b, replicates=600)
    assert found.effect == pytest.approx(resampled.effect)
    assert (found.high - found.low) / (resampled.high - resampled.low) == pytest.approx(1, abs=0.15)


@pytest.mark.parametrize("measure", ["r2", "explained_variance"])
def test_numbers_too(measure: str) -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=4000)
    y = 2 * x + rng.normal(size=4000)
    found = stats.paired_influences(measure, y, 2 * x, 1.9 * x + 0.1)
    resampled = stats.paired_bootstrap(measure, y, 2 * x, 1.9 * x + 0.1, replicates=600)
    assert (found.high - found.low) / (resampled.high - resampled.low) == pytest.approx(1, abs=0.15)


def test_auc_is_that_of_delong() -> None:
    y, a, b = scored(np.random.default_rng(2), 3000, 0.9)
    found, delong = stats.paired_influences("auc", y, a, b), stats.delong(y, a, b)
    assert found.effect == pytest.approx(delong.effect)
    # Each class has its own n - 1 there, all rows together one here.
    assert found.statistic == pytest.approx(delong.statistic, rel=2e-3)


def test_many_rows_are_not_resampled() -> None:
    y, a, b = scored(np.random.default_rng(3), 20_000)
    verdict = pv.compare(truth=y, scores={"A": a, "B": b}, measure="average_precision")
    assert verdict.test == "paired influences"
    few = pv.compare(truth=y[:500], scores={"A": a[:500], "B": b[:500]}, measure="average_precision")
    assert few.test == "paired bootstrap"


def test_equal_models_and_measures_that_do_not_say() -> None:
    y, a, _ = scored(np.random.default_rng(4), 300)
    assert stats.paired_influences("average_precision", y, a, a).p == 1.0
    p = 1 / (1 + np.exp(-a))
    with pytest.raises(pv.errors.InvalidMethod, match="single rows"):
        stats.paired_influences("integrated_calibration_index", y, p, p**2)


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["average_precision", "ks", "equal_error_rate"])
def test_false_alarms(measure: str) -> None:
    rng, hits, runs = np.random.default_rng(5), 0, 600
    for _ in range(runs):
        hits += stats.paired_influences(measure, *scored(rng, 2000)).rejects(0.05)
    assert 0.02 < hits / runs < 0.08
