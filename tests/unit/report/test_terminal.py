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
from rich.text import Text
from scipy.special import expit

import probative as pv
from probative.cli.output import console, shielded
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
    found = pv.evaluate(truth=TRUTH, scores={"a": scores(2), "b": scores(1)})
    meaning = "p is the probability, under H0, of a statistic at least as extreme as this one; it is not the"
    assert f"\n{meaning} probability of H0.\n" in printed(found)
    # With the tests, what size is besides; after the numbers, and not between them and the answers.
    assert "significance is not size" not in printed(found)
    assert "significance is not size" in printed(found, view=View(everything=True))
    assert printed(found).index("log_loss") < printed(found).index(meaning)
    assert "probability, under H0" not in printed(pv.evaluate(truth=TRUTH[:1], predicted=TRUTH[:1], positive=1))
    # Labels are tested against the commonest class; an error beside that of a constant is told by its interval.
    labels = (scores(2) > 0.5).astype(int)
    assert "probability, under H0" in printed(pv.evaluate(truth=TRUTH, predicted=labels, positive=1))
    assert "probability, under H0" not in printed(pv.evaluate(truth=scores(2), predicted=scores(1)))


def test_what_has_no_number_is_explained_in_sentences_below_the_table() -> None:
    sure = scores(3)
    sure[np.flatnonzero(TRUTH)[0]] = 0.0
    found = pv.evaluate(truth=TRUTH, scores={"a": scores(2), "sure": sure}, positive=1)
    assert "\nInfinite (1 row was given probability 0 for what happened): log_loss of sure\n" in printed(found)
    assert str(found.models["sure"].measures["log_loss"]) == "∞ (1 row was given probability 0 for what happened)"
    few = printed(pv.evaluate(truth=[1, 1, 1, *[0] * 40], scores=[0.9, 0.8, 0.3, *np.linspace(0, 0.6, 40)], positive=1))
    assert "\nCoarse intervals (of so few events that one may hold" in few
    assert "\nUndefined (no " in printed(pv.evaluate(truth=TRUTH, predicted=np.zeros(N, int), positive=1))


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


def test_the_sign_of_life_moves_the_cursor_through_the_shield(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    work = Working()
    with shielded():
        work.begin("evaluate", patience=0.01)
        while "working" not in screen.getvalue():
            sleep(0.01)
        work.spoken()
    assert screen.getvalue().startswith("\rworking")
    assert "?" not in screen.getvalue()


@pytest.mark.parametrize(("wanted", "escapes"), [("", True), ("1", False)])
def test_without_colour_nothing_is_escaped(wanted: str, escapes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("NO_COLOR", wanted)
    monkeypatch.setenv("TERM", "xterm-256color")
    console().print(Text("a heading", style="bold"))
    assert ("\x1b[" in screen.getvalue()) is escapes
    assert "a heading" in screen.getvalue()


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


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_name_of_a_measure_is_broken(width: int) -> None:
    """At 80 letters a regression of two models once had "median_absolute_err" in one line and "or" in the next."""
    truth = 100 + 20 * RNG.normal(size=80)
    said = {name: truth + spread * RNG.normal(size=80) for name, spread in (("a", 5), ("b", 9))}
    found = pv.evaluate(truth=truth, predicted=said)
    text = printed(found, width)
    assert max(map(len, text.splitlines())) <= width
    words = {word.strip(",.:") for word in text.split()}
    assert {"rmse", "mae", "mean_error", "median_absolute_error", "r2"} <= words


def test_a_narrow_screen_has_the_numbers_of_a_wide_one() -> None:
    """Models below one another, or as rows: the same digits, also of the rule without inputs."""
    few = pv.evaluate(truth=TRUTH, scores={"sharp": scores(7), "blunt": scores(0.5)}, positive=1)
    wide = row(printed(few), "auc")
    low = [line for line in printed(few, 60).splitlines() if line.startswith("auc ")]
    assert [re.findall(r"\d\.\d+", line) for line in low] == [[*wide[:3], "0.500"], [*wide[3:6], "0.500"]]
    many = pv.evaluate(truth=TRUTH, scores={f"model {i}": scores(i) for i in range(1, 6)}, positive=1)
    lines = printed(many, 60).splitlines()
    (at,) = (i for i, line in enumerate(lines) if line.startswith("model ") and "accuracy" in line)
    assert re.findall(r"\d\.\d+", lines[at + 1]) == [
        *row(printed(many), "auc")[:3],
        *row(printed(many), "accuracy")[:3],
    ]
    area, right = re.findall(r"\d\.\d+", " ".join(lines[at + 6 : at + 8]))
    assert (len(area), float(area)) == (len(row(printed(many), "auc")[0]), 0.5)
    assert right == f"{max(TRUTH.mean(), 1 - TRUTH.mean()):.3f}"


def test_an_interval_never_passes_for_an_exact_value() -> None:
    """Of many rows three decimals do not tell the ends of an interval apart."""
    many = 400_000
    truth = np.arange(many) % 5 == 0
    found = pv.evaluate(truth=truth, predicted=np.where(np.arange(many) % 7 == 0, ~truth, truth))
    low, high = row(printed(found), "accuracy")[1:3]
    assert low != high


def test_average_precision_stands_beside_the_area_where_positives_are_rare() -> None:
    truth = np.arange(2000) % 100 == 0
    said = {f"model {i}": expit(i * truth + np.random.default_rng(i).normal(size=2000)) for i in range(1, 6)}
    lines = printed(pv.evaluate(truth=truth, scores=said), 80).splitlines()
    (head,) = (line for line in lines if line.startswith("model ") and "auc" in line)
    assert re.findall("auc|average_precision|accuracy", head)[:2] == ["auc", "average_precision"]


def test_a_matrix_of_ten_classes_fits_a_usual_screen() -> None:
    """No line is broken: heads are the classes alone, and what holds of all lines stands in the title."""
    rng = np.random.default_rng(4)
    truth = [f"k{i}" for i in rng.integers(0, 10, 900)]
    predicted = [word if rng.random() < 0.8 else "k3" for word in truth]
    lines = printed(pv.evaluate(truth=truth, predicted={"net": predicted}), 80).splitlines()
    (at,) = (i for i, line in enumerate(lines) if line.startswith("Rows by actual class"))
    assert lines[at + 1].split() == ["model", "actual", *(f"k{i}" for i in range(10)), "all"]
    counts = [line.split()[2:] for line in lines[at + 2 : at + 12]]
    assert [int(line[i]) for i, line in enumerate(counts)] == [
        sum(t == p == f"k{i}" for t, p in zip(truth, predicted, strict=True)) for i in range(10)
    ]


def test_weights_are_not_called_rows() -> None:
    found = pv.evaluate(
        {"y": TRUTH, "score": scores(2), "w": RNG.gamma(2, 1, N), "site": ["n", "s"] * (N // 2)},
        truth="y",
        weight="w",
        by="site",
    )
    assert "rows, by weight" in found.table("slices").heads
