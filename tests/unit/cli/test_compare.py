"""probative compare on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import probative as pv

from ..comparison.known import (
    BASE,
    MODELS,
    NORMAL,
    SCORE_A,
    SCORE_B,
    SCORES,
    SKEWED,
    TRUTH,
    N,
    X,
    Y,
    long_table,
    strict,
)
from .command import Done, run


@pytest.fixture
def compared(folder: Path) -> Callable[..., Done]:
    return partial(run, "compare", cwd=folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("compare")
    pd.DataFrame(
        {"y": np.where(TRUTH, "yes", "no"), "score_A": SCORE_A, "score_B": SCORE_B, "g": np.arange(N) // 4}
    ).to_csv(here / "wide.csv", index=False)
    pd.DataFrame(long_table()).to_csv(here / "long.csv", index=False)
    pd.DataFrame({"data": list("abcdefghij"), "A": BASE + NORMAL, "B": BASE, "C": BASE - SKEWED}).to_csv(
        here / "sets.csv", index=False
    )
    pv.run(MODELS, X, Y, plan="5-fold").save(here / "predictions.parquet")
    return here


def test_command_prints_the_verdict(compared: Callable[..., Done]) -> None:
    done = compared("wide.csv", "--truth", "y", "--score", "score_A", "--score", "score_B", "--positive", "yes")
    assert (done.returncode, done.stderr) == (0, "")
    verdict = pv.compare(truth=TRUTH, scores=SCORES)
    assert done.stdout.startswith(f"Which model? {verdict.answers[0].headline}\n")
    assert verdict.sentences()[0] in done.stdout.splitlines()
    assert verdict.table().title in done.stdout
    printed = done.stdout.splitlines()[-1]
    for cell in next(verdict.table().shown()):
        assert all(part in printed for part in cell.split("  "))


def test_command_gives_json(compared: Callable[..., Done]) -> None:
    done = compared("long.csv", "--truth", "y", "--score", "score", "--model", "model", "--row", "id", "--json", "-")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["comparisons"] == strict(pv.compare(truth=TRUTH, scores=SCORES))["comparisons"]


def test_command_for_results_with_a_diagram(compared: Callable[..., Done], folder: Path) -> None:
    done = compared("sets.csv", "--of", "datasets", "--measure", "auc", "--diagram", "cd.svg", "--json", "out.json")
    assert done.returncode == 0
    assert done.stderr.splitlines() == ["diagram written to cd.svg", "written to out.json"]
    assert "Nemenyi's test" in done.stdout
    assert (folder / "cd.svg").read_text().startswith("<svg")
    assert json.loads((folder / "out.json").read_text())["ranks"].keys() == {"A", "B", "C"}
    asked = compared("sets.csv", "--of", "paired", "--parametric", "--reference", "B", "--json", "-")
    plain = json.loads(asked.stdout)
    assert plain["omnibus"]["method"] == "repeated-measures analysis of variance"
    assert [(c["a"], c["b"]) for c in plain["comparisons"]] == [("A", "B"), ("C", "B")]
    forced = compared("sets.csv", "--of", "folds", "--test", "paired-t", "--force")
    assert forced.returncode == 0
    assert "note: this test was forced" in forced.stdout


def test_command_reads_what_run_saved(compared: Callable[..., Done]) -> None:
    for name in (".", "predictions.parquet"):
        done = compared(name, "--measure", "accuracy", "--json", "-")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["comparisons"][0]["test"] == "corrected resampled t-test"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sets.csv", "--of", "folds", "--test", "paired-t"), "Try: corrected-t (or --force)"),
        (("sets.csv", "--of", "folds", "--n-train", "9"), "--n-train, --n-test"),
        (("sets.csv", "--of", "luck"), "of must be"),
        (
            ("wide.csv", "--truth", "y", "--positive", "yes", "--diagram", "cd.svg"),
            "ranks",
        ),
        (("none.csv",), "none.csv"),
        (("sets.csv", "--of", "datasets", "--json", "no/such/folder.json"), "cannot be written"),
    ],
)
def test_command_refuses_without_a_traceback(
    compared: Callable[..., Done], arguments: tuple[str, ...], words: str
) -> None:
    done = compared(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert "is better than" not in done.stdout


@pytest.mark.parametrize("of", [("--of", "datasets"), ("--of", "folds", "--test", "friedman", "--force")])
def test_average_ranks_stand_beside_the_test_of_all_models(tmp_path: Path, of: tuple[str, ...]) -> None:
    # Ranks by hand: A 2 2 2 2 2, B 1 3 1 1 1, C 3 1 3 3 3.
    (tmp_path / "three.csv").write_text("A,B,C\n80,81,79\n82,81,84\n85,86,83\n78,80,77\n85,88,84\n")
    done = run("compare", "three.csv", *of, cwd=tmp_path)
    assert "average ranks, the best first: B 1.4, A 2, C 2.6" in done.stdout.splitlines()


def test_no_ranks_no_line_of_ranks(tmp_path: Path) -> None:
    (tmp_path / "three.csv").write_text("A,B,C\n80,81,79\n82,81,84\n85,86,83\n78,80,77\n85,88,84\n")
    assert "average ranks" not in run("compare", "three.csv", "--of", "folds", cwd=tmp_path).stdout
