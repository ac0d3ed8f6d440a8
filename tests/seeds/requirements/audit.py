"""All entries of the audit, and what running one gives."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory

import numpy as np
import pytest

import probative as pv
from probative.cli.app import main

from .entry import Entry, is_command

ROOM = Path(__file__).parent
REPOSITORY = ROOM.parents[2]


def entries() -> list[Entry]:
    """Every entry of every file of this folder, in the order of the requirements."""
    found = []
    for module in iter_modules([str(ROOM)]):
        if module.name.startswith("test_"):
            continue
        found += getattr(import_module(f"{__package__}.{module.name}"), "ENTRIES", [])
    return sorted(found, key=lambda entry: int(entry.requirement[1:]))


def check(entry: Entry) -> None:
    """Fail where the call, typed in an empty folder after its set-up, does not give what the source expects."""
    with TemporaryDirectory() as folder, chdir(folder):
        names: dict[str, object] = {"pv": pv, "np": np}
        if is_command(entry.setup):
            for line in entry.setup.splitlines():
                assert _typed(line)[0] == 0, line
        else:
            exec(entry.statements, names)
        (_check_command if is_command(entry.call) else _check_python)(entry, names)


def _check_command(entry: Entry, _: dict[str, object]) -> None:
    wanted = entry.expected
    assert not isinstance(wanted, bool), "a command is checked by what it prints, or by the code with which it ends"
    code, said = _typed(entry.call)
    assert code == (wanted if isinstance(wanted, int) else 0), f"{entry.call} ended with {code}: {said}"
    texts = (wanted,) if isinstance(wanted, str) else wanted if isinstance(wanted, tuple) else ()
    assert [text for text in texts if text not in said] == []


def _check_python(entry: Entry, names: dict[str, object]) -> None:
    wanted = entry.expected
    if isinstance(wanted, type):
        with pytest.raises(wanted) as caught:
            eval(entry.call, names)
        assert caught.type is wanted
        return
    found = eval(entry.call, names)
    if entry.tolerance is None:
        assert found == wanted
    else:
        wanted = eval(wanted, names) if isinstance(wanted, str) else wanted
        assert found == pytest.approx(wanted, rel=0, abs=entry.tolerance)


def _typed(line: str) -> tuple[int, str]:
    """The code with which a line ends, and what it prints; scripts of this repository run in its folder."""
    words = shlex.split(line)
    if words[0] == "python":
        done = subprocess.run([sys.executable, *words[1:]], cwd=REPOSITORY, capture_output=True, encoding="utf-8")
        return done.returncode, done.stdout + done.stderr
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    code: object = 0
    with redirect_stdout(out), redirect_stderr(out):
        try:
            main(words[1:])
        except SystemExit as left:
            code = left.code
    return code if isinstance(code, int) else 0 if code is None else 1, out.buffer.getvalue().decode()  # type: ignore[attr-defined]
