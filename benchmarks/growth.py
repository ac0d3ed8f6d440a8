"""Growth: how time and peak memory go up with rows, classes, models and slices, as exponents."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.growth_cases import CASES

Point = dict[str, float]
TAIL = 10
"""An exponent is the slope over the last decade of sizes: before that, what is paid once hides it."""


def grown(seconds: float) -> Iterator[tuple[str, list[Point]]]:
    """The points of one case after another, each until the next would take more seconds of processors than that."""
    with TemporaryDirectory() as folder:
        for case in CASES:
            yield case, _points(case, seconds, Path(folder))


def exponent(points: list[Point], of: str) -> float | None:
    """The slope of the logarithm over the last decade of sizes; None where too few points tell it.

    >>> points = [{"size": n, "cpu": n**2.0} for n in (10.0, 30.0, 100.0)]
    >>> round(exponent(points, "cpu"), 6)
    2.0
    """
    last = [point for point in points if point["size"] * TAIL >= points[-1]["size"] and point[of] > 0]
    if len(last) < 2:
        return None
    return float(np.polyfit(np.log([p["size"] for p in last]), np.log([p[of] for p in last]), 1)[0])


def _points(case: str, seconds: float, folder: Path) -> list[Point]:
    found: list[Point] = []
    for size in CASES[case].sizes:
        if len(found) > 1 and _foretold(found, size) > seconds:
            break
        point = _point(case, size, folder, 10 * seconds)
        if point is None:
            break
        found.append({"size": size} | point | {"load": os.getloadavg()[0]})
        print(f"{case} {size:,}: {point['cpu']:.3g} s, {point['peak'] / 2**20:.4g} MiB", file=sys.stderr)
        for path in folder.glob("*.parquet"):
            path.unlink()
    return found


def _foretold(points: list[Point], size: int) -> float:
    last, before = points[-1], points[-2]
    slope = np.log(last["cpu"] / before["cpu"]) / np.log(last["size"] / before["size"])
    return float(last["cpu"] * (size / last["size"]) ** max(slope, 1.0))


def _point(case: str, size: int, folder: Path, patience: float) -> Point | None:
    """One size, measured in its own process; None where memory or patience ends before it does."""
    words = [sys.executable, "-m", "benchmarks.growth_point", case, str(size), str(folder)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=max(patience, 60))
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        print(f"{case} {size:,} stopped: {(done.stderr.strip().splitlines() or ['killed'])[-1]}", file=sys.stderr)
        return None
    made: dict[str, Any] = json.loads(done.stdout)
    return made
