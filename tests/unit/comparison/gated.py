"""Two models before a gate."""

from __future__ import annotations

from typing import Any

import numpy as np

import probative as pv
from probative.comparison import Gate

N = 400
RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, N)
OLD = TRUTH + RNG.normal(0, 1, N)
NEW = OLD + RNG.normal(0, 0.3, N)
OLD_LABEL, NEW_LABEL = (np.where(RNG.random(N) < 0.85, TRUTH, 1 - TRUTH) for _ in range(2))
TARGET = RNG.normal(0, 3, N)
OLD_VALUE, NEW_VALUE = TARGET + RNG.normal(0, 1, N), TARGET + RNG.normal(0, 1, N)
WORSE = OLD + RNG.normal(0, 1, N)


def table(score: Any = None, pred: Any = None, y: Any = TRUTH, **more: Any) -> dict[str, Any]:
    columns = {"y": y, "score": score, "pred": pred, **more}
    return {name: column for name, column in columns.items() if column is not None}


def gate(old: Any, new: Any, **more: Any) -> Gate:
    return pv.gate(old, new, truth="y", **more)
