"""Odd values: columns of every type and shape that somebody may hand in."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np

Rng = np.random.Generator
EXTREME = [0.0, -0.0, 1.0, -1.0, 5e-324, 1e-300, 1e-16, 1 - 1e-16, 1e16, 1e300, np.inf, -np.inf, np.nan]
WORDS = [
    "a",
    "b",
    "",
    " ",
    "ä",
    "日本",
    "1",
    "01",
    "nan",
    "None",
    "<b>",
    "=1+1",
    "'",
    '"',
    ",",
    "\t",
    "\x1b[31m",
    "x" * 300,
]


def pick(rng: Rng, some: list[Any]) -> Any:
    """One of some."""
    return some[int(rng.integers(len(some)))]


def size(rng: Rng) -> int:
    """A number of rows: often few."""
    return int(pick(rng, [0, 1, 2, 3, 5, 10, 30, 100, 1000]))


def labels(rng: Rng, n: int) -> Any:
    """A column of labels."""
    k = int(pick(rng, [1, 2, 2, 2, 3, 10, 200]))
    codes = rng.integers(0, k, n)
    kind = pick(
        rng, ["int", "bool", "text", "object", "float", "big", "gap", "date", "bytes", "category", "wild", "uint"]
    )
    made: dict[str, Any] = {
        "int": lambda: codes.astype(pick(rng, [np.int8, np.int32, np.int64])),
        "uint": lambda: codes.astype(np.uint64) + np.uint64(2**63),
        "bool": lambda: codes % 2 == 0,
        "text": lambda: np.array([WORDS[c % len(WORDS)] for c in codes], dtype=str) if n else np.array([], str),
        "object": lambda: np.array([WORDS[c % len(WORDS)] for c in codes], object),
        "float": lambda: codes.astype(float),
        "big": lambda: codes + 2**60,
        "gap": lambda: [None if c == 0 else int(c) for c in codes],
        "date": lambda: np.datetime64("2020-01-01") + codes,
        "bytes": lambda: np.array([str(c).encode() for c in codes]),
        "category": lambda: _category(codes),
        "wild": lambda: [
            pick(rng, [1, "1", 1.5, None, True, (1,), [1], datetime.date(2020, 1, 1), np.nan]) for _ in codes
        ],
    }
    return made[kind]()


def _category(codes: np.ndarray) -> Any:
    import pandas as pd

    return pd.Series(pd.Categorical.from_codes(codes, [str(i) for i in range(200)]))


def scores(rng: Rng, n: int) -> Any:
    """A column of scores."""
    kind = pick(
        rng,
        ["sound", "sound", "ties", "extreme", "logits", "text", "masked", "int", "float32", "list", "two", "object"],
    )
    made: dict[str, Any] = {
        "sound": lambda: rng.random(n),
        "ties": lambda: rng.integers(0, 3, n) / 2,
        "extreme": lambda: np.array([pick(rng, EXTREME) for _ in range(n)]),
        "logits": lambda: rng.normal(size=n) * pick(rng, [1e-300, 1, 1e9, 1e60, 1e200]),
        "text": lambda: np.array([pick(rng, WORDS) for _ in range(n)], object),
        "masked": lambda: np.ma.array(rng.random(n), mask=rng.random(n) < 0.2),
        "int": lambda: rng.integers(-(2**62), 2**62, n),
        "float32": lambda: rng.random(n).astype(np.float32),
        "list": lambda: rng.random(n).tolist(),
        "two": lambda: rng.random((n, int(rng.integers(0, 4)))),
        "object": lambda: np.array([pick(rng, [0.5, 1, None, "0.5", True]) for _ in range(n)], object),
    }
    return made[kind]()


def anything(rng: Rng) -> Any:
    """A value that hardly anybody expects."""
    return pick(
        rng, [None, -1, 0, 1, 2, 0.5, 1.5, np.nan, np.inf, "x", "", "0.9", [], {}, True, 10**400, object(), b"x"]
    )
