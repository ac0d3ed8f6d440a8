"""probative plan-size on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np

from probative.cli.plan_size import EXAMPLE
from probative.findings.text import two_digits
from probative.planning import SizePlan, design, plan_size

from .command import run


def test_the_example_of_the_command_runs() -> None:
    done = run(*EXAMPLE.split("Example: probative ")[1].split())
    expected: SizePlan = plan_size("paired-proportions", difference=0.02, discordance=0.1, power=0.8)
    assert (done.returncode, done.stdout.strip()) == (0, str(expected))


def test_the_help_of_the_command_names_designs_and_methods_that_exist() -> None:
    words = " ".join(run("plan-size", "--help").stdout.split())
    for name in ("proportion", "paired-proportions", "proportions", "auc", "mean-loss"):
        kind = design.known_designs()[name]
        assert kind.what in words
        assert len(kind.methods) == 1 or all(method in words for method in kind.methods)


def test_the_command_writes_json(tmp_path: Path) -> None:
    words = ["auc", "--expected", "0.8", "--positives", "0.3", "--half-width", "0.02", "--json"]
    done = run("plan-size", *words, "-")
    plain = json.loads(done.stdout)
    assert plain["n"] == plan_size("auc", expected=0.8, positives=0.3, half_width=0.02).n
    assert plain["power_curve"] is None
    where = tmp_path / "plan.json"
    words = ["mean-loss", "--sd", "1", "--n", "50", "--json", str(where)]
    assert run("plan-size", *words).returncode == 0
    plain = json.loads(where.read_text(encoding="utf-8"))
    assert plain["solved"] == "difference"
    assert len(plain["power_curve"]["n"]) == len(plain["power_curve"]["power"]) > 10


def test_the_command_passes_errors_on() -> None:
    done = run("plan-size", "auc", "--n", "100")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("BadParameter: ")


def test_graded_rows_of_a_file_say_how_many_more(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    lines = [f"q{i},{a:.4f},{a + 0.1 + b:.4f}" for i, (a, b) in enumerate(rng.normal(size=(40, 2)))]
    (tmp_path / "graded.csv").write_text("\n".join(["question,A,B", *lines]))
    words = ("--value", "A", "--value", "B", "--better", "higher", "--row", "question")
    done = run("plan-size", "graded.csv", *words, "--json", "-", cwd=tmp_path)
    contest = json.loads(done.stdout)["comparisons"][0]
    assert contest["difference"]["n"] == 40
    assert f"some {two_digits(contest['needed'])} rows" in run("plan-size", "graded.csv", *words, cwd=tmp_path).stdout


def test_repeated_rows_are_told_how_they_can_be_compared(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    lines = [f"{i // 2},{i // 2 % 2},{a:.4f},{b:.4f}" for i, (a, b) in enumerate(rng.random((80, 2)))]
    (tmp_path / "twice.csv").write_text("\n".join(["id,y,A,B", *lines]))
    words = ("twice.csv", "--truth", "y", "--score", "A", "--score", "B")
    refused = run("compare", *words, "--row", "id", cwd=tmp_path)
    assert (refused.returncode, "--group id" in refused.stderr) == (2, True)
    assert "80 rows in 40 groups" in run("compare", *words, "--group", "id", cwd=tmp_path).stdout


def odd_file(folder: Path) -> tuple[str, ...]:
    """Scores of both signs, of which the second ranks a little better."""
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 200)
    logits = [gain * (2 * y - 1) + rng.normal(size=200) for gain in (0.6, 0.7)]
    lines = [f"{t},{a:.4f},{b:.4f}" for t, a, b in zip(y, *logits, strict=True)]
    (folder / "odd.csv").write_text("\n".join(["outcome,logit_a,logit_b", *lines]))
    return ("odd.csv", "--truth", "outcome", "--score", "logit_*")


def test_rows_that_a_difference_of_costs_needs(tmp_path: Path) -> None:
    words = (*odd_file(tmp_path), "--cost-fp", "1", "--cost-fn", "10")
    done = run("plan-size", *words, cwd=tmp_path)
    compared = json.loads(run("compare", *words, "--json", "-", cwd=tmp_path).stdout)
    (contest,) = compared["comparisons"]
    y, a, b = np.loadtxt(tmp_path / "odd.csv", delimiter=",", skiprows=1).T
    costs = [1000 * np.mean(np.where(y == 1, 10 * (s < 0), s >= 0)) for s in (a, b)]
    assert f"leads by {abs(costs[0] - costs[1]):.0f} per 1,000 rows of expected_cost" in done.stdout
    assert f"some {two_digits(contest['needed'])} rows would show it 4 times in 5" in done.stdout
    # What compare says of the same question is the same number.
    (more,) = re.findall(r"one as observed with some ([0-9,]+) more", run("compare", *words, cwd=tmp_path).stdout)
    assert f"4 times in 5: some {more} more" in done.stdout


def test_what_nobody_said_is_said_by_each_command_that_reads(tmp_path: Path) -> None:
    """The cut decides what costs are, and 0 is no number that everybody would have taken."""
    words = (*odd_file(tmp_path), "--cost-fn", "10")
    cut = "guessed: a row is called positive if its score is at least 0 (the scores are signed)"
    for command in ("compare", "plan-size", "gate"):
        more = ("--margin", "1") if command == "gate" else ()
        assert cut in run(command, *words, *more, cwd=tmp_path).stdout, command
        assert "guessed" not in run(command, *words, *more, "--threshold", "0", cwd=tmp_path).stdout, command
    run("compare", *words, "--html", "page.html", cwd=tmp_path)
    assert cut.removeprefix("guessed: ") in (tmp_path / "page.html").read_text(encoding="utf-8")
    lines = (tmp_path / "odd.csv").read_text().splitlines()[1:]
    (tmp_path / "named.csv").write_text("\n".join(["y,score_a,score_b", *lines]))
    for command in ("compare", "plan-size", "gate"):
        told = run(command, "named.csv", cwd=tmp_path).stdout
        assert "guessed: truth is column 'y'" in told, command
        assert "guessed: scores are columns 'score_a', 'score_b'" in told, command


def test_options_that_mean_nothing_here_are_refused(tmp_path: Path) -> None:
    words = odd_file(tmp_path)
    for line, named in (
        ((*words, "--difference", "0.2", "--half-width", "0.1"), "--difference, --half-width"),
        (("auc", "--expected", "0.8", "--cost-fn", "3"), "--cost-fn"),
        (("auc", "--expected", "0.8", "--truth", "y", "--missing", "drop"), "--truth, --missing"),
    ):
        done = run("plan-size", *line, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"Found: {named}." in done.stderr
