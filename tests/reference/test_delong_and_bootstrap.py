"""DeLong's variance and the bootstrap, against rows."""

import math

import numpy as np
import pytest
import scipy.stats

import probative as pv

from .sampled import area, binary_rows, close, target_rows, z_of

MONTE_CARLO = 0.15
"""In standard errors. Each limit of 9999 replicates has a Monte-Carlo error near 0.03, their difference near 0.04."""

# --- DeLong ----------------------------------------------------------------------------------------------------------


def delong(positives, negatives):
    """Structural components from all pairs (DeLong, DeLong, Clarke-Pearson 1988)."""
    psi = np.sign(positives[:, None] - negatives[None, :]) / 2 + 0.5
    spread = psi.mean(axis=1).var(ddof=1) / len(positives) + psi.mean(axis=0).var(ddof=1) / len(negatives)
    return psi.mean(), math.sqrt(spread)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(("n", "seed"), [(12, 3), (40, 4), (300, 5)])
def test_delong_against_all_pairs(n, seed, ties):
    y, score, _ = binary_rows(n, seed, ties)
    area, error = delong(score[y == 1], score[y == 0])
    found = pv.estimate("auc", pv.Ladder.from_scores(y, score), level=0.5, method="delong")
    assert (found.method, found.value) == ("delong", close(area))
    assert (found.low, found.high) == close((area - z_of(0.5) * error, area + z_of(0.5) * error))


def test_delong_on_the_ct_ratings_of_hanley_and_mcneil():
    """As remembered (not looked up) from Stata's manual, [R] roctab: 0.8932, error 0.0307, 0.83295 to 0.95339."""
    ladder = pv.Ladder.from_counts([1, 2, 3, 4, 5], positives=[3, 2, 2, 11, 33], negatives=[33, 6, 6, 11, 2])
    found = pv.estimate("auc", ladder, method="delong")
    assert (round(found.value, 4), round(found.low, 5), round(found.high, 5)) == (0.8932, 0.83295, 0.95339)
    assert round((found.high - found.low) / 2 / z_of(0.95), 4) == 0.0307


OVARIAN = """
3.0 5.8 10 0 3.2 6.3 5 1 3.9 6.8 3 1 2.8 4.8 6 0 3.2 5.8 3 1 0.9 4.0 5 0 2.5 5.7 8 0 1.6 5.6 5 1 3.8 5.7 5 1
3.7 6.7 6 1 3.2 5.4 4 1 3.8 6.6 6 1 4.1 6.6 5 1 3.6 5.7 5 1 4.3 7.0 4 1 3.6 6.7 4 0 2.3 4.4 6 1 4.2 7.6 4 0
4.0 6.6 6 0 3.5 5.8 6 1 3.8 6.8 7 1 3.0 4.7 8 0 4.5 7.4 5 1 3.7 7.4 5 1 3.1 6.6 6 1 4.1 8.2 6 1 4.3 7.0 5 1
4.3 6.5 4 1 3.2 5.1 5 1 2.6 4.7 6 1 3.3 6.8 6 0 1.7 4.0 7 0 3.7 6.1 5 1 3.3 6.3 7 1 4.2 7.7 6 1 3.5 6.2 5 1
2.9 5.7 9 0 2.1 4.8 7 1 2.8 6.2 8 0 4.0 7.0 7 1 3.3 5.7 6 1 3.7 6.9 5 1 3.6 6.6 5 1
"""


@pytest.mark.parametrize(
    ("column", "area", "error", "low", "high"),
    [
        (0, 0.7366, 0.0927, 0.5549, 0.9182),
        (1, 0.6478, 0.1000, 0.4518, 0.8439),
        (2, 0.7258, 0.1028, 0.5243, 0.9273),
    ],
    ids=["albumin", "total protein", "K-G score"],
)
def test_delong_on_delongs_own_patients(column, area, error, low, high):
    """As remembered (not looked up) from SAS/STAT's guide, "Comparing Receiver Operating Characteristic Curves"."""
    rows = np.array(OVARIAN.split(), float).reshape(-1, 4)
    score = -rows[:, 2] if column == 2 else rows[:, column]
    found = pv.estimate("auc", pv.Ladder.from_scores(rows[:, 3], score), method="delong")
    printed = (found.value, (found.high - found.low) / 2 / z_of(0.95), found.low, found.high)
    assert tuple(round(number, 4) for number in printed) == (area, error, low, high)


@pytest.mark.parametrize("ties", [False, True])
def test_delong_with_weights_is_the_linearised_variance(ties):
    y, score, weight = binary_rows(120, 8, ties, weighted=True)
    (a, wa), (b, wb) = ((score[y == label], weight[y == label]) for label in (1, 0))
    psi = np.sign(a[:, None] - b[None, :]) / 2 + 0.5
    area = wa @ psi @ wb / wa.sum() / wb.sum()
    variance = 0.0
    for w, placed in ((wa, psi @ wb / wb.sum()), (wb, wa @ psi / wa.sum())):
        rows = w.sum() ** 2 / (w**2).sum()
        variance += (w**2 * (placed - area) ** 2).sum() / w.sum() ** 2 * rows / (rows - 1)
    found = pv.estimate("auc", pv.Ladder.from_scores(y, score, sample_weight=weight), level=0.5, method="delong")
    assert found.value == close(area)
    assert (found.high - found.low) / 2 / z_of(0.5) == close(math.sqrt(variance))


def test_delong_needs_two_of_each_class():
    found = pv.estimate("auc", pv.Ladder.from_scores([1, 0, 0, 0], [0.5, 0.1, 0.7, 0.2]), method="delong")
    assert found.value == close(2 / 3)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert found.why


# --- Bootstrap -------------------------------------------------------------------------------------------------------


def mcc(y, guess, axis=-1):
    a, b = y - y.mean(axis=axis, keepdims=True), guess - guess.mean(axis=axis, keepdims=True)
    return (a * b).sum(axis=axis) / np.sqrt((a * a).sum(axis=axis) * (b * b).sum(axis=axis))


def f1(y, guess, axis=-1):
    return 2 * (y * guess).sum(axis=axis) / (y.sum(axis=axis) + guess.sum(axis=axis))


def by_rows(statistic, *columns, method, paired=True, level=0.95):
    return scipy.stats.bootstrap(
        columns,
        statistic,
        paired=paired,
        vectorized=True,
        axis=-1,
        n_resamples=9999,
        batch=500,
        method=method,
        confidence_level=level,
        rng=np.random.default_rng(17),
    )


def assert_same_limits(found, expected, tolerance=MONTE_CARLO):
    allowed = tolerance * expected.standard_error
    assert found.low == pytest.approx(expected.confidence_interval.low, abs=allowed)
    assert found.high == pytest.approx(expected.confidence_interval.high, abs=allowed)


@pytest.mark.parametrize(("method", "scipys"), [("bootstrap", "percentile"), ("bca", "BCa")])
@pytest.mark.parametrize(("name", "statistic"), [("mcc", mcc), ("f1", f1)])
def test_bootstrap_of_outcomes_against_rows(name, statistic, method, scipys):
    y, score, _ = binary_rows(400, 21)
    guess = (score > 0.6).astype(int)
    outcomes = pv.ConfusionMatrix.from_labels(y, guess).outcomes(1)
    found = pv.estimate(name, outcomes, method=method, replicates=9999, random_state=1)
    assert found.method == method
    assert_same_limits(found, by_rows(statistic, y, guess, method=scipys))


@pytest.mark.parametrize(("method", "scipys"), [("bootstrap", "percentile"), ("bca", "BCa")])
def test_bootstrap_of_a_ladder_against_rows(method, scipys):
    y, score, _ = binary_rows(80, 22)
    found = pv.estimate("auc", pv.Ladder.from_scores(y, score), method=method, replicates=9999, random_state=1)
    assert_same_limits(found, by_rows(area, y, score, method=scipys))


def test_bca_differs_from_percentiles_by_more_than_the_tolerance():
    y, score, _ = binary_rows(100, 4)
    score += 0.3 * y
    expected = {name: by_rows(area, y, score, method=name) for name in ("percentile", "BCa")}
    gap = expected["percentile"].confidence_interval.low - expected["BCa"].confidence_interval.low
    # BCa goes far into the tail here, where a limit's Monte-Carlo error is about twice as large.
    tolerance = 2 * MONTE_CARLO
    assert gap > 2 * tolerance * expected["BCa"].standard_error
    for method, scipys in (("bootstrap", "percentile"), ("bca", "BCa")):
        found = pv.estimate("auc", pv.Ladder.from_scores(y, score), method=method, replicates=9999, random_state=1)
        assert_same_limits(found, expected[scipys], tolerance)


def test_stratified_bootstrap_keeps_the_size_of_each_class():
    y, score, _ = binary_rows(70, 23)
    found = pv.estimate(
        "auc",
        pv.Ladder.from_scores(y, score),
        method="bootstrap",
        stratified=True,
        replicates=9999,
        random_state=1,
    )

    def of_two_samples(positives, negatives, axis=-1):
        pooled = np.concatenate([positives, negatives], axis=axis)
        ones = np.concatenate([np.ones_like(positives), np.zeros_like(negatives)], axis=axis)
        return area(ones, pooled, axis=axis)

    assert_same_limits(found, by_rows(of_two_samples, score[y == 1], score[y == 0], method="percentile", paired=False))


def test_weighted_bootstrap_against_rows():
    y, score, weight = binary_rows(400, 24, weighted=True)
    guess = (score > 0.5).astype(int)
    weight *= np.where(y == guess, 1.0, 3.0)

    def accuracy(right, w, axis=-1):
        return (right * w).sum(axis=axis) / w.sum(axis=axis)

    matrix = pv.ConfusionMatrix.from_labels(y, guess, sample_weight=weight)
    found = pv.estimate("accuracy", matrix, method="bootstrap", replicates=9999, random_state=1)
    expected = by_rows(accuracy, (y == guess).astype(float), weight, method="percentile")
    assert_same_limits(found, expected, tolerance=0.2)


def test_poisson_bootstrap_of_residuals_against_rows():
    rng = np.random.default_rng(25)
    errors = rng.normal(0, 1, 200) * np.exp(rng.normal(0, 0.5, 200))
    residuals = pv.Residuals.from_values(errors, np.zeros(200), replicates=2000, random_state=3, medians=False)

    def rmse(x, axis=-1):
        return np.sqrt((x * x).mean(axis=axis))

    for method, scipys in (("bootstrap", "percentile"), ("bca", "BCa")):
        found = pv.estimate("rmse", residuals, method=method)
        # With 2000 replicates a limit's Monte-Carlo error is about twice as large.
        assert_same_limits(found, by_rows(rmse, errors, method=scipys, paired=False), 2 * MONTE_CARLO)


@pytest.mark.parametrize("weight", [np.ones(60), np.repeat([0.0, 1.0, 2.0], 20)], ids=["plain", "zeros first"])
def test_replicates_of_parts_add_up_to_those_of_the_whole(weight):
    y, guess, _ = target_rows(60, 26)
    options = {"replicates": 4, "random_state": 5, "medians": False}
    whole = pv.Residuals.from_values(y, guess, sample_weight=weight, **options)
    parts = [
        pv.Residuals.from_values(y[r], guess[r], sample_weight=weight[r], first_row=r.start, **options)
        for r in (slice(0, 40), slice(40, 60))
    ]
    merged = parts[0] + parts[1]
    assert [pv.value("mse", r) for r in merged.replicates] == close([pv.value("mse", r) for r in whole.replicates])
    assert len({pv.value("mse", r) for r in whole.replicates}) == 4
