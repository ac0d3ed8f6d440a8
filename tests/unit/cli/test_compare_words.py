"""probative compare: directions, levels and what lies behind a statistic, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command import run

FOLDS = "A,B\n80,81\n82,81\n85,86\n78,80\n85,88\n"
"""The deck's five folds."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "folds.csv").write_text(FOLDS, encoding="utf-8")
    return tmp_path


def test_a_direction_and_a_level_are_options(folder: Path) -> None:
    asked = ("--of", "paired", "--alternative", "greater", "--significance", "0.05")
    done = run("compare", "folds.csv", *asked, cwd=folder)
    assert done.returncode == 0
    for words in ("(-∞, 1.4141)", "one-sided", "H0: the mean difference is 0", "not the probability of H0", "+2.2"):
        assert words in done.stdout
    stored = json.loads(run("compare", "folds.csv", *asked, "--json", "-", cwd=folder).stdout)["comparisons"][0]
    assert stored["p"] == pytest.approx(0.927648000697)
    assert stored["details"]["acceptance"] == ["-inf", pytest.approx(1.4141, abs=1e-4)]
    assert stored["alternative"] == "greater"


@pytest.mark.parametrize("asked", [("--alternative", "up"), ("--correction", "none at all"), ("--significance", "5")])
def test_unknown_words_are_refused(folder: Path, asked: tuple[str, ...]) -> None:
    done = run("compare", "folds.csv", "--of", "paired", *asked, cwd=folder)
    assert done.returncode != 0
    assert asked[1] in done.stderr


def test_folds_need_no_sizes_where_they_are_one_plan(folder: Path) -> None:
    done = run("compare", "folds.csv", "--of", "folds", cwd=folder)
    assert "1/4" in done.stdout
    assert "−1.21" in done.stdout
    assert "critical value 2.776" in done.stdout


def test_the_null_distribution_is_a_picture(folder: Path) -> None:
    done = run("compare", "folds.csv", "--of", "paired", "--plot", "null.svg", "--picture", "null", cwd=folder)
    assert done.returncode == 0
    assert "<svg" in (folder / "null.svg").read_text(encoding="utf-8")


def test_degrees_of_freedom_are_explained_on_the_deck_s_numbers() -> None:
    done = run("explain", "degrees_of_freedom")
    for words in ("degrees_of_freedom is 3", "-1.5, -0.5, 0.5, 1.5", "add up to 0"):
        assert words in done.stdout
    assert json.loads(run("explain", "df", "--values", "80,82,85,78,85", "--json", "-").stdout)["value"] == 4
    assert run("explain", "df", "--values", "a,b").returncode != 0


def test_mcc_is_explained_as_a_determinant() -> None:
    done = run("explain", "mcc", "--tp", "40", "--fn", "10", "--fp", "5", "--tn", "45")
    for words in ("normalised determinant", "40 * 45 - 10 * 5 = 1750", "0.703526"):
        assert words in done.stdout
    assert run("explain", "mcc", "--tp", "40").returncode != 0
