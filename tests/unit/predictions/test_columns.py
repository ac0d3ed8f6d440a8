"""Columns as people name them: patterns, names of classes, truth and score the wrong way round."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score

import probative as pv
from probative.errors import BadLabels, MissingColumn

RNG = np.random.default_rng(2)
K, N = 10, 200
CODES = RNG.integers(0, K, N)
PROBA = RNG.dirichlet(np.ones(K), N)
WORDS = np.array([f"c{i}" for i in range(K)])


def columns(head: str) -> dict[str, object]:
    return {f"{head}{i}": PROBA[:, i] for i in range(K)}


@pytest.mark.parametrize(
    ("truth", "table", "said"),
    [
        (WORDS[CODES], columns("c"), {}),
        (WORDS[CODES], columns("c"), {"scores": "c*"}),
        (WORDS[CODES], columns("proba_c"), {"scores": ["proba_*"]}),
        (CODES, columns("p"), {"scores": "p*"}),
        (CODES, columns("p"), {"task": "classification"}),
    ],
    ids=["named like classes", "pattern of names", "proba_*", "p*", "p0 to p9, found out"],
)
def test_ten_columns_for_ten_classes(truth: np.ndarray, table: dict[str, object], said: dict[str, object]) -> None:
    found = pv.evaluate({"y": truth} | table, truth="y", **said)  # type: ignore[arg-type]
    assert list(found.models) == ["model"]
    assert float(found.models["model"].measures["accuracy"]) == accuracy_score(CODES, PROBA.argmax(axis=1))


def test_a_pattern_that_nothing_matches_is_a_name_that_is_not_there() -> None:
    with pytest.raises(MissingColumn, match=r"'proba_\*'"):
        pv.read({"y": [1, 0], "score": [0.5, 0.4]}, truth="y", scores="proba_*")


def test_patterns_of_models() -> None:
    said = pv.read(
        {"y": [1, 0, 1], "score_A": [0.9, 0.1, 0.2], "score_B": [0.5, 0.4, 0.6]}, truth="y", scores="score_*"
    )
    assert list(said.models) == ["A", "B"]


def test_truth_and_score_the_wrong_way_round() -> None:
    y = RNG.integers(0, 2, 100)
    with pytest.raises(BadLabels, match="'y' looks like the truth, 'logistic' like a score: were they swapped"):
        pv.evaluate({"y": y, "logistic": RNG.random(100)}, truth="logistic", scores="y")


def test_a_bare_score_among_several_keeps_its_name() -> None:
    table = {"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.4, 0.3], "score_B": [0.8, 0.4, 0.6, 0.1]}
    assert [*pv.read(table, truth="y").models] == ["score", "B"]
    assert [*pv.read(table, truth="y", scores="score").models] == ["model"]
    both = pv.read(table | {"pred": [1, 0, 1, 0], "pred_B": [1, 0, 0, 0]}, truth="y")
    assert [*both.models] == ["model", "B"]
    assert {columns.predicted for columns in both.by_model.values()} == {"pred", "pred_B"}


def test_models_in_one_column_without_ids_say_what_would_pair_them() -> None:
    long = {"y": [1, 0, 1, 0] * 2, "score": [0.9, 0.2, 0.4, 0.3, 0.8, 0.4, 0.6, 0.1], "model": ["A"] * 4 + ["B"] * 4}
    (note,) = [note for note in pv.evaluate(long, truth="y").notes if note.code == "not-compared"]
    assert note.remedy.startswith("name the column of ids: row= (--row)")
