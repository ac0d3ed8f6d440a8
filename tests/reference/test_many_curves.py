"""Measures against each other, several curves, bands, and extreme input."""

import math

import numpy as np
import pytest
import sklearn.metrics as sk
from scipy.integrate import quad

import probative as pv

from .scored import HIGHER, LOWER, QUICK, TIGHT, brute_force, confusion, distinct, ladder, rows

# --- Measures against each other -------------------------------------------------------------------------------------


REFUSED = [
    ("recall", "false_negative_rate"),
    ("specificity", "false_positive_rate"),
    ("precision", "false_discovery_rate"),
    ("npv", "false_omission_rate"),
    ("accuracy", "error_rate"),
    ("f1", "jaccard"),
    ("informedness", "balanced_accuracy"),
    ("recall", "tpr"),
]


@pytest.mark.parametrize(("x", "y"), [*REFUSED, *((b, a) for a, b in REFUSED)])
def test_functions_of_one_another_are_refused(x, y):
    with pytest.raises(ValueError, match="functions of one another"):
        pv.trade_off(ladder(0), x, y)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ("specificity", "recall"),
        ("false_positive_rate", "recall"),
        ("recall", "precision"),
        ("recall", "f1"),
        ("accuracy", "mcc"),
        ("accuracy", "balanced_accuracy"),
        ("precision", "npv"),
        ("f1", "fowlkes_mallows"),
    ],
)
def test_two_measures_over_all_thresholds(x, y):
    truth, s = rows(70, n=80, levels=25)
    curve = pv.trade_off(pv.Ladder.from_scores(truth, s), x, y)
    known = HIGHER | LOWER
    wanted = [[known[name](*confusion(truth, s, t)) for t in distinct(s)] for name in (x, y)]
    np.testing.assert_allclose([curve.x, curve.y], wanted, atol=1e-12)
    assert (curve.x_name, curve.y_name, curve.thresholds.tolist()) == (x, y, distinct(s).tolist())


# --- Several curves --------------------------------------------------------------------------------------------------


def test_vertical_average_by_hand():
    data = [rows(80 + i, n=60, levels=[None, 8, 15][i]) for i in range(3)]
    found = pv.average_roc([pv.Ladder.from_scores(y, s) for y, s in data], points=51)
    grid = np.linspace(0, 1, 51)
    heights = []
    for y, s in data:
        fpr, tpr, _ = sk.roc_curve(y, s, drop_intermediate=False)
        top = np.array(
            [tpr[fpr <= x + 1e-12].max() if np.isclose(fpr, x).any() else np.interp(x, fpr, tpr) for x in grid]
        )
        heights.append([0.0, *top[1:]])
    np.testing.assert_allclose(found.fpr, grid)
    np.testing.assert_allclose(found.tpr, np.mean(heights, axis=0), atol=1e-12)
    np.testing.assert_allclose(found.tpr_spread, np.std(heights, axis=0, ddof=1), atol=1e-12)
    areas = [sk.roc_auc_score(y, s) for y, s in data]
    assert (found.auc, found.auc_spread) == pytest.approx((np.mean(areas), np.std(areas, ddof=1)), **TIGHT)


def test_threshold_average_by_hand():
    data = [rows(83 + i, n=40, levels=12) for i in range(3)]
    found = pv.average_roc([pv.Ladder.from_scores(y, s) for y, s in data], how="threshold", points=1000)
    levels = distinct(np.concatenate([s for _, s in data]))
    for k, rate in enumerate(("fpr", "tpr")):
        rates = [[(s >= t)[y == bool(k)].mean() for t in levels] for y, s in data]
        np.testing.assert_allclose(getattr(found, rate), np.mean(rates, axis=0), atol=1e-12)
        np.testing.assert_allclose(getattr(found, f"{rate}_spread"), np.std(rates, axis=0, ddof=1), atol=1e-12)


def test_few_thresholds_still_run_from_nothing_to_everything():
    found = pv.average_roc([ladder(86), ladder(87)], how="threshold", points=11)
    assert (found.fpr[0], found.tpr[0], found.fpr[-1], found.tpr[-1]) == pytest.approx((0, 0, 1, 1))
    assert 2 < len(found.fpr) <= 11
    with pytest.raises(ValueError, match="vertical"):
        pv.average_roc([ladder(86)], how="mean")
    with pytest.raises(ValueError, match="no curves"):
        pv.average_roc([])
    with pytest.raises(ValueError, match="no ladders"):
        pv.pooled_roc([])


def test_a_pooled_curve_says_why_to_distrust_it():
    (y, s), (z, t) = rows(88), rows(89)
    # The second model's scores are on another scale.
    found = pv.pooled_roc([pv.Ladder.from_scores(y, s), pv.Ladder.from_scores(z, t + 5)])
    area = sk.roc_auc_score(np.concatenate([y, z]), np.concatenate([s, t + 5]))
    assert found.curve.auc == pytest.approx(area, **TIGHT)
    assert area < min(sk.roc_auc_score(y, s), sk.roc_auc_score(z, t))
    assert "different models are mixed" in found.caution


def test_macro_and_micro_curves():
    rng = np.random.default_rng(9)
    y = rng.integers(0, 3, 200)
    proba = rng.dirichlet([1, 1, 1], 200) + 0.6 * np.eye(3)[y]
    proba = np.round(proba / proba.sum(axis=1, keepdims=True), 2)
    scores = pv.ClassScores.from_probabilities(y, proba, labels=[0, 1, 2])
    hot = np.eye(3, dtype=int)[y]
    macro, micro = pv.macro_roc(scores, points=101), pv.micro_roc(scores)
    assert macro.how == "macro"
    assert macro.auc == pytest.approx(sk.roc_auc_score(hot, proba, average="macro"), **TIGHT)
    assert micro.auc == pytest.approx(sk.roc_auc_score(hot, proba, average="micro"), **TIGHT)
    fpr, tpr, thresholds = sk.roc_curve(hot.ravel(), proba.ravel(), drop_intermediate=False)
    np.testing.assert_allclose([micro.fpr, micro.tpr], [fpr, tpr], atol=1e-12)
    assert micro.thresholds.tolist() == thresholds.tolist()
    curves = [sk.roc_curve(hot[:, k], proba[:, k], drop_intermediate=False) for k in range(3)]
    inner = np.linspace(0, 1, 101)[1:] - 1e-9
    heights = np.mean([np.interp(inner, c[0], c[1]) for c in curves], axis=0)
    assert (macro.tpr[1:] >= heights - 1e-6).all()
    assert np.abs(macro.tpr[1:] - heights).mean() < 0.02
    for k, curve in pv.roc(scores).items():
        assert curve.auc == pytest.approx(sk.roc_auc_score(y == k, proba[:, k]), **TIGHT)


# --- Bands -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [{"n": 200}, {"n": 80, "levels": 10}], ids=str)
def test_bands_hold_the_curve(how):
    y, s = rows(90, **how)
    tally = pv.Ladder.from_scores(y, s)
    fpr, tpr, _ = sk.roc_curve(y, s, drop_intermediate=False)
    point, whole = (pv.roc_band(tally, simultaneous=b, replicates=300, points=41) for b in (False, True))
    for band in (point, whole):
        top = np.array([np.interp(x, fpr, tpr) for x in band.fpr])
        np.testing.assert_allclose(band.tpr, top, atol=1e-12)
        assert ((band.low >= 0) & (band.low <= band.tpr) & (band.tpr <= band.high) & (band.high <= 1)).all()
    inside = slice(2, -2)
    wider = (whole.high - whole.low)[inside] > (point.high - point.low)[inside]
    assert wider.mean() > 0.9
    assert (point.simultaneous, whole.simultaneous) == (False, True)


def test_pointwise_limits_are_percentiles_of_resampled_curves():
    y, s = rows(91, n=150)
    band = pv.roc_band(pv.Ladder.from_scores(y, s), replicates=2000, points=11, level=0.9)
    rng = np.random.default_rng(3)
    p, n = s[y], s[~y]
    drawn = []
    for _ in range(2000):
        q, m = rng.choice(p, len(p)), rng.choice(n, len(n))
        fpr, tpr, _ = sk.roc_curve(np.arange(len(q) + len(m)) < len(q), np.concatenate([q, m]), drop_intermediate=False)
        drawn.append(np.interp(band.fpr, fpr, tpr))
    low, high = np.quantile(drawn, [0.05, 0.95], axis=0)
    np.testing.assert_allclose(band.low[1:-1], low[1:-1], atol=0.03)
    np.testing.assert_allclose(band.high[1:-1], high[1:-1], atol=0.03)


@pytest.mark.parametrize("bad", [{"level": 1.0}, {"level": 0}, {"points": 0}, {"replicates": 0}], ids=str)
def test_bands_that_are_none(bad):
    with pytest.raises(ValueError, match=r"level|point|replicate"):
        pv.roc_band(ladder(0, n=30), **({"replicates": 10} | bad))


# --- Bad and extreme input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("y", [[1, 1], [0, 0]], ids=str)
@pytest.mark.parametrize(
    "of",
    [
        pv.roc,
        pv.cost_curve,
        pv.cost_by_threshold,
        pv.roc_band,
        lambda tally: pv.average_roc([tally]),
        lambda tally: pv.best_threshold(tally, "accuracy"),
    ],
)
def test_one_class_has_no_curve(of, y):
    with pytest.raises(ValueError, match=r"both classes|one class"):
        of(pv.Ladder.from_scores(y, [0.2, 0.7]))


def test_constant_scores_are_one_segment():
    curve = pv.roc(pv.Ladder.from_scores([1, 0, 0, 1, 0], [0.3] * 5))
    assert (curve.fpr.tolist(), curve.tpr.tolist(), curve.thresholds.tolist()) == ([0, 1], [0, 1], [math.inf, 0.3])
    assert (curve.auc, curve.eer, curve.hull().auc) == (0.5, 0.5, 0.5)
    assert curve.hull().slopes.tolist() == [1.0]
    assert curve.drawing()["move"].tolist() == ["slanted"]


def test_a_single_positive():
    curve = pv.roc(pv.Ladder.from_scores([0, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]))
    assert curve.auc == pytest.approx(1 / 3, **TIGHT)
    assert curve.eer == pytest.approx(2 / 3, **TIGHT)
    assert pv.precision_recall(curve.ladder).average_precision == pytest.approx(1 / 3, **TIGHT)
    choice = pv.best_threshold(curve.ladder, "youden", replicates=50)
    assert choice.threshold == 0.5


def test_infinite_scores_are_the_ends():
    y, s = np.array([1, 0, 1, 0], bool), np.array([np.inf, 0.4, 0.2, -np.inf])
    curve = pv.roc(pv.Ladder.from_scores(y, s))
    assert curve.auc == 0.75
    assert curve.thresholds[1:].tolist() == [np.inf, 0.4, 0.2, -np.inf]
    assert (curve.fpr.tolist(), curve.tpr.tolist()) == ([0, 0, 0.5, 0.5, 1], [0, 0.5, 0.5, 1, 1])


@pytest.mark.parametrize("y", [[0, 1], [0, 1, 1, 0], [0, 0, 1]], ids=str)
@pytest.mark.parametrize("by", ["accuracy", "youden", "closest"])
def test_no_threshold_leaves_out_a_score_of_infinity(y, by):
    """A score of +inf reaches every threshold, so "nothing is positive" cannot be chosen."""
    y, s = np.array(y, bool), np.array([np.inf, 0.5, 0.4, 0.1][: len(y)])
    formula, sign = (LOWER["closest"], -1) if by == "closest" else (HIGHER.get(by, HIGHER["informedness"]), 1)
    value, ties = brute_force(y, s, formula, sign)
    choice = pv.best_threshold(pv.Ladder.from_scores(y, s), by, replicates=50)
    assert choice.apparent.value == pytest.approx(value, **TIGHT)
    assert set(choice.ties) == set(ties)
    o = choice.outcomes
    assert (o.tp, o.fn, o.fp, o.tn) == confusion(y, s, choice.threshold)


def test_more_pairs_than_64_bits_can_count():
    counts = [6 * 10**9, 3 * 10**9, 10**9]
    tally = pv.Ladder.from_counts([0.9, 0.5, 0.1], counts, counts[::-1])
    assert sum(counts) ** 2 > 2**63
    curve = pv.roc(tally)
    # Shares of positives 0.6, 0.3, 0.1 and of negatives 0.1, 0.3, 0.6.
    assert curve.auc == pytest.approx(0.6 * (0.05 + 0.9) + 0.3 * (0.15 + 0.6) + 0.1 * 0.3, **TIGHT)
    assert curve.eer == pytest.approx(0.25, **TIGHT)
    hull = curve.hull()
    np.testing.assert_allclose(hull.slopes, [6, 1, 1 / 6], rtol=1e-12)
    choice = pv.best_threshold(tally, "mcc", **QUICK)
    assert choice.apparent.value == pytest.approx(0.5 / math.sqrt(0.7 * 1.3), rel=1e-12)
    assert pv.cost_curve(tally).at(0.5) == pytest.approx(0.25, **TIGHT)
    assert pv.precision_recall(tally).area == pytest.approx(
        0.6 * 6 / 7
        + quad(lambda r: r / (r + 0.1 + (r - 0.6)), 0.6, 0.9)[0]
        + quad(lambda r: r / (r + 0.4 + 6 * (r - 0.9)), 0.9, 1)[0],
        rel=1e-9,
    )
