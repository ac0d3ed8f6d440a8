"""Calls of probative run, and tables for it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from probative.cli import main

from ...penguins import BILL, FERRY, MASS, MODELS, SEX, Call, Done, N, messy, table_of


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """`probative run` in this process, into the folder `out` of a fresh current directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def called(*arguments: str, out: str = "out") -> Done:
        with pytest.raises(SystemExit) as stopped:
            main(["run", *arguments, "--out", out])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return Done(int(stopped.value.code or 0), said.out, said.err, tmp_path / out)

    return called


@pytest.fixture
def penguins(tmp_path: Path) -> str:
    return table_of(tmp_path / "penguins.csv", messy(), ";")


@pytest.fixture
def ferries(tmp_path: Path) -> str:
    """Two classes, one number, one category, a group, a time that runs backwards, a weight."""
    columns = {
        "bill": BILL,
        "sex": SEX,
        "patient": [f"p{i % 9}" for i in range(N)],
        "t": np.arange(N)[::-1],
        "w": 1 + np.arange(N) % 3,
        "mass": MASS,
        "ferry": FERRY,
    }
    return table_of(tmp_path / "ferries.csv", columns)


@pytest.fixture
def mine(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """The name of a module of models in the current directory."""
    name = f"models_{abs(hash(request.node.nodeid))}"
    (tmp_path / f"{name}.py").write_text(MODELS, encoding="utf-8")
    yield name
    sys.modules.pop(name, None)
