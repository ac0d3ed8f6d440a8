"""probative gate on the command line: exit codes and reports."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest

from probative.cli import main

from ..comparison.gated import NEW, OLD, TRUTH, N, gate, table


class Done(NamedTuple):
    """What a call of the command line left behind."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("gate")
    order = np.random.default_rng(9).permutation(N)
    site = np.where(np.arange(N) % 2, "<north>", "south")
    pd.DataFrame(table(OLD, id=np.arange(N), site=site)).to_csv(here / "old.csv", index=False)
    pd.DataFrame(table(NEW[order], y=TRUTH[order], id=np.arange(N)[order])).to_csv(here / "new.csv", index=False)
    pd.DataFrame(table(NEW)).to_csv(here / "plain.csv", index=False)
    pd.DataFrame(table(np.random.default_rng(8).normal(size=N))).to_csv(here / "bad.csv", index=False)
    pd.DataFrame({"y": TRUTH, "score_old": OLD, "score_new": NEW}).to_csv(here / "both.csv", index=False)
    return here


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """The command line without a process of its own."""
    monkeypatch.chdir(folder)

    def call(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as left:
            main(["gate", *arguments])
        return Done(int(left.value.code or 0), *capsys.readouterr())

    return call


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("old.csv", "plain.csv", "--margin", "0.05"), 0, "gate passed"),
        (("old.csv", "plain.csv", "--margin", "0.0001"), 3, "gate inconclusive"),
        (("old.csv", "bad.csv", "--margin", "0.05"), 1, "gate failed"),
        (("old.csv", "old.csv"), 0, "gate passed"),
        (("old.csv", "new.csv", "--row", "id", "--margin", "0.05"), 0, "gate passed"),
        (("both.csv", "--margin", "0.05"), 0, "gate passed"),
        (("both.csv", "--score", "score_old", "--score", "score_new", "--margin", "0.05"), 0, "gate passed"),
        (("old.csv", "plain.csv", "--by", "site", "--margin", "0.2"), 0, "auc for site = <north>"),
    ],
)
def test_exit_codes(run: Callable[..., Done], arguments: tuple[str, ...], code: int, word: str) -> None:
    done = run(*arguments, "--truth", "y")
    assert (done.returncode, done.stderr) == (code, "")
    assert word in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("old.csv", "new.csv"), "--row"),
        (("old.csv", "none.csv"), "none.csv"),
        (("old.csv", "plain.csv", "--margin", "-1"), "margin"),
        (("old.csv", "plain.csv", "--measure", "nonsense"), "nonsense"),
        (("old.csv", "plain.csv", "--margin", "0.1", "--margin", "0.2"), "one for each"),
        (("old.csv", "plain.csv", "--junit", "no/such/folder.xml"), "cannot be written"),
    ],
)
def test_wrong_calls_exit_with_2(run: Callable[..., Done], arguments: tuple[str, ...], words: str) -> None:
    done = run(*arguments, "--truth", "y")
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_reports_of_the_command(run: Callable[..., Done], folder: Path) -> None:
    files = ("--json", "gate.json", "--markdown", "gate.md", "--junit", "gate.xml")
    more = ("--measure", "auc", "--measure", "accuracy", "--margin", "0.05", "--margin", "0.1", "--threshold", "0.5")
    done = run("old.csv", "plain.csv", "--truth", "y", "--by", "site", *more, *files)
    wanted = gate(
        folder / "old.csv",
        folder / "plain.csv",
        measure=["auc", "accuracy"],
        margin=[0.05, 0.1],
        by="site",
        threshold=0.5,
    )
    assert done.returncode == wanted.exit_code
    assert json.loads((folder / "gate.json").read_text("utf-8")) == wanted.to_dict() | {
        "checks": json.loads(json.dumps(wanted.to_dict()["checks"]))
    }
    assert (folder / "gate.md").read_text("utf-8") == wanted.markdown()
    root = ET.fromstring((folder / "gate.xml").read_text("utf-8"))
    assert root.get("tests") == "6"
    assert done.stdout.splitlines() == str(wanted).splitlines()
    printed = run("old.csv", "plain.csv", "--truth", "y", "--json", "-")
    assert json.loads(printed.stdout)["kind"] == "gate"


def test_a_process_has_the_exit_code_and_help_an_example(folder: Path) -> None:
    call = [sys.executable, "-m", "probative", "gate"]
    how: dict[str, Any] = {"cwd": folder, "capture_output": True, "encoding": "utf-8", "timeout": 120, "check": False}
    assert subprocess.run([*call, "old.csv", "bad.csv", "--truth", "y"], **how).returncode == 1
    shown = subprocess.run([*call, "--help"], **how)
    assert shown.returncode == 0
    assert "Example: probative gate old.csv new.csv" in " ".join(shown.stdout.split())
    assert "Exit code 0: passed, 1: failed, 3: not enough data" in " ".join(shown.stdout.split())
