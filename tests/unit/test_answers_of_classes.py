"""What answers say of classes: where a model errs, in words that a hurried reader cannot take wrongly."""

from __future__ import annotations

import numpy as np

import probative as pv


def evidence(mistakes: dict[str, int]) -> str:
    """Of 20 rows of "b", of which some are taken for other classes."""
    others = sorted({"a", "c", "d", "e", "f", *mistakes})
    truth = ["b"] * 20 + [other for other in others for _ in range(20)]
    wrong = [other for other, n in mistakes.items() for _ in range(n)]
    predicted = wrong + ["b"] * (20 - len(wrong)) + truth[20:]
    (found,) = (
        answer
        for answer in pv.evaluate(truth=truth, predicted=predicted).answers
        if answer.question == "Where does it err?"
    )
    return found.evidence


def test_a_class_that_is_mostly_found_is_not_said_to_be_mostly_another() -> None:
    assert "“b” is most often mistaken for “c” (3 of 20 rows)" in evidence({"c": 3, "a": 1})


def test_mistakes_that_are_equally_frequent_are_named_together() -> None:
    assert "“b” is most often mistaken for “a” and “c” (2 of 20 rows each)" in evidence({"c": 2, "a": 2, "d": 1})


def test_mistakes_that_go_everywhere_are_not_said_to_go_to_the_first() -> None:
    assert "mistaken" not in evidence({"c": 1, "a": 1, "d": 1, "e": 1})


def test_a_comparison_says_why_by_this_measure_and_why_by_none() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 90)
    scores = {"a": truth + rng.normal(size=90), "b": truth + rng.normal(size=90)}
    (unasked,) = pv.compare(truth=truth, scores=scores).answers
    assert "By AUC, as no measure was named." in unasked.evidence
    (asked,) = pv.compare(truth=truth, scores=scores, measure="auc").answers
    assert "named" not in asked.evidence
    (nothing,) = pv.compare(truth=[1, 1, 1], scores={"a": [0.1, 0.2, 0.3], "b": [0.3, 0.1, 0.2]}, positive=1).answers
    assert nothing.headline == "They cannot be told apart: AUC is undefined, no actual negatives."
