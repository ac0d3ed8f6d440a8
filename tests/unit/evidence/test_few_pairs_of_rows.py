"""Where no half of the columns can tell copies from chance, columns are left out one by one; copies are not denied."""

from __future__ import annotations

import numpy as np
import pytest

from probative.evidence.equal_rows import halves_tell_chance

N = 900


def _told(columns: np.ndarray) -> bool | None:
    keys = (columns * np.array([[7], [1_001], [130_003]], np.uint64)).sum(axis=0)
    return halves_tell_chance(list(columns), keys)


@pytest.mark.parametrize("seed", range(4))
def test_chance_is_told_from_copies_by_columns_left_out(seed):
    columns = np.random.default_rng(seed).integers(0, 16, (3, N)).astype(np.uint64)
    assert _told(columns) is True
    columns[:, :300] = columns[:, 300:600]
    assert _told(columns) is not True
