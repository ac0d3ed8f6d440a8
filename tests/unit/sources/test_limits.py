"""Tables larger than memory: how much they take, what they leave behind, and what is said when there is no room."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import duckdb
import numpy as np
import pytest

import probative as pv
from probative.evidence.mapped import ColumnFile, let_go, on_disk
from probative.sources.arrow import numeric_batches
from probative.sources.files import open_file
from probative.sources.limits import Limits

EVALUATED = """
    import pathlib, re, sys
    import probative as pv
    path, memory, spill = sys.argv[1:]
    found = pv.evaluate(path, truth="y", scores="s", memory=memory, spill=spill)
    auc = found.models["s"].measures["auc"]
    status = pathlib.Path("/proc/self/status").read_text()
    print(auc.value, auc.low, auc.high, int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1]) * 1024)
"""
"""The peak is that of this process: `ru_maxrss` of a child begins with that of the process that started it."""


def large(path: Path, rows: int) -> Path:
    """Distinct scores in no order, made inside the engine."""
    mixed = f"((i * 2654435761) % {rows}) / {rows}.0"
    duckdb.execute(
        f"COPY (SELECT {mixed} AS s, (hash(i) % 1000 < 1000 * ({mixed}))::INT AS y FROM range({rows}) t(i)) TO '{path}'"
    )
    return path


def evaluated(path: Path, memory: str, spill: Path) -> list[float]:
    words = [sys.executable, "-c", textwrap.dedent(EVALUATED), str(path), memory, str(spill)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def area_by_engine(path: Path) -> float:
    """Mann-Whitney's U from the engine's own ranks: an oracle that shares nothing with a ladder."""
    ranked = f"SELECT y, row_number() OVER (ORDER BY s) AS r FROM '{path}'"
    ranks, p, n = duckdb.sql(f"SELECT sum(r) FILTER (y = 1), sum(y), sum(1 - y) FROM ({ranked})").fetchall()[0]
    return float((int(ranks) - int(p) * (int(p) + 1) // 2) / (int(p) * int(n)))


def test_two_million_rows_in_little_memory(tmp_path: Path) -> None:
    path, spill = large(tmp_path / "p.parquet", 2_000_000), tmp_path / "spill"
    spill.mkdir()
    *area, peak = evaluated(path, "150MB", spill)
    *in_memory, more = evaluated(path, "4GB", spill)
    assert area == in_memory
    assert area[0] == pytest.approx(area_by_engine(path), rel=1e-12)
    assert peak < more + 100e6
    assert not list(spill.iterdir())


@pytest.mark.slow
def test_twenty_million_rows_within_512_mb(tmp_path: Path) -> None:
    path = large(tmp_path / "p.parquet", 20_000_000)
    area, _, _, peak = evaluated(path, "512MB", tmp_path)
    assert area == pytest.approx(area_by_engine(path), rel=1e-12)
    assert peak < 512e6 + 250e6, "the limit, beside the interpreter and its libraries"


def test_the_least_memory_sorts_tables_of_any_length(tmp_path: Path) -> None:
    path = large(tmp_path / "p.parquet", 10_000_000)
    connection = duckdb.connect()
    Limits.of("128MB", tmp_path).apply(connection)
    sizes, last = 0, 2.0
    for scores, _ in numeric_batches(connection.sql(f"SELECT s::DOUBLE, y::UTINYINT FROM '{path}' ORDER BY s DESC")):
        assert scores[0] <= last
        sizes, last = sizes + len(scores), scores[-1]
    assert sizes == 10_000_000


def test_an_interrupted_evaluation_leaves_nothing_behind(tmp_path: Path) -> None:
    path, spill = large(tmp_path / "p.parquet", 2_000_000), tmp_path / "spill"
    spill.mkdir()
    words = [sys.executable, "-c", textwrap.dedent(EVALUATED), str(path), "150MB", str(spill)]
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while not any(spill.iterdir()) and child.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        assert child.wait(60) != 0 or not any(spill.iterdir())
    finally:
        child.kill()
    assert not list(spill.iterdir())


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    code = f"""
        import resource
        import numpy as np
        from probative.errors import NoRoom
        from probative.evidence.mapped import ColumnFile
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        try:
            ColumnFile(np.float64, {str(tmp_path)!r}).add(np.zeros(50_000))
        except NoRoom as error:
            print(error)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True)
    assert "cannot be written" in done.stdout
    assert "--spill" in done.stdout
    assert not list(tmp_path.iterdir())


def test_columns_on_disk_have_no_names(tmp_path: Path) -> None:
    file = ColumnFile(np.int64, str(tmp_path))
    file.add(np.arange(5))
    file.add(np.arange(3))
    column = file.mapped()
    assert not os.listdir(tmp_path)
    let_go(column[2:4])
    assert column.tolist() == [0, 1, 2, 3, 4, 0, 1, 2]
    assert on_disk(column[1:])
    assert not on_disk(np.arange(3))


@pytest.mark.parametrize(
    ("given", "size"), [("1GB", 10**9), ("512 MB", 512 * 10**6), ("2g", 2 * 10**9), (300_000_000, 300_000_000)]
)
def test_sizes(given: str | int, size: int) -> None:
    assert Limits.of(given).memory == size


@pytest.mark.parametrize("given", ["much", "1MB", "-1GB", ""])
def test_sizes_that_are_none(given: str) -> None:
    with pytest.raises(pv.errors.BadParameter, match="memory must be"):
        Limits.of(given)


@pytest.mark.parametrize("memory", ["128MB", "200MB"])
def test_a_packed_text_is_read_in_little_memory(tmp_path: Path, memory: str) -> None:
    rng = np.random.default_rng(0)
    y, score = rng.integers(0, 2, 150_000), rng.random(150_000).round(9)
    text = "y,score\n" + "".join(f"{truth},{said:.9f}\n" for truth, said in zip(y, score, strict=True))
    (tmp_path / "p.csv.gz").write_bytes(gzip.compress(text.encode(), 1))
    found = pv.evaluate(tmp_path / "p.csv.gz", truth="y", score="score", threshold=0.5, memory=memory)
    accuracy = next(iter(found.models.values())).measures["accuracy"].value
    assert accuracy == pytest.approx(np.mean((score >= 0.5) == (y == 1)), abs=1e-12)


@pytest.mark.parametrize("name", ["p.csv", "p.csv.gz"])
def test_memory_that_is_not_enough_to_open_a_file_is_named_and_not_the_file(tmp_path: Path, name: str) -> None:
    text = ("y,score\n" + "1,0.25\n0,0.125\n" * 100_000).encode()
    (tmp_path / name).write_bytes(gzip.compress(text, 1) if name.endswith(".gz") else text)
    with pytest.raises(pv.errors.NoRoom, match=r"0\.5 MB of memory is not enough") as told:
        open_file(tmp_path / name, Limits(memory=500_000))
    assert "allocate" in told.value.found
    assert "--memory" in told.value.remedy


def test_a_folder_that_is_not_there() -> None:
    with pytest.raises(pv.errors.BadParameter, match="no folder"):
        Limits.of(None, "nowhere/at/all")


def test_batches_are_those_of_the_engine() -> None:
    asked = (
        "SELECT (i * 7 % 1000)::DOUBLE AS a, i::BIGINT, (i % 3)::UTINYINT FROM range(300000) t(i) ORDER BY a DESC, i"
    )
    parts = list(numeric_batches(duckdb.sql(asked)))
    found = duckdb.sql(asked).fetchnumpy()
    assert len(parts) > 1
    for i, name in enumerate(found):
        assert np.array_equal(np.concatenate([part[i] for part in parts]), found[name])
