"""probative compare on tables of samples and series: the tests and adjustments by name."""

from __future__ import annotations

import numpy as np
import pytest

from probative.stats.multiplicity import METHODS

from .command import run

RNG = np.random.default_rng(0)


def written(path, names, table):
    lines = [",".join(names), *(",".join(map(str, row)) for row in table)]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.fixture
def samples(tmp_path):
    return written(tmp_path / "samples.csv", "ABC", RNG.normal([0, 0.5, 3], [1, 2, 3], (15, 3)).tolist())


@pytest.fixture
def skewed(tmp_path):
    return written(tmp_path / "skewed.csv", "ABC", np.exp(2 * RNG.normal([0, 0.5, 3], 1, (15, 3))).tolist())


def test_samples_are_compared_by_what_they_are(samples, skewed):
    normal = run("compare", samples, "--of", "independent", "--parametric").stdout
    assert "Welch's analysis of variance" in normal
    assert "Games-Howell test" in normal
    ranked = run("compare", skewed, "--of", "independent").stdout
    assert "Kruskal-Wallis test" in ranked
    assert "Dunn's test" in ranked


@pytest.mark.parametrize("adjustment", METHODS)
def test_every_adjustment_by_name(skewed, adjustment):
    found = run("compare", skewed, "--of", "independent", "--adjustment", adjustment)
    assert f"adjusted: {adjustment}" in found.stdout.replace("\n", " ")


def test_help_names_every_adjustment():
    words = run("compare", "--help").stdout.replace("\n", " ")
    for name in METHODS:
        assert name in words


def test_all_pairs_are_not_those_with_a_reference(skewed):
    words = ("compare", skewed, "--of", "independent", "--adjustment", "shaffer", "--reference", "A")
    assert "all pairs of models" in run(*words).stderr


def test_a_series_of_forecasts(tmp_path):
    y = RNG.normal(size=60)
    days = [f"2020-{1 + i // 28:02d}-{1 + i % 28:02d}" for i in range(60)]
    rows = zip(days, y, y + RNG.normal(0, 1.5, 60), y + RNG.normal(0, 0.5, 60), strict=True)
    path = written(tmp_path / "series.csv", ("day", "y", "far", "near"), rows)
    words = ("compare", path, "--truth", "y", "--predicted", "far", "--predicted", "near", "--time", "day")
    assert "Diebold-Mariano test" in run(*words, "--horizon", "2").stdout
    assert "Diebold-Mariano test" not in run(*words[:-2]).stdout
