"""Whatever can be wrong with tables, arrays, weights and labels is said so that one can mend it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import probative as pv
from probative import errors
from probative.findings import Confusion

from ..refusals import GOOD, Refusal, assert_refused, case, table

NAN = float("nan")
THREE = {"y": ["a", "b", "c"], "proba_a": [0.8, 0.1, 0.1], "proba_b": [0.1, 0.8, 0.1], "proba_c": [0.1, 0.1, 0.8]}


def without(name: str) -> dict[str, Any]:
    return {key: column for key, column in GOOD.items() if key != name}


# --- tables and arrays -----------------------------------------------------------------------------------------------


TABLES = [
    case("no truth column", lambda: pv.evaluate(GOOD, truth="Y"), errors.MissingColumn, "'Y'", "y, score"),
    case("no score column", lambda: pv.evaluate(GOOD, scores="S"), errors.MissingColumn, "'S'", "y, score"),
    case("no predicted column", lambda: pv.evaluate(GOOD, predicted="p"), errors.MissingColumn, "'p'", "y, score"),
    case("no slice column", lambda: pv.evaluate(GOOD, by="g"), errors.MissingColumn, "'g'", "y, score"),
    case("no weight column", lambda: pv.evaluate(GOOD, weight="w"), errors.MissingColumn, "'w'", "y, score"),
    case("no group column", lambda: pv.evaluate(GOOD, groups="g"), errors.MissingColumn, "'g'", "y, score"),
    case("no model column", lambda: pv.evaluate(GOOD, model="m"), errors.MissingColumn, "'m'", "y, score"),
    case("truth not clear", lambda: pv.evaluate(GOOD | {"label": [1, 0, 1, 0]}), errors.AmbiguousColumn, "truth", "y"),
    case("no truth at all", lambda: pv.evaluate(without("y")), errors.AmbiguousColumn, "truth", "score"),
    case("no score at all", lambda: pv.evaluate(without("score")), errors.AmbiguousColumn, "score", "y"),
    case(
        "columns of different length",
        lambda: pv.evaluate({"y": [1, 0, 1], "score": [0.9, 0.2]}),
        errors.LengthMismatch,
        "length",
        "column 'y' 3, column 'score' 2",
    ),
    case(
        "arrays of different length",
        lambda: pv.evaluate(truth=[1, 0, 1], scores=[0.9, 0.2]),
        errors.LengthMismatch,
        "length",
        "3",
    ),
    case(
        "weights of different length",
        lambda: pv.evaluate(truth=[1, 0], scores=[0.9, 0.2], weight=[1]),
        errors.LengthMismatch,
        "length",
        "'weight' 1",
    ),
    case(
        "scores of too many classes",
        lambda: pv.evaluate(truth=[1, 0], scores=[[0.9, 0.1, 0.0], [0.2, 0.8, 0.0]]),
        errors.LengthMismatch,
        "one for each class",
        "3 columns for 2 classes",
    ),
    case("empty columns", lambda: pv.evaluate({"y": [], "score": []}), errors.EmptyData, "no rows", "no rows"),
    case("empty arrays", lambda: pv.evaluate(truth=[], scores=[]), errors.EmptyData, "no rows", "no rows"),
    case(
        "empty pandas frame",
        lambda: pv.evaluate(pd.DataFrame(GOOD).head(0)),
        errors.EmptyData,
        "no rows",
        "no rows",
    ),
    case(
        "empty Polars frame",
        lambda: pv.evaluate(pl.DataFrame(GOOD).head(0)),
        errors.EmptyData,
        "no rows",
        "no rows",
    ),
    case(
        "no row is complete",
        lambda: pv.evaluate(GOOD | {"score": [NAN] * 4}, missing="drop"),
        errors.EmptyData,
        "no row is complete",
        "4 rows",
    ),
    case("nothing at all", lambda: pv.evaluate(), errors.BadInput, "nothing to evaluate", "nothing"),
    case("not a table", lambda: pv.evaluate(5), errors.BadInput, "not a table", "int"),
    case(
        "truth is an array beside a table",
        lambda: pv.evaluate(GOOD, truth=np.array([1, 0, 1, 0])),
        errors.BadInput,
        "",
        "",
    ),
    case(
        "weight is an array beside a table",
        lambda: pv.evaluate(GOOD, weight=np.array([1, 1, 1, 1])),
        errors.BadInput,
        "",
        "",
    ),
    case(
        "two pandas columns of one name",
        lambda: pv.evaluate(
            pd.DataFrame([[1, 0.9, 1], [0, 0.2, 0]], columns=["y", "score", "score"]), truth="y", scores="score"
        ),
        errors.AmbiguousColumn,
        "same name",
        "score",
    ),
]
LABELS = [
    case(
        "positive label absent",
        lambda: pv.evaluate(truth=["a", "b"], scores=[0.9, 0.2], positive="c"),
        errors.BadLabels,
        "'c' does not occur",
        "'a', 'b'",
    ),
    case(
        "positive number absent",
        lambda: pv.evaluate(truth=[0, 1], scores=[0.9, 0.2], positive=2),
        errors.BadLabels,
        "2 does not occur",
        "0, 1",
    ),
    case(
        "positive label needed",
        lambda: pv.evaluate(truth=["a", "b"], scores=[0.9, 0.2]),
        errors.BadLabels,
        "positive is not clear",
        "'a', 'b'",
    ),
    case(
        "positive label needed by a ladder",
        lambda: pv.Ladder.from_scores(["a", "b"], [0.9, 0.2]),
        errors.BadLabels,
        "positive is not clear",
        "'a', 'b'",
    ),
    case(
        "positive label of three classes",
        lambda: pv.evaluate(THREE, truth="y", positive="a"),
        errors.BadLabels,
        "two classes",
        "3 labels",
    ),
    case(
        "three classes, one score",
        lambda: pv.evaluate(truth=["a", "b", "c"], scores=[0.9, 0.2, 0.1]),
        errors.BadLabels,
        "two classes",
        "3 classes",
    ),
    case(
        "three classes, one score to tally",
        lambda: pv.tally({"y": ["a", "b", "c"], "s": [0.9, 0.2, 0.1]}, truth="y", score="s"),
        errors.BadLabels,
        "two classes",
        "'a', 'b', 'c'",
    ),
    case(
        "three classes, one score to a ladder",
        lambda: pv.Ladder.from_scores([0, 1, 2], [0.9, 0.2, 0.1]),
        errors.BadLabels,
        "two classes",
        "0, 1, 2",
    ),
    case(
        "a class without probabilities",
        lambda: pv.evaluate({key: column for key, column in THREE.items() if key != "proba_c"}, truth="y"),
        errors.AmbiguousColumn,
        "some classes",
        "none for c",
    ),
]
SCORES = [
    case(
        "text scores",
        lambda: pv.evaluate(truth=[0, 1], scores=["low", "high"]),
        errors.BadScores,
        "must hold numbers",
        "'low'",
    ),
    case(
        "text scores to a ladder",
        lambda: pv.Ladder.from_scores([0, 1], ["low", "high"]),
        errors.BadScores,
        "must be numbers",
        "'low'",
    ),
    *(
        case(
            f"{measure} of scores that are no probabilities",
            lambda measure=measure: pv.value(measure, pv.Ladder.from_scores([0, 1], [-1.5, 3.0])),
            errors.BadScores,
            "probabilities between 0 and 1",
            "-1.5 to 3",
        )
        for measure in ("brier", "log_loss", "expected_calibration_error")
    ),
    case(
        "class probabilities that do not add up to 1",
        lambda: pv.evaluate(THREE | {"proba_a": [0.9, 0.1, 0.1]}, truth="y"),
        errors.BadScores,
        "needs probabilities",
        "1.1",
    ),
    case(
        "class probabilities below 0",
        lambda: pv.evaluate(
            {"y": ["a", "b", "c"], "proba_a": [-0.2, 0, 0], "proba_b": [0.2, 1, 0], "proba_c": [1, 0, 1]}, truth="y"
        ),
        errors.BadScores,
        "needs probabilities",
        "-0.2",
    ),
    case(
        "text targets of a regression",
        lambda: pv.evaluate(truth=["a", "b"], predicted=[1.0, 2.0], task="regression"),
        errors.BadScores,
        "must hold numbers",
        "'a'",
    ),
    case(
        "infinite targets",
        lambda: pv.evaluate(truth=[0.5, np.inf], predicted=[1.0, 2.0]),
        errors.BadScores,
        "infinite",
        "inf in row 2 of 2",
    ),
    case(
        "a regression from scores",
        lambda: pv.evaluate(truth=[0.5, 1.5], scores=[1.0, 2.0], task="regression"),
        errors.BadInput,
        "needs predicted values",
        "regression",
    ),
]
PARAMETERS = [
    *(
        case(
            f"level {level}",
            lambda level=level: pv.evaluate(GOOD, level=level),
            errors.BadParameter,
            "level",
            str(level),
        )
        for level in (0, 1, 95, -0.5, NAN)
    ),
    case(
        "missing policy",
        lambda: pv.evaluate(GOOD, missing="ignore"),  # type: ignore[arg-type]
        errors.BadParameter,
        "missing",
        "ignore",
        "'error' or 'drop'",
    ),
    case(
        "task",
        lambda: pv.evaluate(GOOD, task="clustering"),  # type: ignore[arg-type]
        errors.BadParameter,
        "task",
        "clustering",
        "'classification' or 'regression'",
    ),
    case(
        "nan threshold",
        lambda: pv.evaluate(GOOD, threshold=NAN),
        errors.BadParameter,
        "threshold",
        "nan",
        "must be a number",
    ),
    *(
        case(
            f"cost {name} {cost}",
            lambda name=name, cost=cost: pv.Costs(**{name: cost}),
            errors.BadParameter,
            f"cost {name}",
            str(cost),
            "above 0, and at most 1e100",
        )
        for name in ("fp", "fn")
        for cost in (0, -1.0, float("inf"), NAN)
    ),
    *(
        case(
            f"prior {prior}",
            lambda prior=prior: pv.Costs(prior=prior),
            errors.BadParameter,
            "prior",
            str(prior),
            "between 0 and 1",
        )
        for prior in (0, 1, 1.5, -0.1, NAN)
    ),
    case(
        "a single cluster of a regression",
        lambda: pv.evaluate(truth=[0.5, 1.5], predicted=[1.0, 2.0], groups=["a", "a"]),
        errors.BadParameter,
        "cluster",
        "1 cluster.",
    ),
    case("unknown measure", lambda: pv.value("acuracy", None), errors.UnknownMeasure, "'acuracy'", "accuracy"),
]


@pytest.mark.parametrize(("call", "expected"), TABLES + LABELS + SCORES + PARAMETERS)
def test_refused(call: Callable[[], Any], expected: Refusal) -> None:
    assert_refused(call, expected)


def test_errors_are_value_errors_and_survive_a_pickle() -> None:
    import pickle

    with pytest.raises(ValueError) as caught:
        pv.evaluate(GOOD, truth="Y")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is errors.MissingColumn
    assert str(again) == str(caught.value)


def test_a_table_of_pandas_with_numbers_for_names_is_readable_or_refused() -> None:
    """Frames made from matrices have columns 0, 1, 2."""
    frame = pd.DataFrame({0: GOOD["y"], 1: GOOD["score"]})
    try:
        found = pv.evaluate(frame, truth=0, scores=[1])
    except errors.ProbativeError:
        return
    assert found.n == 4


# --- weights ---------------------------------------------------------------------------------------------------------


ENGINES = ("dict", "csv", "parquet", "pandas", "polars", "lazy")
WEIGHTS = [
    pytest.param([1.0, -1.0, 1.0, 1.0], Refusal(errors.BadWeights, "at least 0", "-1", "at least 0"), id="negative"),
    pytest.param([1.0, np.inf, 1.0, 1.0], Refusal(errors.BadWeights, "finite", "inf", "finite"), id="infinite"),
    pytest.param([0.0, 0.0, 0.0, 0.0], Refusal(errors.BadWeights, "weights", "all", "0"), id="all zero"),
    pytest.param([1.0, NAN, 1.0, 1.0], Refusal(errors.MissingValues, "weight", "1 of 4 rows", None), id="nan"),
    pytest.param([1.0, NAN, 1.0, 2.0], Refusal(errors.MissingValues, "weight", "1 of 4 rows", None), id="one nan"),
    pytest.param([1.0, None, 1.0, 1.0], Refusal(errors.MissingValues, "weight", "1 of 4 rows", None), id="null"),
    pytest.param(["a", "b", "c", "d"], Refusal(errors.BadWeights, "must be numbers", "text", None), id="text"),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("weights", "expected"), WEIGHTS)
def test_bad_weights(engine: str, weights: list[Any], expected: Refusal, tmp_path: Path) -> None:
    data = table(engine, GOOD | {"w": weights}, tmp_path)
    assert_refused(lambda: pv.evaluate(data, weight="w"), expected)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_remedy_for_missing_weights_works(engine: str, tmp_path: Path) -> None:
    """Where the error says missing='drop', that is possible."""
    data = table(engine, GOOD | {"w": [1.0, NAN, 1.0, 1.0]}, tmp_path)
    with pytest.raises(errors.MissingValues) as caught:
        pv.evaluate(data, weight="w")
    if "drop'" in str(caught.value):
        assert pv.evaluate(data, weight="w", missing="drop").about.dropped == 1


def test_a_zero_weight_is_a_weight() -> None:
    found = pv.evaluate(GOOD | {"w": [1, 1, 0, 1]}, weight="w")
    counts = ((1, 0), (1, 1))
    assert found.models["model"].confusion == Confusion((1, 0), counts, counts)


# --- missing values --------------------------------------------------------------------------------------------------


GAPS = [
    pytest.param({"score": [0.9, NAN, 0.4, 0.6]}, "score", id="NaN score"),
    pytest.param({"score": [0.9, None, 0.4, 0.6]}, "score", id="null score"),
    pytest.param({"y": [1.0, NAN, 1.0, 0.0]}, "y", id="NaN label"),
    pytest.param({"y": [1, None, 1, 0]}, "y", id="null label"),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("change", "column"), GAPS)
def test_missing_values_are_an_error(engine: str, change: dict[str, Any], column: str, tmp_path: Path) -> None:
    data = table(engine, GOOD | change, tmp_path)
    expected = Refusal(errors.MissingValues, "missing", f"{column} 1 of 4 rows", "missing='drop' (--missing drop)")
    assert_refused(lambda: pv.evaluate(data), expected)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("change", "column"), GAPS)
def test_missing_values_are_counted_and_dropped(
    engine: str, change: dict[str, Any], column: str, tmp_path: Path
) -> None:
    found = pv.evaluate(table(engine, GOOD | change, tmp_path), missing="drop")
    note = next(note for note in found.notes if note.code == "rows-dropped")
    assert note.message.startswith("1 row")
    assert found.about.dropped == 1
    assert found.n == 3
    assert found.models["model"].confusion == Confusion((1, 0), ((1, 1), (1, 0)))


@pytest.mark.parametrize("engine", ENGINES)
def test_missing_text_labels(engine: str, tmp_path: Path) -> None:
    data = table(engine, {"y": ["yes", None, "yes", "no"], "score": GOOD["score"]}, tmp_path)
    assert_refused(
        lambda: pv.evaluate(data, positive="yes"),
        Refusal(errors.MissingValues, "missing", "y 1 of 4 rows", "--missing drop"),
    )
    assert pv.evaluate(data, positive="yes", missing="drop").n == 3


def test_missing_predictions_of_a_regression() -> None:
    data = {"y": [0.5, 1.5, 2.5], "pred": [1.0, NAN, 2.0]}
    assert_refused(
        lambda: pv.evaluate(data), Refusal(errors.MissingValues, "missing", "pred 1 of 3 rows", "missing='drop'")
    )
    assert pv.evaluate(data, missing="drop").n == 2


@pytest.mark.parametrize("option", ["by", "groups"])
def test_missing_keys(option: str) -> None:
    data = GOOD | {"site": ["a", None, "b", "b"]}
    assert_refused(
        lambda: pv.evaluate(data, **{option: "site"}),  # type: ignore[arg-type]
        Refusal(errors.MissingValues, "missing", "site 1 of 4 rows", "missing='drop'"),
    )


def test_complete_rows_leave_no_note() -> None:
    found = pv.evaluate(GOOD, missing="drop")
    assert found.about.dropped == 0
    assert "rows-dropped" not in [note.code for note in found.notes]


# --- one class -------------------------------------------------------------------------------------------------------


ONE_CLASS = [
    pytest.param({"truth": [1] * 40}, id="ones"),
    pytest.param({"truth": [0] * 40}, id="zeros"),
    pytest.param({"truth": [True] * 40}, id="all true"),
    pytest.param({"truth": [False] * 40}, id="all false"),
    pytest.param({"truth": ["yes"] * 40, "positive": "yes"}, id="text"),
]


@pytest.mark.parametrize("given", ONE_CLASS)
def test_one_class_with_scores_is_undefined_with_a_reason(given: dict[str, Any]) -> None:
    found = pv.evaluate(scores=np.linspace(0, 1, 40), **given)
    model = found.models["model"]
    for name in ("auc", "mcc", "balanced_accuracy"):
        assert not model.measures[name].defined
        assert model.measures[name].why
    assert model.measures["accuracy"].defined
    assert model.roc is None
    assert [note.severity for note in found.notes if note.code == "one-class"] == ["warning"]
    assert "auc" in str(found)
    assert pv.Findings.from_dict(found.to_dict()).to_json() == found.to_json()


@pytest.mark.parametrize("given", ONE_CLASS)
def test_one_class_with_labels_is_undefined_with_a_reason(given: dict[str, Any]) -> None:
    found = pv.evaluate(predicted=given["truth"], **given)
    mcc = found.models["model"].measures["mcc"]
    assert not mcc.defined
    assert mcc.why
    assert [note.severity for note in found.notes if note.code == "one-class"] == ["warning"]
