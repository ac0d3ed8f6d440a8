"""Bad input on the command line: exit code 2, one message, no file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..refusals import FILES, GOOD, GOOD_CSV, Refusal, table, written
from .command import run


def snapshot(folder: Path) -> dict[str, bytes | None]:
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in sorted(folder.rglob("*"))}


def refused(arguments: list[str], folder: Path) -> str:
    """The message of a refused call, which leaves the folder as it was."""
    before = snapshot(folder)
    outputs = ["--json", str(folder / "out.json"), "--html", str(folder / "out.html")]
    done = run("evaluate", *arguments, *outputs)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert snapshot(folder) == before
    return done.stderr


@pytest.mark.parametrize(("make", "expected"), FILES)
def test_bad_file_on_the_command_line(make: Callable[[Path], Any], expected: Refusal, tmp_path: Path) -> None:
    path = str(make(tmp_path))
    message = refused([path, "--truth", "y", "--score", "score"], tmp_path)
    assert message.startswith(f"{expected.kind.__name__}: ")
    assert expected.found in message


OPTIONS = [
    (["--truth", "Y"], "MissingColumn"),
    (["--score", "S"], "MissingColumn"),
    (["--by", "g"], "MissingColumn"),
    (["--positive", "7"], "BadLabels"),
    (["--level", "95"], "BadParameter"),
    (["--level", "nan"], "BadParameter"),
    (["--missing", "ignore"], "BadParameter"),
    (["--task", "clustering"], "BadParameter"),
    (["--threshold", "nan"], "BadParameter"),
    (["--cost-fp", "0"], "BadParameter"),
    (["--cost-fn", "-1"], "BadParameter"),
    (["--prior", "1"], "BadParameter"),
    (["--prior", "nan"], "BadParameter"),
]


@pytest.mark.parametrize(("options", "kind"), OPTIONS, ids=[" ".join(options) for options, _ in OPTIONS])
def test_bad_option(options: list[str], kind: str, tmp_path: Path) -> None:
    path = str(written(tmp_path, "p.csv", GOOD_CSV))
    assert refused([path, *options], tmp_path).startswith(f"{kind}: ")


@pytest.mark.parametrize(
    ("weights", "kind"),
    [("1 -1 1 1", "BadWeights"), ("0 0 0 0", "BadWeights"), ("1 nan 1 1", "MissingValues"), ("a b c d", "BadWeights")],
)
def test_bad_weights_on_the_command_line(weights: str, kind: str, tmp_path: Path) -> None:
    path = str(table("csv", GOOD | {"w": weights.split()}, tmp_path))
    assert refused([path, "--weight", "w"], tmp_path).startswith(f"{kind}: ")


@pytest.mark.parametrize(
    "outputs",
    [
        pytest.param(["--html", "report.pdf"], id="report of another kind"),
        pytest.param(["--html", "none/report.html"], id="report in no folder"),
        pytest.param(["--json", "none/findings.json"], id="findings in no folder"),
        pytest.param(["--html", "report.html", "--json", "none/findings.json"], id="one of two"),
        pytest.param(["--html", "."], id="report is a folder"),
    ],
)
def test_bad_output(outputs: list[str], tmp_path: Path) -> None:
    """Either everything that was asked for is written, or nothing."""
    path = written(tmp_path, "p.csv", GOOD_CSV)
    before = snapshot(tmp_path)
    done = run("evaluate", str(path), *outputs, cwd=tmp_path)
    assert done.returncode == 2
    assert snapshot(tmp_path) == before
    assert done.stderr.splitlines()[-2].startswith("UnreadableFile: ")


@pytest.mark.parametrize(
    "words",
    [
        "plot {x} --list",
        "render {x}",
        "table {x}",
        "methods {x}",
        "merge {x}",
        "counts {x}",
        "serve {x}",
        "evaluate {x}.csv",
        "evaluate {good} --truth y --score score --json {x}/{x}.json",
        "evaluate {good} --truth y --score score --html {x}.html",
        "tally {good} --truth y --score score {x}",
        "run {good} --target y --model logistic --out {x}",
    ],
)
def test_a_name_that_is_too_long_is_no_defect(words: str, tmp_path: Path) -> None:
    """No file system knows names of 500 letters; asking for one is an error of the system."""
    good = written(tmp_path, "p.csv", GOOD_CSV)
    done = run(*words.format(x="x" * 500, good=good).split())
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
