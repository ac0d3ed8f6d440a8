"""What a refusal must say, and tables to be refused."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from probative import errors

GOOD = {"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.4, 0.6]}
GOOD_CSV = "y,score\n1,0.9\n0,0.2\n1,0.4\n0,0.6\n"


@dataclass(frozen=True)
class Refusal:
    """The class of an error, and words that its text must hold."""

    kind: type[errors.ProbativeError]
    what: str
    found: str
    todo: str | None = None
    """What to do, where the first sentence says it; None: the error must name a remedy."""


def check(error: errors.ProbativeError, expected: Refusal) -> None:
    """What is wrong, what was found, what to do; on two lines, fit for a terminal."""
    text = str(error)
    assert type(error) is expected.kind, text
    assert expected.what in error.what
    assert error.what.endswith(".")
    assert expected.found in text
    if expected.todo is None:
        assert error.remedy, f"no remedy in: {text}"
    else:
        assert expected.todo in text
    assert len(text.splitlines()) <= 2
    assert all(line.isprintable() for line in text.splitlines())


def assert_refused(call: Callable[[], Any], expected: Refusal) -> None:
    with pytest.raises(errors.ProbativeError) as caught:
        call()
    check(caught.value, expected)


def case(name: str, call: Any, *expected: Any) -> Any:
    return pytest.param(call, Refusal(*expected), id=name)


def table(engine: str, columns: dict[str, list[Any]], folder: Path) -> Any:
    """The same columns as every kind of table that evaluate reads."""
    if engine == "dict":
        return columns
    if engine == "pandas":
        return pd.DataFrame(columns)
    frame = pl.DataFrame(columns, strict=False)
    if engine == "polars":
        return frame
    if engine == "lazy":
        return frame.lazy()
    path = folder / f"table.{engine}"
    if engine == "parquet":
        frame.write_parquet(path)
    else:
        with path.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(
                [["" if v is None or v != v else v for v in row] for row in zip(*columns.values(), strict=True)]
            )
    return path


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def parquet(folder: Path) -> bytes:
    path = folder / "whole" / "p.parquet"
    path.parent.mkdir()
    pl.DataFrame({"y": [0, 1] * 500, "score": np.linspace(0, 1, 1000)}).write_parquet(path)
    return path.read_bytes()


def zipped() -> bytes:
    rows = "".join(f"{i % 2},{i * 7919 % 5000 / 5000}\n" for i in range(5000))
    return gzip.compress(f"y,score\n{rows}".encode())


UNREADABLE = errors.UnreadableFile
FILES = [
    case("empty file", lambda d: written(d, "p.csv", ""), errors.EmptyData, "p.csv' is empty", "0 bytes"),
    case("empty parquet", lambda d: written(d, "p.parquet", ""), errors.EmptyData, "is empty", "0 bytes"),
    case("header only", lambda d: written(d, "p.csv", "y,score\n"), errors.EmptyData, "no rows", "no rows"),
    case("header without line end", lambda d: written(d, "p.csv", "y,score"), errors.EmptyData, "no rows", "no rows"),
    case("one empty line", lambda d: written(d, "p.csv", "\n"), errors.EmptyData, "", ""),
    case(
        "truncated parquet",
        lambda d: written(d, "p.parquet", parquet(d)[:-100]),
        UNREADABLE,
        "cannot be read as parquet",
        "magic bytes",
    ),
    case(
        "half a parquet",
        lambda d: written(d, "p.parquet", (b := parquet(d))[: len(b) // 2]),
        UNREADABLE,
        "cannot be read as parquet",
        "magic bytes",
    ),
    case("text as parquet", lambda d: written(d, "p.parquet", GOOD_CSV), UNREADABLE, "cannot be read", "magic bytes"),
    case(
        "half a .csv.gz",
        lambda d: written(d, "p.csv.gz", zipped()[:5000]),
        UNREADABLE,
        "cannot be read to its end",
        "bytes that do not end",
    ),
    case(
        ".csv.gz without its last bytes",
        lambda d: written(d, "p.csv.gz", zipped()[:-4]),
        UNREADABLE,
        "cannot be read to its end",
        "bytes that do not end",
    ),
    case(
        "text as gz", lambda d: written(d, "p.csv.gz", GOOD_CSV), UNREADABLE, "no sound GZIP file", "incorrect header"
    ),
    case(
        "row too short",
        lambda d: written(d, "p.csv", GOOD_CSV + "1\n"),
        UNREADABLE,
        "different numbers of fields",
        "y,score",
    ),
    case(
        "row too long",
        lambda d: written(d, "p.csv", GOOD_CSV + "1,0.5,7\n"),
        UNREADABLE,
        "p.csv",
        "p.csv",
    ),
    case(
        "row too long far below",
        lambda d: written(d, "p.csv", GOOD_CSV + "1,0.5\n" * 30000 + "1,0.5,7\n"),
        UNREADABLE,
        "cannot be read as csv",
        "p.csv",
    ),
    case(
        "not UTF-8",
        lambda d: written(d, "p.csv", b"y,score\n1,0.5\n0,\xff\xfe\n"),
        errors.BadScores,
        "column 'score' must hold numbers",
        "'\xff\xfe' in row 2",
    ),
    case("binary", lambda d: written(d, "p.csv", bytes(range(256)) * 20), UNREADABLE, "cannot be read as csv", "p.csv"),
    case("broken JSON lines", lambda d: written(d, "p.jsonl", '{"y": 1,\n{'), UNREADABLE, "cannot be read", "p.jsonl"),
    case("a directory", lambda d: d, UNREADABLE, "is a directory", "directory"),
    case("a directory named .csv", lambda d: written(d, "p.csv/x", "").parent, UNREADABLE, "is a directory", "p.csv"),
    case("a missing file", lambda d: d / "none.csv", UNREADABLE, "there is no file", "none.csv"),
    case("an unknown ending", lambda d: written(d, "p.xls", "x"), UNREADABLE, "kind", "'.xls'"),
    case("no ending", lambda d: written(d, "predictions", "x"), UNREADABLE, "kind", "no ending"),
    case("no match", lambda d: d / "day-*.csv", UNREADABLE, "no file matches", "day-*.csv"),
    case("a wrong pattern", lambda d: d / "a**b.csv", UNREADABLE, "", "a**b.csv"),
    case("no name", lambda d: "", UNREADABLE, "empty", "''"),
    case("a null character", lambda d: "a\0b.csv", UNREADABLE, "null character", "a\\x00b.csv"),
    case("a name of 5000 letters", lambda d: "a" * 5000 + ".csv", UNREADABLE, "cannot be opened", "too long"),
    case("an address", lambda d: "http://127.0.0.1:9/p.csv", UNREADABLE, "there is no file", "127.0.0.1"),
    case("text scores", lambda d: written(d, "p.csv", "y,score\n1,high\n0,low\n"), errors.BadScores, "numbers", "'"),
]
