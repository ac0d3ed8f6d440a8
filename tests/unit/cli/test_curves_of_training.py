"""learning-curve, validation-curve, resubstitution, study and data on the command line."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path
from types import ModuleType

import pytest

import probative as pv
from probative.cli import data, learning_curve, resubstitution, study, validation_curve

from .command import run


@pytest.fixture(scope="module")
def iris(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("iris")
    assert run("data", "iris", "-o", "iris.csv", cwd=here).returncode == 0
    return here


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (learning_curve, "n_train"),
        (validation_curve, "Chosen: n_neighbors = "),
        (resubstitution, "resubstitution, not an estimate"),
    ],
)
def test_the_examples_of_the_commands_run(module: ModuleType, words: str, iris: Path) -> None:
    done = run(*shlex.split(module.EXAMPLE.split("Example: probative ")[1]), "--plan", "3-fold", cwd=iris)
    if module is learning_curve:
        assert "whole number of rows from 3 to 100" in done.stderr
        done = run(*shlex.split(module.EXAMPLE.split("Example: probative ")[1]), cwd=iris)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
    if "-o" in module.EXAMPLE:
        assert "<svg" in (iris / "curve.svg").read_text(encoding="utf-8")


def test_the_curve_of_the_command_is_the_one_of_python(iris: Path) -> None:
    words = ["--target", "species", "--model", "knn", "--sizes", "15,0.5", "--plan", "5-fold stratified"]
    plain = json.loads(run("learning-curve", "iris.csv", *words, "--json", "-", cwd=iris).stdout)
    assert [point["n_train"] for point in plain["points"]] == [15, 60]
    assert plain["measure"] == "error_rate"
    plain = json.loads(
        run(
            *("validation-curve", "iris.csv", "--target", "species", "--model", "knn", "--parameter", "n_neighbors"),
            *("--values", "1,9", "--measure", "accuracy", "--rule", "one-se", "--json", "-"),
            cwd=iris,
        ).stdout
    )
    assert (plain["parameter"], plain["values"], plain["better"]) == ("n_neighbors", [1, 9], "higher")


@pytest.mark.parametrize(
    ("words", "kind", "steps"),
    [
        (("learning-curve", "--model", "knn", "--model", "tree", "--sizes", "15,60"), "Learning curve", 4),
        (
            ("validation-curve", "--model", "knn", "--parameter", "n_neighbors", "--values", "1,9"),
            "Validation curve",
            2,
        ),
        (("resubstitution", "--model", "knn", "--model", "tree"), "Training rows beside test rows", 2),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else None,
)
def test_curves_have_pages_with_their_picture_and_numbers(
    words: tuple[str, ...], kind: str, steps: int, iris: Path
) -> None:
    told = (
        words[0],
        "iris.csv",
        "--target",
        "species",
        *words[1:],
        "--plan",
        "3-fold",
        "--level",
        "0.8",
        "--seed",
        "4",
    )
    done = run(*told, "--html", "c.html", "--json", "c.json", cwd=iris)
    assert done.returncode == 0, done.stderr
    assert "page written to c.html" in done.stderr
    page = (iris / "c.html").read_text(encoding="utf-8")
    assert f"<h3>{kind}" in page
    assert "resubstitution, not an estimate" in page
    assert "80 %" in page
    assert "seed 4" in page
    assert "probative " + words[0] in page
    # Nothing is known about the distribution of the irises.
    assert "do not come with a known" not in page
    figure = page[page.index("<figure") :]
    assert "<svg" in figure
    plain = json.loads((iris / "c.json").read_text(encoding="utf-8"))
    sides = plain.get("points") or plain["models"]
    table = figure[figure.index("<table") : figure.index("</table>")]
    assert table.count("<tr>") == steps + 1 == len(sides) + 1
    for side in sides:
        assert f"{side['training']:.4g}" in table
    again = {"learning-curve": pv.LearningCurve, "validation-curve": pv.ValidationCurve}.get(
        words[0], pv.Resubstitution
    )
    assert pv.Findings.of(again.from_dict(plain)).to_dict()["diagnostics"] == [plain]


def test_curves_say_which_measure_with_its_parameters(iris: Path) -> None:
    rows = [line for line in (iris / "iris.csv").read_text(encoding="utf-8").splitlines() if "setosa" not in line]
    (iris / "two.csv").write_text("\n".join(rows), encoding="utf-8")
    words = ("resubstitution", "two.csv", "--target", "species", "--model", "knn", "--plan", "3-fold")
    words = (*words, "--positive", "virginica")
    assert "Error rate, test rows " in run(*words, cwd=iris).stdout
    done = run(*words, "--measure", "f_beta(beta=2)", "--json", "c.json", cwd=iris)
    assert "Fβ (beta=2), test rows " in done.stdout
    assert "Fβ (beta=2): higher is better" in done.stdout
    assert json.loads((iris / "c.json").read_text(encoding="utf-8"))["measure"] == "f_beta(beta=2)"
    refused = run(*words, "--html", "c.txt", cwd=iris)
    assert (refused.returncode, "must end in .html" in refused.stderr) == (2, True)


def test_fits_are_drawn_in_panels(tmp_path: Path) -> None:
    done = run("study", "fits", "--degree", "1", "--degree", "5", "--repeats", "20", "-o", "f.svg", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()[:2]] == ["degree 1", "degree 5"]
    assert "<svg" in (tmp_path / "f.svg").read_text(encoding="utf-8")
    plain = json.loads(run("study", "fits", "--repeats", "20", "--json", "-").stdout)
    assert list(plain) == ["fixed line", "through all points"]


def test_estimators_are_studied(tmp_path: Path) -> None:
    words = [
        "study",
        "estimators",
        "--n",
        "20",
        "--repeats",
        "5",
        "--estimator",
        "2-fold stratified",
        "--estimator",
        ".632+",
    ]
    done = run(*words, "--model", "knn(n_neighbors=1)", "-o", "s.svg", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "RMSE" in done.stdout
    assert "<svg" in (tmp_path / "s.svg").read_text(encoding="utf-8")
    plain = json.loads(run(*words, "--json", "-").stdout)
    assert [one["estimator"] for one in plain["estimators"]] == ["2-fold stratified", ".632+"]
    assert study.EXAMPLE.startswith("Example: probative study estimators")


def test_data_are_listed_printed_and_written(tmp_path: Path) -> None:
    listed = run("data").stdout
    assert all(name in listed for name in pv.examples())
    assert json.loads(run("data", "--json", "-").stdout)["data"] == pv.examples()
    assert run("data", "003-exercise-5").stdout.splitlines()[:2] == ["class,score", "p,0.95"]
    done = run("data", "003-exercise-5", "--out", "five.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    with (tmp_path / "five.csv").open(encoding="utf-8") as file:
        scores = [float(row["score"]) for row in csv.DictReader(file)]
    assert scores == pv.examples("003-exercise-5")["score"].tolist()
    plain = json.loads(run("data", "001-5x2cv", "--json", "-").stdout)
    assert plain["columns"]["difference"][:2] == [0.02, 0.03]
    assert data.EXAMPLE == "Example: probative data iris -o iris.csv"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["study", "what"], "no such study"),
        (["study", "fits", "--n", "0"], "at least 1"),
        (["study", "fits", "--sigma", "-1"], "sigma"),
        (["study", "estimators", "--repeats", "1"], "at least 2"),
        (["study", "estimators", "-o", "x.txt"], "must end in .svg"),
        (["data", "moons"], "no data set"),
        (["learning-curve", "none.csv", "--target", "y"], "there is no file"),
        (["learning-curve", "one.csv", "--target", "y", "--sizes", "a,b"], "sizes must be numbers"),
    ],
)
def test_bad_input_is_refused(words: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("x,y\n1,0\n2,1\n")
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize(("raw", "right"), [(("--raw",), 144 / 150), ((), 142 / 150)])
def test_numbers_keep_their_units_where_that_is_asked_for(raw: tuple[str, ...], right: float, iris: Path) -> None:
    """Leave-one-out of the nearest neighbour on iris is 0.960 raw and 0.947 standardised (scikit-learn)."""
    words = ["--target", "species", "--model", "knn(n_neighbors=1)", "--plan", "leave-one-out", *raw]
    done = run("resubstitution", "iris.csv", *words, "--json", "-", cwd=iris)
    assert 1 - json.loads(done.stdout)["models"][0]["test"]["value"] == pytest.approx(right)
    assert ("not standardised" in done.stderr) == bool(raw)
