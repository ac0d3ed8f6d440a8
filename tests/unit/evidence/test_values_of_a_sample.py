"""How many values a column has, from a sample of its rows: Chao's estimate, and never more than rows."""

from __future__ import annotations

import numpy as np
import pytest

from probative.evidence.equal_rows import _values


@pytest.mark.parametrize(
    ("once", "twice", "often"), [(0, 0, 3), (1, 0, 2), (2, 2, 0), (5, 1, 4), (12, 3, 1)], ids=lambda n: str(n)
)
def test_values_that_were_not_seen_are_estimated(once, twice, often):
    sizes = [1] * once + [2] * twice + [3] * often
    column = np.repeat(np.arange(len(sizes)), sizes)
    seen, all_rows = len(sizes), 10_000
    assert _values(column, all_rows) == pytest.approx(seen + once * (once - 1) / (2 * (twice + 1)))
    assert _values(column, len(column)) == seen
    assert _values(column, len(column) + 1) <= len(column) + 1
