"""Whatever can be wrong with files, and names that want to be something else."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import probative as pv
from probative import errors
from probative.findings import Confusion

from ..refusals import FILES, GOOD, GOOD_CSV, UNREADABLE, Refusal, assert_refused, written

# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("make", "expected"), FILES)
def test_bad_file(make: Callable[[Path], Any], expected: Refusal, tmp_path: Path) -> None:
    path = make(tmp_path)
    assert_refused(lambda: pv.evaluate(path, truth="y", scores="score"), expected)


@pytest.mark.parametrize(
    "content", ["y,score\n", "y,score", "\n"], ids=["header", "header without line end", "newline"]
)
def test_a_file_without_rows_is_called_empty_even_if_columns_are_to_be_guessed(content: str, tmp_path: Path) -> None:
    """With no rows there are no types; the reader must hear of the missing rows, not of unguessable columns."""
    with pytest.raises(errors.EmptyData):
        pv.evaluate(written(tmp_path, "p.csv", content))


@pytest.fixture
def locked() -> Iterator[Path]:
    """A file that this process may not read; the superuser steps down for the time of the test."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = written(Path(folder), "p.csv", GOOD_CSV)
        pv.evaluate(path)  # whatever is loaded lazily is loaded now
        path.chmod(0)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield path
        finally:
            if root:
                os.seteuid(0)


def test_a_file_without_permission(locked: Path) -> None:
    assert_refused(lambda: pv.evaluate(locked), Refusal(UNREADABLE, "p.csv", "ermission denied"))


def test_columns_in_another_order_in_the_second_file(tmp_path: Path) -> None:
    """Columns have names: the files of a pattern are joined by these, or refused."""
    written(tmp_path, "day-1.csv", "y,score\n1,0.9\n0,0.2\n")
    written(tmp_path, "day-2.csv", "score,y\n0.8,1\n0.1,0\n")
    try:
        found = pv.evaluate(tmp_path / "day-*.csv")
    except errors.UnreadableFile:
        return
    assert found.models["model"].confusion == Confusion((1, 0), ((2, 0), (0, 2)))


@pytest.mark.parametrize("ending", ["csv", "parquet", "jsonl"])
def test_other_columns_in_the_second_file(ending: str, tmp_path: Path) -> None:
    write = {"csv": "write_csv", "parquet": "write_parquet", "jsonl": "write_ndjson"}[ending]
    for i, names in enumerate((("y", "score"), ("a", "b"))):
        getattr(pl.DataFrame(dict(zip(names, GOOD.values(), strict=True))), write)(tmp_path / f"day-{i}.{ending}")
    with pytest.raises(errors.ProbativeError):
        pv.evaluate(tmp_path / f"day-*.{ending}", truth="y", scores="score")


def test_a_folder_named_like_a_partition_adds_no_column(tmp_path: Path) -> None:
    from probative.sources import open_source

    path = written(tmp_path, "score=3/p.csv", GOOD_CSV)
    assert open_source(path).listed(["score"]).values["score"].tolist() == GOOD["score"]
    path = written(tmp_path, "day=3/p.csv", GOOD_CSV)
    assert list(open_source(path).kinds) == ["y", "score"]


# --- hostile names ---------------------------------------------------------------------------------------------------


HOSTILE = [
    "it's",
    'qu"ote',
    "x'; DROP TABLE predictions;--",
    '"; SELECT 1 --',
    "new\nline",
    "tab\tstop",
    "br[ack]et",
    "[a-z]",
    "st*r",
    "wh?t",
    "{a,b}",
    "<script>alert(1)<script>",
    "$(touch pwned)",
    "%41%00",
    "-o",
    "~",
    "ünï🎉",
    "\u202eesrever",
    "back\\slash",
    "c0",
    "rows",
    "select",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_file_names_are_names(name: str, tmp_path: Path) -> None:
    """Neighbours that a pattern would match hold other rows."""
    for other in ("a", "b", "sttr", "what", "bra et"):
        written(tmp_path, f"{other}.csv", "y,score\n0,0.5\n0,0.7\n")
    path = written(tmp_path, f"{name}.csv", GOOD_CSV)
    found = pv.evaluate(path)
    assert found.n == 4
    assert found.models["model"].confusion == Confusion((1, 0), ((1, 1), (1, 1)))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_of_missing_files_make_a_clean_message(name: str, tmp_path: Path) -> None:
    with pytest.raises(UNREADABLE) as caught:
        pv.evaluate(tmp_path / f"{name}.csv")
    assert all(line.isprintable() for line in str(caught.value).splitlines())


def test_hostile_names_of_any_length_are_shortened() -> None:
    with pytest.raises(UNREADABLE) as caught:
        pv.evaluate("a" * 200 + "\x1b[2J.csv")
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("name", [*HOSTILE, "</script><script>window.x=1</script>", "a,b", "count(*)", "*"])
def test_hostile_column_names_are_names(name: str) -> None:
    """As a slice, as a score and as a truth; `tests/laws` tally such names with every engine."""
    data = {f"y {name}": GOOD["y"], f"score_{name}": GOOD["score"], name: ["u", "v", "v", "u"]}
    found = pv.evaluate(data, truth=f"y {name}", scores=f"score_{name}", by=name)
    assert list(found.models) == [name]
    assert [(part.by, part.value, part.n) for part in found.slices] == [(name, "u", 2), (name, "v", 2)]
    assert pv.Findings.from_dict(found.to_dict()).to_json() == found.to_json()


@pytest.mark.parametrize("name", ["new\nline", "\x1b[2J\x1b[H", "\x00", "\u202eabc", "x" * 10_000])
def test_hostile_column_names_make_a_clean_message(name: str) -> None:
    with pytest.raises(errors.MissingColumn) as caught:
        pv.evaluate({name: [1, 0], "score": [0.9, 0.2]}, truth="y")
    text = str(caught.value)
    assert len(text.splitlines()) <= 2
    assert all(line.isprintable() for line in text.splitlines())
    assert len(text) < 2_000


def test_a_message_does_not_list_two_thousand_columns() -> None:
    with pytest.raises(errors.MissingColumn) as caught:
        pv.evaluate({f"column_{i}": [1, 0] for i in range(2_000)}, truth="y")
    assert len(str(caught.value)) < 2_000
