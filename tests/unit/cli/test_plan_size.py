"""probative plan-size on the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from probative.cli import plan_size as plan_size_command
from probative.errors import BadParameter
from probative.planning import SizePlan, design, plan_size


@pytest.fixture(name="app")
def _app() -> typer.Typer:
    app = typer.Typer()
    app.command(name=plan_size_command.NAME, help=plan_size_command.HELP, epilog=plan_size_command.EXAMPLE)(
        plan_size_command.command
    )
    return app


def test_the_example_of_the_command_runs(app: typer.Typer) -> None:
    words = plan_size_command.EXAMPLE.split(f"{plan_size_command.NAME} ")[1].split()
    done = CliRunner().invoke(app, words)
    expected: SizePlan = plan_size("paired-proportions", difference=0.02, discordance=0.1, power=0.8)
    assert done.exit_code == 0
    assert done.stdout.strip() == str(expected)


def test_the_help_of_the_command_names_designs_and_methods_that_exist(app: typer.Typer) -> None:
    words = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "1000", "TERM": "dumb"}).stdout
    for name in ("proportion", "paired-proportions", "proportions", "auc", "mean-loss"):
        kind = design.known_designs()[name]
        assert kind.what in words
        assert len(kind.methods) == 1 or all(method in words for method in kind.methods)


def test_the_command_writes_json(app: typer.Typer, tmp_path: Any) -> None:
    words = ["auc", "--expected", "0.8", "--positives", "0.3", "--half-width", "0.02", "--json"]
    done = CliRunner().invoke(app, [*words, "-"])
    plain = json.loads(done.stdout)
    assert plain["n"] == plan_size("auc", expected=0.8, positives=0.3, half_width=0.02).n
    assert plain["power_curve"] is None
    where = tmp_path / "plan.json"
    words = ["mean-loss", "--sd", "1", "--n", "50", "--json", str(where)]
    assert CliRunner().invoke(app, words).exit_code == 0
    plain = json.loads(where.read_text(encoding="utf-8"))
    assert plain["solved"] == "difference"
    assert len(plain["power_curve"]["n"]) == len(plain["power_curve"]["power"]) > 10


def test_the_command_passes_errors_on(app: typer.Typer) -> None:
    assert isinstance(CliRunner().invoke(app, ["auc", "--n", "100"]).exception, BadParameter)
