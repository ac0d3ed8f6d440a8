"""How many rows would show a difference of areas: more of the same rows, and samples drawn from them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import norm, ttest_1samp

import probative as pv
from probative.comparison.growing import rows_to_show


def scored(seed: int, positives: int, n: int, a: float, b: float) -> tuple[Any, dict[str, Any]]:
    """Rows with few positives, and two models whose scores correlate."""
    rng = np.random.default_rng(seed)
    y = (np.arange(n) < positives).astype(int)
    shared, *own = rng.normal(size=(3, n))
    return y, {name: shift * y + shared + noise for name, shift, noise in zip("AB", (a, b), own, strict=True)}


CASES = {"even": (5, 150, 300, 1.0, 1.2), "rare": (0, 8, 160, 1.2, 2.0), "near one": (4, 20, 100, 4.0, 4.8)}
MOST = {"even": 1.03, "rare": 1.9, "near one": 2.1}
"""Times what DeLong's error alone would need, which is too few where positives are few (power 0.4 to 0.8)."""


@pytest.mark.parametrize("case", CASES)
def test_the_fewness_of_the_pilot_is_not_carried_on(case: str) -> None:
    y, scores = scored(*CASES[case])
    contest = pv.compare(truth=y, scores=scores).contests[0]
    assert contest.winner is None
    error = pv.stats.delong(y, scores["A"], scores["B"]).details["standard_error"]
    least = len(y) * ((norm.isf(0.025) + norm.isf(0.2)) * error / contest.gap) ** 2
    # What the length of the interval alone would need was 4.6 and 7.8 times that.
    assert 1 <= contest.needed / least < MOST[case]


def test_few_pairs_are_not_multiplied_by_their_own_fewness() -> None:
    gaps = np.array([0.2, -0.2, 0.5, 0.4, 0.1, -0.1])
    found = rows_to_show(pv.stats.paired_t(gaps, np.zeros(6)), 0.05, 0.05)
    size = gaps.mean() / gaps.std(ddof=1)
    rng = np.random.default_rng(2)
    share = (ttest_1samp(rng.normal(size, 1, (4000, int(found))), 0, axis=1).pvalue < 0.05).mean()
    assert 0.8 <= share < 0.92


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_samples_of_as_many_rows_show_it(case: str) -> None:
    y, scores = scored(*CASES[case])
    contest = pv.compare(truth=y, scores=scores).contests[0]
    needed = int(contest.needed)
    rng = np.random.default_rng(1)
    shown = []
    for _ in range(300):
        rows = rng.integers(0, len(y), needed)
        shown.append(pv.stats.auc_difference(y[rows], scores["A"][rows], scores["B"][rows]).p <= 0.05)
    assert 0.73 < np.mean(shown) < (0.87 if case == "even" else 1.0)
