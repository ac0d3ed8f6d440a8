"""Trainings on a cluster give the bytes of trainings here; a lost worker costs what it was doing."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB
from slow_model import Slow

import probative as pv
from probative.errors import BadInput, BadParameter, FitFailed
from probative.running.problem import Problem

X, Y = (lambda rng: (rng.normal(size=(120, 3)), (rng.random(120) < 0.4).astype(int)))(np.random.default_rng(0))


def same(a: pv.Predictions, b: pv.Predictions) -> bool:
    here, there = a.columns(), b.columns()
    return here.keys() == there.keys() and all(np.array_equal(here[name], there[name]) for name in here)


def test_a_cluster_gives_the_bytes_of_this_process(client: Any) -> None:
    models = {"bayes": GaussianNB(), "forest": RandomForestClassifier(3)}
    words = {"plan": "2x3 stratified", "random_state": 5}
    here, there = pv.run(models, X, Y, **words), pv.run(models, X, Y, **words, backend=client)
    assert same(here, there)
    assert [fit.seed for fit in here.fits] == [fit.seed for fit in there.fits]


def test_permutations_and_choices_too(client: Any) -> None:
    words = {"plan": "3-fold", "n_permutations": 19, "early": False}
    here = pv.permutation_test(GaussianNB(), X, Y, **words)
    there = pv.permutation_test(GaussianNB(), X, Y, **words, backend=client)
    assert np.array_equal(here.null, there.null)
    grid = {"var_smoothing": [1e-9, 1e-1]}
    a, b = (pv.select(GaussianNB(), grid, X, Y, plan="nested 3-fold/2-fold", backend=who) for who in (None, client))
    assert a.chosen == b.chosen
    assert a.to_dict() == b.to_dict()


def test_data_travel_once(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    scatter = type(client).scatter
    monkeypatch.setattr(
        type(client), "scatter", lambda self, things, **how: (sent.extend(things), scatter(self, things, **how))[1]
    )
    pv.run({"a": GaussianNB(), "b": GaussianNB()}, X, Y, plan="4x3 stratified", backend=client)
    assert sum(isinstance(thing, Problem) for thing in sent) == 1


def test_a_killed_worker_costs_what_it_was_doing(client: Any, tmp_path: Path) -> None:
    begun, kept = tmp_path / "begun", tmp_path / "kept"
    begun.mkdir()
    before = client.run(os.getpid)
    victim = min(before.values())

    def kill() -> None:
        while len(list(kept.glob("*.part"))) < 3:
            time.sleep(0.02)
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    model = Slow(str(begun), 0.1)
    said = pv.run(model, X, Y, plan="4x5 stratified", backend=client, checkpoint=kept)
    killer.join()
    assert same(said, pv.run(Slow(str(tmp_path)), X, Y, plan="4x5 stratified"))
    assert len(list(kept.glob("*.part"))) == 20
    # Twenty trainings, and those that the lost worker had begun or had not handed over yet.
    assert 20 <= len(list(begun.iterdir())) <= 20 + 4
    # All is in the store: nothing is trained when the same is asked for again.
    again = len(list(begun.iterdir()))
    assert same(pv.run(model, X, Y, plan="4x5 stratified", backend=client, checkpoint=kept), said)
    assert len(list(begun.iterdir())) == again


def test_failures_and_late_ones_are_kept_as_records(client: Any, tmp_path: Path) -> None:
    models = {"slow": Slow(str(tmp_path), 20), "broken": Slow("/no/such/folder"), "bayes": GaussianNB()}
    said = pv.run(models, X, Y, plan="2-fold", backend=client, timeout=0.3)
    errors = {fit.model: fit.error for fit in said.fits}
    assert errors["slow"] == "TookTooLong: longer than 0.3 seconds"
    assert "FileNotFoundError" in str(errors["broken"])
    assert errors["bayes"] is None
    with pytest.raises(FitFailed, match="broken could not be trained"):
        pv.run({"broken": models["broken"]}, X, Y, plan="2-fold", backend=client, on_error="stop")


def test_what_is_no_cluster_is_refused(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadParameter, match="client of a Dask cluster"):
        pv.run(GaussianNB(), X, Y, backend="tcp://localhost:1")
    with pytest.raises(BadParameter, match="how many tasks"):
        pv.run(GaussianNB(), X, Y, backend=client, n_jobs=2)
    monkeypatch.setattr("probative.running.cluster.versions", lambda: {"numpy": "0.1"})
    monkeypatch.setattr(type(client), "run", lambda *_: {"tcp://worker": {"numpy": "0.2"}})
    with pytest.raises(BadInput, match=r"(?s)other software.*numpy 0.2, here 0.1"):
        pv.run(GaussianNB(), X, Y, backend=client)


def test_the_command_trains_on_a_cluster(client: Any, tmp_path: Path) -> None:
    from probative.cli import main

    table = tmp_path / "t.csv"
    table.write_text("a,b,y\n" + "".join(f"{a:.4f},{b:.4f},{y}\n" for (a, b, _), y in zip(X, Y, strict=True)))
    common = ["run", str(table), "--target", "y", "--model", "tree", "--plan", "3-fold", "--quiet"]
    for name, more in (("here", []), ("there", ["--cluster", client.scheduler.address, "--permutations", "9"])):
        with suppress(SystemExit):
            main([*common, *more, "--out", str(tmp_path / name)])
    here, there = (pv.read(tmp_path / name / "predictions.parquet") for name in ("here", "there"))
    assert same(here, there)
