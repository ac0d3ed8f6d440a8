"""What is accepted is silent and said; what is forced is marked for ever; equal notes are one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.errors import BadParameter

from ..cli.command import run
from ..evaluated import CALLED, HALVES, codes

RARE = np.array([1] * 4 + [0] * 96)
CLEAR = np.array([0.9] * 4 + [0.1] * 96)
N = 60
X = np.random.default_rng(1).normal(size=(N, 2))
LONELY = np.array(["a", "b"] * 29 + ["a", "c"])
HERE = [(np.arange(40), np.arange(40, 60))]
"""A split that trains without the only row of class c."""


def shown(found: pv.Findings, capsys: pytest.CaptureFixture[str]) -> str:
    from probative.cli.output import console
    from probative.report.terminal import print_findings

    print_findings(found, console())
    return capsys.readouterr().out


def test_an_accepted_guard_is_silent_and_said_to_be(capsys, tmp_path):
    loud = pv.evaluate(truth=RARE, scores=CLEAR)
    found = pv.evaluate(truth=RARE, scores=CLEAR, accept=("accuracy-unbalanced",))
    assert codes(loud) - codes(found) == {"accuracy-unbalanced"}
    assert found.about.accepted == {"accuracy-unbalanced": 1}
    assert json.loads(found.to_json())["about"]["accepted"] == {"accuracy-unbalanced": 1}
    words = "accepted: accuracy-unbalanced (silenced 1 note)"
    assert words in shown(found, capsys)
    assert words in found.save(tmp_path / "page.html").read_text(encoding="utf-8")
    assert pv.Findings.from_dict(json.loads(found.to_json())).about.accepted == found.about.accepted
    assert "accept" in (found.about.command or "")


def test_accepting_what_did_not_speak_is_said_too():
    found = pv.evaluate(truth=HALVES, scores=CALLED, accept="r2-negative")
    assert found.about.accepted == {"r2-negative": 0}


@pytest.mark.parametrize("call", [pv.evaluate, pv.compare])
def test_a_code_that_no_guard_has_is_refused_with_the_nearest(call):
    with pytest.raises(BadParameter, match="'accuracy-unbalanced'"):
        call(truth=RARE, scores={"a": CLEAR, "b": CLEAR}, accept="acuracy-unbalanced")
    with pytest.raises(BadParameter, match="guards"):
        call(truth=RARE, scores={"a": CLEAR, "b": CLEAR}, accept="zzz")


def test_comparisons_and_gates_accept_too():
    y = np.tile([-1.0, 1.0], 50)
    noisy = {"a": y + CALLED, "b": y - CALLED / 2}
    loud = pv.compare(truth=y, predicted=noisy, task="regression")
    assert [note.code for note in loud.warnings] == ["mse-of-classes"]
    assert "warning: the targets have two values" in str(loud)
    quiet = pv.compare(truth=y, predicted=noisy, task="regression", accept="mse-of-classes")
    assert not quiet.warnings
    assert "accepted: mse-of-classes (silenced 1 note)" in str(quiet)
    table = {"y": y, **noisy}
    gate = pv.gate(table, truth="y", predicted=["a", "b"], task="regression", accept="mse-of-classes", margin=1)
    assert gate.accepted == {"mse-of-classes": 1}
    assert "accepted: mse-of-classes" in gate.markdown()
    assert "accepted: mse-of-classes" in gate.junit()


def test_the_command_line_accepts(tmp_path: Path):
    file = tmp_path / "said.csv"
    file.write_text("y,score\n" + "\n".join(f"{y},{s}" for y, s in zip(RARE, CLEAR, strict=True)))
    done = run("evaluate", str(file), "--truth", "y", "--accept", "accuracy-unbalanced", "--accept", "few-rows")
    assert "accepted: accuracy-unbalanced (silenced 1 note), few-rows (silenced 1 note)" in done.stdout
    assert run("evaluate", str(file), "--accept", "no-such-code").returncode == 2
    wide = tmp_path / "wide.csv"
    rows = "\n".join(f"{y},{s},{s * 0.5}" for y, s in zip(HALVES, CALLED, strict=True))
    wide.write_text("y,score_a,score_b\n" + rows)
    done = run("compare", str(wide), "--truth", "y", "--accept", "curves-cross")
    assert "accepted: curves-cross (silenced none)" in done.stdout


def test_a_class_that_is_never_trained_on_is_refused_unless_forced(capsys, tmp_path):
    with pytest.raises(BadParameter, match="lacks the class 'c'") as refused:
        pv.run(GaussianNB(), X, LONELY, plan=HERE)
    assert "force=True (--force)" in str(refused.value)
    said = pv.run(GaussianNB(), X, LONELY, plan=HERE, force=True)
    assert said.about.forced == ("class-missing-in-training",)
    back = pv.Predictions.load(said.save(tmp_path / "said.parquet"))
    found = pv.evaluate(back, accept="class-missing-in-training")
    assert found.about.forced == ("class-missing-in-training",)
    # What was forced cannot be accepted away.
    assert "class-missing-in-training" in codes(found)
    words = "forced although refused: class-missing-in-training"
    assert words in shown(found, capsys)
    assert words in found.save(tmp_path / "page.html").read_text(encoding="utf-8")
    assert json.loads(found.to_json())["about"]["forced"] == ["class-missing-in-training"]


@pytest.mark.parametrize("plan", ["leave-one-out", "5-fold", "5-fold stratified", "2x5", "60/20/20"])
def test_a_class_of_one_row_cannot_be_tested_and_trained_on(plan):
    y = np.array(["a", "b"] * 29 + ["a", "c"])
    tested = any(N - 1 in test for _, test in pv.plan(plan).split(X, y))
    if tested:
        with pytest.raises(BadParameter, match="lacks the class 'c'"):
            pv.run(GaussianNB(), X, y, plan=plan)
    else:
        assert pv.run(GaussianNB(), X, y, plan=plan).about.forced == ()


def test_what_is_sound_is_not_refused():
    y = np.tile([0, 1], 30)
    for plan in ("leave-one-out", "10-fold", "bootstrap 5", "time 5", "hold-out"):
        time = np.arange(N) if plan == "time 5" else None
        assert pv.run(GaussianNB(), X, y, plan=plan, time=time, force=True).about.forced == ()


def test_equal_notes_of_several_models_are_one(capsys, tmp_path):
    found = pv.evaluate(truth=RARE, scores={"a": CLEAR, "b": CLEAR, "c": np.full(100, 0.2)})
    (note,) = [note for note in found.notes if note.code == "accuracy-unbalanced"]
    assert (note.model, note.models) == ("a, b", ("a", "b"))
    assert note.text.startswith("a, b: always predicting 0")
    assert "a, b: always predicting 0" in shown(found, capsys)
    assert "a, b: always predicting 0" in found.save(tmp_path / "page.html").read_text(encoding="utf-8")
    assert {"a, b"} == {n["model"] for n in json.loads(found.to_json())["notes"] if n["code"] == "accuracy-unbalanced"}


def test_the_order_of_time_and_weights_that_were_forced_are_marked():
    y = np.tile([0, 1], 30)
    said = pv.run(DummyClassifier(), X, y, plan="5-fold", time=np.arange(N), force=True)
    assert said.about.forced == ("time-order-broken",)
