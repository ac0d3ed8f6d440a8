"""Evaluations of confusion matrices: what they hold is what the rows written out would give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import chi2_contingency, norm
from sklearn.metrics import f1_score, matthews_corrcoef, mutual_info_score

import probative as pv
from probative.errors import BadCounts, BadLabels, BadParameter, UnreadableFile
from probative.findings.tables.matrix import matrix_table

THREE = {"C1": [[80, 20], [50, 50]], "C2": [[60, 40], [20, 80]], "C3": [[40, 60], [30, 70]]}
"""Deck 4's three classifiers."""
CLASSES = [[10, 1, 2], [3, 20, 1], [0, 0, 8]]


def _rows(matrix: list[list[int]]) -> tuple[Any, Any]:
    table = np.array(matrix)
    actual, predicted = np.indices(table.shape)
    return tuple(np.repeat(part.ravel(), table.ravel()) for part in (actual, predicted))


def test_measures_are_those_of_the_rows() -> None:
    found = pv.counts(THREE)
    for name, matrix in THREE.items():
        truth, said = _rows(matrix)
        held = found.models[name].measures
        assert held["f1"].value == pytest.approx(f1_score(truth, said, pos_label=0))
        assert held["mcc"].value == pytest.approx(matthews_corrcoef(truth, said))
        assert held["mutual_information"].value == pytest.approx(mutual_info_score(truth, said) / np.log(2))


def test_so_are_those_of_several_classes() -> None:
    truth, said = _rows(CLASSES)
    held = pv.counts(CLASSES).models["model"]
    assert held.measures["macro_f1"].value == pytest.approx(f1_score(truth, said, average="macro"))
    assert held.classes["1"]["f1"].value == pytest.approx(f1_score(truth, said, average=None)[1])


def test_four_numbers_a_square_and_evidence_are_the_same() -> None:
    ways: list[Any] = [[40, 10, 5, 45], [[40, 10], [5, 45]], pv.Outcomes(tp=40, fn=10, fp=5, tn=45)]
    found = [pv.counts(way).models["model"].measures for way in ways]
    assert found[0] == found[1] == found[2]
    assert found[0]["accuracy"].value == 0.85
    assert (found[0]["accuracy"].low, found[0]["accuracy"].high) == pytest.approx((0.76716, 0.90694), abs=1e-5)


def test_the_other_layout_is_transposed() -> None:
    plain, turned = pv.counts([[40, 10], [5, 45]]), pv.counts([[40, 5], [10, 45]], transposed=True)
    assert plain.models["model"].confusion == turned.models["model"].confusion


@pytest.mark.parametrize(
    ("labels", "positive", "meant"),
    [(None, None, "positive"), (["cat", "dog"], None, "cat"), (["cat", "dog"], "dog", "dog"), ([0, 1], None, 1)],
)
def test_which_class_is_positive(labels: Any, positive: Any, meant: Any) -> None:
    found = pv.counts([[40, 10], [5, 45]], labels=labels, positive=positive)
    assert found.positive == meant
    assert found.models["model"].measures["recall"].value == (0.8 if meant in ("positive", "cat") else 0.9)


def test_costs_are_those_of_the_deck() -> None:
    found = pv.counts(THREE, costs=pv.Costs(1, 5))
    costs = {name: model.measures["expected_cost"].value for name, model in found.models.items()}
    assert costs == pytest.approx({"C1": 0.75, "C2": 1.1, "C3": 1.65})


# --- Comparisons of independent matrices -----------------------------------------------------------------------------


def _score(delta: float, a: int, b: int, n: int) -> float:
    """Miettinen and Nurminen's statistic, the likelihood under that difference maximised by brute force."""

    def unlikely(q: float) -> float:
        return -float(a * np.log(q + delta) + (n - a) * np.log(1 - q - delta) + b * np.log(q) + (n - b) * np.log(1 - q))

    ends = (max(0.0, -delta) + 1e-12, min(1.0, 1 - delta) - 1e-12)
    q = float(minimize_scalar(unlikely, bounds=ends, method="bounded", options={"xatol": 1e-12}).x)
    variance = ((q + delta) * (1 - q - delta) + q * (1 - q)) / n * 2 * n / (2 * n - 1)
    return float((a / n - b / n - delta) / variance**0.5)


def test_two_shares_are_compared_as_independent_ones() -> None:
    verdict = pv.counts({"A": THREE["C1"], "B": THREE["C3"]}).verdict
    assert verdict is not None
    result = verdict.contests[0].result
    assert _score(result.low, 130, 110, 200) == pytest.approx(1.959964, abs=1e-5)
    assert _score(result.high, 130, 110, 200) == pytest.approx(-1.959964, abs=1e-5)
    assert result.p == pytest.approx(2 * norm.sf(_score(0.0, 130, 110, 200)), abs=1e-6)


def test_all_of_them_by_chi_squared() -> None:
    verdict = pv.counts(THREE).verdict
    assert verdict is not None
    assert verdict.omnibus is not None
    oracle = chi2_contingency([[130, 70], [140, 60], [110, 90]], correction=False)
    assert verdict.omnibus.p == pytest.approx(float(oracle.pvalue))
    assert [contest.winner for contest in verdict.contests] == [None, None, "C2"]


def test_any_measure_by_squares_of_its_intervals() -> None:
    """Zou and Donner's limits, by hand from the two estimates."""
    a, b = (pv.Outcomes(tp=m[0][0], fn=m[0][1], fp=m[1][0], tn=m[1][1]) for m in (THREE["C2"], THREE["C3"]))
    result = pv.stats.independent_values("mcc", a, b)
    x, y = pv.estimate("mcc", a), pv.estimate("mcc", b)
    gap = x.value - y.value
    low = gap - ((x.value - x.low) ** 2 + (y.high - y.value) ** 2) ** 0.5
    high = gap + ((x.high - x.value) ** 2 + (y.value - y.low) ** 2) ** 0.5
    assert (result.effect, result.low, result.high) == pytest.approx((gap, low, high))
    at_p = pv.stats.independent_values("mcc", a, b, level=1 - result.p)
    assert at_p.low == pytest.approx(0, abs=1e-6)


def test_what_cannot_be_told_is_not() -> None:
    same = pv.stats.independent_values("f1", pv.Outcomes(tp=5, fn=5, fp=2, tn=8), pv.Outcomes(tp=5, fn=5, fp=2, tn=8))
    assert (same.statistic, same.p) == (0, 1)
    far = pv.stats.independent_values(
        "mcc", pv.Outcomes(tp=9000, fn=9, fp=9, tn=9000), pv.Outcomes(tp=5, fn=9, fp=9, tn=5)
    )
    assert far.p < 1e-4
    further = pv.Outcomes(tp=900_000, fn=9, fp=9, tn=900_000), pv.Outcomes(tp=9, fn=900_000, fp=900_000, tn=9)
    assert pv.stats.independent_values("mcc", *further).at_most
    empty = pv.stats.independent_values(
        "precision", pv.Outcomes(tp=0, fn=5, fp=0, tn=8), pv.Outcomes(tp=5, fn=5, fp=2, tn=8)
    )
    assert not empty.defined
    assert empty.notes


def test_compare_takes_counts_by_model_as_independent() -> None:
    lines = {"model": ["A"] * 4 + ["B"] * 4, "y": [1, 1, 0, 0] * 2, "pred": [1, 0] * 4}
    lines["n"] = [80, 20, 50, 50, 60, 40, 20, 80]
    verdict = pv.compare(lines, truth="y", model="model", count="n", measure="f1")
    assert verdict.test == "difference of independent values (square and add)"
    assert [note.code for note in verdict.warnings] == ["counts-not-paired"]
    assert "counts-not-paired" in {note.code for note in pv.counts(THREE).notes}
    with pytest.raises(BadParameter, match="rope="):
        pv.compare(lines, truth="y", model="model", count="n", measure="f1", rope=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["f1", "mcc", "mutual_information"])
def test_no_more_false_alarms_than_promised(measure: str) -> None:
    rng, share = np.random.default_rng(3), np.array([0.16, 0.04, 0.12, 0.68])
    alarms = 0
    for _ in range(1000):
        two = rng.multinomial(150, share, 2).tolist()
        a, b = (pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn) for tp, fn, fp, tn in two)
        alarms += pv.stats.independent_values(measure, a, b).p <= 0.05
    assert alarms <= 70


# --- Files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "actual,yes,no\nyes,40,10\nno,5,45\n",
        ",no,yes\nyes,10,40\nno,45,5\n",
        "x;yes;no\nyes;40;10\nno;5;45\n",
        "x\tyes\tno\n\nyes\t40\t10\nno\t5\t45\n",
    ],
)
def test_files_with_names(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text(text)
    found = pv.counts(str(file))
    assert found.positive == "yes"
    assert found.models["mine"].measures["recall"].value == 0.8


def test_a_file_without_names(tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    file.write_text("40,10\n5,45\n")
    assert pv.counts(file).models["m"].measures["recall"].value == 0.8


def test_numbers_as_names(tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    file.write_text("actual,0,1\n0,45,5\n1,10,40\n")
    found = pv.counts(file)
    assert (found.positive, found.models["m"].measures["recall"].value) == (1, 0.8)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("actual,yes,no\nyes,40,10\n", "same classes"),
        ("actual,yes,no\nyes,40,10\nmaybe,5,45\n", "same classes"),
        ("actual,yes,no\nyes,40,x\nno,5,45\n", "no count"),
        ("actual,yes,no\nyes,40,10,3\nno,5,45\n", "not square"),
        ("actual,yes,no\nyes,40,1.5\nno,5,45\n", "whole"),
        ("", "same classes"),
    ],
)
def test_files_that_are_no_matrix(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    file.write_text(text)
    with pytest.raises(BadCounts, match=said):
        pv.counts(file)


def test_bad_matrices_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="cannot be read"):
        pv.counts(tmp_path / "nothing.csv")
    for bad in ([1, 2, 3], [[1, 2, 3], [4, 5, 6]], [40, 10, -5, 45], [40.5, 10, 5, 45], [0, 0, 0, 0], {}):
        with pytest.raises(BadCounts):
            pv.counts(bad)
    with pytest.raises(BadLabels, match="different classes"):
        pv.counts({"A": [1, 2, 3, 4], "B": CLASSES})
    with pytest.raises(BadParameter, match="two costs"):
        pv.counts(CLASSES, costs=pv.Costs(1, 5))


# --- Steps -----------------------------------------------------------------------------------------------------------


def test_the_steps_add_up_to_the_measure() -> None:
    matrix = pv.ConfusionMatrix.from_counts(CLASSES, ["a", "b", "c"])
    steps = pv.mutual_information_steps(matrix)
    truth, said = _rows(CLASSES)
    assert sum(cell.bits for cell in steps.cells) == pytest.approx(mutual_info_score(truth, said) / np.log(2))
    assert steps.mutual_information == pytest.approx(steps.actual_entropy - steps.remaining_entropy)
    assert [cell.bits for cell in steps.cells if not cell.rows] == [0, 0]


def test_one_class_has_no_share_of_entropy() -> None:
    steps = pv.mutual_information_steps(pv.Outcomes(tp=4, fn=2, fp=0, tn=0))
    assert steps.mutual_information == 0
    assert np.isnan(steps.share_of_entropy)
    assert steps.to_dict()["share_of_entropy"] is None


def test_matrices_are_shown_with_names_and_margins() -> None:
    found = pv.counts(CLASSES, labels=["a", "b", "c"])
    assert found.table("matrix").column("all") == ("13", "24", "8", "45")
    assert found.table("matrix-transposed").column("all") == ("13", "21", "11", "45")
    scored = pv.evaluate(truth=[1, 0, 1, 1], scores=[0.2, 0.3, 0.8, 0.9], threshold=0.25)
    table = scored.table("matrix")
    assert set(table.column("threshold")) == {"at least 0.25"}
    assert table.column("predicted 1") == ("TP 2", "FP 1", "3")
    with pytest.raises(BadParameter, match="layout"):
        matrix_table(scored, "sideways")


def test_matrices_of_several_models_are_not_said_to_be_of_the_same_rows() -> None:
    found = pv.counts({"A": [40, 10, 5, 45], "B": [30, 20, 15, 135]})
    (told,) = [note.message for note in found.notes if note.code == "best-of-several"]
    assert told.startswith("2 models were tested: whoever takes the best")
    paired = pv.evaluate(truth=[1, 0] * 20, predicted={"A": [1, 0, 1, 1] * 10, "B": [1, 1, 1, 0] * 10})
    (told,) = [note.message for note in paired.notes if note.code == "best-of-several"]
    assert told.startswith("2 models were tested on the same rows: ")
