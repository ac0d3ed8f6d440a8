"""Comparing results of folds, data sets and samples, degenerate ones too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import probative as pv
from probative.errors import (
    BadInput,
    EmptyData,
    LengthMismatch,
    MissingColumn,
    MissingValues,
)

from .known import BASE, LABELS, NORMAL, SCORE_A, SCORES, SKEWED, TRUTH, A, N, proba, strict

# --- tables of results -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "samples", "parametric", "method"),
    [
        ("paired", {"A": BASE + NORMAL, "B": BASE}, None, "paired t-test"),
        ("paired", {"A": BASE + SKEWED, "B": BASE}, None, "Wilcoxon signed-rank test (exact)"),
        ("paired", {"A": BASE + SKEWED, "B": BASE}, True, "paired t-test"),
        ("paired", {"A": BASE + NORMAL, "B": BASE}, False, "Wilcoxon signed-rank test (exact)"),
        ("datasets", {"A": BASE + NORMAL, "B": BASE}, None, "Wilcoxon signed-rank test (exact)"),
        ("datasets", {"A": BASE + NORMAL, "B": BASE}, True, "paired t-test"),
        ("independent", {"A": NORMAL, "B": NORMAL[:7] + 1}, None, "Welch's t-test"),
        ("independent", {"A": SKEWED, "B": NORMAL[:7]}, None, "Mann-Whitney test (exact)"),
        ("independent", {"A": NORMAL, "B": NORMAL[:7] + 1}, False, "Mann-Whitney test (exact)"),
        ("folds", {"A": BASE + NORMAL, "B": BASE}, None, "corrected resampled t-test"),
        ("folds", {"A": BASE.reshape(5, 2), "B": NORMAL.reshape(5, 2)}, None, "5x2cv F-test"),
    ],
)
def test_two_samples(of: Any, samples: Any, parametric: bool | None, method: str) -> None:
    sizes = {"n_train": 90, "n_test": 10} if of == "folds" else {}
    verdict = pv.compare(samples, of=of, parametric=parametric, **sizes)
    assert verdict.test == method
    assert len(verdict.reasons) == 2
    strict(verdict)


@pytest.mark.parametrize(
    ("of", "extra", "parametric", "method", "omnibus"),
    [
        ("datasets", NORMAL[::-1], None, "Wilcoxon signed-rank test (exact)", "Friedman's test"),
        ("paired", SKEWED, None, "Wilcoxon signed-rank test (exact)", "Friedman's test"),
        ("paired", NORMAL[::-1], None, "paired t-test", "repeated-measures analysis of variance"),
        ("paired", SKEWED, True, "paired t-test", "repeated-measures analysis of variance"),
        ("paired", NORMAL[::-1], False, "Wilcoxon signed-rank test (exact)", "Friedman's test"),
        ("independent", NORMAL[:8], None, "Games-Howell test", "Welch's analysis of variance"),
        ("independent", SKEWED[:8], None, "Dunn's test", "Kruskal-Wallis test"),
        ("independent", NORMAL[:8], False, "Dunn's test", "Kruskal-Wallis test"),
        ("folds", NORMAL[::-1], None, "corrected resampled t-test", None),
    ],
)
def test_three_samples(of: Any, extra: Any, parametric: bool | None, method: str, omnibus: str | None) -> None:
    samples = {"A": BASE + NORMAL, "B": BASE + NORMAL[::-1] / 2, "C": BASE[: len(extra)] + extra}
    verdict = pv.compare(samples, of=of, parametric=parametric, n_train=90, n_test=10)
    assert {c.result.method for c in verdict.contests} == {method}
    assert (verdict.omnibus and verdict.omnibus.method) == omnibus
    assert len(verdict.contests) == 3
    strict(verdict)


def test_reasons_say_why() -> None:
    normal = pv.compare({"A": BASE + NORMAL, "B": BASE}, of="paired")
    assert re.search(
        r"nothing speaks against normality \(Shapiro-Wilk p = [\d.]+\); with 10 < 30 pairs", normal.reasons[1]
    )
    assert normal.assumptions[1] == "differences are normal"
    skewed = pv.compare({"A": BASE + SKEWED, "B": BASE}, of="paired")
    assert "not normal (Shapiro-Wilk" in skewed.reasons[1]
    assert "as asked" in pv.compare({"A": BASE + SKEWED, "B": BASE}, of="paired", parametric=True).reasons[1]
    assert "not commensurable" in pv.compare({"A": BASE, "B": NORMAL}, of="datasets").reasons[1]
    assert "why this test: 10 data sets of two models" in str(pv.compare({"A": BASE, "B": NORMAL}, of="datasets"))


@pytest.mark.parametrize("column", ["fold", "Repeat", "dataset"])
def test_a_dict_that_numbers_its_rows_is_read_like_any_other_table(column: str) -> None:
    models = {"A": BASE + NORMAL, "B": BASE}
    table = {column: np.arange(10)} | models
    verdict = pv.compare(table, of="paired")
    assert verdict.notes[0] == f"column {column!r} was taken to number the rows, not as a model"
    assert verdict.contests == pv.compare(models, of="paired").contests
    assert verdict.to_dict() == pv.compare(pd.DataFrame(table), of="paired").to_dict()


def test_results_as_arrays_frames_and_files(tmp_path: Path) -> None:
    table = np.column_stack([BASE + NORMAL, BASE])
    wanted = pv.compare({"model 1": table[:, 0], "model 2": table[:, 1]}, of="paired").to_dict()
    assert pv.compare(table, of="paired").to_dict() == wanted
    assert pv.compare(table.tolist(), of="paired").to_dict() == wanted
    assert pv.compare(scores={"model 1": table[:, 0], "model 2": table[:, 1]}, of="paired").to_dict() == wanted
    frame = pd.DataFrame(
        {"fold": range(10), "name": list("abcdefghij"), "model 1": table[:, 0], "model 2": table[:, 1]}
    )
    verdict = pv.compare(frame, of="paired")
    assert [(c.a, c.b) for c in verdict.contests] == [("model 1", "model 2")]
    assert verdict.notes[0] == "column 'fold' was taken to number the rows, not as a model"
    frame.to_csv(tmp_path / "results.csv", index=False)
    chosen = pv.compare(tmp_path / "results.csv", of="paired", scores=["model 2", "fold"])
    assert (chosen.contests[0].a, chosen.contests[0].b) == ("model 2", "fold")
    with pytest.raises(MissingColumn):
        pv.compare(frame, of="paired", scores=["model 3", "fold"])
    with pytest.raises(BadInput, match="must hold numbers"):
        pv.compare(frame, of="paired", scores=["name", "fold"])


def test_five_by_two_from_three_dimensions() -> None:
    both = np.stack([BASE.reshape(5, 2), NORMAL.reshape(5, 2)])
    wanted = pv.stats.five_by_two_f(both[0], both[1])
    found = pv.compare(both, of="folds").contests[0].result
    assert (found.statistic, found.p) == (wanted.statistic, wanted.p)
    assert pv.compare(both, of="datasets").test.startswith("Wilcoxon")
    with pytest.raises(LengthMismatch):
        pv.compare(np.zeros((2, 4, 2)), of="folds")


def test_missing_results_are_refused_or_dropped_together() -> None:
    gaps = BASE + NORMAL
    gaps[2] = np.nan
    for of in ("folds", "datasets", "paired", "independent"):
        with pytest.raises(MissingValues, match="1 of A"):
            pv.compare({"A": gaps, "B": BASE}, of=of, n_train=9, n_test=1)
    verdict = pv.compare({"A": gaps, "B": BASE}, of="paired", missing="drop")
    whole = ~np.isnan(gaps)
    assert verdict.p == pv.stats.paired_t(gaps[whole], BASE[whole]).p
    assert verdict.notes[0] == "1 rows with missing results were left out"
    apart = pv.compare({"A": gaps, "B": BASE}, of="independent", missing="drop")
    assert apart.contests[0].result.n == 19
    with pytest.raises(EmptyData):
        pv.compare({"A": [np.nan], "B": [1.0]}, of="paired", missing="drop")
    with pytest.raises(EmptyData):
        pv.compare({"A": [], "B": []}, of="folds", n_train=9, n_test=1)


# --- degenerate input ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", ["accuracy", "error_rate", "f1", "mcc", "balanced_accuracy"])
def test_identical_labels(measure: str) -> None:
    verdict = pv.compare(truth=TRUTH, predicted={"A": A, "B": A}, measure=measure)
    assert (verdict.p, verdict.contests[0].winner) == (1.0, None)
    assert verdict.sentences()[0].startswith("cannot tell A from B: the difference is 0")
    assert "−0" not in verdict.sentences()[0].split("(")[0]
    strict(verdict)


@pytest.mark.parametrize("measure", ["auc", "brier", "average_precision"])
def test_identical_scores(measure: str) -> None:
    score = proba(SCORE_A)
    verdict = pv.compare(truth=TRUTH, scores={"A": score, "B": score, "C": score}, measure=measure)
    assert [c.p_adjusted for c in verdict.contests] == [1.0] * 3
    grouped = pv.compare(truth=TRUTH, scores={"A": score, "B": score}, measure=measure, groups=np.arange(N) // 8)
    assert grouped.p == 1.0


@pytest.mark.parametrize("of", ["folds", "datasets", "paired"])
@pytest.mark.parametrize("k", [2, 3])
def test_identical_results(of: Any, k: int) -> None:
    verdict = pv.compare({f"m{i}": BASE for i in range(k)}, of=of, n_train=9, n_test=1)
    assert all(c.p_adjusted == 1.0 and c.winner is None for c in verdict.contests)
    strict(verdict)


@pytest.mark.parametrize("of", ["folds", "paired"])
def test_constant_differences_are_undefined(of: Any) -> None:
    verdict = pv.compare({"A": [0.9, 0.8, 0.7], "B": [0.8, 0.7, 0.6]}, of=of, n_train=9, n_test=1)
    assert np.isnan(verdict.p)
    assert verdict.contests[0].winner is None
    assert "all differences are equal and not zero" in verdict.sentences()[0]
    assert strict(verdict)["comparisons"][0]["p"] is None


def test_one_fold_one_data_set_one_class() -> None:
    assert (
        "a single pair shows no spread"
        in pv.compare({"A": [0.1], "B": [0.3]}, of="folds", n_train=9, n_test=1).sentences()[0]
    )
    assert pv.compare({"A": [0.1], "B": [0.3]}, of="datasets").p == 1.0
    three = pv.compare({"A": [0.1], "B": [0.3], "C": [0.4]}, of="datasets")
    assert np.isnan(three.p)
    assert not any(c.winner for c in three.contests)
    one = np.ones(N, int)
    area = pv.compare(truth=one, scores=SCORES)
    assert area.sentences() == ["cannot tell A from B: no actual negatives"]
    assert np.isnan(area.contests[0].values).all()
    assert pv.compare(truth=one, predicted=LABELS, measure="accuracy").test.startswith("McNemar")
    assert np.isnan(pv.compare(truth=one - 1, predicted=LABELS, measure="recall").p)


def test_ties_everywhere() -> None:
    tied = {"A": [1, 1, 2, 2, 3, 3], "B": [1, 1, 2, 2, 3, 4], "C": [1, 1, 2, 2, 3, 3]}
    verdict = pv.compare(tied, of="datasets")
    assert verdict.ranks == pytest.approx({"A": (5 * 2 + 2.5) / 6, "B": (5 * 2 + 1) / 6, "C": (5 * 2 + 2.5) / 6})
    assert not any(c.winner for c in verdict.contests)


def test_unequal_samples_of_three_models() -> None:
    verdict = pv.compare({"A": NORMAL, "B": NORMAL[:6] + 0.2, "C": NORMAL[:7] - 0.1}, of="independent")
    assert [c.result.n for c in verdict.contests] == [16, 17, 13]
    flat = pv.compare({"A": [3, 3, 3], "B": [4, 4, 4], "C": [3, 3, 3]}, of="independent")
    assert [c.winner for c in flat.contests] == [None] * 3
    strict(flat)
