"""Rows that are already graded: evaluated, compared, gated, sliced and planned like any others."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, nan
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

import probative as pv
from probative import errors

from ..refusals import Refusal, assert_refused
from .graded import WIDE, answers, by_question, long

TABLE = answers()
SMALL, TOPIC = by_question(TABLE, "small")
LARGE, _ = by_question(TABLE, "large")


def mean_of(table: Any, model: str = "small", **words: Any) -> pv.Estimate:
    (found,) = pv.evaluate(table, **(WIDE | words)).models[model].measures.values()
    return found


def clustered(values: Any) -> tuple[float, float]:
    """Mean and cluster-robust standard error, by statsmodels."""
    fit = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": TOPIC})
    return float(fit.params[0]), float(fit.bse[0])


def test_samples_of_a_row_are_averaged_before_they_count() -> None:
    found = mean_of(TABLE)
    assert found.value == pytest.approx(SMALL.mean(), rel=1e-12)
    assert found.n == 60
    t = stats.ttest_1samp(SMALL, 0).confidence_interval(0.95)
    # Grades are nearly symmetric here, so that what skewness adds to Student's interval is little.
    assert (found.low, found.high) == pytest.approx(tuple(t), abs=0.05)
    plain = mean_of({name: TABLE[name] for name in TABLE}, row=None)
    assert plain.n == 180
    assert plain.high - plain.low < 0.8 * (found.high - found.low), "samples taken for rows look surer than they are"


def test_rows_with_more_samples_count_no_more_than_others() -> None:
    kept = (TABLE["sample"] == 0) | (TABLE["question"] < 20)
    table = {name: column[kept] for name, column in TABLE.items()}
    expected = np.mean([table["grade_small"][table["question"] == q].mean() for q in range(60)])
    assert mean_of(table).value == pytest.approx(expected, rel=1e-12)


def test_nonnegative_losses_have_the_interval_of_the_mean_absolute_error() -> None:
    loss = np.random.default_rng(0).exponential(size=40)
    mine, other = (
        pv.evaluate(values=loss, better="lower").models["model"].measures["mean_loss"],
        pv.evaluate(truth=loss, predicted=np.zeros(40), task="regression").models["model"].measures["mae"],
    )
    # What is said of few rows names errors in the one, numbers in the other.
    assert replace(mine, n=other.n, why=other.why) == other


@pytest.mark.parametrize("shift", [-100.0, -5.0])
def test_intervals_of_values_that_may_be_negative_move_with_them(shift: float) -> None:
    values = np.random.default_rng(1).exponential(size=40)
    found, moved = (pv.estimate("mean_loss", pv.Moments.from_values(values + s)) for s in (-3.0, -3.0 + shift))
    assert (moved.low - shift, moved.high - shift) == pytest.approx((found.low, found.high), rel=1e-9)
    turned = pv.estimate("mean_grade", pv.Moments.from_values(3.0 - values))
    assert (-turned.high, -turned.low) == pytest.approx((found.low, found.high), rel=1e-9)


def test_right_or_wrong_is_a_share() -> None:
    right = np.array([1.0] * 47 + [0.0] * 3)
    found = pv.evaluate(values=right, better="higher").models["model"].measures["mean_grade"]
    other = pv.estimate("accuracy", pv.Outcomes(tp=47, fn=3, fp=0, tn=0))
    assert (found.low, found.high, found.method) == (pytest.approx(other.low), pytest.approx(other.high), "wilson")
    groups = np.arange(50) // 5
    parts = {(g,): pv.Moments.from_values(right[groups == g]) for g in range(10)}
    counts = {(g,): pv.Outcomes(tp=int(right[groups == g].sum()), fn=int((1 - right[groups == g]).sum()), fp=0, tn=0)
              for g in range(10)}  # fmt: skip
    mine, theirs = (
        pv.estimate("mean_grade", pv.Ledger(("g",), parts)),
        pv.estimate("accuracy", pv.Ledger(("g",), counts)),
    )
    assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high))


@pytest.mark.parametrize("values", [[2.5], [3.0] * 9, [1e9] * 5, [0.0] * 4], ids=["one", "equal", "large", "zero"])
def test_no_spread_is_no_interval_and_the_reason(values: list[float]) -> None:
    found = pv.evaluate(values=values, better="lower").models["model"].measures["mean_loss"]
    assert found.value == values[0]
    assert isnan(found.low)
    assert isnan(found.high)
    assert found.why


def test_clusters_vary_as_a_whole() -> None:
    found = mean_of(TABLE, groups="topic")
    mean, error = clustered(SMALL)
    assert found.value == pytest.approx(mean, rel=1e-12)
    assert found.method == "t-skewed, by cluster"
    half = stats.t.ppf(0.975, 11) * error
    assert (found.low, found.high) == pytest.approx((mean - half, mean + half), rel=0.02)
    assert found.high - found.low > 1.2 * (mean_of(TABLE).high - mean_of(TABLE).low)


def test_a_long_table_says_the_same_as_a_wide_one() -> None:
    words = {"row": "question", "repeat": "sample", "groups": "topic", "by": "language", "better": "higher"}
    wide = pv.evaluate(TABLE, values=["grade_small", "grade_large"], **words)
    tall = pv.evaluate(long(TABLE), values="grade", model="model", **words)
    assert {name: m.measures for name, m in wide.models.items()} == {
        name: m.measures for name, m in tall.models.items()
    }
    assert {(s.value, s.model): s.measures for s in wide.slices} == {
        (s.value, s.model): s.measures for s in tall.slices
    }
    a, b = (found.verdict.contests[0] for found in (wide, tall) if found.verdict is not None)
    # Models of a column stand in the order of their names.
    assert (a.a, b.a) == ("small", "large")
    assert a.result.p == pytest.approx(b.result.p, rel=1e-9)
    assert a.winner == b.winner == "large"


def test_what_a_long_table_calls_model_and_row_is_guessed_and_said() -> None:
    tall = long(TABLE)
    tall["row"] = tall.pop("question")
    found = pv.evaluate(tall, values="grade", better="higher")
    assert found.models["small"].measures == pv.evaluate(TABLE, **WIDE).models["small"].measures
    assert found.about.guesses == ("models are named in column 'model'", "rows are named in column 'row'")


def test_weights_weigh_rows() -> None:
    weight = np.random.default_rng(2).integers(1, 5, 60).astype(float)[TABLE["question"]]
    expected = np.average(SMALL, weights=[weight[TABLE["question"] == q][0] for q in range(60)])
    found = mean_of(TABLE | {"w": weight}, weight="w")
    assert found.value == pytest.approx(expected, rel=1e-12)
    assert found.n is not None
    assert found.n < 60
    alike, plain = mean_of(TABLE | {"w": np.full(180, 10.0)}, weight="w"), mean_of(TABLE)
    assert (alike.low, alike.high, alike.n) == pytest.approx((plain.low, plain.high, plain.n))


def test_differences_are_paired_by_row() -> None:
    verdict = pv.compare(TABLE, **WIDE)
    known, contest = stats.ttest_rel(SMALL, LARGE), verdict.contests[0]
    assert contest.result.p == pytest.approx(known.pvalue, rel=1e-9)
    assert contest.result.statistic == pytest.approx(known.statistic, rel=1e-9)
    assert (contest.result.low, contest.result.high) == pytest.approx(tuple(known.confidence_interval(0.95)))
    assert contest.winner == "large"
    lower = pv.compare(TABLE, **(WIDE | {"better": "lower"}))
    assert lower.contests[0].winner == "small"
    assert lower.measure == "mean_loss"


def test_differences_of_clusters_are_those_of_a_cluster_robust_regression() -> None:
    result = pv.compare(TABLE, **WIDE, groups="topic").contests[0].result
    mean, error = clustered(SMALL - LARGE)
    assert (result.effect, result.statistic, result.df) == pytest.approx((mean, mean / error, 11), rel=1e-9)
    assert result.p == pytest.approx(2 * stats.t.sf(abs(mean / error), 11), rel=1e-9)


def test_a_row_that_decides_alone_is_no_proof() -> None:
    rng = np.random.default_rng(4)
    a, b = rng.exponential(size=(2, 200))
    b[3] = 1e4
    verdict = pv.compare(values={"a": a, "b": b}, better="lower")
    assert isnan(verdict.contests[0].result.p)
    assert verdict.contests[0].winner is None
    found = pv.evaluate(values={"a": a, "b": b}, better="lower")
    assert [(note.code, note.model) for note in found.notes] == [("heavy-tail", "b"), ("best-of-several", None)]


def test_the_best_of_several_is_corrected_for_the_choice() -> None:
    rng = np.random.default_rng(5)
    found = pv.evaluate(values={f"m{i}": rng.normal(5, 1, 100) for i in range(8)}, better="higher")
    assert found.leader is not None
    assert found.leader.measure == "mean_grade"
    assert found.leader.corrected.low < found.leader.apparent.low
    assert found.leader.corrected.value < found.leader.apparent.value


@pytest.mark.parametrize("groups", [None, "topic"])
def test_slices_are_told_apart_nearly_as_by_welchs_test(groups: str | None) -> None:
    up = answers() | {"grade_small": TABLE["grade_small"] + (TABLE["language"] == "en")}
    values = by_question(up, "small")[0]
    english = (TOPIC % 2).astype(bool)
    (test,) = [
        one for one in pv.evaluate(up, **WIDE, by="language", groups=groups).heterogeneity if one.model == "small"
    ]
    samples = [values[english], values[~english]]
    if groups is not None:
        # Topics are equally large: their means are the rows.
        samples = [np.array([values[t == TOPIC].mean() for t in range(first, 12, 2)]) for first in (1, 0)]
    known = stats.ttest_ind(*samples, equal_var=False)
    assert test.statistic == pytest.approx(known.statistic**2, rel=0.25 if groups is None else 0.5)
    assert test.method == "heterogeneity test"
    few = pv.evaluate(values=values[:12], better="lower", by=()).heterogeneity
    assert few == ()


@pytest.mark.parametrize(("rows", "groups"), [(9, None), (40, 4)])
def test_slices_of_a_few_rows_or_clusters_are_not_told_apart(rows: int, groups: int | None) -> None:
    n = rows + 60
    table = {"x": np.random.default_rng(0).normal(size=n), "part": np.repeat(["few", "many"], [rows, 60])}
    table["cluster"] = np.concatenate([np.arange(rows) % (groups or 1), 10 + np.arange(60) % 20])
    words = {"values": "x", "better": "lower", "by": "part", "groups": "cluster" if groups else None}
    (test,) = pv.evaluate(table, **words).heterogeneity
    assert isnan(test.p)
    assert test.why == "a slice has fewer than 10 rows, or 5 groups of rows"


def test_a_gate_knows_which_way_is_better() -> None:
    assert pv.gate(TABLE, **WIDE, margin=0.1).status == "passed"
    assert pv.gate(TABLE, **(WIDE | {"better": "lower"}), margin=0.1).status == "failed"
    old, new = ({"question": TABLE["question"], "grade": TABLE[f"grade_{m}"]} for m in ("small", "large"))
    two = pv.gate(old, new, values="grade", better="higher", row="question", margin=0.1)
    assert two.checks == pv.gate(TABLE, **WIDE, margin=0.1).checks


def test_a_pilot_is_what_a_plan_needs() -> None:
    found = pv.pilot(TABLE, **WIDE)
    assert found.sd == pytest.approx(np.std(SMALL - LARGE, ddof=1), rel=1e-12)
    # Browne's upper limit: (n - 1) s^2 over the fifth of chi-squared that lies lowest.
    assert found.safe_sd == pytest.approx(found.sd * np.sqrt(59 / stats.chi2.ppf(0.2, 59)), rel=1e-9)
    alone = pv.pilot(TABLE, **(WIDE | {"values": "grade_small"}), groups="topic")
    assert alone.sd == pytest.approx(clustered(SMALL)[1] * np.sqrt(60), rel=1e-9)
    assert alone.design_effect == pytest.approx((alone.sd / np.std(SMALL, ddof=1)) ** 2, rel=1e-9)
    errors_of = pv.pilot(truth=SMALL, predicted={"a": LARGE, "b": SMALL + 1}, task="regression", measure="mae")
    assert errors_of.sd == pytest.approx(np.std(np.abs(SMALL - LARGE), ddof=1), rel=1e-9)


def test_missing_grades_are_refused_or_dropped() -> None:
    gone = TABLE | {"grade_small": np.where(TABLE["sample"] == 2, nan, TABLE["grade_small"])}
    with pytest.raises(errors.MissingValues, match="missing in grade_small 60"):
        pv.evaluate(gone, **WIDE)
    kept = {name: column[TABLE["sample"] != 2] for name, column in TABLE.items()}
    found = pv.evaluate(gone, **WIDE, missing="drop")
    assert found.models["small"].measures == pv.evaluate(kept, **WIDE).models["small"].measures
    assert found.about.dropped == 60
    assert "rows-dropped" in {note.code for note in found.notes}
    assert any("60 rows with missing values" in note for note in pv.compare(gone, **WIDE, missing="drop").notes)


TWICE = {"id": [1, 1], "s": [0, 0], "x": [1.0, 2.0]}
REFUSED = {
    "no direction": (lambda: pv.evaluate(TABLE, values="grade_small"), errors.BadParameter, "lower or", "nothing"),
    "no such direction": (lambda: pv.read(TABLE, values="topic", better="up"), errors.BadParameter, "lower", "'up'"),
    "words": (lambda: pv.read(TABLE, values="topic", better="lower"), errors.BadScores, "'topic' must", "in row 1"),
    "truth too": (
        lambda: pv.read(TABLE, values="grade_small", better="lower", truth="topic"),
        errors.BadParameter, "no truth", "values= and truth=",
    ),
    "folds": (
        lambda: pv.read(TABLE, values="grade_small", better="lower", fold="sample"),
        errors.BadParameter, "folds", "'sample'",
    ),
    "a task": (
        lambda: pv.read(TABLE, values="grade_small", better="lower", task="regression"),
        errors.BadParameter, "task", "regression",
    ),
    "direction alone": (lambda: pv.read(TABLE, truth="topic", better="lower"), errors.BadParameter, "values", "--v"),
    "samples without rows": (
        lambda: pv.read(TABLE, values="grade_small", better="lower", repeat="sample"),
        errors.BadInput, "id", "no row ids",
    ),
    "a sample twice": (
        lambda: pv.read(TWICE, values="x", better="lower", row="id", repeat="s"),
        errors.BadInput, "more than once", "id 1, s 0",
    ),
    "a slice inside a row": (
        lambda: pv.evaluate(TABLE, **WIDE, by="sample"), errors.BadInput, "one row", "several values of 'sample'",
    ),
    "a cluster inside a row": (
        lambda: pv.evaluate(TABLE, **WIDE, groups="sample"), errors.BadInput, "one row", "'sample'",
    ),
    "the other direction": (
        lambda: pv.compare(TABLE, **WIDE, measure="mean_loss"), errors.BadParameter, "higher ones", "mean_grade",
    ),
    "a measure of classes": (
        lambda: pv.compare(TABLE, **WIDE, measure="accuracy"), errors.WrongEvidence, "accuracy", "graded rows",
    ),
    "a threshold": (lambda: pv.evaluate(TABLE, **WIDE, threshold=1), errors.BadParameter, "threshold", "graded"),
    "an infinity": (lambda: pv.evaluate(values=[1.0, np.inf], better="lower"), errors.BadScores, "infinite", "row 2"),
    "no rows": (lambda: pv.evaluate({"x": np.zeros(0)}, values="x", better="lower"), errors.EmptyData, "no rows", ""),
    "a pilot of three": (
        lambda: pv.pilot(values={m: [1.0, 2.0] for m in "abc"}, better="lower"),
        errors.BadInput, "one model or two", "a, b",
    ),
    "a pilot of one row": (lambda: pv.pilot(values=[1.0], better="lower"), errors.BadInput, "no spread", "1 row."),
    "a pilot by rank": (
        lambda: pv.pilot(truth=[1.0, 2.5], predicted=[1.0, 2.0], measure="spearman"),
        errors.BadParameter, "no such mean", "spearman",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    call, kind, what, found = REFUSED[name]
    assert_refused(call, Refusal(kind, what, found))
