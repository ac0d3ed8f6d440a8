"""How often each row was tested, said and stored."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import BadParameter

X, Y = np.arange(40.0).reshape(-1, 1), np.tile([0, 1], 20)


@pytest.mark.parametrize("plan", ["monte-carlo 8 80/20", "bootstrap 6", "3x4 stratified"])
def test_counts_are_those_of_the_test_rows(plan: str) -> None:
    said = pv.run(DecisionTreeClassifier(), X, Y, plan=plan)
    found = said.times_tested()
    by_hand = np.zeros(40, int)
    for row in said.model().row.tolist():
        by_hand[row] += 1
    assert found.times == tuple(by_hand.tolist())
    assert sum(found.by_times.values()) == found.rows == 40
    assert found.never == tuple(np.flatnonzero(by_hand == 0).tolist())
    assert found.mean == pytest.approx(by_hand.mean())


def test_never_tested_rows_are_all_listed_in_findings() -> None:
    said = pv.run(DummyClassifier(), X, Y, plan=[(list(range(20)), list(range(20, 40)))])
    about = pv.evaluate(said).to_dict()["about"]["tested"]
    assert about["never"] == list(range(20))
    assert about["by_times"] == {"0": 20, "1": 20}
    assert "20 never" in about["sentence"]


def test_the_table_of_folds_says_it() -> None:
    said = pv.run(DecisionTreeClassifier(), X, Y, plan="3x4 stratified")
    note = pv.evaluate(said).table("resampling").note
    assert "Each of 40 rows was tested 3 times." in note
    assert "trained on 30 of 40 rows (Luntz and Brailovsky)" in note


def test_names_of_rows_will_do_and_none_will_not() -> None:
    table = {"y": [1, 0, 1], "s": [0.9, 0.2, 0.4], "id": ["b", "a", "b"], "f": [0, 0, 1]}
    assert pv.read(table, truth="y", scores="s", row="id", fold="f").times_tested().times == (1, 2)
    with pytest.raises(BadParameter, match="id of their row"):
        pv.read(table, truth="y", scores="s", fold="f").times_tested()


def test_folds_without_a_value_are_counted_in_print() -> None:
    table = {"y": [1, 0, 1, 1], "s": [0.9, 0.2, 0.4, 0.6], "f": [0, 0, 1, 1]}
    found = pv.resampled(pv.read(table, truth="y", scores="s", fold="f"), "auc")
    assert "1 of 2 folds undefined" in str(found)
