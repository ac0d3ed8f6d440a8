"""Graded rows on the command line: the same words in every command."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

import probative as pv

from ..evaluation.graded import WIDE, answers
from .command import run

VALUES = ("--value", "grade_small", "--value", "grade_large")
WORDS = (*VALUES, "--better", "higher", "--row", "question", "--repeat", "sample")
SAID = WIDE | {"repeat": "sample"}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("graded") / "graded.csv"
    pd.DataFrame(answers()).to_csv(path, index=False)
    return path


def test_evaluate(file: Path) -> None:
    done = run("evaluate", str(file), *WORDS, "--group", "topic", "--by", "language", "--json", "-")
    assert done.returncode == 0, done.stderr
    found = pv.Findings.from_dict(json.loads(done.stdout))
    assert found.task == "graded"
    expected = pv.evaluate(file, **SAID, groups="topic", by="language")
    assert {name: m.measures for name, m in found.models.items()} == {n: m.measures for n, m in expected.models.items()}
    assert len(found.slices) == 4


def test_the_terminal_says_which_way_is_better(file: Path) -> None:
    done = run("evaluate", str(file), *WORDS, "--all")
    assert "60 rows · 2 models · graded: higher is better" in done.stdout
    assert "up to 3 samples of a row were averaged" in done.stdout


def test_a_report_is_written(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert run("evaluate", str(file), *WORDS, "--html", str(page)).returncode == 0
    assert "mean_grade" in page.read_text(encoding="utf-8")


def test_compare(file: Path) -> None:
    done = run("compare", str(file), *WORDS, "--group", "topic", "--json", "-")
    plain = json.loads(done.stdout)
    assert plain == json.loads(pv.compare(file, **SAID, groups="topic").to_json())
    assert plain["comparisons"][0]["winner"] == "large"


def test_results_still_take_the_same_word(file: Path, tmp_path: Path) -> None:
    results = tmp_path / "results.csv"
    pd.DataFrame({"a": [1.0, 2, 3, 5], "b": [2.0, 3, 4, 7]}).to_csv(results, index=False)
    done = run("compare", str(results), "--of", "paired", "--better", "lower", "--json", "-")
    assert json.loads(done.stdout)["better"] == "lower"


@pytest.mark.parametrize(("better", "code"), [("higher", 0), ("lower", 1)])
def test_gate(file: Path, better: str, code: int) -> None:
    done = run("gate", str(file), *VALUES, "--better", better, "--row", "question", "--margin", "0.1")
    assert done.returncode == code, done.stderr


def test_plan_size(file: Path) -> None:
    done = run("plan-size", "mean-loss", "--pilot", str(file), *VALUES, "--row", "question", "--group", "topic",
               "--difference", "0.2", "--json", "-")  # fmt: skip
    plain = json.loads(done.stdout)
    pilot = pv.pilot(file, **WIDE, groups="topic")
    assert plain["pilot"]["sd"] == pytest.approx(pilot.sd)
    assert plain["n"] == pv.plan_size("mean-loss", sd=pilot.safe_sd, difference=0.2).n
    shown = run("plan-size", "mean-loss", "--pilot", str(file), "--value", "grade_small", "--half-width", "0.2")
    assert "pilot: the values on 180 rows have standard deviation" in shown.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--value", "x"), "--pilot FILE"),
        (("--pilot", "f.csv"), "--value"),
        (("--pilot", "f.csv", "--value", "x", "--sd", "1"), "leave --sd out"),
    ],
)
def test_a_pilot_is_named_whole(words: tuple[str, ...], said: str) -> None:
    done = run("plan-size", "mean-loss", "--difference", "0.2", *words)
    assert done.returncode == 2
    assert said in done.stderr
