"""probative gate on the command line: exit codes and reports."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ..comparison.gated import NEW, OLD, TRUTH, N, gate, table
from .command import Done, process, run


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
def gated(folder: Path) -> Callable[..., Done]:
    return partial(run, "gate", cwd=folder)


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
def test_exit_codes(gated: Callable[..., Done], arguments: tuple[str, ...], code: int, word: str) -> None:
    done = gated(*arguments, "--truth", "y")
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
def test_wrong_calls_exit_with_2(gated: Callable[..., Done], arguments: tuple[str, ...], words: str) -> None:
    done = gated(*arguments, "--truth", "y")
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_reports_of_the_command(gated: Callable[..., Done], folder: Path) -> None:
    files = ("--json", "gate.json", "--markdown", "gate.md", "--junit", "gate.xml")
    more = ("--measure", "auc", "--measure", "accuracy", "--margin", "0.05", "--margin", "0.1", "--threshold", "0.5")
    done = gated("old.csv", "plain.csv", "--truth", "y", "--by", "site", *more, *files)
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
    printed = gated("old.csv", "plain.csv", "--truth", "y", "--json", "-")
    assert json.loads(printed.stdout)["kind"] == "gate"


def test_a_process_has_the_exit_code(folder: Path) -> None:
    assert process("gate", "old.csv", "bad.csv", "--truth", "y", cwd=folder).returncode == 1


def test_help_says_what_the_exit_codes_mean(gated: Callable[..., Done]) -> None:
    shown = " ".join(gated("--help").stdout.split())
    assert "Exit code 0: passed, 1: failed, 3: not enough data" in shown
