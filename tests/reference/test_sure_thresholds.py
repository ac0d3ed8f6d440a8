"""Thresholds that keep their bounds, how sure a threshold is itself, and clusters."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

import probative as pv
from probative.errors import BadInput, BadParameter


def rows(seed: int, n: int = 400, distance: float = 1.5, prevalence: float = 0.3):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < prevalence
    return y, rng.normal(size=n) + distance * y


QUICK = {"replicates": 20}


@pytest.mark.parametrize(("text", "of", "bound"), [
    ("fpr<=0.05", 0, 0.05),
    ("specificity>=0.9", 0, 0.1),
    ("recall>=0.8", 1, 0.2),
    ("fnr<=0.1", 1, 0.1),
])  # fmt: skip
def test_no_more_errors_are_allowed_than_the_binomial_makes_improbable(text, of, bound):
    y, s = rows(0)
    found = pv.best_threshold(pv.Ladder.from_scores(y, s), "accuracy", at=text, confidence=0.95, **QUICK)
    n = int((y == of).sum())
    most = max(k for k in range(n) if scipy.stats.binom.cdf(k, n, bound) <= 0.05)
    allowed = [
        ((s >= t) == y).mean()
        for t in np.append(s, np.inf)
        if ((s >= t) if of == 0 else (s < t))[y == of].sum() <= most
    ]
    assert found.apparent.value == pytest.approx(max(allowed), abs=1e-12)
    (kept,) = found.constraints
    assert kept.sure or kept.rate.value != bound
    assert found.confidence == 0.95


def test_too_few_rows_say_how_many_are_needed():
    y, s = np.arange(150) < 30, np.linspace(1, 0, 150)
    with pytest.raises(BadInput, match="120 negatives; 299 are needed"):
        pv.best_threshold(pv.Ladder.from_scores(y, s), at="fpr<=0.01", confidence=0.95)


def test_bounds_share_the_risk():
    y, s = rows(1, 2000)
    ladder = pv.Ladder.from_scores(y, s)
    found = pv.best_threshold(ladder, "accuracy", at=["fpr<=0.3", "recall>=0.6"], confidence=0.9, **QUICK)
    n = int((~y).sum())
    assert scipy.stats.binom.cdf(found.outcomes.fp, n, 0.3) <= 0.05
    assert [kept.measure for kept in found.constraints] == ["false_positive_rate", "recall"]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"at": "precision>=0.9"}, BadParameter, "errors of one class"),
        ({"at": "recall<=0.9"}, BadParameter, "errors of one class"),
        ({"at": "fpr<=0"}, BadParameter, "no room"),
        ({"by": "accuracy"}, BadParameter, "goes with a constraint"),
        ({"at": "fpr<=0.1", "confidence": 95}, BadParameter, "between 0 and 1"),
    ],
)
def test_what_cannot_be_kept_with_confidence_is_refused(options, error, words):
    with pytest.raises(error, match=words):
        pv.best_threshold(pv.Ladder.from_scores(*rows(2)), **{"confidence": 0.95} | options)


def test_weights_and_clusters_have_no_exact_order_statistics_but_equal_weights_do():
    y, s = rows(3)
    weights = np.random.default_rng(0).random(len(y)) + 0.5
    with pytest.raises(BadInput, match="weights"):
        pv.best_threshold(pv.Ladder.from_scores(y, s, sample_weight=weights), at="fpr<=0.1", confidence=0.95)
    with pytest.raises(BadInput, match="clustered"):
        pv.best_threshold(by_cluster(y, s, np.arange(len(y)) % 9), at="fpr<=0.1", confidence=0.95)
    plain, heavy = (
        pv.best_threshold(pv.Ladder.from_scores(y, s, sample_weight=w), at="fpr<=0.1", confidence=0.95, **QUICK)
        for w in (None, np.full(len(y), 10.0))
    )
    assert heavy.threshold == plain.threshold
    assert (heavy.chosen.low, heavy.chosen.high) == (plain.chosen.low, plain.chosen.high)


def by_cluster(y, s, groups):
    parts = {(int(g),): pv.Ladder.from_scores(y[groups == g], s[groups == g]) for g in np.unique(groups)}
    return pv.Ledger(("group",), parts)


def test_a_constrained_rate_is_always_shown_with_its_interval():
    y, s = rows(4)
    found = pv.best_threshold(pv.Ladder.from_scores(y, s), at="fpr<=0.05", **QUICK)
    (kept,) = found.constraints
    wanted = scipy.stats.binomtest(int(found.outcomes.fp), int((~y).sum())).proportion_ci(method="wilson")
    assert (kept.rate.low, kept.rate.high) == pytest.approx((wanted.low, wanted.high), rel=1e-9)
    assert not kept.sure
    assert found.confidence is None
    other = pv.best_threshold(
        pv.Ladder.from_scores(y, s), at="fpr<=0.05", validation=pv.Ladder.from_scores(*rows(5)), **QUICK
    )
    assert other.constraints[0].rate.value != kept.rate.value


def test_the_interval_of_a_threshold_are_percentiles_of_what_resamples_choose():
    """Oracle: rows drawn and the best Youden index found by brute force."""
    y, s = rows(6, 150, distance=0.8)
    found = pv.best_threshold(pv.Ladder.from_scores(y, s), "youden", replicates=800)
    rng, chosen = np.random.default_rng(0), []
    for _ in range(800):
        i = rng.integers(0, len(y), len(y))
        a, b = y[i], s[i]
        levels = np.unique(b)[::-1]
        index = [(b[a] >= t).mean() - (b[~a] >= t).mean() for t in levels]
        chosen.append(levels[int(np.argmax(index))])
    low, high = np.quantile(chosen, [0.025, 0.975])
    assert found.chosen.method == "bootstrap"
    assert found.chosen.low <= found.threshold <= found.chosen.high
    assert (found.chosen.low, found.chosen.high) == pytest.approx((low, high), abs=0.25 * (high - low))


def test_a_threshold_that_every_resample_chooses_has_no_interval_and_says_so():
    found = pv.best_threshold(pv.Ladder.from_scores([1] * 40 + [0] * 40, [0.9] * 40 + [0.1] * 40), "youden", **QUICK)
    assert math.isnan(found.chosen.low)
    assert "same threshold" in found.chosen.why


def test_clusters_are_resampled_whole():
    """Every row repeated ten times tells no more than the rows alone: a cluster of ten equal rows is one row."""
    y, s = rows(7, 120)
    many = np.repeat(np.arange(120), 10)
    one = pv.best_threshold(pv.Ladder.from_scores(y, s), "accuracy", replicates=400)
    ten = pv.best_threshold(by_cluster(y[many], s[many], many), "accuracy", replicates=400)
    naive = pv.best_threshold(pv.Ladder.from_scores(y[many], s[many]), "accuracy", replicates=400)
    assert ten.threshold == one.threshold

    def width(found):
        return found.high - found.low

    assert width(ten.achieved) == pytest.approx(width(one.achieved), rel=0.2)
    assert width(naive.achieved) < 0.6 * width(ten.achieved)
    assert ten.achieved.value == pytest.approx(one.achieved.value, abs=0.01)
    assert width(ten.chosen) == pytest.approx(width(one.chosen), rel=0.5)


def test_costs_of_clusters_vary_as_a_whole():
    y, s = rows(8, 120)
    many = np.repeat(np.arange(120), 10)
    options = {"truth": y[many], "scores": s[many], "positive": True, "threshold_by": "cost", "costs": pv.Costs(1, 3)}
    plain, grouped = (pv.evaluate(**options, **more).models["model"].decisions for more in ({}, {"groups": many}))
    assert grouped.costs.operating.value == pytest.approx(plain.costs.operating.value)
    for pick in (lambda d: d.costs.operating, lambda d: d.operating.apparent, lambda d: d.operating.achieved):
        assert pick(grouped).high - pick(grouped).low > 2 * (pick(plain).high - pick(plain).low)


def test_evaluations_say_it_in_words_tables_and_json():
    y, s = rows(9)
    found = pv.evaluate(truth=y, scores=s, positive=True, at="fpr<=0.05")
    assert "constraint-unsure" in {note.code for note in found.notes}
    table = found.table("thresholds").to_dicts()[0]
    assert table["constraint"] == "false_positive_rate <= 0.05"
    assert table["constrained rate_low"] < table["constrained rate"] < table["constrained rate_high"]
    assert table["resamples choose_low"] <= table["threshold"] <= table["resamples choose_high"]
    operating = found.to_dict()["models"]["model"]["decisions"]["operating"]
    assert operating["constraints"][0]["rate"]["low"] == table["constrained rate_low"]
    assert pv.Findings.from_dict(found.to_dict()).models["model"].decisions == found.models["model"].decisions
    sure = pv.evaluate(truth=y, scores=s, positive=True, at="fpr<=0.05", confidence=0.95)
    assert "constraint-unsure" not in {note.code for note in sure.notes}
    assert "95 % sure" in str(sure.table("thresholds"))
    with pytest.raises(BadParameter, match="constraint"):
        pv.evaluate(truth=y, scores=s, positive=True, confidence=0.95)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "bound"), [(200, 0.1), (1000, 0.05), (1000, 0.01), (5000, 0.01)])
def test_the_true_rate_breaks_the_bound_no_oftener_than_it_may(n, bound):
    broken, held = [], []
    for seed in range(1500):
        y, s = rows(seed, n)
        ladder = pv.Ladder.from_scores(y, s)
        found = pv.best_threshold(ladder, at=f"fpr<={bound}", confidence=0.95, replicates=2)
        rate = scipy.stats.norm.sf(found.threshold)
        broken.append(rate > bound)
        plain = pv.best_threshold(ladder, at=f"fpr<={bound}", replicates=2)
        kept = plain.constraints[0].rate
        held.append(kept.low <= scipy.stats.norm.sf(plain.threshold) <= kept.high)
    assert np.mean(broken) < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 1500)
    assert np.mean(held) > 0.92
