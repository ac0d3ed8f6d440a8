"""probative explain on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from probative.explanation import explain

from ..explanation.known import NAMES, TABLE, of, strict
from .command import run


@pytest.fixture
def table(tmp_path: Path) -> str:
    pl.DataFrame(TABLE).write_csv(tmp_path / "table.csv")
    return str(tmp_path / "table.csv")


def explained(*arguments: str) -> str:
    done = run("explain", *arguments)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_command_prints_the_table_and_the_sentence(table: str) -> None:
    text = explained("auc", table, "--truth", "y", "--score", "s")
    assert of("auc").sentence in text
    assert "caTools (colAUC)" in text
    line = next(line for line in text.splitlines() if line.startswith("ties lost"))
    assert f"{of('auc')['ties lost'].value:.6g}" in line


def test_command_writes_json(table: str, tmp_path: Path) -> None:
    text = explained("mcc", table, "--truth", "y", "--predicted", "g", "--json", "-")
    assert strict(json.loads(text)) == strict(of("mcc").to_dict())
    explained(
        "mcnemar", table, "--truth", "y", "--predicted", "g", "--predicted", "h", "--json", str(tmp_path / "out.json")
    )
    assert json.loads((tmp_path / "out.json").read_text()) == strict(of("mcnemar").to_dict())


def test_command_passes_options(table: str) -> None:
    found = json.loads(explained("ece", table, "--truth", "y", "--score", "s", "--bins", "4", "--json", "-"))
    assert found == strict(explain("ece", TABLE, truth="y", scores="s", bins=4).to_dict())
    assert json.loads(explained("mcnemar", "--n01", "1", "--n10", "6", "--json", "-"))["value"] == pytest.approx(
        0.0703125
    )
    found = json.loads(
        explained("r2", table, "--truth", "t", "--predicted", "p", "--training-mean", "1.5", "--json", "-")
    )
    assert "training mean" in {row["name"] for row in found["conventions"]}


def test_command_lists_the_measures() -> None:
    text = explained()
    assert all(name in text for name in NAMES)
    assert [fact["measure"] for fact in json.loads(explained("--json", "-"))] == NAMES


def test_command_refuses_bad_input(table: str) -> None:
    done = run("explain", "auc", table, "--truth", "y")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--score" in done.stderr
