"""`probative evaluate --engine dask`: files that workers read, with the findings of the same files read here."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from probative.cli import main
from probative.sources.limits import Limits


@pytest.fixture
def pattern(tmp_path: Path) -> str:
    rng = np.random.default_rng(1)
    for i in range(3):
        y = rng.integers(0, 2, 200)
        columns = {"y": y, "s": np.round(y + rng.normal(size=200), 1)}
        pq.write_table(pa.table(columns), tmp_path / f"part-{i}.parquet")
    return str(tmp_path / "part-*.parquet")


def found(pattern: str, folder: Path, *more: str) -> dict[str, Any]:
    out = folder / "found.json"
    with suppress(SystemExit):
        main(["evaluate", pattern, "--truth", "y", "--score", "s", "--quiet", "--json", str(out), *more])
    told: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    out.unlink()
    return told


def test_workers_read_the_files(client: Any, pattern: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = found(pattern, tmp_path)
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    there = found(pattern, tmp_path, "--engine", "dask", "--cluster", client.scheduler.address)
    assert here["models"] == there["models"]
    assert "rows stay on the workers of Dask" in str(there["about"]["guesses"])


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--engine", "polars"], "there is no such engine"),
        (["--engine", "dask", "--master", "local"], "--master that of Spark"),
        (["--engine", "dask", "--cluster", "nowhere://127.0.0.1:1"], "no cluster answers"),
        (["--cluster", "tcp://127.0.0.1:1"], "without an engine"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    more: list[str], said: str, pattern: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", pattern, "--truth", "y", "--score", "s", *more])
    assert stopped.value.code == 2
    assert said in " ".join(capsys.readouterr().err.split())
