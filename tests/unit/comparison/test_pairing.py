"""Labels of any type, tables of any shape: which rows are paired."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import probative as pv
from probative.errors import (
    BadInput,
    BadLabels,
    BadParameter,
    LengthMismatch,
    MissingValues,
    NotPaired,
    WrongEvidence,
)

from .known import BASE, LABELS, NORMAL, SCORE_A, SCORE_B, SCORES, TRUTH, A, B, N, long_table


def test_labels_of_any_type_give_the_same_verdict() -> None:
    wanted = pv.compare(truth=TRUTH, predicted=LABELS, measure="f1").contests[0].result
    words = pv.compare(
        truth=np.where(TRUTH, "yes", "no"),
        predicted={name: np.where(v, "yes", "no") for name, v in LABELS.items()},
        measure="f1",
        positive="yes",
    )
    booleans = pv.compare(truth=TRUTH == 1, predicted={name: v == 1 for name, v in LABELS.items()}, measure="f1")
    floats = pv.compare(truth=TRUTH * 1.0, predicted=LABELS, measure="f1", task="classification")
    for verdict in (words, booleans, floats):
        assert verdict.contests[0].result == wanted
    flipped = pv.compare(truth=TRUTH, predicted=LABELS, measure="recall", positive=0).contests[0]
    assert flipped.values[0] == pytest.approx(np.mean(A[TRUTH == 0] == 0))
    with pytest.raises(BadLabels, match="look alike"):
        pv.compare(truth=TRUTH, predicted={"A": A.astype(str), "B": B}, measure="accuracy")
    with pytest.raises(WrongEvidence, match="f1 cannot be computed"):
        pv.compare(
            truth=np.where(TRUTH, "out", "in"),
            predicted={k: np.where(v, "out", "in") for k, v in LABELS.items()},
            measure="f1",
        )


def test_a_label_that_only_a_model_uses() -> None:
    odd = np.where(np.arange(N) < 5, 2, A)
    verdict = pv.compare(truth=TRUTH, predicted={"odd": odd, "A": A}, measure="accuracy", task="classification")
    assert verdict.contests[0].values == pytest.approx((np.mean(odd == TRUTH), np.mean(A == TRUTH)))
    assert verdict.contests[0].result.effect == pytest.approx(np.mean(odd == TRUTH) - np.mean(A == TRUTH))
    clustered = pv.compare(truth=TRUTH, predicted={"odd": odd, "A": A}, measure="accuracy", groups=np.arange(N) // 4)
    assert clustered.contests[0].result.effect == pytest.approx(verdict.contests[0].result.effect)
    permuted = pv.compare(truth=TRUTH, predicted={"odd": odd, "A": A}, measure="accuracy", test="paired-permutation")
    assert permuted.contests[0].result.effect == pytest.approx(verdict.contests[0].result.effect)
    three = pv.compare(truth=TRUTH, predicted={"odd": odd, "A": A, "B": B}, measure="accuracy")
    assert three.omnibus is not None


def test_long_tables_are_paired_by_id() -> None:
    wanted = pv.compare(truth=TRUTH, scores=SCORES)
    found = pv.compare(long_table(), truth="y", scores="score", model="model", row="id")
    assert found.contests[0].result == wanted.contests[0].result
    table = long_table()
    table["row"] = [f"row {i}" for i in table.pop("id")]
    assert pv.compare(table, truth="y", scores="score").p == pytest.approx(wanted.p, rel=1e-12)
    mixed = long_table()
    mixed["id"] = np.array([i if i else "zero" for i in mixed["id"]], object)
    assert pv.compare(mixed, truth="y", scores="score", row="id").p == pytest.approx(wanted.p, rel=1e-12)
    groups = pv.compare(
        long_table(g=np.asarray(long_table()["id"]) // 4), truth="y", scores="score", row="id", groups="g"
    )
    assert (
        groups.contests[0].result == pv.compare(truth=TRUTH, scores=SCORES, groups=np.arange(N) // 4).contests[0].result
    )


def test_rows_that_do_not_pair_are_refused() -> None:
    table = long_table()
    with pytest.raises(NotPaired, match="paired by the id"):
        pv.compare({"line": table.pop("id"), **table}, truth="y", scores="score", model="model")
    table = long_table()
    other = dict(table, id=np.concatenate([table["id"][:N], table["id"][N:] + 1]))
    with pytest.raises(NotPaired, match="not scored on the same rows"):
        pv.compare(other, truth="y", scores="score", model="model", row="id")
    twice = dict(table, id=np.asarray(table["id"]) // 2)
    with pytest.raises(NotPaired, match="several times"):
        pv.compare(twice, truth="y", scores="score", model="model", row="id")
    changed = dict(table, y=np.concatenate([table["y"][:N], 1 - table["y"][N:]]))
    with pytest.raises(NotPaired):
        pv.compare(changed, truth="y", scores="score", model="model", row="id")
    fewer = {name: column[:-1] for name, column in table.items()}
    with pytest.raises(NotPaired, match="160 rows of A, 159 of B"):
        pv.compare(fewer, truth="y", scores="score", model="model", row="id")


def test_wide_tables_and_missing_values() -> None:
    wide = pd.DataFrame({"y": TRUTH, "score_A": SCORE_A, "score_B": SCORE_B})
    assert pv.compare(wide, truth="y").contests[0].result == pv.compare(truth=TRUTH, scores=SCORES).contests[0].result
    wide.loc[3, "score_A"] = np.nan
    with pytest.raises(MissingValues):
        pv.compare(wide, truth="y")
    kept = pv.compare(wide, truth="y", missing="drop")
    assert kept.contests[0].result.n == N - 1
    assert "1 rows with missing values were left out" in kept.notes
    with pytest.raises(MissingValues):
        pv.compare(truth=TRUTH, scores={"A": np.where(TRUTH, np.nan, SCORE_A), "B": SCORE_B})


def test_threshold_turns_scores_into_labels() -> None:
    cut = pv.compare(truth=TRUTH, scores=SCORES, measure="accuracy", threshold=0.8)
    assert cut.contests[0].values == pytest.approx([np.mean((s >= 0.8) == TRUTH) for s in SCORES.values()])
    # At the threshold is above it.
    step = {"A": np.where(TRUTH, 0.5, 0.2), "B": np.where(A, 0.5, 0.2)}
    assert pv.compare(truth=TRUTH, scores=step, measure="accuracy").contests[0].values[0] == 1.0
    zero = pv.compare(truth=TRUTH, scores=SCORES, measure="accuracy")
    assert zero.contests[0].values == pytest.approx([np.mean((s >= 0) == TRUTH) for s in SCORES.values()])
    with pytest.raises(WrongEvidence, match=r"[\s\S]*threshold"):
        pv.compare(truth=TRUTH, scores={name: s + 10 for name, s in SCORES.items()}, measure="accuracy")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({}, BadInput, "nothing to evaluate"),
        ({"truth": TRUTH, "predicted": {"A": A}}, BadInput, "at least two models"),
        ({"truth": TRUTH, "predicted": {"A": A, "B": B[:-1]}}, LengthMismatch, "differ in length"),
        ({"truth": TRUTH}, BadInput, "no predictions"),
        ({"truth": TRUTH, "predicted": LABELS, "level": 1.5}, BadParameter, "level"),
        ({"truth": TRUTH, "predicted": LABELS, "reference": "Z"}, BadParameter, "no model 'Z'"),
        ({"truth": TRUTH, "predicted": LABELS, "rope": -0.1}, BadParameter, "practical equivalence"),
        ({"truth": TRUTH, "predicted": LABELS, "adjustment": "hope"}, BadParameter, "holm"),
        ({"data": {"A": BASE, "B": NORMAL}, "of": "luck"}, BadParameter, "of must be"),
        ({"data": {"A": BASE, "B": NORMAL}, "of": "paired", "better": "lowr"}, BadParameter, "better must be"),
        ({"data": {"A": BASE, "B": NORMAL[:5]}, "of": "paired"}, LengthMismatch, "length"),
        ({"data": {"A": BASE, "B": NORMAL}, "of": "folds", "n_train": 90}, BadParameter, "sizes of training and test"),
        ({"data": {"A": BASE, "B": NORMAL}, "of": "independent", "rope": 1.0}, BadParameter, "paired results"),
        ({"of": "folds"}, BadInput, "not a table"),
    ],
)
def test_wrong_calls(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        pv.compare(**arguments)
