"""Bins of scores: intervals of eleven binary digits, the same in NumPy and in SQL, whatever the scores."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import duckdb
import numpy as np
import pytest

import probative as pv
from probative.evidence.binning import LARGE, grid, grid_in_sql
from probative.sources.limits import Limits

TINY = 5e-324


def probabilities() -> np.ndarray:
    rng = np.random.default_rng(0)
    near = 2.0 ** -rng.uniform(0, 1070, 20_000)
    ends = [0.0, TINY, 1e-300, 0.5, np.nextafter(0.5, 1), np.nextafter(1, 0), 1 - 2.0**-52, 1.0]
    return np.sort(np.concatenate([rng.random(20_000), near, 1 - near, ends]))


def numbers() -> np.ndarray:
    rng = np.random.default_rng(1)
    wide = np.exp(rng.uniform(-740, 709, 20_000))
    return np.sort(
        np.concatenate([wide, -wide, rng.normal(size=20_000), [0.0, TINY, -TINY, LARGE, -1e308, np.inf, -np.inf]])
    )


@pytest.mark.parametrize("probable", [True, False])
def test_bins_are_intervals_and_sql_finds_the_same(probable: bool) -> None:
    scores = probabilities() if probable else numbers()
    bins = grid(scores, probable)
    assert np.isfinite(bins).all()
    assert (np.diff(bins) >= 0).all(), "a higher score is in no lower bin"
    connection = duckdb.connect()
    connection.register("t", {"i": np.arange(len(scores)), "s": scores})
    asked = f"SELECT {grid_in_sql('s', float(scores[0]), float(scores[-1]))} AS bin FROM t ORDER BY i"
    assert np.array_equal(connection.sql(asked).fetchnumpy()["bin"], bins)


def test_a_bin_is_a_number_of_eleven_binary_digits() -> None:
    """Of exact fractions: the score rounded to eleven digits behind its leading one is the name of its bin."""
    rng = np.random.default_rng(2)
    scores = np.concatenate([rng.normal(size=300), 1e5 * rng.normal(size=300), [3.0, 2048.0, 1.0 + 2.0**-10]])
    for score, found in zip(scores.tolist(), grid(scores, False).tolist(), strict=True):
        step = Fraction(2) ** (math.frexp(score)[1] - 11)
        assert Fraction(found) % step == 0
        assert abs(Fraction(found) - Fraction(score)) <= step / 2


@pytest.mark.parametrize("scores", [[0.0, 1e-300, 0.25, np.nextafter(1, 0), 1.0], [-np.inf, -3.0, -0.0, 1e200, np.inf]])
def test_few_scores_far_from_each_other_are_exact(
    scores: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p.parquet"
    connection = duckdb.connect()
    connection.register("t", {"s": np.tile(scores, 20), "y": np.arange(100) % 3 // 2})
    connection.execute(f"COPY (SELECT * FROM t) TO '{path}'")
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    rough = pv.read(path, truth="y", scores="s", binned=True).evidence("auc").total()
    exact = pv.Ladder.from_scores(np.arange(100) % 3 // 2, np.tile(scores, 20))
    assert rough.auc_error == 0
    assert np.array_equal(rough.scores, exact.scores)
    assert np.array_equal(rough.positives, exact.positives)


def test_rows_without_weight_do_not_say_what_scores_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    y, s, w = np.arange(2000) % 2, rng.random(2000), np.ones(2000)
    s[0], w[0] = 7.0, 0.0
    words = {"truth": "y", "scores": "s", "weight": "w", "binned": True}
    near = pv.read({"y": y, "s": s, "w": w}, **words).evidence("auc").total()
    path = tmp_path / "p.parquet"
    connection = duckdb.connect()
    connection.register("t", {"y": y, "s": s, "w": w})
    connection.execute(f"COPY (SELECT * FROM t) TO '{path}'")
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    far = pv.read(path, **words).evidence("auc").total()
    assert np.array_equal(near.scores, far.scores)


@pytest.mark.parametrize("truth", [[0, 1], [1, 2], [-1, 0], [7, 7], [0, 2], [0, 1, 2]])
@pytest.mark.parametrize("kind", ["TINYINT", "BIGINT", "UINTEGER", "DOUBLE"])
def test_two_neighbouring_numbers_are_counted_without_a_group_by(truth: list[int], kind: str, tmp_path: Path) -> None:
    if min(truth) < 0 and kind == "UINTEGER":
        truth = [0, 1]
    path = tmp_path / "p.parquet"
    rows = ", ".join(f"({truth[i % len(truth)]})" for i in range(7))
    duckdb.execute(f"COPY (SELECT v::{kind} AS y FROM (VALUES {rows}) t(v)) TO '{path}'")
    from probative.sources import open_source

    found = open_source(str(path)).grouped(["y"])
    counts = dict(zip(found.values["y"].tolist(), found.counts.tolist(), strict=True))
    assert counts == {value: sum(truth[i % len(truth)] == value for i in range(7)) for value in set(truth)}
