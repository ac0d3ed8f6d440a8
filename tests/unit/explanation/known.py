"""Rows on which tools disagree."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from probative.explanation import Explanation, explain, topics

N = 80
RNG = np.random.default_rng(5)
Y = RNG.integers(0, 2, N)
SCORE = np.round(np.clip(0.3 * Y + 0.7 * RNG.random(N), 0, 1), 2)
GUESS = (SCORE > 0.5).astype(int)
OTHER = np.where(RNG.random(N) < 0.2, 1 - GUESS, GUESS)
TARGET = np.round(RNG.normal(2, 2, N), 1)
NUMBER = np.round(0.8 * TARGET + RNG.normal(0, 1, N), 1)
TABLE = {"y": Y, "s": SCORE, "g": GUESS, "h": OTHER, "t": TARGET, "p": NUMBER}
COLUMNS: dict[str, dict[str, Any]] = {
    "scores": {"truth": "y", "scores": "s"},
    "labels": {"truth": "y", "predicted": "g"},
    "numbers": {"truth": "t", "predicted": "p"},
    "pair": {"truth": "y", "predicted": ["g", "h"]},
    "values": {"values": "s"},
}
NAMES = [topic.name for topic in topics()]


def of(measure: str, data: Any = TABLE) -> Explanation:
    """A topic explained on the common table."""
    needs = next(topic.needs for topic in topics() if topic.name == measure)
    return explain(measure, data, **COLUMNS[needs])


def strict(plain: Any) -> Any:
    """Through JSON and back; NaN and infinities are refused."""
    return json.loads(json.dumps(plain, allow_nan=False))
