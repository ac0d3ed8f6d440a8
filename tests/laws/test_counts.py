"""A line that counts for n rows is n rows, in every respect and from every engine: the oracle writes the rows out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.errors import BadCounts, BadParameter, MissingColumn, NotPaired

from .tallied import _data, every_engine

LINES: dict[str, Any] = {
    "y": np.array([1, 1, 1, 0, 0, 0, 1]),
    "score_A": np.array([0.9, 0.6, 0.2, 0.7, 0.3, 0.1, 0.9]),
    "score_B": np.array([0.8, 0.3, 0.6, 0.2, 0.6, 0.1, 0.8]),
    "site": np.array(["x", "y", "x", "y", "x", "y", "x"]),
    "n": np.array([20, 12, 8, 9, 14, 37, 3]),
}
ROWS = {name: np.repeat(column, LINES["n"]) for name, column in LINES.items() if name != "n"}


def _measures(findings: pv.Findings) -> dict[str, Any]:
    return {
        name: {m: estimate.to_dict() for m, estimate in model.measures.items()}
        for name, model in findings.models.items()
    }


@every_engine
def test_an_evaluation_is_that_of_the_rows(engine: str, tmp_path: Path) -> None:
    counted = pv.evaluate(_data(engine, LINES, tmp_path), truth="y", by="site", count="n")
    written = pv.evaluate(ROWS, truth="y", by="site")
    assert counted.n == written.n == 103
    assert _measures(counted) == _measures(written)
    assert counted.slices == written.slices
    assert counted.comparisons == written.comparisons


@every_engine
def test_a_tally_too_large_to_be_listed_is_counted(engine: str, tmp_path: Path) -> None:
    many = {**LINES, "n": LINES["n"] * 10_000_000}
    said = pv.read(_data(engine, many, tmp_path), truth="y", count="n")
    assert said.evidence("auc", "A").total().n == 1_030_000_000
    expected = pv.value("auc", pv.Ladder.from_scores(ROWS["y"], ROWS["score_A"]))
    assert pv.value("auc", said.evidence("auc", "A").total()) == pytest.approx(expected, abs=1e-12)
    with pytest.raises(BadParameter, match="not listed one by one"):
        said.paired()


def test_comparisons_and_gates_are_those_of_the_rows() -> None:
    words: dict[str, Any] = {"truth": "y", "measure": "accuracy"}
    assert pv.compare(LINES, count="n", **words) == pv.compare(ROWS, **words)
    assert pv.gate(LINES, count="n", margin=0.05, **words) == pv.gate(ROWS, margin=0.05, **words)


def test_numbers_are_counted_too() -> None:
    lines = {"y": [1.5, 2.5, 4.0], "pred": [1.0, 3.0, 4.5], "n": [10, 20, 5]}
    rows = {name: np.repeat(lines[name], lines["n"]) for name in ("y", "pred")}
    counted, written = (
        pv.evaluate(lines, truth="y", count="n", task="regression"),
        pv.evaluate(rows, truth="y", task="regression"),
    )
    assert _measures(counted) == _measures(written)


def test_a_weight_beside_a_count_weighs_each_of_the_rows() -> None:
    lines = {**LINES, "w": np.array([0.5, 1.0, 2.0, 1.5, 0.25, 1.0, 3.0])}
    rows = {**ROWS, "w": np.repeat(lines["w"], lines["n"])}
    assert _measures(pv.evaluate(lines, truth="y", weight="w", count="n")) == _measures(
        pv.evaluate(rows, truth="y", weight="w")
    )


def test_bare_arrays_have_counts() -> None:
    found = pv.evaluate(truth=[1, 1, 0, 0], predicted=[1, 0, 1, 0], count=[40, 10, 5, 45])
    accuracy = found.models["model"].measures["accuracy"]
    # Wilson's limits of 85 of 100, by hand.
    assert (found.n, accuracy.value) == (100, 0.85)
    assert (accuracy.low, accuracy.high) == pytest.approx((0.76716, 0.90694), abs=1e-5)


def test_a_line_that_counts_for_none_is_not_there() -> None:
    found = pv.evaluate({"y": [1, 0, 2], "pred": [1, 0, 2], "n": [5, 6, 0]}, truth="y", count="n")
    assert found.n == 11
    assert found.positive == 1


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([1, -1], "0 or more"),
        ([1, 1.5], "0 or more"),
        ([1, None], "missing"),
        ([0, 0], "all counts"),
        (["a", "b"], "kind text"),
    ],
)
def test_what_counts_nothing_is_refused(counts: list[Any], said: str) -> None:
    with pytest.raises(BadCounts, match=said):
        pv.read({"y": [1, 0], "pred": [1, 0], "n": counts}, truth="y", count="n")


def test_counts_need_their_column_and_exclude_ids() -> None:
    with pytest.raises(MissingColumn):
        pv.read(LINES, truth="y", count="m")
    with pytest.raises(BadParameter, match="no ids"):
        pv.read(LINES, truth="y", count="n", row="site")


def test_two_tables_of_counts_are_not_paired_by_the_order_of_their_lines() -> None:
    """Expanded line by line the truths would agree, and every pair would be made up."""
    a = {"y": [1, 1, 0], "pred": [1, 0, 0], "n": [5, 5, 10]}
    b = {"y": [1, 1, 0], "pred": [0, 1, 0], "n": [4, 6, 10]}
    with pytest.raises(NotPaired, match="cannot be paired"):
        pv.compare(a, b, truth="y", count="n")
