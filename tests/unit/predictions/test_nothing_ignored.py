"""Nothing that a user asks for is ignored without a word: where it cannot be had, the answer says why."""

from typing import Any

import pytest

import probative as pv
from probative.errors import BadParameter, WrongEvidence
from probative.predictions.needs import WORDS

CLASSES = (["a", "b", "c"] * 10, ["a", "b", "b"] * 10)
NUMBERS = ([i + 0.5 for i in range(30)], [i + (-1) ** i / 3 for i in range(30)])
LABELS = ([0, 1] * 15, [0, 1, 1] * 10)
without_scores = pytest.mark.parametrize(
    ("rows", "found"), [(CLASSES, "3 classes"), (NUMBERS, "a regression"), (LABELS, "labels only")]
)


@without_scores
def test_a_threshold_needs_scores_to_cut(rows: tuple[list[Any], list[Any]], found: str) -> None:
    truth, guess = rows
    both = {"A": guess, "B": guess[::-1]}
    calls = (
        lambda: pv.evaluate(truth=truth, predicted=guess, threshold=0.3),
        lambda: pv.compare(truth=truth, predicted=both, threshold=0.3),
        lambda: pv.gate({"y": truth, "pred": guess}, {"y": truth, "pred": guess[::-1]}, truth="y", threshold=0.3),
    )
    for call in calls:
        with pytest.raises(BadParameter, match=r"^threshold= .* is about the scores of a positive class") as raised:
            call()
        assert raised.value.found == found


@without_scores
@pytest.mark.parametrize("asked", [{"threshold_by": "youden"}, {"at": "fpr<=0.1"}, {"roc_n": 5}])
def test_so_does_a_threshold_to_be_chosen(rows: tuple[list[Any], list[Any]], found: str, asked: dict[str, Any]) -> None:
    with pytest.raises(BadParameter, match=next(iter(asked))) as raised:
        pv.evaluate(truth=rows[0], predicted=rows[1], **asked)
    assert raised.value.found == found


def test_probabilities_of_two_classes_need_a_positive_one() -> None:
    with pytest.raises(BadParameter) as raised:
        pv.evaluate(truth=["x", "z"] * 10, scores=[[0.8, 0.2], [0.4, 0.6]] * 10, threshold=0.3)
    assert "positive" in (raised.value.remedy or "")


def test_costs_need_classes() -> None:
    """Those of several classes are where the sliders of each class against the rest begin."""
    with pytest.raises(BadParameter, match="false positives"):
        pv.evaluate(truth=NUMBERS[0], predicted=NUMBERS[1], costs=pv.Costs(fp=1, fn=5))
    labels = pv.evaluate(truth=LABELS[0], predicted=LABELS[1], costs=pv.Costs(fp=1, fn=5))
    assert labels.models["model"].decisions.costs is not None


def test_results_have_nothing_to_cut() -> None:
    with pytest.raises(BadParameter, match="no scores"):
        pv.compare({"A": [1.0, 2.0, 3.0], "B": [2.0, 3.0, 5.0]}, of="paired", threshold=0.3)


@pytest.mark.parametrize(
    ("words", "measure", "found"),
    [
        (
            {"truth": CLASSES[0], "predicted": {"A": CLASSES[1], "B": CLASSES[1]}},
            "auc",
            "labels; auc needs binary scores",
        ),
        ({"truth": LABELS[0], "scores": {"A": [3, 4] * 15, "B": [5, 9] * 15}}, "f1", "f1 needs binary labels"),
        ({"truth": LABELS[0], "predicted": {"A": LABELS[1], "B": LABELS[0]}}, "mse", "mse needs numbers"),
    ],
)
def test_what_a_measure_needs_is_said_in_the_words_of_columns(words: dict[str, Any], measure: str, found: str) -> None:
    with pytest.raises(WrongEvidence) as raised:
        pv.compare(measure=measure, **words)
    assert found in (raised.value.found or "")
    assert not any(kind.__name__ in str(raised.value) for kind in WORDS)


def test_several_classes_are_pointed_to_the_measure_of_that_name_for_them() -> None:
    scores = {"A": [[0.5, 0.3, 0.2], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7]] * 10, "B": [[0.4, 0.4, 0.2]] * 30}
    with pytest.raises(WrongEvidence) as raised:
        pv.compare(truth=CLASSES[0], scores=scores, measure="auc")
    assert raised.value.remedy == "take auc_ovr or auc_ovo"


def test_every_kind_that_a_measure_takes_has_words() -> None:
    assert {measure.needs for measure in pv.measures()} <= set(WORDS)


def test_folds_made_elsewhere_have_no_training_times() -> None:
    rows = range(40)
    table = {"y": [i % 2 for i in rows], "score": [i % 7 / 7 for i in rows], "f": [i % 4 for i in rows]}
    found = pv.evaluate(table, truth="y", fold="f")
    assert found.about.fit_seconds == {}
    with pytest.raises(BadParameter, match="fit-times"):
        found.plot("fit-times")
