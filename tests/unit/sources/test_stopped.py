"""Ctrl-C while the engine works ends as Ctrl-C: neither as a damaged table nor as a defect of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from probative.sources import files
from probative.sources.clear import clear_errors
from probative.sources.files import open_file
from probative.sources.limits import Limits
from probative.sources.sql import SqlSource, readable


def interrupted(*_: object, **__: object) -> None:
    """What DuckDB raises in the place of KeyboardInterrupt."""
    raise RuntimeError("Query interrupted")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "p.csv"
    made.write_text("y,s\n1,0.5\n0,0.25\n")
    return made


def test_while_a_file_is_opened(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "kept", interrupted)
    with pytest.raises(KeyboardInterrupt):
        open_file(path)


def test_while_rows_are_read() -> None:
    with pytest.raises(KeyboardInterrupt), readable(Limits()):
        interrupted()


def test_while_rows_are_counted_where_they_lie(path: Path) -> None:
    source = open_file(path)
    assert isinstance(source, SqlSource)
    with pytest.raises(KeyboardInterrupt), clear_errors(source.limits):
        interrupted()
