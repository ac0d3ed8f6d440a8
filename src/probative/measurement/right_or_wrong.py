"""Right or wrong: what a row adds to the shares of all rows, for two classes and for many."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats


def right(truth: Array, said: Array) -> Floats:
    """1 where the label is the true one, else 0."""
    return np.asarray(truth == said, np.float64)


def wrong(truth: Array, said: Array) -> Floats:
    """1 where the label is not the true one, else 0."""
    return np.asarray(truth != said, np.float64)
