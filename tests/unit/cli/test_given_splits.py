"""probative run --splits: splits that were made elsewhere, from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import probative as pv
from probative.errors import BadParameter, EmptyData, Leakage, LengthMismatch, MissingColumn

from .command import run

RNG = np.random.default_rng(3)
N = 120
TABLE: dict[str, Any] = {
    "case": [f"c{i:03d}" for i in range(N)],
    "dose": RNG.gamma(3, size=N).round(3).tolist(),
    "age": RNG.integers(20, 80, N).tolist(),
}
TABLE["sick"] = np.where(np.array(TABLE["dose"]) + RNG.normal(size=N) > 3, "yes", "no").tolist()
FOLD = RNG.permutation(np.arange(N) % 4)
ORDER = RNG.permutation(N)
"""Lines of a file need not stand in the order of the table."""


def said(splits: Any, table: Any = None, **more: Any) -> pv.Predictions:
    return pv.experiment(table or TABLE, target="sick", models=["gaussian"], splits=splits, positive="yes", **more)


def folds(found: pv.Predictions) -> list[int]:
    told = found.model("gaussian")
    return [int(told.fold[list(told.row).index(i)]) for i in range(N)]


@pytest.mark.parametrize(
    ("splits", "more"),
    [
        ({"row": ORDER, "fold": FOLD[ORDER]}, {}),
        ({"fold": FOLD}, {}),
        ({"case": [TABLE["case"][i] for i in ORDER], "fold": FOLD[ORDER]}, {"row": "case"}),
        ([(np.flatnonzero(k != FOLD), np.flatnonzero(k == FOLD)) for k in range(4)], {}),
        (FOLD, {}),
    ],
    ids=["row and fold", "fold in order", "ids and fold", "pairs", "a fold for each row"],
)
def test_folds_are_those_that_were_told(splits: Any, more: Any) -> None:
    assert folds(said(splits, **more)) == FOLD.tolist()


def test_a_column_of_the_table_tells_the_splits_and_is_no_input() -> None:
    found = said("wave", TABLE | {"wave": FOLD})
    assert folds(found) == FOLD.tolist()
    assert any("left out: wave" in line for line in found.about.guesses)


def test_repeats_are_repeats() -> None:
    second = RNG.permutation(np.arange(N) % 4)
    lines = {"row": np.tile(np.arange(N), 2), "repeat": np.repeat([1, 2], N), "fold": np.r_[FOLD, second]}
    found = said(lines)
    told = found.model("gaussian")
    assert found.scheme.repeats == 2
    assert found.scheme.splits == 8
    here = np.asarray(told.repeat) == 1
    assert [int(told.fold[here][list(told.row[here]).index(i)]) for i in range(N)] == second.tolist()


def test_parts_of_train_validation_and_test() -> None:
    part = np.array(["train", "validation", "test"])[np.arange(N) % 3]
    found = said({"part": part})
    assert sorted(int(i) for i in found.model("gaussian").row) == list(range(2, N, 3))


def test_rows_that_are_dropped_do_not_shift_the_others() -> None:
    gone = TABLE | {"sick": [None if i % 10 == 0 else value for i, value in enumerate(TABLE["sick"])]}
    found = said({"row": ORDER, "fold": FOLD[ORDER]}, gone, missing="drop")
    kept = [i for i in range(N) if i % 10]
    told = found.model("gaussian")
    assert {int(r): int(f) for r, f in zip(told.row, told.fold, strict=True)} == {
        new: int(FOLD[old]) for new, old in enumerate(kept)
    }


def test_rows_on_both_sides_are_refused_unless_forced() -> None:
    both = {
        "row": [*range(N), *range(5)],
        "fold": [0] * (N + 5),
        "part": ["test"] * 40 + ["train"] * 80 + ["train"] * 5,
    }
    with pytest.raises(Leakage, match="also trains on"):
        said(both)
    forced = said(both, force=True)
    assert forced.about.forced == ("rows-overlap",)
    assert forced.about.leaks.overlapping == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("splits", "error"),
    [
        ({"row": [0, N], "fold": [0, 1]}, BadParameter),
        ({"row": ["a", "b"], "fold": [0, 1]}, BadParameter),
        ({"fold": [0, 1]}, LengthMismatch),
        ({"other": FOLD}, MissingColumn),
        ({"row": [0, 1], "part": ["train", "train"]}, EmptyData),
    ],
)
def test_splits_that_fit_no_table_are_refused(splits: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        said(splits)


def test_a_plan_and_splits_are_one_too_many() -> None:
    with pytest.raises(BadParameter, match="a plan and splits"):
        said({"fold": FOLD}, plan="5-fold")


def test_the_file_that_plan_writes_is_the_plan(tmp_path: Path) -> None:
    pl.DataFrame(TABLE).write_csv(tmp_path / "cases.csv")
    made = run("plan", "4-fold stratified", "cases.csv", "--target", "sick", "--indices", "splits.csv", cwd=tmp_path)
    assert made.returncode == 0
    words = ("run", "cases.csv", "--target", "sick", "--model", "gaussian", "--positive", "yes", "--json", "-")
    told = [
        json.loads(run(*words, *how, "--out", name, cwd=tmp_path).stdout)
        for name, how in {"one": ("--splits", "splits.csv"), "two": ("--plan", "4-fold stratified")}.items()
    ]
    one, two = (found["models"]["gaussian"]["measures"]["accuracy"]["value"] for found in told)
    assert one == two
    assert not [note for note in told[0]["notes"] if note["severity"] != "note"]
