"""Comparisons and gates are entered into the ledger of test sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import BadParameter
from probative.findings.usage_files import loaded

RNG = np.random.default_rng(11)
Y = RNG.permutation(np.arange(200) % 2)


def scored() -> Any:
    return 1 / (1 + np.exp(-RNG.normal(Y - 0.5)))


def codes(notes: Any) -> list[str]:
    return [note.code for note in notes if note.code == "used-for-selection"]


def test_candidates_that_pass_one_gate_after_another_are_chosen_by_its_rows(tmp_path: Path) -> None:
    ledger, old = tmp_path / "ledger.json", scored()
    said = []
    for _ in range(3):
        found = pv.gate({"y": Y, "score": old}, {"y": Y, "score": scored()}, truth="y", ledger=ledger)
        said.append(codes(found.warnings))
    assert said == [[], ["used-for-selection"], ["used-for-selection"]]
    assert "used for selection" in str(found)
    [used] = loaded(ledger).sets.values()
    assert used.evaluations == 3
    assert len(used.models) == 4
    assert used.choices == 3


def test_a_comparison_is_a_choice_and_the_same_one_again_is_none(tmp_path: Path) -> None:
    ledger, first, second = tmp_path / "ledger.json", scored(), scored()
    for _ in range(3):
        assert not codes(pv.compare(truth=Y, scores={"a": first, "b": second}, ledger=ledger).warnings)
    third = pv.compare(truth=Y, scores={"a": first, "c": scored()}, ledger=ledger)
    assert codes(third.warnings) == ["used-for-selection"]
    [used] = loaded(ledger).sets.values()
    assert used.evaluations == 4
    assert used.models == ("a", "b", "c")
    assert used.uses[0].measure == "auc"
    assert used.uses[0].best in ("a", "b")


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
@pytest.mark.parametrize(("measure", "best"), [("auc", "a"), ("brier", "a"), ("prediction_rate", "")])
def test_the_best_is_by_the_direction_of_the_measure(tmp_path: Path, names: Any, measure: str, best: str) -> None:
    """Where neither more nor less is better, none is better than the first."""
    ledger, good = tmp_path / "ledger.json", 0.05 + 0.9 * (Y > 0)
    said = {"a": good, "b": np.where((np.arange(200) % 5 < 2) & (Y == 0), 0.97, good)}
    words: dict[str, Any] = {"scores": {name: said[name] for name in names}}
    if measure == "prediction_rate":
        words = {"predicted": {name: (said[name] > 0.5).astype(int) for name in names}, "positive": 1}
    pv.compare(truth=Y, **words, measure=measure, ledger=ledger)
    [used] = loaded(ledger).sets.values()
    assert used.uses[0].best == (best or names[0])


def test_evaluations_comparisons_and_gates_know_of_each_other(tmp_path: Path) -> None:
    """A model is what it said, whatever its column is called and whoever reads it."""
    ledger, first, second = tmp_path / "ledger.json", scored(), scored()
    pv.evaluate({"y": Y, "score_a": first}, truth="y", ledger=ledger)
    pv.compare({"y": Y, "score_x": first, "score_z": second}, truth="y", ledger=ledger)
    pv.gate({"y": Y, "score": first}, {"y": Y, "score": second}, truth="y", ledger=ledger)
    [used] = loaded(ledger).sets.values()
    assert used.evaluations == 3
    assert len(used.models) == 2
    assert used.choices == 1


def test_models_of_runs_keep_their_identity(tmp_path: Path) -> None:
    X = RNG.normal(size=(200, 3)) + Y[:, None]
    run = pv.run({"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2)}, X, Y, plan="hold-out 1/2")
    ledger = tmp_path / "ledger.json"
    pv.evaluate(run, ledger=ledger)
    pv.compare(run, ledger=ledger)
    pv.gate(run, ledger=ledger)
    [used] = loaded(ledger).sets.values()
    assert used.evaluations == 3
    assert len(used.models) == 2


def test_accepted_it_is_silent_and_said(tmp_path: Path) -> None:
    for _ in range(3):
        found = pv.gate(
            {"y": Y, "score": scored()},
            {"y": Y, "score": scored()},
            truth="y",
            ledger=tmp_path / "l.json",
            accept="used-for-selection",
        )
    assert not codes(found.warnings)
    assert found.accepted == {"used-for-selection": 1}


def test_results_name_no_rows(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="do not name test rows"):
        pv.compare({"a": [1.0, 2, 3], "b": [2.0, 3, 1]}, of="paired", ledger=tmp_path / "l.json")
