"""A model that workers of a cluster can import, as those of users."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin


class Slow(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Takes its time, and leaves a file for every training that it begins."""

    def __init__(self, folder: str = "", seconds: float = 0.0) -> None:
        self.folder, self.seconds = folder, seconds

    def fit(self, X: Any, y: Any) -> Slow:
        self.classes_ = np.unique(y)
        Path(self.folder, f"{time.time_ns()}-{os.getpid()}").touch()
        for _ in range(int(self.seconds * 100)):
            time.sleep(0.01)
        return self

    def predict(self, X: Any) -> Any:
        return self.classes_[(X[:, 0] > 0).astype(int)]


def made(i: int) -> pd.DataFrame:
    rng = np.random.default_rng(i)
    return pd.DataFrame({"y": (rng.random(500) < 0.4).astype(int), "s": np.round(rng.random(500), 3)})


def slowly_made(i: int) -> pd.DataFrame:
    time.sleep(0.1)
    return made(i)


def lines_of(part: dict[str, Any], _: object) -> int:
    return len(part["p"])
