"""Rows in the partitions of Spark give the evidence of the same rows in memory, also when an executor is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import probative as pv
from probative.evaluation.foreseen import foresee
from probative.evidence.stretches import Stretches
from probative.sources.limits import Limits
from probative.sources.spark_parts import SparkRanges
from probative.sources.spool import Spool
from probative.sources.spread import SpreadSource
from probative.sources.stretched import OnWorkers

N = 3000


def table(n: int = N) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    y = (rng.random(n) < 0.3).astype(np.int8)
    x = np.round(y + rng.normal(size=n), 2)
    return {
        "y": y,
        "word": np.where(y == 1, "yes", "no").astype(object),
        "x": x,
        "a.b": np.where(np.abs(x) < 0.3, -0.0, x).astype(np.float32),
        "small": np.clip(np.round(x * 30), -128, 127).astype(np.int8),
        "holes": np.where(rng.random(n) < 0.05, np.nan, x),
        "label": np.where(rng.random(n) < 0.8, np.where(y == 1, "yes", "no"), "no").astype(object),
        "site": rng.choice(["north", "o'hare"], n).astype(object),
        "w": rng.integers(0, 9, n) / 8,
        "target": x + rng.normal(size=n),
        "tied": np.where(x > 1.5, x, 0.0),
    }


@pytest.fixture(scope="module")
def frame(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("spark")
    whole = pa.table(table())
    for i, first in enumerate((0, 10, 1700)):
        pq.write_table(whole.slice(first, (10, 1690, N)[i]), folder / f"{i}.parquet")
    return spark.read.parquet(str(folder))


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("rows were fetched")

    monkeypatch.setattr(SpreadSource, "listed", refuse)


def too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "fits", lambda *_: False)


CASES: dict[str, dict[str, Any]] = {
    "scores by site": {"truth": "y", "scores": ["x", "a.b", "small"], "by": ["site"]},
    "words and NaN": {"truth": "word", "positive": "yes", "scores": "holes", "missing": "drop"},
    "weights": {"truth": "y", "scores": "x", "weight": "w"},
}


@pytest.mark.parametrize("case", CASES)
def test_ladders_are_the_same_bit_for_bit(case: str, frame: Any, far: None, monkeypatch: pytest.MonkeyPatch) -> None:
    words = CASES[case]
    near = pv.read(table(), **words)
    kept = {name: near.evidence("auc", name, by=words.get("by", ())) for name in near.models}
    too_large(monkeypatch)
    there = pv.read(frame, **words)
    for name, here in kept.items():
        found = there.evidence("auc", name, by=words.get("by", ()))
        assert list(here) == list(found)
        for key in here:
            for a, b in zip(here[key].columns, found[key].columns, strict=True):
                assert a.dtype == b.dtype
                assert np.array_equal(a, b)
        assert near.fingerprint(name) == there.fingerprint(name)


def test_rungs_that_stay_with_the_executors(frame: Any, far: None, monkeypatch: pytest.MonkeyPatch) -> None:
    measures = ("auc", "average_precision", "ks", "equal_error_rate")
    words = {"truth": "y", "scores": "x"}
    near = pv.read(table(), **words).evidence("auc").total()
    too_large(monkeypatch)
    monkeypatch.setattr(Limits, "takes_rungs", lambda *_: False)
    there = pv.read(frame, **words).evidence("auc").total()
    assert isinstance(there, Stretches)
    foresee(there)
    with monkeypatch.context() as refusing:
        refusing.setattr(OnWorkers, "gathered", None)
        for name in measures:
            a, b = pv.estimate(name, near), pv.estimate(name, there)
            assert [b.value, b.low, b.high] == pytest.approx([a.value, a.low, a.high], rel=1e-9)
    for a, b in zip(near.columns, there.gathered.columns, strict=True):
        assert a.dtype == b.dtype
        assert np.array_equal(a, b)


@pytest.mark.parametrize("score", ["tied", "x"])
def test_rows_of_a_common_score_are_added_up_before_they_move(
    score: str, frame: Any, far: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = pv.read(table(), truth="y", scores=score).evidence("auc").total()
    too_large(monkeypatch)
    monkeypatch.setattr(Limits, "takes_rungs", lambda *_: False)
    moved: list[int] = []
    ranges = SparkRanges.__init__
    monkeypatch.setattr(
        SparkRanges, "__init__", lambda self, *told: (moved.append(told[1].count()), ranges(self, *told))[1]
    )
    there = pv.read(frame, truth="y", scores=score).evidence("auc").total()
    for a, b in zip(near.columns, there.gathered.columns, strict=True):
        assert a.dtype == b.dtype
        assert np.array_equal(a, b)
    assert moved == [len(near.scores) if score == "tied" else N]


def test_labels_and_residuals_too(frame: Any, far: None, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = {"truth": "word", "predicted": "label", "positive": "yes"}
    numbers = {"truth": "target", "predicted": "x", "task": "regression"}
    here = pv.read(table(), **labels).evidence("accuracy").total(), pv.read(table(), **numbers).evidence("mse").total()
    too_large(monkeypatch)
    there = pv.read(frame, **labels).evidence("accuracy").total(), pv.read(frame, **numbers).evidence("mse").total()
    assert all(getattr(here[0], cell) == getattr(there[0], cell) for cell in ("tp", "fn", "fp", "tn"))
    for name in ("mse", "mae", "r2", "median_absolute_error"):
        assert pv.value(name, there[1]) == pytest.approx(pv.value(name, here[1]), rel=1e-12)


def test_small_tables_are_fetched_and_compared(frame: Any) -> None:
    words = {"truth": "y", "scores": ["x", "small"]}
    here, there = pv.compare(table(), **words), pv.compare(frame, **words)
    for a, b in zip(here.contests, there.contests, strict=True):
        # Spark reads the largest file first: the rows are the same in another order.
        assert (a.result.method, a.result.p) == (b.result.method, pytest.approx(b.result.p, rel=1e-9))


PAIRS: dict[str, dict[str, Any]] = {
    "areas": {"truth": "y", "scores": ["x", "small"]},
    "gaps": {"truth": "word", "positive": "yes", "scores": ["small", "holes"], "missing": "drop"},
    "ties in most rows": {"truth": "y", "scores": ["tied", "x"]},
}


def refused(*_: object) -> None:
    raise AssertionError("rows came here")


@pytest.mark.parametrize("case", PAIRS)
def test_large_tables_are_compared_and_gated_too(
    case: str, frame: Any, far: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = PAIRS[case]
    near, passed = pv.compare(table(), **words), pv.gate(table(), margin=0.05, **words)
    too_large(monkeypatch)
    monkeypatch.setattr(Spool, "add", refused)
    there, gated = pv.compare(frame, **words), pv.gate(frame, margin=0.05, **words)
    a, b = near.contests[0].result, there.contests[0].result
    assert (there.test, b.n, there.contests[0].winner) == (near.test, a.n, near.contests[0].winner)
    assert [b.p, b.effect, b.low, b.high] == pytest.approx([a.p, a.effect, a.low, a.high], rel=1e-9, abs=1e-15)
    assert gated.checks[0].status == passed.checks[0].status
    assert gated.checks[0].low == pytest.approx(passed.checks[0].low, rel=1e-9)


COMMAND = """
import sys
from probative.cli import main
from probative.sources.limits import Limits
from probative.sources.spark_parts import SparkRanges
from probative.sources.spool import Spool
Limits.fits = lambda *_: False
main(sys.argv[1:])
"""


def test_the_command_line_reads_files_with_spark(spark: Any, tmp_path: Path) -> None:
    """In a process of its own, which stops the session that it starts."""
    for i, first in enumerate((0, 1000)):
        pq.write_table(pa.table(table()).slice(first, (1000, N)[i]), tmp_path / f"{i}.parquet")
    out = tmp_path / "found.json"
    words = ["evaluate", str(tmp_path / "*.parquet"), "--truth", "y", "--score", "x", "--quiet", "--json", str(out)]
    where = "sc://localhost" if os.environ.get("PROBATIVE_SPARK") == "connect" else "local[2]"
    words += ["--engine", "spark", "--master", where]
    subprocess.run([sys.executable, "-c", COMMAND, *words], check=True, capture_output=True, text=True)
    there = json.loads(out.read_text(encoding="utf-8"))
    assert "rows stay on the workers of Spark" in str(there["about"]["guesses"])
    near = pv.evaluate(table(), truth="y", scores="x").models["x"].measures["auc"]
    found = there["models"]["x"]["measures"]["auc"]
    assert [found[key] for key in ("value", "low", "high")] == pytest.approx([near.value, near.low, near.high])


def test_a_killed_executor_changes_nothing(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not os.environ.get("PROBATIVE_SPARK", "").startswith("local-cluster"):
        assert not _executors(), "only a cluster has executors of its own"
        return
    for i in range(8):
        pq.write_table(pa.table(table(200_000)).slice(i * 25_000, 25_000), tmp_path / f"{i}.parquet")
    near = pv.read(table(200_000), truth="y", scores="x").evidence("auc").total()
    too_large(monkeypatch)
    victim = _executors()[0]
    killer = threading.Thread(target=lambda: (time.sleep(3), os.kill(victim, signal.SIGKILL)))
    shuffled = spark.read.parquet(str(tmp_path)).repartition(16, "x")
    said = pv.read(shuffled, truth="y", scores="x")
    killer.start()
    found = said.evidence("auc").total()
    killer.join()
    assert victim not in _executors()
    assert all(np.array_equal(a, b) for a, b in zip(near.columns, found.columns, strict=True))
    # Between two walks an executor goes with the ranges that it kept: they are made again.
    monkeypatch.setattr(Limits, "takes_rungs", lambda *_: False)
    there = pv.read(shuffled, truth="y", scores="x").evidence("auc").total()
    area = pv.value("auc", there)
    os.kill(_executors()[0], signal.SIGKILL)
    assert area == pytest.approx(pv.value("auc", near), rel=1e-12)
    assert pv.value("average_precision", there) == pytest.approx(pv.value("average_precision", near), rel=1e-12)


def test_an_executor_killed_between_two_sorts_of_pairs(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The places by the first score go with it, and are made again."""
    if not os.environ.get("PROBATIVE_SPARK", "").startswith("local-cluster"):
        assert not _executors(), "only a cluster has executors of its own"
        return
    rows = table(50_000)
    for i in range(4):
        pq.write_table(pa.table(rows).slice(i * 12_500, 12_500), tmp_path / f"{i}.parquet")
    words = {"truth": "y", "scores": ["tied", "a.b"]}
    near = pv.compare(rows, **words).contests[0].result
    too_large(monkeypatch)
    monkeypatch.setattr(Spool, "add", refused)
    again, killed = SparkRanges.again, []

    def losing(self: SparkRanges, *told: Any) -> Any:
        killed.append(_executors()[0])
        os.kill(killed[0], signal.SIGKILL)
        return again(self, *told)

    monkeypatch.setattr(SparkRanges, "again", losing)
    there = pv.compare(spark.read.parquet(str(tmp_path)), **words).contests[0].result
    assert killed[0] not in _executors()
    assert [there.p, there.effect, there.low, there.high] == pytest.approx(
        [near.p, near.effect, near.low, near.high], rel=1e-9, abs=1e-15
    )
    assert there.details == pytest.approx(near.details, rel=1e-9)


def _executors() -> list[int]:
    """The executors that descend from this process, and no others."""
    lines = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in lines.splitlines()[1:]]
    parents = {int(row[0]): int(row[1]) for row in rows}

    def mine(pid: int) -> bool:
        while pid not in (0, 1, os.getpid()):
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    found = [int(row[0]) for row in rows if len(row) > 2 and "CoarseGrainedExecutorBackend" in row[2]]
    return [pid for pid in found if mine(pid)]
