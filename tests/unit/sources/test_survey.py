"""A survey says the same whatever holds the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from probative.sources import open_source
from probative.sources.survey import EXACT, estimates_distinct, facts_of, row_hashes, some_rows

TABLE: dict[str, Any] = {
    "a": [1.0, 1.0, 2.0, None, 1.0, None],
    "b": ["x", " X ", "x", "y", "x", "y"],
    "c": [3, 3, 3, 4, 3, 4],
}


def sources(folder: Path) -> dict[str, Any]:
    frame = pl.DataFrame(TABLE)
    frame.write_csv(folder / "t.csv")
    frame.write_parquet(folder / "t.parquet")
    return {
        "arrays": TABLE,
        "frame": frame,
        "lazy": frame.lazy(),
        "csv": folder / "t.csv",
        "parquet": folder / "t.parquet",
        "pandas": frame.to_pandas(),
    }


@pytest.mark.parametrize("kind", ["arrays", "frame", "lazy", "csv", "parquet", "pandas"])
def test_all_engines_find_the_same(kind: str, tmp_path: Path) -> None:
    source = open_source(sources(tmp_path)[kind])
    facts = facts_of(source, ["a", "b", "c"])
    assert (facts["a"].missing, facts["a"].distinct, facts["a"].low, facts["a"].high) == (2, 2, 1.0, 2.0)
    assert facts["c"].distinct == 2
    hashes = row_hashes(source, ["a", "b", "c"])
    equal = hashes[:, None] == hashes
    # Rows 0, 1 and 4 are equal once blanks and case are gone, and so are 3 and 5, whose numbers are missing.
    assert equal[0].tolist() == [True, True, False, False, True, False]
    assert equal[3].tolist() == [False, False, False, True, False, True]
    some = some_rows(source, ["c", "b"], np.array([2, 3]))
    assert some.values["c"].tolist() == [3, 4]
    assert list(some.values["b"]) == ["x", "y"]


def test_not_a_number_is_missing_in_a_file(tmp_path: Path) -> None:
    pl.DataFrame({"a": [1.0, float("nan"), 3.0]}).write_parquet(tmp_path / "t.parquet")
    fact = facts_of(open_source(tmp_path / "t.parquet"), ["a"])["a"]
    assert (fact.missing, fact.distinct, fact.high) == (1, 2, 3.0)


def test_many_rows_are_estimated_but_names_of_rows_are_counted(tmp_path: Path) -> None:
    n = EXACT + 10
    table = pl.DataFrame({"id": np.arange(n), "x": np.arange(n) % 1000 + 0.5})
    table.write_parquet(tmp_path / "t.parquet")
    source = open_source(tmp_path / "t.parquet")
    facts = facts_of(source, ["id", "x"])
    assert estimates_distinct(source)
    assert facts["id"].distinct == n
    assert facts["x"].distinct == pytest.approx(1000, rel=0.2)
    places = np.array([0, 7, 77_777, n - 1])
    assert some_rows(source, ["id"], places).values["id"].tolist() == places.tolist()
