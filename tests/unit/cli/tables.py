"""Tables of every shape for the command line, and the arithmetic of their rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

N = 60
GENERATOR = np.random.default_rng(7)
TRUTH = GENERATOR.integers(0, 2, N)
SCORE_A = np.round(np.clip(TRUTH * 0.3 + GENERATOR.random(N) * 0.7, 0, 1), 2)
SCORE_B = np.round(np.clip(TRUTH * 0.1 + GENERATOR.random(N) * 0.9, 0, 1), 2)
SITE = np.array(["north", "south", "south"])[np.arange(N) % 3]
WEIGHT = np.array([1, 3])[np.arange(N) % 2]
CLASSES = np.array(["ant", "bee", "cow"])[np.arange(N) % 3]
PROBA = np.round(GENERATOR.dirichlet([1, 1, 1], N), 3)
PROBA[:, 2] = np.round(1 - PROBA[:, 0] - PROBA[:, 1], 3)
TARGET = np.round(GENERATOR.normal(10, 3, N), 3)
GUESS = np.round(TARGET + GENERATOR.normal(0, 1, N), 3)


def strict_json(text: str) -> Any:
    """JSON that holds no NaN or Infinity."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


def write(path: Path, **columns: Any) -> str:
    rows = zip(*columns.values(), strict=True)
    path.write_text("\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path.name
