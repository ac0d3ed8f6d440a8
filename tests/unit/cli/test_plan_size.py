"""probative plan-size on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from probative.cli.plan_size import EXAMPLE
from probative.planning import SizePlan, design, plan_size

from .command import run


def test_the_example_of_the_command_runs() -> None:
    done = run(*EXAMPLE.split("Example: probative ")[1].split())
    expected: SizePlan = plan_size("paired-proportions", difference=0.02, discordance=0.1, power=0.8)
    assert (done.returncode, done.stdout.strip()) == (0, str(expected))


def test_the_help_of_the_command_names_designs_and_methods_that_exist() -> None:
    words = " ".join(run("plan-size", "--help").stdout.split())
    for name in ("proportion", "paired-proportions", "proportions", "auc", "mean-loss"):
        kind = design.known_designs()[name]
        assert kind.what in words
        assert len(kind.methods) == 1 or all(method in words for method in kind.methods)


def test_the_command_writes_json(tmp_path: Path) -> None:
    words = ["auc", "--expected", "0.8", "--positives", "0.3", "--half-width", "0.02", "--json"]
    done = run("plan-size", *words, "-")
    plain = json.loads(done.stdout)
    assert plain["n"] == plan_size("auc", expected=0.8, positives=0.3, half_width=0.02).n
    assert plain["power_curve"] is None
    where = tmp_path / "plan.json"
    words = ["mean-loss", "--sd", "1", "--n", "50", "--json", str(where)]
    assert run("plan-size", *words).returncode == 0
    plain = json.loads(where.read_text(encoding="utf-8"))
    assert plain["solved"] == "difference"
    assert len(plain["power_curve"]["n"]) == len(plain["power_curve"]["power"]) > 10


def test_the_command_passes_errors_on() -> None:
    done = run("plan-size", "auc", "--n", "100")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("BadParameter: ")


def test_graded_rows_of_a_file_say_how_many_more(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    lines = [f"q{i},{a:.4f},{a + 0.1 + b:.4f}" for i, (a, b) in enumerate(rng.normal(size=(40, 2)))]
    (tmp_path / "graded.csv").write_text("\n".join(["question,A,B", *lines]))
    words = ("--value", "A", "--value", "B", "--better", "higher", "--row", "question")
    done = run("plan-size", "graded.csv", *words, "--json", "-", cwd=tmp_path)
    contest = json.loads(done.stdout)["comparisons"][0]
    assert contest["difference"]["n"] == 40
    assert f"roughly {contest['needed']:,.0f} rows" in run("plan-size", "graded.csv", *words, cwd=tmp_path).stdout


def test_repeated_rows_are_told_how_they_can_be_compared(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    lines = [f"{i // 2},{i // 2 % 2},{a:.4f},{b:.4f}" for i, (a, b) in enumerate(rng.random((80, 2)))]
    (tmp_path / "twice.csv").write_text("\n".join(["id,y,A,B", *lines]))
    words = ("twice.csv", "--truth", "y", "--score", "A", "--score", "B")
    refused = run("compare", *words, "--row", "id", cwd=tmp_path)
    assert (refused.returncode, "--group id" in refused.stderr) == (2, True)
    assert "80 rows in 40 groups" in run("compare", *words, "--group", "id", cwd=tmp_path).stdout
