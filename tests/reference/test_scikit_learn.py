"""Every measure that scikit-learn has too, or that follows from its numbers, on random data (scikit-learn 1.9)."""

from dataclasses import dataclass

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics as sk
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression

import probative as pv

from .value_oracles import CLASS_SCORES as MORE_CLASS_SCORES
from .value_oracles import VALUE_PAIRS

NOT_IN_SCIKIT_LEARN = {
    ("Moments", "mean"),
    ("Moments", "mean_loss"),
    ("Moments", "mean_grade"),
    ("Agreement", "disagreement"),
    ("Agreement", "accuracy_difference"),
}
EXACT = {"rtol": 1e-11, "atol": 1e-12}


@dataclass(frozen=True)
class Rows:
    y: np.ndarray
    guess: np.ndarray
    score: np.ndarray
    weight: np.ndarray | None

    @property
    def w(self):
        return {"sample_weight": self.weight}

    @property
    def table(self):
        return sk.confusion_matrix(self.y, self.guess, **self.w).astype(float)


def _weights(rng, n):
    weight = rng.gamma(2.0, 1.0, n)
    weight[:3] = 0.0
    return weight


def _binary(seed, n=300, prevalence=0.4, ties=False, weighted=False):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < prevalence).astype(int)
    score = 1 / (1 + np.exp(-(rng.normal(0, 1.2, n) + 1.6 * y - 0.8)))
    score = np.clip(np.round(score, 1), 0.05, 0.95) if ties else score
    return Rows(y, (score >= 0.5).astype(int), score, _weights(rng, n) if weighted else None)


def _classes(seed, n=300, labels=("ant", "bee", "cat"), ties=False, weighted=False):
    rng = np.random.default_rng(seed)
    truth = rng.choice(len(labels), n, p=np.arange(1, len(labels) + 1) / sum(range(1, len(labels) + 1)))
    logits = rng.normal(0, 1, (n, len(labels))) + 1.2 * np.eye(len(labels))[truth]
    logits = np.round(logits) if ties else logits
    score = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    names = np.array(labels)
    return Rows(names[truth], names[score.argmax(axis=1)], score, _weights(rng, n) if weighted else None)


def _targets(seed, n=250, shift=0.0, ties=False, weighted=False):
    rng = np.random.default_rng(seed)
    y = rng.normal(3, 2, n)
    guess = 0.8 * y + rng.normal(0.4, 1, n)
    y, guess = (np.round(y * 2) / 2 + 20, np.round(guess * 2) / 2 + 20) if ties else (y, guess)
    return Rows(y + shift, guess + shift, guess, _weights(rng, n) if weighted else None)


BINARY_ROWS = {
    "plain": _binary(1),
    "rare": _binary(2, prevalence=0.06),
    "ties": _binary(3, ties=True),
    "weights": _binary(4, weighted=True),
    "ties and weights": _binary(5, ties=True, weighted=True),
    "few": _binary(6, n=12),
}
CLASS_ROWS = {
    "plain": _classes(1),
    "ties": _classes(2, ties=True),
    "weights": _classes(3, weighted=True),
    "ties and weights": _classes(4, ties=True, weighted=True),
    "five": _classes(5, labels=("a", "b", "c", "d", "e")),
}
TARGET_ROWS = {
    "plain": _targets(1),
    "ties": _targets(2, ties=True),
    "weights": _targets(3, weighted=True),
    "ties and weights": _targets(4, ties=True, weighted=True),
    "odd": _targets(5, n=251),
    "far from zero": _targets(6, shift=1e6),
}


def _share(part, whole):
    return float(part / whole)


def _likelihood_ratios(d):
    return sk.class_likelihood_ratios(d.y, d.guess, **d.w)


def _entropy(d):
    return scipy.stats.entropy(d.table.sum(axis=1), base=2)


def _bits(d):
    if d.weight is None:
        return sk.mutual_info_score(d.y, d.guess) / np.log(2)
    # scikit-learn rounds the margins of a contingency table down to whole numbers: no oracle for weights.
    return _entropy(d) + scipy.stats.entropy(d.table.sum(axis=0), base=2) - scipy.stats.entropy(d.table.ravel(), base=2)


def _uncertainty_coefficient(d):
    return sk.homogeneity_score(d.y, d.guess) if d.weight is None else _bits(d) / _entropy(d)


BINARY = {
    "accuracy": lambda d: sk.accuracy_score(d.y, d.guess, **d.w),
    "error_rate": lambda d: sk.zero_one_loss(d.y, d.guess, **d.w),
    "recall": lambda d: sk.recall_score(d.y, d.guess, **d.w),
    "specificity": lambda d: sk.recall_score(d.y, d.guess, pos_label=0, **d.w),
    "false_positive_rate": lambda d: 1 - sk.recall_score(d.y, d.guess, pos_label=0, **d.w),
    "false_negative_rate": lambda d: 1 - sk.recall_score(d.y, d.guess, **d.w),
    "precision": lambda d: sk.precision_score(d.y, d.guess, **d.w),
    "npv": lambda d: sk.precision_score(d.y, d.guess, pos_label=0, **d.w),
    "false_discovery_rate": lambda d: 1 - sk.precision_score(d.y, d.guess, **d.w),
    "false_omission_rate": lambda d: 1 - sk.precision_score(d.y, d.guess, pos_label=0, **d.w),
    "f1": lambda d: sk.f1_score(d.y, d.guess, **d.w),
    "f0_5": lambda d: sk.fbeta_score(d.y, d.guess, beta=0.5, **d.w),
    "f2": lambda d: sk.fbeta_score(d.y, d.guess, beta=2, **d.w),
    "f_beta": lambda d: sk.fbeta_score(d.y, d.guess, beta=1, **d.w),
    "balanced_accuracy": lambda d: sk.balanced_accuracy_score(d.y, d.guess, **d.w),
    "informedness": lambda d: sk.balanced_accuracy_score(d.y, d.guess, adjusted=True, **d.w),
    "markedness": lambda d: sum(sk.precision_score(d.y, d.guess, pos_label=c, **d.w) for c in (0, 1)) - 1,
    "mcc": lambda d: sk.matthews_corrcoef(d.y, d.guess, **d.w),
    "kappa": lambda d: sk.cohen_kappa_score(d.y, d.guess, **d.w),
    "lr_positive": lambda d: _likelihood_ratios(d)[0],
    "lr_negative": lambda d: _likelihood_ratios(d)[1],
    "diagnostic_odds_ratio": lambda d: _likelihood_ratios(d)[0] / _likelihood_ratios(d)[1],
    "jaccard": lambda d: sk.jaccard_score(d.y, d.guess, **d.w),
    "fowlkes_mallows": lambda d: np.sqrt(
        sk.precision_score(d.y, d.guess, **d.w) * sk.recall_score(d.y, d.guess, **d.w)
    ),
    "g_mean": lambda d: np.sqrt(np.prod([sk.recall_score(d.y, d.guess, pos_label=c, **d.w) for c in (0, 1)])),
    "prevalence": lambda d: _share(d.table[1].sum(), d.table.sum()),
    "prediction_rate": lambda d: _share(d.table[:, 1].sum(), d.table.sum()),
    "mutual_information": _bits,
    "normalized_mutual_information": _uncertainty_coefficient,
    "actual_entropy": _entropy,
    "remaining_entropy": lambda d: _entropy(d) - _bits(d),
    "expected_cost": lambda d: sk.zero_one_loss(d.y, d.guess, **d.w),
}
MATRIX = {
    "accuracy": BINARY["accuracy"],
    "error_rate": BINARY["error_rate"],
    "balanced_accuracy": BINARY["balanced_accuracy"],
    "mcc": BINARY["mcc"],
    "kappa": BINARY["kappa"],
    "mutual_information": _bits,
    "normalized_mutual_information": _uncertainty_coefficient,
    "actual_entropy": _entropy,
    "remaining_entropy": lambda d: _entropy(d) - _bits(d),
}


def _specificity(y, guess, *, average, sample_weight=None, **_):
    """scikit-learn has no specificity: from its one-against-the-rest matrices."""
    tables = sk.multilabel_confusion_matrix(y, guess, sample_weight=sample_weight).astype(float)
    if average == "micro":
        tables = tables.sum(axis=0, keepdims=True)
    support = tables[:, 1].sum(axis=1) if average == "weighted" else np.ones(len(tables))
    return np.average(tables[:, 0, 0] / tables[:, 0].sum(axis=1), weights=support)


AVERAGED = {
    "precision": sk.precision_score,
    "recall": sk.recall_score,
    "specificity": _specificity,
    "f1": sk.f1_score,
    "f_beta": lambda *rows, **options: sk.fbeta_score(*rows, beta=1, **options),
    "jaccard": sk.jaccard_score,
}


def _recalibrated(d):
    model = IsotonicRegression(out_of_bounds="clip").fit(d.score, d.y, **d.w)
    return sk.brier_score_loss(d.y, np.clip(model.predict(d.score), 0, 1), **d.w)


def _base_rate_brier(d):
    rate = np.average(d.y, weights=d.weight)
    return sk.brier_score_loss(d.y, np.full(len(d.y), rate), **d.w)


def _ks(d):
    fpr, tpr, _ = sk.roc_curve(d.y, d.score, drop_intermediate=False, **d.w)
    return np.abs(tpr - fpr).max()


def _calibration_error(d):
    """Mean distance of score and frequency over ten bins of equal width; scikit-learn's curve takes no weights."""
    weight = np.ones(len(d.y)) if d.weight is None else d.weight
    place = np.minimum((d.score * 10).astype(int), 9)
    gaps = [abs(np.dot(weight[place == b], (d.y - d.score)[place == b])) for b in range(10)]
    return sum(gaps) / weight.sum()


def _equal_errors(d):
    """Where scikit-learn's curve, straight between its points, crosses FPR = 1 - TPR."""
    fpr, tpr, _ = sk.roc_curve(d.y, d.score, drop_intermediate=False, **d.w)
    return float(np.interp(1.0, fpr + tpr, fpr))


LADDER = {
    "auc": lambda d: sk.roc_auc_score(d.y, d.score, **d.w),
    "average_precision": lambda d: sk.average_precision_score(d.y, d.score, **d.w),
    "ks": _ks,
    "partial_auc": lambda d: sk.roc_auc_score(d.y, d.score, max_fpr=0.1, **d.w),
    "equal_error_rate": _equal_errors,
    "brier": lambda d: sk.brier_score_loss(d.y, d.score, **d.w),
    "brier_skill_score": lambda d: sk.d2_brier_score(d.y, d.score, **d.w),
    "brier_uncertainty": _base_rate_brier,
    "brier_reliability": lambda d: sk.brier_score_loss(d.y, d.score, **d.w) - _recalibrated(d),
    "brier_resolution": lambda d: _base_rate_brier(d) - _recalibrated(d),
    "log_loss": lambda d: sk.log_loss(d.y, d.score, **d.w),
    "log_loss_skill": lambda d: sk.d2_log_loss_score(d.y, d.score, **d.w),
}


def _one_against_one(d):
    """Hand and Till's mean over ordered pairs of classes; scikit-learn's own takes no weights."""
    labels, areas = np.unique(d.y), []
    for i, a in enumerate(labels):
        for b in labels[labels != a]:
            rows = (d.y == a) | (d.y == b)
            weight = None if d.weight is None else d.weight[rows]
            areas.append(sk.roc_auc_score(d.y[rows] == a, d.score[rows, i], sample_weight=weight))
    return np.mean(areas)


CLASS_SCORES = {
    "auc_ovr": lambda d: sk.roc_auc_score(d.y, d.score, multi_class="ovr", average="macro", **d.w),
    "auc_ovo": _one_against_one,
    "log_loss": lambda d: sk.log_loss(d.y, d.score, **d.w),
    "brier": lambda d: sk.brier_score_loss(d.y, d.score, scale_by_half=False, **d.w),
    **MORE_CLASS_SCORES,
}


def _max_error(d):
    seen = slice(None) if d.weight is None else d.weight > 0
    return sk.max_error(d.y[seen], d.guess[seen])


RESIDUALS = {
    "mse": lambda d: sk.mean_squared_error(d.y, d.guess, **d.w),
    "rmse": lambda d: sk.root_mean_squared_error(d.y, d.guess, **d.w),
    "mae": lambda d: sk.mean_absolute_error(d.y, d.guess, **d.w),
    "mean_error": lambda d: np.average(d.y - d.guess, weights=d.weight),
    "median_absolute_error": lambda d: sk.median_absolute_error(d.y, d.guess, **d.w),
    "r2": lambda d: sk.r2_score(d.y, d.guess, **d.w),
    "explained_variance": lambda d: sk.explained_variance_score(d.y, d.guess, **d.w),
    "mape": lambda d: sk.mean_absolute_percentage_error(d.y, d.guess, **d.w),
    "max_error": _max_error,
    "pinball": lambda d: sk.mean_pinball_loss(d.y, d.guess, **d.w),
}


def outcomes_of(d):
    return pv.ConfusionMatrix.from_labels(d.y, d.guess, sample_weight=d.weight).outcomes(1)


def matrix_of(d):
    return pv.ConfusionMatrix.from_labels(d.y, d.guess, sample_weight=d.weight)


def ladder_of(d):
    return pv.Ladder.from_scores(d.y, d.score, sample_weight=d.weight)


def class_scores_of(d):
    return pv.ClassScores.from_probabilities(d.y, d.score, labels=np.unique(d.y), sample_weight=d.weight)


def residuals_of(d):
    return pv.Residuals.from_values(d.y, d.guess, sample_weight=d.weight)


def over(rows):
    return pytest.mark.parametrize("d", list(rows.values()), ids=list(rows))


def assert_close(found, expected):
    np.testing.assert_allclose(found, expected, **EXACT)


@over(BINARY_ROWS)
@pytest.mark.parametrize("name", BINARY)
def test_binary_measures(name, d):
    assert_close(pv.value(name, outcomes_of(d)), BINARY[name](d))


@over(BINARY_ROWS)
@pytest.mark.parametrize("beta", [0, 0.1, 0.5, 1, 2, 10, 1000])
def test_f_beta(beta, d):
    assert_close(pv.value("f_beta", outcomes_of(d), beta=beta), sk.fbeta_score(d.y, d.guess, beta=beta, **d.w))


@over(BINARY_ROWS)
@pytest.mark.parametrize("costs", [{"fp": 1, "fn": 5}, {"fp": 7, "fn": 0.5}])
def test_expected_cost(costs, d):
    loss = np.where(d.y == d.guess, 0, np.where(d.y == 1, costs["fn"], costs["fp"]))
    assert_close(pv.value("expected_cost", outcomes_of(d), **costs), np.average(loss, weights=d.weight))
    miss, alarm = 1 - BINARY["recall"](d), 1 - BINARY["specificity"](d)
    at_prior = costs["fn"] * 0.02 * miss + costs["fp"] * 0.98 * alarm
    assert_close(pv.value("expected_cost", outcomes_of(d), **costs, prior=0.02), at_prior)


@over({f"two classes, {name}": rows for name, rows in BINARY_ROWS.items()} | CLASS_ROWS)
@pytest.mark.parametrize("name", MATRIX)
def test_measures_of_a_matrix(name, d):
    assert_close(pv.value(name, matrix_of(d)), MATRIX[name](d))


@over(CLASS_ROWS)
@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
@pytest.mark.parametrize("name", AVERAGED)
def test_averages_over_classes(name, average, d):
    assert_close(pv.value(f"{average}_{name}", matrix_of(d)), AVERAGED[name](d.y, d.guess, average=average, **d.w))


@over(CLASS_ROWS)
@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
@pytest.mark.parametrize("beta", [0.5, 2])
def test_averages_of_f_beta(beta, average, d):
    expected = sk.fbeta_score(d.y, d.guess, beta=beta, average=average, **d.w)
    assert_close(pv.value(f"{average}_f_beta", matrix_of(d), beta=beta), expected)


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
@pytest.mark.parametrize("name", ["precision", "recall", "f1", "jaccard"])
@pytest.mark.parametrize(("undefined", "zero_division"), [("zero", 0.0), ("drop", np.nan)])
def test_averages_with_an_undefined_class(name, average, undefined, zero_division):
    y, guess = ["a", "a", "b", "b", "c", "c"], ["a", "b", "b", "b", "a", "b"]
    labels = ["a", "b", "c", "d"]
    matrix = pv.ConfusionMatrix.from_labels(y, guess, labels=labels)
    if name == "jaccard" and undefined == "drop":
        per_class = sk.jaccard_score(y, guess, labels=labels[:3], average=None)
        expected = {
            "macro": per_class.mean(),
            "weighted": per_class.mean(),
            "micro": sk.jaccard_score(y, guess, average="micro"),
        }[average]
    else:
        expected = AVERAGED[name](y, guess, labels=labels, average=average, zero_division=zero_division)
    assert_close(pv.value(f"{average}_{name}", matrix, undefined=undefined), expected)


@pytest.mark.parametrize("name", ["precision", "recall", "f1", "jaccard"])
def test_an_undefined_class_stays_visible_in_the_macro_average(name):
    matrix = pv.ConfusionMatrix.from_labels(["a", "b"], ["a", "b"], labels=["a", "b", "c"])
    estimate = pv.estimate(f"macro_{name}", matrix)
    assert np.isnan(estimate.value)
    assert estimate.why.endswith("undefined for class c")


@over(BINARY_ROWS)
@pytest.mark.parametrize("name", LADDER)
def test_measures_of_scores(name, d):
    assert_close(pv.value(name, ladder_of(d)), LADDER[name](d))


def test_the_log_loss_of_certain_and_wrong_scores_is_infinite_or_clipped():
    y, score = [1, 0, 1, 0], [0.9, 0.2, 0.0, 1.0]
    ladder = pv.Ladder.from_scores(y, score)
    assert pv.value("log_loss", ladder) == np.inf
    assert_close(pv.value("log_loss", ladder, clip=np.finfo(float).eps), sk.log_loss(y, score))


@over({name: rows for name, rows in BINARY_ROWS.items() if "ties" not in name})
def test_calibration_error_in_bins_of_equal_width(d):
    found = pv.value("expected_calibration_error", ladder_of(d), strategy="width")
    assert_close(found, _calibration_error(d))


def test_calibration_error_in_bins_of_equal_mass():
    d = BINARY_ROWS["plain"]
    happened, predicted = calibration_curve(d.y, d.score, n_bins=10, strategy="quantile")
    assert_close(pv.value("expected_calibration_error", ladder_of(d)), np.abs(happened - predicted).mean())


@over(BINARY_ROWS)
def test_roc_points(d):
    curve = pv.roc(ladder_of(d))
    fpr, tpr, thresholds = sk.roc_curve(d.y, d.score, drop_intermediate=False, **d.w)
    assert_close(curve.fpr, fpr)
    assert_close(curve.tpr, tpr)
    assert curve.thresholds.tolist() == thresholds.tolist()
    assert_close(curve.auc, sk.auc(fpr, tpr))


@over(BINARY_ROWS)
def test_precision_recall_points(d):
    curve = pv.precision_recall(ladder_of(d))
    precision, recall, thresholds = sk.precision_recall_curve(d.y, d.score, drop_intermediate=False, **d.w)
    assert_close(curve.precision, precision[:-1][::-1])
    assert_close(curve.recall, recall[:-1][::-1])
    assert curve.thresholds.tolist() == thresholds[::-1].tolist()
    assert_close(curve.average_precision, sk.average_precision_score(d.y, d.score, **d.w))


@over(CLASS_ROWS)
@pytest.mark.parametrize("name", CLASS_SCORES)
def test_measures_of_class_probabilities(name, d):
    assert_close(pv.value(name, class_scores_of(d)), CLASS_SCORES[name](d))


@over({name: rows for name, rows in CLASS_ROWS.items() if "weights" not in name})
def test_hand_and_tills_area(d):
    expected = sk.roc_auc_score(d.y, d.score, multi_class="ovo", average="macro")
    assert_close(pv.value("auc_ovo", class_scores_of(d)), expected)


@over(CLASS_ROWS)
def test_matrix_and_ladder_of_class_probabilities(d):
    scores = class_scores_of(d)
    label = np.unique(d.y)[1]
    expected = sk.confusion_matrix(d.y, np.unique(d.y)[d.score.argmax(axis=1)], **d.w)
    assert_close(scores.confusion().counts, expected)
    assert_close(pv.value("auc", scores.ladder(label)), sk.roc_auc_score(d.y == label, d.score[:, 1], **d.w))


@over(TARGET_ROWS)
@pytest.mark.parametrize("name", RESIDUALS)
def test_regression_measures(name, d):
    assert_close(pv.value(name, residuals_of(d)), RESIDUALS[name](d))


@over(TARGET_ROWS)
@pytest.mark.parametrize("alpha", [0, 0.05, 0.5, 0.9, 1])
def test_pinball_loss(alpha, d):
    expected = sk.mean_pinball_loss(d.y, d.guess, alpha=alpha, **d.w)
    assert_close(pv.value("pinball", residuals_of(d), alpha=alpha), expected)


@over(TARGET_ROWS)
def test_adjusted_r2(d):
    weight = np.ones(len(d.y)) if d.weight is None else d.weight
    n, p = weight.sum() ** 2 / (weight**2).sum(), 7
    expected = 1 - (1 - sk.r2_score(d.y, d.guess, **d.w)) * (n - 1) / (n - p - 1)
    assert_close(pv.value("adjusted_r2", residuals_of(d), n_features=p), expected)


def _amounts(seed, n=120, ties=False, weighted=False):
    rng = np.random.default_rng(seed)
    y = rng.gamma(2, 2, n) + 0.1
    guess = y * rng.gamma(8, 1 / 8, n) + 0.1
    y, guess = (np.ceil(y), np.ceil(guess)) if ties else (y, guess)
    return Rows(y, guess, guess, rng.integers(0, 4, n).astype(float) if weighted else None)


AMOUNTS = {
    "plain": _amounts(1),
    "ties": _amounts(2, ties=True),
    "whole weights": _amounts(3, weighted=True),
    "ties and whole weights": _amounts(4, ties=True, weighted=True),
}
"""Weights are whole, so that tools of ranks that take none can be given a row several times."""


def value_pairs_of(d):
    return pv.ValuePairs.from_values(d.y, d.guess, sample_weight=d.weight)


@over(AMOUNTS)
@pytest.mark.parametrize("name", VALUE_PAIRS)
def test_measures_of_pairs_of_values(name, d):
    assert_close(pv.value(name, value_pairs_of(d)), VALUE_PAIRS[name](d))


@over(AMOUNTS)
@pytest.mark.parametrize("power", [-1, 0, 1, 1.2, 2, 3])
def test_tweedie_deviances(power, d):
    for name, theirs in (("tweedie_deviance", sk.mean_tweedie_deviance), ("d2_tweedie", sk.d2_tweedie_score)):
        assert_close(pv.value(name, value_pairs_of(d), power=power), theirs(d.y, d.guess, power=power, **d.w))


@over(AMOUNTS)
@pytest.mark.parametrize("alpha", [0.05, 0.5, 0.9])
def test_d2_of_pinball_losses(alpha, d):
    assert_close(
        pv.value("d2_pinball", value_pairs_of(d), alpha=alpha), sk.d2_pinball_score(d.y, d.guess, alpha=alpha, **d.w)
    )


@over(AMOUNTS)
def test_scaled_errors(d):
    """Against Hyndman and Koehler's definition: the mean absolute change of the training series is the scale."""
    series = np.array([3.0, 5, 4, 8, 7, 9])
    assert pv.naive_scale(series) == np.mean([2, 1, 4, 1, 2])
    assert pv.naive_scale(series, lag=2) == np.mean([1, 3, 3, 1])
    scale = pv.naive_scale(series)
    assert_close(pv.value("mase", value_pairs_of(d), scale=scale), sk.mean_absolute_error(d.y, d.guess, **d.w) / scale)


@over({name: rows for name, rows in CLASS_ROWS.items() if "ties" not in name})
@pytest.mark.parametrize("k", [1, 2])
def test_top_k_accuracy(k, d):
    assert_close(pv.value("top_k_accuracy", class_scores_of(d), k=k), sk.top_k_accuracy_score(d.y, d.score, k=k, **d.w))


def test_ties_share_the_places_among_the_first_k():
    """scikit-learn breaks ties by the order of the classes; here they share, as if broken at random."""
    scores = pv.ClassScores.from_probabilities(["c"], [[0.5, 0.25, 0.25]], labels=["a", "b", "c"])
    assert [pv.value("top_k_accuracy", scores, k=k) for k in (1, 2)] == [0.0, 0.5]
    assert pv.estimate("top_k_accuracy", scores, k=3).why == "every class is among 3 of 3"


def test_expected_cost_of_several_classes():
    """Against the mean of the single rows' costs, at the sample's shares and at operating priors."""
    rng = np.random.default_rng(3)
    truth, guess = rng.integers(0, 3, 200), rng.integers(0, 3, 200)
    table, priors = np.array([[0, 1, 5], [2, 0, 1], [9, 4, 0]]), np.array([0.5, 0.3, 0.2])
    matrix = pv.ConfusionMatrix.from_labels(truth, guess)
    cost = table[truth, guess]
    assert_close(pv.value("expected_cost", matrix, costs=table), cost.mean())
    at_priors = sum(p * cost[truth == k].mean() for k, p in enumerate(priors))
    assert_close(pv.value("expected_cost", matrix, costs=table, priors=priors), at_priors)
    found = pv.estimate("expected_cost", matrix, costs=table, method="delta")
    assert_close((found.high - found.low) / 2, 1.959963984540054 * cost.std() / np.sqrt(200))


IN_OTHER_FILES = {("Outcomes", "net_benefit"), ("ConfusionMatrix", "weighted_kappa")} | {
    ("Ladder", name)
    for name in [
        "auc_n",
        "debiased_calibration_error",
        "calibration_in_the_large",
        "observed_expected_ratio",
        "calibration_intercept",
        "calibration_slope",
        "integrated_calibration_index",
        "e50",
        "e90",
        "gini",
        "h_measure",
        "precision_at",
        "gain_at",
        "lift_at",
        "sensitivity_at_specificity",
        "specificity_at_sensitivity",
    ]
}
"""Compared with statsmodels, by hand or by brute force: calibration lines, decision curves, top rows."""


def test_every_measure_is_compared():
    compared = {
        "Outcomes": BINARY,
        "ConfusionMatrix": [
            *MATRIX,
            "expected_cost",
            *(f"{a}_{name}" for a in ("macro", "weighted", "micro") for name in AVERAGED),
        ],
        "Ladder": [*LADDER, "expected_calibration_error"],
        "ClassScores": [*CLASS_SCORES, "top_k_accuracy"],
        "Residuals": [*RESIDUALS, "adjusted_r2"],
        "ValuePairs": [*VALUE_PAIRS, "mase"],
    }
    named = {(kind, name) for kind, names in compared.items() for name in names} | NOT_IN_SCIKIT_LEARN | IN_OTHER_FILES
    assert named == {(measure.needs.__name__, measure.name) for measure in pv.measures()}
