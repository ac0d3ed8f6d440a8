"""probative validate on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from .command import run

FEW = ("validate", "--only", "disagreement", "--replicates", "50", "--jobs", "1")


def test_json_goes_where_it_is_asked_for(tmp_path: Path) -> None:
    printed = run(*FEW, "--json", "-")
    done = run(*FEW, "--json", str(tmp_path / "found.json"))
    assert (printed.returncode, done.returncode) == (0, 0)
    plain = json.loads(printed.stdout)
    assert plain == json.loads((tmp_path / "found.json").read_text())
    assert (plain["kind"], plain["intervals"][0]["what"]) == ("validation", "disagreement")
    assert done.stdout.startswith("quick grid: 1 of 1 intervals")


def test_the_page_is_written(tmp_path: Path) -> None:
    assert run(*FEW, "--markdown", str(tmp_path / "trust.md")).returncode == 0
    text = (tmp_path / "trust.md").read_text()
    assert "### disagreement" in text
    assert "| n 200, only A right 0.1, only B 0.05 |" in text


def test_a_shortfall_fails_only_where_that_is_wanted() -> None:
    words = ("validate", "--only", "mse", "--replicates", "100", "--jobs", "1")
    assert "falls short: mse, n 50, t3 errors" in run(*words).stdout
    assert (run(*words).returncode, run(*words, "--strict").returncode) == (0, 1)


def test_a_grid_that_does_not_exist_is_refused() -> None:
    done = run("validate", "--grid", "huge")
    assert done.returncode == 2
    assert "quick" in done.stderr
