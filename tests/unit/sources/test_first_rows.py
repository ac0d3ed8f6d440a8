"""Types are guessed from the first rows of a text file: later rows that are written otherwise are not bent to them."""

import gzip
import json
from types import SimpleNamespace

import numpy as np
import pytest

import probative as pv
from probative.sources import open_source

WHOLE = 25_000
"""Rows of whole numbers, more than a type is guessed from."""
TRUTH = [i % 2 for i in range(WHOLE)] + [0, 1] * 500
SAID = [0] * WHOLE + [0.4, 0.75] * 500


def csv_file(folder, mark=","):
    rows = [f"{y}{mark}{p}" for y, p in zip(TRUTH, SAID, strict=True)]
    (folder / "p.csv").write_text("\n".join([f"y{mark}p", *rows]))
    return folder / "p.csv"


def packed_file(folder):
    (folder / "p.csv.gz").write_bytes(gzip.compress(csv_file(folder).read_bytes()))
    return folder / "p.csv.gz"


def tsv_file(folder):
    csv_file(folder, "\t").rename(folder / "p.tsv")
    return folder / "p.tsv"


def json_lines(folder):
    rows = [json.dumps({"y": y, "p": p}) for y, p in zip(TRUTH, SAID, strict=True)]
    (folder / "p.jsonl").write_text("\n".join(rows))
    return folder / "p.jsonl"


def json_file(folder):
    (folder / "p.json").write_text(json.dumps([{"y": y, "p": p} for y, p in zip(TRUTH, SAID, strict=True)]))
    return folder / "p.json"


def files_of_a_pattern(folder):
    csv_file(folder)
    (folder / "q.csv").write_text("y,p\n1,1\n")
    return folder / "?.csv"


@pytest.mark.parametrize("written", [csv_file, packed_file, tsv_file, json_lines, json_file])
def test_fractions_behind_many_whole_numbers_stay_fractions(written, tmp_path):
    """NumPy's mean of the squared errors; rounded to whole numbers it was another one."""
    found = pv.evaluate(written(tmp_path), truth="y", predicted="p", task="regression")
    right = np.mean((np.array(TRUTH) - np.array(SAID)) ** 2)
    assert found.models["p"].measures["mse"].value == pytest.approx(right, rel=1e-12)


def test_files_of_a_pattern(tmp_path):
    source = open_source(files_of_a_pattern(tmp_path))
    assert sum(source.listed(["p"]).values["p"]) == pytest.approx(sum(SAID) + 1)


@pytest.mark.parametrize("room", [2**40, 0], ids=["on disk", "nowhere"])
def test_files_that_are_not_kept_in_memory(room, tmp_path, monkeypatch):
    monkeypatch.setattr("probative.sources.kept.IN_MEMORY", 0)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=room))
    source = open_source(csv_file(tmp_path))
    assert sum(source.listed(["p"]).values["p"]) == pytest.approx(sum(SAID))


@pytest.mark.parametrize("late", ["01", "+5", "1_000"])
def test_labels_behind_many_whole_numbers_stay_what_they_are(late, tmp_path):
    """01 and 1 are two labels wherever they stand, as pandas reads them that is told that labels are text."""
    (tmp_path / "p.csv").write_text("y\n" + "1\n5\n1000\n" * WHOLE + f"{late}\n")
    labels = open_source(tmp_path / "p.csv").grouped(["y"]).values["y"].tolist()
    assert sorted(labels) == sorted(["1", "5", "1000", late])


@pytest.mark.parametrize(
    ("late", "read"), [("12345678901234567890", 12345678901234567890), (" 7", 7), ("1e3", 1000.0), ("", None)]
)
def test_whole_numbers_of_other_spellings_stay_numbers(late, read, tmp_path):
    (tmp_path / "p.csv").write_text("y,z\n" + "1,a\n" * WHOLE + f"{late},a\n")
    last = open_source(tmp_path / "p.csv").listed(["y"]).values["y"][-1]
    assert np.isnan(last) if read is None else last == read


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_column_that_begins_with_gaps_holds_numbers(ending, tmp_path):
    rows = [(i % 2, None if i < WHOLE else 0.25) for i in range(WHOLE + 100)]
    lines = {
        "csv": ["y,s", *(f"{y},{'' if s is None else s}" for y, s in rows)],
        "jsonl": [json.dumps({"y": y, "s": s}) for y, s in rows],
    }[ending]
    file = tmp_path / f"p.{ending}"
    file.write_text("\n".join(lines))
    scores = open_source(file).listed(["s"]).values["s"].astype(float)
    assert np.isnan(scores[:WHOLE]).all()
    assert (scores[WHOLE:] == 0.25).all()


def test_an_empty_column_stays_one(tmp_path):
    (tmp_path / "p.csv").write_text("y,s\n" + "1,\n" * WHOLE)
    assert open_source(tmp_path / "p.csv").gaps(["y", "s"]) == [0, WHOLE]
