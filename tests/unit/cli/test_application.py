"""The application: help, versions, wrong calls, debugging, pipes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import probative as pv

from .command import Done, process, run

COMMANDS = (
    "evaluate",
    "run",
    "compare",
    "gate",
    "plan-size",
    "explain",
    "intervals",
    "measures",
    "render",
    "table",
    "plot",
    "serve",
    "demo",
)


def test_version() -> None:
    for call in (run, process):
        assert call("--version") == Done(0, f"probative {pv.__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"Example: probative {command}" in done.stdout
    assert "--json" in done.stdout


def test_help_names_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert all(re.search(rf"^  {command} ", done.stdout, re.MULTILINE) for command in COMMANDS)


@pytest.mark.parametrize("arguments", [["evaluate"], ["no-such-command"], ["evaluate", "x.csv", "--level", "high"]])
def test_a_wrong_call(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Usage: " in done.stderr
    assert "Traceback" not in done.stderr


def test_bad_input_is_a_message_on_standard_error(tmp_path: Path) -> None:
    done = run("evaluate", "none.csv", "--json", "out.json", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "UnreadableFile: there is no file 'none.csv'.\n  Try: check the path\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [["--debug", "evaluate", "none.csv"], ["evaluate", "none.csv", "--debug"]])
def test_debug_shows_the_traceback(arguments: list[str], tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode != 0
    assert "Traceback (most recent call last)" in done.stderr
    assert "probative.errors.UnreadableFile: " in done.stderr


def closed_pipe(*arguments: str, buffered: bool) -> tuple[int, bytes]:
    """Exit code and standard error of a call whose output nobody reads."""
    call = [sys.executable, *([] if buffered else ["-u"]), "-m", "probative", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(call, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    return process.returncode, said


@pytest.mark.parametrize(
    ("arguments", "buffered"),
    [(["measures"], True), (["measures"], False), (["measures", "--json", "-"], True), (["measures", "mcc"], True)],
)
def test_a_reader_that_has_seen_enough_hears_no_complaint(arguments: list[str], buffered: bool) -> None:
    """`probative measures | head -1` in a script that stops at errors; 1 is kept for gates that fail."""
    assert closed_pipe(*arguments, buffered=buffered) == (0, b"")
