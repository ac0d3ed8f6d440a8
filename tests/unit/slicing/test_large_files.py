"""Files of more rows than memory holds: rows are drawn, said so, and named by their place in the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import probative as pv
from probative.slicing import drawn
from probative.sources import open_source
from probative.sources.sql import SqlSource

N = 20_000


@pytest.fixture
def table() -> dict[str, Any]:
    rng = np.random.default_rng(3)
    made: dict[str, Any] = {"age": rng.integers(18, 90, N), "site": rng.choice(np.array(["n", "s"], object), N)}
    made["y"] = rng.integers(0, 2, N)
    weak = (made["age"] > 70) & (made["site"] == "s")
    made["said"] = np.where(rng.random(N) < np.where(weak, 0.4, 0.1), 1 - made["y"], made["y"])
    made["id"] = np.array([f"r{i}" for i in range(N)], object)
    return made


@pytest.fixture
def path(table: dict[str, Any], tmp_path: Path) -> Path:
    duckdb.register("table_of_rows", table)
    duckdb.execute(f"COPY (SELECT * FROM table_of_rows) TO '{tmp_path / 't.parquet'}'")
    return tmp_path / "t.parquet"


@pytest.mark.parametrize("beside", [False, True])
def test_rows_that_do_not_fit_are_drawn(
    beside: bool, table: dict[str, Any], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn, "ROW", 512_000_000 // 8_000)
    features: Any = {name: table[name] for name in ("age", "site")} if beside else ["age", "site"]
    found = pv.weak_slices(path, truth="y", predicted="said", features=features, memory="512MB")
    assert 7_500 < found.n < 8_500
    assert any(f"{found.n:,} of 20,000 rows were looked at, drawn at random" in why for why in found.reasons)
    one = found.slices[0]
    rows = np.array(one.rows)
    # The rows named are those of the file: each meets the condition there, whatever was drawn.
    matching = duckdb.sql(
        f"SELECT p FROM (SELECT *, row_number() OVER () - 1 AS p FROM '{path}') WHERE {one.query}"
    ).fetchnumpy()["p"]
    assert one.n == len(rows)
    assert set(rows.tolist()) <= set(matching.tolist())
    wrong = table["y"] != table["said"]
    assert wrong[rows].mean() == pytest.approx(one.inside)


def test_ids_stay_ids(path: Path, table: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "ROW", 512_000_000 // 8_000)
    found = pv.weak_slices(path, truth="y", predicted="said", row="id", features=["age", "site"], memory="512MB")
    rows = [int(str(name)[1:]) for name in found.slices[0].rows]
    assert table["age"][rows].min() > 60


def test_what_fits_is_looked_at_whole(path: Path) -> None:
    found = pv.weak_slices(path, truth="y", predicted="said", features=["age", "site"], memory="512MB")
    assert found.n == N
    assert not any("drawn" in why for why in found.reasons)


def test_a_draw_is_even_and_the_same_again(path: Path) -> None:
    source = open_source(path)
    assert isinstance(source, SqlSource)
    some, places = source.drawn(5_000, 1)
    assert some.size == len(places)
    assert np.array_equal(places, source.drawn(5_000, 1)[1])
    assert not np.array_equal(places[:100], source.drawn(5_000, 2)[1][:100])
    # Five standard errors of a binomial share, overall and in each quarter of the file.
    assert abs(len(places) - 5_000) < 5 * (N * 0.25 * 0.75) ** 0.5
    quarters = np.bincount(places // (N // 4), minlength=4)
    assert (abs(quarters - 1_250) < 5 * (5_000 * 0.25 * 0.75) ** 0.5).all()
    assert (np.diff(places) > 0).all()
    assert some.listed(["id"]).values["id"].tolist() == [f"r{place}" for place in places.tolist()]


def test_files_of_another_spelling(tmp_path: Path, table: dict[str, Any]) -> None:
    lines = zip(table["age"], table["y"], table["said"], strict=True)
    text = "größe;y;said\n" + "".join(f"{age / 10:.1f};{y};{said}\n".replace(".", ",") for age, y, said in lines)
    (tmp_path / "t.csv").write_bytes(text.encode("latin-1"))
    found = pv.weak_slices(
        tmp_path / "t.csv", truth="y", predicted="said", features=["größe"], encoding="latin-1", decimal=","
    )
    assert found.n == N
    assert found.slices[0].conditions[0].column == "größe"
