"""Weak slices as text, table, JSON, page and picture, and from the command line."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import probative as pv
from probative.errors import BadFormat, BadParameter

from ..cli.command import run
from .planted import FEATURES, planted


@pytest.fixture(scope="module")
def found():
    table, _ = planted()
    return pv.weak_slices(table, truth="y", predicted="said", features=FEATURES, n_permutations=199)


@pytest.fixture(scope="module")
def nothing():
    table, _ = planted(rate=0.1, seed=5)
    return pv.weak_slices(table, truth="y", predicted="said", features=FEATURES, n_permutations=99)


def test_it_is_told_in_words(found, nothing):
    first, second, *_ = str(found).splitlines()
    assert first.startswith("1 slice is proven to be worse than the rest")
    assert second.startswith("age > 72 and site = south: ")
    assert "p ≤ 0.01" in second
    assert str(nothing).startswith("no slice is proven to be worse than the rest (")


def test_the_table_serves_machines(found):
    frame = found.to_frame("pandas")
    assert frame["slice"].tolist() == ["age > 72 and site = south"]
    assert frame["difference"][0] == pytest.approx(frame["in the slice"][0] - frame["elsewhere"][0])
    assert frame["difference_method"][0] == "max-t, permutation"
    assert len(found) == 1
    assert next(iter(found)).query == "age > 72 AND site = 'south'"


def test_it_comes_back_from_json(found, nothing):
    for one in (found, nothing):
        assert pv.WeakSlices.from_json(one.to_json()) == one
    plain = json.loads(found.to_json())
    assert plain["kind"] == "weak-slices"
    assert plain["slices"][0]["condition"] == "age > 72 and site = south"


def test_findings_hold_it_with_its_warning(found, nothing, tmp_path):
    table, _ = planted()
    evaluated = pv.evaluate(table, truth="y", predicted="said")
    told = evaluated.adding(found)
    assert [note.code for note in told.notes if note.code == "weak-slice"] == ["weak-slice"]
    assert told.diagnostics[-1]["slices"][0]["rows"] == []
    assert evaluated.adding(nothing).notes == evaluated.notes
    told.save(tmp_path / "f.json")
    again = pv.Findings.load(tmp_path / "f.json")
    assert again == told
    page = (again.save(tmp_path / "r.html")).read_text("utf-8")
    assert "Weak slices" in page
    assert "age &gt; 72 and site = south" in page
    assert "Where" in again.plot("weak-slices").get_title() or again.plot("weak-slices").get_xlabel()


def test_a_page_without_slices_says_so(nothing, tmp_path):
    page = pv.Findings.of(nothing).save(tmp_path / "r.html").read_text("utf-8")
    assert "No slice is proven to be worse than the rest" in page


def test_a_damaged_file_is_refused(found):
    plain = pv.Findings.of(found).to_dict()
    plain["diagnostics"][0]["slices"][0]["n"] = "many"
    with pytest.raises(BadFormat):
        pv.Findings.from_dict(plain)


def test_words_of_the_data_are_no_markup():
    site = np.repeat(["<b>a</b>", "c"], 150)
    losses = np.arange(300) % 7 + 9.0 * (site == "<b>a</b>")
    found = pv.weak_slices(values=losses, better="lower", features={"<u>": site}, n_permutations=99)
    page = pv.Findings.of(found)._repr_html_() + found._repr_html_()
    assert "&lt;b&gt;a" in page
    assert "<b>a" not in page
    assert "<u>" not in page


def test_it_is_drawn(found, nothing):
    axes = found.plot()
    assert axes.get_xlabel() == "error_rate in the slice minus elsewhere"
    with pytest.raises(BadParameter, match="no slice"):
        nothing.plot()


def test_notebooks_show_a_table(found, nothing):
    assert "<table" in found._repr_html_()
    assert "No slice is proven" in nothing._repr_html_()


def test_the_command_line_says_the_same(found, tmp_path):
    table, _ = planted()
    pd.DataFrame(table).to_csv(tmp_path / "p.csv", index=False)
    words = [
        "p.csv",
        "--truth",
        "y",
        "--predicted",
        "said",
        "--features",
        ",".join(FEATURES),
        "--n-permutations",
        "199",
    ]
    done = run("slices", *words, "--json", "-", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout) == json.loads(found.to_json())
    shown = run("slices", *words, "--html", "r.html", "--plot", "s.svg", cwd=tmp_path)
    assert "age > 72 and site = south" in shown.stdout
    assert "Weak slices" in (tmp_path / "r.html").read_text("utf-8")
    assert (tmp_path / "s.svg").exists()


def test_inputs_beside_the_predictions(tmp_path):
    table, _ = planted()
    frame = pd.DataFrame(table)
    frame[["y", "said"]].to_csv(tmp_path / "p.csv", index=False)
    frame[[*FEATURES]].to_csv(tmp_path / "x.csv", index=False)
    words = ["p.csv", "--truth", "y", "--predicted", "said", "--inputs", "x.csv", "--n-permutations", "99"]
    assert "age > 72 and site = south" in run("slices", *words, cwd=tmp_path).stdout
    assert "no slice is proven" in run("slices", *words, "--features", "noise", cwd=tmp_path).stdout


@pytest.mark.parametrize("words", [[], ["--features", "height"], ["--features", "age", "--method", "thirds"]])
def test_wrong_calls_are_refused(words, tmp_path):
    table, _ = planted(n=100)
    pd.DataFrame(table).to_csv(tmp_path / "p.csv", index=False)
    done = run("slices", "p.csv", "--truth", "y", "--predicted", "said", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert "Try:" in done.stderr or "Found:" in done.stderr


def test_many_slices_are_few_enough_to_draw():
    rng = np.random.default_rng(0)
    n = 6000
    table = {f"x{i}": rng.choice(list("abcd"), n) for i in range(8)}
    table["l"] = rng.exponential(size=n) + sum(2.0 * (table[f"x{i}"] == "a") for i in range(8))
    found = pv.weak_slices(table, values="l", better="lower", features=[f"x{i}" for i in range(8)], most=20, depth=2)
    assert 8 <= len(found) <= 20
    assert found.plot() is not None
