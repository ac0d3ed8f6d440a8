"""The same rows, handed in in every way, give the same findings; columns and task are guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import probative as pv

from ..evaluated import CALLED, GOOD, HALVES, PATIENT, POOR, SITE, TABLE, TRUTH, WEIGHT, N, measures


def plain(found: pv.Findings) -> dict[str, Any]:
    """Everything but what depends on how the table was handed in."""
    result = found.to_dict()
    return {key: value for key, value in result.items() if key != "about"}


# --- the same rows, handed in in every way ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reference() -> dict[str, Any]:
    return plain(pv.evaluate(TABLE, truth="y", by="site"))


def as_file(ending: str, folder: Path) -> Path:
    path = folder / f"table.{ending}"
    frame = pl.DataFrame(TABLE)
    {"csv": frame.write_csv, "parquet": frame.write_parquet, "jsonl": frame.write_ndjson}[ending](path)
    return path


TABLES = {
    "lists": lambda _: {name: column.tolist() for name, column in TABLE.items()},
    "pandas": lambda _: pd.DataFrame(TABLE),
    "Polars": lambda _: pl.DataFrame(TABLE),
    "lazy Polars": lambda _: pl.LazyFrame(TABLE),
    "Arrow": lambda _: pa.table(TABLE),
    "CSV": lambda folder: as_file("csv", folder),
    "CSV as text": lambda folder: str(as_file("csv", folder)),
    "Parquet": lambda folder: as_file("parquet", folder),
    "JSON lines": lambda folder: as_file("jsonl", folder),
    "float labels": lambda _: TABLE | {"y": TRUTH.astype(float)},
    "small integers": lambda _: TABLE | {"y": TRUTH.astype(np.int8)},
    "shuffled rows": lambda _: pd.DataFrame(TABLE).sample(frac=1, random_state=1),
}


def assert_approximately(found: Any, expected: Any, path: str = "") -> None:
    """Equal trees; numbers up to rounding, which sums in another order cause."""
    if isinstance(expected, dict):
        assert list(found) == list(expected), path
        for key in expected:
            assert_approximately(found[key], expected[key], f"{path}/{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), path
        for i, value in enumerate(expected):
            assert_approximately(found[i], value, f"{path}/{i}")
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-12), path
    else:
        assert found == expected, path


@pytest.mark.parametrize("kind", TABLES)
def test_every_table_gives_the_same_findings(kind: str, reference: dict[str, Any], tmp_path: Path) -> None:
    found = pv.evaluate(TABLES[kind](tmp_path), truth="y", by="site")
    assert_approximately(plain(found), reference)


def test_arrays_give_the_same_findings() -> None:
    table = pv.evaluate(TABLE, truth="y", weight="w", groups="patient")
    arrays = pv.evaluate(truth=TRUTH, scores={"good": GOOD, "poor": POOR}, weight=WEIGHT, groups=PATIENT)
    assert_approximately(plain(arrays), plain(table))
    assert list(arrays.models) == ["good", "poor"]


def test_one_array_is_one_model() -> None:
    found = pv.evaluate(truth=TRUTH, scores=GOOD)
    assert list(found.models) == ["model"]
    assert found.about.guesses == ()
    of_two = pv.evaluate(TABLE, truth="y").models["good"]
    assert_approximately(found.models["model"].to_dict(), of_two.to_dict())


def test_series_are_taken_by_position() -> None:
    shuffled = pd.Series(TRUTH, index=np.arange(N)[::-1])
    found = pv.evaluate(truth=shuffled, scores=pl.Series(GOOD))
    assert measures(found)["auc"].value == measures(pv.evaluate(truth=TRUTH, scores=GOOD))["auc"].value


def test_what_is_handed_in_is_not_changed() -> None:
    truth, score, weight = TRUTH.copy(), GOOD.copy(), WEIGHT.copy()
    pv.evaluate(truth=truth, scores=score, weight=weight)
    assert (truth == TRUTH).all()
    assert (score == GOOD).all()
    assert (weight == WEIGHT).all()
    assert truth.flags.writeable
    assert score.flags.writeable


def test_values_are_those_of_the_evidence() -> None:
    """evaluate adds nothing of its own to value and estimate."""
    found = measures(pv.evaluate(truth=TRUTH, scores=GOOD, level=0.9))
    ladder = pv.Ladder.from_scores(TRUTH, GOOD)
    outcomes = pv.ConfusionMatrix.from_labels(TRUTH, (GOOD >= 0.5).astype(int)).outcomes(1)
    for name in ("auc", "average_precision", "brier"):
        assert found[name] == pv.estimate(name, ladder, level=0.9)
    for name in ("accuracy", "recall", "mcc", "f1"):
        assert found[name] == pv.estimate(name, outcomes, level=0.9)


def test_repeated_rows_of_a_model_in_a_long_table() -> None:
    long = {
        "model": ["good"] * N + ["poor"] * N,
        "y": np.tile(TRUTH, 2),
        "score": np.concatenate([GOOD, POOR]),
        "site": np.tile(SITE, 2),
    }
    found = pv.evaluate(long, by="site")
    wide = pv.evaluate(TABLE, truth="y", by="site")
    assert_approximately(
        {m: f.to_dict() for m, f in found.models.items()}, {m: f.to_dict() for m, f in wide.models.items()}
    )
    assert_approximately([part.to_dict() for part in found.slices], [part.to_dict() for part in wide.slices])


def test_models_of_different_size_do_not_share_a_number_of_rows() -> None:
    """The headline must not claim the rows of the last model for all."""
    long = {"model": ["a"] * 80 + ["b"] * 40, "y": TRUTH, "score": GOOD}
    found = pv.evaluate(long)
    assert measures(found, "a")["accuracy"].n == 80
    assert measures(found, "b")["accuracy"].n == 40
    assert "40 rows" not in found.headline()


# --- guessing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("truth", ["y_true", "truth", "target", "label", "actual", "y", "Y_TRUE"])
def test_truth_is_found_by_its_usual_names(truth: str) -> None:
    found = pv.evaluate({truth: HALVES, "score": CALLED})
    assert found.about.columns.truth == truth
    assert found.about.guesses[0] == f"truth is column '{truth}'"


@pytest.mark.parametrize("score", ["y_score", "score", "y_proba", "proba", "probability", "prob", "Score_A"])
def test_scores_are_found_by_their_usual_names(score: str) -> None:
    found = pv.evaluate({"y": HALVES, score: CALLED, "other": CALLED})
    assert found.about.columns.scores == (score,)


@pytest.mark.parametrize("guess", ["y_pred", "predicted", "prediction", "pred", "pred_A"])
def test_predictions_are_found_by_their_usual_names(guess: str) -> None:
    found = pv.evaluate({"y": HALVES, guess: HALVES, "other": CALLED})
    assert found.about.columns.predicted == (guess,)


@pytest.mark.parametrize(
    ("truth", "task"),
    [
        (np.arange(40) / 7, "regression"),
        (np.arange(40), "regression"),
        (np.arange(40) % 3, "classification"),
        (np.array(["a", "b"] * 20), "classification"),
    ],
    ids=["fractions", "many integers", "few integers", "text"],
)
def test_the_task_is_guessed_from_the_targets(truth: Any, task: str) -> None:
    found = pv.evaluate(truth=truth, predicted=truth)
    assert found.task == task
    assert bool(found.about.guesses) == (truth.dtype.kind != "U")


def test_the_task_given_is_not_guessed() -> None:
    found = pv.evaluate(truth=np.arange(40) % 3, predicted=np.arange(40) % 3, task="regression")
    assert found.task == "regression"
    assert found.about.guesses == ()


def test_class_scores_have_no_interval_that_ignores_clusters() -> None:
    rng = np.random.default_rng(2)
    table = {"y": rng.choice(["a", "b", "c"], 90), "site": rng.integers(0, 9, 90)}
    table |= {f"proba_{label}": column for label, column in zip("abc", rng.dirichlet([1, 1, 1], 90).T, strict=True)}
    plain, clustered = (pv.evaluate(table, truth="y", **kw).models["model"] for kw in ({}, {"groups": "site"}))
    for found in (clustered.measures["auc_ovr"], clustered.classes["a"]["auc"]):
        assert np.isnan(found.low)
        assert "cluster" in found.why
    assert clustered.measures["auc_ovr"].value == plain.measures["auc_ovr"].value
    assert clustered.measures["accuracy"].method == "wilson, by cluster"
