"""A second run in the same folder: what is unchanged is reused, what is new is trained."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import probative as pv

from ..command import run
from ..tables import write

RNG = np.random.default_rng(3)
Y = RNG.integers(0, 2, 80)
X = RNG.normal(size=80) + Y


def trained(here: Path, *words: str) -> dict[str, float]:
    """A call of run; when each finished training was written, by its file."""
    done = run("run", "t.csv", "--target", "y", "--plan", "4-fold", "--out", "out", "--quiet", *words, cwd=here)
    assert done.returncode == 0, done.stderr
    return {part.name: part.stat().st_mtime_ns for part in (here / "out/checkpoint").glob("*.part")}


def test_a_further_model_is_trained_and_the_others_are_not(tmp_path: Path) -> None:
    write(tmp_path / "t.csv", x=X.round(3), y=Y)
    before = trained(tmp_path, "--model", "logistic")
    after = trained(tmp_path, "--model", "tree", "--model", "logistic")
    assert len(after) == len(before) + 4
    assert {name: after[name] for name in before} == before
    alone = tmp_path / "alone"
    alone.mkdir()
    write(alone / "t.csv", x=X.round(3), y=Y)
    trained(alone, "--model", "tree", "--model", "logistic")
    both = [pv.read(folder / "out") for folder in (tmp_path, alone)]
    for model in ("baseline", "tree", "logistic"):
        assert both[0].fingerprint(model) == both[1].fingerprint(model)
    assert trained(tmp_path, "--model", "logistic") == after


def test_a_changed_model_is_refused_until_everything_is_fresh(tmp_path: Path) -> None:
    write(tmp_path / "t.csv", x=X.round(3), y=Y)
    before = trained(tmp_path, "--model", "knn")
    write(tmp_path / "t.csv", x=X.round(2), y=Y)
    again = ("run", "t.csv", "--target", "y", "--plan", "4-fold", "--out", "out", "--quiet", "--model", "knn")
    done = run(*again, cwd=tmp_path)
    assert done.returncode == 2
    assert "belongs to another run" in done.stderr
    assert "--fresh" in done.stderr
    replanned = run(*again[:5], "5-fold", *again[6:], cwd=tmp_path)
    assert "another plan: k was 4, is 5" in replanned.stderr
    assert run(*again, "--fresh", cwd=tmp_path).returncode == 0
    after = {part.name: part.stat().st_mtime_ns for part in (tmp_path / "out/checkpoint").glob("*.part")}
    assert set(after) == set(before)
    assert all(after[name] != before[name] for name in before)
