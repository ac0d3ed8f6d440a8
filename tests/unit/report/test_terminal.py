"""The terminal: rows with one number of decimals, one baseline at the end, lines as wide as the screen."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from time import sleep

import numpy as np
import pytest
from rich.console import Console
from scipy.special import expit

import probative as pv
from probative.cli.working import Working
from probative.report.terminal import View, print_findings

from ..cli.command import run

N = 300
RNG = np.random.default_rng(0)
TRUTH = (RNG.random(N) < 0.4).astype(int)


def scores(apart: float) -> np.ndarray:
    return expit(apart * (TRUTH - 0.5) + RNG.normal(size=N))


def printed(found: pv.Findings, width: int = 200, view: View = View()) -> str:  # noqa: B008 - it is frozen
    out = io.StringIO()
    print_findings(found, Console(file=out, width=width, highlight=False), view)
    return out.getvalue()


def row(text: str, name: str) -> list[str]:
    line = next(line for line in text.splitlines() if line.startswith(f"{name} "))
    return re.findall(r"−?\d[\d,]*\.?\d*", line.removeprefix(name))


def test_every_row_has_one_number_of_decimals() -> None:
    found = pv.evaluate(truth=TRUTH, scores={"sharp": scores(7), "blunt": scores(0.5)}, positive=1)
    text = printed(found)
    for name in ("auc", "accuracy", "brier", "log_loss"):
        numbers = row(text, name)
        assert len(numbers) == 7, name
        assert {len(number.partition(".")[2]) for number in numbers} == {len(numbers[0].partition(".")[2])}, name
    assert float(row(text, "auc")[0]) == pytest.approx(found.models["sharp"].measures["auc"].value, abs=5e-4)


def test_costs_stand_for_a_thousand_rows_in_sentence_table_and_line() -> None:
    found = pv.evaluate(truth=TRUTH, scores={"a": scores(2), "b": scores(1)}, positive=1, costs=pv.Costs(1, 5))
    text = printed(found)
    cost = 1000 * found.models["a"].measures["expected_cost"].value
    assert row(text, "expected_cost per 1,000")[0].replace(",", "") == f"{cost:.0f}"
    assert f"a: expected cost per 1,000 rows at the sample's share of positives: {cost:,.0f} [" in text


def test_the_baseline_of_a_run_is_one_column_at_the_end_and_has_no_matrix() -> None:
    table = {"x": TRUTH + RNG.normal(size=N), "z": RNG.normal(size=N), "y": TRUTH}
    found = pv.evaluate(pv.experiment(table, target="y", models=("gaussian", "tree"), plan="3-fold stratified"))
    text = printed(found)
    assert "300 rows · 2 models and a baseline · " in text
    head = next(line for line in text.splitlines() if line.startswith("measure "))
    assert head.split() == ["measure", "gaussian", "interval", "tree", "interval", "baseline"]
    assert not any(line.startswith("baseline ") for line in text.splitlines())
    assert "training baseline" in printed(found, view=View(everything=True))


def test_many_models_become_rows_by_the_measure_that_decides() -> None:
    found = pv.evaluate(truth=TRUTH, scores={f"model {i}": scores(i) for i in range(12)}, positive=1)
    for width in (60, 80, 120):
        text = printed(found, width)
        head = next(line for line in text.splitlines() if line.startswith("model  ") and "interval" in line)
        assert head.split()[1] == "auc"
        assert max(map(len, text.splitlines())) <= width
        assert "8 matrices" in " ".join(text.split())


def test_what_p_means_is_said_where_there_is_a_p() -> None:
    assert "probability, under H0" in printed(pv.evaluate(truth=TRUTH, scores={"a": scores(2), "b": scores(1)}))
    # Labels are tested against the commonest class; an error beside that of a constant is told by its interval.
    labels = (scores(2) > 0.5).astype(int)
    assert "probability, under H0" in printed(pv.evaluate(truth=TRUTH, predicted=labels, positive=1))
    assert "probability, under H0" not in printed(pv.evaluate(truth=scores(2), predicted=scores(1)))


# --- commands --------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Path:
    data = np.column_stack([TRUTH, scores(2), scores(1)])
    np.savetxt(tmp_path / "p.csv", data, delimiter=",", header="y,a,b", comments="")
    return tmp_path


GIVEN = ("p.csv", "--truth", "y", "--score", "a", "--score", "b", "--positive", "1")


def test_quiet_prints_the_answer_alone(table: Path) -> None:
    compared = run("compare", *GIVEN, "--quiet", cwd=table).stdout
    assert compared.startswith("Which model? ")
    assert len(compared.splitlines()) == 1
    gated = run("gate", *GIVEN, "--measure", "auc", "--margin", "0.5", "--quiet", cwd=table)
    assert (gated.returncode, gated.stdout.splitlines()[0][:44]) == (0, "May the candidate replace the baseline? Yes.")
    assert len(gated.stdout.splitlines()) == 1


def test_where_the_report_is_comes_last(table: Path) -> None:
    done = run("evaluate", *GIVEN, "--html", "r.html", "--json", "f.json", cwd=table)
    assert done.stderr.splitlines() == ["report written to r.html", "findings written to f.json"]


def test_a_pipe_is_as_wide_as_it_needs_whatever_is_exported(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run("evaluate", *GIVEN, cwd=table).stdout
    monkeypatch.delenv("COLUMNS")
    assert narrow == run("evaluate", *GIVEN, cwd=table).stdout
    assert max(map(len, narrow.splitlines())) > 60


def test_a_resumed_run_says_what_it_reused(table: Path) -> None:
    told = ("run", "p.csv", "--target", "y", "--model", "gaussian", "--plan", "3-fold stratified", "--out", "r")
    assert "reused" not in run(*told, cwd=table).stderr
    (table / "r" / "checkpoint" / "1-2.part").unlink()
    assert "5 of 6 trainings were finished before, and are reused" in run(*told, cwd=table).stderr


class Screen(io.StringIO):
    """Somebody is watching."""

    def isatty(self) -> bool:
        return True


def test_a_long_silence_is_broken_and_the_line_is_left_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    work = Working()
    work.begin("evaluate", patience=0.01)
    while "working" not in screen.getvalue():
        sleep(0.01)
    work.spoken()
    assert screen.getvalue().endswith("\r\x1b[K")
    before = screen.getvalue()
    work.begin("run", patience=0.01)
    sleep(0.05)
    work.spoken()
    assert screen.getvalue() == before
