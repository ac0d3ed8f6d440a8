"""probative plan-size on the command line."""

from __future__ import annotations

import json
from pathlib import Path

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
