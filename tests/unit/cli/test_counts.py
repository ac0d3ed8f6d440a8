"""probative counts on the command line, and counts of rows in the other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command import run


def test_four_numbers() -> None:
    done = run("counts", "40", "10", "5", "45")
    assert done.returncode == 0
    assert "[0.767, 0.907]" in done.stdout
    assert "TP 40" in done.stdout


def test_the_layout_and_the_steps() -> None:
    done = run("counts", "40", "10", "5", "45", "--layout", "predicted-rows", "--steps")
    lines = done.stdout.splitlines()
    assert any(line.split() == ["model", "positive", "TP", "40", "FP", "5", "45"] for line in lines)
    assert lines[-1].split()[-1] == "0.39731"


def test_several_matrices_in_every_way(tmp_path: Path) -> None:
    (tmp_path / "C3.csv").write_text("actual,positive,negative\npositive,40,60\nnegative,30,70\n")
    done = run(
        "counts",
        "C1=80,20,50,50",
        "C2=60,40,20,80",
        "C3.csv",
        "--cost-fn",
        "5",
        "--plot",
        "roc.svg",
        "--json",
        "-",
        cwd=tmp_path,
    )
    found = json.loads(done.stdout)
    assert list(found["models"]) == ["C1", "C2", "C3"]
    assert found["models"]["C3"]["measures"]["expected_cost"]["value"] == pytest.approx(1.65)
    assert len(found["comparisons"]) == 3
    assert "<svg" in (tmp_path / "roc.svg").read_text()


def test_a_page(tmp_path: Path) -> None:
    done = run("counts", "40", "10", "5", "45", "--html", "page.html", cwd=tmp_path)
    assert done.returncode == 0
    assert "Confusion matrices" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize(
    "words", [["1", "2", "3"], ["40", "10", "5", "-45"], ["40", "10", "5", "4.5"], ["no.csv"], ["A=1,2,3"]]
)
def test_what_is_no_matrix_is_refused(words: list[str]) -> None:
    done = run("counts", "--", *words)
    assert done.returncode == 2
    assert "Try" in done.stderr


def test_nine_numbers_are_three_classes() -> None:
    words = [word for label in "abc" for word in ("--label", label)]
    done = run("counts", "10", "1", "2", "3", "20", "1", "0", "0", "8", *words, "--json", "-")
    assert list(json.loads(done.stdout)["models"]["model"]["classes"]) == ["a", "b", "c"]


def test_a_picture_of_three_classes_is_refused(tmp_path: Path) -> None:
    done = run("counts", *["1", "2", "3", "4", "5", "6", "7", "8", "9"], "--plot", "roc.svg", cwd=tmp_path)
    assert done.returncode == 2
    assert "two classes" in done.stderr


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    rows = ["1,1,1,35", "1,1,0,5", "1,0,1,4", "1,0,0,6", "0,1,1,3", "0,1,0,2", "0,0,1,8", "0,0,0,37"]
    (tmp_path / "lines.csv").write_text("\n".join(["y,A,B,n", *rows]) + "\n")
    return tmp_path


def test_a_column_of_counts(lines: Path) -> None:
    words = ["lines.csv", "--truth", "y", "--predicted", "A", "--predicted", "B", "--count", "n"]
    assert run("evaluate", *words, cwd=lines).stdout.startswith("100 rows")
    # Of 19 disagreements 6 are B's: mid-p of a fair coin by hand is 0.1153.
    compared = json.loads(run("compare", *words, "--json", "-", cwd=lines).stdout)
    assert compared["comparisons"][0]["p"] == pytest.approx(0.11532, abs=1e-5)
    gated = json.loads(run("gate", *words, "--json", "-", cwd=lines).stdout)
    assert gated["checks"][0]["n"] == 100


def test_weights_that_look_like_counts_are_asked_about(lines: Path) -> None:
    done = run("evaluate", "lines.csv", "--truth", "y", "--predicted", "A", "--weight", "n", cwd=lines)
    assert "--count n" in done.stdout


def test_undefined_values_count_as_zero_where_asked() -> None:
    done = run("counts", "0", "10", "0", "90", "--undefined", "zero")
    assert "counted as 0 as asked for: precision" in done.stdout
    assert run("counts", "0", "10", "0", "90", "--undefined", "nil").returncode == 2


def test_error_types_are_explained() -> None:
    assert "keep H0 when H1 is true: type II error, beta, false negative" in run("explain", "error_types").stdout
    cells = json.loads(run("explain", "error-types", "--json", "-").stdout)["cells"]
    assert [cell["cell"] for cell in cells if cell["name"] == "correct"] == ["true positive", "true negative"]


def test_the_readings_of_the_area() -> None:
    told = json.loads(run("measures", "auc", "--json", "-").stdout)[0]["readings"]
    assert len(told) == 5
    assert all(reading in run("measures", "auc").stdout for reading in told)


def test_arithmetic_beside_harmonic_mean(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("y,pred,n\n1,1,2\n1,0,8\n0,0,90\n")
    words = ["f1", "p.csv", "--truth", "y", "--predicted", "pred", "--count", "n", "--json", "-"]
    found = json.loads(run("explain", *words, cwd=tmp_path).stdout)["conventions"]
    values = {row["name"]: row["value"] for row in found}
    assert (values["positive class"], values["arithmetic mean"]) == pytest.approx((1 / 3, 0.6))
