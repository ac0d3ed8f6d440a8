"""Files as people have them: Feather, workbooks, standard input, percentages, encodings and commas that are named."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import probative as pv
from probative.errors import BadParameter, EmptyData, UnreadableFile

Y = [1, 0, 1, 0, 1, 1]
S = [0.9, 0.2, 0.45, 0.6, 0.8, 0.125]


def auc(path: object, **words: str) -> float:
    return float(pv.evaluate(path, truth="y", scores="score", **words).models["model"].measures["auc"])  # type: ignore[arg-type]


AUC = auc({"y": Y, "score": S})


def test_feather_of_pandas_and_of_polars(tmp_path: Path) -> None:
    pd.DataFrame({"y": Y, "score": S}).to_feather(tmp_path / "a.feather")
    pl.DataFrame({"y": Y, "score": S}).write_ipc(tmp_path / "b.arrow")
    assert auc(tmp_path / "a.feather") == auc(str(tmp_path / "b.arrow")) == AUC
    (tmp_path / "c.feather").write_bytes(b"nothing of the kind")
    with pytest.raises(UnreadableFile, match="cannot be read as Feather"):
        auc(tmp_path / "c.feather")
    with pytest.raises(UnreadableFile, match="there is no file"):
        auc(tmp_path / "d.feather")


SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData></worksheet>'
)
BOOK = (
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<sheets><sheet name="One" sheetId="1" r:id="rId7"/></sheets></workbook>'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>'
)
TEXTS = (
    '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<si><t>y</t></si><si><r><t>sco</t></r><r><t>re</t></r></si></sst>"
)


def workbook(path: Path, rows: str) -> Path:
    """A workbook as ECMA-376 describes it: shared texts for the names, numbers below them."""
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("xl/workbook.xml", BOOK)
        book.writestr("xl/_rels/workbook.xml.rels", RELATIONS)
        book.writestr("xl/sharedStrings.xml", TEXTS)
        book.writestr("xl/worksheets/sheet1.xml", SHEET.format(rows))
    return path


def test_the_first_sheet_of_a_workbook(tmp_path: Path) -> None:
    head = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>'
    body = "".join(
        f'<row r="{i}"><c r="A{i}"><v>{y}</v></c><c r="C{i}"><v>{s}</v></c></row>'
        for i, (y, s) in enumerate(zip(Y, S, strict=True), 2)
    )
    assert auc(workbook(tmp_path / "p.xlsx", head + body)) == AUC
    with pytest.raises(EmptyData, match="has no rows"):
        auc(workbook(tmp_path / "empty.xlsx", head))
    (tmp_path / "broken.xlsx").write_bytes(b"PK no")
    with pytest.raises(UnreadableFile, match="cannot be read as a workbook"):
        auc(tmp_path / "broken.xlsx")


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "feather"])
def test_standard_input_of_any_kind(kind: str, tmp_path: Path) -> None:
    frame = pl.DataFrame({"y": Y, "score": S})
    held = io.BytesIO()
    {"csv": frame.write_csv, "jsonl": frame.write_ndjson, "parquet": frame.write_parquet, "feather": frame.write_ipc}[
        kind
    ](held)
    command = [sys.executable, "-m", "probative", "evaluate", "-", "--truth", "y", "--score", "score", "--json", "-"]
    done = subprocess.run(command, input=held.getvalue(), capture_output=True, check=False, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stderr.decode()
    assert pv.Findings.from_json(done.stdout.decode()).models["model"].measures["auc"].value == AUC


def test_percentages_are_shares(tmp_path: Path) -> None:
    lines = [f"{y},{100 * s:.1f}%" for y, s in zip(Y, S, strict=True)]
    (tmp_path / "p.csv").write_text("y,score\n" + "\n".join(lines) + "\n")
    found = pv.evaluate(tmp_path / "p.csv", truth="y", scores="score")
    brier = np.mean((np.array(Y) - np.array(S)) ** 2)
    assert found.models["model"].measures["brier"].value == pytest.approx(brier)
    assert "percentages were read as shares of 1: score" in found.about.guesses


def test_quotes_of_windows_are_found_out(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes("y,score\n“gut”,0.9\n“schlecht”,0.2\n".encode("cp1252"))
    found = pv.evaluate(path, truth="y", positive="“gut”")
    assert "the file is not UTF-8: it was read as cp1252" in found.about.guesses


def test_an_encoding_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes("größe,score\n1,0.9\n0,0.2\n".encode("cp1252"))
    assert pv.read(path, truth="größe", encoding="cp1252").n == 2
    with pytest.raises(UnreadableFile, match="is not utf-8"):
        pv.read(path, truth="größe", encoding="utf-8")
    with pytest.raises(BadParameter, match="no such encoding"):
        pv.read(path, truth="größe", encoding="klingon")
    with pytest.raises(BadParameter, match="those of a file"):
        pv.read({"y": Y, "score": S}, truth="y", encoding="latin-1")


def test_a_decimal_sign_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("y;prediction\n1,500;1,250\n2,000;2,125\n3,250;3,000\n")
    found = pv.evaluate(path, truth="y", predicted="prediction", decimal=",")
    assert found.models["model"].measures["mae"].value == pytest.approx((0.25 + 0.125 + 0.25) / 3)
    with pytest.raises(BadParameter, match="a point or a comma"):
        pv.read(path, truth="y", decimal="'")
