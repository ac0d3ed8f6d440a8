"""Bad input gets one clear error of the right class, and changes nothing."""

from __future__ import annotations

import csv
import gzip
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import probative as pv
from probative import errors
from probative.cli import main
from probative.findings import Confusion

NAN = float("nan")
GOOD = {"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.4, 0.6]}
GOOD_CSV = "y,score\n1,0.9\n0,0.2\n1,0.4\n0,0.6\n"
THREE = {"y": ["a", "b", "c"], "proba_a": [0.8, 0.1, 0.1], "proba_b": [0.1, 0.8, 0.1], "proba_c": [0.1, 0.1, 0.8]}


@dataclass(frozen=True)
class Refusal:
    """The class of an error, and words that its text must hold."""

    kind: type[errors.ProbativeError]
    what: str
    found: str
    todo: str | None = None
    """What to do, where the first sentence says it; None: the error must name a remedy."""


def check(error: errors.ProbativeError, expected: Refusal) -> None:
    """What is wrong, what was found, what to do; on two lines, fit for a terminal."""
    text = str(error)
    assert type(error) is expected.kind, text
    assert expected.what in error.what
    assert error.what.endswith(".")
    assert expected.found in text
    if expected.todo is None:
        assert error.remedy, f"no remedy in: {text}"
    else:
        assert expected.todo in text
    assert len(text.splitlines()) <= 2
    assert all(line.isprintable() for line in text.splitlines())


def assert_refused(call: Callable[[], Any], expected: Refusal) -> None:
    with pytest.raises(errors.ProbativeError) as caught:
        call()
    check(caught.value, expected)


def case(name: str, call: Any, *expected: Any) -> Any:
    return pytest.param(call, Refusal(*expected), id=name)


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
        "scores of two dimensions",
        lambda: pv.evaluate(truth=[1, 0], scores=[[0.9, 0.1], [0.2, 0.8]]),
        errors.LengthMismatch,
        "one-dimensional",
        "(2, 2)",
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
        errors.AmbiguousColumn,
        "3 classes",
        "score_model",
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
        "must be numbers",
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
        "must be numbers",
        "'a'",
    ),
    case(
        "infinite targets",
        lambda: pv.evaluate(truth=[0.5, np.inf], predicted=[1.0, 2.0]),
        errors.BadScores,
        "finite",
        "infinity",
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
            "greater than 0",
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
        "clusters of a regression",
        lambda: pv.evaluate(truth=[0.5, 1.5], predicted=[1.0, 2.0], groups=["a", "b"]),
        errors.BadParameter,
        "cluster",
        "classes and scores",
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


def table(engine: str, columns: dict[str, list[Any]], folder: Path) -> Any:
    """The same columns as every kind of table that evaluate reads."""
    if engine == "dict":
        return columns
    if engine == "pandas":
        return pd.DataFrame(columns)
    frame = pl.DataFrame(columns, strict=False)
    if engine == "polars":
        return frame
    if engine == "lazy":
        return frame.lazy()
    path = folder / f"table.{engine}"
    if engine == "parquet":
        frame.write_parquet(path)
    else:
        with path.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            writer.writerows(
                [["" if v is None or v != v else v for v in row] for row in zip(*columns.values(), strict=True)]
            )
    return path


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
    assert [note.severity for note in found.notes if note.code == "one-class"] == ["error"]
    assert "auc" in str(found)
    assert pv.Findings.from_dict(found.to_dict()).to_json() == found.to_json()


@pytest.mark.parametrize("given", ONE_CLASS)
def test_one_class_with_labels_is_undefined_with_a_reason(given: dict[str, Any]) -> None:
    found = pv.evaluate(predicted=given["truth"], **given)
    mcc = found.models["model"].measures["mcc"]
    assert not mcc.defined
    assert mcc.why
    assert [note.severity for note in found.notes if note.code == "one-class"] == ["error"]


# --- files -----------------------------------------------------------------------------------------------------------


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def parquet(folder: Path) -> bytes:
    path = folder / "whole" / "p.parquet"
    path.parent.mkdir()
    pl.DataFrame({"y": [0, 1] * 500, "score": np.linspace(0, 1, 1000)}).write_parquet(path)
    return path.read_bytes()


def zipped() -> bytes:
    rows = "".join(f"{i % 2},{i * 7919 % 5000 / 5000}\n" for i in range(5000))
    return gzip.compress(f"y,score\n{rows}".encode())


UNREADABLE = errors.UnreadableFile
FILES = [
    case("empty file", lambda d: written(d, "p.csv", ""), errors.EmptyData, "p.csv' is empty", "0 bytes"),
    case("empty parquet", lambda d: written(d, "p.parquet", ""), errors.EmptyData, "is empty", "0 bytes"),
    case("header only", lambda d: written(d, "p.csv", "y,score\n"), errors.EmptyData, "no rows", "no rows"),
    case("header without line end", lambda d: written(d, "p.csv", "y,score"), errors.EmptyData, "no rows", "no rows"),
    case("one empty line", lambda d: written(d, "p.csv", "\n"), errors.EmptyData, "", ""),
    case(
        "truncated parquet",
        lambda d: written(d, "p.parquet", parquet(d)[:-100]),
        UNREADABLE,
        "cannot be read as parquet",
        "magic bytes",
    ),
    case(
        "half a parquet",
        lambda d: written(d, "p.parquet", (b := parquet(d))[: len(b) // 2]),
        UNREADABLE,
        "cannot be read as parquet",
        "magic bytes",
    ),
    case("text as parquet", lambda d: written(d, "p.parquet", GOOD_CSV), UNREADABLE, "cannot be read", "magic bytes"),
    case(
        "half a .csv.gz",
        lambda d: written(d, "p.csv.gz", zipped()[:5000]),
        UNREADABLE,
        "cannot be read as csv",
        "end of GZIP stream",
    ),
    case(
        ".csv.gz without its last bytes",
        lambda d: written(d, "p.csv.gz", zipped()[:-4]),
        UNREADABLE,
        "cannot be read as csv",
        "end of GZIP stream",
    ),
    case("text as gz", lambda d: written(d, "p.csv.gz", GOOD_CSV), UNREADABLE, "cannot be read", "GZIP"),
    case(
        "row too short",
        lambda d: written(d, "p.csv", GOOD_CSV + "1\n"),
        UNREADABLE,
        "different numbers of fields",
        "y,score",
    ),
    case(
        "row too long",
        lambda d: written(d, "p.csv", GOOD_CSV + "1,0.5,7\n"),
        UNREADABLE,
        "p.csv",
        "p.csv",
    ),
    case(
        "row too long far below",
        lambda d: written(d, "p.csv", GOOD_CSV + "1,0.5\n" * 30000 + "1,0.5,7\n"),
        UNREADABLE,
        "cannot be read as csv",
        "p.csv",
    ),
    case(
        "not UTF-8",
        lambda d: written(d, "p.csv", b"y,score\n1,0.5\n0,\xff\xfe\n"),
        UNREADABLE,
        "cannot be read as csv",
        "Line: 3",
    ),
    case("binary", lambda d: written(d, "p.csv", bytes(range(256)) * 20), UNREADABLE, "cannot be read as csv", "p.csv"),
    case("broken JSON lines", lambda d: written(d, "p.jsonl", '{"y": 1,\n{'), UNREADABLE, "cannot be read", "p.jsonl"),
    case("a directory", lambda d: d, UNREADABLE, "is a directory", "directory"),
    case("a directory named .csv", lambda d: written(d, "p.csv/x", "").parent, UNREADABLE, "is a directory", "p.csv"),
    case("a missing file", lambda d: d / "none.csv", UNREADABLE, "there is no file", "none.csv"),
    case("an unknown ending", lambda d: written(d, "p.xls", "x"), UNREADABLE, "kind", "'.xls'"),
    case("no ending", lambda d: written(d, "predictions", "x"), UNREADABLE, "kind", "no ending"),
    case("no match", lambda d: d / "day-*.csv", UNREADABLE, "no file matches", "day-*.csv"),
    case("a wrong pattern", lambda d: d / "a**b.csv", UNREADABLE, "", "a**b.csv"),
    case("no name", lambda d: "", UNREADABLE, "empty", "''"),
    case("a null character", lambda d: "a\0b.csv", UNREADABLE, "null character", "a\\x00b.csv"),
    case("a name of 5000 letters", lambda d: "a" * 5000 + ".csv", UNREADABLE, "cannot be opened", "too long"),
    case("an address", lambda d: "http://127.0.0.1:9/p.csv", UNREADABLE, "there is no file", "127.0.0.1"),
    case("text scores", lambda d: written(d, "p.csv", "y,score\n1,high\n0,low\n"), errors.BadScores, "numbers", "'"),
]


@pytest.mark.parametrize(("make", "expected"), FILES)
def test_bad_file(make: Callable[[Path], Any], expected: Refusal, tmp_path: Path) -> None:
    path = make(tmp_path)
    assert_refused(lambda: pv.evaluate(path, truth="y", scores="score"), expected)


@pytest.mark.parametrize(
    "content", ["y,score\n", "y,score", "\n"], ids=["header", "header without line end", "newline"]
)
def test_a_file_without_rows_is_called_empty_even_if_columns_are_to_be_guessed(content: str, tmp_path: Path) -> None:
    """With no rows there are no types; the reader must hear of the missing rows, not of unguessable columns."""
    with pytest.raises(errors.EmptyData):
        pv.evaluate(written(tmp_path, "p.csv", content))


@pytest.fixture
def locked() -> Iterator[Path]:
    """A file that this process may not read; the superuser steps down for the time of the test."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = written(Path(folder), "p.csv", GOOD_CSV)
        pv.evaluate(path)  # whatever is loaded lazily is loaded now
        path.chmod(0)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield path
        finally:
            if root:
                os.seteuid(0)


def test_a_file_without_permission(locked: Path) -> None:
    assert_refused(lambda: pv.evaluate(locked), Refusal(UNREADABLE, "p.csv", "ermission denied"))


def test_columns_in_another_order_in_the_second_file(tmp_path: Path) -> None:
    """Columns have names: the files of a pattern are joined by these, or refused."""
    written(tmp_path, "day-1.csv", "y,score\n1,0.9\n0,0.2\n")
    written(tmp_path, "day-2.csv", "score,y\n0.8,1\n0.1,0\n")
    try:
        found = pv.evaluate(tmp_path / "day-*.csv")
    except errors.UnreadableFile:
        return
    assert found.models["model"].confusion == Confusion((1, 0), ((2, 0), (0, 2)))


@pytest.mark.parametrize("ending", ["csv", "parquet", "jsonl"])
def test_other_columns_in_the_second_file(ending: str, tmp_path: Path) -> None:
    write = {"csv": "write_csv", "parquet": "write_parquet", "jsonl": "write_ndjson"}[ending]
    for i, names in enumerate((("y", "score"), ("a", "b"))):
        getattr(pl.DataFrame(dict(zip(names, GOOD.values(), strict=True))), write)(tmp_path / f"day-{i}.{ending}")
    with pytest.raises(errors.ProbativeError):
        pv.evaluate(tmp_path / f"day-*.{ending}", truth="y", scores="score")


def test_a_folder_named_like_a_partition_adds_no_column(tmp_path: Path) -> None:
    from probative.sources import open_source

    path = written(tmp_path, "score=3/p.csv", GOOD_CSV)
    assert open_source(path).listed(["score"]).values["score"].tolist() == GOOD["score"]
    path = written(tmp_path, "day=3/p.csv", GOOD_CSV)
    assert list(open_source(path).kinds) == ["y", "score"]


# --- hostile names ---------------------------------------------------------------------------------------------------

HOSTILE = [
    "it's",
    'qu"ote',
    "x'; DROP TABLE predictions;--",
    '"; SELECT 1 --',
    "new\nline",
    "tab\tstop",
    "br[ack]et",
    "[a-z]",
    "st*r",
    "wh?t",
    "{a,b}",
    "<script>alert(1)<script>",
    "$(touch pwned)",
    "%41%00",
    "-o",
    "~",
    "ünï🎉",
    "\u202eesrever",
    "back\\slash",
    "c0",
    "rows",
    "select",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_file_names_are_names(name: str, tmp_path: Path) -> None:
    """Neighbours that a pattern would match hold other rows."""
    for other in ("a", "b", "sttr", "what", "bra et"):
        written(tmp_path, f"{other}.csv", "y,score\n0,0.5\n0,0.7\n")
    path = written(tmp_path, f"{name}.csv", GOOD_CSV)
    found = pv.evaluate(path)
    assert found.n == 4
    assert found.models["model"].confusion == Confusion((1, 0), ((1, 1), (1, 1)))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_of_missing_files_make_a_clean_message(name: str, tmp_path: Path) -> None:
    with pytest.raises(UNREADABLE) as caught:
        pv.evaluate(tmp_path / f"{name}.csv")
    assert all(line.isprintable() for line in str(caught.value).splitlines())


def test_hostile_names_of_any_length_are_shortened() -> None:
    with pytest.raises(UNREADABLE) as caught:
        pv.evaluate("a" * 200 + "\x1b[2J.csv")
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("name", [*HOSTILE, "</script><script>window.x=1</script>", "a,b", "count(*)", "*"])
def test_hostile_column_names_are_names(name: str) -> None:
    """As a slice, as a score and as a truth; `tests/laws` tally such names with every engine."""
    data = {f"y {name}": GOOD["y"], f"score_{name}": GOOD["score"], name: ["u", "v", "v", "u"]}
    found = pv.evaluate(data, truth=f"y {name}", scores=f"score_{name}", by=name)
    assert list(found.models) == [name]
    assert [(part.by, part.value, part.n) for part in found.slices] == [(name, "u", 2), (name, "v", 2)]
    assert pv.Findings.from_dict(found.to_dict()).to_json() == found.to_json()


@pytest.mark.parametrize("name", ["new\nline", "\x1b[2J\x1b[H", "\x00", "\u202eabc", "x" * 10_000])
def test_hostile_column_names_make_a_clean_message(name: str) -> None:
    with pytest.raises(errors.MissingColumn) as caught:
        pv.evaluate({name: [1, 0], "score": [0.9, 0.2]}, truth="y")
    text = str(caught.value)
    assert len(text.splitlines()) <= 2
    assert all(line.isprintable() for line in text.splitlines())
    assert len(text) < 2_000


def test_a_message_does_not_list_two_thousand_columns() -> None:
    with pytest.raises(errors.MissingColumn) as caught:
        pv.evaluate({f"column_{i}": [1, 0] for i in range(2_000)}, truth="y")
    assert len(str(caught.value)) < 2_000


# --- the command line: exit code 2, one message, no file --------------------------------------------------------------


def snapshot(folder: Path) -> dict[str, bytes | None]:
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in sorted(folder.rglob("*"))}


def refused_by_main(arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The message of a refused call, which leaves the folder as it was."""
    before = snapshot(folder)
    outputs = ["--json", str(folder / "out.json"), "--html", str(folder / "out.html")]
    with pytest.raises(SystemExit) as caught:
        main(["evaluate", *arguments, *outputs])
    assert caught.value.code == 2
    assert snapshot(folder) == before
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Traceback" not in printed.err
    return printed.err


@pytest.mark.parametrize(("make", "expected"), FILES)
def test_bad_file_on_the_command_line(
    make: Callable[[Path], Any], expected: Refusal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(make(tmp_path))
    message = refused_by_main([path, "--truth", "y", "--score", "score"], tmp_path, capsys)
    assert message.startswith(f"{expected.kind.__name__}: ")
    assert expected.found in message


OPTIONS = [
    (["--truth", "Y"], "MissingColumn"),
    (["--score", "S"], "MissingColumn"),
    (["--by", "g"], "MissingColumn"),
    (["--positive", "7"], "BadLabels"),
    (["--level", "95"], "BadParameter"),
    (["--level", "nan"], "BadParameter"),
    (["--missing", "ignore"], "BadParameter"),
    (["--task", "clustering"], "BadParameter"),
    (["--threshold", "nan"], "BadParameter"),
    (["--cost-fp", "0"], "BadParameter"),
    (["--cost-fn", "-1"], "BadParameter"),
    (["--prior", "1"], "BadParameter"),
    (["--prior", "nan"], "BadParameter"),
]


@pytest.mark.parametrize(("options", "kind"), OPTIONS, ids=[" ".join(options) for options, _ in OPTIONS])
def test_bad_option(options: list[str], kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(written(tmp_path, "p.csv", GOOD_CSV))
    assert refused_by_main([path, *options], tmp_path, capsys).startswith(f"{kind}: ")


@pytest.mark.parametrize(
    ("weights", "kind"),
    [("1 -1 1 1", "BadWeights"), ("0 0 0 0", "BadWeights"), ("1 nan 1 1", "MissingValues"), ("a b c d", "BadWeights")],
)
def test_bad_weights_on_the_command_line(
    weights: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(table("csv", GOOD | {"w": weights.split()}, tmp_path))
    assert refused_by_main([path, "--weight", "w"], tmp_path, capsys).startswith(f"{kind}: ")


@pytest.mark.parametrize(
    "outputs",
    [
        pytest.param(["--html", "report.pdf"], id="report of another kind"),
        pytest.param(["--html", "none/report.html"], id="report in no folder"),
        pytest.param(["--json", "none/findings.json"], id="findings in no folder"),
        pytest.param(["--html", "report.html", "--json", "none/findings.json"], id="one of two"),
        pytest.param(["--html", "."], id="report is a folder"),
    ],
)
def test_bad_output(
    outputs: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either everything that was asked for is written, or nothing."""
    path = written(tmp_path, "p.csv", GOOD_CSV)
    monkeypatch.chdir(tmp_path)
    before = snapshot(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(["evaluate", str(path), *outputs])
    assert caught.value.code == 2
    assert snapshot(tmp_path) == before
    assert capsys.readouterr().err.splitlines()[-2].startswith("UnreadableFile: ")
