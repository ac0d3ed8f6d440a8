"""The rejection region of a permutation test: where p, counted by hand, is not above alpha."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest

from probative.curves.null_distribution import NullDistribution, null_chart
from probative.pictures import Band

RNG = np.random.default_rng(3)


def counted_p(values: np.ndarray, observed: float, better: str) -> float:
    as_good = values >= observed if better == "higher" else values <= observed
    return float((as_good | np.isnan(values)).sum() + 1) / (len(values) + 1)


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize("alpha", [0.05, 0.01, 0.2])
@pytest.mark.parametrize("n", [5, 19, 99, 250])
@pytest.mark.parametrize("undefined", [0, 2])
def test_beyond_the_critical_value_p_is_not_above_alpha(n: int, alpha: float, better: str, undefined: int) -> None:
    values = RNG.normal(size=n).round(1)
    values[:undefined] = np.nan
    cut = NullDistribution("auc", 0.0, 1.0, values, better=better, alpha=alpha).critical
    tried = np.unique(np.concatenate([values[~np.isnan(values)], RNG.normal(size=50) * 2, [-9.0, 9.0]]))
    rejected = [counted_p(values, float(one), better) <= alpha for one in tried]
    if isnan(cut):
        assert not any(rejected)
    else:
        assert rejected == [bool(one > cut if better == "higher" else one < cut) for one in tried]


def test_the_region_is_shaded_where_there_is_one() -> None:
    values = np.arange(99.0) / 100
    shaded = [
        shape for shape in null_chart([NullDistribution("auc", 0.99, 0.01, values)]).shapes if isinstance(shape, Band)
    ]
    assert [list(band.x) for band in shaded] == [[0.94, pytest.approx(1.0)]]
    few = null_chart([NullDistribution("auc", 0.99, 0.1, values[:9])])
    assert not any(isinstance(shape, Band) for shape in few.shapes)
