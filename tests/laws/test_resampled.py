"""Laws of measures under resampling: folds, their mean, pooled values, and intervals that know of the dependence."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import BadCounts, BadParameter
from probative.inference.permutation import permutation_p
from probative.inference.resampled import corrected_error, fold_mean, no_narrower, pair_mean, spread

N = 80
GENERATOR = np.random.default_rng(3)
X = GENERATOR.normal(size=(N, 3))
Y = (X[:, 0] + GENERATOR.normal(size=N) > 0).astype(int)
VALUES = X[:, 0] * 2 + GENERATOR.normal(size=N)
WEIGHT = GENERATOR.uniform(0.2, 4, N)
IRIS, SPECIES = load_iris(return_X_y=True)

BINARY = {
    "accuracy": lambda y, p, s, w: metrics.accuracy_score(y, p, sample_weight=w),
    "error_rate": lambda y, p, s, w: 1 - metrics.accuracy_score(y, p, sample_weight=w),
    "f1": lambda y, p, s, w: metrics.f1_score(y, p, sample_weight=w),
    "recall": lambda y, p, s, w: metrics.recall_score(y, p, sample_weight=w),
    "balanced_accuracy": lambda y, p, s, w: metrics.balanced_accuracy_score(y, p, sample_weight=w),
    "mcc": lambda y, p, s, w: metrics.matthews_corrcoef(y, p, sample_weight=w),
    "auc": lambda y, p, s, w: metrics.roc_auc_score(y, s, sample_weight=w),
    "average_precision": lambda y, p, s, w: metrics.average_precision_score(y, s, sample_weight=w),
    "brier": lambda y, p, s, w: metrics.brier_score_loss(y, s, sample_weight=w),
    "log_loss": lambda y, p, s, w: metrics.log_loss(y, s, sample_weight=w),
}
REGRESSION = {
    "mse": lambda y, p, w: metrics.mean_squared_error(y, p, sample_weight=w),
    "rmse": lambda y, p, w: metrics.root_mean_squared_error(y, p, sample_weight=w),
    "mae": lambda y, p, w: metrics.mean_absolute_error(y, p, sample_weight=w),
    "r2": lambda y, p, w: metrics.r2_score(y, p, sample_weight=w),
}


def by_fold(said, told):
    """The places of every fold's predictions, in order."""
    keys = sorted(set(zip(told.repeat.tolist(), told.fold.tolist(), strict=True)))
    return [np.flatnonzero((told.repeat == r) & (told.fold == f)) for r, f in keys]


@pytest.mark.parametrize("measure", BINARY)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("plan", ["4-fold stratified", "3x5 stratified", "monte-carlo 6 60/40 stratified"])
def test_binary_measures_fold_by_fold_and_pooled(measure, weighted, plan):
    weight = WEIGHT if weighted else None
    said = pv.run(LogisticRegression(), X, Y, plan=plan, weight=weight)
    found, told = pv.resampled(said, measure), said.model()
    w = np.ones(N) if weight is None else weight

    def wanted(at, w):
        rows = told.row[at]
        return BINARY[measure](Y[rows], told.predicted[at], told.scores[at, 0], w)

    folds = [wanted(at, w[told.row[at]]) for at in by_fold(said, told)]
    assert found.folds == pytest.approx(folds, abs=1e-12)
    assert found.fold_mean.value == pytest.approx(np.mean(folds), abs=1e-12)
    # However often a row was tested, it counts once.
    times = np.bincount(told.row, minlength=N)
    everything = np.arange(len(told.row))
    assert found.pooled.value == pytest.approx(wanted(everything, (w / times.clip(1))[told.row]), abs=1e-12)
    assert found.undefined == 0


@pytest.mark.parametrize("measure", REGRESSION)
@pytest.mark.parametrize("weighted", [False, True])
def test_regression_measures_fold_by_fold_and_pooled(measure, weighted):
    said = pv.run(Ridge(), X, VALUES, plan="3x4", weight=WEIGHT if weighted else None)
    found, told = pv.resampled(said, measure), said.model()
    w = WEIGHT if weighted else np.ones(N)

    def wanted(at):
        rows = told.row[at]
        return REGRESSION[measure](VALUES[rows], told.predicted[at], w[rows])

    folds = [wanted(at) for at in by_fold(said, told)]
    assert found.folds == pytest.approx(folds, rel=1e-10)
    assert found.fold_mean.value == pytest.approx(np.mean(folds), rel=1e-10)
    assert found.pooled.value == pytest.approx(wanted(np.arange(len(told.row))), rel=1e-10)


def test_several_classes_fold_by_fold_and_pooled():
    said = pv.run(GaussianNB(), IRIS, SPECIES, plan="2x5 stratified")
    told = said.model()
    wanted = {
        "accuracy": lambda at: metrics.accuracy_score(SPECIES[told.row[at]], told.predicted[at]),
        "macro_f1": lambda at: metrics.f1_score(SPECIES[told.row[at]], told.predicted[at], average="macro"),
        "log_loss": lambda at: metrics.log_loss(SPECIES[told.row[at]], told.scores[at]),
    }
    for measure, score in wanted.items():
        found = pv.resampled(said, measure)
        assert found.folds == pytest.approx([score(at) for at in by_fold(said, told)], abs=1e-12)
        assert found.pooled.value == pytest.approx(score(np.arange(len(told.row))), abs=1e-12)


def test_parameters_of_a_measure_are_handed_on():
    said = pv.run(LogisticRegression(), X, Y, plan="4-fold stratified")
    found, told = pv.resampled(said, "f_beta", beta=2.0), said.model()
    folds = [metrics.fbeta_score(Y[told.row[at]], told.predicted[at], beta=2) for at in by_fold(said, told)]
    assert found.folds == pytest.approx(folds)
    assert found.pooled.value == pytest.approx(metrics.fbeta_score(Y[told.row], told.predicted, beta=2))


def test_repeats_do_not_multiply_the_rows():
    once, often = (pv.resampled(pv.run(GaussianNB(), X, Y, plan=plan), "accuracy") for plan in ("5-fold", "20x5"))
    assert (once.pooled.n, often.pooled.n) == pytest.approx((N, N), abs=1e-9)
    width = [found.pooled.high - found.pooled.low for found in (once, often)]
    assert width[1] == pytest.approx(width[0], rel=0.1)


def test_equal_folds_have_equal_mean_and_pooled_value():
    found = pv.resampled(pv.run(GaussianNB(), X, Y, plan="8-fold"), "accuracy")
    assert found.fold_mean.value == pytest.approx(found.pooled.value, abs=1e-12)


def test_the_names_of_the_result():
    said = pv.run({"a": GaussianNB(), "b": DummyClassifier()}, X, Y, plan="2x3")
    found = pv.resampled(said, "tpr", model="b")
    assert (found.measure, found.model) == ("recall", "b")
    assert found.repeat.tolist() == [0, 0, 0, 1, 1, 1]
    assert found.fold.tolist() == [0, 1, 2, 0, 1, 2]
    plain = found.to_dict()
    assert plain["folds"] == found.folds.tolist()
    assert plain["pooled"]["value"] == found.pooled.value
    assert str(found).startswith("b recall: mean of folds")


# --- the corrected interval ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("plan", "ratio"), [("10x10 stratified", 1 / 9), ("5-fold", 1 / 4), ("monte-carlo 15", 3 / 7)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_the_interval_of_the_mean_is_nadeau_and_bengios(plan, ratio, level):
    found = pv.resampled(pv.run(GaussianNB(), X, Y, plan=plan), "accuracy", level=level)
    folds = found.folds
    error = math.sqrt((1 / len(folds) + ratio) * folds.var(ddof=1))
    half = stats.t.ppf((1 + level) / 2, len(folds) - 1) * error
    assert (found.fold_mean.low, found.fold_mean.high) == pytest.approx(
        (max(folds.mean() - half, 0), min(folds.mean() + half, 1)), abs=1e-12
    )
    assert (found.fold_mean.method, found.fold_mean.n, found.fold_mean.level) == ("corrected-t", len(folds), level)


folds_of = st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=30)


@given(folds_of, st.floats(0.01, 5), st.sampled_from([0.8, 0.95, 0.99]))
def test_fold_mean_by_the_formula(values, ratio, level):
    found = fold_mean(values, test_over_train=ratio, level=level)
    half = stats.t.ppf(0.5 + level / 2, len(values) - 1) * math.sqrt((1 / len(values) + ratio) * np.var(values, ddof=1))
    assert found.value == pytest.approx(np.mean(values), rel=1e-9, abs=1e-9)
    if math.isnan(found.low):
        assert "same value" in found.why
        assert half <= 1e-10 * abs(found.value)
    else:
        assert found.high - found.low == pytest.approx(2 * half, rel=1e-7, abs=1e-9)
    assert corrected_error(np.array(values), ratio) >= np.std(values, ddof=1) / math.sqrt(len(values))


@given(st.lists(st.floats(0, 1), min_size=2, max_size=20), st.floats(0.01, 3))
def test_limits_stay_within_the_bounds(values, ratio):
    found = fold_mean(values, test_over_train=ratio, bounds=(0, 1))
    if math.isnan(found.low):
        assert np.var(values) < 1e-20
        assert "same value" in found.why
    else:
        assert 0 <= found.low <= found.value + 1e-12
        assert found.value - 1e-12 <= found.high <= 1


def test_a_measure_with_one_bound_is_cut_there_only():
    found = fold_mean([0.9, 0.1, -4.0], test_over_train=1, bounds=(-math.inf, 1))
    assert found.high == 1
    assert found.low < -4


def test_folds_without_a_value_are_counted_and_left_out():
    found = fold_mean([0.5, math.nan, 0.7, math.nan, 0.9], test_over_train=0.25, why="one class only")
    known = np.array([0.5, 0.7, 0.9])
    half = stats.t.ppf(0.975, 2) * math.sqrt((1 / 3 + 0.25) * known.var(ddof=1))
    assert (found.value, found.low, found.high) == pytest.approx((0.7, 0.7 - half, 0.7 + half))
    assert (found.n, found.why) == (3, "2 of 5 folds undefined: one class only")


def test_what_has_no_interval():
    nothing = fold_mean([math.nan, math.nan], test_over_train=1, why="no positives")
    assert not nothing.defined
    assert nothing.why == "2 of 2 folds undefined: no positives"
    assert not fold_mean([], test_over_train=1).defined
    single = fold_mean([0.8], test_over_train=0.5)
    assert single.value == 0.8
    assert math.isnan(single.low)
    assert "single split" in single.why
    infinite = fold_mean([0.5, math.inf], test_over_train=0.5)
    assert infinite.value == math.inf
    assert math.isnan(infinite.high)


def test_predictions_of_unknown_training_rows_have_no_interval_of_the_mean():
    row, repeat, predicted = [0, 1, 2, 3] * 2, np.repeat([0, 1], 4), [0, 1, 0, 1, 1, 1, 1, 0]
    said = pv.read(truth=[0, 1, 0, 1] * 2, predicted=predicted, row=row, repeat=repeat, fold=np.zeros(8, int))
    found = pv.resampled(said, "accuracy")
    assert found.fold_mean.value == 0.625
    assert math.isnan(found.fold_mean.low)
    assert "not known" in found.fold_mean.why


@pytest.mark.parametrize("ratio", [0, -1, math.nan])
def test_the_ratio_must_be_positive(ratio):
    with pytest.raises(BadParameter, match="greater than 0"):
        fold_mean([1, 2], test_over_train=ratio)


def test_undefined_folds_of_a_run():
    y = (np.arange(N) < 3).astype(int)
    said = pv.run(GaussianNB(), X, y, plan="8-fold")
    found = pv.resampled(said, "auc")
    lacking = sum(y[test].min() == y[test].max() for _, test in pv.plan("8-fold").split(X, y))
    assert found.undefined == int(np.isnan(found.folds).sum()) == lacking > 0
    assert found.fold_mean.why.startswith(f"{lacking} of 8 folds undefined")
    told = said.model()
    folds = [metrics.roc_auc_score(y[test], told.scores[np.isin(told.row, test), 0]) for test in with_both_classes(y)]
    assert found.fold_mean.value == pytest.approx(np.mean(folds))
    assert found.pooled.defined


def with_both_classes(y):
    """The test rows of those folds that have both classes, in the order of the predictions."""
    return [test for _, test in pv.plan("8-fold").split(X, y) if y[test].min() < y[test].max()]


# --- laws over any predictions ---------------------------------------------------------------------------------------


@st.composite
def predictions(draw):
    """Predictions of 0 and 1 with a score, every row tested a random number of times."""
    n = draw(st.integers(4, 25))
    tests = draw(st.integers(4, 60))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    truth = rng.integers(0, 2, n)
    truth[:2] = 0, 1
    row = np.concatenate([np.arange(4), rng.integers(0, n, tests)]).astype(np.int32)
    score = rng.integers(0, 6, len(row)) / 5
    columns = {
        "row": row,
        "repeat": rng.integers(0, 3, len(row)),
        "fold": rng.integers(0, 2, len(row)),
        "truth": truth[row],
        "pred": (score > 0.4).astype(int),
        "score": score,
    }
    if draw(st.booleans()):
        columns["weight"] = rng.uniform(0.1, 3, n)[row]
    return columns


def read(columns):
    """The columns as predictions; the labels are the model's own."""
    weight = "weight" if "weight" in columns else None
    return pv.read(columns, truth="truth", row="row", repeat="repeat", fold="fold", positive=1, weight=weight)


@settings(max_examples=60)
@given(predictions())
def test_pooled_values_weigh_every_row_once(columns):
    said, row, y = read(columns), columns["row"], columns["truth"]
    w = columns.get("weight", np.ones(len(row))) / np.array([(row == one).sum() for one in row])
    assert pv.resampled(said, "accuracy").pooled.value == pytest.approx(
        sum(w[i] for i in range(len(w)) if y[i] == columns["pred"][i]) / w.sum()
    )
    if 0 < y.sum() < len(y):
        auc = metrics.roc_auc_score(y, columns["score"], sample_weight=w)
        assert pv.resampled(said, "auc").pooled.value == pytest.approx(auc, abs=1e-12)


@settings(max_examples=60)
@given(predictions(), st.sampled_from(["accuracy", "auc", "brier", "f1", "mcc"]))
def test_values_and_limits_respect_the_range(columns, measure):
    found = pv.resampled(read(columns), measure)
    low = -1 if measure == "mcc" else 0
    for estimate in (found.fold_mean, found.pooled):
        if estimate.defined:
            assert low - 1e-12 <= estimate.value <= 1 + 1e-12
        if not math.isnan(estimate.low):
            assert low - 1e-12 <= estimate.low <= estimate.value + 1e-9
            assert estimate.value - 1e-9 <= estimate.high <= 1 + 1e-12
    assert found.undefined == np.isnan(found.folds).sum()


@settings(max_examples=30)
@given(predictions(), st.randoms(use_true_random=False))
def test_the_order_of_predictions_does_not_matter(columns, random):
    order = list(range(len(columns["row"])))
    random.shuffle(order)
    turned = {name: column[order] for name, column in columns.items()}
    for measure in ("accuracy", "auc"):
        a, b = (pv.resampled(read(some), measure) for some in (columns, turned))
        assert a.folds == pytest.approx(b.folds, nan_ok=True, abs=1e-12)
        assert (a.pooled.value, a.pooled.low) == pytest.approx((b.pooled.value, b.pooled.low), nan_ok=True, abs=1e-9)


def test_doubling_all_tests_changes_nothing():
    said = pv.run(GaussianNB(), X, Y, plan="5-fold")
    columns = {name: column for name, column in said.columns().items() if name != "model"}
    twice = {name: np.concatenate([column] * 2) for name, column in columns.items()}
    twice["repeat"] = np.concatenate([columns["repeat"], columns["repeat"] + 1])
    both = pv.read(twice, truth="truth", predicted="predicted", scores="score", row="row", repeat="repeat", fold="fold")
    for measure in ("accuracy", "auc", "brier"):
        one, two = (pv.resampled(some, measure).pooled for some in (said, both))
        assert (two.value, two.n) == pytest.approx((one.value, one.n))
        assert (two.low, two.high) == pytest.approx((one.low, one.high), rel=1e-9)


# --- where the variation comes from ----------------------------------------------------------------------------------


class Fixed(ClassifierMixin, BaseEstimator):
    """The same rule whatever the training rows."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return (X[:, 0] > 0).astype(int)


class Coin(Fixed):
    """Another rule for every training."""

    def fit(self, X, y):
        self.side_ = np.random.rand() < 0.5
        return super().fit(X, y)

    def predict(self, X):
        return ((X[:, 0] > 0) == self.side_).astype(int)


@pytest.mark.parametrize("plan", ["6x5", "8x2"])
def test_a_rule_that_learns_nothing_has_no_training_error(plan):
    found = pv.resampled(pv.run(Fixed(), X, Y, plan=plan), "accuracy")
    p = found.pooled.value
    assert found.training_error == pytest.approx(0, abs=1e-12)
    assert found.between == pytest.approx(0, abs=1e-12)
    assert found.test_error == pytest.approx(math.sqrt(p * (1 - p) / N), rel=0.1)
    assert found.within > 0


def test_a_rule_that_follows_chance_has_a_large_one():
    found = pv.resampled(pv.run(Coin(), X, Y, plan="10x2"), "accuracy")
    # One repeat's accuracy is that of two halves, each right or wrong way round.
    assert found.training_error > 0.1
    assert found.between == pytest.approx(found.training_error, rel=0.2)


def test_test_sets_that_vary_on_their_own_account_are_allowed_for():
    found = pv.resampled(pv.run(Fixed(), X, Y, plan="monte-carlo 60 80/20"), "accuracy")
    assert found.between > 0.05
    assert found.training_error < found.between / 2


def test_without_repeats_the_training_error_is_not_known():
    found = pv.resampled(pv.run(GaussianNB(), X, Y, plan="5-fold"), "accuracy")
    assert math.isnan(found.training_error)
    assert math.isnan(found.between)
    assert found.test_error > 0
    assert found.within == pytest.approx(found.folds.std(ddof=1))


@given(st.lists(st.lists(st.floats(-5, 5), min_size=2, max_size=6), min_size=2, max_size=5))
def test_spread_within_and_between(table):
    values = np.concatenate(table)
    repeat = np.repeat(np.arange(len(table)), [len(part) for part in table])
    within, between = spread(values, repeat)
    assert within == pytest.approx(math.sqrt(np.mean([np.var(part, ddof=1) for part in table])), abs=1e-9)
    assert between == pytest.approx(np.std([np.mean(part) for part in table], ddof=1), abs=1e-9)


@pytest.mark.slow
def test_the_test_error_is_the_spread_over_fresh_samples():
    def sample(seed):
        rng = np.random.default_rng(seed)
        table = rng.normal(size=(120, 2))
        return table, table[:, 0] + rng.normal(size=120)

    found = [pv.resampled(pv.run(LinearRegression(), *sample(s), plan="2x5"), "mae") for s in range(300)]
    spread_seen = np.std([f.pooled.value for f in found], ddof=1)
    assert np.mean([f.test_error for f in found]) == pytest.approx(spread_seen, rel=0.15)
    assert np.mean([f.training_error for f in found]) < spread_seen / 3


@pytest.mark.slow
def test_the_corrected_interval_is_less_overconfident_than_the_plain_one():
    def sample(seed, n):
        rng = np.random.default_rng(seed)
        table = rng.normal(size=(n, 4))
        return table, (table[:, 0] + rng.normal(size=n) > 0).astype(int)

    far, truth = sample(10**6, 40_000)
    hits = {"corrected": 0, "plain": 0}
    for seed in range(200):
        table, y = sample(seed, 60)
        found = pv.resampled(pv.run(GaussianNB(), table, y, plan="10x10 stratified"), "accuracy")
        risk = GaussianNB().fit(table, y).score(far, truth)
        mean, error = found.folds.mean(), found.folds.std(ddof=1) / math.sqrt(len(found.folds))
        hits["corrected"] += found.fold_mean.low <= risk <= found.fold_mean.high
        hits["plain"] += abs(mean - risk) <= stats.t.ppf(0.975, len(found.folds) - 1) * error
    assert hits["plain"] < 140
    assert hits["corrected"] > 170


# --- leave-pair-out --------------------------------------------------------------------------------------------------


def pairs_by_brute_force(model, X, y, positive):
    ones, others = np.flatnonzero(y == positive), np.flatnonzero(y != positive)
    table = np.empty((len(ones), len(others)))
    for a, i in enumerate(ones):
        for b, j in enumerate(others):
            rest = np.setdiff1d(np.arange(len(y)), [i, j])
            fitted = clone(model).fit(X[rest], y[rest])
            place = list(fitted.classes_).index(positive)
            score_i, score_j = fitted.predict_proba(X[[i, j]])[:, place]
            table[a, b] = 1 if score_i > score_j else 0.5 if score_i == score_j else 0
    return table


@pytest.mark.parametrize("positive", [1, 0])
@pytest.mark.parametrize("model", [KNeighborsClassifier(3), DecisionTreeClassifier(max_depth=2, random_state=0)])
def test_leave_pair_out_auc_by_brute_force(model, positive):
    few, y = X[:18], Y[:18].copy()
    y[:7], y[7:] = 1, 0
    table = pairs_by_brute_force(model, few, y, positive)
    said = pv.run(model, few, y, plan="leave-pair-out", positive=positive)
    found = pv.resampled(said, "auc").pooled
    assert found.value == pytest.approx(table.mean(), abs=1e-12)
    assert found.n == table.size == 77
    # As a two-sample U-statistic varies: over the positives and over the negatives.
    variance = table.mean(axis=1).var(ddof=1) / len(table) + table.mean(axis=0).var(ddof=1) / table.shape[1]
    logit = math.log(found.value / (1 - found.value))
    half = stats.norm.ppf(0.975) * math.sqrt(variance) / (found.value * (1 - found.value))
    limits = [1 / (1 + math.exp(-(logit + sign * half))) for sign in (-1, 1)]
    assert [found.low, found.high] == pytest.approx(limits, abs=1e-12)
    assert pv.evaluate(said).models[type(model).__name__].measures["auc"].value == found.value


def test_leave_pair_out_with_text_labels():
    y = np.where(Y[:16] == 1, "sick", "healthy")
    for positive in ("sick", "healthy"):
        said = pv.run(KNeighborsClassifier(3), X[:16], y, plan="leave-pair-out", positive=positive)
        table = pairs_by_brute_force(KNeighborsClassifier(3), X[:16], y, positive)
        assert pv.resampled(said, "auc").pooled.value == pytest.approx(table.mean(), abs=1e-12)


def test_a_pair_plan_with_its_own_positive_class():
    plans = [pv.resampling.LeavePairOut(label) for label in (0, 1)]
    found = [pv.resampled(pv.run(GaussianNB(), X[:20], Y[:20], plan=plan, positive=1), "auc").pooled for plan in plans]
    assert (found[0].value, found[0].low) == pytest.approx((found[1].value, found[1].low), abs=1e-12)


def test_a_learner_of_shares_has_a_pair_auc_of_a_half():
    found = pv.resampled(pv.run(DummyClassifier(strategy="prior"), X, Y, plan="leave-pair-out"), "auc")
    assert found.pooled.value == 0.5
    pooled = pv.resampled(pv.run(DummyClassifier(strategy="prior"), X, Y, plan="leave-one-out"), "auc")
    assert pooled.pooled.value == 0.0


def test_pair_means_without_an_interval():
    assert math.isnan(pair_mean(np.ones((1, 5))).low)
    assert "all pairs agree" in pair_mean(np.ones((3, 5))).why


def test_leave_pair_out_needs_all_pairs_and_scores():
    class Moody(GaussianNB):
        def fit(self, X, y):
            if X[0, 0] != FEW[0, 0]:
                raise ValueError("no")
            return super().fit(X, y)

    FEW = X[:12]
    with pytest.raises(BadParameter, match="some pairs were not predicted"):
        pv.resampled(pv.run(Moody(), FEW, Y[:12], plan="leave-pair-out"), "auc")


# --- the p-value of a permutation test -------------------------------------------------------------------------------


@given(st.integers(0, 50), st.integers(0, 50), st.integers(1, 500))
def test_permutation_p_by_the_formula(better, equal, more):
    n = better + equal + more
    found = permutation_p(better, equal, n)
    b = better + equal
    assert found.p == (b + 1) / (n + 1)
    assert (found.strict, found.at_least, found.b, found.n) == (better / n, b / n, b, n)
    low = stats.beta.ppf(0.025, b, n - b + 1) if b else 0.0
    high = stats.beta.ppf(0.975, b + 1, n - b) if b < n else 1.0
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)


@pytest.mark.parametrize("counts", [(-1, 0, 5), (0, -1, 5), (3, 3, 5), (0, 0, 0)])
def test_permutation_counts_must_fit(counts):
    with pytest.raises(BadCounts):
        permutation_p(*counts)


def test_more_permutations_that_do_as_well_give_a_larger_p():
    ps = [permutation_p(0, b, 99).p for b in range(100)]
    assert all(a < b for a, b in pairwise(ps))
    assert (ps[0], ps[-1]) == (0.01, 1.0)


def test_regression_without_repeats_of_rows():
    class Known(RegressorMixin, BaseEstimator):
        def fit(self, X, y):
            return self

        def predict(self, X):
            return X[:, 0] * 2

    found = pv.resampled(pv.run(Known(), X, VALUES, plan="leave-one-out"), "mse")
    assert found.pooled.value == pytest.approx(np.mean((VALUES - 2 * X[:, 0]) ** 2))


def test_the_spread_of_folds_with_an_infinite_one_is_not_that_of_the_others():
    values, repeat = np.array([0.5, np.inf, 0.6, 0.7, 0.4, 0.5]), np.array([0, 0, 0, 1, 1, 1])
    assert all(math.isnan(found) for found in spread(values, repeat))
    gap = np.where(np.isinf(values), np.nan, values)
    assert spread(gap, repeat)[0] == pytest.approx(
        math.sqrt((np.var([0.5, 0.6], ddof=1) + np.var([0.7, 0.4, 0.5], ddof=1)) / 2)
    )


def test_pairs_that_are_all_tied_have_no_interval():
    found = pair_mean(np.full((4, 5), 0.5))
    assert found.value == 0.5
    assert math.isnan(found.low)
    assert found.why


def test_few_folds_that_agree_by_accident_are_no_surer_than_their_rows():
    rows = pv.Estimate(0.979, 0.955, 0.990, 0.95, "wilson", 344)
    folds = fold_mean([0.9785, 0.979, 0.9795], test_over_train=0.5)
    wide = no_narrower(folds, rows, (0.0, 1.0))
    assert (wide.low, wide.high) == pytest.approx((0.955, 0.990))
    assert "vary less than chance" in wide.why
    many = fold_mean([0.9785, 0.979, 0.9795] * 4, test_over_train=0.5)
    assert no_narrower(many, rows) is many
    spread_out = fold_mean([0.9, 0.95, 1.0], test_over_train=0.5)
    assert no_narrower(spread_out, rows) is spread_out
