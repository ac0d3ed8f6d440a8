"""The commands table and plot: what they print and write."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

import probative as pv

from .command import process, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("findings")
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 80)
    scores = {name: (y * 0.3 + rng.random(80) * 0.7).round(3) for name in ("A|1", "$b$")}
    pv.evaluate(truth=y, scores=scores).save(here / "findings.json")
    pv.evaluate(truth=y + rng.random(80), predicted=y * 1.0).save(here / "regression.json")
    return here


@pytest.fixture(scope="module")
def findings(folder: Path) -> pv.Findings:
    return pv.Findings.load(folder / "findings.json")


def test_a_table_is_printed(folder: Path, findings: pv.Findings) -> None:
    done = run("table", "findings.json", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert findings.headline() in done.stdout
    for name, *cells in findings.table().shown():
        line = next(line for line in done.stdout.splitlines() if line.startswith(f"{name} "))
        assert all(part in line for cell in cells for part in cell.split("  "))


@pytest.mark.parametrize(("form", "ending"), [("markdown", "md"), ("latex", "tex"), ("csv", "csv"), ("text", "txt")])
def test_formats_and_files_agree_with_the_library(folder: Path, findings: pv.Findings, form: str, ending: str) -> None:
    table = findings.table("confusion")
    made = {"markdown": table.to_markdown, "latex": table.to_latex, "csv": table.to_csv, "text": lambda: f"{table}\n"}
    done = run("table", "findings.json", "confusion", "-o", f"confusion.{ending}", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert (folder / f"confusion.{ending}").read_text(encoding="utf-8") == made[form]()
    if form != "text":
        assert run("table", "findings.json", "confusion", "--format", form, cwd=folder).stdout == made[form]()


def test_a_table_as_json(folder: Path, findings: pv.Findings) -> None:
    done = run("table", "findings.json", "comparisons", "--json", "-", cwd=folder)
    plain = json.loads(done.stdout)
    assert (plain["kind"], plain["name"]) == ("table", "comparisons")
    rows = [dict(zip(plain["columns"], row, strict=True)) for row in plain["rows"]]
    assert rows == findings.table("comparisons").to_dicts()
    assert run("table", "findings.json", "comparisons", "--format", "json", cwd=folder).stdout == done.stdout
    assert run("table", "findings.json", "comparisons", "-o", "pairs.json", cwd=folder).returncode == 0
    assert (folder / "pairs.json").read_text(encoding="utf-8") == done.stdout


def test_csv_holds_numbers(folder: Path, findings: pv.Findings) -> None:
    rows = list(csv.DictReader(run("table", "findings.json", "--format", "csv", cwd=folder).stdout.splitlines()))
    accuracy = findings.models["$b$"].measures["accuracy"]
    assert (float(rows[0]["$b$"]), float(rows[0]["$b$_low"])) == (accuracy.value, accuracy.low)
    assert (rows[0]["$b$_method"], rows[0]["$b$_level"]) == (accuracy.method, "0.95")


def test_the_tables_are_listed(folder: Path) -> None:
    done = run("table", "regression.json", "--list", cwd=folder)
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["measures", "notes", "method"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["regression.json", "slices"], ["no table 'slices'", "measures"]),
        (["findings.json", "nonsense"], ["no table 'nonsense'", "confusion"]),
        (["findings.json", "-o", "t.doc"], ["must end as its format does", ".md, .tex, .csv"]),
        (["findings.json", "-o", "t.md", "--format", "latex"], ["must end as its format does"]),
        (["findings.json", "--format", "word"], ["no such format", "markdown"]),
        (["findings.json", "-o", "none/t.md"], ["no such folder"]),
        (["missing.json"], ["there is no file 'missing.json'"]),
    ],
    ids=" ".join,
)
def test_mistakes_with_tables(folder: Path, arguments: list[str], words: list[str]) -> None:
    done = run("table", *arguments, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert all(word in done.stderr for word in words)


def test_a_picture_is_written_the_same_twice(folder: Path) -> None:
    """By this process and by another, in which hashes of words are others."""
    kinds = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    for ending in kinds:
        done = run("plot", "findings.json", "roc", "-o", f"1.{ending}", cwd=folder)
        assert done == (0, "", f"picture written to 1.{ending}\n")
    code = f"""
from probative.cli import main
for ending in {list(kinds)}:
    try:
        main(["plot", "findings.json", "roc", "-o", "2." + ending])
    except SystemExit as stopped:
        assert not stopped.code
"""
    assert process(code=code, cwd=folder).returncode == 0
    for ending, magic in kinds.items():
        first, second = ((folder / f"{i}.{ending}").read_bytes() for i in (1, 2))
        assert first == second
        assert first.startswith(magic)


def test_the_drawn_values(folder: Path, findings: pv.Findings) -> None:
    done = run("plot", "findings.json", "measures", "--measure", "tpr", "--model", "$b$", "--json", "-", cwd=folder)
    plain = json.loads(done.stdout)
    assert (plain["kind"], plain["picture"], plain["measure"]) == ("picture", "measures", "recall")
    assert list(plain["models"]) == ["$b$"]
    assert plain["models"]["$b$"]["value"] == findings.models["$b$"].measures["recall"].value


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["findings.json"], ["no file to draw into", "-o roc.svg"]),
        (["findings.json", "-o", "roc.gif"], [".svg"]),
        (["findings.json", "-o", "none/roc.svg"], ["no such folder"]),
        (["regression.json", "roc", "-o", "roc.svg"], ["no picture 'roc'", "measures"]),
        (["findings.json", "confusion", "-o", "c.svg"], ["shows one model", "$b$, A|1"]),
        (["findings.json", "roc", "--model", "C", "-o", "c.svg"], ["no model 'C'"]),
    ],
    ids=" ".join,
)
def test_mistakes_with_pictures(folder: Path, arguments: list[str], words: list[str]) -> None:
    before = sorted(path.name for path in folder.iterdir())
    done = run("plot", *arguments, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert all(word in done.stderr for word in words)
    assert sorted(path.name for path in folder.iterdir()) == before


def test_the_pictures_are_listed_with_what_they_draw(folder: Path) -> None:
    done = run("plot", "regression.json", "--list", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert list(lines) == ["measures", "within", "predicted", "residuals", "quantiles"]
    assert (
        lines["predicted"]
        == "Actual against predicted values; on the line a prediction is right, filled within the tolerance."
    )


def test_without_matplotlib_the_extra_is_named_and_values_still_come(folder: Path) -> None:
    blocked = "import sys; sys.modules['matplotlib'] = None; from probative.cli import main; main()"
    done = process("plot", "findings.json", "-o", "roc.svg", cwd=folder, code=blocked)
    assert done.returncode == 2
    assert "probative[plots]" in done.stderr
    assert process("plot", "findings.json", "--json", "-", cwd=folder, code=blocked).returncode == 0
