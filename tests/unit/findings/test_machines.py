"""What machines get of a table is what the findings hold, to the last digit: dicts, CSV, JSON and dataframes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from math import inf, isnan, nan
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.findings import Column, Table
from probative.findings.column import PARTS
from probative.findings.tables import table_names

N = 90
RNG = np.random.default_rng(12)
TRUTH = RNG.integers(0, 2, N)
SCORES = {name: (TRUTH * pull + RNG.random(N)).round(3) / 2 for name, pull in (("A", 0.6), ("A_low", 0.1))}
NAMES = np.array(["ant", "bee", "cow"])


@cache
def scores() -> pv.Findings:
    """Two models, one of them called like a field of the other, at chosen thresholds, on weighted and sliced rows."""
    table = {"y": TRUTH, "w": RNG.choice([0.5, 1.0, 2.25], N), "site": np.arange(N) % 3}
    columns = {f"score_{name}": found for name, found in SCORES.items()}
    return pv.evaluate(
        table | columns, truth="y", scores=list(columns), by="site", weight="w", threshold_by="f1", positive=1
    )


@cache
def labels() -> pv.Findings:
    """A model that never says yes: precision is undefined."""
    return pv.evaluate(truth=TRUTH, predicted=np.zeros(N, int), positive=1)


@cache
def classes() -> pv.Findings:
    truth = NAMES[RNG.integers(0, 3, N)]
    called = np.where(RNG.random(N) < 0.6, truth, NAMES[RNG.integers(0, 3, N)])
    return pv.evaluate({"y": truth, "pred_A": called, "pred_B": np.where(truth == "cow", "dog", "ant")}, truth="y")


@cache
def regression() -> pv.Findings:
    values = RNG.normal(10, 3, N)
    return pv.evaluate(truth=values, predicted={"near": values + RNG.normal(0, 1, N), "far": 20 - values})


@cache
def folds() -> pv.Findings:
    inputs = RNG.normal(TRUTH[:, None], 1.5, (N, 3))
    models = {"bayes": GaussianNB(), "logistic": LogisticRegression()}
    return pv.evaluate(pv.run(models, inputs, TRUTH, plan="2x5 stratified"), level=0.9)


@cache
def regression_folds() -> pv.Findings:
    inputs = RNG.normal(size=(N, 2))
    return pv.evaluate(pv.run({"line": LinearRegression()}, inputs, inputs[:, 0] + RNG.normal(size=N), plan="5-fold"))


KINDS: dict[str, Callable[[], pv.Findings]] = {
    f.__name__: f for f in (scores, labels, classes, regression, folds, regression_folds)
}
every_kind = pytest.mark.parametrize("kind", KINDS)


def same(got: Any, held: Any) -> bool:
    """Equal to the last bit; what is not defined is None."""
    undefined = held is None or (isinstance(held, float) and isnan(held))
    return got is None if undefined else bool(got == held)


def in_measures(found: pv.Findings) -> Iterator[tuple[str, int, str, pv.Estimate | None]]:
    names = list(dict.fromkeys(name for model in found.models.values() for name in model.measures))
    for i, name in enumerate(names):
        for model in found.models:
            yield "measures", i, model, found.models[model].measures.get(name)


def in_classes(found: pv.Findings) -> Iterator[tuple[str, int, str, pv.Estimate | None]]:
    known = [estimates for model in found.models.values() for estimates in model.classes.values()]
    for i, estimates in enumerate(known):
        for name in ("recall", "precision", "specificity", "f1", "mcc"):
            yield "classes", i, name, estimates[name]


def in_slices(found: pv.Findings) -> Iterator[tuple[str, int, str, pv.Estimate | None]]:
    for i, part in enumerate(found.slices):
        for name in part.measures:
            yield "slices", i, name, part.measures[name]


def in_folds(found: pv.Findings) -> Iterator[tuple[str, int, str, pv.Estimate | None]]:
    known = [folds for model in found.models.values() for folds in model.resampling.values()]
    for i, held in enumerate(known):
        for key, name in (("fold_mean", "mean of folds"), ("pooled", "pooled")):
            yield "resampling", i, name, getattr(held, key)


def held_estimates(found: pv.Findings) -> Iterator[tuple[str, int, str, pv.Estimate | None]]:
    """Table, row, column and the estimate that findings hold there."""
    for walk in (in_measures, in_classes, in_slices, in_folds):
        yield from walk(found)


@every_kind
def test_every_estimate_is_there_with_all_its_digits(kind: str) -> None:
    found = KINDS[kind]()
    checked = 0
    for name, row, column, held in held_estimates(found):
        table = found.table(name)
        start = [column.name for column in table.columns].index(column)
        place = sum(len(c.fields()) for c in table.columns[:start])
        values = list(table.to_dicts()[row].values())[place : place + 7]
        if held is None:
            assert values == [None] * 7
            continue
        checked += 1
        for got, part in zip(values, ("value", *PARTS), strict=True):
            assert same(got, getattr(held, part)), (name, row, column, part)
        if not held.defined:
            assert values[0] is None
            assert values[-1] == held.why
    assert checked > 10


def test_the_numbers_of_a_comparison() -> None:
    found = folds()
    (row,), (known,) = found.table("comparisons").to_dicts(), found.comparisons
    contest = known.to_dict()
    assert [row[name] for name in ("a", "b", "measure", "test")] == [contest[k] for k in ("a", "b", "measure", "test")]
    for name, key in (("statistic", "statistic"), ("df", "df"), ("p", "p"), ("adjusted p", "p_adjusted")):
        assert row[name] == contest[key]
    assert row["found 4 times in 5"] == contest["detectable"]
    for part in ("low", "high", "method", "n", "level"):
        assert row[f"difference_{part}"] == contest["difference"][part]
    assert row["difference"] == contest["difference"]["value"]


def test_the_verdict_and_the_findings_lay_out_the_same_table() -> None:
    verdict = pv.compare(truth=TRUTH, scores=SCORES, measure="auc")
    found = pv.evaluate(truth=TRUTH, scores=SCORES)
    assert verdict.table().to_dicts() == found.table("comparisons").to_dicts()
    assert str(verdict.table()).splitlines()[1:] == str(found.table("comparisons")).splitlines()[1:]


def test_counts_and_spreads_have_all_their_digits() -> None:
    found = scores()
    counts = [n for model in found.models.values() for row in model.confusion.counts for n in row]
    assert [n for row in found.table("confusion").to_dicts() for n in list(row.values())[2:]] == counts
    assert [row["rows"] for row in found.table("slices").to_dicts()] == [part.n for part in found.slices]
    held = [folds for model in folds().models.values() for folds in model.resampling.values()]
    for row, known in zip(folds().table("resampling").to_dicts(), held, strict=True):
        for name, key in (("sd of folds", "within"), ("sd of repeats", "between"), ("undefined folds", "undefined")):
            assert same(row[name], getattr(known, key))


def test_thresholds_and_what_was_chosen() -> None:
    found = scores()
    for row, model in zip(found.table("thresholds").to_dicts(), found.models.values(), strict=True):
        chosen = model.decisions.operating.to_dict()
        assert row["threshold"] == model.threshold == chosen["threshold"]
        cells = ("tp", "fn", "fp", "tn")
        assert [row[cell.upper()] for cell in cells] == [chosen["outcomes"][cell] for cell in cells]
        assert (row["chosen by"], row["ties"]) == ("f1", len(chosen["ties"]))
        for name, key in (("on these rows", "apparent"), ("allowing for the choice", "achieved")):
            assert (row[name], row[f"{name}_low"]) == (chosen[key]["value"], chosen[key]["low"])


def test_classes_that_are_taken_for_each_other() -> None:
    found = classes()
    rows = found.table("confused").to_dicts()
    for name, model in found.models.items():
        square: Any = model.confusion
        known = {
            (a, b): n
            for a, row in zip(square.labels, square.counts, strict=True)
            for b, n in zip(square.labels, row, strict=True)
            if a != b and n
        }
        own = [row for row in rows if row["model"] == name]
        assert {(row["actual"], row["predicted"]): row["rows"] for row in own} == known
        assert [row["rows"] for row in own] == sorted(known.values(), reverse=True)
        for row in own:
            whole = sum(square.counts[square.labels.index(row["actual"])])
            assert row["of the actual"] == row["rows"] / whole


@every_kind
def test_csv_is_read_back_as_the_same_numbers(kind: str) -> None:
    found = KINDS[kind]()
    for name in table_names(found):
        table = found.table(name)
        read = list(csv.DictReader(io.StringIO(table.to_csv())))
        assert len(read) == len(table.rows)
        for row, held in zip(read, table.to_dicts(), strict=True):
            assert list(row) == list(held)
            for field, value in held.items():
                if isinstance(value, str) or value is None:
                    assert row[field] == (value or ""), (name, field)
                else:
                    assert float(row[field]) == value, (name, field)


@every_kind
def test_json_holds_the_same_numbers(kind: str) -> None:
    found = KINDS[kind]()
    for name in table_names(found):
        table = found.table(name)
        plain = json.loads(json.dumps(table.to_dict(), allow_nan=False))
        rows = [dict(zip(plain["columns"], row, strict=True)) for row in plain["rows"]]
        words = {inf: "inf", -inf: "-inf"}
        assert rows == [{k: words.get(v, v) for k, v in row.items()} for row in table.to_dicts()]


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_a_dataframe_in_every_library(backend: str) -> None:
    import narwhals as nw

    for found in (scores(), folds(), classes()):
        for name in table_names(found):
            table = found.table(name)
            made = nw.from_native(table.to_frame(backend))
            assert str(made.implementation) == backend
            assert tuple(made.columns) == table.fields()
            for field in made.columns:
                for got, held in zip(made[field].to_list(), (row[field] for row in table.to_dicts()), strict=True):
                    missing = got is None or got != got
                    assert missing if held is None else got == held, (name, field)


def test_the_library_in_use_makes_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    import polars

    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    assert isinstance(labels().table().to_frame(), polars.DataFrame)


def test_infinite_and_undefined_numbers() -> None:
    columns = (Column("x", "number"), Column("e", "estimate"), Column("p", "p"))
    rows = ((inf, pv.Estimate(-inf, -inf, 2.0), nan), (None, pv.Estimate(nan, why="no rows"), 0.0))
    table = Table("", columns, rows, 0.95)
    first, second = table.to_dicts()
    assert (first["x"], first["e"], first["e_high"], first["p"]) == (inf, -inf, 2.0, None)
    assert (second["x"], second["e"], second["e_why"], second["p"]) == (None, None, "no rows", 0.0)
    assert table.to_csv().splitlines()[1:] == ["inf,-inf,-inf,2.0,0.95,,,,", ",,,,0.95,,,no rows,0.0"]
    assert table.to_dict()["rows"][0][:4] == ["inf", "-inf", "-inf", 2.0]
    assert list(table.shown()) == [("∞", "−∞  [−∞, 2.0000]", "undefined"), ("", "undefined", "< 0.0001")]


def test_no_two_fields_have_one_name() -> None:
    """A model called like a field of another keeps its numbers."""
    found = scores()
    row = found.table().to_dicts()[0]
    a, other = (found.models[name].measures["accuracy"] for name in ("A", "A_low"))
    assert (row["A"], row["A_low"], row["A_low (2)"], row["A_low_low"]) == (a.value, a.low, other.value, other.low)


def test_a_table_without_rows_has_its_columns() -> None:
    table = Table("", (Column("model", "name"), Column("auc", "estimate")), ())
    assert table.to_csv() == "model,auc,auc_low,auc_high,auc_level,auc_method,auc_n,auc_why\n"
    assert list(table.to_frame("pandas").columns) == list(table.fields())
    assert table.to_dicts() == []
