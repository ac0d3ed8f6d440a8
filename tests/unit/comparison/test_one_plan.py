"""Results of folds without sizes are those of one cross-validation: its training part is k - 1 times its test part."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import probative as pv


@pytest.mark.parametrize("k", [3, 5, 10])
def test_folds_without_sizes_are_corrected_for_one_plan(k):
    rng = np.random.default_rng(k)
    a, b = rng.normal(0.8, 0.02, k), rng.normal(0.77, 0.02, k)
    d = a - b
    t = d.mean() / np.sqrt((1 / k + 1 / (k - 1)) * d.var(ddof=1))
    found = pv.compare({"a": a, "b": b}, of="folds").contests[0].result
    assert found.statistic == pytest.approx(t)
    assert found.p == pytest.approx(2 * stats.t.sf(abs(t), k - 1))
