"""Spark's own AUC, binned and without an interval, against the exact one with its interval; needs Spark installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import probative as pv
from benchmarks.timing import Ratio, beside

ROWS, FILES = 20_000_000, 8


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
        mine, others = beside(ours, theirs, 3)
    session.stop()
    what = f"exact AUC with interval over Spark's binned one, {ROWS // 10**6} million rows"
    yield Ratio(what, mine, others, 2, at_most=True)


def _write(folder: str) -> None:
    rng = np.random.default_rng(0)
    for i in range(FILES):
        y = (rng.random(ROWS // FILES) < 0.3).astype(np.float64)
        s = 1 / (1 + np.exp(0.6 - 1.3 * y - rng.normal(size=len(y))))
        pq.write_table(pa.table({"y": y, "s": s}), Path(folder, f"{i}.parquet"))
