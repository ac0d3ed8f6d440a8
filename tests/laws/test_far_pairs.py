"""Two models of a table that stays on disk are compared and gated as those of a table in memory; no row is fetched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import probative as pv
from probative.evidence.placing import Placing
from probative.sources.limits import Limits
from probative.sources.spool import Spool
from probative.sources.sql import SqlSource
from probative.stats import moved_rows

N = 3000


def table(seed: int = 0) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    y = (rng.random(N) < 0.3).astype(int)
    a, b = (1 / (1 + np.exp(-(k * y + rng.normal(size=N)))) for k in (1.2, 1.0))
    text = np.where(y == 1, "yes", "no").astype(object)
    return {
        "y": y,
        "word": text,
        "a": a,
        "b": np.round(b, 2),
        "twin": a**3,
        "raw": np.where(np.abs(a - 0.5) < 0.05, -0.0, 40 * (a - 0.5)),
        "holes": np.where(rng.random(N) < 0.02, np.nan, b),
        "first": np.where(rng.random(N) < 0.8, text, "no").astype(object),
        "second": np.where(rng.random(N) < 0.7, text, "yes").astype(object),
        "grade": rng.integers(0, 3, N),
        "guess": rng.integers(0, 3, N),
        "other": rng.integers(0, 3, N),
        "amount": np.round(20 * a, 1),
        "near": 20 * a + rng.normal(size=N),
        "far": 20 * a + 1.1 * rng.normal(size=N) + 0.1,
        "mark_a": np.where(y == 1, a, 1 - a),
        "mark_b": np.where(y == 1, b, 1 - b),
    }


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("pairs") / "p.parquet"
    connection = duckdb.connect()
    connection.register("t", table())
    connection.execute(f"COPY (SELECT * FROM t) TO '{path}'")
    return path


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    def refuse(*_: object) -> None:
        raise AssertionError("rows were fetched")

    def start() -> None:
        monkeypatch.setattr(Limits, "fits", lambda *_: False)
        monkeypatch.setattr(SqlSource, "listed", refuse)

    monkeypatch.start = start  # type: ignore[attr-defined]
    return monkeypatch


CASES: dict[str, dict[str, Any]] = {
    "scores": {"truth": "y", "scores": ["a", "b"]},
    "words, and ties of another kind": {"truth": "word", "positive": "yes", "scores": ["raw", "b"]},
    "gaps": {"truth": "y", "scores": ["a", "holes"], "missing": "drop"},
    "the same order": {"truth": "y", "scores": ["a", "twin"]},
    "labels": {"truth": "word", "positive": "yes", "predicted": ["first", "second"], "measure": "accuracy"},
    "errors": {"truth": "word", "predicted": ["first", "second"], "measure": "error_rate"},
    "three classes": {
        "truth": "grade",
        "predicted": ["guess", "other"],
        "measure": "accuracy",
        "task": "classification",
    },
    "one side": {"truth": "y", "scores": ["a", "b"], "alternative": "greater"},
    "macro F1 of three classes": {
        "truth": "grade",
        "predicted": ["guess", "other"],
        "measure": "macro_f1",
        "task": "classification",
    },
}
SCORES = {"truth": "y", "scores": ["a", "b"]}
LABELS = {"truth": "word", "positive": "yes", "predicted": ["first", "second"]}
NUMBERS = {"truth": "amount", "predicted": ["near", "far"], "task": "regression"}
CASES |= {f"{name} of scores": SCORES | {"measure": name} for name in ("brier", "log_loss", "accuracy", "f1", "recall")}
CASES |= {
    f"{name} of scores, cut": SCORES | {"measure": name, "threshold": 0.7} for name in ("precision", "error_rate")
}
CASES |= {f"{name} of labels": LABELS | {"measure": name} for name in ("mcc", "specificity", "balanced_accuracy")}
CASES |= {f"{name} of numbers": NUMBERS | {"measure": name} for name in ("mae", "mse", "pinball", "mean_error")}
CASES["F2 of labels"] = LABELS | {"measure": "f_beta", "beta": 2.0}
CASES["brier of scores with gaps"] = CASES["gaps"] | {"measure": "brier"}
MOVED = {f"{name} of scores": SCORES | {"measure": name} for name in ("average_precision", "ks", "equal_error_rate")}
MOVED |= {f"{name} of numbers": NUMBERS | {"measure": name} for name in ("rmse", "r2", "explained_variance")}
MOVED["average precision of one order"] = {"truth": "y", "scores": ["a", "twin"], "measure": "average_precision"}
"""Compared by how far each row moves them, where rows are many."""
CASES |= MOVED
MORE = ("log_loss of scores", "f1 of scores", "mae of numbers", "r2 of numbers", "average_precision of scores")
MORE += ("average precision of one order",)


def result(verdict: pv.Verdict) -> list[Any]:
    [contest] = verdict.contests
    found = contest.result
    numbers = [found.p, found.effect, found.low, found.high, *contest.values, contest.detectable]
    return [verdict.test, found.n, found.notes, verdict.reasons, contest.winner, numbers]


@pytest.mark.parametrize("case", CASES)
def test_compared_without_fetching_a_row(case: str, file: Path, far: Any) -> None:
    if case in MOVED:
        far.setattr(moved_rows, "MANY", 1000)
    near = result(pv.compare(file, **CASES[case]))
    far.start()
    found = pv.compare(file, **CASES[case])
    assert "rows stay on disk" in str(found.notes)
    assert result(found)[:-1] == near[:-1]
    assert result(found)[-1] == pytest.approx(near[-1], rel=1e-9, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("case", ["scores", "the same order", "labels", "three classes", *MORE])
@pytest.mark.parametrize("equivalent", [False, True])
def test_gated_without_fetching_a_row(case: str, equivalent: bool, file: Path, far: Any) -> None:
    words = {**CASES[case], "margin": 0.02, "equivalent": equivalent}
    if case in MOVED:
        far.setattr(moved_rows, "MANY", 1000)
    [near] = pv.gate(file, **words).checks
    far.start()
    [found] = pv.gate(file, **words).checks
    assert (found.status, found.n, found.why) == (near.status, near.n, near.why)
    numbers = [[one.baseline, one.candidate, one.change, one.low, one.high, one.needed] for one in (found, near)]
    assert numbers[0] == pytest.approx(numbers[1], rel=1e-9, abs=1e-12, nan_ok=True)


def test_the_error_is_delongs_by_its_definition(file: Path, far: Any) -> None:
    """Every positive beside every negative, as DeLong, DeLong and Clarke-Pearson (1988) write it."""
    rows = table()
    y = rows["y"] == 1
    wins = [(s[y][:, None] > s[~y][None, :]) + 0.5 * (s[y][:, None] == s[~y][None, :]) for s in (rows["a"], rows["b"])]
    apart = wins[0] - wins[1]
    variance = apart.mean(axis=1).var(ddof=1) / y.sum() + apart.mean(axis=0).var(ddof=1) / (~y).sum()
    far.start()
    found = pv.compare(file, truth="y", scores=["a", "b"]).contests[0].result
    assert found.effect == pytest.approx(apart.mean(), rel=1e-12)
    assert found.details["standard_error"] == pytest.approx(np.sqrt(variance), rel=1e-9)


@pytest.mark.parametrize("words", [{"by": ["grade"]}, {"measure": "auc50"}, {"test": "delong"}])
def test_whatever_takes_rows_one_by_one_is_refused_before_any_is_read(
    words: dict[str, Any], file: Path, far: Any
) -> None:
    far.start()
    with pytest.raises(pv.errors.NoRoom, match="row by row"):
        (pv.gate if "by" in words else pv.compare)(file, truth="y", scores=["a", "b"], **words)


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_places_do_not_depend_on_batches(size: int) -> None:
    rng = np.random.default_rng(1)
    s, y = np.sort(rng.integers(0, 60, 500))[::-1].astype(float), rng.random(500) < 0.4
    placing = Placing(pv.Ladder.from_scores(y, s))
    found = np.concatenate([placing(s[i : i + size], y[i : i + size]) for i in range(0, 500, size)])
    below = [2 * (s[~y] < x).sum() + (s[~y] == x).sum() for x in s]
    above = [2 * (s[y] > x).sum() + (s[y] == x).sum() for x in s]
    assert found.tolist() == np.where(y, below, above).tolist()


def test_a_spool_spills(tmp_path: Path) -> None:
    rng, spool = np.random.default_rng(2), Spool(Limits(128 * 10**6, str(tmp_path)), 3)
    parts = [rng.random(1_000_000) for _ in range(4)]
    for i, part in enumerate(parts):
        spool.add(part, np.full(len(part), i, np.uint8), np.arange(len(part)))
    found = [np.concatenate(column) for column in zip(*spool.falling(0), strict=True)]
    assert np.array_equal(found[0], np.sort(np.concatenate(parts))[::-1])
    assert np.array_equal(np.stack(parts)[found[1], found[2]], found[0])
    del spool
    assert not list(tmp_path.iterdir())
