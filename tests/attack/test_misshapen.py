"""Columns that are no columns, and numbers that are none: lists in lists, complex numbers, 400 digits, text."""

import json

import numpy as np
import pytest

import probative as pv
from probative.errors import BadFormat, ProbativeError

TRUTH = [1, 0] * 4
SCORES = [0.1, 0.2, 0.3, 0.4] * 2
HUGE = 10**400


@pytest.mark.parametrize(
    "words",
    [
        {"truth": [1, [1], 0, (1,)] * 2, "scores": SCORES},
        {"truth": [1, [1], 0, (1,)] * 2, "scores": [[0.1, 0.9]] * 8},
        {"truth": TRUTH, "scores": [[0.1, 0.2], 0.3, 0.3, 0.4] * 2},
        {"truth": TRUTH, "scores": [[0.1, "x"]] * 8},
        {"truth": TRUTH, "scores": [[0.1, HUGE]] * 8},
        {"truth": TRUTH, "scores": [[0.1 + 1j, 0.2]] * 8},
        {"truth": TRUTH, "scores": np.zeros((8, 2, 2))},
        {"truth": TRUTH, "scores": [HUGE] * 8},
        {"truth": TRUTH, "scores": SCORES, "weight": [HUGE] * 8},
        {"truth": TRUTH, "scores": SCORES, "weight": [[1], 1] * 4},
        {"truth": [1.5, HUGE] * 4, "predicted": SCORES, "task": "regression"},
        {"values": [[1, 2], 3]},
    ],
)
def test_what_is_no_column_is_refused(words):
    with pytest.raises(ProbativeError):
        pv.evaluate(**words)


@pytest.mark.parametrize("pair", [([1, [0]], [0.1, 0.2]), ([1, 0], [[0.1], 0.2]), ([1, 0], [1 + 1j, 2])])
def test_in_a_row_too(pair):
    with pytest.raises(ProbativeError):
        pv.evaluate(*pair)


def test_labels_beside_a_table_of_scores_keep_their_type():
    """A list of labels of two types is no column of text; scores for its classes stay those of its classes."""
    found = pv.evaluate(truth=[1, "1"] * 4, scores=[[0.1, 0.9]] * 8, positive="1")
    assert found.positive == "1"
    assert found.models["model"].measures["auc"].value == 0.5


def _saved(kind):
    made = {
        "evaluation": lambda: pv.evaluate(truth=TRUTH, scores={"a": SCORES, "b": SCORES[::-1]}),
        "comparison": lambda: pv.compare(truth=TRUTH, scores={"a": SCORES, "b": SCORES[::-1]}),
    }[kind]()
    return type(made), json.loads(made.to_json())


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("evaluation", ("n",)),
        ("evaluation", ("seed",)),
        ("evaluation", ("models", "a", "measures", "auc", "value")),
        ("evaluation", ("models", "a", "measures", "auc", "low")),
        ("evaluation", ("comparisons", 0, "p")),
        ("comparison", ("comparisons", 0, "difference", "value")),
        ("comparison", ("comparisons", 0, "difference")),
        ("comparison", ("comparisons", 0, "effect_size")),
        ("comparison", ("comparisons", 0, "details")),
    ],
)
def test_numbers_of_400_digits_in_saved_results(kind, path):
    """JSON may hold them; no float does."""
    loader, plain = _saved(kind)
    place = plain
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = HUGE
    with pytest.raises(BadFormat, match=r"damaged|not a"):
        loader.from_json(json.dumps(plain))
