"""The README: short, true, and every block of it runs as it stands."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from .cli.command import run
from .workshop import HOME, blocks, commands, furnish, names

README = HOME / "README.md"


def test_it_is_read_in_five_minutes() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    assert max(map(len, lines)) < 250
    (picture,) = (line for line in lines if line.startswith("!["))
    assert (HOME / picture.partition("(")[2].rstrip(")")).exists()


def test_every_line_of_shell_runs(tmp_path: Path) -> None:
    furnish(tmp_path)
    lines = commands(README)
    assert len(lines) == 5
    for line in lines:
        done = run(*shlex.split(line)[1:], cwd=tmp_path)
        assert done.returncode == 0, (line, done.stderr)


def test_every_line_of_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    space = names()
    for block in blocks(README, "python"):
        exec(compile(block, str(README), "exec"), space)
    assert (tmp_path / "report.html").stat().st_size > 10_000


def test_what_is_said_of_others_is_so_where_it_can_be_seen() -> None:
    import mlxtend.evaluate
    import sklearn.metrics
    import sklearn.model_selection

    table = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    rows = {line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]] for line in table}
    theirs = {name.lower() for name in (*dir(sklearn.metrics), *dir(sklearn.model_selection))}
    assert not any(word in name for name in theirs for word in ("interval", "mcnemar", "delong", "bootstrap"))
    assert rows["an interval for every measure"][1] == "no"
    assert rows["a valid test chosen for you, the invalid refused"][1] == "no"
    assert hasattr(sklearn.model_selection, "TunedThresholdClassifierCV")
    for name in ("mcnemar", "paired_ttest_5x2cv", "combined_ftest_5x2cv", "cochrans_q", "bootstrap"):
        assert hasattr(mlxtend.evaluate, name)
    assert rows["correlated folds allowed for"][3] == "5x2"
    assert not hasattr(mlxtend.evaluate, "corrected_resampled_ttest")
