"""Data with a slice on which a model is worse, and without one."""

from __future__ import annotations

import numpy as np


def planted(n=2000, rate=0.45, base=0.1, seed=0):
    """A table of labels with a weak slice: old rows of the south."""
    rng = np.random.default_rng(seed)
    table = {
        "age": rng.integers(18, 90, n),
        "site": rng.choice(["north", "south"], n),
        "noise": rng.normal(size=n),
        "y": rng.integers(0, 2, n),
    }
    weak = (table["age"] > 70) & (table["site"] == "south")
    wrong = rng.random(n) < np.where(weak, rate, base)
    table["said"] = np.where(wrong, 1 - table["y"], table["y"])
    table["score"] = np.clip(table["said"] * 0.6 + 0.2 + rng.normal(0, 0.05, n), 0.01, 0.99)
    return table, weak


FEATURES = ["age", "site", "noise"]
