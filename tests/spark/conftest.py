"""Spark as named by PROBATIVE_SPARK: local[2], local-cluster[2,1,1200] or Connect; run by `make test-spark`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    where = os.environ.get("PROBATIVE_SPARK", "local[2]")
    wanted = SparkSession.builder.appName("tests")
    if where == "connect":
        found = wanted.remote("local[2]").getOrCreate()
    else:
        wanted = wanted.master(where).config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "4")
        wanted = wanted.config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        # An executor of local-cluster[2,1,1200] has 1,200 MB in all.
        found = wanted.config("spark.executor.memory", "900m").config("spark.driver.memory", "900m").getOrCreate()
    yield found
    found.stop()
