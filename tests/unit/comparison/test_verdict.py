"""The verdict: references, ranks, posteriors, and what is said."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.comparison.contests import detectable
from probative.stats import TestResult

from .known import BASE, LABELS, NEAR, NORMAL, TARGET, TRUTH, A, B, C, N, strict

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
    every = {(c.a, c.b): c for c in pv.compare(adjustment="holm", **arguments).contests}
    found = pv.compare(reference="B", adjustment="holm", **arguments)
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
    assert (contest.a, contest.b, contest.winner, contest.unit) == ("A", "C", None, "value")
    assert verdict.contests[2].sentence().startswith("B is better than C by 1.0 of score (Wilcoxon")
    assert contest.result.effect > 0 > contest.values[0] - contest.values[1]
    # Average ranks depend on the models compared: Nemenyi's verdict stands beside, and does not decide.
    assert verdict.ranks == {"A": pytest.approx(1.2), "B": pytest.approx(1.9), "C": pytest.approx(2.9)}
    assert verdict.post_hoc is not None
    assert verdict.post_hoc.critical_difference == pytest.approx(pv.stats.critical_difference(3, 10))
    assert "Nemenyi's test" in verdict.notes[-1]
    assert "tells apart A and C" in verdict.notes[-1]
    assert verdict.diagram().groups() == [("A", "B"), ("B", "C")]
    lower = pv.compare({name: np.negative(v) for name, v in outlier.items()}, of="datasets", better="lower")
    assert [c.winner for c in lower.contests] == [c.winner for c in verdict.contests]
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
        start = (
            f"high is better than low by {100 * share:.0f} points of the chance to be higher in score (95 % interval "
        )
        assert higher.sentence().startswith(start)
        assert lower.sentence().startswith(
            start.replace("high is better than low", "low is better than high").replace("higher in", "lower in")
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
        assert verdict.sentences()[0].startswith(f"{winner} is better than ")


# --- what is said ----------------------------------------------------------------------------------------------------


def test_the_winning_sentence_holds_effect_interval_test_p_and_n() -> None:
    contest = pv.compare(truth=TRUTH, predicted=LABELS, measure="accuracy").contests[0]
    r = contest.result
    assert contest.sentence() == (
        f"A is better than B by {100 * r.effect:.1f} points of accuracy "
        f"(95 % interval {100 * r.low:.1f} to {100 * r.high:.1f}; "
        f"McNemar's test (mid-p), p < 0.0001, n = 160)"
    )
    turned = pv.compare(truth=TRUTH, predicted={"B": B, "A": A}, measure="accuracy").sentences()[0]
    assert turned == contest.sentence()
    wrong = pv.compare(truth=TRUTH, predicted=LABELS, measure="error_rate").sentences()[0]
    assert wrong == contest.sentence().replace("accuracy", "error_rate")


def test_the_undecided_sentence_names_what_would_be_found() -> None:
    contest = pv.compare(truth=TRUTH, predicted={"B": B, "C": C}, measure="accuracy").contests[0]
    r = contest.result
    # Half an interval is 1.96 standard errors; 1.96 + 0.84 of them are found 4 times in 5.
    wanted = (r.high - r.low) / 2 / 1.959963984540054 * (1.959963984540054 + 0.8416212335729143)
    assert contest.detectable == pytest.approx(wanted, rel=1e-12)
    assert contest.sentence() == (
        f"cannot tell B from C: the difference is {100 * r.effect:.0f} points of accuracy ".replace("-", "−")
        + f"(95 % interval {100 * r.low:.0f} to {100 * r.high:.0f}), ".replace("-", "−")
        + f"{r.method}, p = {contest.p_adjusted:.2g}, n = 160; "
        + f"a true difference of {100 * wanted:.2g} points would be found 4 times in 5, "
        + f"and one as observed with some {float(f'{contest.needed - 160:.2g}'):,.0f} more"
    )
    assert contest.needed == np.ceil(160 * (wanted / r.effect) ** 2)


def test_detectable_is_undefined_without_an_interval() -> None:
    assert np.isnan(detectable(TestResult(1.0, None, 0.5, 1.0), 0.05, 0.05))
    assert np.isnan(detectable(TestResult(1.0, None, 0.5, 1.0, -np.inf, 2.0), 0.05, 0.05))
    assert np.isnan(detectable(TestResult(1.0, None, 0.5, 1.0, 1.0, 1.0), 0.05, 0.05))


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
    assert re.search(r"a true difference of \d[\d,]* would be found", big.sentences()[0])


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
    assert "is better than" not in str(verdict)
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
    wanted = "accuracy, pairs of models, first minus second; higher is better; p adjusted: max-t; intervals at 95 % "
    assert table.title == wanted + "for all pairs together"
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
    assert any("not the probability of H0" in note for note in pv.compare(truth=TRUTH, predicted=LABELS).notes)


def test_equal_seeds_give_equal_verdicts() -> None:
    one, two, other = (
        pv.compare(truth=TRUTH, predicted=LABELS, measure="f1", random_state=s, test="paired-bootstrap")
        for s in (3, 3, 4)
    )
    assert one.to_dict() == two.to_dict()
    assert one.contests[0].result.low != other.contests[0].result.low


def test_parameters_go_to_the_measure() -> None:
    found = pv.compare(truth=TRUTH, predicted=LABELS, measure="f_beta", beta=2).contests[0]
    wanted = pv.stats.paired_square_and_add("f_beta", TRUTH, A, B, beta=2)
    assert wanted.effect != pv.stats.paired_square_and_add("f_beta", TRUTH, A, B, beta=1).effect
    assert (found.result.effect, found.result.low, found.result.p) == (wanted.effect, wanted.low, wanted.p)
    grouped = pv.compare(truth=TRUTH, predicted=LABELS, measure="f_beta", beta=2, groups=np.arange(N) // 4).contests[0]
    assert grouped.result.effect == pytest.approx(wanted.effect)


def test_the_null_of_several_models_is_that_of_the_test_of_all():
    table = {"A": [1, 2, 3, 2, 1.5, 2], "B": [2, 2.5, 2, 3, 2, 2.2], "C": [3, 3.1, 4, 5, 3, 3.4]}
    verdict = pv.compare(table, of="datasets")
    legend = verdict.plot("null").get_legend()
    assert legend.get_title().get_text().startswith(f"{verdict.omnibus.method}, p = {verdict.omnibus.p:.3g}"[:30])
