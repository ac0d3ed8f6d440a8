"""A region of practical equivalence: three probabilities, said, drawn and saved; for rows as for folds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

import probative as pv

from ..cli.command import run

RNG = np.random.default_rng(8)
N = 300
TRUTH = np.arange(N) % 2
SCORES = {name: TRUTH * shift + RNG.normal(size=N) for name, shift in (("A", 1.0), ("B", 1.3))}


def shares(contest: Any) -> tuple[float, float, float]:
    assert contest.posterior is not None
    return contest.posterior.left, contest.posterior.rope, contest.posterior.right


def test_rows_have_the_normal_posterior_of_their_difference() -> None:
    contest = pv.compare(truth=TRUTH, scores=SCORES, rope=0.02).contests[0]
    test = pv.stats.delong(TRUTH, SCORES["A"], SCORES["B"])
    error = test.effect / test.statistic
    left, right = norm.cdf(-0.02, test.effect, error), norm.sf(0.02, test.effect, error)
    assert shares(contest) == pytest.approx((left, 1 - left - right, right), abs=0.005)
    assert contest.posterior is not None
    assert contest.posterior.method == "normal posterior"


def test_losses_of_rows_have_it_too_and_it_is_that_of_a_bayesian_bootstrap() -> None:
    guesses = {name: TRUTH + RNG.normal(0, sd, N) for name, sd in (("A", 1.0), ("B", 1.1))}
    contest = pv.compare(truth=TRUTH * 1.0, predicted=guesses, task="regression", measure="mse", rope=0.1).contests[0]
    gaps = np.square(TRUTH - guesses["A"]) - np.square(TRUTH - guesses["B"])
    drawn = RNG.dirichlet(np.ones(N), 20_000) @ gaps
    wanted = ((drawn < -0.1).mean(), (np.abs(drawn) <= 0.1).mean(), (drawn > 0.1).mean())
    assert shares(contest) == pytest.approx(wanted, abs=0.02)


def test_groups_widen_it() -> None:
    rows = np.arange(N)
    table = {"y": np.repeat(TRUTH, 4), **{name: np.repeat(score, 4) for name, score in SCORES.items()}}
    grouped = pv.compare(
        table | {"g": np.repeat(rows, 4)}, truth="y", scores=["A", "B"], groups="g", rope=0.02, test=None
    ).contests[0]
    once = pv.compare(truth=TRUTH, scores=SCORES, rope=0.02).contests[0]
    assert shares(grouped) == pytest.approx(shares(once), abs=1e-9)


def test_the_three_probabilities_are_said_with_names_and_direction() -> None:
    verdict = pv.compare(truth=TRUTH, scores=SCORES, rope=0.02)
    contest = verdict.contests[0]
    a, within, b = contest.chances
    assert (a, within, b) == tuple(reversed(shares(contest)))
    (said,) = verdict.probabilities()
    assert said == (
        f"A is better than B by more than 2 points of auc with probability {a:.3f}, B is better with {b:.3f}, and they "
        f"lie within it with {within:.3f} (normal posterior)"
    )
    assert said in str(verdict)
    wrong = pv.compare(
        truth=TRUTH, predicted={n: (s > 0.5) * 1 for n, s in SCORES.items()}, measure="error_rate", rope=0.0
    )
    lower = wrong.contests[0]
    assert lower.posterior is not None
    assert lower.chances[0] == lower.posterior.left
    assert pv.compare(truth=TRUTH, scores=SCORES).probabilities() == []


def test_where_nothing_tells_how_rows_move_a_measure_the_reason_is_said() -> None:
    guesses = {name: TRUTH + RNG.normal(0, 1, N) for name in "AB"}
    words = {"task": "regression", "measure": "max_error", "rope": 0.1}
    (said,) = pv.compare(truth=TRUTH * 1.0, predicted=guesses, **words).probabilities()
    assert said.startswith("no probabilities for A and B: how single rows move this measure is not known")


def test_a_model_is_equivalent_to_itself() -> None:
    contest = pv.compare(truth=TRUTH, scores={"A": SCORES["A"], "B": SCORES["A"]}, rope=0.01).contests[0]
    assert shares(contest) == (0.0, 1.0, 0.0)


def test_it_is_drawn_and_stands_on_the_page(tmp_path: Path) -> None:
    verdict = pv.compare(truth=TRUTH, scores=SCORES, rope=0.02)
    axes = verdict.plot()
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["A better", "neither", "B better"]
    widths = [patch.get_width() for patch in axes.patches]
    assert widths == pytest.approx(list(verdict.contests[0].chances))
    assert verdict.plot("differences").get_xlabel() == "difference of AUC, points"
    found = pv.evaluate(truth=TRUTH, scores=SCORES).adding(verdict)
    page = found.save(tmp_path / "r.html").read_text()
    assert "neither" in page
    assert "and they lie within it with" in page
    assert found.plot("rope").get_xlabel() == "Probability"
    again = type(verdict).from_dict(json.loads(verdict.to_json()))
    assert again.to_json() == verdict.to_json()


def test_the_command_says_and_draws_it(tmp_path: Path) -> None:
    lines = ["y,A,B", *(f"{y},{a},{b}" for y, a, b in zip(TRUTH, SCORES["A"], SCORES["B"], strict=True))]
    (tmp_path / "p.csv").write_text("\n".join(lines))
    words = ("--truth", "y", "--score", "A", "--score", "B", "--rope", "0.02", "--plot", "rope.svg")
    done = run("compare", "p.csv", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "is better than B by more than 2 points of auc with probability" in done.stdout
    assert (tmp_path / "rope.svg").read_text().lstrip().startswith("<")
