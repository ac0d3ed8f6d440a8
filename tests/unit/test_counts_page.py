"""docs/counts.md shows what the commands print: every command is run, and every line shown is among its output."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .cli.command import run

PAGE = (Path(__file__).parents[2] / "docs" / "counts.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ probative (.*?)\n(.*?)```", PAGE, re.DOTALL)
FILES = {text.split(",", 1)[0]: text for text in re.findall(r"```\n((?:actual|y),.*?)```", PAGE, re.DOTALL)}


def _words(line: str) -> str:
    return " ".join(line.split())


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_page_shows_what_is_printed(command: str, output: str, tmp_path: Path) -> None:
    (tmp_path / "counted.csv").write_text(FILES["y"])
    printed = _words(run(*command.split(), cwd=tmp_path).stdout)
    assert [line for line in output.splitlines() if _words(line) not in printed] == []


def test_the_file_of_the_page_is_a_matrix(tmp_path: Path) -> None:
    (tmp_path / "C1.csv").write_text(FILES["actual"])
    assert "TP 80" in run("counts", "C1.csv", cwd=tmp_path).stdout
