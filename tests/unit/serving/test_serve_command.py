"""probative serve on the command line."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from probative.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["serve", *arguments])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def test_what_is_there_as_json(shelf: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    folder = shelf("tree", "bayes")
    (folder / "bad.json").write_text("{")
    code, out, _ = run(capsys, str(folder), "--json", "-")
    told = json.loads(out)
    assert code == 0
    assert {found["file"]: found["models"] for found in told["findings"]} == {
        "tree/findings.json": ["m", "trivial"],
        "bayes/findings.json": ["m", "trivial"],
    }
    assert [found["file"] for found in told["unreadable"]] == ["bad.json"]


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--json", "-"]):
        code, out, err = run(capsys, str(tmp_path / "nowhere"), *more)
        assert (code, out) == (2, "")
        assert "is not a folder" in err
        assert "Try:" in err


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "Example: probative serve" in out
    assert "--json" in out


def test_it_serves_until_it_is_stopped(shelf: Callable[..., Path]) -> None:
    call = [sys.executable, "-m", "probative", "serve", str(shelf("tree"))]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "1 findings\n"
        url = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", url)
        with urllib.request.urlopen(url, timeout=20) as answer:
            assert b"Saved findings" in answer.read()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert out.endswith("stopped\n")
    assert err == ""
