"""Tables that can be read in two ways, or only in part: refused with a question, or evaluated as far as defined."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import probative as pv
from probative.errors import AmbiguousColumn, BadLabels, BadParameter, NotPaired

from ..refusals import written

RNG = np.random.default_rng(13)
N = 120
Y = RNG.integers(0, 2, N)
A, B = Y * 0.4 + RNG.random(N) * 0.6, Y * 0.2 + RNG.random(N) * 0.8
GAPS = {"A": np.arange(N) % 9 == 0, "B": np.arange(N) % 13 == 0}
WHOLE = ~(GAPS["A"] | GAPS["B"])


def wide() -> dict[str, Any]:
    return {"y": Y, "score_A": np.where(GAPS["A"], np.nan, A), "score_B": np.where(GAPS["B"], np.nan, B)}


def long(*, absent: bool) -> dict[str, Any]:
    """Models under each other; where a score is missing its line is empty, or is not there."""
    table = {
        "row": np.tile(np.arange(N), 2),
        "model": np.repeat(["A", "B"], N),
        "y": np.tile(Y, 2),
        "score": np.concatenate([wide()["score_A"], wide()["score_B"]]),
    }
    kept = ~np.isnan(table["score"]) if absent else np.ones(2 * N, bool)
    return {name: column[kept] for name, column in table.items()}


@pytest.mark.parametrize("table", [wide(), long(absent=False), long(absent=True)], ids=["wide", "long", "lines gone"])
def test_dropped_rows_are_dropped_for_all_models(table: dict[str, Any]) -> None:
    """Values and comparison are those of the rows that every model has, as scikit-learn finds them there."""
    found = pv.evaluate(table, missing="drop")
    expected = {name: roc_auc_score(Y[WHOLE], score[WHOLE]) for name, score in (("A", A), ("B", B))}
    for name, value in expected.items():
        assert found.models[name].measures["accuracy"].n == WHOLE.sum()
        assert found.models[name].measures["auc"].value == pytest.approx(value)
    contest = pv.compare(table, missing="drop").contests[0]
    assert contest.result.n == WHOLE.sum()
    assert contest.result.effect == pytest.approx(expected["A"] - expected["B"])
    assert "rows-differ" not in {note.code for note in found.notes}


def test_two_files_keep_the_rows_that_both_have(tmp_path: Path) -> None:
    for name in "AB":
        lines = [f"{i},{Y[i]},{'' if np.isnan(s) else s}" for i, s in enumerate(wide()[f"score_{name}"])]
        written(tmp_path, f"{name}.csv", "\n".join(["id,y,score", *lines]))
    found = pv.gate(tmp_path / "A.csv", tmp_path / "B.csv", row="id", missing="drop")
    assert found.checks[0].n == WHOLE.sum()
    assert f"{(~WHOLE).sum()} rows with missing values were left out" in found.notes


def test_grades_that_are_missing_for_one_model_are_dropped_for_both() -> None:
    table = long(absent=True)
    values = {"row": table["row"], "model": table["model"], "loss": table["score"]}
    contest = pv.compare(values, values="loss", better="lower", missing="drop").contests[0]
    assert contest.result.n == WHOLE.sum()
    assert contest.result.effect == pytest.approx((A - B)[WHOLE].mean())


def test_models_without_a_common_row_are_refused() -> None:
    table = {"row": [1, 2, 3, 4], "model": ["A", "A", "B", "B"], "y": [0, 1, 0, 1], "score": [0.1, 0.9, 0.2, 0.8]}
    with pytest.raises(pv.errors.EmptyData, match="complete for every model"):
        pv.evaluate(table, missing="drop")


@pytest.mark.parametrize("positive", [None, 1, 0])
def test_one_class_gives_what_is_defined(positive: int | None) -> None:
    """Of labels too: the other class is the one that is predicted."""
    said = np.array([1, 0, 1, 1, 0, 1, 1, 1, 0, 1])
    found = pv.evaluate(truth=np.ones(10, int), predicted=said, positive=positive)
    values = found.models["model"].measures
    assert values["accuracy"].value == 0.7
    there, gone = ("specificity", "recall") if positive == 0 else ("recall", "specificity")
    assert values[there].value == 0.7
    assert not values[gone].defined
    assert "one-class" in {note.code for note in found.notes}


def test_rows_of_class_0_alone_have_a_class_1() -> None:
    found = pv.evaluate(truth=[0] * 10, scores=np.linspace(0, 1, 10), positive=1)
    assert found.models["model"].measures["specificity"].value == 0.5
    with pytest.raises(BadLabels, match="does not occur"):
        pv.evaluate(truth=[0] * 10, scores=np.linspace(0, 1, 10), positive=7)


def test_whole_numbers_may_be_classes_and_it_is_asked() -> None:
    truth = np.tile(np.arange(100), 5)
    said = np.where(np.arange(500) % 3 == 0, (truth + 1) % 100, truth)
    with pytest.raises(BadParameter, match="classes or quantities") as refused:
        pv.evaluate(truth=truth, predicted=said)
    assert "--task" in str(refused.value.remedy)
    assert pv.evaluate(truth=truth, predicted=said, task="regression").task == "regression"
    assert pv.evaluate(truth=truth, predicted=said, task="classification").task == "classification"


@pytest.mark.parametrize(
    ("truth", "said"),
    [
        (np.tile(np.arange(100), 5), np.tile(np.arange(100), 5) + 0.5),
        (np.arange(500), np.arange(500)),
        (np.tile(np.arange(100), 5) * 50, np.tile(np.arange(100), 5) * 50),
        (np.tile(np.arange(100), 5) - 50, np.tile(np.arange(100), 5) - 50),
    ],
    ids=["fractions", "each once", "far apart", "negative"],
)
def test_other_whole_numbers_are_quantities(truth: Any, said: Any) -> None:
    assert pv.evaluate(truth=truth, predicted=said).task == "regression"


def test_scores_that_were_called_labels_are_named() -> None:
    with pytest.raises(BadLabels, match="column 'forest' holds numbers, not labels") as refused:
        pv.evaluate({"y": Y, "forest": A}, truth="y", predicted="forest")
    assert refused.value.remedy == "these look like scores: scores='forest' (--score forest)"


def test_what_cannot_be_paired_is_named_by_file_and_model(tmp_path: Path) -> None:
    for name, n in (("old", 10), ("new", 12)):
        written(tmp_path, f"{name}.csv", "y,score_forest\n" + "1,0.9\n0,0.2\n" * n)
    with pytest.raises(NotPaired) as refused:
        pv.compare(tmp_path / "old.csv", tmp_path / "new.csv")
    assert f"A is {tmp_path / 'old.csv'}, models forest; B is {tmp_path / 'new.csv'}" in str(refused.value.found)


def test_columns_named_like_two_classes_are_one_models_probabilities(tmp_path: Path) -> None:
    table = {"y": ["cat", "dog"] * 5, "proba_cat": [0.7, 0.2] * 5, "proba_dog": [0.3, 0.8] * 5}
    found = pv.evaluate(table, positive="dog")
    assert (
        found.models["model"].measures == pv.evaluate(table, scores="proba_dog", positive="dog").models["dog"].measures
    )
    table = {"sick": [0.2, 0.7] * 5, "well": [0.8, 0.3] * 5, "diagnosis": ["well", "sick"] * 5}
    assert pv.evaluate(table, positive="sick").models["model"].measures["auc"].value == 1.0
    with pytest.raises(BadLabels, match="which label is positive"):
        pv.evaluate(table)
    bare = {"y": [0, 1] * 5, "p0": [0.8, 0.3] * 5, "p1": [0.2, 0.7] * 5}
    assert pv.evaluate(bare, truth="y", scores=["p0", "p1"]).models["model"].measures["auc"].value == 1.0


def test_ten_numbered_models_are_not_guessed_to_be_the_two_that_are_named_like_the_classes() -> None:
    rng = np.random.default_rng(3)
    table = {"y": [0, 1] * 30, **{f"m{i}": rng.random(60).round(3) for i in range(10)}}
    with pytest.raises(AmbiguousColumn) as refused:
        pv.evaluate(table)
    assert " ".join(f"--score m{i}" for i in range(10)) in str(refused.value)
    # Beside no others they are two models, as they were.
    assert list(pv.evaluate({name: table[name] for name in ("y", "m0", "m1")}).models) == ["m0", "m1"]


def test_columns_of_two_classes_are_one_model_where_one_has_no_rows() -> None:
    table = {"y": ["cat"] * 10, "proba_cat": [0.7, 0.2] * 5, "proba_dog": [0.3, 0.8] * 5}
    found = pv.evaluate(table, positive="cat")
    assert list(found.models) == ["model"]
    assert "class-without-rows" in {note.code for note in found.notes}


LEFT = {
    "churn,score": "yes,0.9\nno,0.2\n",
    "churn,customer_id,score_A,score_B": "yes,17,0.9,0.8\nno,18,0.2,0.4\n",
    "animal,cat,dog,owl": "cat,0.5,0.3,0.2\ndog,0.1,0.7,0.2\nowl,0.2,0.2,0.6\n",
    "price,prediction": "1.5,1.7\n2.5,2.2\n3.25,3.0\n",
}


@pytest.mark.parametrize("head", LEFT)
def test_the_truth_may_be_the_only_column_that_is_left(head: str, tmp_path: Path) -> None:
    found = pv.evaluate(written(tmp_path, "p.csv", f"{head}\n" + LEFT[head] * 10))
    assert f"truth is column {head.split(',')[0]!r}" in found.about.guesses


SUGGESTED = {
    "y,forest": ("1,0.91\n0,0.23\n", "scores='forest' (--score forest)"),
    "target,first margin": ("1,-0.91\n-1,2.23\n", "scores='first margin' (--score 'first margin')"),
    "ill,alt,neu": (
        "ja,0.9,0.8\nnein,0.2,0.4\n",
        "truth='ill', scores=['alt', 'neu'] (--truth ill --score alt --score neu)",
    ),
    "y,age,fare": ("1,33,7.25\n0,28,71.3\n", "name them with scores= or predicted= (--score, --predicted)"),
    "ill,also,score_A": ("1,0,0.5\n0,1,0.4\n", "name it with truth= (--truth)"),
    "1,0.5": ("0,0.25\n1,0.75\n", "put a line of names before the first row"),
}


@pytest.mark.parametrize("head", SUGGESTED)
def test_what_is_not_clear_is_asked_with_the_words_that_would_do(head: str, tmp_path: Path) -> None:
    first, remedy = SUGGESTED[head]
    rows = [line.split(",") for line in first.splitlines()]
    lines = [
        ",".join(
            cell if i == 0 or cell.isalpha() or len(cell) == 1 else f"{float(cell) + k / 999:.5f}"
            for i, cell in enumerate(row)
        )
        for k in range(30)
        for row in rows
    ]
    with pytest.raises(pv.errors.AmbiguousColumn) as refused:
        pv.evaluate(written(tmp_path, "p.csv", "\n".join([head, *lines])))
    assert refused.value.remedy == remedy


def test_names_that_hold_commas_are_told_apart(tmp_path: Path) -> None:
    path = written(tmp_path, "p.csv", 'bad,"P(bad), v1","P(bad), v2"\n' + "1,0.9,0.8\n0,0.2,0.1\n" * 4)
    with pytest.raises(pv.errors.AmbiguousColumn) as refused:
        pv.evaluate(path)
    assert refused.value.found == "bad, 'P(bad), v1', 'P(bad), v2'"


@pytest.mark.parametrize("words", [{"scores": "B"}, {"predicted": "B"}])
def test_labels_in_the_place_of_the_prediction_were_swapped(words: dict[str, str]) -> None:
    table = {"A": np.linspace(0.01, 0.99, 60), "B": [0, 1] * 30}
    with pytest.raises(BadLabels, match="'B' looks like the truth, 'A' like a score: were they swapped"):
        pv.evaluate(table, truth="A", **words)
    assert pv.evaluate(table, truth="A", predicted="B", task="regression").task == "regression"


def test_labels_that_differ_in_blanks_or_capitals_are_named() -> None:
    table = {"y": ["yes", "Yes ", "no"] * 10, "score": [0.8, 0.7, 0.2] * 10}
    with pytest.raises(BadLabels, match="some labels differ only in blanks or capitals") as refused:
        pv.evaluate(table)
    assert refused.value.found == "'Yes ', 'yes'"
