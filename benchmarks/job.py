"""The user's whole question, from the start of a process to the written report, against a script with scikit-learn."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.ranking import scored
from benchmarks.timing import Ratio, beside

ROWS = 1_000_000
_SCRIPT = """
import sys
import pandas as pd
from sklearn.metrics import classification_report, precision_recall_curve, roc_auc_score, roc_curve

table = pd.read_{kind}(sys.argv[1])
for model in ("first", "second"):
    y, p = table["y"], table[model]
    print(roc_auc_score(y, p))
    print(classification_report(y, p >= 0.5))
    roc_curve(y, p)
    precision_recall_curve(y, p)
"""


def run() -> Iterator[Ratio]:
    """Two models' scores of a million rows, in Parquet and in CSV: a page with everything, or four calls for each."""
    y, s = scored(ROWS)
    noise = np.random.default_rng(1).normal(size=ROWS)
    columns = {"y": y, "first": 1 / (1 + np.exp(-s)), "second": 1 / (1 + np.exp(-s - noise))}
    with TemporaryDirectory() as folder:
        for kind, write in (("parquet", pq.write_table), ("csv", _write_csv)):
            path = Path(folder, f"p.{kind}")
            write(pa.table(columns), path)
            page = str(Path(folder, "report.html"))
            asked = [str(path), "--truth", "y", "--score", "first", "--score", "second", "--html", page]
            ours = partial(_called, "-m", "probative", "evaluate", *asked)
            theirs = partial(_called, "-c", _SCRIPT.format(kind=kind), str(path))
            # As after an installation: both sides find the bytecode of what they import.
            ours()
            theirs()
            what = f"evaluate --html of two models, 1 million rows, {kind}, over a scikit-learn script"
            yield Ratio(what, *beside(ours, theirs, 3), 0.5, at_most=True)


def _write_csv(table: pa.Table, path: Path) -> None:
    from pyarrow import csv

    csv.write_csv(table, path)


def _called(*words: str) -> None:
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *words], capture_output=True, check=True, env=own)
