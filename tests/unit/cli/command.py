"""The command line in this process: what it prints, what it leaves, and its exit code."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import traceback
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from probative.cli import main


class Done(NamedTuple):
    """What a call left behind."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, cwd: Path | None = None, encoding: str = "utf-8") -> Done:
    """A call of the command line, as `process` makes it, without the second that a process takes to start."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="") for _ in range(2))
    with chdir(cwd or "."), redirect_stdout(out), redirect_stderr(err):
        try:
            main(arguments)
        except SystemExit as stopped:
            code = stopped.code
        except Exception:
            traceback.print_exc()
            code = 1
    assert isinstance(code, int)
    return Done(code, *(_text(stream, encoding) for stream in (out, err)))


def _text(stream: io.TextIOWrapper, encoding: str) -> str:
    stream.flush()
    written = stream.buffer
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode(encoding)


def process(*arguments: str, cwd: Path | None = None, code: str = "") -> Done:
    """A call of the command line in a process of its own; with `code`, of these lines of Python instead."""
    start = ["-c", code] if code else ["-m", "probative"]
    done = subprocess.run(
        [sys.executable, *start, *arguments],
        cwd=cwd,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)
