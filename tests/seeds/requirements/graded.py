"""Rows that are already graded: the empirical risk of any loss, on test and validation sets alike."""

from __future__ import annotations

import csv
import io
from contextlib import redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import probative as pv
from probative.cli import main

from .entry import Entry

# Six rows in three clusters, each sampled twice; by hand: means of A 1, 2, 3, 4, 5, 9, differences -1, 1, 0, -2, 1, -2.
ROW = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
CLUSTER = [1] * 4 + [2] * 4 + [3] * 4
A = [0.5, 1.5, 1.0, 3.0, 3.0, 3.0, 3.5, 4.5, 4.0, 6.0, 8.0, 10.0]
B = [2.0, 2.0, 0.5, 1.5, 2.0, 4.0, 6.0, 6.0, 3.0, 5.0, 11.0, 11.0]
TABLE = {"id": ROW, "cluster": CLUSTER, "loss_A": A, "loss_B": B}


def _mean(**words: object) -> pv.Estimate:
    found = pv.evaluate(TABLE, values=["loss_A", "loss_B"], better="lower", **words)
    return found.models["A"].measures["mean_loss"]


def _shell(*line: str) -> str:
    """What a command prints of the table as graded.csv."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with TemporaryDirectory() as folder, redirect_stdout(out):
        file = Path(folder) / "graded.csv"
        with file.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows([list(TABLE), *zip(*TABLE.values(), strict=True)])
        with suppress(SystemExit):
            main([line[0], str(file), *line[1:]])
    out.seek(0)
    return out.read()


VALUES = ("--value", "loss_A", "--value", "loss_B", "--better", "lower", "--row", "id")
ENTRIES = [
    Entry(
        "R18",
        'pv.evaluate(table, values=["loss_A"], better="lower", row="id").models["A"].measures["mean_loss"].value',
        lambda: _mean(row="id").value,
        expected=4.0,
        tolerance=1e-12,
        source="(1 + 2 + 3 + 4 + 5 + 9) / 6",
    ),
    Entry(
        "R18",
        'pv.value("mse", pv.Residuals.from_values([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])), as a mean of given losses',
        lambda: pv.value("mean_loss", pv.Moments.from_values([0.25, 0.25, 0.0, 1.0])),
        expected=0.375,
        tolerance=1e-12,
        source="the mean squared error of the same rows",
    ),
    Entry(
        "R18",
        'pv.evaluate(table, values=[...], better="lower", row="id").n',
        lambda: _mean(row="id").n,
        expected=6,
        source="twelve samples of six rows",
    ),
    Entry(
        "R19",
        "pv.Moments.from_values([1, 2, 3, 4, 5, 9]).standard_error",
        lambda: float(pv.Moments.from_values([1, 2, 3, 4, 5, 9]).standard_error),
        expected=(8.0 / 6) ** 0.5,
        tolerance=1e-12,
        source="s = sqrt(40 / 5) by hand, over sqrt(6)",
    ),
    Entry(
        "R19",
        'pv.pilot(table, values="loss_A", better="lower", row="id").sd',
        lambda: pv.pilot(TABLE, values="loss_A", better="lower", row="id").sd,
        expected=8.0**0.5,
        tolerance=1e-12,
        source="s = sqrt(40 / 5) by hand",
    ),
    Entry(
        "R18",
        'pv.compare(table, values=["loss_A", "loss_B"], better="lower", row="id").contests[0].result.effect',
        lambda: pv.compare(TABLE, values=["loss_A", "loss_B"], better="lower", row="id").contests[0].result.effect,
        expected=-0.5,
        tolerance=1e-12,
        source="(-1 + 1 + 0 - 2 + 1 - 2) / 6",
    ),
    Entry(
        "R18",
        "probative evaluate graded.csv --value loss_A --value loss_B --better lower --row id --group cluster",
        lambda: "6 rows · 2 models · graded: lower is better" in _shell("evaluate", *VALUES, "--group", "cluster"),
        expected=True,
        source="twelve samples of six rows",
    ),
    Entry(
        "R19",
        "probative evaluate graded.csv ... (one row: no standard error)",
        lambda: pv.evaluate(values=[0.3], better="lower").models["model"].measures["mean_loss"].why,
        expected="too few rows for a variance",
        source="m = 1 has no standard error",
    ),
]
