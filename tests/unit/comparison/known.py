"""Rows of known truth, and what models said about them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import probative as pv

N = 160
RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, N)
A, B, C = (np.where(RNG.random(N) < share, TRUTH, 1 - TRUTH) for share in (0.92, 0.7, 0.68))
SCORE_A, SCORE_B, SCORE_C = (TRUTH + RNG.normal(0, sd, N) for sd in (0.6, 1.4, 1.5))
TARGET = RNG.normal(0, 2, N)
NEAR, FAR = (TARGET + RNG.normal(0, sd, N) for sd in (0.5, 1.0))
LABELS = {"A": A, "B": B}
SCORES = {"A": SCORE_A, "B": SCORE_B}


def proba(score: Any) -> Any:
    return 1 / (1 + np.exp(-3 * (score - 0.5)))


def strict(verdict: pv.Verdict) -> dict[str, Any]:
    """As JSON would have it; NaN and infinities are no JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
    return plain


X = RNG.normal(size=(60, 3))
Y = (X[:, 0] + RNG.normal(size=60) > 0).astype(int)
MODELS = {"line": LogisticRegression(), "tree": DecisionTreeClassifier(random_state=0)}
NORMAL = np.array([0.1, -0.4, 0.5, 0.9, -0.1, 0.3, 0.7, 0.2, 0.4, 0.0])
SKEWED = np.array([0.01, 0.02, 0.015, 0.03, 0.02, 0.01, 5.0, 0.02, 0.01, 9.0])
BASE = np.linspace(1, 2, 10)


def long_table(**columns: Any) -> dict[str, Any]:
    """Two models under each other, the rows of each in an order of their own."""
    first, second = np.random.default_rng(1).permutation(N), np.random.default_rng(2).permutation(N)
    return {
        "model": ["A"] * N + ["B"] * N,
        "id": np.concatenate([first, second]),
        "y": np.concatenate([TRUTH[first], TRUTH[second]]),
        "score": np.concatenate([SCORE_A[first], SCORE_B[second]]),
        **columns,
    }
