"""probative intervals on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import probative as pv

from .command import run

RNG = np.random.default_rng(4)
Y, HALF = RNG.normal(size=80), RNG.uniform(0.5, 2, 80)
WORDS = ("--truth", "y", "--lower", "low", "--upper", "high", "--nominal", "0.8")


def written(folder: Path) -> str:
    path = folder / "forecasts.csv"
    rows = (f"{y!r},{-h!r},{h!r}" for y, h in zip(Y.tolist(), HALF.tolist(), strict=True))
    path.write_text("\n".join(["y,low,high", *rows]) + "\n", encoding="utf-8")
    return str(path)


def test_the_command_says_what_python_says(tmp_path):
    expected = pv.prediction_intervals(Y, -HALF, HALF, nominal=0.8)
    assert run("intervals", written(tmp_path), *WORDS).stdout.strip() == str(expected)
    done = run("intervals", written(tmp_path), *WORDS, "--json", "-")
    assert json.loads(done.stdout) == expected.to_dict()


def test_swapped_columns_are_refused(tmp_path):
    words = ("--truth", "y", "--lower", "high", "--upper", "low", "--nominal", "0.8")
    done = run("intervals", written(tmp_path), *words)
    assert done.returncode == 2
    assert "swap the columns" in done.stderr
