"""Rows that stay on disk give the same findings as rows in memory: every measure, interval, curve, threshold, note."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import probative as pv
from probative.evidence.mapped import on_disk
from probative.predictions.shelf import Shelf
from probative.sources.limits import Limits
from probative.sources.sql import SqlSource

N = 1200


def table(seed: int = 0) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    y = (rng.random(N) < 0.3).astype(int)
    x = 1.3 * y + rng.normal(size=N)
    score = 1 / (1 + np.exp(-x))
    text = np.where(y == 1, "yes", "no").astype(object)
    return {
        "y": y,
        "word": text,
        "flag": np.where(y == 1, "TRUE", "false").astype(object),
        "score_A": score,
        "score_B": np.round(score * 0.8 + 0.1 * rng.random(N), 2),
        "raw": np.where(np.abs(x) < 0.1, -0.0, x),
        "label": np.where(rng.random(N) < 0.8, text, "no"),
        "site": rng.choice(["north", "south", "o'hare"], N).astype(object),
        "patient": rng.integers(0, 60, N),
        "w": np.round(0.5 + rng.random(N), 3),
        "target": x + rng.normal(size=N),
        "guess": x,
        "holes": np.where(rng.random(N) < 0.02, np.nan, score),
        "kind": rng.choice(["cat", "dog", "o'hare"], N, p=[0.5, 0.3, 0.2]).astype(object),
        **{
            f"p_{name}": column
            for name, column in zip(("cat", "dog", "o'hare"), rng.dirichlet([2, 1, 1], N).T, strict=True)
        },
        "coarse": np.round(x),
        "gaps": np.where(rng.random(N) < 0.02, np.nan, x + 0.2),
        "flat": np.full(N, 0.5),
        "sign": np.where(y == 1, 1.0, -1.0),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("far")
    connection = duckdb.connect()
    connection.register("t", table())
    for kind in ("parquet", "csv"):
        connection.execute(f"COPY (SELECT * FROM t) TO '{path}/p.{kind}'")
    return path


@pytest.fixture
def file(folder: Path) -> Path:
    return folder / "p.parquet"


CASES: dict[str, dict[str, Any]] = {
    "scores": {"truth": "y", "scores": ["score_A"]},
    "two models with ties": {"truth": "y", "scores": ["score_A", "score_B"]},
    "words": {"truth": "word", "scores": ["score_A"], "positive": "yes"},
    "booleans as text": {"truth": "flag", "scores": ["score_A"], "positive": "TRUE"},
    "raw scores": {"truth": "y", "scores": ["raw"]},
    "slices": {"truth": "y", "scores": ["score_B"], "by": ["site"]},
    "clusters": {"truth": "y", "scores": ["score_B"], "groups": "patient"},
    "gaps": {"truth": "y", "scores": ["holes"], "missing": "drop"},
    "labels": {"truth": "word", "predicted": ["label"], "positive": "yes", "by": ["site"]},
    "threshold": {"truth": "y", "scores": ["score_A"], "threshold_by": "f1"},
    "bound": {"truth": "y", "scores": ["score_A"], "at": "fpr<=0.1", "confidence": 0.9},
    "costs": {"truth": "y", "scores": ["score_B"], "costs": pv.Costs(fp=1, fn=5)},
}


def both(file: Path, monkeypatch: pytest.MonkeyPatch, **words: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    near = json.loads(pv.evaluate(file, **words).to_json())
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    far = json.loads(pv.evaluate(file, **words).to_json())
    return near, far


def differences(a: Any, b: Any, where: str = "", digits: float = 1e-9) -> list[str]:
    if isinstance(a, dict) and isinstance(b, dict):
        found = [f"{where}: keys {a.keys() ^ b.keys()}"] if a.keys() != b.keys() else []
        return found + [one for key in a.keys() & b.keys() for one in differences(a[key], b[key], f"{where}.{key}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [one for i, pair in enumerate(zip(a, b, strict=True)) for one in differences(*pair, f"{where}[{i}]")]
    if isinstance(a, float) and isinstance(b, int | float):
        return [] if math.isclose(a, b, rel_tol=digits, abs_tol=1e-12) else [f"{where}: {a} and {b}"]
    return [] if a == b else [f"{where}: {str(a)[:60]} and {str(b)[:60]}"]


NUMBERS: dict[str, dict[str, Any]] = {
    "numbers": {"truth": "target", "predicted": ["guess"]},
    "two models of which one has ties": {"truth": "coarse", "predicted": ["guess", "coarse"]},
    "weighted": {"truth": "target", "predicted": ["guess"], "weight": "w"},
    "slices of numbers": {"truth": "target", "predicted": ["guess"], "by": ["site"]},
    "gaps in numbers": {"truth": "target", "predicted": ["gaps"], "missing": "drop"},
    "two values": {"truth": "sign", "predicted": ["guess"]},
    "constant": {"truth": "target", "predicted": ["flat"]},
}


@pytest.mark.parametrize("case", NUMBERS)
def test_far_numbers_give_the_findings_of_near_ones(case: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rank correlations, medians, quantiles, groups, tolerances and pictures too; no column is fetched."""
    words = NUMBERS[case] | {"task": "regression"}
    near = json.loads(pv.evaluate(file, **words).to_json())
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    monkeypatch.setattr(Shelf, "fetch", refused)
    far = json.loads(pv.evaluate(file, **words).to_json())
    if len(words["predicted"]) > 1:
        for found in (near, far):
            uncompared(found)
    assert "rows stay on disk" in str(far["about"].pop("guesses"))
    near["about"].pop("guesses")
    assert not differences(near, far, digits=1e-6)


@pytest.mark.parametrize("weight", [None, "w"])
def test_far_probabilities_of_classes(weight: str | None, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each class against the rest, decisions and losses are those of near rows; what needs all rows at once says so."""
    words = {"truth": "kind", "scores": ["p_cat", "p_dog", "p_o'hare"], "weight": weight}
    near = json.loads(pv.evaluate(file, **words).to_json())
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    monkeypatch.setattr(Shelf, "fetch", refused)
    monkeypatch.setattr(SqlSource, "grouped", few(SqlSource.grouped))
    far = json.loads(pv.evaluate(file, **words).to_json())
    [(name, there)], [here] = near["models"].items(), far["models"].values()
    assert name
    assert not differences(there.pop("classes"), here.pop("classes"), digits=1e-6)
    assert not differences(there.pop("confusion"), here.pop("confusion"))
    apart = [measure for measure, found in here["measures"].items() if "beside each other" in (found["why"] or "")]
    assert {"auc_ovr", "auc_ovo"} <= {*apart} <= {*there["measures"]}
    assert not {"log_loss", "brier", "accuracy", "macro_f1"} & {*apart}
    for found in (there, here):
        for measure in apart:
            del found["measures"][measure]
    assert not differences(there, here, digits=1e-6)


def uncompared(found: dict[str, Any]) -> None:
    """Comparisons are made of the rows, on request."""
    found["contests"] = found["leader"] = found["about"]["verdict"] = found["answers"] = None
    found["shared_calls"] = found["paired_gaps"] = None


def few(grouped: Any) -> Any:
    def counted(source: Any, names: Any, weight: Any = None) -> Any:
        found = grouped(source, names, weight)
        assert len(found) < 100, "rows were fetched"
        return found

    return counted


def refused(*_: object) -> None:
    raise AssertionError("rows were fetched")


IN_TEXT = ("words", "booleans as text", "gaps", "labels", "slices")
"""Cases in which a text file may be read otherwise than a typed one."""


@pytest.mark.parametrize(
    ("case", "kind"), [*((case, "parquet") for case in CASES), *((case, "csv") for case in IN_TEXT)]
)
def test_far_rows_give_the_findings_of_near_ones(
    case: str, kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = both(folder / f"p.{kind}", monkeypatch, **CASES[case])
    if case == "two models with ties":
        for found in (near, far):
            uncompared(found)
    assert "rows stay on disk" in str(far["about"].pop("guesses"))
    near["about"].pop("guesses")
    assert not differences(near, far)


def test_weighted_rungs_are_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"truth": "y", "scores": ["score_B"], "weight": "w"}
    near = pv.read(file, **words).evidence("auc").total()
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    far = pv.read(file, **words).evidence("auc").total()
    assert on_disk(far.scores)
    for a, b in zip(near.columns, far.columns, strict=True):
        assert np.allclose(a, b, rtol=1e-12)
    for name in ("auc", "average_precision", "brier", "log_loss"):
        a, b = pv.estimate(name, near), pv.estimate(name, far)
        assert np.allclose([a.value, a.low, a.high], [b.value, b.low, b.high], rtol=1e-9)


def test_counts_are_the_same_bit_for_bit(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"truth": "y", "scores": ["score_B"], "by": ["site"]}
    near = pv.read(file, **words)
    kept = {keys: near.evidence("auc", by=keys) for keys in ((), ("site",))}
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    far = pv.read(file, **words)
    for keys, ledger in kept.items():
        again = far.evidence("auc", by=keys)
        assert list(again) == list(ledger)
        for key in ledger:
            assert on_disk(again[key].scores)
            for a, b in zip(ledger[key].columns, again[key].columns, strict=True):
                assert a.dtype == b.dtype
                assert np.array_equal(a, b)
    assert far.fingerprint("B") == near.fingerprint("B")


@pytest.mark.parametrize("keys", [(), ("site",)])
@pytest.mark.parametrize("weight", [None, "w"])
def test_residuals_by_batches(
    keys: tuple[str, ...], weight: str | None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {"truth": "target", "predicted": "guess", "task": "regression", "by": keys, "weight": weight}
    near = pv.read(file, **words).evidence("mse", by=keys)
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    far = pv.read(file, **words).evidence("mse", by=keys)
    assert list(far) == list(near)
    for key in near:
        for name in ("mse", "mae", "r2", "median_absolute_error", "max_error", "bias"):
            a, b = pv.estimate(name, near[key]), pv.estimate(name, far[key])
            assert np.allclose([a.value, a.low, a.high], [b.value, b.low, b.high], rtol=1e-9, equal_nan=True), name


def test_a_relation_stays_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = duckdb.connect()
    connection.register("t", table())
    words = {"truth": "y", "scores": ["score_A"]}
    near = pv.evaluate(connection.sql("SELECT * FROM t"), **words)
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    far = pv.evaluate(connection.sql("SELECT * FROM t"), **words)
    assert far.models["A"].measures == near.models["A"].measures


def test_gaps_are_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    with pytest.raises(pv.errors.MissingValues, match="missing"):
        pv.evaluate(file, truth="y", scores=["holes"])


@pytest.mark.parametrize("score", ["score_A", "raw"])
@pytest.mark.parametrize("weight", [None, "w"])
def test_bins_are_the_same_on_every_engine(
    score: str, weight: str | None, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {"truth": "y", "scores": [score], "weight": weight, "by": ["site"]}
    exact = {keys: pv.read(file, **words).evidence("auc", by=keys) for keys in ((), ("site",))}
    near = {keys: pv.read(file, binned=True, **words).evidence("auc", by=keys) for keys in exact}
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    for keys, ledger in near.items():
        far = pv.read(file, binned=True, **words).evidence("auc", by=keys)
        for key, mine in ledger.entries.items():
            assert np.array_equal(mine.scores, far[key].scores)
            for a, b in zip(mine.columns, far[key].columns, strict=True):
                assert np.array_equal(a, b) if weight is None else np.allclose(a, b, rtol=1e-12)
            whole = exact[keys][key]
            off = abs(pv.value("auc", whole) - pv.value("auc", mine))
            assert off <= mine.auc_error + 1e-12
            assert mine.auc_error == pytest.approx(far[key].auc_error, rel=1e-9)


def test_the_bound_is_in_the_estimate_and_in_the_output() -> None:
    rng = np.random.default_rng(0)
    y, s = rng.random(3000) < 0.4, rng.random(3000)
    found = pv.evaluate({"y": y.astype(int), "s": s}, truth="y", scores="s", binned=True)
    auc, gini = (found.models["s"].measures[name] for name in ("auc", "gini"))
    assert auc.error is not None
    assert gini.error == pytest.approx(2 * auc.error)
    assert "within" in (auc.why or "")
    assert any("bins (--bins): AUC within 0.000" in text for text in found.about.guesses)
    exact = pv.evaluate({"y": y.astype(int), "s": s}, truth="y", scores="s").models["s"].measures["auc"]
    assert 0 < abs(exact.value - auc.value) <= auc.error
    rounded = pv.evaluate({"y": y.astype(int), "s": s.round(1)}, truth="y", scores="s", binned=True)
    assert rounded.models["s"].measures["auc"].error is None, "a bin of one score adds no error"
