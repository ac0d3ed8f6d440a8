"""Saved evidence is looked at when it is read: what no rows can have given is refused."""

import copy
import json

import numpy as np
import pytest

import probative as pv
from probative.errors import BadInput
from probative.predictions.tallied import Tallied

Y = np.array([0, 1, 1, 0, 1, 0] * 5)
S = np.linspace(0, 1, 30) ** 2
PROBA = np.column_stack([S, 1 - S])
EVIDENCE = {
    "outcomes": pv.Outcomes(tp=40, fn=10, fp=5, tn=45),
    "confusion": pv.ConfusionMatrix.from_labels(Y, 1 - Y),
    "ladder": pv.Ladder.from_scores(Y, S),
    "weighted ladder": pv.Ladder.from_scores(Y, S, sample_weight=S + 1),
    "class scores": pv.ClassScores.from_probabilities(Y, PROBA, labels=[0, 1]),
    "residuals": pv.Residuals.from_values(S, S[::-1]),
    "pairs": pv.ValuePairs.from_values(S, S[::-1]),
    "moments": pv.Moments.from_values(S),
    "agreement": pv.Agreement.from_predictions(Y, Y, 1 - Y),
}


def leaves(value, path=()):
    """The way to every number, text or gap in plain values."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value[:3]):
            yield from leaves(item, (*path, i))
    else:
        yield path


def changed(plain, path, value):
    made = copy.deepcopy(plain)
    part = made
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return made


def test_a_negative_count_is_refused():
    with pytest.raises(BadInput, match="Outcomes is damaged"):
        pv.Outcomes.from_json('{"evidence": "Outcomes", "tp": -5, "fn": 2, "fp": 1, "tn": 1, "squares": null}')


@pytest.mark.parametrize("kind", EVIDENCE)
def test_no_damage_is_more_than_a_refusal(kind):
    """Every leaf is replaced by values of other kinds: a documented error, or evidence that still is some."""
    known = EVIDENCE[kind]
    plain = json.loads(known.to_json())
    assert type(known).from_dict(plain) == known
    for path in leaves(plain):
        for value in (-5, None, "x", {}, [], {"float": "nan"}, 10**400, {"evidence": "Nothing"}, "<f8"):
            try:
                type(known).from_dict(changed(plain, path, value))
            except BadInput:
                continue


@pytest.mark.parametrize("kind", ["outcomes", "confusion", "ladder", "class scores", "pairs", "agreement"])
def test_every_negative_count_is_found(kind):
    known = EVIDENCE[kind]
    plain = json.loads(known.to_json())
    counts = {"tp", "fn", "fp", "tn", "counts", "positives", "negatives", "mass", "both_right", "only_a_right"}
    for path in leaves(plain):
        if path[0] in counts and ("values" in path or len(path) == 1):
            with pytest.raises(BadInput):
                type(known).from_dict(changed(plain, path, -5))


def test_columns_of_text_come_back_and_hold_nothing_but_plain_values():
    known = Tallied.of(pv.read({"y": ["no", "yes", "no"], "said": ["no", "no", "yes"]}, truth="y", predicted="said"))
    plain = json.loads(known.to_json())
    assert Tallied.from_dict(plain) == known
    text = next(column for _, column in plain["lines"]["items"] if column["dtype"] == "|O")
    for odd in ([], {"items": []}, plain):
        text["values"][0] = copy.deepcopy(odd)
        with pytest.raises(BadInput, match="numbers, text and times"):
            Tallied.from_dict(plain)
