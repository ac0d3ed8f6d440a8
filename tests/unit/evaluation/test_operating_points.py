"""Thresholds, predicted labels and the curves through them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.errors import BadLabels, ProbativeError
from probative.findings import Confusion

from ..evaluated import GENERATOR, GOOD, TRUTH, codes, measures

# --- thresholds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "threshold", "code"),
    [
        pytest.param(GOOD, 0.5, "threshold-default", id="probabilities"),
        pytest.param(TRUTH * 0.6, 0.5, "threshold-default", id="two tied probabilities"),
        pytest.param(GOOD * 4 - 2, 0.0, "threshold-default", id="signed"),
        pytest.param(GOOD * 4, None, "no-threshold", id="beyond one"),
        pytest.param(GOOD - 2, None, "no-threshold", id="all negative"),
    ],
)
def test_default_threshold(scores: Any, threshold: float | None, code: str) -> None:
    found = pv.evaluate(truth=TRUTH, scores=scores)
    model = found.models["model"]
    assert model.threshold == threshold
    assert codes(found) & {"threshold-default", "no-threshold"} == {code}
    assert ("accuracy" in model.measures) == (threshold is not None)
    if threshold is None:
        assert model.confusion is None
        assert model.measures["auc"].defined
        assert next(note for note in found.notes if note.code == code).severity == "warning"
    else:
        assert model.measures["accuracy"].value == np.mean((scores >= threshold) == TRUTH)


def test_a_given_threshold_needs_no_note() -> None:
    found = pv.evaluate(truth=TRUTH, scores=GOOD, threshold=0.3)
    assert not codes(found) & {"threshold-default", "no-threshold"}
    assert measures(found)["recall"].value == np.mean(GOOD[TRUTH == 1] >= 0.3)


def test_a_score_equal_to_the_threshold_is_positive() -> None:
    found = pv.evaluate(truth=[0, 1, 0, 1], scores=[0.1, 0.5, 0.5, 0.9])
    assert found.models["model"].confusion == Confusion((1, 0), ((2, 0), (1, 1)))


def test_an_infinite_threshold_is_kept(tmp_path: Path) -> None:
    found = pv.evaluate(truth=TRUTH, scores=GOOD, threshold=float("inf"))
    assert measures(found)["recall"].value == 0
    again = pv.Findings.load(found.save(tmp_path / "f.json"))
    assert again.to_json() == found.to_json()


def test_probabilities_are_not_measured_as_such_where_they_are_none() -> None:
    signed = measures(pv.evaluate(truth=TRUTH, scores=GOOD * 4 - 2))
    assert "brier" not in signed
    assert "log_loss" not in signed
    assert signed["auc"].value == measures(pv.evaluate(truth=TRUTH, scores=GOOD))["auc"].value


@pytest.mark.parametrize(
    ("labels", "positive"), [([0, 1], 1), ([-1, 1], 1), ([False, True], True), ([0.0, 1.0], 1)], ids=repr
)
def test_positive_by_convention(labels: list[Any], positive: Any) -> None:
    found = pv.evaluate(truth=np.array(labels)[TRUTH], scores=GOOD)
    assert found.positive == positive
    assert type(found.positive) is type(positive)
    assert measures(found)["accuracy"].value == np.mean((GOOD >= 0.5) == TRUTH)


@pytest.mark.parametrize("positive", [0, "0", 0.0])
def test_positive_by_name(positive: Any) -> None:
    found = pv.evaluate(truth=TRUTH, scores=1 - GOOD, positive=positive)
    assert found.positive == 0
    assert measures(found)["auc"].value == pytest.approx(measures(pv.evaluate(truth=TRUTH, scores=GOOD))["auc"].value)


# --- predicted labels ------------------------------------------------------------------------------------------------


def test_predicted_labels_beside_scores_are_one_model() -> None:
    """Counts come from the labels, curves from the scores, and no threshold is claimed."""
    called = (GOOD >= 0.3).astype(int)
    found = pv.evaluate(truth=TRUTH, scores={"a": GOOD}, predicted={"a": called})
    assert list(found.models) == ["a"]
    model = found.models["a"]
    assert model.threshold is None
    assert not codes(found) & {"threshold-default", "no-threshold"}
    assert model.measures["recall"].value == np.mean(called[TRUTH == 1])
    assert model.measures["auc"].value == pv.value("auc", pv.Ladder.from_scores(TRUTH, GOOD))
    assert model.roc is not None


def test_a_label_that_is_only_predicted_is_neither_class() -> None:
    """A prediction of "c" is not a correct "b"."""
    found = pv.evaluate(truth=["a", "b"] * 20, predicted=["a", "c"] * 20)
    assert "class-only-predicted" in codes(found)
    assert measures(found)["accuracy"].value == 0.5
    with pytest.raises(BadLabels, match="neither of the two classes"):
        pv.evaluate(truth=["a", "b"] * 20, predicted=["a", "c"] * 20, positive="a")


def test_labels_of_different_types_are_matched_or_reported() -> None:
    """Text "1" beside the number 1 must not silently make every prediction wrong."""
    try:
        found = pv.evaluate(truth=[0, 1] * 20, predicted=["0", "1"] * 20)
    except ProbativeError:
        return
    assert measures(found)["accuracy"].value == 1 or "class-only-predicted" in codes(found)


def test_several_classes() -> None:
    truth, guess = ["a", "b", "c"] * 20, ["a", "b", "b"] * 20
    found = pv.evaluate(truth=truth, predicted=guess)
    model = found.models["model"]
    assert found.positive is None
    assert model.confusion == Confusion(("a", "b", "c"), ((20, 0, 0), (0, 20, 0), (0, 20, 0)))
    assert model.measures["accuracy"].value == pytest.approx(2 / 3)
    assert model.classes["b"]["precision"].value == 0.5
    assert not model.classes["c"]["precision"].defined
    assert model.classes["c"]["precision"].why == "no predicted positives"


# --- curves ----------------------------------------------------------------------------------------------------------


def test_roc_starts_at_infinity_and_ends_in_the_corner() -> None:
    roc = json.loads(pv.evaluate(truth=TRUTH, scores=GOOD).to_json())["models"]["model"]["roc"]
    assert roc["thresholds"][0] == "inf"
    assert (roc["fpr"][0], roc["tpr"][0]) == (0, 0)
    assert (roc["fpr"][-1], roc["tpr"][-1]) == (1, 1)
    assert roc["thresholds"][1:] == sorted(set(GOOD.tolist()), reverse=True)
    for fpr, tpr, threshold in zip(roc["fpr"], roc["tpr"], map(float, roc["thresholds"]), strict=True):
        assert fpr == pytest.approx(np.mean(GOOD[TRUTH == 0] >= threshold))
        assert tpr == pytest.approx(np.mean(GOOD[TRUTH == 1] >= threshold))
    assert not roc["thinned"]


def test_the_area_under_the_saved_curve_is_the_auc() -> None:
    found = pv.evaluate(truth=TRUTH, scores=GOOD).models["model"]
    assert found.roc is not None
    assert np.trapezoid(found.roc["tpr"], found.roc["fpr"]) == pytest.approx(found.measures["auc"].value)


def test_a_long_curve_is_thinned_between_its_ends() -> None:
    n = 5000
    truth = GENERATOR.integers(0, 2, n)
    roc = pv.evaluate(truth=truth, scores=truth + GENERATOR.normal(0, 1, n)).models["model"].roc
    assert roc is not None
    assert roc["thinned"]
    assert roc["points"] == n + 1
    assert len(roc["fpr"]) < 1000
    assert (roc["fpr"][0], roc["tpr"][0], roc["fpr"][-1], roc["tpr"][-1]) == (0, 0, 1, 1)


def test_precision_recall_holds_the_precision_at_each_threshold() -> None:
    curve = pv.evaluate(truth=TRUTH, scores=GOOD).models["model"].precision_recall
    assert curve is not None
    for recall, precision, threshold in zip(curve["recall"], curve["precision"], curve["thresholds"], strict=True):
        called = float(threshold) <= GOOD
        assert recall == pytest.approx(np.mean(called[TRUTH == 1]))
        if called.any():
            assert precision == pytest.approx(np.mean(TRUTH[called]))
