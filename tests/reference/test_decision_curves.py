"""Decision curves and their differences: by hand, by brute force, and simulated."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

import probative as pv


def rows(seed: int, n: int = 200):
    rng = np.random.default_rng(seed)
    x = rng.normal(-0.8, 1.3, n)
    y = rng.random(n) < 1 / (1 + np.exp(-x))
    a, b = (1 / (1 + np.exp(-(x + noise * rng.normal(size=n)))) for noise in (0.3, 1.0))
    return y, a, b


@pytest.mark.parametrize("weighted", [False, True])
def test_net_benefit_by_hand(weighted):
    y, s, _ = rows(0)
    w = np.random.default_rng(0).random(len(y)) + 0.5 if weighted else np.ones(len(y))
    curve = pv.decision_curve(pv.Ladder.from_scores(y, s, sample_weight=w if weighted else None))
    for t, found, all_rows in zip(curve.threshold, curve.net_benefit, curve.treat_all, strict=True):
        acted = s >= t
        tp, fp = (w * (acted & y)).sum() / w.sum(), (w * (acted & ~y)).sum() / w.sum()
        assert found == pytest.approx(tp - fp * t / (1 - t), abs=1e-12)
        share = (w * y).sum() / w.sum()
        assert all_rows == pytest.approx(share - (1 - share) * t / (1 - t), abs=1e-12)
    assert ((curve.low < curve.net_benefit) & (curve.net_benefit < curve.high)).all()


def test_another_prior_is_another_share_of_positives():
    """Rows of one class repeated until the share is the prior have the net benefit at that prior."""
    y, s, _ = rows(1, 60)
    y[:], s = np.arange(60) < 20, s
    many = np.concatenate([np.flatnonzero(y), *[np.flatnonzero(~y)] * 3])
    prior = 20 / 140
    here = pv.decision_curve(pv.Ladder.from_scores(y, s), [0.1, 0.4], prior=prior)
    there = pv.decision_curve(pv.Ladder.from_scores(y[many], s[many]), [0.1, 0.4])
    np.testing.assert_allclose(here.net_benefit, there.net_benefit, atol=1e-12)
    np.testing.assert_allclose(here.treat_all, there.treat_all, atol=1e-12)


def test_clusters_vary_as_a_whole():
    y, s = (column[: len(column) // 20 * 20] for column in rows(2)[:2])  # equal groups, for G / (G - 1)
    groups = np.arange(len(y)) % 20
    parts = {(int(g),): pv.Ladder.from_scores(y[groups == g], s[groups == g]) for g in range(20)}
    curve = pv.decision_curve(pv.Ledger(("group",), parts), [0.3])
    row = (s >= 0.3) * np.where(y, 1.0, -0.3 / 0.7)
    sums = np.bincount(groups, row - row.mean()) / len(y)
    half = scipy.stats.t.ppf(0.975, 19) * math.sqrt((sums**2).sum() * 20 / 19)
    assert curve.net_benefit[0] == pytest.approx(row.mean(), abs=1e-12)
    # On effective rows limits are squared and added, so that they lie unevenly about the value.
    assert (curve.high[0] - curve.low[0]) / 2 == pytest.approx(half, rel=0.05)


@pytest.mark.parametrize("thresholds", [[], [1.0], [-0.1]])
def test_thresholds_that_are_no_probabilities_are_refused(thresholds):
    with pytest.raises(ValueError, match="threshold probabilities"):
        pv.decision_curve(pv.Ladder.from_scores([1, 0], [0.9, 0.1]), thresholds)


def test_scores_that_are_no_probabilities_are_refused():
    with pytest.raises(ValueError, match="probabilities"):
        pv.decision_curve(pv.Ladder.from_scores([1, 0], [3.0, 0.1]))
    with pytest.raises(ValueError, match="probabilities"):
        pv.decision_difference([1, 0], [3.0, 0.1], [0.2, 0.1])


@pytest.mark.parametrize("prior", [None, 0.1])
def test_differences_are_those_of_the_curves(prior):
    y, a, b = rows(3)
    found = pv.decision_difference(y, a, b, prior=prior)
    one, other = (pv.decision_curve(pv.Ladder.from_scores(y, s), prior=prior) for s in (a, b))
    np.testing.assert_allclose(found.difference, one.net_benefit - other.net_benefit, atol=1e-12)
    assert ((found.low < found.difference) & (found.difference < found.high)).all()
    same = pv.decision_difference(y, a, a)
    assert (same.difference == 0).all()
    assert (same.low < same.high).all()


def test_clustered_differences():
    y, a, b = rows(4)
    groups = np.arange(len(y)) % 20
    found = pv.decision_difference(y, a, b, [0.3], groups=groups)
    row = ((a >= 0.3) * 1.0 - (b >= 0.3)) * np.where(y, 1.0, -0.3 / 0.7)
    sums = np.bincount(groups, row - row.mean()) / len(y)
    half = scipy.stats.t.ppf(0.975, 19) * math.sqrt((sums**2).sum() * 20 / 19)
    assert found.difference[0] == pytest.approx(row.mean(), abs=1e-12)
    assert found.high[0] - found.difference[0] == pytest.approx(half, rel=1e-9)
    with pytest.raises(ValueError, match="clusters"):
        pv.decision_difference(y, a, b, [0.3], groups=np.zeros(len(y)))


def test_evaluations_hold_the_curve_and_draw_it():
    y, a, b = rows(5)
    found = pv.evaluate(truth=y, scores={"A": a, "B": b}, positive=True)
    points = found.models["A"].decision_curve
    curve = pv.decision_curve(pv.Ladder.from_scores(y, a), points["thresholds"])
    np.testing.assert_allclose(points["net_benefit"], curve.net_benefit, atol=1e-6)
    np.testing.assert_allclose(points["low"], curve.low, atol=1e-6)
    again = pv.Findings.from_dict(found.to_dict())
    assert again.models["A"].decision_curve == points
    ranked = pv.evaluate(truth=y, scores=a * 9 - 3, positive=True)
    assert ranked.models["model"].decision_curve is None


@pytest.mark.slow
@pytest.mark.parametrize("n", [50, 200, 1000])
def test_net_benefit_and_its_difference_cover(n):
    big = rows(999, 2_000_000)
    at = [0.1, 0.3, 0.6]
    truths = [pv.decision_curve(pv.Ladder.from_scores(big[0], s), at).net_benefit for s in big[1:]]
    inside, between = [], []
    for seed in range(1000):
        y, a, b = rows(seed, n)
        if not 0 < y.sum() < n:
            continue
        curve = pv.decision_curve(pv.Ladder.from_scores(y, a), at)
        inside.append((curve.low <= truths[0]) & (truths[0] <= curve.high))
        gap, difference = truths[0] - truths[1], pv.decision_difference(y, a, b, at)
        between.append((difference.low <= gap) & (gap <= difference.high))
    assert np.mean(inside, axis=0).min() > 0.93
    assert np.mean(between, axis=0).min() > 0.93
