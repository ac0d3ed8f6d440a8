"""Laws of ladders: scores in order, coarsening and its bound."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import probative as pv

from .strategies import (
    BY_NAME,
    ONE_ULP_UP,
    laws,
    thorough,
    weights,
)

# --- Scores ----------------------------------------------------------------------------------------------------------


def test_both_zeros_are_one_rung():
    for weight in (None, [1.0, 1.0, 1.0]):
        ladder = pv.Ladder.from_scores([1, 0, 1], [0.0, -0.0, -1.0], sample_weight=weight)
        assert ladder.scores.tolist() == [0.0, -1.0]
        assert not np.signbit(ladder.scores[0])
    assert pv.Ladder.from_counts([-0.0, 0.0], [1, 0], [0, 1]).positives.tolist() == [1]
    both = pv.ClassScores.from_probabilities(["a", "a"], [[0.0, 1], [-0.0, 1]], labels=["a", "b"])
    assert both.mass.tolist() == [2]


@pytest.mark.parametrize("score", [0.5, 1e-300, 1e300, -0.1, 5e-324, 1.0])
def test_scores_one_ulp_apart_stay_apart(score):
    above = float(np.nextafter(score, np.inf))
    for weight in (None, [1.0, 1.0, 1.0]):
        ladder = pv.Ladder.from_scores([1, 0, 0], [above, score, score], sample_weight=weight)
        assert ladder.scores.tolist() == [above, score]
        assert pv.value("auc", ladder) == 1.0


def test_infinite_scores_lie_at_the_ends():
    ladder = pv.Ladder.from_scores([1, 0, 0, 1], [np.inf, -np.inf, 1e308, -1e308])
    assert ladder.scores.tolist() == [np.inf, 1e308, -1e308, -np.inf]
    assert pv.value("auc", ladder) == 0.75
    assert ladder.at(np.inf).tp == 1
    assert ladder.at(-np.inf).tp == 2


def _long(rng: np.random.Generator) -> dict[str, Any]:
    """Columns of 5000 scores, of every size and closeness."""
    n = 5000
    return {
        "distinct": rng.normal(size=n),
        "ties": rng.integers(-9, 9, n) / 8,
        "ulps": 0.7 + np.spacing(0.7) * rng.integers(0, 9, n),
        "ulps below two": np.nextafter(2, 0) - np.spacing(1.0) * rng.integers(0, 9, n),
        "ulps of a thousand": 1000.1 + np.spacing(1000.1) * rng.integers(0, 9, n),
        "zeros": rng.choice([0.0, -0.0, 5e-324, -5e-324], n),
        "denormals": rng.integers(-9, 9, n) * 5e-324,
        "two and minus two": rng.choice([2.0, -2.0, 1.5, 0.0], n),
        "large": rng.normal(size=n) * 1e300,
        "largest": rng.choice([1.7976931348623157e308, -1.7976931348623157e308, 1.0, 5e-324], n),
        "all sizes": rng.normal(size=n) * 10.0 ** rng.integers(-300, 300, n),
        "infinite": rng.choice([np.inf, -np.inf, 0.5, 1e308], n),
        "equal": np.full(n, 0.3),
        "single precision": rng.normal(size=n).astype(np.float32),
        "whole": rng.integers(-(10**6), 10**6, n),
    }


@pytest.mark.parametrize("case", _long(np.random.default_rng(0)))
@pytest.mark.parametrize("truth", ["both", "positive", "negative"])
def test_long_columns_are_counted_score_by_score(case, truth):
    rng = np.random.default_rng(1)
    scores = _long(rng)[case]
    positive = {"both": rng.random(5000) < 0.4, "positive": np.ones(5000, bool), "negative": np.zeros(5000, bool)}[
        truth
    ]
    counts: dict[float, list[int]] = {}
    for score, label in zip(scores.tolist(), positive.tolist(), strict=True):
        counts.setdefault(float(score), [0, 0])[not label] += 1
    expected = sorted(counts, reverse=True)
    for weight in (None, np.ones(5000)):
        ladder = pv.Ladder.from_scores(positive, scores, sample_weight=weight)
        assert ladder.scores.tolist() == expected
        assert not np.signbit(ladder.scores[ladder.scores == 0]).any()
        assert ladder.positives.tolist() == [counts[score][0] for score in expected]
        assert ladder.negatives.tolist() == [counts[score][1] for score in expected]


def test_a_rung_is_positive_from_its_own_score_on():
    ladder = pv.Ladder.from_scores([1, 0], [ONE_ULP_UP, 0.5])
    assert (ladder.at(ONE_ULP_UP).fp, ladder.at(0.5).fp) == (0, 1)


@laws
@given(rows=BY_NAME["ladder"].rows())
def test_outcomes_of_a_ladder_are_its_thresholds_one_by_one(rows):
    ladder = BY_NAME["ladder"].tally(rows)
    curve = ladder.outcomes()
    assert (curve.tp[0], curve.fp[0]) == (0, 0)
    for i, threshold in enumerate(ladder.scores, start=1):
        called = [(truth, score >= threshold) for truth, score in rows]
        assert curve.tp[i] == sum(truth and call for truth, call in called)
        assert curve.fn[i] == sum(truth and not call for truth, call in called)
        assert curve.fp[i] == sum(call and not truth for truth, call in called)
        assert curve.tn[i] == sum(not truth and not call for truth, call in called)
        assert ladder.at(threshold) == pv.Outcomes(tp=curve.tp[i], fn=curve.fn[i], fp=curve.fp[i], tn=curve.tn[i])


# --- Coarsening ------------------------------------------------------------------------------------------------------


finite = st.integers(-40, 40).map(lambda k: k / 8)
scored = st.lists(st.tuples(st.booleans(), finite, weights), min_size=2, max_size=40)


def _both(rows: list[Any]) -> list[pv.Ladder]:
    """The ladder without and with weights."""
    return [BY_NAME["ladder"].tally([row[:2] for row in rows]), BY_NAME["ladder-weighted"].tally(rows)]


def assert_auc_within_its_bound(coarse: pv.Ladder, exact: pv.Ladder) -> None:
    true, now = pv.value("auc", exact), pv.value("auc", coarse)
    assert np.isnan(true) == np.isnan(now)
    assert np.isnan(true) or abs(now - true) <= coarse.auc_error + 1e-12


@thorough
@given(rows=scored, rungs=st.integers(1, 12))
def test_coarsening_costs_no_more_than_it_says(rows, rungs):
    for ladder in _both(rows):
        coarse = ladder.coarsen(rungs)
        assert len(coarse.scores) <= max(rungs, 1)
        assert coarse.totals == pytest.approx(ladder.totals)
        assert (np.diff(coarse.scores) < 0).all()
        assert_auc_within_its_bound(coarse, ladder)


@thorough
@given(rows=scored, rungs=st.integers(1, 8))
def test_coarsening_twice_costs_no_more_than_it_says(rows, rungs):
    for ladder in _both(rows):
        assert_auc_within_its_bound(ladder.coarsen(2 * rungs).coarsen(rungs), ladder)


@thorough
@given(x=scored, y=scored, rungs=st.integers(1, 8))
def test_merged_coarse_ladders_cost_no_more_than_they_say(x, y, rungs):
    for a, b in zip(_both(x), _both(y), strict=True):
        assert_auc_within_its_bound(a.coarsen(rungs) + b, a + b)
        assert_auc_within_its_bound(a.coarsen(rungs) + b.coarsen(rungs), a + b)


def test_a_merged_coarse_ladder_counts_the_pairs_across():
    """Coarsened positives moved past the other part's negatives: an error of which neither part knew."""
    positives, negatives = pv.Ladder.from_scores([1, 1], [0.9, 0.1]), pv.Ladder.from_scores([0, 0], [0.6, 0.6])
    assert pv.value("auc", positives + negatives) == 0.5
    assert_auc_within_its_bound(positives.coarsen(1) + negatives, positives + negatives)
    assert_auc_within_its_bound(negatives + positives.coarsen(1), positives + negatives)


def test_the_bound_of_coarsening_is_the_documented_one():
    ladder = pv.Ladder.from_counts([0.9, 0.8, 0.2, 0.1], [3, 2, 1, 4], [1, 2, 3, 0])
    # Two rungs of 5 and 3 each hold 15 pairs, of which 3 + 4 and 3 + 0 shared a rung before.
    assert ladder.coarsen(2).auc_error == pytest.approx(0.5 * (15 - 7 + 15 - 3) / (10 * 6))


def test_coarsening_an_exact_ladder_that_is_small_changes_nothing():
    ladder = pv.Ladder.from_scores([1, 0, 1], [0.1, 0.2, 0.3])
    assert ladder.coarsen(3) == ladder
    assert ladder.auc_error == 0


@pytest.mark.parametrize("largest", [1.0, 1e300, 1.6e308])
def test_coarsening_large_scores_does_not_overflow(largest):
    ladder = pv.Ladder.from_scores([1, 0, 1, 0], np.array([1, 0.75, 0.5, 0.25]) * largest)
    assert ladder.coarsen(2).scores.tolist() == pytest.approx([0.875 * largest, 0.375 * largest])


def test_coarsening_joins_infinite_scores_without_a_trace_of_nan():
    ladder = pv.Ladder.from_scores([1, 0, 1, 0, 1, 0], [np.inf, 3.0, 2.0, 1.0, 0.0, -np.inf])
    coarse = ladder.coarsen(3)
    assert coarse.scores[:2].tolist() == [np.inf, 1.5]
    assert coarse.scores[2] <= 0.0
    assert coarse.positives.tolist() == [1, 1, 1]


@pytest.mark.parametrize("base", [0.1, 0.7, 1e-3, 12345.678])
def test_coarsening_scores_ulps_apart_keeps_their_order(base):
    scores = base + np.spacing(base) * np.arange(40)
    coarse = pv.Ladder.from_scores(np.arange(40) % 2, scores, sample_weight=np.linspace(0.1, 3, 40)).coarsen(20)
    assert (np.diff(coarse.scores) < 0).all()
    assert coarse.scores[0] <= scores.max()
    assert coarse.scores[-1] >= scores.min()


def test_effective_totals_are_those_of_equally_weighted_rows() -> None:
    """Kish's number by hand: (1 + 3)^2 / (1 + 9) positives, one negative; a class without rows has 0."""
    ladder = pv.Ladder.from_scores([1, 1, 0], [0.9, 0.4, 0.4], sample_weight=[1, 3, 2])
    assert ladder.effective_totals == pytest.approx((1.6, 1))
    assert pv.Ladder.from_scores([1, 1, 0], [0.9, 0.4, 0.4]).effective_totals == (2, 1)
    assert pv.Ladder.from_counts([0.5], [3], [0]).effective_totals == (3, 0)
