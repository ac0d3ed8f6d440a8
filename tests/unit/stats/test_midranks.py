"""Midranks are SciPy's, and are found without loading its statistics."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from scipy.stats import rankdata

from probative.stats.rank_distributions import midranks

RNG = np.random.default_rng(17)
UNLOADED = """
import sys
import numpy as np
import probative as pv
y, s = np.arange(20_000) % 2, np.random.default_rng(0).random(20_000)
pv.compare(truth=y, scores={"A": s + y / 5, "B": s}, measure="average_precision")
print([name for name in ("scipy.stats", "scipy.optimize", "scipy.integrate") if name in sys.modules])
"""


@pytest.mark.parametrize(
    "values",
    [
        RNG.normal(size=400),
        RNG.integers(-4, 5, 300).astype(float),
        np.array([0.0, -0.0, 5e-324, 1e308, np.inf, -np.inf, np.inf]),
        np.array([2.0, np.nan, 1.0]),
        np.array([7.0]),
        np.array([]),
    ],
    ids=["distinct", "ties", "ends", "nan", "one", "none"],
)
def test_midranks_are_scipys(values: np.ndarray) -> None:
    found = midranks(values)
    assert found.dtype == np.float64
    assert np.array_equal(found, rankdata(values), equal_nan=True)


def test_many_rows_are_compared_without_scipys_statistics() -> None:
    told = subprocess.run([sys.executable, "-c", UNLOADED], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
