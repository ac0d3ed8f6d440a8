"""probative theory: known worlds from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import probative as pv

from .command import run

SENTENCE = "Real tasks do not come with a known p(x, y), so the risk there is only ever estimated."


def test_a_gaussian_task_in_words_json_page_and_picture(tmp_path: Path) -> None:
    words = ("theory", "gaussian", "--example", "1", "--samples", "120", "--seed", "0", "--model", "knn(n_neighbors=5)")
    done = run(*words, "--html", "g.html", "--json", "g.json", "-o", "g.png", "--show", "g-bar", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Bayes risk   0.0345468196" in done.stdout
    assert "plug-in rule: true risk" in done.stdout
    assert SENTENCE in done.stdout
    assert SENTENCE in (tmp_path / "g.html").read_text(encoding="utf-8")
    found = json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))
    assert found["kind"] == "gaussian"
    assert found["risk"]["value"] == pytest.approx(0.0345468196, abs=1e-10)
    assert len(found["sample"]["y"]) == 120
    assert SENTENCE in found["notes"]
    assert (tmp_path / "g.png").stat().st_size > 10_000


def test_fixed_counts_and_costs(tmp_path: Path) -> None:
    words = ("--example", "3", "--positives", "10", "--negatives", "110", "--cost-fn", "5", "--json", "-")
    done = run("theory", "gaussian", *words, cwd=tmp_path)
    found = json.loads(done.stdout)
    assert found["sample"]["y"].count(1) == 10
    assert found["risk"]["value"] == pytest.approx(0.022720030626, abs=1e-9)
    assert found["thresholds"]["posterior"] == pytest.approx(1 / 6)


def test_a_task_of_ones_own(tmp_path: Path) -> None:
    given = {"mean_pos": 1, "cov_pos": 1, "mean_neg": -1, "cov_neg": 1, "prior_pos": 0.5}
    (tmp_path / "mine.json").write_text(json.dumps(given), encoding="utf-8")
    done = run("theory", "gaussian", "--parameters", "mine.json", cwd=tmp_path)
    assert "0.1586552539" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gaussian", "--example", "4"), "examples are 1, 2 and 3"),
        (("gaussian", "--positives", "3"), "by the number of each class"),
        (("gaussian", "--samples", "3"), "at least 3 rows"),
        (("gaussian", "--cost-fp", "0"), "greater than 0"),
        (("gaussian", "--model", "knn"), "sample"),
        (("gaussian", "--parameters", "none.json"), "cannot be read"),
        (("bias-variance", "--degree", "a..b"), "whole numbers"),
        (("bias-variance", "--degree", "1..3", "--n", "5,6"), "over one thing"),
        (("bias-variance", "--sigma", "-1"), "at least 0"),
        (("bias-variance", "--function", "saw"), "no function"),
        (("risk", "--noise", "pink"), "no noise"),
        (("risk", "--sigma", "-0.1"), "at least 0"),
        (("risk", "-o", "x.svg"), "--samples"),
        (("scores", "--kind", "odd"), "no demonstration"),
    ],
)
def test_bad_questions_exit_with_2_and_say_why(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = run("theory", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr


def test_bias_and_variance_along_the_degree_and_along_the_size(tmp_path: Path) -> None:
    done = run("theory", "bias-variance", "--degree", "1..12", "--html", "bv.html", "--json", "bv.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Unbiasedness alone does not give a low error" in done.stdout
    assert SENTENCE in done.stdout
    page = (tmp_path / "bv.html").read_text(encoding="utf-8")
    assert SENTENCE in page
    assert ("polynomials, f = sin(2πx)" in page, "Pipeline" in page) == (True, False)
    found = json.loads((tmp_path / "bv.json").read_text(encoding="utf-8"))
    assert found["steps"] == list(range(1, 13))
    # Of least squares the variance at the design points is (degree + 1) σ² / n, on average.
    assert found["terms"]["variance"] == pytest.approx([(d + 1) * 0.25 / 20 for d in range(1, 13)], abs=1e-9)
    sizes = run("theory", "bias-variance", "--degree", "3", "--n", "10,20,40", "--json", "-", cwd=tmp_path)
    assert json.loads(sizes.stdout)["terms"]["variance"] == pytest.approx([0.1, 0.05, 0.025], abs=1e-9)


def test_the_risk_of_a_noisy_function(tmp_path: Path) -> None:
    words = ("--f", "square", "--g", "line", "--sigma", "0.1", "--samples", "500", "-o", "c.svg", "--json", "-")
    done = run("theory", "risk", *words, cwd=tmp_path)
    found = json.loads(done.stdout)
    assert found["risk"]["value"] == pytest.approx(0.043333333333, abs=1e-12)
    assert found["modelling_error"]["value"] == pytest.approx(1 / 30, abs=1e-12)
    assert found["empirical"]["low"] < found["risk"]["value"] < found["empirical"]["high"]
    assert (tmp_path / "c.svg").exists()
    assert found["seed"] == 0
    text = run("theory", "risk", "--f", "0,1", "--g", "line", "--noise", "laplace", "--loss", "absolute", cwd=tmp_path)
    # E|e| of Laplace noise is its standard deviation over √2.
    assert "0.3535533906" in text.stdout
    assert SENTENCE in text.stdout


def test_the_risk_of_a_noisy_function_as_a_page(tmp_path: Path) -> None:
    words = ("theory", "risk", "--f", "square", "--g", "line", "--sigma", "0.1", "--samples", "500")
    done = run(*words, "--html", "r.html", "--seed", "7", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "page written to r.html" in done.stderr
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    # The modelling error ∫ (x² − x)² dx is 1/30; with the noise's variance of 0.01 it is the risk.
    for shown in ("0.04333333333", "0.03333333333", "x²", "Empirical risk against rows", "seed 7", SENTENCE):
        assert shown in page
    assert "seed 0" not in page
    assert page.count("<svg") >= 2
    exact = run(*words[:-2], "--html", "exact.html", cwd=tmp_path)
    assert exact.returncode == 0, exact.stderr
    assert "Empirical risk against rows" not in (tmp_path / "exact.html").read_text(encoding="utf-8")
    wrong = run(*words, "--html", "r.txt", cwd=tmp_path)
    assert (wrong.returncode, "must end in .html" in wrong.stderr) == (2, True)


def test_the_empirical_risk_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("y,g\n1,1\n1,-1\n-1,1\n-1,-1\n", encoding="utf-8")
    words = ("theory", "empirical-risk", "t.csv", "--truth", "y", "--predicted", "g")
    done = run(*words, "--loss", "zero_one", "-o", "c.png", cwd=tmp_path)
    assert "misclassification probability 0.50" in done.stdout
    assert (tmp_path / "c.png").exists()
    priced = run(*words, "--loss", "asymmetric", "--cost-fp", "1", "--cost-fn", "5", "--json", "-", cwd=tmp_path)
    assert json.loads(priced.stdout)["value"] == 1.5
    assert run(*words[:-1], "h", cwd=tmp_path).returncode == 2
    unused = run(*words, "--cost-fn", "5", cwd=tmp_path)
    assert (unused.returncode, "--loss asymmetric" in unused.stderr) == (2, True)


def test_what_several_models_said_is_not_averaged_into_one_risk(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(40, 2)), np.tile([0, 1], 20)
    models = {"a": GaussianNB(), "b": LogisticRegression()}
    pv.run(models, x, y, plan="4-fold").save(tmp_path / "predictions.parquet")
    (tmp_path / "one").mkdir()
    pv.run(GaussianNB(), x, y, plan="4-fold").save(tmp_path / "one" / "predictions.parquet")
    words = ("--truth", "truth", "--predicted", "predicted", "--loss", "zero_one")
    both = run("theory", "empirical-risk", "predictions.parquet", *words, cwd=tmp_path)
    assert (both.returncode, "several models" in both.stderr) == (2, True), both.stderr
    one = run("theory", "empirical-risk", "one/predictions.parquet", *words, cwd=tmp_path)
    assert "n = 40" in one.stdout, one.stderr


def test_scores_in_numbers_and_pictures(tmp_path: Path) -> None:
    done = run("theory", "scores", "-o", "s.png", "--json", "-", cwd=tmp_path)
    found = {one["kind"]: one["auc"] for one in json.loads(done.stdout)["demonstrations"]}
    expected = {"separate": 1, "partial": 0.921350396475, "full": 0.5, "swapped": 0.078649603525, "reversed": 0}
    assert found == pytest.approx(expected, abs=1e-9)
    assert (tmp_path / "s.png").stat().st_size > 10_000
    assert "partial" in run("theory", "scores", "--kind", "partial", cwd=tmp_path).stdout


def test_a_panel_for_each_model_and_raw_inputs(tmp_path: Path) -> None:
    from sklearn.datasets import load_iris

    iris = load_iris(as_frame=True).frame
    iris.to_csv(tmp_path / "iris.csv", index=False)
    run_words = ("run", "iris.csv", "--target", "target", "--plan", "leave-one-out", "--task", "classification")
    for more, accuracy in ((("--raw",), 0.960), ((), 0.947)):
        done = run(*run_words, "--model", "knn(n_neighbors=1)", "--out", "r", "--json", "f.json", *more, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        found = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))
        value = found["models"]["knn(n_neighbors=1)"]["measures"]["accuracy"]["value"]
        assert value == pytest.approx(accuracy, abs=5e-4)
        for path in sorted((tmp_path / "r").rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()


def test_regions_of_a_table_and_the_family_of_a_sample(tmp_path: Path) -> None:
    words = ("theory", "gaussian", "--positives", "55", "--negatives", "65", "--csv", "task.csv")
    assert run(*words, "--model", "tree", "--show", "regions", "-o", "t.png", cwd=tmp_path).returncode == 0
    learner = ("--target", "y", "--x", "x1", "--x", "x2", "--model", "knn(n_neighbors=1)", "--positive", "1")
    done = run("theory", "regions", "task.csv", *learner, "-o", "r.png", "--json", "-", cwd=tmp_path)
    found = json.loads(done.stdout)
    # Each row is its own nearest neighbour.
    assert (found["TP"], found["FN"], found["FP"], found["TN"]) == (55, 0, 0, 65)
    assert (tmp_path / "r.png").stat().st_size > 10_000
    assert run("theory", "regions", "task.csv", "--target", "y", "--x", "x1", cwd=tmp_path).returncode == 2
    models = [word for k in (1, 3, 5) for word in ("--model", f"knn(n_neighbors={k})")]
    made = run("run", "task.csv", "--target", "y", "--positive", "1", *models, "--json", "f.json", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    for kind, more in (("roc", ["--panels"]), ("family", ["--measure", "auc"])):
        done = run("plot", "f.json", kind, *more, "-o", f"{kind}.png", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"{kind}.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    "words",
    [
        ("theory", "scores"),
        ("theory", "regions", "rows.csv", "--target", "y", "--x", "a", "--x", "b"),
        ("study", "estimators", "--n", "10", "--repeats", "2", "--estimator", "2-fold"),
        ("study", "fits", "--repeats", "5"),
        ("theory", "risk"),
        ("theory", "gaussian"),
        ("theory", "bias-variance", "--degree", "1..2"),
    ],
    ids=" ".join,
)
def test_every_known_world_says_that_real_risks_are_only_estimated(words: tuple[str, ...], tmp_path: Path) -> None:
    rows = "".join(f"{i},{i * i % 7},{i % 2}\n" for i in range(20))
    (tmp_path / "rows.csv").write_text(f"a,b,y\n{rows}", encoding="utf-8")
    assert SENTENCE in " ".join(run(*words, cwd=tmp_path).stdout.split())
    if words[0] == "theory":
        told = json.loads(run(*words, "--json", "-", cwd=tmp_path).stdout)
        assert next(iter(told)) == "probative"
        assert told["probative"] == 1


@pytest.mark.parametrize(
    ("words", "said", "pictures"),
    [
        (("scores",), ("Scores of two classes", "0.0786", SENTENCE), 5),
        (("scores", "--kind", "partial", "--threshold", "0.6"), ("at threshold 0.6", "0.0228"), 1),
        (("empirical-risk", "rows.csv", "--truth", "a", "--predicted", "b"), ("Empirical risk", "standard error"), 1),
        (
            ("regions", "rows.csv", "--target", "y", "--x", "a", "--x", "b", "--model", "tree"),
            ("Decision regions of tree", SENTENCE),
            1,
        ),
        (("regions", "rows.csv", "--target", "k", "--x", "a", "--x", "b"), ("classes u, v, w",), 1),
    ],
    ids=lambda value: " ".join(value[:1]) if isinstance(value, tuple) else "",
)
def test_each_has_a_page(words: tuple[str, ...], said: tuple[str, ...], pictures: int, tmp_path: Path) -> None:
    rows = "".join(f"{i},{i * i % 7},{i % 2},{'uvw'[i % 3]}\n" for i in range(21))
    (tmp_path / "rows.csv").write_text(f"a,b,y,k\n{rows}", encoding="utf-8")
    done = run("theory", *words, "--html", "p.html", cwd=tmp_path)
    assert (done.returncode, "page written to p.html" in done.stderr) == (0, True), done.stderr
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert [one for one in said if one not in page] == []
    assert page.count("<figure class=") == pictures


def test_classes_of_any_densities_from_a_file(tmp_path: Path) -> None:
    two = '{"ill": {"norm": {"loc": 1}}, "well": {"mixture": [{"share": 1, "norm": {"loc": -1}}]}}'
    (tmp_path / "two.json").write_text(two, encoding="utf-8")
    words = ("theory", "classes", "two.json", "--costs", "[[0, 5], [1, 0]]")
    done = run(*words, "--html", "c.html", "--json", "c.json", "-o", "c.png", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))
    assert found["risk"]["value"] == pytest.approx(0.15865525393, abs=1e-9)
    assert found["least_cost"]["value"] == pytest.approx(0.3001915743, abs=1e-7)
    assert found["auc"]["value"] == pytest.approx(0.92135039647, abs=1e-8)
    page = (tmp_path / "c.html").read_text(encoding="utf-8")
    said = ("Known classes", "least expected cost", "Joint densities", SENTENCE)
    assert [one for one in said if one not in page] == []
    (tmp_path / "odd.json").write_text('{"a": {"norm": 3}, "b": {"norm": {}}}', encoding="utf-8")
    (tmp_path / "bad.json").write_text('{"a": {"poisson": {"mu": 3}}, "b": {"norm": {}}}', encoding="utf-8")
    (tmp_path / "dot.json").write_text('{"a": {"prior": .5}}', encoding="utf-8")
    for more, reason in (
        (("dot.json",), '{"low": {"prior": 0.4, "norm": {"loc": -1}}'),
        (("two.json", "--costs", "[[0,1]]"), "2 x 2 table"),
        (("two.json", "--costs", "x"), "is not JSON"),
        (("odd.json",), "a class has one distribution"),
        (("bad.json",), "no continuous distribution 'poisson'"),
        (("none.json",), "cannot be read"),
    ):
        wrong = run("theory", "classes", *more, cwd=tmp_path)
        assert (wrong.returncode, reason in wrong.stderr) == (2, True), wrong.stderr
