"""The chooser: which test follows from what is held, and asking for another."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
import scipy.stats
from sklearn.metrics import mean_pinball_loss

import probative as pv
from probative.errors import (
    AmbiguousColumn,
    BadParameter,
    InvalidMethod,
    LengthMismatch,
    WrongEvidence,
)

from .known import BASE, FAR, LABELS, NEAR, NORMAL, SCORE_C, SCORES, TARGET, TRUTH, C, N, proba, strict

# --- which test follows from what is held ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("measure", "method"),
    [
        ("accuracy", "McNemar's test (mid-p)"),
        ("error_rate", "McNemar's test (mid-p)"),
        ("f1", "paired square-and-add"),
        ("recall", "paired square-and-add"),
        ("tpr", "paired square-and-add"),
        ("mcc", "paired square-and-add"),
        ("kappa", "paired square-and-add"),
        ("macro_f1", "paired jackknife"),
    ],
)
def test_labels_of_the_same_rows(measure: str, method: str) -> None:
    verdict = pv.compare(truth=TRUTH, predicted=LABELS, measure=measure)
    assert verdict.test == method
    assert any("160 rows" in reason for reason in verdict.reasons)
    assert verdict.assumptions[0] == "rows are independent of each other"
    assert verdict.adjustment == "none needed"
    assert verdict.contests[0].winner == "A"
    strict(verdict)


@pytest.mark.parametrize(
    ("measure", "method"),
    [
        (None, "difference of areas"),
        ("auc", "difference of areas"),
        ("average_precision", "paired bootstrap"),
        ("brier", "paired t-test"),
        ("log_loss", "paired t-test"),
        ("accuracy", "McNemar's test (mid-p)"),
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
    assert "is better than far" in verdict.sentences()[0]


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


def test_few_rows_of_numbers_are_compared_by_t_and_very_few_resampled() -> None:
    verdict = pv.compare(truth=TARGET[:29], predicted={"far": FAR[:29], "near": NEAR[:29]})
    assert verdict.test == "paired t-test"
    assert "fewer than 30 pairs: this holds only if the differences are normal" in verdict.notes
    verdict = pv.compare(truth=TARGET[:7], predicted={"far": FAR[:7], "near": NEAR[:7]})
    assert verdict.test == "paired bootstrap"
    with pytest.raises(InvalidMethod, match="7 rows are too few"):
        pv.compare(truth=TARGET[:7], predicted={"far": FAR[:7], "near": NEAR[:7]}, test="paired-t")
    assert "7 rows are fewer than 30: the percentiles lie too close together, and p is too small" in str(verdict)


def test_equal_models_of_few_rows_are_rarely_told_apart() -> None:
    """Squared errors of 12 rows: resampled rows told 16 of 100 pairs of equal models apart."""
    rng = np.random.default_rng(5)
    truth, errors = rng.normal(size=12), rng.normal(size=(80, 2, 12))
    told = 0
    for a, b in errors:
        verdict = pv.compare(truth=truth, predicted={"a": truth + a, "b": truth + b}, measure="mse")
        told += verdict.contests[0].result.p <= 0.05
    assert told <= 9


def test_classes_without_a_positive_one() -> None:
    names = np.array(["ant", "bee", "cow"])
    truth = names[np.arange(N) % 3]
    good, bad = truth.copy(), truth.copy()
    good[:12], bad[:60] = "ant", "bee"
    verdict = pv.compare(truth=truth, predicted={"good": good, "bad": bad})
    assert (verdict.measure, verdict.contests[0].winner) == ("accuracy", "good")
    assert pv.compare(truth=truth, predicted={"good": good, "bad": bad}, measure="macro_f1").test == "paired jackknife"
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
    assert verdict.adjustment == "max-t"
    assert verdict.p == verdict.omnibus.p
    assert verdict.false_alarm == pytest.approx(1 - 0.95**3)
    assert any("hold for all pairs of models together (max-t)" in note for note in verdict.notes)
    areas = pv.compare(truth=TRUTH, scores={**SCORES, "C": SCORE_C})
    assert areas.omnibus is None
    assert {c.result.method for c in areas.contests} == {"difference of areas"}


def test_groups_are_left_out_whole() -> None:
    groups = np.arange(N) // 4
    for measure, kept in (
        ("accuracy", {"predicted": LABELS}),
        ("f1", {"predicted": LABELS}),
        ("auc", {"scores": SCORES}),
    ):
        verdict = pv.compare(truth=TRUTH, groups=groups, measure=measure, **kept)
        assert verdict.test == "cluster jackknife"
        assert verdict.reasons[0] == "160 rows in 40 groups"
        assert "whole groups are left out" in verdict.reasons[1]
        assert verdict.contests[0].result.details["groups"] == 40
        with pytest.raises(InvalidMethod, match=r"not independent of each other[\s\S]*cluster-jackknife"):
            pv.compare(truth=TRUTH, groups=groups, measure=measure, test="paired-bootstrap", **kept)
    numbers = pv.compare(truth=TARGET, predicted={"far": FAR, "near": NEAR}, groups=groups)
    assert (numbers.test, numbers.contests[0].winner) == ("cluster jackknife", "near")


def test_groups_of_one_class_do_not_stop_the_bootstrap() -> None:
    truth = np.repeat([0, 1], 20)
    rng = np.random.default_rng(0)
    score = truth + rng.normal(0, 1, 40)
    models = {"A": score, "B": score + rng.normal(0, 1, 40)}
    verdict = pv.compare(truth=truth, scores=models, groups=np.arange(40) // 4)
    # Five groups of positives vary like five groups, however many there are of negatives.
    assert verdict.contests[0].result.df == pytest.approx(4)
    asked = pv.compare(truth=truth, scores=models, groups=np.arange(40) // 4, test="cluster-bootstrap")
    assert asked.forced is None
    lonely = pv.compare(truth=truth, scores=models, groups=np.maximum(np.arange(40) - 20, -1))
    assert "undefined without one of the groups" in lonely.sentences()[0]


@pytest.mark.parametrize(("count", "told"), [(1, "a single group"), (2, "2 groups"), (3, "3 groups"), (4, "")])
def test_few_groups_have_no_p_and_no_interval_and_say_why(count: int, told: str) -> None:
    found = pv.compare(truth=TRUTH, predicted=LABELS, measure="accuracy", groups=np.arange(N) % count)
    result = found.contests[0].result
    assert np.isnan(result.p) == np.isnan(result.low) == np.isnan(result.high) == bool(told)
    assert told in found.sentences()[0]
    with pytest.raises(InvalidMethod, match="too few to be resampled"):
        pv.compare(truth=TRUTH, predicted=LABELS, groups=np.arange(N) % count, test="cluster-bootstrap")


def test_groups_that_cannot_tell() -> None:
    single = pv.compare(truth=TRUTH, predicted=LABELS, measure="f1", groups=np.zeros(N))
    assert np.isnan(single.p)
    assert single.sentences() == ["cannot tell A from B: a single group: fewer than 4 do not show how groups vary"]
    truth = np.tile([1, 0], 20)
    steady = pv.compare(
        truth=truth, predicted={"A": truth, "B": np.ones(40, int)}, measure="accuracy", groups=np.arange(40) // 2
    )
    assert np.isnan(steady.p)
    assert "no spread can be seen" in steady.sentences()[0]
    with pytest.raises(LengthMismatch, match="groups"):
        pv.compare(truth=TRUTH, predicted=LABELS, groups=[1, 2])


# --- asking for a test -----------------------------------------------------------------------------------------------


RESULTS = {"data": {"A": BASE + NORMAL, "B": BASE}, "n_train": 90, "n_test": 10}


@pytest.mark.parametrize(
    ("wanted", "right", "arguments"),
    [
        ("delong", "mcnemar", {"truth": TRUTH, "predicted": LABELS, "measure": "accuracy"}),
        ("paired-t", "mcnemar", {"truth": TRUTH, "predicted": LABELS, "measure": "accuracy"}),
        ("cluster-bootstrap", "mcnemar", {"truth": TRUTH, "predicted": LABELS, "measure": "accuracy"}),
        ("mcnemar", "auc-difference", {"truth": TRUTH, "scores": SCORES}),
        ("welch_t", "auc-difference", {"truth": TRUTH, "scores": SCORES}),
        ("corrected-t", "auc-difference", {"truth": TRUTH, "scores": SCORES}),
        ("mcnemar", "square-and-add", {"truth": TRUTH, "predicted": LABELS, "measure": "f1"}),
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
        ("welch-t", "welch-anova", {"data": np.column_stack([BASE, NORMAL, -NORMAL]), "of": "independent"}),
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
        ("friedman", "Wilcoxon signed-rank test (exact)", {**RESULTS, "of": "folds"}),
        ("student-t", "Student's t-test", {**RESULTS, "of": "paired"}),
        (
            "mcnemar",
            "McNemar's test (mid-p)",
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
    with pytest.raises(InvalidMethod, match=r"no test 'chance'[\s\S]*mcnemar[\s\S]*delong"):
        pv.compare(truth=TRUTH, predicted=LABELS, test="chance", force=True)


def test_a_table_of_results_without_a_word_is_told_how_to_say_so():
    with pytest.raises(AmbiguousColumn, match="of='folds'"):
        pv.compare({"A": [0.1, 0.2, 0.3], "B": [0.1, 0.2, 0.4]})
    with pytest.raises(AmbiguousColumn) as refused:
        pv.compare({"yes": [0, 1, 0], "A": [0.1, 0.2, 0.3]}, truth="yes")
    assert "of=" not in str(refused.value)


def test_five_repeats_of_two_folds_are_told_by_the_columns_that_number_them():
    folds = np.random.default_rng(2).normal(0.8, 0.03, (2, 5, 2))
    table = {"repeat": np.repeat(np.arange(5), 2), "fold": np.arange(10)}
    table |= {name: values.ravel() for name, values in zip("AB", folds, strict=True)}
    order = np.random.default_rng(3).permutation(10)
    mixed = {name: column[order] for name, column in table.items()}
    for data in (table, mixed, pl.DataFrame(mixed)):
        for test in ("5x2-t", "5x2-f"):
            found = pv.compare(data, of="folds", test=test).contests[0].result
            assert found.p == pytest.approx(getattr(pv.stats, f"five_by_two_{test[-1]}")(*folds).p)
    with pytest.raises(InvalidMethod, match="columns repeat and fold"):
        pv.compare({name: table[name] for name in "AB"}, of="folds", test="5x2-t")
    with pytest.raises(InvalidMethod, match="five repeats"):
        pv.compare(table | {"repeat": np.repeat([0, 1], 5)}, of="folds", test="5x2-t", n_train=9, n_test=1)
