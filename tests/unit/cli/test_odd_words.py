"""What commands say of odd questions: names that are nearly right, plans from pilots, explanations without data."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2
from sklearn.metrics import f1_score, matthews_corrcoef

import probative as pv
from probative.explanation import topics

from ..refusals import written
from .command import run


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Forty rows of two classes called yes and no, two of them without an x."""
    rng = np.random.default_rng(3)
    said = rng.integers(0, 2, 40)
    lines = [f"{'yes' if y else 'no'},{'' if i in (3, 5) else y + rng.normal()},{i % 4}" for i, y in enumerate(said)]
    return written(tmp_path, "rows.csv", "\n".join(["y,x,site", *lines]))


NEAR = [
    (["evaluate", "rows.csv", "--truth", "Y", "--score", "x"], "did you mean 'y'?"),
    (["plan", "2-fold", "rows.csv", "--target", "yy"], "did you mean 'y'?"),
    (["run", "rows.csv", "--target", "y", "--drop", "sitte"], "did you mean 'site'?"),
    (["run", "rows.csv", "--target", "y", "--model", "forrest"], "did you mean 'forest'?"),
    (["learning-curve", "rows.csv", "--target", "y", "--measure", "acuracy"], "did you mean 'accuracy'?"),
    (["plan-size", "paired"], "did you mean 'paired-proportions'?"),
    (["theory", "empirical-risk", "rows.csv", "--truth", "y", "--predicted", "X"], "did you mean 'x'?"),
    (["theory", "risk", "--loss", "quadratc"], "did you mean 'quadratic'?"),
]


@pytest.mark.parametrize(("words", "hint"), NEAR, ids=[" ".join(words[:2]) for words, _ in NEAR])
def test_a_name_that_is_nearly_right_is_offered(words: list[str], hint: str, rows: Path) -> None:
    done = run(*words, cwd=rows.parent)
    assert done.returncode == 2
    assert hint in done.stderr


def test_an_area_without_a_positive_class_says_what_is_missing(rows: Path, tmp_path: Path) -> None:
    text = rows.read_text(encoding="utf-8").replace("yes", "out").replace("no", "in")
    other = written(tmp_path, "harbour.csv", text)
    done = run("learning-curve", str(other), "--target", "y", "--measure", "auc", "--model", "logistic")
    assert "say which of in and out is positive: --positive" in done.stderr


def test_a_plan_takes_the_safe_spread_of_its_pilot(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=30), rng.normal(size=30)
    lines = [f"{x},{y},{i // 3}" for i, (x, y) in enumerate(zip(a, b, strict=True))]
    path = written(tmp_path, "pilot.csv", "\n".join(["a,b,site", *lines]))
    words = ["plan-size", "mean-loss", "--pilot", str(path), "--value", "a", "--value", "b", "--difference", "0.5"]
    found = json.loads(run(*words, "--json", "-").stdout)
    safe = (a - b).std(ddof=1) * np.sqrt(29 / chi2.ppf(0.2, 29))
    assert found["given"]["sd"] == pytest.approx(safe)
    assert found["n"] == pv.plan_size("mean-loss", sd=safe, difference=0.5, power=0.8).n
    assert "independent rows" in run(*words).stdout
    grouped = run(*words, "--group", "site").stdout
    assert "independent rows" not in grouped
    assert "independent clusters" in grouped


def test_a_pilot_with_gaps(tmp_path: Path) -> None:
    path = written(tmp_path, "pilot.csv", "a,b\n1,2\n,3\n4,4.5\n2,1\n")
    words = ["plan-size", "mean-loss", "--pilot", str(path), "--value", "a", "--value", "b", "--difference", "0.5"]
    assert run(*words).returncode == 2
    assert "on 3 rows" in run(*words, "--missing", "drop").stdout


def test_a_plan_and_a_risk_leave_out_rows_with_gaps_when_asked(rows: Path) -> None:
    assert run("plan", "2-fold", str(rows), "--target", "x").returncode == 2
    kept = run("plan", "2-fold", str(rows), "--target", "x", "--missing", "drop")
    assert "38 rows" in kept.stdout
    assert "2 rows with missing values were left out" in kept.stderr
    words = ["plan", "2-fold", str(rows), "--target", "x", "--missing", "drop", "--indices", "i.csv"]
    assert "other numbers than in the file" in run(*words, cwd=rows.parent).stderr
    risk = ["theory", "empirical-risk", str(rows), "--truth", "y", "--predicted", "x", "--loss", "hinge"]
    assert "MissingValues" in run(*risk).stderr
    assert "--positive" in run(*risk, "--missing", "drop").stderr
    found = json.loads(run(*risk, "--missing", "drop", "--positive", "yes", "--json", "-").stdout)
    table = [line.split(",") for line in rows.read_text().splitlines()[1:]]
    losses = [max(0.0, 1 - (1 if y == "yes" else -1) * float(x)) for y, x, _ in table if x]
    assert found["value"] == pytest.approx(np.mean(losses))


def test_the_risk_of_labels_by_name(tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv", "y,g\nill,ill\nwell,ill\nill,well\nwell,well\nill,ill\n")
    words = ["theory", "empirical-risk", str(path), "--truth", "y", "--predicted", "g", "--loss", "asymmetric"]
    found = json.loads(run(*words, "--cost-fn", "5", "--positive", "ill", "--json", "-").stdout)
    assert found["value"] == pytest.approx((1 + 5) / 5)


@pytest.mark.parametrize("name", [topic.name for topic in topics()])
def test_every_measure_is_explained_without_data(name: str) -> None:
    found = pv.explain(name)
    assert found.basis.startswith("an example, since no data were given: ")
    assert np.isfinite(found.value)
    assert str(found).startswith("On an example")


def test_the_example_is_counted_rightly() -> None:
    truth, said = (
        [int(word) for word in part.split()[1:]] for part in pv.explain("mcc").basis.split(": ")[1].split(", ")
    )
    assert pv.explain("mcc").value == pytest.approx(matthews_corrcoef(truth, said))
    assert pv.explain("f1").value == pytest.approx(f1_score(truth, said))


def test_labels_are_made_of_scores_where_an_evaluation_would(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    y, s = rng.integers(0, 2, 50), rng.random(50)
    found = pv.explain("mcc", truth=y, scores=s)
    assert found.value == pytest.approx(matthews_corrcoef(y, s >= 0.5))
    assert found.basis == "labels: positive if the score is at least 0.5 (all scores lie between 0 and 1)"
    with pytest.raises(pv.errors.BadInput, match="no threshold suggests itself"):
        pv.explain("mcc", truth=y, scores=s + 7)


def test_probabilities_of_several_classes_are_their_own_labels() -> None:
    scores = np.tile(np.eye(3) * 0.6 + 0.1, (4, 1))
    assert pv.explain("kappa", truth=[0, 1, 2] * 4, scores=scores).value == 1.0


def test_an_upper_bound_is_printed_as_one() -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 200)
    found = pv.evaluate(truth=y, scores=np.clip(y * 0.3 + rng.random(200) * 0.7, 0, 1))
    reliability = found.models["model"].measures["brier_reliability"]
    assert f"(at most {reliability.high:.3f} with 95 % confidence, n = 200)" in str(reliability)
    line = next(line for line in str(found.table()).splitlines() if line.startswith("brier_reliability"))
    assert f"at most {reliability.high:.3f}" in line


def test_small_shares_keep_their_digits() -> None:
    truth = np.zeros(100_000, int)
    truth[:5] = 1
    found = pv.evaluate(truth=truth, scores=np.linspace(1, 0, 100_000))
    told = " ".join(note.message for note in found.notes)
    assert "only 0.005 % of the rows are of the rarer class" in told
    assert "0.0 %" not in told
    assert "1.000 of always" not in told


def test_a_comparison_is_drawn_by_its_own_command(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    lines = [f"{i % 2},{rng.random()},{rng.random()}" for i in range(40)]
    path = written(tmp_path, "p.csv", "\n".join(["y,score_A,score_B", *lines]))
    run("compare", str(path), "--json", str(tmp_path / "c.json"))
    done = run("plot", str(tmp_path / "c.json"), "-o", str(tmp_path / "c.svg"))
    assert done.returncode == 2
    assert "a result of kind 'comparison'" in done.stderr
    assert "probative compare ... --plot" in done.stderr


def test_a_text_of_its_own_in_every_row_is_no_input(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    lines = [f"patient {i},{rng.normal()},{i % 2}" for i in range(30)]
    path = written(tmp_path, "t.csv", "\n".join(["name,x,y", *lines]))
    words = ["run", str(path), "--target", "y", "--model", "gaussian", "--plan", "2-fold", "--out", str(tmp_path / "r")]
    done = run(*words)
    assert "left out: name (another text in every row, which names rows; --categorical" in done.stderr
    # What was said while it ran is not said again below the results.
    assert "left out" not in done.stdout
    assert "categories: name" in run(*words[:-1], str(tmp_path / "s"), "--categorical", "name").stderr
