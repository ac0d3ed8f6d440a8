"""Predictions to findings: from any table, with every note where it belongs and nowhere else."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import probative as pv
from probative.errors import BadFormat, BadLabels, ProbativeError, UnreadableFile
from probative.findings import Confusion

N = 120
GENERATOR = np.random.default_rng(20)
TRUTH = GENERATOR.integers(0, 2, N)
GOOD = np.round(1 / (1 + np.exp(-(GENERATOR.normal(0, 1, N) + 2 * TRUTH - 1))), 2)
POOR = np.round(1 / (1 + np.exp(-(GENERATOR.normal(0, 1, N) + 0.6 * TRUTH - 0.3))), 2)
SITE = np.array(["north", "south", "east"])[np.arange(N) % 3]
PATIENT = np.arange(N) // 4
WEIGHT = np.array([0.5, 1.0, 2.5])[np.arange(N) % 3]
TABLE = {"y": TRUTH, "score_good": GOOD, "score_poor": POOR, "site": SITE, "patient": PATIENT, "w": WEIGHT}


def codes(found: pv.Findings) -> set[str]:
    return {note.code for note in found.notes}


def plain(found: pv.Findings) -> dict[str, Any]:
    """Everything but what depends on how the table was handed in."""
    result = found.to_dict()
    return {key: value for key, value in result.items() if key != "about"}


def measures(found: pv.Findings, model: str = "model") -> dict[str, pv.Estimate]:
    return found.models[model].measures


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


# --- thresholds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "threshold", "code"),
    [
        pytest.param(GOOD, 0.5, "threshold-default", id="probabilities"),
        pytest.param(TRUTH * 1.0, 0.5, "threshold-default", id="zeros and ones"),
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


# --- slices, clusters, weights, costs --------------------------------------------------------------------------------


def test_a_slice_is_what_its_rows_alone_give() -> None:
    found = pv.evaluate(TABLE, truth="y", scores="score_good", by=["site", "patient"])
    assert len(found.slices) == 3 + N // 4
    for site in ("east", "north", "south"):
        rows = site == SITE
        part = next(part for part in found.slices if part.value == site)
        alone = measures(pv.evaluate(truth=TRUTH[rows], scores=GOOD[rows]))
        assert part.n == rows.sum()
        assert {"accuracy", "auc", "mcc"} <= set(part.measures)
        for name, estimate in part.measures.items():
            assert estimate == alone[name]


def test_a_slice_of_one_class_is_undefined_with_a_reason() -> None:
    found = pv.evaluate({"y": TRUTH, "score": GOOD, "same": TRUTH}, truth="y", by="same")
    for part in found.slices:
        assert not part.measures["auc"].defined
        assert part.measures["auc"].why


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(pd.date_range("2024-01-01", periods=3), id="pandas times"),
        pytest.param([datetime.date(2024, 1, day) for day in (1, 2, 3)], id="dates"),
        pytest.param([1.5, float("inf"), -2.0], id="infinite numbers"),
        pytest.param([b"a", b"b", b"c"], id="bytes"),
        pytest.param([True, False, True], id="booleans"),
    ],
)
def test_slices_of_any_type_can_be_saved(values: Any, tmp_path: Path) -> None:
    frame = pd.DataFrame({"y": TRUTH, "score": GOOD, "key": [values[i % 3] for i in range(N)]})
    found = pv.evaluate(frame, by="key")
    again = pv.Findings.load(found.save(tmp_path / "f.json"))
    assert again.to_json() == found.to_json()
    assert len(again.slices) == len(set(values))


def test_clusters_widen_the_intervals_of_correlated_rows() -> None:
    truth, score = np.repeat(TRUTH[:40], 5), np.repeat(GOOD[:40], 5)
    rows = measures(pv.evaluate(truth=truth, scores=score))
    clusters = measures(pv.evaluate(truth=truth, scores=score, groups=np.repeat(np.arange(40), 5)))
    for name in ("accuracy", "auc", "mcc"):
        assert clusters[name].value == pytest.approx(rows[name].value)
        assert clusters[name].high - clusters[name].low > 1.5 * (rows[name].high - rows[name].low)


def test_whole_weights_give_the_values_of_repeated_rows() -> None:
    times = 1 + np.arange(N) % 3
    weighted = measures(pv.evaluate(truth=TRUTH, scores=GOOD, weight=times))
    repeated = measures(pv.evaluate(truth=np.repeat(TRUTH, times), scores=np.repeat(GOOD, times)))
    for name, estimate in repeated.items():
        assert weighted[name].value == pytest.approx(estimate.value, nan_ok=True), name


@pytest.mark.parametrize("prior", [None, 0.05])
def test_expected_cost(prior: float | None) -> None:
    costs = pv.Costs(fp=2, fn=9, prior=prior)
    found = pv.evaluate(truth=TRUTH, scores=GOOD, costs=costs)
    called = GOOD >= 0.5
    p = TRUTH.mean() if prior is None else prior
    expected = 2 * (1 - p) * called[TRUTH == 0].mean() + 9 * p * (1 - called[TRUTH == 1].mean())
    assert measures(found)["expected_cost"].value == pytest.approx(expected)
    assert found.about.costs == costs
    assert found.to_dict()["about"]["costs"] == {"fp": 2, "fn": 9, "prior": prior}


def test_no_costs_no_cost() -> None:
    assert "expected_cost" not in measures(pv.evaluate(truth=TRUTH, scores=GOOD))


# --- baselines -------------------------------------------------------------------------------------------------------


def test_baseline_of_two_classes() -> None:
    baseline = pv.evaluate(truth=[1] * 30 + [0] * 10, scores=GOOD[:40]).models["model"].baseline
    assert baseline == {"rule": "always predict the larger class", "accuracy": 0.75, "auc": 0.5}


def test_baseline_of_several_classes() -> None:
    truth = ["a"] * 25 + ["b"] * 15 + ["c"] * 10
    baseline = pv.evaluate(truth=truth, predicted=truth).models["model"].baseline
    assert baseline == {"rule": "always predict the largest class", "accuracy": 0.5}


def test_baseline_with_weights() -> None:
    baseline = pv.evaluate(truth=[1, 0] * 20, scores=GOOD[:40], weight=[3, 1] * 20).models["model"].baseline
    assert baseline["accuracy"] == 0.75


def test_baseline_of_a_regression() -> None:
    target = GENERATOR.normal(5, 2, 50)
    found = pv.evaluate(truth=target, predicted=target + 0.5)
    baseline = found.models["model"].baseline
    assert baseline["mse"] == pytest.approx(np.var(target))
    assert baseline["rmse"] == pytest.approx(np.std(target))
    assert baseline["r2"] == 0
    assert measures(found)["mse"].value == pytest.approx(0.25)


# --- notes: where they belong and nowhere else -----------------------------------------------------------------------

RARE = np.array([1] * 4 + [0] * 96)
CLEAR = np.array([0.9] * 4 + [0.1] * 96)
HALVES = np.array([1, 0] * 50)
CALLED = np.where(HALVES == 1, 0.8, 0.2)

NOTES = [
    ("accuracy-below-baseline", {"truth": RARE, "scores": np.full(100, 0.2)}, {"truth": RARE, "scores": CLEAR}),
    (
        "accuracy-below-baseline",
        {"truth": ["a"] * 60 + ["b"] * 40 + ["c"] * 5, "predicted": ["a"] * 105},
        {"truth": ["a"] * 60 + ["b"] * 40 + ["c"] * 5, "predicted": ["a"] * 60 + ["b"] * 45},
    ),
    ("accuracy-unbalanced", {"truth": RARE, "scores": CLEAR}, {"truth": HALVES, "scores": CALLED}),
    ("auc-below-half", {"truth": HALVES, "scores": 1 - CALLED}, {"truth": HALVES, "scores": CALLED}),
    ("auc-below-half", {"truth": HALVES, "scores": 1 - CALLED}, {"truth": HALVES, "scores": np.full(100, 0.3)}),
    ("rare-class", {"truth": RARE, "scores": CLEAR}, {"truth": HALVES, "scores": CALLED}),
    ("rare-class", {"truth": 1 - RARE, "scores": CLEAR}, {"truth": [1] * 6 + [0] * 94, "scores": CLEAR}),
    (
        "r2-negative",
        {"truth": CALLED * 10 + 0.5, "predicted": 11 - CALLED * 10},
        {"truth": CALLED * 10 + 0.5, "predicted": CALLED * 10},
    ),
    ("few-rows", {"truth": HALVES[:28], "scores": CALLED[:28]}, {"truth": HALVES[:30], "scores": CALLED[:30]}),
    (
        "class-only-predicted",
        {"truth": ["a", "b"] * 50, "predicted": ["a", "b"] * 49 + ["z", "b"]},
        {"truth": ["a", "b", "z"] * 40, "predicted": ["a", "b", "b"] * 40},
    ),
    ("one-class", {"truth": [1] * 100, "scores": CALLED}, {"truth": HALVES, "scores": CALLED}),
    ("one-class", {"truth": ["a"] * 100, "predicted": ["a", "b"] * 50}, {"truth": HALVES, "predicted": [0] * 100}),
    (
        "log-loss-infinite",
        {"truth": HALVES, "scores": np.where(np.arange(100) == 0, 0.0, CALLED)},
        {"truth": HALVES, "scores": np.where(np.arange(100) == 1, 0.0, CALLED)},
    ),
    ("threshold-default", {"truth": HALVES, "scores": CALLED}, {"truth": HALVES, "predicted": HALVES}),
    ("no-threshold", {"truth": HALVES, "scores": CALLED + 1}, {"truth": HALVES, "scores": CALLED}),
]


@pytest.mark.parametrize(("code", "where", "nowhere"), NOTES, ids=[f"{i}-{n[0]}" for i, n in enumerate(NOTES)])
def test_a_note_is_given_where_it_belongs(code: str, where: dict[str, Any], nowhere: dict[str, Any]) -> None:
    found = pv.evaluate(**where)
    assert code in codes(found)
    assert code not in codes(pv.evaluate(**nowhere))
    note = next(note for note in found.notes if note.code == code)
    assert note.message.endswith(".")
    assert note.remedy
    assert note.message in {entry["message"] for entry in json.loads(found.to_json())["notes"]}


SEVERITIES = {
    "one-class": "error",
    "accuracy-below-baseline": "warning",
    "accuracy-unbalanced": "warning",
    "auc-below-half": "warning",
    "r2-negative": "warning",
    "few-rows": "warning",
    "class-only-predicted": "warning",
    "log-loss-infinite": "warning",
    "no-threshold": "warning",
    "rare-class": "note",
    "threshold-default": "note",
}


@pytest.mark.parametrize(("code", "where", "nowhere"), NOTES, ids=[f"{i}-{n[0]}" for i, n in enumerate(NOTES)])
def test_a_note_is_as_severe_as_it_should_be(code: str, where: dict[str, Any], nowhere: dict[str, Any]) -> None:
    note = next(note for note in pv.evaluate(**where).notes if note.code == code)
    assert note.severity == SEVERITIES[code]


def test_rows_that_repeat() -> None:
    rows = np.arange(100)
    data = {"y": HALVES, "score": CALLED}
    assert "rows-repeated" not in codes(pv.evaluate(data | {"row": rows}))
    found = pv.evaluate(data | {"row": rows // 2})
    note = next(note for note in found.notes if note.code == "rows-repeated")
    assert note.message.startswith("50 rows")
    two = {key: np.tile(column, 2) for key, column in (data | {"row": rows}).items()}
    assert "rows-repeated" not in codes(pv.evaluate(two | {"model": ["a"] * 100 + ["b"] * 100}))


@pytest.mark.parametrize("scale", [0.001, 1.0, 1000.0])
def test_few_rows_are_rows_whatever_their_weights_add_up_to(scale: float) -> None:
    """Weights that add up to 1 do not make 100 rows few, nor large ones 10 rows many."""
    many = pv.evaluate(truth=HALVES, scores=CALLED, weight=np.full(100, scale))
    few = pv.evaluate(truth=HALVES[:10], scores=CALLED[:10], weight=np.full(10, scale))
    assert "few-rows" not in codes(many)
    assert "few-rows" in codes(few)


@pytest.mark.parametrize("scale", [0.001, 1.0, 1000.0])
def test_equal_weights_of_any_size_change_no_note(scale: float) -> None:
    for given in ({"truth": RARE, "scores": CLEAR}, {"truth": HALVES, "scores": CALLED}):
        assert codes(pv.evaluate(**given, weight=np.full(100, scale))) == codes(pv.evaluate(**given))


def test_notes_of_two_models_name_the_model() -> None:
    found = pv.evaluate(truth=HALVES, scores={"right": CALLED, "wrong": 1 - CALLED})
    [note] = [note for note in found.notes if note.code == "auc-below-half"]
    assert note.model == "wrong"
    assert not note.message.startswith("wrong")
    assert note.text == f"wrong: {note.message}"
    assert json.loads(found.to_json())["notes"][0]["model"] == "wrong"


def test_a_sound_evaluation_has_no_warning() -> None:
    found = pv.evaluate(truth=TRUTH, scores=GOOD)
    assert "threshold-default" in codes(found)
    assert {note.severity for note in found.notes} == {"note"}


# --- findings --------------------------------------------------------------------------------------------------------

KINDS = {
    "two models": lambda: pv.evaluate(TABLE, truth="y", by="site", costs=pv.Costs(1, 5), title="Löwe & <Co>"),
    "weighted clusters": lambda: pv.evaluate(TABLE, truth="y", weight="w", groups="patient"),
    "classes": lambda: pv.evaluate(truth=SITE, predicted=np.roll(SITE, 1)),
    "regression": lambda: pv.evaluate(truth=GOOD * 3, predicted=POOR * 3),
    "undefined": lambda: pv.evaluate(truth=[1] * 40, scores=GOOD[:40], threshold=2),
    "infinite": lambda: pv.evaluate(truth=HALVES, scores=1.0 - HALVES),
}


@pytest.mark.parametrize("kind", KINDS)
def test_findings_survive_being_saved(kind: str, tmp_path: Path) -> None:
    found = KINDS[kind]()
    path = found.save(tmp_path / "findings.json")
    again = pv.Findings.load(path)
    assert again.to_dict() == found.to_dict()
    assert str(again) == str(found)
    assert again.notes == found.notes
    assert again.save(tmp_path / "again.html").read_bytes() == found.save(tmp_path / "report.html").read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_json_has_no_nan(kind: str) -> None:
    def refuse(word: str) -> None:
        raise AssertionError(word)

    assert json.loads(KINDS[kind]().to_json(), parse_constant=refuse)["probative"] == 1


def test_an_infinite_loss_is_inf_in_json() -> None:
    found = json.loads(KINDS["infinite"]().to_json())
    assert found["models"]["model"]["measures"]["log_loss"]["value"] == "inf"


@pytest.mark.parametrize("name", ["f.txt", "f", "f.pdf", "f.json.gz"])
def test_findings_are_saved_as_html_or_json_only(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadFormat, match="cannot be saved"):
        pv.evaluate(truth=HALVES, scores=CALLED).save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_findings_cannot_be_saved_nowhere(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="cannot be written"):
        pv.evaluate(truth=HALVES, scores=CALLED).save(tmp_path / "none" / "f.json")


def test_findings_are_frozen() -> None:
    found = pv.evaluate(truth=HALVES, scores=CALLED)
    with pytest.raises(AttributeError):
        found.n = 3  # type: ignore[misc]


def test_table_shows_values_and_intervals() -> None:
    """Recall 18 of 20 with Wilson's interval, worked by hand."""
    truth = [1] * 20 + [0] * 20
    found = pv.evaluate(truth=truth, predicted=[1] * 18 + [0] * 22)
    z, p, n = 1.959964, 0.9, 20
    middle, half = p + z * z / (2 * n), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = ((middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
    lines = str(found.table()).splitlines()
    assert lines[0] == "40 rows · 1 model · classification · positive: 1 · intervals at 95 %"
    line = next(line for line in lines if line.startswith("recall "))
    assert line.split()[1:] == ["0.90", f"[{low:.2f},", f"{high:.2f}]"]
    assert str(found) == str(found.table())


def test_table_has_a_column_per_model_and_says_what_is_undefined() -> None:
    found = pv.evaluate(TABLE, truth="y", threshold=2)
    table = found.table()
    assert table.names == ("measure", "good", "poor", "baseline rule")
    precision = next(row for row in table.shown() if row[0] == "precision")
    assert precision[1:] == ("undefined", "undefined", "")
    assert [row["measure"] for row in table.to_dicts()] == list(measures(found, "good"))


def test_a_million_rows_are_counted_to_the_last() -> None:
    """Counts are exact wherever they are shown."""
    found = pv.evaluate(truth=HALVES, scores=CALLED)
    large = found.to_dict()
    large["n"] = 2_345_678
    large["models"]["model"]["confusion"]["counts"] = [[1_234_567, 0], [0, 1_111_111]]
    again = pv.Findings.from_dict(large)
    assert "2,345,678 rows" in again.headline()
    from probative.report import render_html

    assert "1,234,567" in render_html(again)


def test_an_infinite_value_has_no_question_mark_beside_it() -> None:
    """An interval of which one end does not exist says so in words, or is no interval."""
    line = next(line for line in str(KINDS["infinite"]()).splitlines() if line.startswith("log_loss "))
    assert "∞" in line
    assert "?" not in line


HOSTILE = "<img src=x onerror=alert(1)>\"'&</script>"


def test_notebooks_show_hostile_names_as_text() -> None:
    found = pv.evaluate(truth=TRUTH, scores={HOSTILE: GOOD})
    shown = found._repr_html_()
    assert "&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;&lt;/script&gt;" in shown
    assert "<img" not in shown
    assert "</script" not in shown
    assert "accuracy" in shown


@pytest.mark.parametrize("field", ["seed", "positive", "level", "n", "task"])
def test_a_hostile_findings_file_is_shown_as_text_or_refused(field: str, tmp_path: Path) -> None:
    """Someone else's findings.json is data, too."""
    plain = pv.evaluate(truth=TRUTH, scores=GOOD).to_dict() | {field: "<script>alert(1)</script>"}
    (tmp_path / "f.json").write_text(json.dumps(plain))
    try:
        found = pv.Findings.load(tmp_path / "f.json")
    except BadFormat:
        return
    page = found.save(tmp_path / "r.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.parametrize(
    "damage", [{"grid": ["v:AA==", "x:"]}, {"positives": "<script>"}, {"hull": []}, {"span": None}]
)
def test_damaged_outlines_are_refused_when_they_are_read(damage: dict[str, Any]) -> None:
    plain = pv.evaluate(truth=TRUTH, scores=GOOD).to_dict()
    plain["models"]["model"]["outline"] |= damage
    with pytest.raises(BadFormat):
        pv.Findings.from_dict(plain)


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
    assert clustered.measures["accuracy"].method == "delta"
