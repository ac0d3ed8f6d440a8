"""Tables of findings by name, against the values that the findings hold."""

from __future__ import annotations

import dataclasses
import re
from math import inf, isnan, nan
from typing import Any

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.errors import BadParameter
from probative.findings import Table
from probative.findings.tables import TABLES, table_names
from probative.findings.text import measure_cells

N = 90


@pytest.fixture(scope="module")
def run() -> pv.Findings:
    """Three models under ten folds."""
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, N)
    x = rng.normal(y[:, None], 1.5, (N, 3))
    models = {"bayes": GaussianNB(), "logistic": LogisticRegression(), "none": DummyClassifier()}
    return pv.evaluate(pv.run(models, x, y, plan="5-fold stratified"), level=0.9)


@pytest.fixture(scope="module")
def classes() -> pv.Findings:
    rng = np.random.default_rng(4)
    names = np.array(["ant", "bee", "cow"])
    truth = names[rng.integers(0, 3, N)]
    right = np.where(rng.random(N) < 0.7, truth, names[rng.integers(0, 3, N)])
    table = {"y": truth, "pred_A": right, "pred_B": np.where(truth == "cow", "dog", "ant"), "site": np.arange(N) % 2}
    return pv.evaluate(table, truth="y", predicted=["pred_A", "pred_B"], by="site")


@pytest.fixture(scope="module")
def scored() -> pv.Findings:
    return pv.evaluate(truth=[1, 0, 1, 0], scores={"A": [0.9, 0.2, 0.6, 0.7], "B": [0.1, 0.2, 0.6, 0.4]})


def column(table: Table, name: str) -> list[str]:
    return [row[table.names.index(name)] for row in table.shown()]


def shown(estimate: Any) -> str:
    return "  ".join(measure_cells(estimate)).strip()


def test_measures_are_what_they_always_were(run: pv.Findings) -> None:
    found = run.table()
    assert str(found) == str(run.table("measures"))
    assert found.title == run.headline()
    assert found.names == ("measure", "bayes", "logistic", "none", "baseline rule", "training baseline")
    for row in found.shown():
        for model, cell in zip(run.models.values(), row[1:-2], strict=True):
            value, interval = measure_cells(model.measures.get(row[0]))
            assert cell == f"{value}  {interval}".strip()


def test_the_trivial_rule_stands_beside_the_models(run: pv.Findings) -> None:
    found = run.table()
    trivial = run.models["bayes"].baseline
    assert found.note.startswith(f"Baseline rule: {trivial['rule']}. Training baseline: ")
    reached = dict(zip(found.column("measure"), found.column("baseline rule"), strict=True))
    shown = {name: None if isnan(value) else value for name, value in reached.items()}
    assert shown == {name: value for name, value in trivial.items() if name != "rule"}


def test_untested_models_are_not_ranked(run: pv.Findings) -> None:
    assert "not ranked" not in str(run)
    assert "Models are not ranked: no test was run." in str(dataclasses.replace(run, comparisons=()))


def test_which_tables_there_are(run: pv.Findings, classes: pv.Findings) -> None:
    matrices = {"confusion", "matrix", "matrix-transposed", "information", "roc-points"}
    assert set(table_names(run)) == {"measures", *matrices, "comparisons", "resampling", "notes", "method"}
    assert {"measures", "classes", "confusion", "confused", "slices", "method"} <= set(table_names(classes))
    assert "resampling" not in table_names(classes)


@pytest.mark.parametrize("name", ["resampling", "nonsense", ""])
def test_a_table_that_is_not_there(classes: pv.Findings, name: str) -> None:
    with pytest.raises(BadParameter) as caught:
        classes.table(name)
    assert repr(name) in str(caught.value)
    for known in table_names(classes):
        assert known in str(caught.value)


def test_every_interval_states_its_level(run: pv.Findings, classes: pv.Findings) -> None:
    for findings, level in ((run, "90 %"), (classes, "95 %")):
        for name in table_names(findings):
            table = findings.table(name)
            if any(re.search(r"\[.*, .*\]", cell) for row in table.shown() for cell in row):
                assert level in table.title + "".join(table.names), name
                assert table.level == findings.level
                stated = {v for row in table.to_dicts() for field, v in row.items() if field.endswith("_level")}
                assert stated <= {findings.level, None}


def test_points_of_the_roc_diagram() -> None:
    """By hand: b has the TPR of a at a higher FPR, d lies between them on the hull's edge, c below everything."""
    said = {"a": [60, 40, 20, 80], "b": [60, 40, 30, 70], "c": [10, 90, 50, 50], "d": [80, 20, 60, 40]}
    found = pv.counts(said).table("roc-points")
    assert found.column("FPR") == (0.2, 0.3, 0.5, 0.6)
    assert found.column("TPR") == (0.6, 0.6, 0.1, 0.8)
    assert found.column("TPR / FPR") == pytest.approx([3, 2, 0.2, 4 / 3])
    assert found.column("on the hull") == ("yes", "no: never optimal", "no: never optimal", "on an edge")
    assert found.column("dominates") == ("b, c", "c", "", "")


@pytest.mark.parametrize("said", [{"a": [6, 4, 2, 8]}, {"a": np.eye(3, dtype=int), "b": np.eye(3, dtype=int) + 1}])
def test_one_model_or_several_classes_are_no_points_of_a_diagram(said) -> None:
    assert "roc-points" not in table_names(pv.counts(said))


def test_classes_against_the_rest(classes: pv.Findings) -> None:
    table = classes.table("classes")
    found = [(m, label) for m, model in classes.models.items() for label in model.classes]
    assert list(zip(column(table, "model"), column(table, "class"), strict=True)) == found
    for i, (m, label) in enumerate(found):
        estimates = classes.models[m].classes[label]
        counts: Any = classes.models[m].confusion
        rows = sum(counts.counts[counts.labels.index(label)])
        assert column(table, "rows")[i] == str(int(rows))
        for measure in ("recall", "precision", "f1", "mcc"):
            assert column(table, measure)[i] == shown(estimates[measure])


def test_what_is_undefined_is_never_a_number(classes: pv.Findings) -> None:
    table = classes.table("classes")
    found = [estimates for model in classes.models.values() for estimates in model.classes.values()]
    wrong = [
        cell
        for row, estimates in zip(table.shown(), found, strict=True)
        for cell, name in zip(row[3:], table.names[3:], strict=True)
        if not estimates[name].defined
    ]
    assert wrong
    assert set(wrong) == {"undefined"}


def test_confusion_holds_every_count(classes: pv.Findings) -> None:
    table = classes.table("confusion")
    rows = {(row[0], row[1]): dict(zip(table.names[2:], row[2:], strict=True)) for row in table.shown()}
    for name, model in classes.models.items():
        square: Any = model.confusion
        for actual, counts in zip(square.labels, square.counts, strict=True):
            cells = rows[name, actual]
            for called, n in zip(square.labels, counts, strict=True):
                assert cells.pop(f"predicted {called}") == str(int(n))
            # A class that this model does not know is blank, not 0.
            assert set(cells.values()) <= {""}


def test_many_classes_are_listed() -> None:
    labels = np.array([f"c{i:02}" for i in range(40)] * 2)
    called = np.where(np.arange(80) < 5, "c39", labels)
    table = pv.evaluate(truth=labels, predicted=called).table("confusion")
    assert table.names == ("model", "actual", "predicted", "rows")
    assert len(table.rows) == 45
    assert sum(int(n) for n in column(table, "rows")) == 80
    assert ("model", "c00", "c39", 1.0) in table.rows


def test_many_classes_stand_in_the_order_in_which_they_matter() -> None:
    rng = np.random.default_rng(5)
    sizes = rng.permutation(np.arange(2, 27))
    truth = np.repeat([f"c{i:02}" for i in range(25)], sizes)
    called = np.where(truth == "c07", "c08", truth)
    found = pv.evaluate(truth=truth, predicted=called)
    listed = column(found.table("classes"), "class")
    assert sorted(listed) == sorted(found.models["model"].classes)
    assert listed[0] == f"c{sizes.argmax():02}"
    assert "c07" in listed[:2]
    few = pv.evaluate(truth=truth[truth < "c20"], predicted=called[truth < "c20"])
    assert column(few.table("classes"), "class") == sorted(few.models["model"].classes)


def test_slices(classes: pv.Findings) -> None:
    table = classes.table("slices")
    assert len(table.rows) == len(classes.slices) == 4
    for row, part in zip(table.shown(), classes.slices, strict=True):
        assert row[:4] == ("site", str(part.value), part.model, str(part.n))
        for name, cell in zip(table.names[4:], row[4:], strict=True):
            assert cell == shown(part.measures.get(name))


def test_comparisons(run: pv.Findings) -> None:
    table = run.table("comparisons")
    assert len(table.rows) == 3
    assert "difference, points" in table.heads
    assert [row["difference"] for row in table.to_dicts()] == [cell.value for cell in table.column("difference")]
    ordered = sorted((c.to_dict() for c in run.comparisons), key=lambda contest: (contest["p_adjusted"], contest["p"]))
    for row, contest in zip(table.shown(), ordered, strict=True):
        cells = dict(zip(table.names, row, strict=True))
        gap = contest["difference"]
        assert (cells["a"], cells["b"], cells["measure"]) == (contest["a"], contest["b"], "auc")
        # As in a sentence: in points. Machines get the measure's own unit.
        value, low, high = re.findall(r"[+−]?[0-9.]+", cells["difference"])
        for text, number in ((value, gap["value"]), (low, gap["low"]), (high, gap["high"])):
            told = pytest.approx(100 * number, abs=0.5 * 10 ** -len(text.split(".")[1]))
            assert float(text.replace("−", "-")) == told
        for name, key in (("statistic", "statistic"), ("p", "p"), ("adjusted p", "p_adjusted")):
            if cells[name] == "< 0.0001":
                assert 0 <= contest[key] < 1e-4
            else:
                assert float(cells[name].replace("−", "-")) == pytest.approx(contest[key], rel=6e-3)
        assert cells["test"] == contest["test"]
        assert cells["n"] == str(gap["n"])
        assert cells["better"] == (contest["winner"] or "cannot tell")


def test_costs_are_told_of_a_thousand_rows_in_sentence_and_table() -> None:
    generator = np.random.default_rng(8)
    truth = generator.random(400) < 0.3
    scores = {name: truth * pull + generator.normal(size=400) for name, pull in (("near", 2.5), ("far", 0.5))}
    found = pv.evaluate(truth=truth, scores=scores, threshold=1.0, costs=pv.Costs(1, 5))
    (contest,), table = found.comparisons, found.table("comparisons")
    assert "difference, per 1,000 rows" in table.heads
    ((value, interval),) = [row[table.names.index("difference")].split("  ") for row in table.shown()]
    told = re.search(r" by ([0-9.,]+) per 1,000 rows .* interval ([0-9.,]+) to ([0-9.,]+);", contest.sentence())
    assert told is not None
    size, *ends = told.groups()
    assert value.lstrip("+−") == size
    assert {part.lstrip("+−") for part in interval.strip("[]").split(", ")} == set(ends)
    assert table.to_dicts()[0]["difference"] == contest.difference.value


def test_a_comparison_without_an_answer_is_undefined(run: pv.Findings) -> None:
    first = run.comparisons[0]
    nothing = dataclasses.replace(first.result, statistic=inf, p=nan, effect=nan, low=nan, high=nan, n=None)
    contest = dataclasses.replace(first, result=nothing, p_adjusted=nan, unit="ranks")
    table = dataclasses.replace(run, comparisons=(contest,)).table("comparisons")
    names = ("measure", "better if", "difference", "statistic", "p", "adjusted p", "n")
    told = ["average rank of auc", "lower", "undefined", "∞", "undefined", "undefined", ""]
    assert [column(table, name)[0] for name in names] == told


def test_comparisons_at_two_levels_each_state_theirs(run: pv.Findings) -> None:
    first, second, *_ = run.comparisons
    second = dataclasses.replace(second, result=dataclasses.replace(second.result, level=0.5), p_adjusted=2.0)
    table = dataclasses.replace(run, comparisons=(first, second)).table("comparisons")
    assert [cell.split("]")[1] for cell in column(table, "difference")] == [" at 90 %", " at 50 %"]
    assert [row["difference_level"] for row in table.to_dicts()] == [0.9, 0.5]


def test_a_measure_of_which_neither_direction_is_better(run: pv.Findings) -> None:
    contest = dataclasses.replace(run.comparisons[0], better="neither")
    table = dataclasses.replace(run, comparisons=(contest,)).table("comparisons")
    assert (column(table, "better if"), column(table, "better")) == ([""], ["neither direction is better"])


def test_two_numbers_of_degrees_of_freedom(run: pv.Findings) -> None:
    first = run.comparisons[0]
    contest = dataclasses.replace(first, result=dataclasses.replace(first.result, df=(10, 5.25)))
    table = dataclasses.replace(run, comparisons=(contest,)).table("comparisons")
    assert (table.column("df"), table.column("df 2")) == ((10.0,), (5.25,))
    assert "df 2" not in run.table("comparisons").names


def test_resampling(run: pv.Findings) -> None:
    table = run.table("resampling")
    assert "5-fold stratified" in table.title
    told = [(m, name, f) for m, model in run.models.items() for name, f in model.resampling.items()]
    for row, (m, name, found) in zip(table.shown(), told, strict=True):
        assert row[:2] == (m, name)
        assert row[2].startswith(measure_cells(found.fold_mean)[0])
        values = found.folds
        if row[4]:
            assert float(row[4].replace("−", "-")) == pytest.approx(np.nanstd(values, ddof=1), rel=6e-2, abs=1e-9)
        # One repeat: how much repeats vary was not observed, which is not 0.
        assert row[5] == ""
        assert row[6] == str(np.isnan(values).sum())


def test_thresholds(scored: pv.Findings) -> None:
    table = scored.table("thresholds")
    assert table.names == ("model", "threshold", "TP", "FN", "FP", "TN")
    assert list(table.shown()) == [("A", "0.5", "2", "0", "1", "1"), ("B", "0.5", "1", "1", "0", "2")]


def test_notes_and_method(run: pv.Findings, classes: pv.Findings) -> None:
    notes = run.table("notes")
    assert [row[:4] for row in notes.rows] == [(n.severity, n.code, n.model or "", n.message) for n in run.notes]
    two, several = ({row[0]: row for row in f.table("method").rows} for f in (run, classes))
    assert two["auc"][3] == "corrected-t"
    assert two["accuracy"][3] == "wilson"
    assert two["mcc"][2] != several["mcc"][2]
    assert two["mcc"][2].startswith("(TP TN - FP FN)")
    assert set(two) == {name for model in run.models.values() for name in model.measures}
    assert run.table("method").names[3:] == ("90 % interval", "caution")
    assert two["accuracy"][4] == next(m.caution for m in pv.measures() if m.name == "accuracy")


def test_a_measure_of_another_release_is_not_known(run: pv.Findings) -> None:
    model = dataclasses.replace(run.models["bayes"], measures={"novelty": pv.Estimate(0.5)})
    table = dataclasses.replace(run, models={"bayes": model}).table("method")
    assert table.rows == (("novelty", "not known to this release", "", "none", ""),)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_can_be_written_in_every_way(
    run: pv.Findings, classes: pv.Findings, scored: pv.Findings, name: str
) -> None:
    audited = pv.audit({"x": [1.0, 2.0, 3.0], "y": [0, 1, 0]}, target="y")
    table = next(f.table(name) for f in (run, classes, scored, audited) if name in table_names(f))
    body, note = len(table.rows), 2 * bool(table.note)
    assert len(table.to_markdown().splitlines()) == body + 4 + note
    assert table.to_latex().count(r" \\") == body + 1
    assert len(str(table).splitlines()) == body + 2 + bool(table.note)
    assert all(table.note in way for way in (table.to_markdown(), str(table)))
    assert len(table.sides) == len(table.columns)
    assert len(table.to_dict()["rows"]) == body
