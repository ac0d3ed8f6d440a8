"""The chooser, its verdicts and the command that prints them: what is held, which test follows, what may be said."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import mean_pinball_loss
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.cli import main
from probative.comparison.contests import detectable
from probative.errors import (
    BadInput,
    BadLabels,
    BadParameter,
    EmptyData,
    InvalidMethod,
    LengthMismatch,
    MissingColumn,
    MissingValues,
    NotPaired,
    WrongEvidence,
)
from probative.stats import TestResult, clusters, resampled

N = 160
RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, N)
A, B, C = (np.where(RNG.random(N) < share, TRUTH, 1 - TRUTH) for share in (0.92, 0.7, 0.68))
SCORE_A, SCORE_B, SCORE_C = (TRUTH + RNG.normal(0, sd, N) for sd in (0.6, 1.4, 1.5))
TARGET = RNG.normal(0, 2, N)
NEAR, FAR = (TARGET + RNG.normal(0, sd, N) for sd in (0.5, 1.0))
LABELS = {"A": A, "B": B}
SCORES = {"A": SCORE_A, "B": SCORE_B}


@pytest.fixture(autouse=True)
def _fewer_replicates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which test is run, and what is said of it, does not take thousands of resamples."""
    monkeypatch.setattr(clusters, "REPLICATES", 300)
    monkeypatch.setattr(resampled, "ROWWISE", 300)


def proba(score: Any) -> Any:
    return 1 / (1 + np.exp(-3 * (score - 0.5)))


def strict(verdict: pv.Verdict) -> dict[str, Any]:
    """As JSON would have it; NaN and infinities are no JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
    return plain


# --- which test follows from what is held ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("measure", "method"),
    [
        ("accuracy", "McNemar's test (chi2-corrected)"),
        ("error_rate", "McNemar's test (chi2-corrected)"),
        ("f1", "paired bootstrap"),
        ("recall", "paired bootstrap"),
        ("tpr", "paired bootstrap"),
        ("mcc", "paired bootstrap"),
        ("kappa", "paired bootstrap"),
        ("macro_f1", "paired bootstrap"),
    ],
)
def test_labels_of_the_same_rows(measure: str, method: str) -> None:
    verdict = pv.compare(truth=TRUTH, predicted=LABELS, measure=measure)
    assert verdict.test == method
    assert any("160 rows" in reason for reason in verdict.reasons)
    assert verdict.assumptions == ("rows are independent of each other",)
    assert verdict.adjustment == "none needed"
    assert verdict.contests[0].winner == "A"
    strict(verdict)


@pytest.mark.parametrize(
    ("measure", "method"),
    [
        (None, "DeLong's test"),
        ("auc", "DeLong's test"),
        ("average_precision", "paired bootstrap"),
        ("brier", "paired bootstrap"),
        ("log_loss", "paired bootstrap"),
        ("accuracy", "McNemar's test (chi2-corrected)"),
    ],
)
def test_scores_of_the_same_rows(measure: str | None, method: str) -> None:
    scores = {name: proba(score) for name, score in SCORES.items()}
    verdict = pv.compare(truth=TRUTH, scores=scores, measure=measure)
    assert (verdict.test, verdict.contests[0].winner) == (method, "A")
    assert verdict.measure == (measure or "auc")


@pytest.mark.parametrize(
    ("measure", "method"),
    [
        (None, "paired t-test"),
        ("mse", "paired t-test"),
        ("mae", "paired t-test"),
        ("mape", "paired bootstrap"),
        ("r2", "paired bootstrap"),
        ("max_error", "paired permutation (sampled)"),
    ],
)
def test_numbers_of_the_same_rows(measure: str | None, method: str) -> None:
    verdict = pv.compare(truth=TARGET, predicted={"far": FAR, "near": NEAR}, measure=measure)
    assert (verdict.test, verdict.contests[0].winner) == (method, "near")
    words = "beats far" if measure == "r2" else "beats (lower is better) far"
    assert words in verdict.sentences()[0]


@pytest.mark.parametrize("alpha", [0.1, 0.5])
def test_losses_of_rows_know_the_parameters_of_their_measure(alpha: float) -> None:
    """Row losses are those that scikit-learn averages."""
    verdict = pv.compare(truth=TARGET, predicted={"far": FAR, "near": NEAR}, measure="pinball", alpha=alpha)
    losses = [np.where(h < TARGET, alpha * (TARGET - h), (1 - alpha) * (h - TARGET)) for h in (FAR, NEAR)]
    expected = scipy.stats.ttest_rel(*losses)
    result = verdict.contests[0].result
    assert verdict.test == "paired t-test"
    assert (result.statistic, result.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert result.effect == pytest.approx(mean_pinball_loss(TARGET, FAR, alpha=alpha) - losses[1].mean())


def test_few_rows_of_numbers_are_resampled() -> None:
    verdict = pv.compare(truth=TARGET[:29], predicted={"far": FAR[:29], "near": NEAR[:29]})
    assert verdict.test == "paired bootstrap"
    with pytest.raises(InvalidMethod, match="29 rows are too few"):
        pv.compare(truth=TARGET[:29], predicted={"far": FAR[:29], "near": NEAR[:29]}, test="paired-t")
    assert pv.compare(truth=TARGET[:30], predicted={"far": FAR[:30], "near": NEAR[:30]}).test == "paired t-test"


def test_classes_without_a_positive_one() -> None:
    names = np.array(["ant", "bee", "cow"])
    truth = names[np.arange(N) % 3]
    good, bad = truth.copy(), truth.copy()
    good[:12], bad[:60] = "ant", "bee"
    verdict = pv.compare(truth=truth, predicted={"good": good, "bad": bad})
    assert (verdict.measure, verdict.contests[0].winner) == ("accuracy", "good")
    assert pv.compare(truth=truth, predicted={"good": good, "bad": bad}, measure="macro_f1").test == "paired bootstrap"
    with pytest.raises(WrongEvidence, match="auc cannot be computed"):
        pv.compare(truth=truth, predicted={"good": good, "bad": bad}, measure="auc")
    shares = {"good": (good[:, None] == names) * 0.7 + 0.1, "bad": (bad[:, None] == names) * 0.7 + 0.1}
    by_loss = pv.compare(truth=truth, scores=shares, measure="log_loss")
    assert (by_loss.test, by_loss.contests[0].winner, by_loss.better) == ("paired bootstrap", "good", "lower")
    assert pv.compare(truth=truth, scores=shares).contests[0].values == verdict.contests[0].values


def test_three_models_have_an_omnibus_and_adjusted_pairs() -> None:
    verdict = pv.compare(truth=TRUTH, predicted={**LABELS, "C": C}, measure="accuracy")
    assert verdict.omnibus is not None
    assert verdict.omnibus.method == "Cochran's Q test"
    assert [(c.a, c.b) for c in verdict.contests] == [("A", "B"), ("A", "C"), ("B", "C")]
    assert verdict.adjustment == "holm"
    assert verdict.p == verdict.omnibus.p
    assert verdict.false_alarm == pytest.approx(1 - 0.95**3)
    assert any("3 comparisons" in note and "adjusted for their number" in note for note in verdict.notes)
    areas = pv.compare(truth=TRUTH, scores={**SCORES, "C": SCORE_C})
    assert areas.omnibus is None
    assert {c.result.method for c in areas.contests} == {"DeLong's test"}


def test_groups_are_resampled_whole() -> None:
    groups = np.arange(N) // 4
    for measure, kept in (
        ("accuracy", {"predicted": LABELS}),
        ("f1", {"predicted": LABELS}),
        ("auc", {"scores": SCORES}),
    ):
        verdict = pv.compare(truth=TRUTH, groups=groups, measure=measure, **kept)
        assert verdict.test == "cluster bootstrap"
        assert verdict.reasons[0] == "160 rows in 40 groups"
        assert "whole groups are resampled" in verdict.reasons[1]
        assert verdict.contests[0].result.details["groups"] == 40
        with pytest.raises(InvalidMethod, match=r"not independent of each other[\s\S]*cluster-bootstrap"):
            pv.compare(truth=TRUTH, groups=groups, measure=measure, test="paired-bootstrap", **kept)
    numbers = pv.compare(truth=TARGET, predicted={"far": FAR, "near": NEAR}, groups=groups)
    assert (numbers.test, numbers.contests[0].winner) == ("cluster bootstrap", "near")


def test_groups_of_one_class_do_not_stop_the_bootstrap() -> None:
    truth = np.repeat([0, 1], 20)
    rng = np.random.default_rng(0)
    score = truth + rng.normal(0, 1, 40)
    verdict = pv.compare(
        truth=truth, scores={"A": score, "B": score + rng.normal(0, 1, 40)}, groups=np.arange(40) // 10
    )
    assert any("replicates, which were left out" in note for note in verdict.contests[0].result.notes)


def test_groups_that_cannot_tell() -> None:
    single = pv.compare(truth=TRUTH, predicted=LABELS, measure="f1", groups=np.zeros(N))
    assert np.isnan(single.p)
    assert single.sentences() == ["cannot tell A from B: a single group"]
    truth = np.tile([1, 0], 20)
    steady = pv.compare(
        truth=truth, predicted={"A": truth, "B": np.ones(40, int)}, measure="accuracy", groups=np.arange(40) // 2
    )
    assert np.isnan(steady.p)
    assert "the bootstrap sees no spread" in steady.sentences()[0]
    with pytest.raises(LengthMismatch, match="groups"):
        pv.compare(truth=TRUTH, predicted=LABELS, groups=[1, 2])


# --- what `run` gave -------------------------------------------------------------------------------------------------

X = RNG.normal(size=(60, 3))
Y = (X[:, 0] + RNG.normal(size=60) > 0).astype(int)
MODELS = {"line": LogisticRegression(), "tree": DecisionTreeClassifier(random_state=0)}


@pytest.mark.parametrize(
    ("plan", "measure", "method", "n"),
    [
        ("hold-out 70/30", None, "DeLong's test", 18),
        ("hold-out 70/30", "accuracy", "McNemar's test (exact)", 18),
        ("hold-out 70/30", "f1", "paired bootstrap", 18),
        ("leave-one-out", "accuracy", "McNemar's test (exact)", 60),
        ("5-fold stratified", None, "corrected resampled t-test", 5),
        ("3x5 stratified", "accuracy", "corrected resampled t-test", 15),
        ("5x2 stratified", "accuracy", "5x2cv F-test", 10),
        ("bootstrap 12", "accuracy", "corrected resampled t-test", 12),
        ("monte-carlo 8 80/20", "accuracy", "corrected resampled t-test", 8),
    ],
)
def test_plans(plan: str, measure: str | None, method: str, n: int) -> None:
    verdict = pv.compare(pv.run(MODELS, X, Y, plan=plan), measure=measure)
    assert (verdict.test, verdict.contests[0].result.n) == (method, n)
    strict(verdict)


def test_folds_of_a_run_are_those_of_resampled() -> None:
    said = pv.run(MODELS, X, Y, plan="2x5 stratified")
    folds = [pv.resampled(said, "accuracy", model=name).folds for name in MODELS]
    wanted = pv.stats.corrected_t(*folds, n_train=48, n_test=12)
    found = pv.compare(said, measure="accuracy").contests[0].result
    assert (found.p, found.low, found.high) == pytest.approx((wanted.p, wanted.low, wanted.high), rel=1e-12)


def test_regression_runs() -> None:
    said = pv.run({"line": LinearRegression(), "mean": DummyRegressor()}, X, X[:, 0] * 3, plan="hold-out 40/60")
    verdict = pv.compare(said)
    assert (verdict.measure, verdict.test, verdict.contests[0].winner) == ("mse", "paired t-test", "line")


class Moody(LogisticRegression):
    """Refuses to be trained where row `which` is among the training rows."""

    def __init__(self, which: float = 0.0) -> None:
        self.which = which
        super().__init__()

    def fit(self, X: Any, y: Any, **more: Any) -> Any:  # noqa: N803
        if self.which and not np.isin(self.which, X[:, 0]):
            raise ValueError("not today")
        return super().fit(X, y, **more)


def test_folds_in_which_a_training_failed_are_left_out_for_all() -> None:
    # Each of the two fails in one fold, and not in the same one: what is left must still be paired.
    moods = {"a": Moody(X[0, 0]), "b": Moody(X[1, 0]), "c": LogisticRegression(C=0.01)}
    said = pv.run(moods, X, Y, plan="10-fold stratified", random_state=3)
    where = [int(said.models["c"].fold[said.models["c"].row == row][0]) for row in (0, 1)]
    assert where[0] != where[1]
    assert {name: len(np.unique(told.fold)) for name, told in said.models.items()} == {"a": 9, "b": 9, "c": 10}
    verdict = pv.compare(said, measure="log_loss")
    assert "2 folds without a result of every model were left out" in verdict.notes
    truth, by_fold = said.truth, {}
    for name, told in said.models.items():
        for fold in set(range(10)) - set(where):
            mine = told.fold == fold
            p = np.where(truth[told.row[mine]] == 1, told.scores[mine, 0], 1 - told.scores[mine, 0])
            by_fold.setdefault(name, []).append(-np.log(p).mean())
    for contest in verdict.contests:
        assert contest.result.effect == pytest.approx(np.mean(by_fold[contest.a]) - np.mean(by_fold[contest.b]))


def test_plans_that_cannot_be_compared_say_so() -> None:
    with pytest.raises(BadInput, match="leave-pair-out plan have no results"):
        pv.compare(pv.run(MODELS, X[:8], Y[:8], plan="leave-pair-out"))
    with pytest.raises(BadInput, match="at least two models"):
        pv.compare(pv.run(MODELS["line"], X, Y, plan="5-fold"))
    quiet = np.zeros(60, int)
    quiet[:2] = 1
    said = pv.run(MODELS, X, quiet, plan=[(range(30), range(30, 60))] * 2)
    with pytest.raises(EmptyData, match="no fold has a recall"):
        pv.compare(said, measure="recall")
    with pytest.raises(BadParameter, match="weighted rows"):
        pv.compare(pv.run(MODELS, X, Y, plan="hold-out 70/30", sample_weight=np.arange(1, 61)))


# --- tables of results -----------------------------------------------------------------------------------------------

NORMAL = np.array([0.1, -0.4, 0.5, 0.9, -0.1, 0.3, 0.7, 0.2, 0.4, 0.0])
SKEWED = np.array([0.01, 0.02, 0.015, 0.03, 0.02, 0.01, 5.0, 0.02, 0.01, 9.0])
BASE = np.linspace(1, 2, 10)


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
        ("datasets", NORMAL[::-1], None, "Nemenyi's test", "Friedman's test"),
        ("paired", SKEWED, None, "Nemenyi's test", "Friedman's test"),
        ("paired", NORMAL[::-1], None, "paired t-test", "repeated-measures analysis of variance"),
        ("paired", SKEWED, True, "paired t-test", "repeated-measures analysis of variance"),
        ("paired", NORMAL[::-1], False, "Nemenyi's test", "Friedman's test"),
        ("independent", NORMAL[:8], None, "Tukey's test", "one-way analysis of variance"),
        ("independent", SKEWED[:8], None, "Mann-Whitney test (exact)", None),
        ("independent", NORMAL[:8], False, "Mann-Whitney test (exact)", None),
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
    with pytest.raises(BadInput, match="results must be numbers"):
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


# --- labels, tables, pairing -----------------------------------------------------------------------------------------


def test_labels_of_any_type_give_the_same_verdict() -> None:
    wanted = pv.compare(truth=TRUTH, predicted=LABELS, measure="f1").contests[0].result
    words = pv.compare(
        truth=np.where(TRUTH, "yes", "no"),
        predicted={name: np.where(v, "yes", "no") for name, v in LABELS.items()},
        measure="f1",
        positive="yes",
    )
    booleans = pv.compare(truth=TRUTH == 1, predicted={name: v == 1 for name, v in LABELS.items()}, measure="f1")
    floats = pv.compare(truth=TRUTH * 1.0, predicted=LABELS, measure="f1", task="classification")
    for verdict in (words, booleans, floats):
        assert verdict.contests[0].result == wanted
    flipped = pv.compare(truth=TRUTH, predicted=LABELS, measure="recall", positive=0).contests[0]
    assert flipped.values[0] == pytest.approx(np.mean(A[TRUTH == 0] == 0))
    with pytest.raises(BadLabels, match="look alike"):
        pv.compare(truth=TRUTH, predicted={"A": A.astype(str), "B": B}, measure="accuracy")
    with pytest.raises(WrongEvidence, match="f1 cannot be computed"):
        pv.compare(
            truth=np.where(TRUTH, "yes", "no"),
            predicted={k: np.where(v, "yes", "no") for k, v in LABELS.items()},
            measure="f1",
        )


def test_a_label_that_only_a_model_uses() -> None:
    odd = np.where(np.arange(N) < 5, 2, A)
    verdict = pv.compare(truth=TRUTH, predicted={"odd": odd, "A": A}, measure="accuracy", task="classification")
    assert verdict.contests[0].values == pytest.approx((np.mean(odd == TRUTH), np.mean(A == TRUTH)))
    assert verdict.contests[0].result.effect == pytest.approx(np.mean(odd == TRUTH) - np.mean(A == TRUTH))
    clustered = pv.compare(truth=TRUTH, predicted={"odd": odd, "A": A}, measure="accuracy", groups=np.arange(N) // 4)
    assert clustered.contests[0].result.effect == pytest.approx(verdict.contests[0].result.effect)
    permuted = pv.compare(truth=TRUTH, predicted={"odd": odd, "A": A}, measure="accuracy", test="paired-permutation")
    assert permuted.contests[0].result.effect == pytest.approx(verdict.contests[0].result.effect)
    three = pv.compare(truth=TRUTH, predicted={"odd": odd, "A": A, "B": B}, measure="accuracy")
    assert three.omnibus is not None


def long_table(**columns: Any) -> dict[str, Any]:
    """Two models under each other, the rows of each in an order of their own."""
    first, second = np.random.default_rng(1).permutation(N), np.random.default_rng(2).permutation(N)
    return {
        "model": ["A"] * N + ["B"] * N,
        "id": np.concatenate([first, second]),
        "y": np.concatenate([TRUTH[first], TRUTH[second]]),
        "score": np.concatenate([SCORE_A[first], SCORE_B[second]]),
        **columns,
    }


def test_long_tables_are_paired_by_id() -> None:
    wanted = pv.compare(truth=TRUTH, scores=SCORES)
    found = pv.compare(long_table(), truth="y", scores="score", model="model", row="id")
    assert found.contests[0].result == wanted.contests[0].result
    table = long_table()
    table["row"] = [f"row {i}" for i in table.pop("id")]
    assert pv.compare(table, truth="y", scores="score").p == pytest.approx(wanted.p, rel=1e-12)
    mixed = long_table()
    mixed["id"] = np.array([i if i else "zero" for i in mixed["id"]], object)
    assert pv.compare(mixed, truth="y", scores="score", row="id").p == pytest.approx(wanted.p, rel=1e-12)
    groups = pv.compare(
        long_table(g=np.asarray(long_table()["id"]) // 4), truth="y", scores="score", row="id", groups="g"
    )
    assert (
        groups.contests[0].result == pv.compare(truth=TRUTH, scores=SCORES, groups=np.arange(N) // 4).contests[0].result
    )


def test_rows_that_do_not_pair_are_refused() -> None:
    table = long_table()
    with pytest.raises(NotPaired, match="paired by the id"):
        pv.compare(table, truth="y", scores="score", model="model")
    other = dict(table, id=np.concatenate([table["id"][:N], table["id"][N:] + 1]))
    with pytest.raises(NotPaired, match="not scored on the same rows"):
        pv.compare(other, truth="y", scores="score", model="model", row="id")
    twice = dict(table, id=np.asarray(table["id"]) // 2)
    with pytest.raises(NotPaired, match="several times"):
        pv.compare(twice, truth="y", scores="score", model="model", row="id")
    changed = dict(table, y=np.concatenate([table["y"][:N], 1 - table["y"][N:]]))
    with pytest.raises(NotPaired):
        pv.compare(changed, truth="y", scores="score", model="model", row="id")
    fewer = {name: column[:-1] for name, column in table.items()}
    with pytest.raises(NotPaired, match="160 rows of A, 159 of B"):
        pv.compare(fewer, truth="y", scores="score", model="model", row="id")


def test_wide_tables_and_missing_values() -> None:
    wide = pd.DataFrame({"y": TRUTH, "score_A": SCORE_A, "score_B": SCORE_B})
    assert pv.compare(wide, truth="y").contests[0].result == pv.compare(truth=TRUTH, scores=SCORES).contests[0].result
    wide.loc[3, "score_A"] = np.nan
    with pytest.raises(MissingValues):
        pv.compare(wide, truth="y")
    kept = pv.compare(wide, truth="y", missing="drop")
    assert kept.contests[0].result.n == N - 1
    assert "1 rows with missing values were left out" in kept.notes
    with pytest.raises(MissingValues):
        pv.compare(truth=TRUTH, scores={"A": np.where(TRUTH, np.nan, SCORE_A), "B": SCORE_B})


def test_threshold_turns_scores_into_labels() -> None:
    cut = pv.compare(truth=TRUTH, scores=SCORES, measure="accuracy", threshold=0.8)
    assert cut.contests[0].values == pytest.approx([np.mean((s >= 0.8) == TRUTH) for s in SCORES.values()])
    # At the threshold is above it.
    step = {"A": np.where(TRUTH, 0.5, 0.2), "B": np.where(A, 0.5, 0.2)}
    assert pv.compare(truth=TRUTH, scores=step, measure="accuracy").contests[0].values[0] == 1.0
    zero = pv.compare(truth=TRUTH, scores=SCORES, measure="accuracy")
    assert zero.contests[0].values == pytest.approx([np.mean((s >= 0) == TRUTH) for s in SCORES.values()])
    with pytest.raises(WrongEvidence, match=r"[\s\S]*threshold"):
        pv.compare(truth=TRUTH, scores={name: s + 10 for name, s in SCORES.items()}, measure="accuracy")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({}, BadInput, "nothing to evaluate"),
        ({"truth": TRUTH, "predicted": {"A": A}}, BadInput, "at least two models"),
        ({"truth": TRUTH, "predicted": {"A": A, "B": B[:-1]}}, LengthMismatch, "differ in length"),
        ({"truth": TRUTH}, BadInput, "no predictions"),
        ({"truth": TRUTH, "predicted": LABELS, "level": 1.5}, BadParameter, "level"),
        ({"truth": TRUTH, "predicted": LABELS, "reference": "Z"}, BadParameter, "no model 'Z'"),
        ({"truth": TRUTH, "predicted": LABELS, "rope": 0.1}, BadParameter, "practical equivalence"),
        ({"truth": TRUTH, "predicted": LABELS, "adjustment": "hope"}, BadParameter, "holm"),
        ({"data": {"A": BASE, "B": NORMAL}, "of": "luck"}, BadParameter, "of must be"),
        ({"data": {"A": BASE, "B": NORMAL}, "of": "paired", "better": "lowr"}, BadParameter, "better must be"),
        ({"data": {"A": BASE, "B": NORMAL[:5]}, "of": "paired"}, LengthMismatch, "length"),
        ({"data": {"A": BASE, "B": NORMAL}, "of": "folds"}, BadParameter, "sizes of training and test"),
        ({"data": {"A": BASE, "B": NORMAL}, "of": "independent", "rope": 1.0}, BadParameter, "paired results"),
        ({"of": "folds"}, BadInput, "not a table"),
    ],
)
def test_wrong_calls(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        pv.compare(**arguments)


# --- asking for a test -----------------------------------------------------------------------------------------------

RESULTS = {"data": {"A": BASE + NORMAL, "B": BASE}, "n_train": 90, "n_test": 10}


@pytest.mark.parametrize(
    ("wanted", "right", "arguments"),
    [
        ("delong", "mcnemar", {"truth": TRUTH, "predicted": LABELS, "measure": "accuracy"}),
        ("paired-t", "mcnemar", {"truth": TRUTH, "predicted": LABELS, "measure": "accuracy"}),
        ("cluster-bootstrap", "mcnemar", {"truth": TRUTH, "predicted": LABELS, "measure": "accuracy"}),
        ("mcnemar", "delong", {"truth": TRUTH, "scores": SCORES}),
        ("welch_t", "delong", {"truth": TRUTH, "scores": SCORES}),
        ("corrected-t", "delong", {"truth": TRUTH, "scores": SCORES}),
        ("mcnemar", "paired-bootstrap", {"truth": TRUTH, "predicted": LABELS, "measure": "f1"}),
        (
            "paired-bootstrap",
            "paired-permutation",
            {"truth": TARGET, "predicted": {"A": NEAR, "B": FAR}, "measure": "max_error"},
        ),
        ("paired-t", "corrected-t", {**RESULTS, "of": "folds"}),
        ("Wilcoxon", "corrected-t", {**RESULTS, "of": "folds"}),
        ("5x2-f", "corrected-t", {**RESULTS, "of": "folds"}),
        ("mcnemar", "corrected-t", {**RESULTS, "of": "folds"}),
        ("student-t", "paired-t", {**RESULTS, "of": "paired"}),
        ("corrected-t", "paired-t", {**RESULTS, "of": "paired"}),
        ("friedman", "wilcoxon", {**RESULTS, "of": "datasets"}),
        ("paired-t", "welch-t", {**RESULTS, "of": "independent"}),
        ("anova", "welch-t", {**RESULTS, "of": "independent"}),
        ("corrected-t", "5x2-f", {"data": np.stack([BASE.reshape(5, 2), NORMAL.reshape(5, 2)]), "of": "folds"}),
        ("paired-t", "friedman", {"data": np.random.default_rng(0).random((6, 3)), "of": "datasets"}),
        ("welch-t", "anova", {"data": np.column_stack([BASE, NORMAL, -NORMAL]), "of": "independent"}),
    ],
)
def test_an_invalid_test_is_refused_with_the_right_one(wanted: str, right: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidMethod) as caught:
        pv.compare(test=wanted, **arguments)
    assert caught.value.remedy is not None
    assert caught.value.remedy.startswith(right)
    assert "is not valid here: " in str(caught.value)


@pytest.mark.parametrize(
    ("wanted", "arguments"),
    [
        ("paired-permutation", {"truth": TRUTH, "predicted": LABELS, "measure": "accuracy"}),
        ("paired-bootstrap", {"truth": TRUTH, "scores": SCORES}),
        ("sign", {**RESULTS, "of": "datasets"}),
        ("student-t", {**RESULTS, "of": "independent"}),
        ("5x2-t", {"data": np.stack([BASE.reshape(5, 2), NORMAL.reshape(5, 2)]), "of": "folds"}),
        ("friedman", {"data": np.random.default_rng(0).normal(size=(6, 3)), "of": "paired"}),
        ("mann-whitney", {"data": np.column_stack([BASE, NORMAL, -NORMAL]), "of": "independent"}),
    ],
)
def test_another_valid_test_may_be_asked_for(wanted: str, arguments: dict[str, Any]) -> None:
    verdict = pv.compare(test=wanted, **arguments)
    assert verdict.forced is None
    assert verdict.reasons[0].startswith(f"{wanted} was asked for; the choice would have been ")
    assert not any("forced" in note for note in verdict.notes)


@pytest.mark.parametrize(
    ("wanted", "method", "arguments"),
    [
        ("paired-t", "paired t-test", {**RESULTS, "of": "folds"}),
        ("anova", "Tukey's test", {**RESULTS, "of": "folds"}),
        ("friedman", "Nemenyi's test", {**RESULTS, "of": "folds"}),
        ("student-t", "Student's t-test", {**RESULTS, "of": "paired"}),
        (
            "mcnemar",
            "McNemar's test (chi2-corrected)",
            {"truth": TRUTH, "predicted": LABELS, "groups": np.arange(N) // 2},
        ),
        ("paired-t", "paired t-test", {"truth": TRUTH, "predicted": LABELS}),
    ],
)
def test_force_runs_it_and_marks_it(wanted: str, method: str, arguments: dict[str, Any]) -> None:
    verdict = pv.compare(test=wanted, force=True, **arguments)
    assert verdict.test == method
    assert verdict.forced
    assert verdict.notes[0] == f"this test was forced although {verdict.forced}: its p-value must not be relied on"
    assert strict(verdict)["forced"] == verdict.forced
    assert verdict.notes[0] in str(verdict)


@pytest.mark.parametrize(
    ("wanted", "arguments"),
    [
        # A test of another measure would say something else than it seems to, even backwards.
        ("mcnemar", {"truth": TRUTH, "scores": SCORES}),
        ("delong", {"truth": TRUTH, "scores": {k: proba(v) for k, v in SCORES.items()}, "measure": "brier"}),
        ("paired-t", {"truth": TRUTH, "predicted": LABELS, "measure": "f1"}),
        ("cluster-bootstrap", {"truth": TRUTH, "predicted": LABELS}),
        ("mcnemar", {**RESULTS, "of": "folds"}),
        ("wilcoxon", {"truth": TRUTH, "predicted": LABELS}),
        ("paired-bootstrap", {"truth": TARGET, "predicted": {"A": NEAR, "B": FAR}, "measure": "max_error"}),
    ],
)
def test_what_cannot_be_forced(wanted: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidMethod, match="cannot even be forced"):
        pv.compare(test=wanted, force=True, **arguments)


def test_forcing_never_turns_the_direction() -> None:
    for measure in ("accuracy", "error_rate"):
        wanted = pv.compare(truth=TRUTH, predicted=LABELS, measure=measure)
        forced = pv.compare(truth=TRUTH, predicted=LABELS, measure=measure, test="paired-t", force=True)
        assert forced.contests[0].result.effect == pytest.approx(wanted.contests[0].result.effect)
        assert forced.contests[0].winner == wanted.contests[0].winner == "A"


def test_forced_tests_that_cannot_run_say_why() -> None:
    with pytest.raises(LengthMismatch):
        pv.compare({"A": [1, 2, 3.5], "B": [1, 2.0], "C": [2, 3, 4.0]}, of="independent", test="friedman", force=True)
    with pytest.raises(BadParameter, match="five repeats"):
        pv.compare(np.zeros((6, 2)), of="folds", test="5x2-t", force=True)


def test_an_unknown_test_lists_those_there_are() -> None:
    with pytest.raises(InvalidMethod, match=r"no test 'chance'[\s\S]*delong, mcnemar"):
        pv.compare(truth=TRUTH, predicted=LABELS, test="chance", force=True)


# --- reference, region of equivalence, ranks -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        {"truth": TRUTH, "predicted": {"A": A, "B": B, "C": C}},
        {"data": {"A": BASE + NORMAL, "B": BASE, "C": BASE - NORMAL[::-1]}, "of": "datasets"},
        {"data": {"A": BASE + NORMAL, "B": BASE, "C": BASE - NORMAL[::-1]}, "of": "paired"},
        {"data": {"A": BASE + NORMAL, "B": BASE, "C": BASE - NORMAL[::-1]}, "of": "independent"},
        {"data": {"A": BASE + NORMAL, "B": BASE, "C": BASE - NORMAL[::-1]}, "of": "folds", "n_train": 9, "n_test": 1},
    ],
)
def test_reference(arguments: dict[str, Any]) -> None:
    every = {(c.a, c.b): c for c in pv.compare(**arguments).contests}
    found = pv.compare(reference="B", **arguments)
    assert [(c.a, c.b) for c in found.contests] == [("A", "B"), ("C", "B")]
    for contest in found.contests:
        same = every.get((contest.a, contest.b)) or every[contest.b, contest.a]
        turn = 1 if (contest.a, contest.b) in every else -1
        assert contest.result.effect == pytest.approx(turn * same.result.effect)
        ends = sorted((turn * same.result.low, turn * same.result.high))
        assert (contest.result.low, contest.result.high) == pytest.approx(tuple(ends))
        assert contest.result.p == pytest.approx(same.result.p)
        assert contest.p_adjusted <= same.p_adjusted + 1e-12


def test_posterior_beside_the_test() -> None:
    a, b = BASE + NORMAL, BASE
    folds = pv.compare({"A": a, "B": b}, of="folds", n_train=90, n_test=10, rope=0.1).contests[0].posterior
    wanted = pv.stats.bayes_correlated_t(a, b, rope=0.1, n_train=90, n_test=10)
    assert folds is not None
    assert (folds.left, folds.rope, folds.right) == (wanted.left, wanted.rope, wanted.right)
    sets = pv.compare({"A": a, "B": b}, of="datasets", rope=0.1, random_state=4).contests[0].posterior
    drawn = pv.stats.bayes_signed_rank(a, b, rope=0.1, random_state=4)
    assert sets is not None
    assert (sets.left, sets.rope, sets.right) == (drawn.left, drawn.rope, drawn.right)
    three = pv.compare({"A": a, "B": b, "C": b - NORMAL}, of="datasets", rope=0.1)
    assert all(
        c.posterior and c.posterior.left + c.posterior.rope + c.posterior.right == pytest.approx(1)
        for c in three.contests
    )
    twofold = pv.compare({"A": a.reshape(5, 2), "B": b.reshape(5, 2)}, of="folds", rope=0.1).contests[0].posterior
    assert twofold is not None
    assert twofold.right == pv.stats.bayes_correlated_t(a, b, rope=0.1, rho=0.5).right
    assert strict(three)["comparisons"][0]["posterior"]["text"].startswith("Bayesian signed-rank test")


def test_ranks_decide_and_not_means() -> None:
    # A is first in nine data sets of ten, and far behind in one: its mean is the worst, its rank the best.
    outlier = {"A": [1.0] * 9 + [-1000.0], "B": [0.0] * 10, "C": [-1.0] * 10}
    verdict = pv.compare(outlier, of="datasets")
    contest = verdict.contests[1]
    assert (contest.a, contest.b, contest.winner, contest.unit) == ("A", "C", "A", "ranks")
    assert contest.sentence().startswith(
        "A beats C by 1.7 ranks of score (95 % interval 0.7 to 2.7; Nemenyi's test, adjusted p = "
    )
    assert (contest.result.low, contest.result.high) == pytest.approx(
        (-1.7 - pv.stats.critical_difference(3, 10), -1.7 + pv.stats.critical_difference(3, 10))
    )
    assert contest.values[0] < contest.values[1]
    lower = pv.compare({name: np.negative(v) for name, v in outlier.items()}, of="datasets", better="lower")
    assert [c.winner for c in lower.contests] == [c.winner for c in verdict.contests]
    assert "lower is better" not in lower.sentences()[1]
    assert "average rank of score  lower" in str(verdict.table())
    assert verdict.contests[0].result.effect in [gap.value for gap in verdict.table().column("difference")]


def test_rank_sums_know_the_direction() -> None:
    low, high = np.arange(8.0), np.arange(8.0) + 6.5
    for samples in ({"low": low, "high": high}, {"high": high, "low": low}):
        higher = pv.compare(samples, of="independent", parametric=False).contests[0]
        lower = pv.compare(samples, of="independent", parametric=False, better="lower").contests[0]
        assert (higher.winner, lower.winner, higher.unit) == ("high", "low", "chance")
        share = np.mean(np.sign(high[:, None] - low))
        assert abs(higher.result.effect) == pytest.approx(share)
        assert (higher.result.effect > 0) == (higher.a == "high")
        start = f"high beats low by {100 * share:.1f} points of the chance to be higher in score (95 % interval "
        assert higher.sentence().startswith(start)
        assert lower.sentence().startswith(
            start.replace("high beats low", "low beats (lower is better) high").replace("higher in", "lower in")
        )
        assert higher.result.low <= higher.result.effect <= higher.result.high


def test_direction_follows_the_measure() -> None:
    worse = {"A": BASE + 1 + NORMAL / 10, "B": BASE}
    for measure, better, winner in (
        (None, None, "A"),
        ("auc", None, "A"),
        ("mse", None, "B"),
        ("neg_mean_squared_error", None, "A"),
        ("my own number", None, "A"),
        (None, "lower", "B"),
        ("mse", "higher", "A"),
    ):
        verdict = pv.compare(worse, of="paired", measure=measure, better=better)
        assert verdict.contests[0].winner == winner, (measure, better)
        assert ("lower is better" in verdict.sentences()[0]) == (winner == "B")


# --- what is said ----------------------------------------------------------------------------------------------------


def test_the_winning_sentence_holds_effect_interval_test_p_and_n() -> None:
    contest = pv.compare(truth=TRUTH, predicted=LABELS, measure="accuracy").contests[0]
    r = contest.result
    assert contest.sentence() == (
        f"A beats B by {100 * r.effect:.1f} points of accuracy (95 % interval {100 * r.low:.1f} to {100 * r.high:.1f}; "
        f"McNemar's test (chi2-corrected), p < 0.0001, n = 160)"
    )
    turned = pv.compare(truth=TRUTH, predicted={"B": B, "A": A}, measure="accuracy").sentences()[0]
    assert turned == contest.sentence()
    wrong = pv.compare(truth=TRUTH, predicted=LABELS, measure="error_rate").sentences()[0]
    assert wrong == contest.sentence().replace("beats", "beats (lower is better)").replace("accuracy", "error_rate")


def test_the_undecided_sentence_names_what_is_invisible() -> None:
    contest = pv.compare(truth=TRUTH, predicted={"B": B, "C": C}, measure="accuracy").contests[0]
    r = contest.result
    # Half an interval is 1.96 standard errors; 1.96 + 0.84 of them are found 4 times in 5.
    wanted = (r.high - r.low) / 2 / 1.959963984540054 * (1.959963984540054 + 0.8416212335729143)
    assert contest.detectable == pytest.approx(wanted, rel=1e-12)
    assert contest.sentence() == (
        f"cannot tell B from C: the difference is {100 * r.effect:.0f} points of accuracy ".replace("-", "−")
        + f"({100 * r.low:.0f} to {100 * r.high:.0f}), {r.method}, p = {contest.p_adjusted:.2g}, n = 160; ".replace(
            "-", "−", 1
        )
        + f"with this much data differences under {100 * wanted:.2g} points are invisible"
    )


def test_detectable_is_undefined_without_an_interval() -> None:
    assert np.isnan(detectable(TestResult(1.0, None, 0.5, 1.0)))
    assert np.isnan(detectable(TestResult(1.0, None, 0.5, 1.0, -np.inf, 2.0)))
    assert np.isnan(detectable(TestResult(1.0, None, 0.5, 1.0, 1.0, 1.0)))


def test_large_numbers_are_written_out() -> None:
    many = np.tile(TRUTH, 8000)
    assert (
        "n = 1,280,000" in pv.compare(truth=many, predicted={"A": many, "B": many}, measure="accuracy").sentences()[0]
    )
    big = pv.compare(
        truth=TARGET * 1e4,
        predicted={"A": NEAR * 1e4, "B": NEAR[::-1] * 1e4 - 1e4 * TARGET[::-1] + 1e4 * TARGET},
        measure="mae",
    )
    assert "e+" not in big.sentences()[0]
    assert re.search(r"differences under \d[\d,]* are invisible", big.sentences()[0])


def test_a_test_that_points_the_other_way_than_the_mean_decides_nothing() -> None:
    # Dietterich's t looks at the first of ten differences only.
    d = np.array([[-3.0, -2.9], [2, 2.1], [2, 2.1], [2, 2.1], [2, 2.1]])
    contest = pv.compare(np.stack([d, np.zeros((5, 2))]), of="folds", test="5x2-t").contests[0]
    assert contest.p_adjusted < 0.05
    assert contest.result.effect > 0 > contest.result.high
    assert contest.winner is None
    assert contest.sentence().startswith("cannot tell")


def test_measures_without_a_better_direction_have_no_winner() -> None:
    verdict = pv.compare(truth=TRUTH, predicted={"A": np.ones(N, int), "B": B}, measure="prediction_rate")
    assert verdict.contests[0].p_adjusted < 0.001
    assert verdict.contests[0].winner is None
    assert "beats" not in str(verdict)
    assert verdict.table().column("better") == ("neither direction is better",)


def test_level_moves_the_verdict() -> None:
    half = pv.compare(truth=TRUTH, predicted={"B": B, "A": np.where(np.arange(N) < 110, A, B)}, measure="accuracy")
    p = half.p
    assert 0 < p < 0.05
    for level, winner in ((1 - p * 1.001, "A"), (1 - p * 0.999, None)):
        verdict = pv.compare(truth=TRUTH, predicted={"B": B, "A": np.where(np.arange(N) < 110, A, B)}, level=level)
        assert verdict.contests[0].winner == winner
        assert verdict.contests[0].result.level == level


def test_table_and_dict() -> None:
    verdict = pv.compare(truth=TRUTH, predicted={**LABELS, "C": C}, measure="accuracy")
    table = verdict.table()
    ordered = sorted(verdict.contests, key=lambda contest: (contest.p_adjusted, contest.result.p))
    assert table.names[:5] == ("a", "b", "measure", "better if", "difference")
    assert list(zip(table.column("a"), table.column("b"), strict=True)) == [(c.a, c.b) for c in ordered]
    assert list(table.column("better")) == [c.winner or "cannot tell" for c in ordered]
    assert list(table.column("adjusted p")) == [c.p_adjusted for c in ordered]
    wanted = "accuracy, pairs of models, first minus second; higher is better; p adjusted: holm; intervals at 95 %"
    assert table.title == wanted
    plain = strict(verdict)
    assert (plain["probative"], plain["kind"]) == (1, "comparison")
    first = plain["comparisons"][0]
    assert {"a", "b", "measure", "test", "statistic", "p", "p_adjusted", "difference", "winner", "sentence"} <= set(
        first
    )
    assert first["difference"]["value"] == pytest.approx(np.mean(A == TRUTH) - np.mean(B == TRUTH))
    assert first["values"] == pytest.approx([np.mean(A == TRUTH), np.mean(B == TRUTH)])
    assert plain["false_alarm_unadjusted"] == pytest.approx(0.142625)


def test_p_is_explained() -> None:
    assert any("not that of no difference" in note for note in pv.compare(truth=TRUTH, predicted=LABELS).notes)


def test_equal_seeds_give_equal_verdicts() -> None:
    one, two, other = (pv.compare(truth=TRUTH, predicted=LABELS, measure="f1", random_state=s) for s in (3, 3, 4))
    assert one.to_dict() == two.to_dict()
    assert one.contests[0].result.low != other.contests[0].result.low


def test_parameters_go_to_the_measure() -> None:
    found = pv.compare(truth=TRUTH, predicted=LABELS, measure="f_beta", beta=2).contests[0]
    wanted = pv.stats.paired_bootstrap("f_beta", TRUTH, A, B, random_state=0, beta=2)
    assert (found.result.effect, found.result.low, found.result.p) == (wanted.effect, wanted.low, wanted.p)
    grouped = pv.compare(truth=TRUTH, predicted=LABELS, measure="f_beta", beta=2, groups=np.arange(N) // 4).contests[0]
    assert grouped.result.effect == pytest.approx(wanted.effect)


# --- the command -----------------------------------------------------------------------------------------------------


class Done(NamedTuple):
    """What a call of the command line left behind."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """The command line without a process of its own."""
    monkeypatch.chdir(folder)

    def call(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        return Done(int(left.value.code or 0), *capsys.readouterr())

    return call


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("compare")
    pd.DataFrame(
        {"y": np.where(TRUTH, "yes", "no"), "score_A": SCORE_A, "score_B": SCORE_B, "g": np.arange(N) // 4}
    ).to_csv(here / "wide.csv", index=False)
    pd.DataFrame(long_table()).to_csv(here / "long.csv", index=False)
    pd.DataFrame({"data": list("abcdefghij"), "A": BASE + NORMAL, "B": BASE, "C": BASE - SKEWED}).to_csv(
        here / "sets.csv", index=False
    )
    pv.run(MODELS, X, Y, plan="5-fold").save(here / "predictions.parquet")
    return here


def test_command_prints_the_verdict(run: Callable[..., Done]) -> None:
    done = run("compare", "wide.csv", "--truth", "y", "--score", "score_A", "--score", "score_B", "--positive", "yes")
    assert (done.returncode, done.stderr) == (0, "")
    verdict = pv.compare(truth=TRUTH, scores=SCORES)
    assert done.stdout.splitlines()[0] == verdict.sentences()[0]
    assert verdict.table().title in done.stdout
    printed = done.stdout.splitlines()[-1]
    for cell in next(verdict.table().shown()):
        assert all(part in printed for part in cell.split("  "))


def test_command_gives_json(run: Callable[..., Done]) -> None:
    done = run(
        "compare", "long.csv", "--truth", "y", "--score", "score", "--model", "model", "--row", "id", "--json", "-"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["comparisons"] == strict(pv.compare(truth=TRUTH, scores=SCORES))["comparisons"]


def test_command_for_results_with_a_diagram(run: Callable[..., Done], folder: Path) -> None:
    done = run(
        "compare", "sets.csv", "--of", "datasets", "--measure", "auc", "--diagram", "cd.svg", "--json", "out.json"
    )
    assert done.returncode == 0
    assert done.stderr.splitlines() == ["diagram written to cd.svg", "written to out.json"]
    assert "Nemenyi's test" in done.stdout
    assert (folder / "cd.svg").read_text().startswith("<svg")
    assert json.loads((folder / "out.json").read_text())["ranks"].keys() == {"A", "B", "C"}
    asked = run("compare", "sets.csv", "--of", "paired", "--parametric", "--reference", "B", "--json", "-")
    plain = json.loads(asked.stdout)
    assert plain["omnibus"]["method"] == "repeated-measures analysis of variance"
    assert [(c["a"], c["b"]) for c in plain["comparisons"]] == [("A", "B"), ("C", "B")]
    forced = run("compare", "sets.csv", "--of", "folds", "--test", "paired-t", "--force")
    assert forced.returncode == 0
    assert "note: this test was forced although training sets overlap" in forced.stdout


def test_command_reads_what_run_saved(run: Callable[..., Done]) -> None:
    for name in (".", "predictions.parquet"):
        done = run("compare", name, "--measure", "accuracy", "--json", "-")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["comparisons"][0]["test"] == "corrected resampled t-test"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sets.csv", "--of", "folds", "--test", "paired-t"), "Try: corrected-t (or force=True, --force)"),
        (("sets.csv", "--of", "folds"), "--n-train, --n-test"),
        (("sets.csv", "--of", "luck"), "of must be"),
        (
            ("wide.csv", "--truth", "y", "--positive", "yes", "--diagram", "cd.svg"),
            "there are no average ranks to draw",
        ),
        (("wide.csv", "--truth", "y"), "positive"),
        (("none.csv",), "none.csv"),
        (("sets.csv", "--of", "datasets", "--json", "no/such/folder.json"), "cannot be written"),
    ],
)
def test_command_refuses_without_a_traceback(run: Callable[..., Done], arguments: tuple[str, ...], words: str) -> None:
    done = run("compare", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert "beats" not in done.stdout


def test_command_help_has_an_example(run: Callable[..., Done]) -> None:
    done = run("compare", "--help")
    assert done.returncode == 0
    assert "Example: probative compare predictions.csv" in re.sub(r"\s+", " ", done.stdout)
