"""Rows in the partitions of Dask give the findings of the same rows in memory: counts to the last, sums to rounding."""

from __future__ import annotations

import itertools
import json
import math
import os
import signal
import threading
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd
import pytest
from slow_model import lines_of, made, slowly_made

import probative as pv
from probative.errors import BadWeights, MissingValues, NoRoom
from probative.evidence.mapped import on_disk
from probative.sources.dask_parts import DaskRanges
from probative.sources.limits import Limits
from probative.sources.spool import Spool
from probative.sources.spread import SpreadSource
from probative.sources.stretched import OnWorkers

N = 700


def table() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    y = (rng.random(N) < 0.3).astype(np.int8)
    x = 1.3 * y + rng.normal(size=N)
    score = 1 / (1 + np.exp(-x))
    text = np.where(y == 1, "yes", "no").astype(object)
    return pd.DataFrame(
        {
            "y": y,
            "word": text,
            "flag": y == 1,
            "score_A": score,
            "score_B": np.round(score * 0.8 + 0.1 * rng.random(N), 2),
            "single": score.astype(np.float32),
            # Sums of these do not fit into their own type.
            "small": np.clip(np.round(x * 30), -128, 127).astype(np.int8),
            "raw": np.where(np.abs(x) < 0.2, np.where(rng.random(N) < 0.5, -0.0, 0.0), x),
            "constant": np.full(N, 0.5),
            "label": np.where(rng.random(N) < 0.8, text, "no"),
            "site": rng.choice(["north", "south", "o'hare"], N).astype(object),
            "patient": rng.integers(0, 60, N),
            # Sums of eighths are exact, in whatever order.
            "w": rng.integers(0, 12, N) / 8,
            "target": x + rng.normal(size=N),
            "guess": x,
            "holes": np.where(rng.random(N) < 0.02, np.nan, score),
            "nulls": pd.array(np.where(rng.random(N) < 0.02, None, np.round(score, 1)), dtype="Float64"),
        }
    )


CASES: dict[str, dict[str, Any]] = {
    "scores": {"truth": "y", "scores": ["score_A"]},
    "words": {"truth": "word", "scores": ["score_A"], "positive": "yes"},
    "booleans": {"truth": "flag", "scores": ["score_A"]},
    "32 bits": {"truth": "y", "scores": ["single"]},
    "8 bits": {"truth": "y", "scores": ["small"]},
    "zeros of both signs": {"truth": "y", "scores": ["raw"]},
    "one score for all": {"truth": "y", "scores": ["constant"]},
    "slices": {"truth": "y", "scores": ["score_B"], "by": ["site"]},
    "clusters": {"truth": "y", "scores": ["score_B"], "groups": "patient"},
    "NaN": {"truth": "y", "scores": ["holes"], "missing": "drop"},
    "null": {"truth": "y", "scores": ["nulls"], "missing": "drop"},
    "weights": {"truth": "y", "scores": ["score_B"], "weight": "w", "by": ["site"]},
    "labels": {"truth": "word", "predicted": ["label"], "positive": "yes", "by": ["site"]},
    "threshold": {"truth": "y", "scores": ["score_A"], "threshold_by": "f1"},
    "costs": {"truth": "y", "scores": ["score_B"], "costs": pv.Costs(fp=1, fn=5)},
    "bins": {"truth": "y", "scores": ["score_A"], "binned": True},
    "bins of slices": {"truth": "y", "scores": ["raw"], "by": ["site"], "binned": True},
}


def differences(a: Any, b: Any, where: str = "") -> list[str]:
    if isinstance(a, dict) and isinstance(b, dict):
        found = [f"{where}: keys {a.keys() ^ b.keys()}"] if a.keys() != b.keys() else []
        return found + [one for key in a.keys() & b.keys() for one in differences(a[key], b[key], f"{where}.{key}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [one for i, pair in enumerate(zip(a, b, strict=True)) for one in differences(*pair, f"{where}[{i}]")]
    if isinstance(a, float) and isinstance(b, int | float):
        return [] if math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) else [f"{where}: {a} and {b}"]
    return [] if a == b else [f"{where}: {str(a)[:60]} and {str(b)[:60]}"]


@pytest.fixture
def spread(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The table in uneven parts, one of them empty, too large to be fetched; listing its rows is an error."""
    whole = table()
    cuts = itertools.pairwise([0, 3, 3, 200, 460, N])
    parts = [whole.iloc[a:b] for a, b in cuts]
    frame = dd.from_delayed(list(map(dask.delayed, parts)), meta=whole.iloc[:0], verify_meta=False)
    monkeypatch.setattr(Limits, "fits", lambda *_: False)

    def refuse(*_: object) -> None:
        raise AssertionError("rows were fetched")

    monkeypatch.setattr(SpreadSource, "listed", refuse)
    return frame


@pytest.mark.parametrize("case", CASES)
def test_parts_give_the_findings_of_the_whole(case: str, spread: Any) -> None:
    near = json.loads(pv.evaluate(table(), **CASES[case]).to_json())
    far = json.loads(pv.evaluate(spread, **CASES[case]).to_json())
    assert "rows stay on the workers of Dask" in str(far["about"].pop("guesses"))
    near["about"].pop("guesses")
    assert not differences(near, far)


PAIRS: dict[str, dict[str, Any]] = {
    "areas": {"truth": "y", "scores": ["score_A", "score_B"]},
    "zeros of both signs, and 32 bits": {"truth": "word", "positive": "yes", "scores": ["raw", "single"]},
    "gaps": {"truth": "y", "scores": ["score_B", "holes"], "missing": "drop"},
    "labels": {"truth": "word", "predicted": ["label", "word2"], "positive": "yes", "measure": "accuracy"},
    "counts of labels": {"truth": "word", "predicted": ["label", "word2"], "positive": "yes", "measure": "f1"},
    "counts of cut scores": {"truth": "y", "scores": ["score_A", "score_B"], "measure": "f1"},
    "losses of scores": {"truth": "y", "scores": ["score_B", "holes"], "measure": "brier", "missing": "drop"},
    "losses": {"truth": "target", "predicted": ["guess", "raw"], "task": "regression", "measure": "mse"},
}


@pytest.mark.parametrize("case", PAIRS)
def test_two_models_are_compared_and_gated_where_they_lie(case: str, spread: Any) -> None:
    words, whole = PAIRS[case], table()
    for frame in (whole, spread):
        frame["word2"] = frame["word"].where(frame["guess"] < 1.5, "no")
    near, passed = pv.compare(whole, **words), pv.gate(whole, margin=0.05, **words)
    there, gated = pv.compare(spread, **words), pv.gate(spread, margin=0.05, **words)
    a, b = near.contests[0].result, there.contests[0].result
    assert "rows stay on the workers of Dask" in str(there.notes)
    assert (there.test, b.n, there.contests[0].winner) == (near.test, a.n, near.contests[0].winner)
    assert [b.p, b.effect, b.low, b.high] == pytest.approx([a.p, a.effect, a.low, a.high], rel=1e-9, abs=1e-15)
    one, other = gated.checks[0], passed.checks[0]
    assert [one.status, one.n] == [other.status, other.n]
    assert [one.low, one.high] == pytest.approx([other.low, other.high], rel=1e-9)


@pytest.mark.parametrize("case", ["areas", "ties in most rows"])
def test_areas_are_paired_on_the_workers(case: str, client: Any, spread: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No row comes here, and no score that most rows have brings them to one worker."""
    words, whole = (PAIRS | {"ties in most rows": {"truth": "y", "scores": ["tied", "score_A"]}})[case], table()
    for frame in (whole, spread):
        frame["tied"] = frame["score_B"].where(frame["score_B"] > 0.7, 0.0)
    near = pv.compare(whole, **words).contests[0].result

    def refuse(*_: object) -> None:
        raise AssertionError("rows came here")

    monkeypatch.setattr(Spool, "add", refuse)
    monkeypatch.setattr(OnWorkers, "gathered", refuse)
    monkeypatch.setattr(Limits, "takes_rungs", lambda *_: False)
    lines: list[int] = []
    again = DaskRanges.again
    monkeypatch.setattr(
        DaskRanges, "again", lambda self, *told: (lines.extend(self.each(lines_of)), again(self, *told))[1]
    )
    there = pv.compare(spread, **words).contests[0].result
    assert [there.p, there.effect, there.low, there.high] == pytest.approx(
        [near.p, near.effect, near.low, near.high], rel=1e-9, abs=1e-15
    )
    assert there.details == pytest.approx(near.details, rel=1e-9)
    assert sum(lines) > N / 2
    assert max(lines) < sum(lines) / 2


@pytest.mark.parametrize("keys", [(), ("site",)])
def test_counts_are_the_same_bit_for_bit(keys: tuple[str, ...], spread: Any) -> None:
    words = {"truth": "y", "scores": ["score_B", "raw", "small", "single"], "by": ["site"]}
    near, far = pv.read(table(), **words), pv.read(spread, **words)
    for model in near.models:
        here, there = (said.evidence("auc", model, by=keys) for said in (near, far))
        assert list(here) == list(there)
        for key in here:
            assert on_disk(there[key].scores)
            for a, b in zip(here[key].columns, there[key].columns, strict=True):
                assert a.dtype == b.dtype
                assert np.array_equal(a, b)
        assert near.fingerprint(model) == far.fingerprint(model)


@pytest.mark.parametrize("keys", [(), ("site",)])
@pytest.mark.parametrize("weight", [None, "w"])
def test_residuals_of_parts(keys: tuple[str, ...], weight: str | None, spread: Any) -> None:
    words = {"truth": "target", "predicted": "guess", "task": "regression", "by": keys, "weight": weight}
    near, far = (pv.read(frame, **words).evidence("mse", by=keys) for frame in (table(), spread))
    assert list(near) == list(far)
    for key in near:
        for name in ("mse", "mae", "r2", "median_absolute_error", "max_error"):
            assert pv.value(name, far[key]) == pytest.approx(pv.value(name, near[key]), rel=1e-12)


def test_gaps_and_weights_are_refused_as_in_memory(spread: Any) -> None:
    with pytest.raises(MissingValues, match=r"missing in holes \d+ of 700 rows"):
        pv.evaluate(spread, truth="y", scores="holes")
    with pytest.raises(BadWeights, match="smallest"):
        pv.evaluate(spread, truth="y", scores="score_A", weight="raw")


def test_small_tables_are_fetched_and_compared_row_by_row() -> None:
    frame = dd.from_pandas(table(), npartitions=4)
    words = {"truth": "y", "scores": ["score_A", "score_B"]}
    here, there = pv.compare(table(), **words), pv.compare(frame, **words)
    assert not differences(json.loads(here.to_json()), json.loads(there.to_json()))
    old, new = ({"truth": "y", "scores": name} for name in ("score_A", "score_B"))
    gates = [pv.gate(pv.read(f, **old), pv.read(f, **new), measure="auc", margin=0.05) for f in (table(), frame)]
    assert gates[0].to_json() == gates[1].to_json()


def test_rows_that_do_not_fit_are_not_fetched() -> None:
    held = pv.read(dd.from_pandas(table(), npartitions=4), truth="y", scores="score_A", memory="128MB").source
    assert isinstance(held, SpreadSource)
    held._rows = 10**8
    with pytest.raises(NoRoom, match=r"needs y, score_A row by row.*128 MB"):
        held.listed(["y", "score_A"])


def test_a_killed_worker_changes_nothing(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    frame = dd.from_map(slowly_made, range(12))
    whole = pd.concat([made(i) for i in range(12)])
    victim = min(client.run(os.getpid).values())
    killer = threading.Timer(1.0, lambda: os.kill(victim, signal.SIGKILL))
    killer.start()
    far = pv.read(frame, truth="y", scores="s").evidence("auc").total()
    killer.join()
    near = pv.read(whole, truth="y", scores="s").evidence("auc").total()
    assert all(np.array_equal(a, b) for a, b in zip(near.columns, far.columns, strict=True))


STRETCHED = (
    "scores",
    "32 bits",
    "8 bits",
    "zeros of both signs",
    "one score for all",
    "NaN",
    "weights alone",
    "threshold",
    "costs",
)


@pytest.mark.parametrize("case", STRETCHED)
def test_rungs_that_stay_with_the_workers(case: str, client: Any, spread: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    words = CASES | {"weights alone": {"truth": "y", "scores": ["score_B"], "weight": "w"}}
    monkeypatch.setattr(Limits, "takes_rungs", lambda *_: False)
    near = json.loads(pv.evaluate(table(), **words[case]).to_json())
    far = json.loads(pv.evaluate(spread, **words[case]).to_json())
    assert "rows stay on the workers of Dask" in str(far["about"].pop("guesses"))
    near["about"].pop("guesses")
    assert not differences(near, far)


def test_many_rungs_are_walked_over_there(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but what was found out comes here: some kilobytes of each stretch."""
    rng = np.random.default_rng(3)
    y = (rng.random(60_000) < 0.3).astype(int)
    frame = pd.DataFrame({"y": y, "s": 1 / (1 + np.exp(-1.3 * y - rng.normal(size=60_000)))})
    near = json.loads(pv.evaluate(frame, truth="y", scores="s").to_json())
    monkeypatch.setattr(Limits, "fits", lambda *_: False)
    monkeypatch.setattr(Limits, "takes_rungs", lambda *_: False)

    def refuse(*_: object) -> None:
        raise AssertionError("rungs were fetched")

    monkeypatch.setattr(OnWorkers, "gathered", refuse)
    far = json.loads(pv.evaluate(dd.from_pandas(frame, npartitions=5), truth="y", scores="s").to_json())
    del near["about"]["guesses"], far["about"]["guesses"]
    assert not differences(near, far)
