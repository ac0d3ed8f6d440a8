"""Labels and ids are exact on every engine, or refused: nothing is merged by rounding."""

import gzip
from decimal import Decimal
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import probative as pv
from probative.errors import BadLabels, UnreadableFile

TOP = 2**53
TRUTH = [TOP + 1, TOP + 3, TOP + 5, TOP + 7]
SAID = [TOP, TOP + 4, TOP + 4, TOP + 8]
"""Neighbours that floats cannot tell apart: no row is right, and rounded ones all are."""


def accuracy(data, **words):
    found = pv.evaluate(data, truth="y", predicted="p", task="classification", **words)
    return next(iter(found.models.values())).measures["accuracy"].value


def pandas_frame(folder):
    return pd.DataFrame({"y": pd.array([*TRUTH, None], "Int64"), "p": pd.array([*SAID, 1], "Int64")})


def polars_frame(folder):
    return pl.DataFrame({"y": [*TRUTH, None], "p": [*SAID, 1]})


def csv_file(folder):
    pandas_frame(folder).to_csv(folder / "p.csv", index=False)
    return folder / "p.csv"


def parquet_file(folder):
    polars_frame(folder).write_parquet(folder / "p.parquet")
    return folder / "p.parquet"


def json_file(folder):
    polars_frame(folder).write_ndjson(folder / "p.jsonl")
    return folder / "p.jsonl"


ENGINES = {
    "pandas": pandas_frame,
    "polars": polars_frame,
    "lazy": lambda folder: polars_frame(folder).lazy(),
    "arrow": lambda folder: polars_frame(folder).to_arrow(),
    "dict": lambda folder: {"y": [*TRUTH, None], "p": [*SAID, 1]},
    "csv": csv_file,
    "parquet": parquet_file,
    "json": json_file,
}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_gap_does_not_round_the_other_labels(engine, tmp_path):
    assert accuracy(ENGINES[engine](tmp_path), missing="drop") == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_a_gap_does_not_merge_groups(engine, tmp_path):
    """Four groups stay four, although floats know only three of their ids."""
    rows = {"y": [0, 1] * 10, "s": np.linspace(0, 1, 20).tolist(), "g": [TOP, TOP + 1, TOP + 2, TOP + 3] * 5}
    gone = {"y": [1], "s": [0.5], "g": [None]}
    frame = pl.DataFrame({name: [*values, *gone[name]] for name, values in rows.items()})
    whole = pv.evaluate(pl.DataFrame(rows), truth="y", scores="s", groups="g").models["s"].measures["auc"]
    if engine == "csv":
        frame.write_csv(tmp_path / "g.csv")
    elif engine == "parquet":
        frame.write_parquet(tmp_path / "g.parquet")
    elif engine == "json":
        frame.write_ndjson(tmp_path / "g.jsonl")
    data = {
        "pandas": frame.to_pandas(use_pyarrow_extension_array=True),
        "polars": frame,
        "lazy": frame.lazy(),
        "arrow": frame.to_arrow(),
        "dict": {name: frame[name].to_list() for name in frame.columns},
        "csv": tmp_path / "g.csv",
        "parquet": tmp_path / "g.parquet",
        "json": tmp_path / "g.jsonl",
    }[engine]
    found = pv.evaluate(data, truth="y", scores="s", groups="g", missing="drop").models["s"].measures["auc"]
    assert (found.low, found.high) == (whole.low, whole.high)


@pytest.mark.parametrize("first", [2**63, 2**64, 10**30, 10**45], ids=str)
def test_integers_of_a_csv_beyond_64_bits_are_exact(first, tmp_path):
    lines = [f"{first + i},{first + i + 1}" for i in (0, 2, 4, 6)]
    (tmp_path / "p.csv").write_text("\n".join(["y,p", *lines]))
    assert accuracy(tmp_path / "p.csv") == 0
    (tmp_path / "p.csv").write_text("\n".join(["y,p", *lines, f"{first},{first}"]))
    assert accuracy(tmp_path / "p.csv") == 0.2


def test_long_decimals_are_exact(tmp_path):
    kind = pa.decimal128(38, 0)
    columns = {"y": [Decimal(10**20 + i) for i in (0, 2, 4)], "p": [Decimal(10**20 + i + 1) for i in (0, 2, 4)]}
    table = pa.table({name: pa.array(values, kind) for name, values in columns.items()})
    pq.write_table(table, tmp_path / "p.parquet")
    assert accuracy(tmp_path / "p.parquet") == 0
    assert accuracy(table) == 0


def test_unsigned_integers_beyond_63_bits(tmp_path):
    truth = np.array([2**63, 2**63 + 2, 2**64 - 1], np.uint64)
    said = np.array([2**63, 2**63 + 1, 2**64 - 2], np.uint64)
    assert accuracy({"y": truth, "p": said}) == pytest.approx(1 / 3)
    near = np.array([2**63, 2**63 + 2], np.uint64)
    assert accuracy({"y": near, "p": near}) == 1
    pl.DataFrame({"y": truth, "p": said}).write_parquet(tmp_path / "p.parquet")
    assert accuracy(tmp_path / "p.parquet") == pytest.approx(1 / 3)


def test_integers_of_128_bits():
    columns = {"y": [2**70, 2**70 + 2], "p": [2**70 + 1, 2**70 + 2]}
    rows = ", ".join(f"({y}::hugeint, {p}::hugeint)" for y, p in zip(*columns.values(), strict=True))
    assert accuracy(duckdb.connect().sql(f"select * from (values {rows}) as t(y, p)")) == 0.5
    # The lowest Polars that we allow has no such integers.
    if kind := getattr(pl, "Int128", None):
        assert accuracy(pl.DataFrame(columns, schema=dict.fromkeys(columns, kind))) == 0.5


def test_labels_that_were_rounded_before_are_refused():
    with pytest.raises(BadLabels, match="2\\^53"):
        accuracy({"y": np.array(TRUTH, float), "p": np.array(SAID, float)})


def test_a_leading_zero_is_another_label(tmp_path):
    (tmp_path / "p.csv").write_text("y,p\n01,1\n1,01\n01,01\n1,1\n")
    assert accuracy(tmp_path / "p.csv") == 0.5


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.99])
def test_a_cut_file_is_refused_whatever_the_engine_says(kept, tmp_path):
    rows = "".join(f"{i % 2},{(i * 7919) % 1000 / 1000}\n" for i in range(5000))
    block = gzip.compress(f"y,s\n{rows}".encode())
    path = Path(tmp_path, "p.csv.gz")
    path.write_bytes(block[: int(len(block) * kept)])
    with pytest.raises(UnreadableFile, match="cut off"):
        pv.evaluate(path, truth="y", scores="s")
    path.write_bytes(block)
    assert pv.evaluate(path, truth="y", scores="s").n == 5000


@pytest.mark.parametrize("kept", [0.001, 0.3, 0.6, 0.99])
@pytest.mark.parametrize("stated", [True, False])
def test_a_cut_zstandard_file_is_refused(kept, stated, tmp_path):
    """Once half of it was evaluated without a word. Written with a size and without."""
    block = "y,s\n" + "".join(f"{i % 2},{(i * 7919) % 99991 / 99991}\n" for i in range(50_000))
    path, sink = Path(tmp_path, "p.csv.zst"), pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(block.encode())
    packed = pa.compress(block.encode(), "zstd", asbytes=True) if stated else sink.getvalue().to_pybytes()
    skipped = (0x184D2A53).to_bytes(4, "little") + (5).to_bytes(4, "little") + b"words"
    path.write_bytes(packed[: int(len(packed) * kept)])
    with pytest.raises(UnreadableFile, match="cut off"):
        pv.evaluate(path, truth="y", scores="s")
    for whole in (packed, skipped + packed, packed + skipped):
        path.write_bytes(whole)
        assert pv.evaluate(path, truth="y", scores="s").n == 50_000


def test_what_is_no_zstandard_file_is_refused(tmp_path):
    path = Path(tmp_path, "p.csv.zst")
    path.write_bytes(b"y,s\n1,0.5\n")
    with pytest.raises(UnreadableFile, match="no sound Zstandard file"):
        pv.evaluate(path, truth="y", scores="s")


def test_a_zstandard_bomb_is_refused(tmp_path):
    """Repeated blocks of four bytes that unpack to 128 KB each: 40 KB of them are 1.3 GB."""
    path = Path(tmp_path, "p.csv.zst")
    repeated = ((2**17 << 3) | 2).to_bytes(3, "little") + b"1"
    last = ((1 << 3) | 3).to_bytes(3, "little") + b"1"
    path.write_bytes(bytes.fromhex("28b52ffd0078") + repeated * 10_000 + last)
    with pytest.raises(UnreadableFile, match="unpacks to more than 200 times"):
        pv.evaluate(path, truth="y", scores="s")


def test_two_members_are_whole(tmp_path):
    path = Path(tmp_path, "p.csv.gz")
    path.write_bytes(gzip.compress(b"y,p\n1,1\n") + gzip.compress(b"0,1\n"))
    assert accuracy(path) == 0.5


def test_what_unpacks_to_nothing_but_size_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("probative.sources.packed.LARGEST", 10**6)
    path = Path(tmp_path, "p.csv.gz")
    path.write_bytes(gzip.compress(bytes(10**7)))
    with pytest.raises(UnreadableFile, match="200 times"):
        pv.evaluate(path, truth="y", scores="s")
