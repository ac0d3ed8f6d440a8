"""What grows: rows, classes, models and slices; each case makes its data and names the work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import probative as pv

Work = Callable[[], Any]
MEMORY = "128MB"
"""The least there is: what is learned of tables beyond memory is learned of small ones already."""
FITS = 1_330_000
"""Rows of two columns that are read into that much memory; more stay in their file."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question that is asked of more and more."""

    what: str
    of: str
    """What there is more and more of; cases of the same are drawn together."""
    sizes: tuple[int, ...]
    prepared: Callable[[int, Path], Work]
    bound: tuple[float | None, float | None] = (None, None)
    """The largest exponents of time and of memory that are aimed at."""
    beyond: int = 0
    """Sizes up to which nothing is learned of the exponents: smaller tables are read into memory."""


def _in_memory(n: int, _: Path) -> Work:
    rng = np.random.default_rng(0)
    y = (rng.random(n) < 0.3).astype(np.int64)
    s = 1 / (1 + np.exp(-rng.normal(size=n) - y))
    return lambda: pv.evaluate(truth=y, scores=s)


def _area(n: int, _: Path) -> Work:
    rng = np.random.default_rng(0)
    y = (rng.random(n) < 0.3).astype(np.int64)
    s = rng.normal(size=n) + y
    return lambda: pv.value("auc", pv.Ladder.from_scores(y, s))


def _on_disk(n: int, folder: Path, binned: bool = False) -> Work:
    import duckdb

    path = folder / f"{n}.parquet"
    if not path.exists():
        rows = f"SELECT random() AS s, (random() < 0.3)::INT AS y FROM range({n})"
        duckdb.execute(f"COPY ({rows}) TO '{path}' (FORMAT parquet)")
    words: dict[str, Any] = {"truth": "y", "scores": "s", "memory": MEMORY, "spill": folder, "binned": binned}
    return lambda: pv.evaluate(path, **words)


def _in_bins(n: int, folder: Path) -> Work:
    return _on_disk(n, folder, binned=True)


def _classes(k: int, _: Path) -> Work:
    rng = np.random.default_rng(0)
    y = np.arange(10_000) % k
    rng.shuffle(y)
    p = rng.dirichlet(np.ones(k), len(y))
    p[np.arange(len(y)), y] += 0.1
    p /= p.sum(axis=1, keepdims=True)
    return lambda: pv.evaluate(truth=y, scores=p)


def _models(m: int, _: Path) -> Work:
    rng = np.random.default_rng(0)
    y = np.arange(1000) % 2
    table = {"y": y, **{f"m{i}": rng.normal(size=len(y)) + y for i in range(m)}}
    return lambda: pv.evaluate(table, truth="y", scores=[f"m{i}" for i in range(m)])


def _slices(k: int, _: Path) -> Work:
    rng = np.random.default_rng(0)
    y = np.arange(200_000) % 2
    table = {"y": y, "s": rng.random(len(y)), "slice": rng.integers(0, k, len(y))}
    return lambda: pv.evaluate(table, truth="y", scores="s", by="slice")


def _powers(low: int, high: int) -> tuple[int, ...]:
    """Powers of ten and about three times as many, which make even steps of a logarithm."""
    return (*(size for p in range(low, high) for size in (10**p, 3 * 10**p)), 10**high)


CASES = {
    "auc": Case("AUC, in memory", "rows", _powers(4, 8), _area, (1.1, None)),
    "memory": Case("everything for a binary model, in memory", "rows", _powers(4, 8), _in_memory, (1.1, None)),
    "disk": Case(f"everything from a file, within {MEMORY}", "rows", _powers(4, 8), _on_disk, (1.1, 0.1), FITS),
    "bins": Case(f"everything in bins from a file, within {MEMORY}", "rows", _powers(4, 8), _in_bins, (1.1, 0.1), FITS),
    "classes": Case("everything, 10,000 rows", "classes", (2, 3, 10, 30, 100, 300, 1000), _classes),
    "models": Case("everything, 1,000 rows", "models", (1, 3, 10, 30, 100, 300, 1000), _models),
    "slices": Case("everything, 200,000 rows", "slices", (1, 10, 100, 300, 1000, 3000, 10_000), _slices),
}
