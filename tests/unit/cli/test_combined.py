"""probative evaluate: models combined, and the baseline of the training targets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command import run


def test_models_of_a_file_are_combined(tmp_path: Path) -> None:
    lines = ["y,score_A,score_B", "1,0.9,0.7", "0,0.4,0.2", "1,0.2,0.6", "0,0.1,0.8"]
    (tmp_path / "p.csv").write_text("\n".join(lines), encoding="utf-8")
    ways = ("--combine", "mean", "--combine", "vote")
    done = run("evaluate", "p.csv", "--truth", "y", *ways, "--json", "-", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found["models"]) == {"A", "B", "mean of A, B", "vote of A, B"}
    # Means 0.8, 0.3, 0.4, 0.45: of four pairs, three are in order.
    assert found["models"]["mean of A, B"]["measures"]["auc"]["value"] == 0.75
    assert run("evaluate", "p.csv", "--truth", "y", "--combine", "median", cwd=tmp_path).returncode == 2


def test_the_mean_of_the_training_targets_is_a_baseline(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("y,predicted\n1.5,1.0\n2.5,2.0\n4.0,4.5\n6.5,6.0\n", encoding="utf-8")
    done = run("evaluate", "p.csv", "--truth", "y", "--training-mean", "2.5", "--json", "-", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (model,) = json.loads(done.stdout)["models"].values()
    assert model["training_baseline"]["mse"] == pytest.approx((1 + 0 + 2.25 + 16) / 4)
    assert model["training_baseline"]["rule"] != model["baseline"]["rule"]
