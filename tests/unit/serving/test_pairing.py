"""The paired difference of two saved runs, against computations that know nothing of this library."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import nan, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import accuracy_score, roc_auc_score

import probative as pv
from probative.comparison.runs import MOST, model_pairs
from probative.comparison.saved_folds import share_tested
from probative.serving import Paired, paired

Said = dict[str, pv.Predictions]


def both(root: Path, a: str, b: str, predictions: bool = True) -> Paired:
    found = [pv.Findings.load(root / name / "findings.json") for name in (a, b)]
    files = [root / name / "predictions.parquet" if predictions else None for name in (a, b)]
    return paired(found[0], found[1], (files[0], files[1]))


def per_fold(said: pv.Predictions, score: Callable[[Any, Any], float], column: str, model: str = "m") -> Any:
    told = said.model(model)
    given = told.scores[:, 0] if column == "score" else told.predicted
    values = []
    for repeat, fold in sorted({*zip(told.repeat.tolist(), told.fold.tolist(), strict=True)}):
        mine = (told.repeat == repeat) & (told.fold == fold)
        values.append(score(told.truth[mine], given[mine]))
    return np.array(values)


def corrected(gaps: Any, ratio: float) -> tuple[float, float, float]:
    """Nadeau and Bengio's interval and p, written out."""
    n, mean = len(gaps), gaps.mean()
    error = sqrt((1 / n + ratio) * gaps.var(ddof=1))
    half = stats.t.ppf(0.975, n - 1) * error
    return mean - half, mean + half, 2 * stats.t.sf(abs(mean / error), n - 1)


def delong(truth: Any, a: Any, b: Any) -> tuple[float, float]:
    """DeLong's difference and p, from the table of all pairs."""
    parts = []
    for score in (a, b):
        wins = np.sign(score[truth == 1][:, None] - score[truth == 0][None, :]) / 2 + 0.5
        parts.append((wins.mean(), wins.mean(axis=1), wins.mean(axis=0)))
    gap = parts[0][0] - parts[1][0]
    variance = sum((parts[0][i] - parts[1][i]).var(ddof=1) / len(parts[0][i]) for i in (1, 2))
    return gap, 2 * stats.norm.sf(abs(gap) / sqrt(variance))


# --- fold by fold ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("measure", "score", "column"), [
    ("auc", roc_auc_score, "score"), ("accuracy", accuracy_score, "predicted")
])  # fmt: skip
def test_runs_of_one_plan_are_paired_fold_by_fold(
    runs: Path, said: Said, measure: str, score: Any, column: str
) -> None:
    found = both(runs, "bayes", "tree", predictions=False)
    gaps = per_fold(said["bayes"], score, column) - per_fold(said["tree"], score, column)
    contest = found.pairs[0].contests[measure]
    low, high, p = corrected(gaps, 1 / 4)
    assert contest.result.effect == pytest.approx(gaps.mean(), abs=1e-12)
    assert (contest.result.low, contest.result.high, contest.result.p) == pytest.approx((low, high, p), abs=1e-9)
    assert contest.result.method == "corrected resampled t-test"


def test_equal_names_stay_apart_and_the_trivial_model_is_left_out(runs: Path) -> None:
    found = both(runs, "bayes", "tree")
    assert [(pair.a, pair.b) for pair in found.pairs] == [("m", "m")]
    assert "m (A)" in found.sentences()[0]
    assert "m (B)" in found.sentences()[0]


def test_a_model_that_somebody_calls_baseline_is_a_model(runs: Path) -> None:
    """What is trivial is a fact of the run, not a matter of names."""
    found = [pv.Findings.load(runs / name / "findings.json") for name in ("bayes", "tree")]
    renamed = []
    for one in found:
        models = {{"m": "baseline"}.get(name, name): model for name, model in one.models.items()}
        renamed.append(replace(one, models=models))
    made = paired(*renamed)
    assert [(pair.a, pair.b) for pair in made.pairs] == [("baseline", "baseline")]


def test_turning_the_sides_turns_the_sign(runs: Path) -> None:
    there, back = (
        both(runs, *names).pairs[0].contests["auc"].result for names in (("bayes", "tree"), ("tree", "bayes"))
    )
    assert (there.effect, there.low, there.high) == pytest.approx((-back.effect, -back.high, -back.low))
    assert there.p == pytest.approx(back.p)


def test_five_times_two_folds_get_their_own_test(runs: Path, said: Said) -> None:
    found = both(runs, "two-fold-bayes", "two-fold-tree", predictions=False).pairs[0].contests["accuracy"].result
    gaps = per_fold(said["two-fold-bayes"], accuracy_score, "predicted")
    gaps = (gaps - per_fold(said["two-fold-tree"], accuracy_score, "predicted")).reshape(5, 2)
    statistic = (gaps**2).sum() / (2 * gaps.var(axis=1, ddof=1).sum())
    assert found.method == "5x2cv F-test"
    assert found.p == pytest.approx(stats.f.sf(statistic, 10, 5))


def test_random_splits_are_corrected_by_their_own_sizes(runs: Path, said: Said) -> None:
    ratio = share_tested(pv.Findings.load(runs / "drawn-bayes" / "findings.json"))
    assert ratio == pytest.approx(48 / 112, rel=1e-9)
    found = both(runs, "drawn-bayes", "drawn-tree", predictions=False).pairs[0].contests["auc"].result
    gaps = per_fold(said["drawn-bayes"], roc_auc_score, "score") - per_fold(said["drawn-tree"], roc_auc_score, "score")
    assert (found.low, found.high, found.p) == pytest.approx(corrected(gaps, 48 / 112), abs=1e-9)


def test_older_findings_know_the_sizes_of_k_folds_only(shelf: Callable[..., Path]) -> None:
    folder = shelf("bayes", "tree", "drawn-bayes", "drawn-tree")
    for file in folder.glob("*/findings.json"):
        plain = json.loads(file.read_text())
        for model in plain["models"].values():
            for part in model["resampling"].values():
                del part["n_train"], part["n_test"], part["measure"], part["model"]
        file.write_text(json.dumps(plain))
    assert both(folder, "bayes", "tree", predictions=False).pairs
    refused = both(folder, "drawn-bayes", "drawn-tree", predictions=False).refused
    assert "how many rows were trained on and tested is not in the findings." in refused


def test_many_pairs_are_adjusted_with_holm(runs: Path, said: Said) -> None:
    found = both(runs, "both", "same-names")
    assert [(pair.a, pair.b) for pair in found.pairs] == [("m", "m"), ("n", "n"), ("o", "o")]
    raw = []
    for name in "mno":
        gaps = per_fold(said["both"], roc_auc_score, "score", name)
        raw.append(corrected(gaps - per_fold(said["same-names"], roc_auc_score, "score", name), 1 / 4)[2])
    ranked, worst = sorted(range(3), key=lambda i: raw[i]), 0.0
    for place, i in enumerate(ranked):
        worst = max(worst, min(1.0, raw[i] * (3 - place)))
        assert found.pairs[i].contests["auc"].p_adjusted == pytest.approx(worst, abs=1e-9)
    assert any("3 pairs" in note and "Holm" in note for note in found.notes)


def test_without_a_shared_name_each_meets_each(runs: Path) -> None:
    found = both(runs, "bayes", "renamed")
    assert [(pair.a, pair.b) for pair in found.pairs] == [("m", "p"), ("m", "q")]
    assert any("no model has the same name" in note for note in found.notes)


def test_no_more_than_ten_pairs() -> None:
    pairs, words = model_pairs([f"a{i}" for i in range(4)], [f"b{i}" for i in range(4)])
    assert len(pairs) == MOST == 10
    assert "first 10 of 16" in words


def test_folds_without_a_value_of_both_are_left_out_and_told(shelf: Callable[..., Path], said: Said) -> None:
    folder = shelf("bayes", "tree")
    file = folder / "bayes" / "findings.json"
    plain = json.loads(file.read_text())
    plain["models"]["m"]["resampling"]["auc"]["folds"][2] = None
    file.write_text(json.dumps(plain))
    found = both(folder, "bayes", "tree")
    gaps = per_fold(said["bayes"], roc_auc_score, "score") - per_fold(said["tree"], roc_auc_score, "score")
    gaps = np.delete(gaps, 2)
    assert found.pairs[0].contests["auc"].result.p == pytest.approx(corrected(gaps, 1 / 4)[2], abs=1e-9)
    assert any("1 folds without a value" in note for note in found.notes)


# --- by predictions --------------------------------------------------------------------------------------------------


def test_one_test_set_is_paired_row_by_row(runs: Path, said: Said) -> None:
    found = both(runs, "held-bayes", "held-tree")
    a, b = said["held-bayes"].model(), said["held-tree"].model()
    assert np.array_equal(a.row, b.row)
    truth = a.truth
    contest = found.pairs[0].contests["auc"]
    effect, p = delong(truth, a.scores[:, 0], b.scores[:, 0])
    assert contest.result.effect == pytest.approx(effect)
    # Student's t, and the limits of each area, are less sure than DeLong's normal distribution.
    assert contest.result.p >= p
    only_a = int(((a.predicted == truth) & (b.predicted != truth)).sum())
    only_b = int(((a.predicted != truth) & (b.predicted == truth)).sum())
    total, fewer = only_a + only_b, min(only_a, only_b)
    mid = stats.binomtest(only_a, total).pvalue - stats.binom.pmf(fewer, total, 0.5) if 2 * fewer < total else nan
    accuracy = found.pairs[0].contests["accuracy"].result
    assert accuracy.effect == pytest.approx((only_a - only_b) / len(truth))
    assert accuracy.p == pytest.approx(mid)


def test_numbers_are_paired_row_by_row(runs: Path, said: Said) -> None:
    found = both(runs, "line", "steps").pairs[0].contests["mae"]
    a, b = said["line"].model(), said["steps"].model()
    truth = a.truth
    oracle = stats.ttest_rel(abs(a.predicted - truth), abs(b.predicted - truth))
    assert found.result.p == pytest.approx(oracle.pvalue)
    assert found.result.effect == pytest.approx((abs(a.predicted - truth) - abs(b.predicted - truth)).mean())


def test_splits_made_elsewhere_need_their_predictions(runs: Path, said: Said) -> None:
    bare = both(runs, "given-bayes", "given-tree", predictions=False)
    assert not bare.pairs
    assert any("made elsewhere" in reason for reason in bare.refused)
    found = both(runs, "given-bayes", "given-tree")
    gaps = per_fold(said["given-bayes"], roc_auc_score, "score") - per_fold(said["given-tree"], roc_auc_score, "score")
    result = found.pairs[0].contests["auc"].result
    assert (result.low, result.high, result.p) == pytest.approx(corrected(gaps, 1 / 3), abs=1e-9)


def test_other_columns_are_paired_by_row_with_a_caution(runs: Path, said: Said) -> None:
    found = both(runs, "bayes", "few-columns")
    gaps = per_fold(said["bayes"], roc_auc_score, "score") - per_fold(said["few-columns"], roc_auc_score, "score")
    assert found.pairs[0].contests["auc"].result.effect == pytest.approx(gaps.mean())
    assert any("fingerprints of the data differ" in note for note in found.notes)


def test_sorted_rows_of_other_data_are_not_taken_for_the_same(tmp_path: Path) -> None:
    """Two strangers' tables with 40 rows of each class look alike once they are sorted by class."""
    from sklearn.naive_bayes import GaussianNB

    y = np.repeat([0, 1], 40)
    for seed in (1, 2):
        x = np.random.default_rng(seed).normal(size=(80, 2)) + y[:, None]
        made = pv.run({"m": GaussianNB()}, x, y, plan="5-fold stratified")
        (tmp_path / str(seed)).mkdir()
        made.save(tmp_path / str(seed) / "predictions.parquet")
        pv.evaluate(made).save(tmp_path / str(seed) / "findings.json")
    found = both(tmp_path, "1", "2")
    assert not found.pairs
    assert any("sorted by their target" in reason for reason in found.refused)


# --- refused ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ("tree", "seeded", "seeds of the plans differ: 0 in A, 3 in B"),
        ("tree", "seeded", "the same rows, tested in different folds"),
        ("tree", "own-seed", "seed 0 in A, 5-fold stratified, seed 7 in B"),
        ("tree", "drawn-tree", "plans differ"),
        ("given-tree", "given-other", "the same rows, tested in different folds"),
        ("tree", "negative", "positive classes differ: 1 in A, 0 in B"),
        ("tree", "line", "tasks differ"),
        ("held-tree", "tree", "A holds no values of two folds or more"),
    ],
)
def test_what_cannot_be_paired_is_refused_by_name(runs: Path, a: str, b: str, reason: str) -> None:
    found = both(runs, a, b)
    assert not found.pairs
    assert found.sentences() == []
    assert any(reason in told for told in found.refused), found.refused


def test_findings_of_a_table_have_no_folds(runs: Path) -> None:
    table = pv.evaluate({"y": [0, 1] * 20, "s": np.linspace(0, 1, 40)}, truth="y", scores="s")
    found = paired(table, table)
    assert not found.pairs
    assert any("A holds no values" in reason for reason in found.refused)
    assert any("predictions.parquet" in reason and "A and B" in reason for reason in found.refused)


def test_other_software_may_have_drawn_other_folds(shelf: Callable[..., Path]) -> None:
    folder = shelf("bayes", "tree")
    file = folder / "tree" / "findings.json"
    plain = json.loads(file.read_text())
    plain["about"]["software"]["numpy"] = "1.0"
    file.write_text(json.dumps(plain))
    assert any("numpy 1.0 made B" in reason for reason in both(folder, "bayes", "tree", predictions=False).refused)
    assert both(folder, "bayes", "tree").pairs


def test_predictions_of_another_run_prove_nothing(shelf: Callable[..., Path]) -> None:
    folder = shelf("held-bayes", "held-tree", "tree")
    for name in ("predictions.parquet", "predictions.fits.json"):
        (folder / "held-tree" / name).write_bytes((folder / "tree" / name).read_bytes())
    found = both(folder, "held-bayes", "held-tree")
    assert not found.pairs
    assert any("not those that its findings were made from" in reason for reason in found.refused)


def test_damaged_predictions_are_told(shelf: Callable[..., Path]) -> None:
    folder = shelf("held-bayes", "held-tree")
    (folder / "held-tree" / "predictions.parquet").write_bytes(b"PAR1 and no more")
    found = both(folder, "held-bayes", "held-tree")
    assert not found.pairs
    assert any("predictions beside B cannot be read" in reason for reason in found.refused)
