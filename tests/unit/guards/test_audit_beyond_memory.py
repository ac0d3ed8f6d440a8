"""Tables that do not fit into memory: what is of all rows stays exact, the rest is of drawn rows, and said to be."""

from __future__ import annotations

import json

import numpy as np
import pytest

import probative as pv
from probative.guards.audit import holding

N, HELD = 40_000, 10_000
DUPLICATES = (7, 12_345, 39_990)


@pytest.fixture
def little(monkeypatch):
    """Memory for a quarter of the rows."""
    monkeypatch.setattr(holding, "ROW", 10**9 // HELD)
    monkeypatch.setattr(holding, "SPLITS", 0)


def _table(folder, **more):
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, N))
    table = {"a": a, "b": b, "c": rng.choice(list("uvw"), N), "y": rng.integers(0, 2, N), **more}
    again = np.r_[np.arange(N), DUPLICATES]
    path = str(folder / "table.parquet")
    columns = {name: np.asarray(column)[again] for name, column in table.items()}
    import duckdb

    with duckdb.connect() as connection:
        connection.register("made", columns)
        connection.execute(f"COPY (SELECT * FROM made) TO '{path}'")
    return path


def _notes(found):
    return {note.code: note for note in found.notes}


def test_copies_are_counted_among_all_rows(tmp_path, little):
    note = _notes(pv.audit(_table(tmp_path), target="y"))["rows-alike"]
    assert note.numbers["copies"] == len(DUPLICATES)
    assert sorted(note.rows) == sorted([*DUPLICATES, N, N + 1, N + 2])


def test_copies_and_ids_on_both_sides_are_found_wherever_they_are(tmp_path, little):
    part = np.where(np.arange(N) % 2, "train", "test")
    path = _table(tmp_path, who=[f"row {i}" for i in range(N)])
    splits = str(tmp_path / "splits.csv")
    parts = [*part, "test", "test", "train"]  # each copy on the other side
    (tmp_path / "splits.csv").write_text("row,part\n" + "".join(f"{i},{one}\n" for i, one in enumerate(parts)))
    found = _notes(pv.audit(path, target="y", row="who", splits=splits))
    assert found["copies-across-parts"].numbers["copies"] == len(DUPLICATES)
    assert found["rows-on-both-sides"].numbers["count"] == len(DUPLICATES)
    assert "looked at in" in found["rows-on-both-sides"].message


def test_groups_are_held_as_wholes_so_that_torn_ones_show(tmp_path, little):
    path = _table(tmp_path, g=np.arange(N) // 2, part=np.where(np.arange(N) % 2, "train", "test"))
    found = _notes(pv.audit(path, target="y", group="g", splits="part"))
    torn = found["groups-on-both-sides"].numbers["groups"]
    assert torn == pytest.approx(N / 2 * HELD / N, rel=0.1)
    assert not _notes(pv.audit(path, target="y", group="g", splits="5-fold grouped")).keys() & {"groups-on-both-sides"}


def test_classes_are_counted_in_all_rows(tmp_path, little):
    rare = np.where(np.isin(np.arange(N), (11, 30_011)), 2, np.arange(N) % 2)
    path = _table(tmp_path, y=rare)
    found = pv.audit(path, target="y")
    values, counts = np.unique(np.r_[rare, rare[list(DUPLICATES)]], return_counts=True)
    assert found.to_dict()["diagnostics"][0]["classes"] == dict(zip(map(str, values), counts.tolist(), strict=True))
    assert _notes(found)["class-too-small"].numbers["smallest"] == 2


def test_rows_without_a_target_are_counted_in_all_rows(tmp_path, little):
    y = np.where(np.arange(N) < 500, np.nan, np.arange(N) % 2)
    note = _notes(pv.audit(_table(tmp_path, y=y), target="y"))["target-missing"]
    assert note.numbers["count"] == 501
    assert set(note.rows) == {*range(500), N}


def test_that_rows_were_drawn_is_said_everywhere(tmp_path, little):
    found = pv.audit(_table(tmp_path), target="y")
    audit = found.to_dict()["diagnostics"][0]
    assert audit["memory"] == "1 GB of memory"
    assert 0 < audit["held"] < N / 2
    assert f"1 GB of memory: {audit['held']:,} rows held" in str(found)
    page = found.save(tmp_path / "audit.html").read_text(encoding="utf-8")
    assert "does not hold all rows" in page
    assert json.loads(found.to_json())["diagnostics"][0]["n"] == N + 3


def test_where_very_many_rows_are_copies_some_sets_of_them_are_held_and_the_count_is_an_estimate(
    tmp_path, little, monkeypatch
):
    monkeypatch.setattr(holding, "LISTED", 10)
    rng = np.random.default_rng(1)
    half = N // 2
    again = np.tile(np.arange(half), 2)
    path = _table(tmp_path, a=rng.normal(size=half)[again], b=rng.normal(size=half)[again], c=again, y=again % 2)
    note = _notes(pv.audit(path, target="y"))["rows-copied"]
    assert "about" in note.message
    assert note.numbers["copies"] == pytest.approx(half + 3, rel=0.1)


def test_keys_are_grouped_range_by_range_where_the_engine_holds_few(tmp_path, little, monkeypatch):
    monkeypatch.setattr(holding, "GROUPED", 10**5)
    note = _notes(pv.audit(_table(tmp_path), target="y"))["rows-alike"]
    assert note.numbers["copies"] == len(DUPLICATES)


def test_neighbours_that_are_alike_still_show(tmp_path, little):
    walk = np.cumsum(np.random.default_rng(0).normal(size=N))
    found = _notes(pv.audit(_table(tmp_path, y=(walk > np.median(walk)) * 1), target="y"))
    assert "rows-in-order" in found


def test_a_long_table_with_a_number_to_predict_and_few_values_is_judged():
    """The target was asked row by row beside a sample of the inputs, of which there were fewer."""
    rng = np.random.default_rng(0)
    table = {"a": rng.integers(0, 60, 30_000), "b": rng.integers(0, 60, 30_000), "y": rng.normal(size=30_000)}
    assert all(note.severity == "note" for note in pv.audit(table, target="y").notes)
