"""Spark's own AUC, binned and without an interval, against the exact one with its interval; needs Spark installed.

Seconds of processors of this process and of all that descend from it: the virtual machine and its workers.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import probative as pv
from benchmarks.timing import Ratio

ROWS, FILES, TRIES = 5_000_000, 8, 3


def run() -> Iterator[Ratio]:
    """Both in one session of two cores, from the same Parquet files, in turns."""
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    from pyspark.ml.evaluation import BinaryClassificationEvaluator
    from pyspark.sql import SparkSession

    wanted = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    wanted = wanted.config("spark.driver.memory", "4g").config("spark.ui.showConsoleProgress", "false")
    session = wanted.getOrCreate()
    with TemporaryDirectory() as folder:
        _write(folder)
        # The evaluator makes `BinaryClassificationMetrics` of 1,000 bins inside the virtual machine.
        peer = BinaryClassificationEvaluator(rawPredictionCol="s", labelCol="y", numBins=1000)

        def ours() -> float:
            predictions = pv.read(session.read.parquet(folder), truth="y", scores="s", memory="128MB")
            found = pv.estimate("auc", predictions.evidence("auc").total())
            assert found.low < found.value < found.high
            return found.value

        def theirs() -> float:
            return float(peer.evaluate(session.read.parquet(folder)))

        assert abs(ours() - theirs()) < 0.01
        # The first calls, above, have warmed the virtual machine.
        turns = [[_seconds(each) for each in (ours, theirs)] for _ in range(TRIES)]
        mine, others = (median(column) for column in zip(*turns, strict=True))
    session.stop()
    what = f"exact AUC with interval over Spark's binned one, {ROWS // 10**6} million rows"
    yield Ratio(what, mine, others, 2, at_most=True)


def _seconds(function: Callable[[], object]) -> float:
    before = _processors()
    function()
    return _processors() - before


def _processors() -> float:
    """Seconds of processors that this process and its descendants have had, those that have ended among them."""
    told = {int(place.name): _stat(place) for place in Path("/proc").iterdir() if place.name.isdigit()}

    def mine(process: int) -> bool:
        while process not in (0, os.getpid()):
            process = told.get(process, (0, 0))[0]
        return process != 0

    return sum(ticks for process, (_, ticks) in told.items() if mine(process)) / os.sysconf("SC_CLK_TCK")


def _stat(place: Path) -> tuple[int, int]:
    """The parent of a process and its ticks; nothing of one that has gone."""
    try:
        fields = re.sub(r".*\) ", "", (place / "stat").read_text(), flags=re.DOTALL).split()
    except OSError:
        return 0, 0
    return int(fields[1]), sum(map(int, fields[11:15]))


def _write(folder: str) -> None:
    rng = np.random.default_rng(0)
    for i in range(FILES):
        y = (rng.random(ROWS // FILES) < 0.3).astype(np.float64)
        s = 1 / (1 + np.exp(0.6 - 1.3 * y - rng.normal(size=len(y))))
        pq.write_table(pa.table({"y": y, "s": s}), Path(folder, f"{i}.parquet"))
