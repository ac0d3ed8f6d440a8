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

from ..cli.command import run


def test_what_is_there_as_json(shelf: Callable[..., Path]) -> None:
    folder = shelf("tree", "bayes")
    (folder / "bad.json").write_text("{")
    done = run("serve", str(folder), "--json", "-")
    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert {found["file"]: found["models"] for found in told["findings"]} == {
        "tree/findings.json": ["m"],
        "bayes/findings.json": ["m"],
    }
    assert [found["file"] for found in told["unreadable"]] == ["bad.json"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    for more in ([], ["--json", "-"]):
        done = run("serve", str(tmp_path / "nowhere"), *more)
        assert (done.returncode, done.stdout) == (2, "")
        assert "nowhere" in done.stderr
        assert "Try:" in done.stderr


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
