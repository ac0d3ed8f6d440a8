"""probative plan and probative plans on the command line."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import pytest

import probative as pv
from probative.cli import plan, plans

from .command import run


@pytest.fixture
def iris(tmp_path: Path) -> Path:
    assert run("data", "iris", "-o", str(tmp_path / "iris.csv")).returncode == 0
    return tmp_path


def test_the_examples_of_the_commands_run(iris: Path) -> None:
    done = run(*shlex.split(plan.EXAMPLE.split("Example: probative ")[1]), cwd=iris)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("5x10-fold stratified, seed 0: 50 trainings\n150 rows; every row is tested 5 times\n")
    assert "<svg" in (iris / "plan.svg").read_text(encoding="utf-8")
    with (iris / "plan.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 50 * 150
    assert sum(row["role"] == "test" for row in rows) == 5 * 150
    done = run(*shlex.split(plans.EXAMPLE.split("Example: probative ")[1]), cwd=iris)
    assert done.stdout.startswith("Advised: 10x10-fold stratified\n")


def test_index_pairs_are_those_of_the_plan(iris: Path) -> None:
    done = run("plan", "4-fold", "iris.csv", "--seed", "7", "--indices", "pairs.json", cwd=iris)
    assert done.returncode == 0, done.stderr
    found = json.loads((iris / "pairs.json").read_text(encoding="utf-8"))["splits"]
    wanted = [(train.tolist(), test.tolist()) for train, test in pv.plan("4-fold", random_state=7).split(range(150))]
    assert [(split["training"], split["test"]) for split in found] == wanted


def test_nested_plans_count_their_trainings() -> None:
    done = run("plan", "nested 5-fold/3-fold", "--n", "30", "--candidates", "4", "--json", "-")
    plain = json.loads(done.stdout)
    assert (plain["trainings"], len(plain["splits"])) == (65, 20)
    assert "5·(3·grid + 1) trainings" in run("plan", "nested 5-fold/3-fold", "--n", "30").stdout


def test_groups_and_times_are_columns(tmp_path: Path) -> None:
    lines = ["who,when,y", *(f"{i % 4},2024-01-{i + 1:02d},{i % 2}" for i in range(20))]
    (tmp_path / "t.csv").write_text("\n".join(lines), encoding="utf-8")
    done = run("plan", "leave-one-group-out", "t.csv", "--target", "y", "--group", "who", cwd=tmp_path)
    assert "4 trainings" in done.stdout
    assert "expanding" in run("plan", "time 4", "t.csv", "--time", "when", cwd=tmp_path).stdout
    plain = json.loads(run("plans", "t.csv", "--group", "who", "--json", "-", cwd=tmp_path).stdout)
    assert (plain["advised"], plain["facts"]["groups"]) == ("leave-one-group-out", 4)
    assert run("plans", "t.csv", "--time", "when", cwd=tmp_path).stdout.startswith("Advised: time 5\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["plan", "5-fold"], "a plan needs rows"),
        (["plan", "5-fold", "--n", "10", "-o", "plan.txt"], "must end in .svg"),
        (["plan", "5-fold", "--n", "10", "--indices", "plan.txt"], ".csv or .json"),
        (["plan", "5-folds and more", "--n", "10"], "there is no resampling scheme"),
        (["plan", "5-fold", "--n", "3"], "more folds than rows"),
        (["plans"], "depends on the rows"),
        (["plans", "--n", "1"], "at least 2"),
    ],
)
def test_bad_input_is_refused(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert message in done.stderr


def test_columns_must_exist_and_be_complete(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,y\n1,p\n2,\n3,n\n", encoding="utf-8")
    assert "no column 'z'" in run("plan", "2-fold", "t.csv", "--target", "z", cwd=tmp_path).stderr
    assert "missing in y 1 of 3 rows" in run("plan", "2-fold", "t.csv", "--target", "y", cwd=tmp_path).stderr
