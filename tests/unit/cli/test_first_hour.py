"""What a stranger meets in the first hour: odd files, plain mistakes, and the words that answer them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from probative.findings.text import two_digits

from .command import process, run
from .tables import write

RNG = np.random.default_rng(1)
N = 400
Y = RNG.integers(0, 2, N)
X = RNG.normal(size=N) + Y


@pytest.fixture(scope="module")
def leaking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run on a table whose column `boat` is known only after the outcome."""
    here = tmp_path_factory.mktemp("leaking")
    boat = np.where(Y == 1, RNG.choice(list("ABCDEFG"), N), "")
    write(here / "sea.csv", age=RNG.normal(40, 10, N).round(1), fare=X.round(3), boat=boat, survived=Y)
    done = run("run", "sea.csv", "--target", "survived", "--model", "logistic", "--out", "run", "--quiet", cwd=here)
    assert done.returncode == 0, done.stderr
    return here


def test_a_leak_is_told_apart_and_named(leaking: Path) -> None:
    found = json.loads((leaking / "run/findings.json").read_text())
    assert found["answers"][0]["headline"].startswith("logistic is better than baseline")
    warned = {note["code"]: note["message"] for note in found["notes"] if note["severity"] == "warning"}
    assert "'boat' alone determines the target" in warned["column-tells-target"]
    assert "every one of 400 rows is right: suspect a leak. 'boat' alone" in warned["results-too-good"]


def test_equal_differences_of_folds_are_tested_by_rows(leaking: Path) -> None:
    done = run("compare", "run", cwd=leaking)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Which model? logistic is better than baseline: ")
    assert "all folds of baseline and logistic differ by the same amount" in done.stdout


def test_the_shell_speaks_its_own_words(tmp_path: Path) -> None:
    write(tmp_path / "gaps.csv", y=[1, 0, 1, 0], score_A=[0.9, "", 0.8, 0.1], score_B=["", 0.2, "", 0.3])
    done = run("evaluate", "gaps.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert "missing in score_A 1, score_B 2 of 4 rows" in done.stderr
    assert "with --missing drop" in done.stderr
    assert "missing=" not in done.stderr
    planned = run("plan-size", "proportion")
    assert "--difference 0.02 --power 0.8" in planned.stderr
    assert "power=" not in planned.stderr


def test_notes_speak_the_words_of_the_shell(tmp_path: Path) -> None:
    write(tmp_path / "p.csv", y=Y, score=(1 / (1 + np.exp(-X))).round(3))
    done = run("evaluate", "p.csv", "--all", cwd=tmp_path)
    assert "= (--" not in done.stdout
    assert "--permutations" in done.stdout


def test_a_hold_out_heads_the_rows_that_were_tested(tmp_path: Path) -> None:
    write(tmp_path / "t.csv", age=X.round(2), y=Y)
    words = ("--target", "y", "--model", "logistic", "--plan", "hold-out 70/30", "--out", "run")
    done = run("run", "t.csv", *words, cwd=tmp_path)
    assert done.stdout.startswith("120 rows tested of 400 · ")


def test_one_class_is_a_warning_because_nothing_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "p.csv", y=[1] * 30, score=(np.arange(30) / 30).round(2))
    done = run("evaluate", "p.csv", cwd=tmp_path)
    assert done.returncode == 0
    assert "error" not in done.stdout
    assert "warning: model: no row is negative; whatever compares classes is undefined" in done.stdout


def test_few_in_many_are_not_none(tmp_path: Path) -> None:
    score = np.full(100_000, "0.5", object)
    score[:5] = ""
    write(tmp_path / "p.csv", y=np.arange(100_000) % 2, score=score)
    done = run("evaluate", "p.csv", cwd=tmp_path)
    assert "missing in score 5 of 100000 rows" in done.stderr
    assert "0.0" not in done.stderr


def test_the_gate_that_fails_says_at_least(tmp_path: Path) -> None:
    good = 1 / (1 + np.exp(-X))
    write(tmp_path / "old.csv", y=Y, score=good.round(4))
    write(tmp_path / "new.csv", y=Y, score=np.where(RNG.random(N) < 0.3, 1 - good, good).round(4))
    done = run("gate", "old.csv", "new.csv", "--truth", "y", "--margin", "0.01", cwd=tmp_path)
    assert done.returncode == 1
    assert "by at least" in done.stdout
    assert "at most" not in done.stdout


def test_auc_of_several_classes_says_which_one_to_ask_for(tmp_path: Path) -> None:
    table = RNG.dirichlet([1, 1, 1], 60).round(3)
    columns = {f"proba_{name}": table[:, i] for i, name in enumerate("abc")}
    write(tmp_path / "p.csv", y=list("abc" * 20), **columns, pred_other=list("abb" * 20))
    done = run("compare", "p.csv", "--truth", "y", "--measure", "auc", cwd=tmp_path)
    assert done.returncode == 2
    assert "auc_ovr" in done.stderr


def test_an_area_of_several_classes_of_two_says_which_one_to_ask_for(tmp_path: Path) -> None:
    write(tmp_path / "p.csv", y=Y, score_A=(1 / (1 + np.exp(-X))).round(4), score_B=(1 / (2 + np.exp(-X))).round(4))
    done = run("compare", "p.csv", "--truth", "y", "--measure", "auc_ovr", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith("Try: take auc\n")


@pytest.mark.parametrize(("measure", "label"), [("recall", 1), ("specificity", 0)])
def test_measures_of_one_class_have_mcnemars_test_of_its_rows(tmp_path: Path, measure: str, label: int) -> None:
    """And the reason says so."""
    scores = [(1 / (1 + np.exp(-X - noise * RNG.normal(size=N)))).round(4) for noise in (0.3, 1.5)]
    write(tmp_path / "p.csv", y=Y, score_A=scores[0], score_B=scores[1])
    done = run("compare", "p.csv", "--truth", "y", "--measure", measure, "--json", "-", cwd=tmp_path)
    a, b = (((s >= 0.5) == label)[label == Y] for s in scores)
    alone = (a & ~b).sum(), (~a & b).sum()
    expected = 2 * norm.sf(abs(alone[0] - alone[1]) / np.sqrt(sum(alone)))
    found = json.loads(done.stdout)
    assert found["comparisons"][0]["p"] == pytest.approx(expected)
    assert "McNemar's test on them" in done.stdout


def test_how_many_more_rows(tmp_path: Path) -> None:
    """What can be found shrinks with the square root of n: checked against doubled samples of the same rows."""
    rng = np.random.default_rng(8)
    first, second = (1 / (1 + np.exp(-(X + k * rng.normal(size=N)))) for k in (0.55, 0.62))
    write(tmp_path / "p.csv", y=Y, score_A=first.round(4), score_B=second.round(4))
    words = ("--truth", "y", "--score", "score_A", "--score", "score_B", "--measure", "brier")
    done = run("compare", "p.csv", *words, "--json", "-", cwd=tmp_path)
    contest = json.loads(done.stdout)["comparisons"][0]
    assert contest["winner"] is None
    times = int(np.ceil(contest["needed"] / N))
    assert 1 < times < 60
    told = run("plan-size", "p.csv", *words, cwd=tmp_path)
    assert f"some {two_digits(contest['needed'])} rows" in told.stdout
    assert f"some {two_digits(contest['needed'] - N)} more" in told.stdout
    assert "and one as observed with some" in run("compare", "p.csv", *words, cwd=tmp_path).stdout
    write(
        tmp_path / "more.csv",
        **{k: np.tile(v, times) for k, v in {"y": Y, "score_A": first, "score_B": second}.items()},
    )
    many = json.loads(run("compare", "more.csv", *words, "--json", "-", cwd=tmp_path).stdout)["comparisons"][0]
    # What is found 4 times in 5 lies 1.96 + 0.84 standard errors from 0, and these shrink with the root of n.
    wanted = (norm.isf(0.025) + norm.isf(0.2)) * np.sqrt(times * N / contest["needed"])
    assert norm.isf(many["p"] / 2) == pytest.approx(wanted, rel=0.02)


def test_accuracy_is_a_thing_to_plan_for() -> None:
    paired = run("plan-size", "accuracy", "--difference", "0.03", "--discordance", "0.1")
    assert paired.stdout.startswith("862 rows show a difference of 0.03")
    assert run("plan-size", "accuracy", "--expected", "0.9", "--half-width", "0.02").stdout.startswith("868 rows")


@pytest.mark.parametrize("command", ["table", "plot", "render"])
def test_a_run_is_named_by_its_folder(command: str, leaking: Path) -> None:
    words = {"plot": ("-o", "roc.svg"), "render": ("-o", "page.html"), "table": ()}[command]
    done = run(command, "run", *words, cwd=leaking)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command", ["evaluate", "compare", "gate", "run", "audit", "table", "plot", "render", "slices"]
)
def test_a_wrong_path_is_answered_before_anything_is_loaded(command: str, tmp_path: Path) -> None:
    code = f"""
import sys
from probative.cli import main
try:
    main(["{command}", "none.csv"] + {["--target", "y"] if command in ("run", "audit") else []!r})
except SystemExit as end:
    assert end.code == 2
print([name for name in ("sklearn", "scipy", "duckdb", "numpy") if name in sys.modules])
"""
    done = process(code=code, cwd=tmp_path)
    assert done.stdout == "[]\n", done.stderr
    assert done.stderr.startswith("UnreadableFile: there is no file 'none.csv'.")


def test_one_line_of_help_per_command_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = run("--help")
    commands = done.stdout.split("Commands:\n")[1].splitlines()
    assert len(commands) > 20
    assert [line for line in commands if not line.endswith(".") or line.endswith("..")] == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_PROBATIVE_COMPLETE", f"source_{shell}")
    shown = process()
    assert shown.returncode == 0
    assert "_PROBATIVE_COMPLETE" in shown.stdout


def test_no_colour_where_none_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in run("demo").stdout
