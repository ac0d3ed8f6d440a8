"""Models compared by the log loss of scores that are kept off 0 and 1: the t-test of the clipped losses."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import probative as pv


@pytest.mark.parametrize("clip", [0.02, 0.2])
def test_clipped_losses_are_compared_row_by_row(clip):
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 60)
    a, b = (np.where(rng.random(60) < 0.3, y * 1.0, rng.random(60)) for _ in range(2))

    def losses(p):
        p = np.clip(p, clip, 1 - clip)
        return -np.where(y == 1, np.log(p), np.log(1 - p))

    found = pv.compare(a, b, truth=y, measure="log_loss", clip=clip, positive=1)
    expected = stats.ttest_rel(losses(a), losses(b))
    assert found.contests[0].result.effect == pytest.approx(np.mean(losses(a) - losses(b)))
    assert abs(found.contests[0].result.statistic) == pytest.approx(abs(expected.statistic))
