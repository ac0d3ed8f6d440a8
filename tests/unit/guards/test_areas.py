"""Areas are averages over thresholds, and two-valued targets are classes: said where it matters, and only there."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.curves.crossing import roc_crossing

TRUTH = np.repeat([1, 0], 40)
EARLY = np.concatenate([np.linspace(3, 4, 20), np.linspace(-3, -2.5, 20), np.linspace(-2, 2, 40)])
"""Half of the positives above all negatives, the other half below."""
EVENLY = np.concatenate([np.linspace(0, 2, 40), np.linspace(-3, 1.5, 40)])
BETTER = np.concatenate([np.linspace(4, 5, 40), np.linspace(-3, 1.5, 40)])


def _ladder(scores: Any) -> pv.Ladder:
    return pv.Ladder.from_scores(TRUTH, scores)


def test_where_curves_cross_by_brute_force() -> None:
    found = roc_crossing(_ladder(EARLY), _ladder(EVENLY))
    assert found is not None
    gaps = []
    for limit in range(41):
        # The best true positive rate with at most so many false positives.
        tprs = []
        for scores in (EARLY, EVENLY):
            negatives = np.sort(scores[TRUTH == 0])[::-1]
            above = scores[TRUTH == 1] > (negatives[limit] if limit < 40 else -np.inf)
            tprs.append(above.mean())
        gaps.append(tprs[0] - tprs[1])
    assert found.first_by == pytest.approx(max(gaps))
    assert found.second_by == pytest.approx(-min(gaps))


def test_curves_that_do_not_cross() -> None:
    assert roc_crossing(_ladder(BETTER), _ladder(EVENLY)) is None
    assert roc_crossing(_ladder(EARLY), _ladder(EARLY)) is None
    assert roc_crossing(pv.Ladder.from_scores([1, 1], [1, 2]), _ladder(EARLY)) is None


def _codes(**said: Any) -> set[str]:
    return {note.code for note in pv.evaluate(**said).notes}


def test_an_evaluation_tells_of_crossings() -> None:
    assert "curves-cross" in _codes(truth=TRUTH, scores={"A": EARLY, "B": EVENLY})
    assert "curves-cross" not in _codes(truth=TRUTH, scores={"A": BETTER, "B": EVENLY})
    assert "curves-cross" not in _codes(truth=TRUTH, scores=EARLY)


def test_many_crossings_are_one_note() -> None:
    scores = {"A": EARLY, "B": EVENLY, "C": EVENLY + 0.3 * (TRUTH - 0.5) * (np.median(EARLY) < EARLY), "D": -EARLY}
    crossing = [pair for pair in combinations(scores, 2) if roc_crossing(*(_ladder(scores[one]) for one in pair))]
    assert len(crossing) > 2
    (note,) = (note for note in pv.evaluate(truth=TRUTH, scores=scores).notes if note.code == "curves-cross")
    assert note.message.count("the ROC curves of") == 2
    assert f"so do those of {len(crossing) - 2} more pair" in note.message
    assert str(pv.compare(truth=TRUTH, scores=scores)).count("curves-cross") == 1


def _notes(**said: Any) -> str:
    return str(pv.compare(**said))


def test_a_comparison_by_area_says_what_an_area_is_and_shows_the_thresholds_in_use() -> None:
    said = _notes(truth=TRUTH, scores={"A": EARLY, "B": EVENLY})
    assert "average over all thresholds" in said
    # At 0 A finds the upper half of the positives at half of the negatives; B all of them at the 14 above 0.
    assert "A TPR 0.5, FPR 0.5 at 0; B TPR 1, FPR 0.35 at 0" in said
    assert "cross" not in _notes(truth=TRUTH, scores={"A": BETTER, "B": EVENLY})
    assert "average over" not in _notes(truth=TRUTH, scores={"A": EARLY, "B": EVENLY}, measure="accuracy")


def test_so_do_results_of_folds() -> None:
    table = {"A": [0.8, 0.7, 0.9, 0.85, 0.8], "B": [0.7, 0.75, 0.8, 0.8, 0.7]}
    said = pv.compare(table, of="folds", measure="auc", n_train=80, n_test=20).notes
    assert any("average over all thresholds" in note for note in said)
    assert not any("average over" in note for note in pv.compare(table, of="paired").notes)


def test_errors_of_classes_are_warned_about() -> None:
    classes = {"truth": TRUTH * 2.0 - 1, "task": "regression"}
    found = pv.evaluate(predicted=EARLY, **classes)
    note = next(note for note in found.notes if note.code == "mse-of-classes")
    # 20 positives above 1, no negative below -1 but those under it.
    beyond = int((EARLY[:40] > 1).sum() + (EARLY[40:] < -1).sum())
    assert f"{beyond} of 80 rows" in note.message
    assert note.requirement == "R195"
    assert "two values" in _notes(predicted={"A": EARLY, "B": EVENLY}, **classes)


def test_numbers_are_not() -> None:
    numbers = {"truth": np.linspace(0, 1, 80), "task": "regression"}
    assert "mse-of-classes" not in _codes(predicted=EARLY, **numbers)
    assert "two values" not in _notes(predicted={"A": EARLY, "B": EVENLY}, **numbers)


def test_a_gate_by_the_area_alone_says_so() -> None:
    table = {"y": TRUTH, "score_A": EARLY, "score_B": EVENLY}
    alone = pv.gate(table, truth="y", measure="auc")
    both = pv.gate(table, truth="y", measure=["auc", "accuracy"])
    assert any("average over all thresholds" in note for note in alone.notes)
    assert not any("average over" in note for note in both.notes)
