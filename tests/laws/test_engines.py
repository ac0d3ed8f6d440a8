"""Engines agree: the same ledgers on ties, infinities, weights, slices and types."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import probative as pv

from .engines import TEXT, TYPED, as_arrow, as_duckdb, as_pandas, as_polars, write_csv
from .strategies import objects
from .tallied import (
    SCORES,
    TRUTH,
    WEIGHTS,
    _data,
    every_engine,
    every_engine_and,
    every_other_engine,
    every_typed_engine,
)

# --- Hard labels -----------------------------------------------------------------------------------------------------


LABELS = {
    "integers": ([1, 0, 2, 2, 1, 0, 0], [1, 1, 2, 0, 1, 0, 2]),
    "negative": ([-1, 1, 1, -1], [-1, 1, -1, 1]),
    "large": ([10**12, 5, 5, 10**12], [10**12, 10**12, 5, 5]),
    "booleans": ([True, False, True, False], [True, True, False, False]),
    "only true": ([True, True], [True, True]),
    "text": (["cat", "dog", "dog", "ü, \"'x"], ["cat", "cat", "dog", "dog"]),
    "yes and no": (["yes", "no", "no"], ["yes", "yes", "no"]),
    "spaces": (["a ", " a", "a"], ["a", "a ", " a"]),
    "None as a word": (["None", "some", "some"], ["None", "None", "some"]),
    "only in predictions": (["a", "b", "a"], ["a", "z", "b"]),
    "one row": (["a"], ["a"]),
    "fractions": ([0.5, 1.0, 2.5], [0.5, 0.5, 1.0]),
}


@every_engine_and(LABELS)
def test_hard_labels(engine, case, tmp_path):
    truth, guess = (np.array(column) for column in LABELS[case])
    ledger = pv.tally(_data(engine, {"y": truth, "p": guess}, tmp_path), truth="y", predicted="p")
    expected = pv.ConfusionMatrix.from_labels(truth, guess)
    assert ledger[()] == expected
    assert [type(label) for label in ledger[()].labels] == [type(label) for label in expected.labels]
    assert ledger[()].counts.dtype == expected.counts.dtype


TYPED_LABELS = {
    "digits as text": (["1", "0", "1"], ["1", "1", "0"]),
    "leading zeros": (["01", "1", "1"], ["01", "01", "1"]),
    "true and false as text": (["true", "false", "true"], ["true", "true", "false"]),
    "nan as text": (["nan", "NA", "null"], ["nan", "nan", "NA"]),
    "dates as text": (["2020-01-01T00:00:00", "2020-01-02", "x"], ["2020-01-02", "2020-01-02", "x"]),
}


@every_typed_engine
@pytest.mark.parametrize("case", TYPED_LABELS)
def test_text_is_not_read_as_anything_else_where_types_are_known(engine, case, tmp_path):
    truth, guess = (np.array(column) for column in TYPED_LABELS[case])
    ledger = pv.tally(_data(engine, {"y": truth, "p": guess}, tmp_path), truth="y", predicted="p")
    assert ledger[()] == pv.ConfusionMatrix.from_labels(truth, guess)


@pytest.mark.parametrize("case", TYPED_LABELS)
def test_text_in_json_is_not_read_as_anything_else(case, tmp_path):
    truth, guess = (np.array(column) for column in TYPED_LABELS[case])
    ledger = pv.tally(_data("jsonl", {"y": truth, "p": guess}, tmp_path), truth="y", predicted="p")
    assert ledger[()] == pv.ConfusionMatrix.from_labels(truth, guess)


def _categorical(engine: str, table: dict[str, list[Any]], path: Path) -> Any:
    """The table with the type that each engine has for categories."""
    if engine == "pandas":
        return as_pandas(table, path).astype("category")
    if engine in ("polars", "polars-lazy"):
        import polars as pl

        frame = as_polars(table, path).cast(pl.Categorical)
        return frame.lazy() if engine == "polars-lazy" else frame
    arrow = as_arrow(table, path)
    for i, name in enumerate(arrow.column_names):
        arrow = arrow.set_column(i, name, arrow[name].dictionary_encode())
    if engine == "arrow":
        return arrow
    relation = as_duckdb(table, path)
    return relation.query("t", "SELECT y::ENUM('cat', 'dog', 'emu') AS y, p::ENUM('cat', 'dog', 'emu') AS p FROM t")


@pytest.mark.parametrize("engine", ["pandas", "polars", "polars-lazy", "arrow", "duckdb"])
def test_categorical_labels(engine, tmp_path):
    table = {"y": ["cat", "dog", "dog", "cat"], "p": ["cat", "emu", "dog", "dog"]}
    ledger = pv.tally(_categorical(engine, table, tmp_path), truth="y", predicted="p")
    assert ledger[()] == pv.ConfusionMatrix.from_labels(table["y"], table["p"])


@pytest.mark.parametrize("values", [[0, 1, 1, 0], [True, False, True, True], [0.5, 1.5, 1.5, 0.5]])
def test_categories_of_numbers_stay_numbers(values):
    import pandas as pd

    frame = pd.DataFrame({"y": pd.Categorical(values), "p": values[::-1]})
    expected = pv.ConfusionMatrix.from_labels(values, values[::-1])
    assert pv.tally(frame, truth="y", predicted="p")[()] == expected


@pytest.mark.parametrize("dtype", ["Int64", "int8", "uint8", "float32", "string", "boolean", "object"])
def test_types_of_pandas(dtype):
    import pandas as pd

    values: list[Any] = {"string": ["a", "b", "b"], "boolean": [True, False, False]}.get(dtype, [1, 0, 0])
    frame = pd.DataFrame({"y": pd.Series(values, dtype=dtype), "p": pd.Series(values[::-1], dtype=dtype)})
    expected = pv.ConfusionMatrix.from_labels(values, values[::-1])
    assert pv.tally(frame, truth="y", predicted="p")[()] == expected


# --- Scores ----------------------------------------------------------------------------------------------------------


@every_engine_and(SCORES)
def test_scores(engine, case, tmp_path):
    table = {"y": np.array(TRUTH), "s": np.array(SCORES[case])}
    ledger = pv.tally(_data(engine, table, tmp_path), truth="y", score="s")
    assert ledger[()] == pv.Ladder.from_scores(TRUTH, SCORES[case])
    assert not np.signbit(ledger[()].scores[ledger[()].scores == 0]).any()


@every_engine
def test_scores_in_single_precision(engine, tmp_path):
    scores = np.array([0.1, 0.2, 0.1, 0.7, 1e-30, 0.3], np.float32)
    ledger = pv.tally(_data(engine, {"y": np.array(TRUTH), "s": scores}, tmp_path), truth="y", score="s")
    assert ledger[()] == pv.Ladder.from_scores(TRUTH, scores.astype(float))


@every_typed_engine
def test_infinite_scores(engine, tmp_path):
    scores = np.array([np.inf, -np.inf, 0.5, np.inf, 0.1, 0.5])
    ledger = pv.tally(_data(engine, {"y": np.array(TRUTH), "s": scores}, tmp_path), truth="y", score="s")
    assert ledger[()] == pv.Ladder.from_scores(TRUTH, scores)


@pytest.mark.parametrize("words", [("inf", "-inf"), ("Infinity", "-Infinity"), ("Inf", "-Inf")])
def test_infinite_scores_in_text(words, tmp_path):
    path = write_csv({"y": [1, 0, 1], "s": objects([words[0], words[1], 0.5])}, tmp_path / "rows.csv")
    expected = pv.Ladder.from_scores([1, 0, 1], [np.inf, -np.inf, 0.5])
    assert pv.tally(path, truth="y", score="s")[()] == expected


TRUTHS = {
    "booleans": ([True, False, True], None),
    "minus one": ([-1, 1, 1], None),
    "text": (["good", "bad", "bad"], "bad"),
    "numbers with a positive": ([3, 7, 7], 3),
    "floats": ([0.0, 1.0, 1.0], None),
}


@every_engine_and(TRUTHS)
def test_the_positive_label(engine, case, tmp_path):
    truth, positive = TRUTHS[case]
    table = {"y": np.array(truth), "s": np.array([0.25, 0.5, 0.75])}
    ledger = pv.tally(_data(engine, table, tmp_path), truth="y", score="s", positive=positive)
    assert ledger[()] == pv.Ladder.from_scores(truth, table["s"], pos_label=positive)


@every_other_engine
def test_a_larger_table(engine, tmp_path):
    """More rows than a sniffer looks at, with many ties."""
    rng = np.random.default_rng(0)
    truth, score, weight = (
        rng.integers(0, 2, 21_000),
        rng.integers(0, 500, 21_000) / 512,
        rng.integers(1, 9, 21_000) / 4,
    )
    table = {"y": truth, "s": score, "w": weight}
    data = _data(engine, table, tmp_path)
    assert pv.tally(data, truth="y", score="s")[()] == pv.Ladder.from_scores(truth, score)
    weighted = pv.tally(data, truth="y", score="s", weight="w")
    assert weighted[()] == pv.Ladder.from_scores(truth, score, sample_weight=weight)


@pytest.mark.parametrize("engine", TEXT)
def test_a_type_that_only_the_last_row_shows(engine, tmp_path):
    labels = np.array(["1"] * 21_000 + ["x"])
    ledger = pv.tally(_data(engine, {"y": labels, "p": labels}, tmp_path), truth="y", predicted="p")
    assert ledger[()].n == 21_001
    assert "x" in ledger[()].labels


# --- Weights ---------------------------------------------------------------------------------------------------------


@every_engine
def test_weights(engine, tmp_path):
    guess = np.array([1, 1, 0, 2, 0, 3])
    table = {"y": np.array(TRUTH), "s": np.array(SCORES["ties"]), "p": guess, "w": WEIGHTS}
    data = _data(engine, table, tmp_path)
    ladder = pv.tally(data, truth="y", score="s", weight="w")
    assert ladder[()] == pv.Ladder.from_scores(TRUTH, SCORES["ties"], sample_weight=WEIGHTS)
    matrix = pv.tally(data, truth="y", predicted="p", weight="w")[()]
    assert matrix == pv.ConfusionMatrix.from_labels(TRUTH, guess, sample_weight=WEIGHTS).reordered(matrix.labels)


@every_engine
def test_whole_weights_are_weights_and_not_rows(engine, tmp_path):
    table = {"y": np.array(TRUTH), "s": np.array(SCORES["ties"]), "w": np.array([1, 2, 3, 1, 1, 2])}
    ladder = pv.tally(_data(engine, table, tmp_path), truth="y", score="s", weight="w")[()]
    assert ladder == pv.Ladder.from_scores(TRUTH, SCORES["ties"], sample_weight=table["w"])
    assert sum(c.sum() for c in ladder.squared) == (table["w"] ** 2).sum()


# --- Slices ----------------------------------------------------------------------------------------------------------


@every_engine
def test_slices(engine, tmp_path):
    site, fold = np.array(["n", "s", "n", "o'x", "s", "n"]), np.array([0, 0, 1, 1, 2, 1])
    table = {"y": np.array(TRUTH), "s": np.array(SCORES["ties"]), "site": site, "fold": fold}
    ledger = pv.tally(_data(engine, table, tmp_path), truth="y", score="s", by=["site", "fold"])
    expected = {}
    for key in set(zip(site.tolist(), fold.tolist(), strict=True)):
        rows = (site == key[0]) & (fold == key[1])
        expected[key] = pv.Ladder.from_scores(np.array(TRUTH)[rows] == 1, table["s"][rows])
    assert ledger == pv.Ledger(("site", "fold"), expected)
    assert list(ledger) == sorted(expected)


@every_other_engine
@pytest.mark.parametrize("keys", [[True, False, True], [1.5, 1.5, 2.0], [10**15, -3, 7], ["12:30", "12:31", "12:30"]])
def test_keys_of_slices_keep_their_type(engine, keys, tmp_path):
    if engine == "jsonl" and keys[0] == "12:30":
        keys = ["at 12:30", "at 12:31", "at 12:30"]  # DuckDB's JSON reader takes a bare clock time for a time
    table = {"y": np.array([1, 0, 1]), "p": np.array([1, 1, 1]), "key": np.array(keys)}
    ledger = pv.tally(_data(engine, table, tmp_path), truth="y", predicted="p", by="key")
    assert [(type(k), k) for (k,) in ledger] == [
        (type(k) if k != 2.0 else int, k)
        for k in sorted(set(keys), key=keys.index if isinstance(keys[0], str) else None)
    ]


def _dated(engine: str, path: Path) -> Any:
    """A table with a column of dates, in the type that each engine has for them."""
    days = [date(2024, 1, 1), date(2024, 1, 2), date(2024, 1, 1)]
    table = {"y": np.array([1, 0, 1]), "p": np.array([1, 1, 1])}
    if engine == "numpy":
        return table | {"day": np.array(days, "datetime64[D]")}
    if engine == "lists":
        return {name: column.tolist() for name, column in table.items()} | {"day": days}
    if engine in ("csv", "jsonl"):
        return _data(engine, table | {"day": np.array([day.isoformat() for day in days])}, path)
    return _data(engine, table | {"day": objects(days)}, path)


@pytest.mark.parametrize("engine", [*TYPED, "csv", "jsonl"])
def test_a_slice_by_date(engine, tmp_path):
    """Dates are text, as DuckDB's are, so that a ledger is the same from every engine and can be saved."""
    ledger = pv.tally(_dated(engine, tmp_path), truth="y", predicted="p", by="day")
    assert list(ledger) == [("2024-01-01",), ("2024-01-02",)]
    assert pv.Ledger.from_json(ledger.to_json()) == ledger


@every_engine
def test_a_slice_by_the_truth_itself(engine, tmp_path):
    table = {"y": np.array(TRUTH), "s": np.array(SCORES["ties"])}
    ledger = pv.tally(_data(engine, table, tmp_path), truth="y", score="s", by="y")
    assert {key: part.totals for key, part in ledger.entries.items()} == {(0,): (0, 3), (1,): (3, 0)}


# --- Probabilities per class -----------------------------------------------------------------------------------------


@every_engine
@pytest.mark.parametrize("weight", [None, "w"])
def test_probabilities_per_class(engine, weight, tmp_path):
    truth = np.array(["a", "b", "c", "a", "b", "a"])
    shares = np.array([(4, 2, 2), (1, 6, 1), (0, 0, 8), (4, 2, 2), (8, 0, 0), (-0.0, 8, 0)]) / 8
    table = {"y": truth, "p a": shares[:, 0], "p b": shares[:, 1], "p c": shares[:, 2], "w": WEIGHTS + 0.5}
    ledger = pv.tally(
        _data(engine, table, tmp_path), truth="y", proba=["p a", "p b", "p c"], labels=["a", "b", "c"], weight=weight
    )
    expected = pv.ClassScores.from_probabilities(
        truth, shares, labels=["a", "b", "c"], sample_weight=None if weight is None else WEIGHTS + 0.5
    )
    assert ledger[()] == expected


# --- Regression ------------------------------------------------------------------------------------------------------


@every_engine
@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize("offset", [0.0, 1e9])
def test_regression(engine, weight, offset, tmp_path):
    rng = np.random.default_rng(0)
    truth = rng.normal(size=200) + offset
    table = {"y": truth, "h": truth + rng.normal(size=200), "w": rng.integers(1, 9, 200) / 4}
    ledger = pv.tally(_data(engine, table, tmp_path), truth="y", predicted="h", weight=weight, regression=True)
    expected = pv.Residuals.from_values(table["y"], table["h"], sample_weight=table["w"] if weight else None)
    for name in ("mse", "mae", "r2", "mean_error", "median_absolute_error", "max_error"):
        assert pv.value(name, ledger[()]) == pytest.approx(pv.value(name, expected), rel=1e-12)
    assert ledger[()].n == expected.n


@every_engine
@pytest.mark.parametrize("shape", ["wide", "long"])
def test_graded_rows(engine, shape, tmp_path):
    rng = np.random.default_rng(2)
    grades = {model: rng.normal(size=120) for model in ("A", "B")}
    table = {"id": np.repeat(np.arange(40), 3), "site": np.repeat(np.array(["n", "s", "w", "x"]), 30)}
    if shape == "wide":
        table |= {f"loss_{model}": values for model, values in grades.items()}
        words = {"values": ["loss_A", "loss_B"]}
    else:
        table = {name: np.tile(column, 2) for name, column in table.items()}
        table |= {"who": np.repeat(["A", "B"], 120), "loss": np.concatenate(list(grades.values()))}
        words = {"values": "loss", "model": "who"}
    data = _data(engine, table, tmp_path)
    found = pv.evaluate(data, **words, better="lower", row="id", groups="site")
    for model, values in grades.items():
        rows = values.reshape(40, 3).mean(axis=1)
        parts = {(site,): pv.Moments.from_values(rows[10 * i : 10 * i + 10]) for i, site in enumerate("nswx")}
        expected = pv.estimate("mean_loss", pv.Ledger(("site",), parts))
        mine = found.models[model].measures["mean_loss"]
        assert (mine.value, mine.low, mine.high) == pytest.approx((expected.value, expected.low, expected.high))
        assert (mine.n, mine.method) == (40, expected.method)


@every_engine
def test_regression_by_slice(engine, tmp_path):
    table = {"y": np.array([1.0, 2, 3, 4]), "h": np.array([1.5, 2, 2, 5]), "site": np.array(["b", "a", "b", "a"])}
    ledger = pv.tally(_data(engine, table, tmp_path), truth="y", predicted="h", by="site", regression=True)
    assert {key: pv.value("mae", part) for key, part in ledger.entries.items()} == {("a",): 0.5, ("b",): 0.75}


@every_engine
@pytest.mark.parametrize("weight", [None, "w"])
def test_pairs_of_values_are_the_same_from_every_engine(engine, weight, tmp_path):
    rng = np.random.default_rng(1)
    truth = rng.gamma(2, 2, 100).round(1)
    table = {"y": truth, "h": (truth + rng.normal(size=100)).round(1), "w": rng.integers(1, 9, 100) / 4}
    said = pv.read(_data(engine, table, tmp_path), truth="y", predicted="h", weight=weight, task="regression")
    expected = pv.ValuePairs.from_values(table["y"], table["h"], sample_weight=table["w"] if weight else None)
    assert said.evidence("spearman").total() == expected
    assert said.evidence(pv.ValuePairs).total() == expected
