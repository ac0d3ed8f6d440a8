"""What worlds say of themselves, against large samples that NumPy draws and scikit-learn measures."""

from __future__ import annotations

from math import e, exp, pi, sqrt

import numpy as np
import pytest
import sklearn.metrics as sk
from scipy.stats import kendalltau, norm, spearmanr

from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Moments, Outcomes, Residuals, ValuePairs
from probative.validation.worlds.amounts import Amounts
from probative.validation.worlds.binormal import Binormal, score_truths
from probative.validation.worlds.clustered import Clustered
from probative.validation.worlds.graded import Graded
from probative.validation.worlds.independent import Independent
from probative.validation.worlds.learners import TwoLearners
from probative.validation.worlds.levels import Levels
from probative.validation.worlds.paired_classes import PairedClasses
from probative.validation.worlds.paired_losses import PairedLosses
from probative.validation.worlds.paired_scores import PairedScores
from probative.validation.worlds.profiles import Profiles
from probative.validation.worlds.regressed import LAWS, Regressed, moments
from probative.validation.worlds.results import Measurements
from probative.validation.worlds.weighted import Weighted

MANY = 200_000


def binormal_rows(prevalence: float, auc: float, n: int = MANY) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Truths, signals and probabilities, with Bayes's rule written out."""
    rng = np.random.default_rng(11)
    apart = sqrt(2) * norm.ppf(auc)
    truth = rng.random(n) < prevalence
    x = rng.normal(size=n) + apart * truth
    up, down = prevalence * norm.pdf(x - apart), (1 - prevalence) * norm.pdf(x)
    return truth, x, up / (up + down)


def largest_gap(truth, scores, weight=None) -> float:
    fpr, tpr, _ = sk.roc_curve(truth, scores, sample_weight=weight)
    return float((tpr - fpr).max())


OF_SCORES = {
    "auc": sk.roc_auc_score,
    "average_precision": sk.average_precision_score,
    "brier": sk.brier_score_loss,
    "log_loss": sk.log_loss,
    "ks": largest_gap,
}
OF_LABELS = {
    "accuracy": sk.accuracy_score,
    "recall": sk.recall_score,
    "precision": sk.precision_score,
    "f1": sk.f1_score,
    "mcc": sk.matthews_corrcoef,
    "kappa": sk.cohen_kappa_score,
    "balanced_accuracy": sk.balanced_accuracy_score,
    "jaccard": sk.jaccard_score,
    "mutual_information": lambda y, h: sk.mutual_info_score(y, h) / np.log(2),
}


@pytest.mark.parametrize(("prevalence", "auc"), [(0.3, 0.8), (0.01, 0.6), (0.05, 0.95), (0.5, 0.995)])
def test_binormal_scores(prevalence, auc):
    truth, x, scores = binormal_rows(prevalence, auc)
    world = Independent(100, Binormal(prevalence, auc))
    truths = world.truths(Ladder)
    np.testing.assert_allclose(world.scores.score(x), scores, atol=1e-9)
    error = 4 / sqrt(MANY * prevalence)
    for name, measured in OF_SCORES.items():
        assert truths[name] == pytest.approx(measured(truth, scores), abs=error), name
    tpr = np.mean(x[truth] > np.quantile(x[~truth], 0.9))
    tnr = np.mean(x[~truth] < np.quantile(x[truth], 0.1))
    assert truths["sensitivity_at_specificity"] == pytest.approx(tpr, abs=error)
    assert truths["specificity_at_sensitivity"] == pytest.approx(tnr, abs=3 * error)


@pytest.mark.parametrize(("prevalence", "auc"), [(0.3, 0.8), (0.05, 0.95)])
def test_binormal_outcomes(prevalence, auc):
    truth, x, _ = binormal_rows(prevalence, auc)
    called = x >= norm.ppf(auc) / sqrt(2)
    truths = Independent(100, Binormal(prevalence, auc)).truths(Outcomes)
    for name, measured in OF_LABELS.items():
        assert truths[name] == pytest.approx(measured(truth, called), abs=4 / sqrt(MANY * prevalence)), name


@pytest.mark.parametrize(("prevalence", "auc"), [(0.3, 0.8), (0.05, 0.95)])
def test_what_has_no_formula_is_as_right_as_what_has_one(prevalence, auc):
    """Measures without a closed form take their definition on a grid; where both are known they agree."""
    from probative import value

    world = Binormal(prevalence, auc)
    for name in ("auc", "average_precision", "ks", "brier", "log_loss"):
        assert value(name, world.gridded()) == pytest.approx(score_truths(world)[name], abs=2e-4), name


@pytest.mark.parametrize("auc", [0.6, 0.95])
def test_tied_scores(auc):
    world = Levels(100, Binormal(0.3, auc))
    truth, x, _ = binormal_rows(0.3, auc)
    level = np.digitize(x, np.quantile(x, np.arange(1, 5) / 5))
    scores = (np.bincount(level, truth) / np.bincount(level))[level]
    truths = world.truths(Ladder)
    for name, measured in OF_SCORES.items():
        assert truths[name] == pytest.approx(measured(truth, scores), abs=0.004), name


@pytest.mark.parametrize("tilt", [0.0, 0.7])
def test_weighted_rows_stand_for_the_population(tilt):
    world = Weighted(MANY, Binormal(0.3, 0.8), tilt)
    truth, x, weight = world.rows(np.random.default_rng(3))
    whole = Binormal(0.3, 0.8)
    assert np.average(truth, weights=weight) == pytest.approx(0.3, abs=0.005)
    assert sk.roc_auc_score(truth, x, sample_weight=weight) == pytest.approx(0.8, abs=0.005)
    called = x >= whole.middle
    truths = world.truths(Outcomes)
    for name in ("accuracy", "precision", "f1"):
        assert truths[name] == pytest.approx(OF_LABELS[name](truth, called, sample_weight=weight), abs=0.006), name
    if tilt:
        assert spearmanr(x[:5000], weight[:5000])[0] == pytest.approx(-1)
        assert truth.mean() > 0.4


def test_clusters_are_alike_and_the_population_as_it_was():
    world = Clustered(10_000, Binormal(0.3, 0.8))
    cluster, truth, x = world.rows(np.random.default_rng(4))
    assert sk.roc_auc_score(truth, x) == pytest.approx(0.8, abs=0.01)
    first = np.flatnonzero((cluster[1:] == cluster[:-1]) & truth[1:] & truth[:-1])
    assert np.corrcoef(x[first], x[first + 1])[0, 1] == pytest.approx(0.3, abs=0.04)
    sizes = np.bincount(cluster)
    assert sizes.min() == 2
    assert sizes.max() <= 100


@pytest.mark.parametrize("priors", [(0.7, 0.2, 0.07, 0.03), (0.25,) * 4])
def test_profiles_of_classes(priors):
    world = Profiles(100, priors)
    assert world.scores.mean(axis=0) == pytest.approx(priors, abs=1e-9)
    rng = np.random.default_rng(5)
    n = 100_000
    scores = world.scores[rng.integers(0, len(world.scores), n)]
    truth = np.minimum((scores.cumsum(axis=1) < rng.random((n, 1))).sum(axis=1), 3)
    said = scores.argmax(axis=1)
    of_scores, of_labels = world.truths(ClassScores), world.truths(ConfusionMatrix)
    assert of_scores["log_loss"] == pytest.approx(sk.log_loss(truth, scores), abs=0.005)
    for name, way in (("auc_ovr", "ovr"), ("auc_ovo", "ovo")):
        assert of_scores[name] == pytest.approx(sk.roc_auc_score(truth, scores, multi_class=way), abs=0.005), name
    for name, value in {
        "accuracy": sk.accuracy_score(truth, said),
        "balanced_accuracy": sk.balanced_accuracy_score(truth, said),
        "macro_f1": sk.f1_score(truth, said, average="macro"),
        "weighted_precision": sk.precision_score(truth, said, average="weighted"),
        "mcc": sk.matthews_corrcoef(truth, said),
        "kappa": sk.cohen_kappa_score(truth, said),
    }.items():
        assert of_labels[name] == pytest.approx(value, abs=0.008), name


CLOSED = {
    "normal": (1.0, sqrt(2 / pi)),
    "t3": (3.0, 2 * sqrt(3) / pi),
    "log-normal": ((e - 1) * e, 2 * exp(0.5) * (2 * norm.cdf(0.5) - 1)),
    "2 % outliers": (0.98 + 2.0, sqrt(2 / pi) * (0.98 + 0.2)),
}


@pytest.mark.parametrize("law", LAWS)
def test_regression_errors(law):
    truths = Regressed(100, law).truths(Residuals)
    assert (truths["mse"], truths["mae"]) == pytest.approx(CLOSED[law], rel=1e-6)
    assert truths["rmse"] ** 2 == pytest.approx(truths["mse"])
    assert truths["r2"] == pytest.approx(1 / (1 + CLOSED[law][0]))
    errors = LAWS[law].draw(np.random.default_rng(6), MANY)
    assert truths["median_absolute_error"] == pytest.approx(np.median(np.abs(errors)), abs=0.005)
    assert np.abs(errors).mean() == pytest.approx(truths["mae"], abs=0.01)


def test_ranks_of_a_regression():
    truths, rng = moments("normal"), np.random.default_rng(6)
    said = rng.normal(size=20_000)
    target = said + rng.normal(size=20_000)
    assert truths["spearman"] == pytest.approx(spearmanr(target, said)[0], abs=0.02)
    assert truths["kendall_tau"] == pytest.approx(kendalltau(target, said)[0], abs=0.02)
    assert truths["pearson"] == pytest.approx(np.corrcoef(target, said)[0, 1], abs=0.02)


def test_amounts():
    truths, rng = Amounts(100).truths(ValuePairs), np.random.default_rng(8)
    target = np.exp(rng.normal(size=MANY))
    said = target * np.exp(0.3 * rng.normal(size=MANY))
    assert truths["mape"] == pytest.approx(sk.mean_absolute_percentage_error(target, said), abs=0.002)
    assert truths["smape"] == pytest.approx(np.mean(2 * np.abs(target - said) / (target + said)), abs=0.002)
    assert truths["gamma_deviance"] == pytest.approx(sk.mean_gamma_deviance(target, said), abs=0.002)


def test_the_median_of_a_regression_and_the_mean_of_grades():
    rng = np.random.default_rng(9)
    said = rng.normal(size=MANY)
    found = sk.d2_absolute_error_score(said + rng.normal(size=MANY), said)
    assert moments("normal")["d2_absolute"] == pytest.approx(found, abs=0.005)
    for law in LAWS:
        (sample, _), *_ = Graded(MANY, law).drawn(Moments, 1, rng)
        assert Graded(MANY, law).truths(Moments)["mean_grade"] == pytest.approx(float(sample.mean), abs=0.03)


@pytest.mark.parametrize("measure", ["auc", "accuracy", "f1"])
def test_paired_scores_differ_as_they_say(measure):
    world = PairedScores(100_000, measure, 0.3, 0.8, 0.87)
    for equal in (True, False):
        asked = world.question(np.random.default_rng(7), equal=equal)
        models = asked["scores" if measure == "auc" else "predicted"].values()
        score = OF_SCORES | OF_LABELS
        a, b = (score[measure](asked["truth"], model) for model in models)
        assert a - b == pytest.approx(0 if equal else world.difference, abs=0.006)


@pytest.mark.parametrize("world", [PairedLosses(MANY), PairedLosses(MANY, outliers=True)])
def test_paired_losses_are_equal_or_not(world):
    for equal in (True, False):
        asked = world.question(np.random.default_rng(8), equal=equal)
        a, b = (np.square(asked["truth"] - said).mean() for said in asked["predicted"].values())
        assert (a, b) == pytest.approx((1, 1 if equal else 1.69), rel=0.08)


def test_paired_classes_are_equal_or_not():
    world = PairedClasses(300_000, "accuracy")
    for equal in (True, False):
        asked = world.question(np.random.default_rng(9), equal=equal)
        a, b = ((asked["truth"] == said).mean() for said in asked["predicted"].values())
        assert a - b == pytest.approx(0 if equal else world.difference, abs=0.005)


def test_learners_are_equally_good_unless_they_are_not():
    rng = np.random.default_rng(10)
    gaps = {
        equal: [np.subtract(*TwoLearners(40).question(rng, equal=equal)["data"].values()).mean() for _ in range(400)]
        for equal in (True, False)
    }
    assert np.mean(gaps[True]) == pytest.approx(0, abs=4 * np.std(gaps[True]) / 20)
    assert np.mean(gaps[False]) < -0.1


@pytest.mark.parametrize("shape", ["normal", "skewed", "unequal"])
def test_results_are_equally_high_unless_they_are_not(shape):
    world = Measurements(40_000, "independent", 3, shape)
    for equal in (True, False):
        samples = list(world.question(np.random.default_rng(12), equal=equal)["data"].values())
        assert samples[-1].mean() - samples[0].mean() == pytest.approx(0 if equal else world.moved, abs=0.1)
        assert len(samples[-1]) == (20_000 if shape == "unequal" else 40_000)
