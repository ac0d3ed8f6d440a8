"""probative audit, as people call it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from .command import run


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    x = rng.normal(size=120)
    table = {
        "x": x,
        "case_id": np.arange(120),
        "g": np.arange(120) // 4,
        "y": np.where(x > rng.normal(size=120), "a", "b"),
    }
    pl.DataFrame(table).write_csv(tmp_path / "cases.csv")
    return tmp_path


def test_the_audit_is_printed_with_its_remedies(cases: Path) -> None:
    done = run("audit", "cases.csv", "--target", "y", "--group", "g", cwd=cases)
    assert done.returncode == 0
    assert "audit · 120 rows · 2 inputs · target y (2 classes)" in done.stdout
    assert "warning: 'case_id'" in done.stdout
    assert "probative run cases.csv --target y --drop case_id" in done.stdout


def test_the_audit_of_splits_is_json_and_a_page_that_can_be_rendered_again(cases: Path) -> None:
    made = run("plan", "3-fold", "cases.csv", "--target", "y", "--indices", "splits.csv", cwd=cases)
    assert made.returncode == 0
    told = ("--group", "g", "--row", "case_id", "--splits", "splits.csv")
    done = run("audit", "cases.csv", "--target", "y", *told, "--json", "-", "--html", "audit.html", cwd=cases)
    found = json.loads(done.stdout)
    assert [note["code"] for note in found["notes"] if note["severity"] != "note"] == ["groups-on-both-sides"]
    assert found["notes"][0]["columns"] == ["g"]
    assert len(found["notes"][0]["rows"]) > 50
    assert found["about"]["command"].startswith("probative audit cases.csv")
    page = (cases / "audit.html").read_text(encoding="utf-8")
    assert "Audit of the data" in page
    (cases / "audit.json").write_text(done.stdout, encoding="utf-8")
    assert "Inputs" in run("table", "audit.json", cwd=cases).stdout
    assert run("render", "audit.json", "-o", "again.html", cwd=cases).returncode == 0
    assert (cases / "again.html").read_text(encoding="utf-8") == page


def test_splits_as_json_are_the_same_splits(cases: Path) -> None:
    run("plan", "3-fold", "cases.csv", "--target", "y", "--indices", "splits.json", cwd=cases)
    done = run(
        "audit", "cases.csv", "--target", "y", "--group", "g", "--splits", "splits.json", "--json", "-", cwd=cases
    )
    assert "groups-on-both-sides" in [note["code"] for note in json.loads(done.stdout)["notes"]]


def test_predictions_are_looked_at(cases: Path) -> None:
    y = pl.read_csv(cases / "cases.csv")["y"]
    pl.DataFrame({"truth": y, "predicted": y}).write_csv(cases / "said.csv")
    done = run("audit", "cases.csv", "--target", "y", "--predictions", "said.csv", cwd=cases)
    assert "not one of 120 rows is predicted wrongly" in done.stdout


@pytest.mark.parametrize(
    "more", [("--target", "z"), ("--target", "y", "--splits", "none.csv"), ("--target", "y", "--task", "poetry")]
)
def test_a_wrong_call_is_refused_in_words(more: tuple[str, ...], cases: Path) -> None:
    done = run("audit", "cases.csv", *more, cwd=cases)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr


def test_what_is_not_shown_is_shown_by_the_option_that_is_named(cases: Path, tmp_path: Path) -> None:
    lines = ["41,Bern,n", "35,Genf,p", "52,Bern,p", "47,Basel,n"] * 6
    (tmp_path / "table.csv").write_text("\n".join(["age,town,y", *lines]), encoding="utf-8")
    short, long, quiet = (
        run("audit", "table.csv", "--target", "y", *more, cwd=tmp_path) for more in ((), ("--all",), ("-q",))
    )
    assert (short.returncode, long.returncode, quiet.returncode) == (0, 0, 0)
    assert "--all: 1 note" in short.stdout
    assert "note: " in long.stdout
    assert "--all" not in long.stdout
    assert len(quiet.stdout) < len(short.stdout) < len(long.stdout)


def test_predictions_of_other_names_are_told_what_to_be_called(cases: Path) -> None:
    lines = (cases / "cases.csv").read_text(encoding="utf-8").splitlines()
    place = lines[0].split(",").index("y")
    truth = [line.split(",")[place] for line in lines[1:]]
    for name, code in (("said", 2), ("predicted", 0)):
        text = "\n".join([f"truth,{name}", *(f"{y},{y}" for y in truth)])
        (cases / "odd.csv").write_text(text + "\n", encoding="utf-8")
        done = run("audit", "cases.csv", "--target", "y", "--predictions", "odd.csv", cwd=cases)
        assert done.returncode == code
        assert "--predicted" not in done.stderr, "an audit has no such option"
        assert ("call it predicted or score" in done.stderr) == (code == 2)
