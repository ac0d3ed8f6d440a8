"""Intervals of measures of several classes, written out once more with nothing of the library's."""

import math

import numpy as np
import pytest
import scipy.stats

import probative as pv

TABLES = [
    [[30, 2, 1], [3, 9, 1], [0, 0, 4]],
    [[20, 0, 0], [0, 10, 0], [0, 0, 1]],
    [[5, 5, 5, 5], [1, 0, 0, 0], [2, 1, 7, 2], [0, 0, 1, 30]],
    [[8, 2], [1, 3]],
]


def price_and_bonett(table, level):
    """Linear combinations of shares (Price and Bonett 2004), here with Satterthwaite's t instead of z."""
    counts = np.array(table, float)
    k, rows = len(counts), counts.sum(axis=1)
    share = (np.diagonal(counts) + 2 / k) / (rows + 4 / k)
    spread = share * (1 - share) / (rows + 4 / k) / k**2
    return share.mean(), spread, rows


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_balanced_accuracy_is_price_and_bonetts(table, level):
    found = pv.estimate("balanced_accuracy", pv.ConfusionMatrix.from_counts(table), level=level)
    centre, spread, rows = price_and_bonett(table, level)
    by_rows = spread.sum() ** 2 / (spread**2 / (rows + 2)).sum()
    half = scipy.stats.t.ppf((1 + level) / 2, by_rows) * math.sqrt(spread.sum())
    # Predicted classes may leave fewer degrees of freedom than actual ones, never more.
    assert found.high >= min(centre + half, 1) - 1e-9
    assert found.low <= max(centre - half, 0) + 1e-9
    assert found.method == "adjusted-t"
    if len(table) == 2:
        assert (found.low, found.high) == pytest.approx((max(centre - half, 0), min(centre + half, 1)), abs=0.02)


def test_matrices_without_an_error_have_intervals():
    for m in pv.measures():
        if m.needs is pv.ConfusionMatrix and m.method == "adjusted-t":
            found = pv.estimate(m.name, pv.ConfusionMatrix.from_counts(TABLES[1]))
            assert found.low < found.high, m.name
            assert found.low <= found.value <= found.high


def test_labels_that_never_occur_change_nothing():
    full = [[*row, 0] for row in TABLES[0]] + [[0] * 4]
    for name in ("mcc", "kappa"):
        wide, narrow = (pv.estimate(name, pv.ConfusionMatrix.from_counts(t)) for t in (full, TABLES[0]))
        assert (wide.low, wide.high) == pytest.approx((narrow.low, narrow.high), rel=1e-9)


def test_classes_that_are_left_out_are_not_brought_back():
    table = pv.ConfusionMatrix.from_counts([[30, 2, 0], [3, 9, 0], [1, 0, 0]])
    found = pv.estimate("macro_precision", table, undefined="drop")
    inner = pv.estimate("macro_precision", pv.ConfusionMatrix.from_counts([[31, 2], [3, 9]]))
    assert (found.low, found.high) == pytest.approx((inner.low, inner.high), abs=0.05)


def test_the_bias_of_mutual_information_is_taken_out():
    independent = pv.ConfusionMatrix.from_counts([[12, 9, 10], [11, 10, 9], [10, 12, 9]])
    found = pv.estimate("mutual_information", independent)
    assert found.low == 0
    assert found.value > 0
    few = pv.estimate("mutual_information", pv.ConfusionMatrix.from_counts([[4, 1], [2, 5]]))
    assert math.isnan(few.low)
    assert "fewer than 50 rows" in few.why


def hand_and_till(truth, scores, level):
    """Placements of every row among the others, one pair of classes after the other."""
    k, n = scores.shape[1], np.bincount(truth)
    value, influence = 0.0, np.zeros(len(truth))
    for i in range(k):
        for j in range(k):
            if i != j:
                mine, theirs = scores[truth == i, i], scores[truth == j, i]
                wins = (mine[:, None] > theirs) + 0.5 * (mine[:, None] == theirs)
                value += wins.mean() / (k * (k - 1))
                influence[truth == i] += (wins.mean(axis=1) - wins.mean()) / (k * (k - 1))
                influence[truth == j] += (wins.mean(axis=0) - wins.mean()) / (k * (k - 1))
    squares = np.bincount(truth, influence**2)
    expected = max(value / (2 - value), 2 * value**2 / (1 + value)) - value**2
    parts = (squares + 2 * 2 * expected / k**2) / (n + 1) / n
    freedom = parts.sum() ** 2 / (parts**2 / (n + 1)).sum()
    half = scipy.stats.t.ppf((1 + level) / 2, freedom) * math.sqrt(parts.sum()) / (value * (1 - value))
    middle = math.log(value / (1 - value))
    return value, *(1 / (1 + math.exp(-(middle + s * half))) for s in (-1, 1))


@pytest.mark.parametrize("seed", range(3))
def test_areas_of_pairs_of_classes(seed):
    rng = np.random.default_rng(seed)
    truth = np.concatenate([[0, 1, 2], rng.choice(3, 40, p=[0.7, 0.2, 0.1])])
    scores = np.round(rng.normal(size=(43, 3)) + np.eye(3)[truth], 1)
    found = pv.estimate("auc_ovo", pv.ClassScores.from_probabilities(truth, scores, labels=[0, 1, 2]))
    assert (found.value, found.low, found.high) == pytest.approx(hand_and_till(truth, scores, 0.95), rel=1e-9)


def test_areas_of_classes_with_one_row_or_without_an_error():
    truth = np.array([0] * 20 + [1] * 6 + [2])
    scores = np.eye(3)[truth] + 0.1
    for name in ("auc_ovo", "auc_ovr"):
        found = pv.estimate(name, pv.ClassScores.from_probabilities(truth, scores, labels=[0, 1, 2]))
        assert found.value == found.high == 1
        assert 0 < found.low < 0.99
