"""Engines agree on what is missing, empty or hostile, and on files."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.errors import AmbiguousColumn, EmptyData, MissingColumn, MissingValues, UnreadableFile

from .engines import ENGINES, FILES, write_csv
from .strategies import objects
from .tallied import (
    SCORES,
    TRUTH,
    WEIGHTS,
    _data,
    every_engine,
    every_engine_and,
    every_other_engine,
    every_typed_engine,
)

# --- Missing values --------------------------------------------------------------------------------------------------


GAPS = {
    "score": {"y": np.array([1, 0, 1, 0, 0]), "s": np.array([0.5, np.nan, 0.1, 0.2, np.nan])},
    "number": {"y": np.array([1, 0, np.nan, 0, 1]), "s": np.array([0.5, 0.4, 0.1, 0.2, 0.3])},
    "text": {"y": objects(["p", None, "n", None, "p"]), "s": np.array([0.5, 0.4, 0.1, 0.2, 0.3])},
    "boolean": {"y": objects([True, None, False, False, True]), "s": np.array([0.5, 0.4, 0.1, 0.2, 0.3])},
    "both": {"y": objects(["p", None, "n", "n", "p"]), "s": np.array([np.nan, np.nan, 0.1, 0.2, 0.3])},
}


def _counts(table: dict[str, Any]) -> dict[str, int]:
    return {name: sum(v is None or v != v for v in column.tolist()) for name, column in table.items()}


@every_engine_and(GAPS)
def test_missing_values_are_an_error_that_counts_them(engine, case, tmp_path):
    table = GAPS[case]
    with pytest.raises(MissingValues) as caught:
        pv.tally(_data(engine, table, tmp_path), truth="y", score="s", positive=_positive(case))
    for name, count in _counts(table).items():
        assert (f"{name} {count}" in caught.value.found) == (count > 0)
    assert "5 rows" in caught.value.found
    assert "missing='drop'" in caught.value.remedy


def _positive(case: str) -> Any:
    return "p" if case in ("text", "both") else None


@every_engine_and(GAPS)
def test_missing_values_can_be_dropped(engine, case, tmp_path):
    table = GAPS[case]
    kept = [
        not any(v is None or v != v for v in row) for row in zip(*(c.tolist() for c in table.values()), strict=True)
    ]
    data = _data(engine, table, tmp_path)
    ledger = pv.tally(data, truth="y", score="s", positive=_positive(case), missing="drop")
    truth = [v for v, ok in zip(table["y"].tolist(), kept, strict=True) if ok]
    expected = pv.Ladder.from_scores(truth, table["s"][kept], pos_label=_positive(case))
    assert ledger[()] == expected


@every_engine
def test_missing_predictions_and_slices(engine, tmp_path):
    table = {"y": np.array(["a", "b", "b"]), "p": objects(["a", None, "b"]), "key": objects(["u", "v", None])}
    data = _data(engine, table, tmp_path)
    with pytest.raises(MissingValues, match="missing values") as caught:
        pv.tally(data, truth="y", predicted="p", by="key")
    assert "p 1, key 1 of 3 rows" in caught.value.found
    data = _data(engine, table, tmp_path)
    ledger = pv.tally(data, truth="y", predicted="p", by="key", missing="drop")
    assert list(ledger) == [("u",)]


@every_engine
def test_missing_weights_are_an_error(engine, tmp_path):
    table = {"y": np.array([1, 0, 1]), "s": np.array([0.5, 0.4, 0.1]), "w": np.array([1.0, np.nan, 2.0])}
    with pytest.raises(MissingValues):
        pv.tally(_data(engine, table, tmp_path), truth="y", score="s", weight="w")


@every_engine
def test_nothing_is_left_after_dropping(engine, tmp_path):
    table = {"y": np.array([1, 0]), "s": np.array([np.nan, np.nan])}
    with pytest.raises(EmptyData):
        pv.tally(_data(engine, table, tmp_path), truth="y", score="s", missing="drop")


# --- Empty tables ----------------------------------------------------------------------------------------------------


@every_engine
@pytest.mark.parametrize("question", [{"score": "s"}, {"predicted": "s"}, {"predicted": "s", "regression": True}])
def test_a_table_without_rows(engine, question, tmp_path):
    table = {"y": np.array([], np.int64), "s": np.array([], np.float64)}
    with pytest.raises(EmptyData) as caught:
        pv.tally(_data(engine, table, tmp_path), truth="y", **question)
    assert caught.value.remedy


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "parquet", "csv.gz"])
def test_a_file_without_bytes(ending, tmp_path):
    (tmp_path / f"rows.{ending}").write_bytes(b"")
    with pytest.raises((EmptyData, UnreadableFile)) as caught:
        pv.tally(tmp_path / f"rows.{ending}", truth="y", score="s")
    assert caught.value.remedy


# --- Hostile names ---------------------------------------------------------------------------------------------------


NAMES = [
    ("y", "s"),
    ('"; DROP TABLE predictions; --', "' OR 1=1 --"),
    ('a"b', "a''b"),
    ("two\nlines", "tab\there"),
    ("größe 😀", "日本"),
    ("select", "from"),
    ("c1", "c0"),
    ("rows", "weight"),
    ("predictions", "count(*)"),
    ("*", "^.*$"),
    ("a.b", "a[0]"),
    ("with, comma", "with; semicolon"),
    ("{x}", "$1"),
    ("0", "1"),
    ("__probative_rows", "__probative_weight"),
    ("x" * 300, "x" * 301),
    ("\\", "/"),
    ("br[ack]et", "wh?t"),
    ("<script>alert(1)<script>", "$(touch pwned)"),
    ("%41%00", "\u202eesrever"),
    ("-o", "~"),
]


@every_other_engine
@pytest.mark.parametrize("names", NAMES, ids=repr)
def test_hostile_column_names(engine, names, tmp_path):
    truth, score = names
    table = {truth: np.array(TRUTH), score: np.array(SCORES["ties"]), "other": np.array(["a", "b"] * 3)}
    ledger = pv.tally(_data(engine, table, tmp_path), truth=truth, score=score)
    assert ledger[()] == pv.Ladder.from_scores(TRUTH, SCORES["ties"])


@every_other_engine
@pytest.mark.parametrize(
    "names", [('w"', "by'"), ("weight", "rows"), ("square", "c0"), ("rows", "predictions")], ids=repr
)
def test_hostile_names_of_weights_and_slices(engine, names, tmp_path):
    weight, key = names
    table = {"y": np.array(TRUTH), "s": np.array(SCORES["ties"]), weight: WEIGHTS + 1, key: np.array([0, 1] * 3)}
    ledger = pv.tally(_data(engine, table, tmp_path), truth="y", score="s", weight=weight, by=key)
    expected = pv.Ladder.from_scores(TRUTH, SCORES["ties"], sample_weight=WEIGHTS + 1)
    assert ledger.total() == expected
    assert list(ledger) == [(0,), (1,)]


@every_typed_engine
def test_spaces_around_column_names(engine, tmp_path):
    table = {" y": np.array(TRUTH), "s ": np.array(SCORES["ties"])}
    ledger = pv.tally(_data(engine, table, tmp_path), truth=" y", score="s ")
    assert ledger[()] == pv.Ladder.from_scores(TRUTH, SCORES["ties"])


BLIND_TO_CASE = ("duckdb", *FILES)
"""DuckDB holds Y and y for the same name, and renames one of them."""


@every_engine
def test_columns_that_differ_only_in_case_are_never_mistaken(engine, tmp_path):
    data = _data(engine, {"y": np.array(TRUTH), "Y": np.array(SCORES["ties"])}, tmp_path)
    if engine in BLIND_TO_CASE:
        with pytest.raises((AmbiguousColumn, MissingColumn, UnreadableFile)):
            pv.tally(data, truth="y", score="Y")
    else:
        assert pv.tally(data, truth="y", score="Y")[()] == pv.Ladder.from_scores(TRUTH, SCORES["ties"])


@every_engine
def test_a_missing_column_is_named(engine, tmp_path):
    table = {"y": np.array(TRUTH), "s": np.array(SCORES["ties"])}
    for question in ({"truth": "Y", "score": "s"}, {"truth": "y", "score": "S"}):
        with pytest.raises(MissingColumn) as caught:
            pv.tally(_data(engine, table, tmp_path), **question)
        assert caught.value.found == "y, s"
        assert caught.value.remedy


STEMS = [
    "it's",
    'say "hi"',
    "[x]",
    "[0-9]*",
    "a b",
    "a;b; DROP TABLE x",
    "a*b?",
    "größe 😀",
    "two\nlines",
    "back\\slash",
    "100%",
    "{a,b}",
    "a.csv.b",
    "~",
    "$HOME",
    "-",
    "y=1",
]


@pytest.mark.parametrize("engine", ["csv", "parquet"])
@pytest.mark.parametrize("stem", STEMS)
def test_hostile_file_names(engine, stem, tmp_path):
    table = {"y": np.array(TRUTH), "s": np.array(SCORES["ties"])}
    path = _data(engine, table, tmp_path)
    hostile = path.rename(path.with_name(f"{stem}.{engine}"))
    expected = pv.Ladder.from_scores(TRUTH, SCORES["ties"])
    assert pv.tally(hostile if engine == "csv" else str(hostile), truth="y", score="s")[()] == expected


FOLDERS = [
    (engine, folder)
    for engine in FILES
    for folder in ("y=1", "s=0.5", "it's", "a b", "[x]", "*")
    if engine != "glob" or folder not in ("[x]", "*")
]


@pytest.mark.parametrize(("engine", "folder"), FOLDERS)
def test_hostile_folder_names(engine, folder, tmp_path):
    """A folder named like a partition must not replace the column of that name."""
    (tmp_path / folder).mkdir()
    table = {"y": np.array(TRUTH), "s": np.array(SCORES["ties"])}
    data = _data(engine, table, tmp_path / folder)
    assert pv.tally(data, truth="y", score="s")[()] == pv.Ladder.from_scores(TRUTH, SCORES["ties"])


# --- Files -----------------------------------------------------------------------------------------------------------


def test_files_of_a_pattern_may_order_their_columns_differently(tmp_path):
    write_csv({"y": [1, 0, 1], "s": [0.5, 0.25, 0.75]}, tmp_path / "part-1.csv")
    write_csv({"s": [0.0, 1.0], "y": [0, 1]}, tmp_path / "part-2.csv")
    ledger = pv.tally(tmp_path / "part-*.csv", truth="y", score="s")
    assert ledger[()] == pv.Ladder.from_scores([1, 0, 1, 0, 1], [0.5, 0.25, 0.75, 0.0, 1.0])


@pytest.mark.parametrize("engine", ["csv", "parquet", "jsonl"])
def test_files_of_a_pattern_may_differ_in_type(engine, tmp_path):
    parts = [{"y": np.array([1, 0]), "s": np.array([1, 0])}, {"y": np.array([1, 0]), "s": np.array([0.5, 0.25])}]
    for i, part in enumerate(parts):
        path = _data(engine, part, tmp_path)
        path.rename(tmp_path / f"part-{i}.{engine}")
    ledger = pv.tally(tmp_path / f"part-*.{engine}", truth="y", score="s")
    assert ledger[()] == pv.Ladder.from_scores([1, 0, 1, 0], [1, 0, 0.5, 0.25])


@pytest.mark.parametrize("engine", ["csv", "parquet", "jsonl"])
def test_a_file_that_lacks_a_column_is_not_filled_up_silently(engine, tmp_path):
    for i, part in enumerate([{"y": np.array([1, 0]), "s": np.array([0.5, 0.25])}, {"y": np.array([1, 0])}]):
        _data(engine, part, tmp_path).rename(tmp_path / f"part-{i}.{engine}")
    with pytest.raises((MissingValues, UnreadableFile, MissingColumn)):
        pv.tally(tmp_path / f"part-*.{engine}", truth="y", score="s")


@pytest.mark.parametrize("ending", ["csv", "tsv", "parquet", "jsonl", "csv.gz", "parquet.gz", "xlsx", ""])
def test_rubbish_is_unreadable(ending, tmp_path):
    path = tmp_path / (f"rows.{ending}" if ending else "rows")
    path.write_bytes(bytes(range(256)) * 20)
    with pytest.raises((UnreadableFile, MissingColumn)) as caught:
        pv.tally(path, truth="y", score="s")
    assert "rows" in str(caught.value) or "column" in str(caught.value)


def test_a_truncated_file_is_unreadable(tmp_path):
    path = ENGINES["parquet"]({"y": np.array(TRUTH), "s": np.array(SCORES["ties"])}, tmp_path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(UnreadableFile) as caught:
        pv.tally(path, truth="y", score="s")
    assert caught.value.remedy


def test_a_missing_file_and_a_folder_are_unreadable(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path, tmp_path / "none-*.csv", "", "a\0b.csv"):
        with pytest.raises(UnreadableFile):
            pv.tally(path, truth="y", score="s")


@every_engine
def test_the_source_is_left_alone(engine, tmp_path):
    """Tallying twice gives the same, and the table can still be changed."""
    table = {"y": np.array(TRUTH), "s": np.array(SCORES["zeros"]), "w": WEIGHTS + 1}
    data = _data(engine, table, tmp_path)
    first = pv.tally(data, truth="y", score="s", weight="w")
    assert pv.tally(data, truth="y", score="s", weight="w") == first
    if engine == "numpy":
        assert all(column.flags.writeable for column in data.values())
        assert np.signbit(data["s"][1])
