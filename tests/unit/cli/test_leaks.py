"""Leaks and ledgers on the command line: --row, --force, --preprocessed, --ledger."""

import json
import re

import numpy as np
import pytest

import probative as pv

from .command import run

RNG = np.random.default_rng(2)
N = 60
IDS = np.concatenate([np.arange(50), np.arange(10)])
X = RNG.normal(size=N)
Y = np.where(X + RNG.normal(size=N) > 0, "yes", "no")


@pytest.fixture
def table(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    path = data / "patients.csv"
    lines = [f"{i},{x:.6f},{z:.6f},{y}" for i, x, z, y in zip(IDS, X, RNG.gamma(2, size=N), Y, strict=True)]
    path.write_text("patient,x,z,outcome\n" + "\n".join(lines) + "\n")
    return path


def trained(table, *more, out="out"):
    words = ("--target", "outcome", "--model", "gaussian", "--plan", "5-fold", "--out", out)
    return run("run", str(table), *words, *more, cwd=table.parent.parent)


def test_an_id_on_both_sides_is_refused_unless_forced_and_marked_for_ever(table):
    done = trained(table, "--row", "patient")
    assert done.returncode == 2
    assert "ids on both sides of a split" in done.stderr
    done = trained(table, "--row", "patient", "--force")
    assert done.returncode == 0
    assert "left out: patient (used as row)" in done.stderr
    assert "this was forced" in done.stdout
    folder = table.parent.parent / "out"
    notes = json.loads((folder / "findings.json").read_text())["notes"]
    assert [note["severity"] for note in notes if note["code"] == "ids-overlap"] == ["error"]
    assert pv.Predictions.load(folder).about.forced == ("ids-overlap",)
    assert "this was forced" in (folder / "report.html").read_text()


def test_ids_that_a_grouped_plan_keeps_together_are_sound(table):
    done = trained(table, "--row", "patient", "--group", "patient", "--plan", "5-fold grouped")
    assert done.returncode == 0
    assert "forced" not in done.stdout


def test_a_plan_refuses_ids_on_both_sides(table):
    words = ("plan", "5-fold", str(table), "--row", "patient")
    assert "ids on both sides" in run(*words).stderr
    assert run(*words, "--force").returncode == 0
    assert run("plan", "5-fold grouped", str(table), "--row", "patient", "--group", "patient").returncode == 0


def test_what_was_done_before_is_said_in_terminal_page_and_json(table):
    done = trained(table, "--preprocessed", "gaps were filled with means of all rows", "--drop", "patient")
    said = "before the rows were split: gaps were filled with means of all rows. Bias is possible."
    assert said in done.stdout
    folder = table.parent.parent / "out"
    assert said in (folder / "report.html").read_text()
    assert said in (folder / "findings.json").read_text()


def test_runs_beside_each_other_know_what_the_rows_were_used_for(table):
    for model in ("tree", "knn", "logistic"):
        words = (
            "--target",
            "outcome",
            "--drop",
            "patient",
            "--model",
            model,
            "--plan",
            "5-fold",
            "--out",
            f"runs/{model}",
        )
        done = run("run", str(table), *words, cwd=table.parent.parent)
    told = re.search(r"used for selection: evaluated 3 times with 3 models \((.*?)\)", done.stdout)
    assert told is not None
    assert set(told[1].split(", ")) == {"tree", "knn", "logistic"}
    page = (table.parent.parent / "runs" / "logistic" / "report.html").read_text()
    assert "used for selection" in page
    assert [path.name for path in table.parent.iterdir()] == ["patients.csv"]


def test_a_damaged_ledger_is_told_before_anything_is_trained(table):
    ledger = table.parent.parent / "ledger.json"
    ledger.write_text("{")
    done = trained(table, "--ledger", "ledger.json")
    assert done.returncode == 2
    assert "cannot be read" in done.stderr
    assert not (table.parent.parent / "out").exists()


def test_evaluate_keeps_a_ledger_where_results_are_and_not_beside_data(tmp_path):
    results, data = tmp_path / "results", tmp_path / "data"
    results.mkdir()
    data.mkdir()
    for name in ("a", "b", "c"):
        lines = [f"{i},{y},{s:.4f}" for i, (y, s) in enumerate(zip(Y, RNG.random(N), strict=True))]
        (data / f"{name}.csv").write_text("id,y,score\n" + "\n".join(lines) + "\n")
        words = ("evaluate", f"data/{name}.csv", "--truth", "y", "--positive", "yes", "--row", "id")
        done = run(*words, "--json", f"results/{name}.json", cwd=tmp_path)
    assert "used for selection" in done.stdout
    run(*words, "--json", "data/f.json", cwd=tmp_path)
    run(*words, "--json", "f.json", cwd=tmp_path)
    assert sorted(path.name for path in results.iterdir()) == ["a.json", "b.json", "c.json", "test-sets.json"]
    assert sorted(path.name for path in data.iterdir()) == ["a.csv", "b.csv", "c.csv", "f.json"]
    assert not (tmp_path / "test-sets.json").exists()
    assert run(*words, "--ledger", "mine.json", cwd=tmp_path).returncode == 0
    assert (tmp_path / "mine.json").exists()
