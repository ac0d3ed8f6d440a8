"""Pictures of exact distributions: bars as high as SciPy's chances, the rejected ones those whose p is small enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

import probative as pv
from probative.pictures.shapes import Bars

A = np.array([1.1, 2.3, -0.4, 3.1, 0.6, 1.9, 2.2, -1.2, 0.9])
B = np.zeros(9)


def _bars(chart: Any) -> dict[str, Bars]:
    return {("rejected" if bar.series else "kept"): bar for bar in chart.shapes if isinstance(bar, Bars)}


@pytest.mark.parametrize("seen", [(1, 7), (2, 10), (0, 6)])
def test_discordant_rows_have_the_bars_of_coins(seen):
    n = sum(seen)
    chart = pv.stats.mcnemar(*seen, method="exact").picture(0.1)
    bars = _bars(chart)
    chances = stats.binom.pmf(np.arange(n + 1), n, 0.5)
    p = np.minimum(2 * stats.binom.cdf(np.minimum(np.arange(n + 1), n - np.arange(n + 1)), n, 0.5), 1)
    for name, wanted in (("kept", p > 0.1), ("rejected", p <= 0.1)):
        middle = (np.asarray(bars[name].left) + np.asarray(bars[name].right)) / 2
        assert middle == pytest.approx(np.flatnonzero(wanted))
        assert bars[name].high == pytest.approx(chances[wanted])
        assert np.asarray(bars[name].right) - np.asarray(bars[name].left) == pytest.approx(0.8)
        assert not np.any(bars[name].low)
    assert chart.y.low == 0
    assert chances.max() < chart.y.high < 1.6 * chances.max()
    assert chart.x.low <= -1 < n + 1 <= chart.x.high


def test_the_picture_of_signed_ranks_holds_all_of_the_chance():
    chart = pv.stats.wilcoxon(A, B, method="exact").picture(0.05)
    bars = _bars(chart)
    assert sum(np.sum(bar.high) for bar in bars.values()) == pytest.approx(1, abs=0.01)
    assert np.sum(bars["rejected"].high) <= 0.05
    assert chart.y.low == 0


@pytest.mark.parametrize(
    "result",
    [
        pv.stats.paired_t(A, B),
        pv.stats.bowker([[20, 5, 2], [3, 30, 8], [1, 2, 25]]),
        pv.stats.anova(A, A + 1, -A),
        pv.stats.two_proportions(12, 40, 20, 40),
    ],
    ids=lambda result: result.method,
)
def test_densities_stand_on_zero(result):
    chart = result.picture()
    assert chart.y.low == 0
