"""Standard errors by moving the weight of every row in scikit-learn's functions."""

from itertools import permutations

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics as sk
from sklearn.isotonic import IsotonicRegression

import probative as pv

from .sampled import (
    area,
    binary_rows,
    close,
    error_of_mean,
    infinitesimal_jackknife,
    jackknife,
    ones_if_none,
    standard_error,
)


def class_rows(n=150, k=3, seed=0, weighted=False):
    rng = np.random.default_rng(seed)
    y = rng.choice(k, n, p=np.arange(1, k + 1) / (k * (k + 1) / 2))
    logits = rng.normal(0, 1, (n, k)) + 1.3 * np.eye(k)[y]
    score = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return y, score, rng.gamma(2.0, 1.0, n) if weighted else None


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
