"""Notes about predictions: where they belong and nowhere else."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import probative as pv

from ..evaluated import CALLED, GOOD, HALVES, TRUTH, codes

RARE = np.array([1] * 4 + [0] * 96)
CLEAR = np.array([0.9] * 4 + [0.1] * 96)
NOTES = [
    ("accuracy-below-baseline", {"truth": RARE, "scores": np.full(100, 0.2)}, {"truth": RARE, "scores": CLEAR}),
    (
        "accuracy-below-baseline",
        {"truth": ["a"] * 60 + ["b"] * 40 + ["c"] * 5, "predicted": ["a"] * 105},
        {"truth": ["a"] * 60 + ["b"] * 40 + ["c"] * 5, "predicted": ["a"] * 60 + ["b"] * 45},
    ),
    ("accuracy-unbalanced", {"truth": RARE, "scores": CLEAR}, {"truth": HALVES, "scores": CALLED}),
    ("auc-below-half", {"truth": HALVES, "scores": 1 - CALLED}, {"truth": HALVES, "scores": CALLED}),
    ("auc-below-half", {"truth": HALVES, "scores": 1 - CALLED}, {"truth": HALVES, "scores": np.full(100, 0.3)}),
    ("rare-class", {"truth": RARE, "scores": CLEAR}, {"truth": HALVES, "scores": CALLED}),
    ("rare-class", {"truth": 1 - RARE, "scores": CLEAR}, {"truth": [1] * 6 + [0] * 94, "scores": CLEAR}),
    (
        "r2-negative",
        {"truth": CALLED * 10 + 0.5, "predicted": 11 - CALLED * 10},
        {"truth": CALLED * 10 + 0.5, "predicted": CALLED * 10},
    ),
    ("few-rows", {"truth": HALVES[:38], "scores": CALLED[:38]}, {"truth": HALVES[:40], "scores": CALLED[:40]}),
    ("few-rows", {"truth": CALLED[:28], "predicted": CALLED[:28]}, {"truth": CALLED[:30], "predicted": CALLED[:30]}),
    (
        "heavy-tail",
        {"truth": CALLED * 10 + 0.5, "predicted": CALLED * 10 + np.where(np.arange(100) == 3, 50.0, CALLED)},
        {"truth": CALLED * 10 + 0.5, "predicted": CALLED * 10 + CALLED},
    ),
    (
        "class-only-predicted",
        {"truth": ["a", "b"] * 50, "predicted": ["a", "b"] * 49 + ["z", "b"]},
        {"truth": ["a", "b", "z"] * 40, "predicted": ["a", "b", "b"] * 40},
    ),
    ("one-class", {"truth": [1] * 100, "scores": CALLED}, {"truth": HALVES, "scores": CALLED}),
    ("one-class", {"truth": ["a"] * 100, "predicted": ["a", "b"] * 50}, {"truth": HALVES, "predicted": [0] * 100}),
    (
        "log-loss-infinite",
        {"truth": HALVES, "scores": np.where(np.arange(100) == 0, 0.0, CALLED)},
        {"truth": HALVES, "scores": np.where(np.arange(100) == 1, 0.0, CALLED)},
    ),
    ("threshold-default", {"truth": HALVES, "scores": CALLED}, {"truth": HALVES, "predicted": HALVES}),
    ("no-threshold", {"truth": HALVES, "scores": CALLED + 1}, {"truth": HALVES, "scores": CALLED}),
]


@pytest.mark.parametrize(("code", "where", "nowhere"), NOTES, ids=[f"{i}-{n[0]}" for i, n in enumerate(NOTES)])
def test_a_note_is_given_where_it_belongs(code: str, where: dict[str, Any], nowhere: dict[str, Any]) -> None:
    found = pv.evaluate(**where)
    assert code in codes(found)
    assert code not in codes(pv.evaluate(**nowhere))
    note = next(note for note in found.notes if note.code == code)
    assert note.message.endswith(".")
    assert note.remedy
    assert note.message in {entry["message"] for entry in json.loads(found.to_json())["notes"]}


SEVERITIES = {
    "one-class": "warning",
    "accuracy-below-baseline": "warning",
    "accuracy-unbalanced": "warning",
    "auc-below-half": "warning",
    "r2-negative": "warning",
    "heavy-tail": "warning",
    "few-rows": "warning",
    "class-only-predicted": "warning",
    "log-loss-infinite": "note",
    "no-threshold": "warning",
    "rare-class": "warning",
    "threshold-default": "note",
}


@pytest.mark.parametrize(("code", "where", "nowhere"), NOTES, ids=[f"{i}-{n[0]}" for i, n in enumerate(NOTES)])
def test_a_note_is_as_severe_as_it_should_be(code: str, where: dict[str, Any], nowhere: dict[str, Any]) -> None:
    note = next(note for note in pv.evaluate(**where).notes if note.code == code)
    assert note.severity == SEVERITIES[code]


def test_rows_that_repeat() -> None:
    rows = np.arange(100)
    data = {"y": HALVES, "score": CALLED}
    assert "rows-repeated" not in codes(pv.evaluate(data | {"row": rows}))
    found = pv.evaluate(data | {"row": rows // 2})
    note = next(note for note in found.notes if note.code == "rows-repeated")
    assert note.message.startswith("50 rows")
    two = {key: np.tile(column, 2) for key, column in (data | {"row": rows}).items()}
    assert "rows-repeated" not in codes(pv.evaluate(two | {"model": ["a"] * 100 + ["b"] * 100}))


@pytest.mark.parametrize("scale", [0.001, 1.0, 1000.0])
def test_few_rows_are_rows_whatever_their_weights_add_up_to(scale: float) -> None:
    """Weights that add up to 1 do not make 100 rows few, nor large ones 10 rows many."""
    many = pv.evaluate(truth=HALVES, scores=CALLED, weight=np.full(100, scale))
    few = pv.evaluate(truth=HALVES[:10], scores=CALLED[:10], weight=np.full(10, scale))
    assert "few-rows" not in codes(many)
    assert "few-rows" in codes(few)


def test_few_rows_are_few_of_the_smallest_class() -> None:
    truth = np.repeat([1, 0], [5, 9995])
    (note,) = [n for n in pv.evaluate(truth=truth, scores=np.linspace(1, 0, 10_000)).notes if n.code == "few-rows"]
    assert note.message.startswith("only 5 of 10,000 rows are of class 1: ")
    many = pv.evaluate(truth=np.repeat([1, 0], [20, 980]), scores=np.linspace(1, 0, 1000))
    assert "few-rows" not in codes(many)
    several = pv.evaluate(truth=["a"] * 60 + ["b"] * 40 + ["c"] * 7, predicted=["a"] * 107)
    assert any("only 7 of 107 rows are of class 'c'" in n.message for n in several.notes)
    # One class alone is an error of its own, not few rows of another.
    assert "few-rows" not in codes(pv.evaluate(truth=[1] * 100, scores=CALLED))


@pytest.mark.parametrize("scale", [0.001, 1.0, 1000.0])
def test_equal_weights_of_any_size_change_no_note(scale: float) -> None:
    for given in ({"truth": RARE, "scores": CLEAR}, {"truth": HALVES, "scores": CALLED}):
        assert codes(pv.evaluate(**given, weight=np.full(100, scale))) == codes(pv.evaluate(**given))


def test_notes_of_two_models_name_the_model() -> None:
    found = pv.evaluate(truth=HALVES, scores={"right": CALLED, "wrong": 1 - CALLED})
    [note] = [note for note in found.notes if note.code == "auc-below-half"]
    assert note.model == "wrong"
    assert not note.message.startswith("wrong")
    assert note.text == f"wrong: {note.message}"
    assert json.loads(found.to_json())["notes"][0]["model"] == "wrong"


def test_a_sound_evaluation_has_no_warning() -> None:
    found = pv.evaluate(truth=TRUTH, scores=GOOD)
    assert "threshold-default" in codes(found)
    assert {note.severity for note in found.notes} == {"note"}
