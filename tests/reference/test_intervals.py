"""Intervals and standard errors against statsmodels, SciPy, scikit-learn, published figures and plain formulas.

Versions: statsmodels 0.15, SciPy 1.17, scikit-learn 1.9. Nothing here asks probative for the expected number.
"""

import math
from itertools import permutations

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics as sk
from sklearn.isotonic import IsotonicRegression
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

import probative as pv

PROPORTIONS = {
    "wilson": "wilson",
    "clopper-pearson": "beta",
    "jeffreys": "jeffreys",
    "agresti-coull": "agresti_coull",
}
GRID = [(k, n) for n in (1, 2, 3, 10, 47, 1000) for k in sorted({0, 1, n // 3, n // 2, n - 1, n})]
MONTE_CARLO = 0.15
"""In standard errors. Each limit of 9999 replicates has a Monte-Carlo error near 0.03, their difference near 0.04."""


def close(value, rel=1e-9):
    return pytest.approx(value, rel=rel, abs=1e-12)


def z_of(level):
    return scipy.stats.norm.ppf((1 + level) / 2)


def standard_error(name, evidence, **parameters):
    """The delta method's, from an interval so narrow that no bound of the measure cuts it off."""
    found = pv.estimate(name, evidence, method="delta", level=0.2, **parameters)
    assert found.method == "delta"
    return (found.high - found.low) / 2 / z_of(0.2)


def infinitesimal_jackknife(statistic, weight, alike=None):
    """Square root of the summed squared influences: each row's weight is moved by a hair, up and down.

    Rows with equal codes in `alike` have equal influence, so one of them is moved.
    """
    _, first, owner = np.unique(np.arange(len(weight)) if alike is None else alike, True, True)
    step, influence = 1e-5, []
    for i in first:
        up, down = weight.copy(), weight.copy()
        up[i] += step
        down[i] -= step
        influence.append((statistic(up) - statistic(down)) / (2 * step))
    return math.sqrt((weight**2 * np.square(influence)[owner]).sum())


def jackknife(statistic, *columns):
    """Leave each row out once."""
    n = len(columns[0])
    left_out = np.array([statistic(*(np.delete(column, i, axis=0) for column in columns)) for i in range(n)])
    return math.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum())


def ones_if_none(weight, n):
    return np.ones(n) if weight is None else weight


def binary_rows(n=150, seed=0, ties=False, weighted=False):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.4).astype(int)
    score = 1 / (1 + np.exp(-(rng.normal(0, 1.2, n) + 1.4 * y - 0.7)))
    score = np.clip(np.round(score, 1), 0.05, 0.95) if ties else score
    return y, score, rng.gamma(2.0, 1.0, n) if weighted else None


def class_rows(n=150, k=3, seed=0, weighted=False):
    rng = np.random.default_rng(seed)
    y = rng.choice(k, n, p=np.arange(1, k + 1) / (k * (k + 1) / 2))
    logits = rng.normal(0, 1, (n, k)) + 1.3 * np.eye(k)[y]
    score = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return y, score, rng.gamma(2.0, 1.0, n) if weighted else None


def target_rows(n=150, seed=0, weighted=False):
    rng = np.random.default_rng(seed)
    y = rng.gamma(3.0, 2.0, n) + 1
    guess = 0.8 * y + rng.normal(0.7, 1.0, n) * np.sqrt(y)
    return y, guess, rng.gamma(2.0, 1.0, n) if weighted else None


# Proportions


def limits_of(k, n, method, level=0.95):
    found = pv.estimate("recall", pv.Outcomes(tp=k, fn=n - k, fp=3, tn=4), method=method, level=level)
    assert (found.value, found.n, found.method) == (k / n, n, method)
    return found.low, found.high


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("k", "n"), GRID)
@pytest.mark.parametrize("method", PROPORTIONS)
def test_proportions_against_statsmodels(method, k, n, level):
    low, high = proportion_confint(k, n, alpha=1 - level, method=PROPORTIONS[method])
    if method == "jeffreys":
        low, high = 0.0 if k == 0 else low, 1.0 if k == n else high
    assert limits_of(k, n, method, level) == close((low, high))


@pytest.mark.parametrize("n", [1, 10, 1000])
@pytest.mark.parametrize("method", ["wilson", "clopper-pearson", "jeffreys"])
def test_limits_at_the_edges_are_exactly_0_and_1(method, n):
    assert limits_of(0, n, method)[0] == 0.0
    assert limits_of(n, n, method)[1] == 1.0


@pytest.mark.parametrize("n", [5, 10, 30])
def test_jeffreys_edges_are_a_convention_and_not_the_beta_quantile(n):
    low, high = proportion_confint(0, n, method="jeffreys")
    assert low > 0
    assert limits_of(0, n, "jeffreys") == close((0.0, high))


@pytest.mark.parametrize(
    ("name", "k", "n"),
    [
        ("accuracy", 85, 100),
        ("error_rate", 15, 100),
        ("recall", 40, 50),
        ("specificity", 45, 50),
        ("false_positive_rate", 5, 50),
        ("false_negative_rate", 10, 50),
        ("precision", 40, 45),
        ("npv", 45, 55),
        ("false_discovery_rate", 5, 45),
        ("false_omission_rate", 10, 55),
        ("jaccard", 40, 55),
        ("prevalence", 50, 100),
        ("prediction_rate", 45, 100),
    ],
)
def test_every_rate_has_the_wilson_interval_of_its_own_denominator(name, k, n):
    found = pv.estimate(name, pv.Outcomes(tp=40, fn=10, fp=5, tn=45))
    assert (found.method, found.n) == ("wilson", n)
    assert (found.low, found.high) == close(proportion_confint(k, n, method="wilson"))


# Square and add: Newcombe's interval of a difference of two independent shares


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize(("tp", "fn", "fp", "tn"), [(40, 10, 5, 45), (3, 1, 2, 30), (9, 1, 8, 2), (10, 0, 0, 20)])
def test_informedness_against_newcombes_interval(tp, fn, fp, tn, level):
    low, high = confint_proportions_2indep(tp, tp + fn, fp, fp + tn, method="newcomb", alpha=1 - level)
    outcomes = pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn)
    youden = pv.estimate("informedness", outcomes, level=level)
    balanced = pv.estimate("balanced_accuracy", outcomes, level=level)
    assert youden.method == balanced.method == "mover"
    assert (youden.low, youden.high) == close((low, high))
    assert (2 * balanced.low - 1, 2 * balanced.high - 1) == close((low, high))


# Kappa


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_standard_error_of_kappa_is_fleiss_cohen_everitts(k, seed):
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 15, (k, k)) + np.diag(rng.integers(5, 40, k))
    expected = cohens_kappa(table)
    matrix = pv.ConfusionMatrix.from_counts(table)
    assert pv.value("kappa", matrix) == close(expected.kappa)
    assert standard_error("kappa", matrix) == close(math.sqrt(expected.var_kappa))
    if k == 2:
        assert standard_error("kappa", matrix.outcomes(0)) == close(math.sqrt(expected.var_kappa), rel=1e-7)


def test_delta_interval_of_kappa_is_symmetric_about_the_value():
    expected = cohens_kappa([[40, 10], [5, 45]])
    found = pv.estimate("kappa", pv.ConfusionMatrix.from_counts([[40, 10], [5, 45]]), method="delta")
    assert (found.low, found.high) == close((expected.kappa_low, expected.kappa_upp))


# DeLong


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
    found = pv.estimate("auc", pv.Ladder.from_scores(y, score), level=0.5)
    assert (found.method, found.value) == ("delong", close(area))
    assert (found.low, found.high) == close((area - z_of(0.5) * error, area + z_of(0.5) * error))


def test_delong_on_the_ct_ratings_of_hanley_and_mcneil():
    """As remembered (not looked up) from Stata's manual, [R] roctab: 0.8932, error 0.0307, 0.83295 to 0.95339."""
    ladder = pv.Ladder.from_counts([1, 2, 3, 4, 5], positives=[3, 2, 2, 11, 33], negatives=[33, 6, 6, 11, 2])
    found = pv.estimate("auc", ladder)
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
    found = pv.estimate("auc", pv.Ladder.from_scores(rows[:, 3], score))
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
    found = pv.estimate("auc", pv.Ladder.from_scores(y, score, sample_weight=weight), level=0.5)
    assert found.value == close(area)
    assert (found.high - found.low) / 2 / z_of(0.5) == close(math.sqrt(variance))


def test_delong_needs_two_of_each_class():
    found = pv.estimate("auc", pv.Ladder.from_scores([1, 0, 0, 0], [0.5, 0.1, 0.7, 0.2]))
    assert found.value == close(2 / 3)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert found.why


# Bootstrap


def mcc(y, guess, axis=-1):
    a, b = y - y.mean(axis=axis, keepdims=True), guess - guess.mean(axis=axis, keepdims=True)
    return (a * b).sum(axis=axis) / np.sqrt((a * a).sum(axis=axis) * (b * b).sum(axis=axis))


def f1(y, guess, axis=-1):
    return 2 * (y * guess).sum(axis=axis) / (y.sum(axis=axis) + guess.sum(axis=axis))


def area(y, score, axis=-1):
    ranks = scipy.stats.rankdata(score, axis=axis)
    p, n = y.sum(axis=axis), (1 - y).sum(axis=axis)
    return ((ranks * y).sum(axis=axis) - p * (p + 1) / 2) / (p * n)


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


# Weights


def evidence(kind, rows=slice(None), weight=None):
    """Evidence of the named kind from the chosen ones of 60 rows."""
    rng = np.random.default_rng(31)
    y, score = rng.integers(0, 2, 60), np.round(rng.random(60), 1).clip(0.1, 0.9)[rows]
    other, y = np.where(rng.random(60) < 0.7, y, 1 - y)[rows], y[rows]
    classes = np.concatenate([np.arange(3), rng.integers(0, 3, 57)])[rows]
    proba = rng.dirichlet(np.ones(3), 60)[rows]
    target, guess = rng.normal(5, 1, 60)[rows], rng.normal(5, 1, 60)[rows]
    called, w = (score >= 0.5).astype(int), {"sample_weight": weight}
    return {
        "Outcomes": lambda: pv.ConfusionMatrix.from_labels(y, called, **w).outcomes(1),
        "ConfusionMatrix": lambda: pv.ConfusionMatrix.from_labels(classes, proba.argmax(axis=1), **w),
        "Ladder": lambda: pv.Ladder.from_scores(y, score, **w),
        "ClassScores": lambda: pv.ClassScores.from_probabilities(classes, proba, labels=[0, 1, 2], **w),
        "Residuals": lambda: pv.Residuals.from_values(target, guess, **w),
        "Moments": lambda: pv.Moments.from_values(target, **w),
        "Agreement": lambda: pv.Agreement.from_predictions(y, other, called, **w),
    }[kind]()


PARAMETERS = {"adjusted_r2": {"n_features": 2}, "f_beta": {"beta": 2.0}, "pinball": {"alpha": 0.2}}
MEASURES = [pytest.param(m.needs.__name__, m.name, id=f"{m.needs.__name__}-{m.name}") for m in pv.measures()]


@pytest.mark.parametrize(("kind", "name"), MEASURES)
def test_a_row_of_weight_3_is_three_rows(kind, name):
    weight = np.concatenate([np.ones(3, int), np.random.default_rng(32).integers(0, 4, 57)])
    # Adjusting counts rows, and 60 weighted rows are not as many as their repetitions: no predictors, no adjustment.
    parameters = {"n_features": 0} if name == "adjusted_r2" else PARAMETERS.get(name, {})
    found = pv.value(name, evidence(kind, weight=weight), **parameters)
    repeated = pv.value(name, evidence(kind, np.repeat(np.arange(60), weight)), **parameters)
    assert found == close(repeated, rel=1e-11)


@pytest.mark.parametrize(("kind", "name"), MEASURES)
def test_equal_weights_leave_the_interval_alone(kind, name):
    parameters = PARAMETERS.get(name, {})
    found = pv.estimate(name, evidence(kind, weight=np.full(60, 2.5)), **parameters)
    expected = pv.estimate(name, evidence(kind), **parameters)
    assert (found.value, found.low, found.high) == close((expected.value, expected.low, expected.high))
    assert found.method == expected.method


@pytest.mark.parametrize(("kind", "name"), MEASURES)
def test_equal_weights_leave_the_number_of_rows_alone(kind, name):
    parameters = PARAMETERS.get(name, {})
    found = pv.estimate(name, evidence(kind, weight=np.full(60, 2.5)), **parameters)
    assert found.n == close(pv.estimate(name, evidence(kind), **parameters).n)


ZERO_LAST = [1.0, 2.0, 0.5, 1.0, 1.5, 0.0]
"""Weights of six rows of which no measure can bear the last."""
Y, SCORE = np.array([0, 1, 1, 0, 1, 0]), np.array([0.2, 0.8, 0.4, 0.6, 0.7, 1.0])
TARGET, GUESS = np.array([1.0, 2, 3, 4, 5, 0]), np.array([1.5, 2, 2, 4, 7, 900])
SIX_ROWS = {
    "ConfusionMatrix": lambda r, w: pv.ConfusionMatrix.from_labels(
        np.array(list("abbabx"))[r], np.array(list("aababz"))[r], sample_weight=w
    ),
    "Ladder": lambda r, w: pv.Ladder.from_scores(Y[r], SCORE[r], sample_weight=w),
    "ClassScores": lambda r, w: pv.ClassScores.from_probabilities(
        Y[r], np.column_stack([1 - SCORE, SCORE])[r], labels=[0, 1], sample_weight=w
    ),
    "Residuals": lambda r, w: pv.Residuals.from_values(TARGET[r], GUESS[r], sample_weight=w),
    "Moments": lambda r, w: pv.Moments.from_values(GUESS[r], sample_weight=w),
}


@pytest.mark.parametrize("kind", SIX_ROWS)
def test_a_row_of_weight_0_is_no_row(kind):
    whole, kept = SIX_ROWS[kind](slice(None), ZERO_LAST), SIX_ROWS[kind](slice(5), ZERO_LAST[:5])
    names = [m.name for m in pv.measures() if m.needs.__name__ == kind]
    found = {name: pv.value(name, whole) for name in names}
    assert found == pytest.approx({name: pv.value(name, kept) for name in names}, rel=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("name", "domain"),
    [("accuracy", None), ("recall", "actual"), ("precision", "called")],
)
def test_weighted_shares_have_the_survey_variance(name, domain):
    """Linearised variance of a ratio of weighted totals: sum w^2 (x - p)^2 / (sum w)^2 over the denominator's rows."""
    y, score, weight = binary_rows(300, 41, weighted=True)
    guess = (score > 0.5).astype(int)
    rows = {None: np.ones(300, bool), "actual": y == 1, "called": guess == 1}[domain]
    right, w = (y == guess)[rows].astype(float), weight[rows]
    share = np.average(right, weights=w)
    variance = (w**2 * (right - share) ** 2).sum() / w.sum() ** 2
    outcomes = pv.ConfusionMatrix.from_labels(y, guess, sample_weight=weight).outcomes(1)
    assert pv.value(name, outcomes) == close(share)
    assert standard_error(name, outcomes) == close(math.sqrt(variance), rel=1e-7)
    effective = share * (1 - share) / variance
    wilson = pv.estimate(name, outcomes, method="wilson")
    assert (wilson.low, wilson.high) == close(proportion_confint(share * effective, effective, method="wilson"))


def test_summed_weights_alone_would_be_too_narrow():
    y, score, weight = binary_rows(300, 42, weighted=True)
    matrix = pv.ConfusionMatrix.from_labels(y, (score > 0.5).astype(int), sample_weight=weight)
    naive = proportion_confint(matrix.n * pv.value("accuracy", matrix), matrix.n, method="wilson")
    found = pv.estimate("accuracy", matrix)
    assert found.high - found.low > 1.3 * (naive[1] - naive[0])


# Delta method: counts and scores, by moving the weight of every row in scikit-learn's functions


def _recalibrated(y, score, w):
    model = IsotonicRegression(out_of_bounds="clip").fit(score, y, sample_weight=w)
    return sk.brier_score_loss(y, np.clip(model.predict(score), 0, 1), sample_weight=w)


def _base_rate(y, w):
    return np.average(y, weights=w) * (1 - np.average(y, weights=w))


def _ks(y, score, w):
    fpr, tpr, _ = sk.roc_curve(y, score, drop_intermediate=False, sample_weight=w)
    return np.abs(tpr - fpr).max()


def _bits(y, guess, w):
    table = sk.confusion_matrix(y, guess, sample_weight=w)
    margins = (table.sum(axis=1), table.sum(axis=0))
    return sum(scipy.stats.entropy(m, base=2) for m in margins) - scipy.stats.entropy(table.ravel(), base=2)


OF_SCORES = {
    "auc": lambda y, s, w: sk.roc_auc_score(y, s, sample_weight=w),
    "average_precision": lambda y, s, w: sk.average_precision_score(y, s, sample_weight=w),
    "ks": _ks,
    "brier_skill_score": lambda y, s, w: 1 - sk.brier_score_loss(y, s, sample_weight=w) / _base_rate(y, w),
    "brier_reliability": lambda y, s, w: sk.brier_score_loss(y, s, sample_weight=w) - _recalibrated(y, s, w),
    "brier_resolution": lambda y, s, w: _base_rate(y, w) - _recalibrated(y, s, w),
    "brier_uncertainty": lambda y, s, w: _base_rate(y, w),
}


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("ties", [False, True], ids=["distinct", "ties"])
@pytest.mark.parametrize("name", OF_SCORES)
def test_standard_errors_of_score_measures(name, ties, weighted):
    y, score, weight = binary_rows(60, 51, ties, weighted)
    alike = 10 * y + score if ties else None
    expected = infinitesimal_jackknife(lambda w: OF_SCORES[name](y, score, w), ones_if_none(weight, 60), alike)
    found = standard_error(name, pv.Ladder.from_scores(y, score, sample_weight=weight))
    assert found == close(expected, rel=1e-5)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize(
    ("name", "losses"),
    [
        ("brier", lambda y, s: (y - s) ** 2),
        ("log_loss", lambda y, s: -np.log(np.where(y == 1, s, 1 - s))),
    ],
)
def test_standard_errors_of_mean_losses_of_scores(name, losses, weighted):
    y, score, weight = binary_rows(120, 52, ties=True, weighted=weighted)
    evidence = pv.Ladder.from_scores(y, score, sample_weight=weight)
    assert standard_error(name, evidence) == close(error_of_mean(losses(y, score), weight))


def error_of_mean(x, weight=None):
    """s / sqrt(n); with weights, squared ones and effective numbers."""
    if weight is None:
        return x.std(ddof=1) / math.sqrt(len(x))
    mean, n = np.average(x, weights=weight), weight.sum() ** 2 / (weight**2).sum()
    return math.sqrt((weight**2 * (x - mean) ** 2).sum() / weight.sum() ** 2 * n / (n - 1))


OF_LABELS = {
    "balanced_accuracy": lambda y, g, w: sk.balanced_accuracy_score(y, g, sample_weight=w),
    "mcc": lambda y, g, w: sk.matthews_corrcoef(y, g, sample_weight=w),
    "kappa": lambda y, g, w: sk.cohen_kappa_score(y, g, sample_weight=w),
    "mutual_information": _bits,
    "actual_entropy": lambda y, g, w: scipy.stats.entropy(np.bincount(y, w), base=2),
    "remaining_entropy": lambda y, g, w: scipy.stats.entropy(np.bincount(y, w), base=2) - _bits(y, g, w),
    "normalized_mutual_information": lambda y, g, w: _bits(y, g, w) / scipy.stats.entropy(np.bincount(y, w), base=2),
}
AVERAGES = {
    f"{average}_{name}": lambda y, g, w, average=average, score=score: score(y, g, average=average, sample_weight=w)
    for average in ("macro", "weighted", "micro")
    for name, score in {
        "precision": sk.precision_score,
        "recall": sk.recall_score,
        "f1": sk.f1_score,
        "jaccard": sk.jaccard_score,
    }.items()
}


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("name", OF_LABELS | AVERAGES)
def test_standard_errors_of_matrix_measures(name, weighted):
    y, score, weight = class_rows(90, 4, 53, weighted)
    guess = score.argmax(axis=1)
    statistic = (OF_LABELS | AVERAGES)[name]
    expected = infinitesimal_jackknife(lambda w: statistic(y, guess, w), ones_if_none(weight, 90), 10 * y + guess)
    found = standard_error(name, pv.ConfusionMatrix.from_labels(y, guess, sample_weight=weight))
    assert found == close(expected, rel=1e-5)


OF_TWO_LABELS = {
    "f1": lambda y, g, w: sk.f1_score(y, g, sample_weight=w),
    "mcc": OF_LABELS["mcc"],
    "balanced_accuracy": OF_LABELS["balanced_accuracy"],
    "informedness": lambda y, g, w: sk.balanced_accuracy_score(y, g, adjusted=True, sample_weight=w),
    "markedness": lambda y, g, w: sum(sk.precision_score(y, g, pos_label=c, sample_weight=w) for c in (0, 1)) - 1,
    "lr_positive": lambda y, g, w: sk.class_likelihood_ratios(y, g, sample_weight=w)[0],
    "lr_negative": lambda y, g, w: sk.class_likelihood_ratios(y, g, sample_weight=w)[1],
    "diagnostic_odds_ratio": lambda y, g, w: np.divide(*sk.class_likelihood_ratios(y, g, sample_weight=w)),
    "mutual_information": _bits,
}


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("name", OF_TWO_LABELS)
def test_standard_errors_of_binary_measures(name, weighted):
    y, score, weight = binary_rows(90, 54, weighted=weighted)
    guess = (score > 0.5).astype(int)
    statistic = OF_TWO_LABELS[name]
    expected = infinitesimal_jackknife(lambda w: statistic(y, guess, w), ones_if_none(weight, 90), 10 * y + guess)
    found = standard_error(name, pv.ConfusionMatrix.from_labels(y, guess, sample_weight=weight).outcomes(1))
    assert found == close(expected, rel=1e-5)


def one_against_the_rest(y, score, w=None):
    return sk.roc_auc_score(y, score, multi_class="ovr", average="macro", sample_weight=w)


def one_against_one(y, score, w=None):
    """Hand and Till's M over all pairs of rows of all ordered pairs of classes."""
    w = np.ones(len(y)) if w is None else w
    areas = []
    for i, j in permutations(np.unique(y), 2):
        mine, theirs = y == i, y == j
        won = np.sign(score[mine, i][:, None] - score[theirs, i][None, :]) / 2 + 0.5
        areas.append(w[mine] @ won @ w[theirs] / w[mine].sum() / w[theirs].sum())
    return np.mean(areas)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize(("name", "statistic"), [("auc_ovr", one_against_the_rest), ("auc_ovo", one_against_one)])
def test_standard_errors_of_multi_class_areas(name, statistic, weighted):
    y, score, weight = class_rows(60, 3, 55, weighted)
    expected = infinitesimal_jackknife(lambda w: statistic(y, score, w), ones_if_none(weight, 60))
    evidence = pv.ClassScores.from_probabilities(y, score, labels=[0, 1, 2], sample_weight=weight)
    assert standard_error(name, evidence) == close(expected, rel=1e-5)


def test_standard_errors_of_multi_class_losses():
    y, score, weight = class_rows(100, 3, 56, weighted=True)
    evidence = pv.ClassScores.from_probabilities(y, score, labels=[0, 1, 2], sample_weight=weight)
    log_losses = -np.log(score[np.arange(100), y])
    squares = ((score - np.eye(3)[y]) ** 2).sum(axis=1)
    assert standard_error("log_loss", evidence) == close(error_of_mean(log_losses, weight))
    assert standard_error("brier", evidence) == close(error_of_mean(squares, weight))


BY_ROWS = {
    "average_precision": ("ladder", lambda y, score: sk.average_precision_score(y, score)),
    "auc_ovr": ("scores", lambda y, score: np.mean([area((y == c).astype(int), score[:, c]) for c in range(3)])),
    "auc_ovo": ("scores", one_against_one),
    "mcc": ("matrix", lambda y, score: sk.matthews_corrcoef(y, score.argmax(axis=1))),
    "macro_f1": ("matrix", lambda y, score: sk.f1_score(y, score.argmax(axis=1), average="macro")),
}


@pytest.mark.parametrize("name", BY_ROWS)
def test_standard_errors_against_leaving_rows_out(name):
    """Leaving rows out differs from moving weights by terms of order 1/m, m the rows of the smallest class.

    400 rows leave at least 60 in it, hence 3 %; a forgotten term of the gradient shows as 10 % and more.
    """
    kind, statistic = BY_ROWS[name]
    if kind == "ladder":
        y, score, _ = binary_rows(400, 57)
        evidence = pv.Ladder.from_scores(y, score)
    else:
        y, score, _ = class_rows(400, 3, 57)
        evidence = pv.ClassScores.from_probabilities(y, score, labels=[0, 1, 2])
    if kind == "matrix":
        evidence = evidence.confusion()
    assert standard_error(name, evidence) == pytest.approx(jackknife(statistic, y, score), rel=0.03)


# Regression


def _r2(y, guess, w):
    return sk.r2_score(y, guess, sample_weight=w)


def _explained(y, guess, w):
    return sk.explained_variance_score(y, guess, sample_weight=w)


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize(("name", "statistic"), [("r2", _r2), ("explained_variance", _explained)])
def test_standard_errors_of_explained_shares(name, statistic, weighted):
    y, guess, weight = target_rows(120, 61, weighted)
    expected = infinitesimal_jackknife(lambda w: statistic(y, guess, w), ones_if_none(weight, 120))
    assert standard_error(name, pv.Residuals.from_values(y, guess, sample_weight=weight)) == close(expected, rel=1e-5)


def test_standard_error_of_adjusted_r2_is_scaled_by_the_adjustment():
    y, guess, _ = target_rows(120, 62)
    expected = infinitesimal_jackknife(lambda w: _r2(y, guess, w), np.ones(120)) * 119 / (120 - 5 - 1)
    found = standard_error("adjusted_r2", pv.Residuals.from_values(y, guess), n_features=5)
    assert found == close(expected, rel=1e-5)


LOSSES = {
    "mse": lambda y, h: (y - h) ** 2,
    "mae": lambda y, h: np.abs(y - h),
    "mean_error": lambda y, h: y - h,
    "mape": lambda y, h: np.abs(y - h) / np.abs(y),
    "pinball": lambda y, h: np.where(y > h, 0.2 * (y - h), 0.8 * (h - y)),
}


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("name", LOSSES)
def test_standard_errors_of_mean_losses(name, weighted):
    y, guess, weight = target_rows(130, 63, weighted)
    evidence = pv.Residuals.from_values(y, guess, sample_weight=weight)
    found = standard_error(name, evidence, **PARAMETERS.get(name, {}))
    assert found == close(error_of_mean(LOSSES[name](y, guess), weight))


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_standard_error_of_rmse(weighted):
    y, guess, weight = target_rows(130, 64, weighted)
    squares = (y - guess) ** 2
    expected = error_of_mean(squares, weight) / (2 * math.sqrt(np.average(squares, weights=weight)))
    assert standard_error("rmse", pv.Residuals.from_values(y, guess, sample_weight=weight)) == close(expected)


@pytest.mark.parametrize(
    ("name", "statistic"),
    [
        ("r2", lambda y, h: sk.r2_score(y, h)),
        ("explained_variance", lambda y, h: sk.explained_variance_score(y, h)),
        ("rmse", lambda y, h: sk.root_mean_squared_error(y, h)),
        ("mae", lambda y, h: sk.mean_absolute_error(y, h)),
    ],
)
def test_standard_errors_of_regression_against_leaving_rows_out(name, statistic):
    """As for scores, with 400 rows and skewed targets: 3 %."""
    y, guess, _ = target_rows(400, 65)
    found = standard_error(name, pv.Residuals.from_values(y, guess))
    assert found == pytest.approx(jackknife(statistic, y, guess), rel=0.03)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [3, 12, 200])
def test_t_interval_of_the_mean_squared_error(n, level):
    y, guess, _ = target_rows(n, 66)
    squares = (y - guess) ** 2
    low, high = scipy.stats.t.interval(level, n - 1, squares.mean(), scipy.stats.sem(squares))
    residuals = pv.Residuals.from_values(y, guess)
    plain = pv.estimate("mse", residuals, method="t", level=level)
    assert (plain.low, plain.high) == close((max(low, 0.0), high))
    log_low, log_high = scipy.stats.t.interval(
        level, n - 1, math.log(squares.mean()), scipy.stats.sem(squares) / squares.mean()
    )
    default = pv.estimate("mse", residuals, level=level)
    assert (default.method, default.n) == ("t-log", n)
    assert (default.low, default.high) == close((math.exp(log_low), math.exp(log_high)))


def test_t_interval_of_a_plain_mean():
    values = np.random.default_rng(67).exponential(2.0, 40)
    found = pv.estimate("mean", pv.Moments.from_values(values))
    expected = scipy.stats.t.interval(0.95, 39, values.mean(), scipy.stats.sem(values))
    assert (found.method, found.n) == ("t", 40)
    assert (found.low, found.high) == close(expected)


def binomial_ranks(n, level):
    """Ranks r and n + 1 - r, with r the largest that keeps P(Bin(n, 1/2) < r) within half of 1 - level."""
    allowed = [r for r in range(1, n // 2 + 1) if scipy.stats.binom.cdf(r - 1, n, 0.5) <= (1 - level) / 2]
    return (max(allowed), n + 1 - max(allowed)) if allowed else None


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [8, 9, 20, 101, 1000])
def test_interval_of_the_median_error_between_order_statistics(n, level):
    y, guess, _ = target_rows(n, 71)
    ranked = np.sort(np.abs(y - guess))
    low, high = binomial_ranks(n, level)
    found = pv.estimate("median_absolute_error", pv.Residuals.from_values(y, guess), level=level)
    assert found.method == "order-statistics"
    assert found.value == close(np.median(ranked))
    assert (found.low, found.high) == close((ranked[low - 1], ranked[high - 1]))


def test_interval_of_the_median_of_many_errors_is_within_a_rank_of_the_exact_one():
    y, guess, _ = target_rows(5000, 72)
    ranked = np.sort(np.abs(y - guess))
    low, high = binomial_ranks(5000, 0.95)
    found = pv.estimate("median_absolute_error", pv.Residuals.from_values(y, guess))
    assert ranked[low - 2] <= found.low <= ranked[low]
    assert ranked[high - 2] <= found.high <= ranked[high]


def test_too_few_errors_have_no_interval_of_the_median_and_a_reason():
    y, guess, _ = target_rows(5, 73)
    assert binomial_ranks(5, 0.95) is None
    found = pv.estimate("median_absolute_error", pv.Residuals.from_values(y, guess))
    assert found.value == close(np.median(np.abs(y - guess)))
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert found.why
