"""Curves and decisions against other tools, brute force and numerical integration.

scikit-learn 1.9, SciPy 1.17, statsmodels 0.15; nothing that is compared with was computed by probative.
"""

import math
from itertools import pairwise

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics as sk
import statsmodels.api as sm
from scipy.integrate import quad
from scipy.spatial import ConvexHull
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression

import probative as pv

TIGHT = {"rel": 0, "abs": 1e-12}
QUICK = {"replicates": 20}


def rows(seed, n=300, levels=None, share=0.4):
    """Labels and scores that overlap; with `levels`, most scores are tied."""
    rng = np.random.default_rng(seed)
    y = rng.random(n) < share
    y[:2] = [True, False]
    s = 1 / (1 + np.exp(-rng.normal(1.2 * y - 0.6, 1.0)))
    return y, s if levels is None else np.ceil(s * levels) / levels


def ladder(seed, **how):
    return pv.Ladder.from_scores(*rows(seed, **how))


def confusion(y, s, threshold):
    called = s >= threshold
    return tuple(int(x.sum()) for x in (y & called, y & ~called, ~y & called, ~y & ~called))


def distinct(s):
    """All thresholds that make a difference, from +inf down."""
    return np.concatenate([[np.inf], np.unique(s)[::-1]])


TIES = pytest.mark.parametrize("how", [{}, {"levels": 7}, {"levels": 40}, {"n": 25, "levels": 4}], ids=str)


# Area under the ROC curve


@TIES
@pytest.mark.parametrize("seed", range(5))
def test_area_in_four_ways(how, seed):
    y, s = rows(seed, **how)
    p, n = s[y], s[~y]
    area = pv.roc(pv.Ladder.from_scores(y, s)).auc
    running, above = 0.0, 0
    for value in np.unique(s)[::-1]:
        tied_p, tied_n = (p == value).sum(), (n == value).sum()
        running += tied_n * (above + tied_p / 2)
        above += tied_p
    ranks = scipy.stats.rankdata(s)
    fpr, tpr, _ = sk.roc_curve(y, s, drop_intermediate=False)
    pairs = (p[:, None] > n).mean() + (p[:, None] == n).mean() / 2
    over_negatives = np.mean([(p > x).mean() + (p == x).mean() / 2 for x in n])
    for other in (
        running / len(p) / len(n),
        (ranks[y].sum() - len(p) * (len(p) + 1) / 2) / (len(p) * len(n)),
        np.trapezoid(tpr, fpr),
        over_negatives,
        pairs,
    ):
        assert area == pytest.approx(other, **TIGHT)


@TIES
def test_points_and_thresholds(how):
    y, s = rows(1, **how)
    curve = pv.roc(pv.Ladder.from_scores(y, s))
    fpr, tpr, thresholds = sk.roc_curve(y, s, drop_intermediate=False)
    np.testing.assert_allclose(curve.fpr, fpr, atol=1e-15)
    np.testing.assert_allclose(curve.tpr, tpr, atol=1e-15)
    assert curve.thresholds.tolist() == thresholds.tolist()


@TIES
@pytest.mark.parametrize("most", [0.05, 0.1, 0.37, 0.9])
def test_partial_area_with_mcclishs_correction(how, most):
    y, s = rows(2, **how)
    found = pv.roc(pv.Ladder.from_scores(y, s)).partial_auc(fpr=(0, most), corrected=True)
    assert found == pytest.approx(sk.roc_auc_score(y, s, max_fpr=most), **TIGHT)


def integral(x, y, low, high):
    """Area under a piecewise straight line, by quadrature between its corners."""
    corners = [low, *x[(x > low) & (x < high)], high]
    lengths = [(a, b) for a, b in pairwise(corners) if b - a > 1e-14]
    return sum(quad(lambda at: float(np.interp(at, x, y)), a + 1e-15, b - 1e-15)[0] for a, b in lengths)


@TIES
@pytest.mark.parametrize("ends", [(0.0, 0.2), (0.15, 0.6), (0.33, 1.0), (0.0, 1.0), (0.5, 0.50001)], ids=str)
def test_partial_areas_of_any_range(how, ends):
    y, s = rows(3, **how)
    curve = pv.roc(pv.Ladder.from_scores(y, s))
    fpr, tpr, _ = sk.roc_curve(y, s, drop_intermediate=False)
    assert curve.partial_auc(fpr=ends) == pytest.approx(integral(fpr, tpr, *ends), rel=0, abs=1e-9)
    # Exchange the axes: the area beside the curve over a range of TPR.
    assert curve.partial_auc(tpr=ends) == pytest.approx(integral(tpr, 1 - fpr, *ends), rel=0, abs=1e-9)


@pytest.mark.parametrize("rate", ["fpr", "tpr"])
@pytest.mark.parametrize("ends", [(0.0, 0.3), (0.2, 0.7), (0.6, 1.0)], ids=str)
def test_corrected_areas_of_chance_and_of_perfection(rate, ends):
    chance = pv.roc(pv.Ladder.from_scores([1, 0], [0.5, 0.5]))
    perfect = pv.roc(pv.Ladder.from_scores([1, 0], [0.9, 0.1]))
    assert chance.partial_auc(**{rate: ends}, corrected=True) == pytest.approx(0.5, **TIGHT)
    assert perfect.partial_auc(**{rate: ends}, corrected=True) == pytest.approx(1.0, **TIGHT)
    assert perfect.partial_auc(**{rate: ends}) == pytest.approx(ends[1] - ends[0], **TIGHT)


def test_partial_areas_add_up():
    curve = pv.roc(ladder(4, levels=9))
    for rate in ("fpr", "tpr"):
        parts = [curve.partial_auc(**{rate: ends}) for ends in ((0, 0.25), (0.25, 0.6), (0.6, 1))]
        assert sum(parts) == pytest.approx(curve.auc, **TIGHT)


@pytest.mark.parametrize("ends", [(0.5, 0.5), (0.6, 0.2), (-0.1, 0.5), (0.5, 1.1), (math.nan, 1)], ids=str)
def test_ranges_that_are_none(ends):
    with pytest.raises(ValueError, match="range of rates"):
        pv.roc(ladder(0)).partial_auc(fpr=ends)
    with pytest.raises(ValueError, match="one range"):
        pv.roc(ladder(0)).partial_auc(fpr=(0, 1), tpr=(0, 1))


@TIES
@pytest.mark.parametrize("n", [1, 3, 10, 1000])
def test_area_up_to_the_nth_negative(how, n):
    y, s = rows(5, **how)
    curve = pv.roc(pv.Ladder.from_scores(y, s))
    # Spread the rows of a tie evenly: linear interpolation inside the tie.
    fp = np.concatenate([[0], [(~y & (s >= t)).sum() for t in np.unique(s)[::-1]]])
    tp = np.concatenate([[0], [(y & (s >= t)).sum() for t in np.unique(s)[::-1]]])
    most = min(n, (~y).sum())
    area = integral(fp.astype(float), tp.astype(float), 0.0, float(most))
    found = np.interp(most - 1e-9, fp, tp)
    assert curve.auc_n(n) == pytest.approx(area / (most * y.sum()), rel=0, abs=1e-8)
    if found > 1e-6:
        assert curve.auc_n(n, "found") == pytest.approx(area / (most * found), rel=1e-6)
        assert curve.roc_n(n).found == pytest.approx(found, rel=1e-6)


def test_no_positive_above_the_nth_negative():
    curve = pv.roc(pv.Ladder.from_scores([0, 0, 1], [0.9, 0.8, 0.1]))
    found = curve.roc_n(1, "found")
    assert math.isnan(found.area)
    assert found.why == "no positive above the n-th negative"
    assert curve.auc_n(1) == 0


@pytest.mark.parametrize("n", [0, -1, 1.5])
def test_numbers_of_negatives_that_are_none(n):
    with pytest.raises(ValueError, match="whole number"):
        pv.roc(ladder(0)).auc_n(n)
    with pytest.raises(ValueError, match="normalise"):
        pv.roc(ladder(0)).auc_n(5, "half")


@pytest.mark.parametrize("weight", [[0.5, 0.3, 0.7, 0.4, 0.5], [0.5, 0.1, 0.7, 0.2, 0.1]], ids=str)
def test_area_of_more_negatives_than_there_are_is_the_auc_with_weights_too(weight):
    y, s = [1, 0, 1, 0, 0], [0.9, 0.8, 0.5, 0.3, 0.2]
    curve = pv.roc(pv.Ladder.from_scores(y, s, sample_weight=weight))
    assert curve.auc == pytest.approx(sk.roc_auc_score(y, s, sample_weight=weight), **TIGHT)
    assert curve.auc_n(50) == pytest.approx(curve.auc, **TIGHT)


# Convex hull


def upper_chain(x, y):
    """The hull's upper chain from (0, 0) to (1, 1), by Qhull; points inside an edge are none of its vertices."""
    points = np.unique(np.column_stack([[0, 1, 1, *x], [0, 0, 1, *y]]), axis=0)
    chain = points[ConvexHull(points).vertices]
    # The corner (1, 0) makes the lower chain: (0, 0) to (1, 0) to (1, 1).
    chain = chain[~((chain[:, 0] == 1) & (chain[:, 1] < 1))]
    return chain[np.lexsort((chain[:, 1], chain[:, 0]))]


@pytest.mark.parametrize("seed", range(8))
def test_hull_of_points(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.random((2, [3, 5, 10, 40][seed % 4]))
    if seed > 4:
        x, y = np.round(x, 1), np.round(y, 1)
    points = pv.roc_points({f"C{i}": (a, b) for i, (a, b) in enumerate(zip(x, y, strict=True))})
    hull, chain = points.hull(), upper_chain(x, y)
    np.testing.assert_allclose(np.column_stack([hull.fpr, hull.tpr]), chain, atol=1e-12)
    assert hull.auc == pytest.approx(np.trapezoid(chain[:, 1], chain[:, 0]), **TIGHT)
    below = np.interp(x, chain[:, 0], chain[:, 1]) - y > 1e-9
    left = (x == 0) & (y <= chain[chain[:, 0] == 0, 1].max())
    assert points.below_hull() == [f"C{i}" for i in np.flatnonzero(below & ~left)]


def test_points_on_an_edge_twice_or_below_the_diagonal():
    points = pv.roc_points(
        {
            "A": (0.2, 0.6),
            "same": (0.2, 0.6),
            "edge": (0.1, 0.3),
            "low": (0.6, 0.1),
            "wall": (0, 0),
            "ceiling": (1, 0.5),
        }
    )
    hull = points.hull()
    assert np.column_stack([hull.fpr, hull.tpr]).tolist() == [[0, 0], [0.2, 0.6], [1, 1]]
    places = hull.place(points.fpr, points.tpr).tolist()
    assert places == ["vertex", "vertex", "on", "below", "vertex", "below"]
    assert points.below_hull() == ["low", "ceiling"]


@TIES
@pytest.mark.parametrize("seed", range(4))
def test_hull_of_a_ladder(how, seed):
    y, s = rows(seed, **how)
    curve = pv.roc(pv.Ladder.from_scores(y, s))
    hull = curve.hull()
    fpr, tpr, _ = sk.roc_curve(y, s, drop_intermediate=False)
    chain = upper_chain(fpr, tpr)
    np.testing.assert_allclose(np.column_stack([hull.fpr, hull.tpr]), chain, atol=1e-12)
    assert hull.auc == pytest.approx(np.trapezoid(chain[:, 1], chain[:, 0]), **TIGHT)
    for x, z, threshold in zip(hull.fpr, hull.tpr, hull.thresholds, strict=True):
        tp, fn, fp, tn = confusion(y, s, threshold)
        assert (fp / (fp + tn), tp / (tp + fn)) == pytest.approx((x, z), **TIGHT)


@TIES
def test_hull_and_isotonic_regression_are_the_same_thing(how):
    y, s = rows(6, **how)
    fitted = IsotonicRegression().fit(s, y)
    tally = pv.Ladder.from_scores(y, s)
    scores, rates = pv.calibration(tally).isotonic()
    np.testing.assert_allclose(rates, fitted.predict(scores), atol=1e-12)
    # Odds of the rate, divided by the odds of the sample, are the slope of the hull there.
    hull, rate = pv.roc(tally).hull(), np.unique(np.round(fitted.predict(s), 12))[::-1]
    with np.errstate(divide="ignore"):
        np.testing.assert_allclose(hull.slopes, rate / (1 - rate) * (~y).sum() / y.sum(), rtol=1e-9)


@TIES
@pytest.mark.parametrize("slope", [0.0, 0.2, 1.0, 3.0, 1e6])
def test_a_line_touches_where_cost_is_least(how, slope):
    y, s = rows(7, **how)
    touch = pv.roc(pv.Ladder.from_scores(y, s)).hull().touch(slope)
    fpr, tpr, thresholds = sk.roc_curve(y, s, drop_intermediate=False)
    height = tpr - slope * fpr
    assert touch.intercept == pytest.approx(height.max(), rel=0, abs=1e-9)
    best = thresholds[height >= height.max() - 1e-9]
    assert set(touch.thresholds) <= set(best)
    assert {touch.thresholds[0], touch.thresholds[-1]} == {best[0], best[-1]}


def test_a_vertical_line_touches_the_wall():
    hull = pv.roc(pv.Ladder.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.1])).hull()
    touch = hull.touch(math.inf)
    assert (touch.fpr.tolist(), touch.tpr.tolist()) == ([0.0, 0.0], [0.0, 2 / 3])


@pytest.mark.parametrize("rate", ["fpr", "tpr"])
@pytest.mark.parametrize("wanted", [0.0, 0.05, 0.3, 0.77, 1.0])
def test_a_mixture_of_thresholds_reaches_its_rates(rate, wanted):
    y, s = rows(8, n=400, levels=12)
    hull = pv.roc(pv.Ladder.from_scores(y, s)).hull()
    mixture = hull.mix(**{rate: wanted})
    fpr, tpr, _ = sk.roc_curve(y, s, drop_intermediate=False)
    chain = upper_chain(fpr, tpr)
    assert getattr(mixture, rate) == pytest.approx(wanted, **TIGHT)
    assert mixture.tpr == pytest.approx(np.interp(mixture.fpr, chain[:, 0], chain[:, 1]), rel=0, abs=1e-9)
    # A large sample of the same distribution: every row 500 times.
    many_y, many_s = np.repeat(y, 500), np.repeat(s, 500)
    called = mixture.predict(many_s, random_state=1)
    assert called[~many_y].mean() == pytest.approx(mixture.fpr, abs=0.006)
    assert called[many_y].mean() == pytest.approx(mixture.tpr, abs=0.006)


def test_of_equal_false_positives_the_mixture_finds_most():
    hull = pv.roc(pv.Ladder.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.1])).hull()
    assert (hull.mix(fpr=0).fpr, hull.mix(fpr=0).tpr) == (0, 2 / 3)
    assert (hull.mix(tpr=1).fpr, hull.mix(tpr=1).tpr) == (0.5, 1)
    for bad in ({}, {"fpr": 0.1, "tpr": 0.1}, {"fpr": 1.1}, {"tpr": -0.1}):
        with pytest.raises(ValueError, match="rate"):
            hull.mix(**bad)


# Classifiers as points


def test_dominance_by_definition():
    rng = np.random.default_rng(3)
    where = {f"C{i}": tuple(np.round(rng.random(2), 1)) for i in range(12)}
    pairs = [(a, b) for a in where for b in where if a != b]
    weak = [
        (a, b) for a, b in pairs if where[a][0] <= where[b][0] and where[a][1] >= where[b][1] and where[a] != where[b]
    ]
    strict = [(a, b) for a, b in pairs if where[a][0] < where[b][0] and where[a][1] > where[b][1]]
    points = pv.roc_points(where)
    assert points.dominance() == weak
    assert points.dominance(strict=True) == strict
    assert len(strict) < len(weak) < len(pairs) / 2


@pytest.mark.parametrize("rate", ["fpr", "tpr"])
def test_a_mixture_of_classifiers_reaches_its_rates(rate):
    rng = np.random.default_rng(5)
    y = rng.random(200_000) < 0.4
    first = rng.random(len(y)) < np.where(y, 0.8, 0.5)
    second = rng.random(len(y)) < np.where(y, 0.6, 0.2)
    points = pv.roc_points({"C1": (0.5, 0.8), "C2": (0.2, 0.6)})
    mixture = points.mix("C1", "C2", **{rate: {"fpr": 0.29, "tpr": 0.66}[rate]})
    assert (mixture.probability, mixture.fpr, mixture.tpr) == pytest.approx((0.7, 0.29, 0.66), **TIGHT)
    called = mixture.predict(first, second, random_state=2)
    assert called[~y].mean() == pytest.approx(0.29, abs=0.006)
    assert called[y].mean() == pytest.approx(0.66, abs=0.008)


def test_mixtures_that_cannot_be():
    points = pv.roc_points({"A": (0.2, 0.6), "B": (0.2, 0.8), "C": (0.5, 0.9)})
    assert points.mix("A", "B", tpr=0.75).probability == pytest.approx(0.75, **TIGHT)
    with pytest.raises(ValueError, match="same rate"):
        points.mix("A", "B", fpr=0.2)
    with pytest.raises(ValueError, match=r"reaches 0\.6"):
        points.mix("A", "C", fpr=0.6)
    with pytest.raises(ValueError, match="no classifier 'D'"):
        points.mix("A", "D", fpr=0.3)
    with pytest.raises(ValueError, match="one class only"):
        pv.roc_points({"A": pv.Outcomes(tp=1, fn=1, fp=0, tn=0)})
    with pytest.raises(ValueError, match=r"must lie in \[0, 1\]"):
        pv.roc_points({"A": (0.2, 1.2)})


# Precision and recall


def davis_goadrich(y, s, weight):
    """The area by brute force: false positives grow evenly with true ones between two thresholds."""
    tp, fp = (np.array([0.0, *((weight * part)[s >= t].sum() for t in np.unique(s)[::-1])]) for part in (y, ~y))
    area = 0.0
    for a, b, c, d in zip(tp[:-1], tp[1:], fp[:-1], fp[1:], strict=True):
        if b > a:
            middles = a + (b - a) * (np.arange(20_000) + 0.5) / 20_000
            area += (middles / (middles + c + (d - c) * (middles - a) / (b - a))).mean() * (b - a)
    return area / tp[-1]


@TIES
@pytest.mark.parametrize("prevalence", [None, 0.05, 0.7])
def test_precision_recall_at_any_prevalence(how, prevalence):
    y, s = rows(9, **(how | {"n": min(how.get("n", 120), 120)}))
    share = y.mean() if prevalence is None else prevalence
    # Negatives of this weight make the sample's prevalence the one wanted.
    weight = np.where(y, 1.0, (1 - share) / share * y.sum() / (~y).sum())
    curve = pv.precision_recall(pv.Ladder.from_scores(y, s), prevalence=prevalence)
    other = pv.precision_recall(pv.Ladder.from_scores(y, s, sample_weight=weight))
    assert curve.prevalence == pytest.approx(share, **TIGHT)
    np.testing.assert_allclose(curve.precision, other.precision, atol=1e-12)
    np.testing.assert_allclose(curve.recall, other.recall, atol=1e-12)
    precision, recall, _ = sk.precision_recall_curve(y, s, sample_weight=weight)
    # scikit-learn may leave out thresholds beyond full recall; each of its points is one of ours.
    for p, r in zip(precision[:-1], recall[:-1], strict=True):
        assert (np.abs(curve.precision - p) + np.abs(curve.recall - r)).min() < 1e-12
    assert curve.average_precision == pytest.approx(sk.average_precision_score(y, s, sample_weight=weight), **TIGHT)
    assert curve.area == pytest.approx(davis_goadrich(y, s, weight), rel=0, abs=1e-6)


def test_trapezoids_in_precision_and_recall_would_be_too_large():
    y, s = [1, 0, 0, 0, 1], [0.9, 0.5, 0.4, 0.3, 0.2]
    curve = pv.precision_recall(pv.Ladder.from_scores(y, s))
    # One positive, then three negatives, then the other: 1/2 + the integral of t / (t + 3) from 1 to 2, halved.
    assert curve.area == pytest.approx(0.5 + (1 - 3 * math.log(5 / 4)) / 2, **TIGHT)
    assert curve.at([0.25, 0.5, 0.75]).tolist() == pytest.approx([1, 1, 1.5 / 4.5], **TIGHT)


@pytest.mark.parametrize("positives", [3, 7, 25, 29, 49, 93])
def test_precision_at_the_recalls_of_the_curve(positives):
    """Positives and negatives in turn: at each recall the curve drops, and the best precision counts."""
    curve = pv.precision_recall(
        pv.Ladder.from_scores(np.tile([1, 0], positives), -np.arange(2 * positives, dtype=float))
    )
    k = np.arange(1, positives + 1)
    np.testing.assert_allclose(curve.at(k / positives), k / (2 * k - 1), atol=1e-9)


@pytest.mark.parametrize("y", [[1, 0], [0, 1]], ids=str)
def test_precision_at_recall_0_does_not_exist(y):
    assert math.isnan(pv.precision_recall(pv.Ladder.from_scores(y, [0.9, 0.1])).at(0.0))


def test_precision_of_positives_alone():
    curve = pv.precision_recall(pv.Ladder.from_scores([1, 1], [0.9, 0.1]))
    assert curve.precision.tolist() == [1, 1]
    assert curve.average_precision == 1
    assert curve.area == pytest.approx(1, **TIGHT)
    assert curve.at(0.5) == pytest.approx(1, **TIGHT)
    with pytest.raises(ValueError, match="negatives"):
        pv.precision_recall(pv.Ladder.from_scores([1, 1], [0.9, 0.1]), prevalence=0.3)
    with pytest.raises(ValueError, match="needs positives"):
        pv.precision_recall(pv.Ladder.from_scores([0, 0], [0.9, 0.1]))
    with pytest.raises(ValueError, match="prevalence"):
        pv.precision_recall(ladder(0), prevalence=1.0)


# Calibration


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("power", [1.0, 0.5, 2.5])
def test_recalibration_line_is_a_logistic_regression(seed, power):
    y, s = rows(seed, n=400)
    s = s**power
    intercept, slope = pv.calibration(pv.Ladder.from_scores(y, s)).line()
    fit = sm.Logit(y.astype(float), sm.add_constant(np.log(s / (1 - s)))).fit(disp=0, tol=1e-12)
    for found, value, limits in zip((intercept, slope), fit.params, fit.conf_int(), strict=True):
        assert found.value == pytest.approx(value, rel=1e-6)
        assert (found.low, found.high) == pytest.approx(tuple(limits), rel=1e-5)
        assert found.method == "wald"


def test_recalibration_of_scores_that_are_far_off():
    rng = np.random.default_rng(0)
    y, s = rng.random(500) < 0.5, np.clip(rng.random(500), 1e-9, 1 - 1e-9) ** 8
    intercept, slope = pv.calibration(pv.Ladder.from_scores(y, s)).line()
    fit = sm.Logit(y.astype(float), sm.add_constant(np.log(s / (1 - s)))).fit(disp=0, tol=1e-12)
    assert (intercept.value, slope.value) == pytest.approx(tuple(fit.params), rel=1e-6)


@pytest.mark.parametrize(
    ("y", "s", "why"),
    [
        ([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9], "separate"),
        ([0, 1, 1, 1], [0.1, 0.2, 0.8, 1.0], "exactly 0 or 1"),
        ([0, 1], [0.5, 0.5], "equal"),
        ([1, 1], [0.4, 0.5], "no actual negatives"),
    ],
    ids=["separated", "certain", "equal", "one class"],
)
def test_no_recalibration_line(y, s, why):
    for found in pv.calibration(pv.Ladder.from_scores(y, s)).line():
        assert not found.defined
        assert why in found.why


def test_hosmer_lemeshow_by_hand():
    y, s = rows(10, n=500)
    order = np.argsort(s)
    statistic = 0.0
    for block in np.split(order, 10):
        observed, expected, n = y[block].sum(), s[block].sum(), len(block)
        statistic += (observed - expected) ** 2 / (expected * (1 - expected / n))
    found = pv.calibration(pv.Ladder.from_scores(y, s)).hosmer_lemeshow()
    assert (found.statistic, found.df) == (pytest.approx(statistic, rel=1e-10), 8)
    assert found.p == pytest.approx(scipy.stats.chi2.sf(statistic, 8), rel=1e-9)


def test_hosmer_lemeshow_needs_three_bins():
    found = pv.calibration(pv.Ladder.from_scores([0, 1, 1], [0.2, 0.2, 0.7])).hosmer_lemeshow()
    assert math.isnan(found.p)
    assert found.why == "only 2 bins hold rows; three are needed"


@pytest.mark.parametrize("power", [1.0, 2.0])
def test_spiegelhalter_by_hand(power):
    y, s = rows(11, n=400)
    s = s**power
    z = ((y - s) * (1 - 2 * s)).sum() / math.sqrt(((1 - 2 * s) ** 2 * s * (1 - s)).sum())
    found = pv.calibration(pv.Ladder.from_scores(y, s)).spiegelhalter()
    assert found.statistic == pytest.approx(z, rel=1e-10)
    assert found.p == pytest.approx(2 * scipy.stats.norm.sf(abs(z)), rel=1e-9)


def test_spiegelhalter_keeps_its_level_on_calibrated_scores():
    rng = np.random.default_rng(1)
    p = []
    for _ in range(300):
        s = rng.random(300)
        p.append(pv.calibration(pv.Ladder.from_scores(rng.random(300) < s, s)).spiegelhalter().p)
    assert scipy.stats.kstest(p, "uniform").pvalue > 0.001


@pytest.mark.parametrize(("strategy", "theirs"), [("mass", "quantile"), ("width", "uniform")])
@pytest.mark.parametrize("bins", [5, 10])
def test_reliability_bins(strategy, theirs, bins):
    y, s = rows(12, n=1000)
    curve = pv.calibration(pv.Ladder.from_scores(y, s), bins=bins, strategy=strategy)
    observed, predicted = calibration_curve(y, s, n_bins=bins, strategy=theirs)
    np.testing.assert_allclose(curve.observed, observed, atol=1e-12)
    np.testing.assert_allclose(curve.predicted, predicted, atol=1e-12)
    assert curve.n.sum() == 1000


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_limits_of_every_bin_are_wilsons(level):
    curve = pv.calibration(ladder(13, n=200), level=level)
    for observed, low, high, n in zip(curve.observed, curve.low, curve.high, curve.n, strict=True):
        k = round(observed * n)
        limits = scipy.stats.binomtest(k, int(n)).proportion_ci(level, method="wilson")
        assert (low, high) == pytest.approx((limits.low, limits.high), rel=0, abs=1e-12)


@pytest.mark.parametrize("strategy", ["mass", "width"])
def test_ties_are_never_split_between_bins(strategy):
    y, s = rows(14, n=500, levels=13)
    curve = pv.calibration(pv.Ladder.from_scores(y, s), bins=6, strategy=strategy)
    # Each bin is a run of whole tie groups: find the run by its mean, and count what is in it.
    values = np.unique(s)
    start = 0
    for predicted, observed, n in zip(curve.predicted, curve.observed, curve.n, strict=True):
        ends = [e for e in range(start + 1, len(values) + 1) if np.isin(s, values[start:e]).sum() == n]
        assert len(ends) == 1
        inside = np.isin(s, values[start : ends[0]])
        assert (s[inside].mean(), y[inside].mean()) == pytest.approx((predicted, observed), **TIGHT)
        start = ends[0]
    assert start == len(values)


def test_reliability_with_weights():
    y, s = rows(15, n=300)
    weight = np.random.default_rng(0).integers(1, 4, 300)
    curve = pv.calibration(pv.Ladder.from_scores(y, s, sample_weight=weight), bins=5, strategy="width")
    place = np.minimum((s * 5).astype(int), 4)
    for i in range(5):
        w = weight[place == i]
        assert curve.predicted[i] == pytest.approx(np.average(s[place == i], weights=w), **TIGHT)
        assert curve.observed[i] == pytest.approx(np.average(y[place == i], weights=w), **TIGHT)
        assert curve.low[i] < curve.observed[i] < curve.high[i]


def test_scores_that_are_no_probabilities_are_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        pv.calibration(pv.Ladder.from_scores([0, 1], [-0.1, 0.5]))
    with pytest.raises(ValueError, match="bins"):
        pv.calibration(ladder(0), bins=0)
    with pytest.raises(ValueError, match="strategy"):
        pv.calibration(ladder(0), strategy="quantile")


# Costs


@TIES
@pytest.mark.parametrize(("fp", "fn", "prior"), [(1, 1, None), (1, 5, None), (3, 0.5, 0.1), (2, 2, 0.9)])
def test_cost_by_threshold_is_the_sum_of_the_rows_costs(how, fp, fn, prior):
    y, s = rows(16, **how)
    curve = pv.cost_by_threshold(pv.Ladder.from_scores(y, s), fp=fp, fn=fn, prior=prior)
    assert curve.thresholds.tolist() == distinct(s).tolist()
    share = y.mean() if prior is None else prior
    weight = np.where(y, share / y.mean(), (1 - share) / (1 - y.mean()))
    costs = [(weight * np.where(y, fn * (s < t), fp * (s >= t))).mean() for t in distinct(s)]
    np.testing.assert_allclose(curve.cost, costs, atol=1e-12)
    assert curve.least == pytest.approx(min(costs), **TIGHT)
    assert curve.prior == pytest.approx(share, **TIGHT)
    table = pv.threshold_table(pv.Ladder.from_scores(y, s), costs=pv.Costs(fp, fn, prior))
    np.testing.assert_allclose(table["expected_cost"], costs, atol=1e-12)


@TIES
def test_cost_curve_is_the_lower_envelope(how):
    y, s = rows(17, **how)
    curve = pv.cost_curve(pv.Ladder.from_scores(y, s))
    fpr, tpr, thresholds = sk.roc_curve(y, s, drop_intermediate=False)
    grid = np.linspace(0, 1, 997)
    lines = fpr[:, None] * (1 - grid) + (1 - tpr[:, None]) * grid
    np.testing.assert_allclose(curve.at(grid), lines.min(axis=0), atol=1e-12)
    assert curve.area == pytest.approx(np.trapezoid(lines.min(axis=0), grid), abs=1e-5)
    assert (curve.cost <= np.minimum(curve.pc, 1 - curve.pc) + 1e-12).all()
    # Between two corners the threshold of the left one is best.
    for a, b, threshold in zip(curve.pc[:-1], curve.pc[1:], curve.thresholds[:-1], strict=True):
        middle = (a + b) / 2
        i = thresholds.tolist().index(threshold)
        best = (fpr * (1 - middle) + (1 - tpr) * middle).min()
        assert fpr[i] * (1 - middle) + (1 - tpr[i]) * middle == pytest.approx(best, **TIGHT)


@pytest.mark.parametrize(("fp", "fn", "prior"), [(1, 4, 0.2), (2, 3, 0.5), (5, 1, 0.05)])
def test_normalised_cost_at_the_operating_point(fp, fn, prior):
    tally = ladder(18)
    least = pv.cost_by_threshold(tally, fp=fp, fn=fn, prior=prior).least
    worst = fn * prior + fp * (1 - prior)
    assert pv.cost_curve(tally).at(fn * prior / worst) == pytest.approx(least / worst, **TIGHT)


@pytest.mark.parametrize("bad", [{"fp": 0}, {"fn": -1}, {"fp": math.nan}, {"fn": math.inf}])
def test_costs_must_be_positive_numbers(bad):
    with pytest.raises(ValueError, match="greater than 0"):
        pv.Costs(**bad)
    if not math.isinf(bad.get("fn", 0)):
        with pytest.raises(ValueError, match="greater than 0"):
            pv.cost_by_threshold(ladder(0), **bad)
        with pytest.raises(ValueError, match="greater than 0"):
            pv.cost_line(0.5, 0.1, **bad)


@pytest.mark.parametrize("prior", [0.0, 1.0, -0.1, 1.1, math.nan])
def test_priors_lie_between_0_and_1(prior):
    for refused in (
        lambda: pv.Costs(prior=prior),
        lambda: pv.cost_by_threshold(ladder(0), prior=prior),
        lambda: pv.cost_line(prior, 0.1),
        lambda: pv.accuracy_line(prior, 0.8),
    ):
        with pytest.raises(ValueError, match="between 0 and 1"):
            refused()


@pytest.mark.parametrize("seed", range(6))
def test_break_even_makes_both_costs_equal(seed):
    rng = np.random.default_rng(seed)
    few, many = np.sort(rng.integers(5, 95, (2, 2)), axis=1)[:, 0], np.sort(rng.integers(5, 95, (2, 2)), axis=1)[:, 1]
    a = pv.Outcomes(tp=int(few[0]), fn=int(100 - few[0]), fp=int(few[1]), tn=int(200 - few[1]))
    b = pv.Outcomes(tp=int(few[0] + 3), fn=int(97 - few[0]), fp=int(few[1] + many[1]), tn=int(200 - few[1] - many[1]))
    for prior in (None, 0.07):
        ratio = pv.break_even(a, b, prior)
        share = 1 / 3 if prior is None else prior
        costs = [share * ratio * o.fn / 100 + (1 - share) * o.fp / 200 for o in (a, b)]
        assert costs[0] == pytest.approx(costs[1], **TIGHT)
        assert pv.break_even(b, a, prior) == pytest.approx(ratio, rel=1e-12)


def test_classifiers_that_never_break_even():
    a = pv.Outcomes(tp=5, fn=5, fp=2, tn=8)
    assert math.isnan(pv.break_even(a, a))
    assert math.isnan(pv.break_even(a, pv.Outcomes(tp=6, fn=4, fp=1, tn=9)))
    assert math.isinf(pv.break_even(a, pv.Outcomes(tp=5, fn=5, fp=1, tn=9)))


@pytest.mark.parametrize(("fp", "fn"), [(1, 1), (1, 5), (4, 1)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_cost_difference_is_a_paired_t_interval(fp, fn, level):
    rng = np.random.default_rng(3)
    y = rng.random(150) < 0.4
    a, b = (np.where(rng.random(150) < q, y, ~y) for q in (0.75, 0.85))
    costs = [np.where(y, fn * ~guess, fp * guess).astype(float) for guess in (a, b)]
    found = pv.cost_difference(y, a, b, pv.Costs(fp, fn), level=level)
    test = scipy.stats.ttest_rel(*costs)
    limits = test.confidence_interval(level)
    assert found.value == pytest.approx(costs[0].mean() - costs[1].mean(), **TIGHT)
    assert (found.low, found.high) == pytest.approx((limits.low, limits.high), rel=0, abs=1e-10)


def test_cost_difference_at_another_prior():
    rng = np.random.default_rng(4)
    y = rng.random(200) < 0.4
    a, b = (np.where(rng.random(200) < q, y, ~y) for q in (0.7, 0.85))
    gap = np.where(y, 5.0 * (~a * 1.0 - ~b), a * 1.0 - b)
    found = pv.cost_difference(y, a, b, pv.Costs(fp=1, fn=5, prior=0.1))
    value = 0.1 * gap[y].mean() + 0.9 * gap[~y].mean()
    error = math.hypot(0.1 * scipy.stats.sem(gap[y]), 0.9 * scipy.stats.sem(gap[~y]))
    assert found.value == pytest.approx(value, **TIGHT)
    assert (found.low, found.high) == pytest.approx((value - 1.959964 * error, value + 1.959964 * error), abs=1e-6)


def test_trivial_rules_and_models_that_lose_to_them():
    models = {"good": pv.Outcomes(tp=8, fn=2, fp=5, tn=85), "bad": pv.Outcomes(tp=9, fn=1, fp=60, tn=30)}
    found = pv.compare_costs(models, pv.Costs(fp=1, fn=4, prior=0.2))
    assert found.trivial == pytest.approx({"all positive": 0.8, "all negative": 0.8})
    assert found.operating["good"].value == pytest.approx(0.2 * 4 * 0.2 + 0.8 * 5 / 90, **TIGHT)
    assert found.sample["bad"].value == pytest.approx((60 + 4) / 100, **TIGHT)
    assert found.beaten_by_trivial == []
    assert pv.compare_costs(models, pv.Costs(fp=1, fn=4)).beaten_by_trivial == ["bad"]
    assert pv.Costs(fp=1, fn=4).threshold == pytest.approx(0.2, **TIGHT)


# The best threshold


def _ratio(a, b):
    return a / b if b else math.nan


def _quotient(a, b):
    return a / b if b else math.inf if a else math.nan


def _entropy(*counts):
    shares = np.array([c for c in counts if c], float) / sum(counts)
    return float(-(shares * np.log2(shares)).sum())


def _information(tp, fn, fp, tn):
    return _entropy(tp + fn, fp + tn) + _entropy(tp + fp, fn + tn) - _entropy(tp, fn, fp, tn)


def _kappa(tp, fn, fp, tn):
    n = tp + fn + fp + tn
    chance = ((tp + fn) * (tp + fp) + (fp + tn) * (fn + tn)) / n**2
    return ((tp + tn) / n - chance) / (1 - chance) if tp + fp and fn + tn else math.nan


HIGHER = {
    "accuracy": lambda tp, fn, fp, tn: (tp + tn) / (tp + fn + fp + tn),
    "recall": lambda tp, fn, fp, tn: tp / (tp + fn),
    "specificity": lambda tp, fn, fp, tn: tn / (tn + fp),
    "precision": lambda tp, fn, fp, tn: _ratio(tp, tp + fp),
    "npv": lambda tp, fn, fp, tn: _ratio(tn, tn + fn),
    "f1": lambda tp, fn, fp, tn: 2 * tp / (2 * tp + fp + fn),
    "f_beta": lambda tp, fn, fp, tn: tp / (tp + (fp + fn) / 2),
    "balanced_accuracy": lambda tp, fn, fp, tn: (tp / (tp + fn) + tn / (tn + fp)) / 2,
    "mcc": lambda tp, fn, fp, tn: _ratio(tp * tn - fp * fn, math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))),
    "kappa": _kappa,
    "informedness": lambda tp, fn, fp, tn: tp / (tp + fn) - fp / (fp + tn),
    "markedness": lambda tp, fn, fp, tn: _ratio(tp, tp + fp) - _ratio(fn, fn + tn),
    "lr_positive": lambda tp, fn, fp, tn: _quotient(tp * (fp + tn), fp * (tp + fn)),
    "diagnostic_odds_ratio": lambda tp, fn, fp, tn: _quotient(tp * tn, fp * fn),
    "jaccard": lambda tp, fn, fp, tn: tp / (tp + fp + fn),
    "fowlkes_mallows": lambda tp, fn, fp, tn: math.sqrt(_ratio(tp, tp + fp) * tp / (tp + fn)),
    "g_mean": lambda tp, fn, fp, tn: math.sqrt(tp / (tp + fn) * tn / (tn + fp)),
    "mutual_information": _information,
    "normalized_mutual_information": lambda *o: _information(*o) / _entropy(o[0] + o[1], o[2] + o[3]),
}
LOWER = {
    "error_rate": lambda tp, fn, fp, tn: (fp + fn) / (tp + fn + fp + tn),
    "false_positive_rate": lambda tp, fn, fp, tn: fp / (fp + tn),
    "false_negative_rate": lambda tp, fn, fp, tn: fn / (tp + fn),
    "false_discovery_rate": lambda tp, fn, fp, tn: _ratio(fp, tp + fp),
    "false_omission_rate": lambda tp, fn, fp, tn: _ratio(fn, fn + tn),
    "lr_negative": lambda tp, fn, fp, tn: _quotient(fn * (fp + tn), tn * (tp + fn)),
    "remaining_entropy": lambda *o: _entropy(o[0] + o[1], o[2] + o[3]) - _information(*o),
    "expected_cost": lambda tp, fn, fp, tn: (fp + fn) / (tp + fn + fp + tn),
    "closest": lambda tp, fn, fp, tn: math.hypot(fp / (fp + tn), fn / (tp + fn)),
    "equal_errors": lambda tp, fn, fp, tn: abs(fp / (fp + tn) - fn / (tp + fn)),
}
NO_BETTER_END = {"prevalence", "prediction_rate", "actual_entropy"}


def test_every_binary_measure_has_a_formula_here():
    names = {m.name for m in pv.measures() if m.needs is pv.Outcomes}
    assert names == set(HIGHER) | set(LOWER) - {"closest", "equal_errors"} | NO_BETTER_END


def brute_force(y, s, formula, sign):
    """The best value over all thresholds, and the thresholds that reach it."""
    values = np.array([sign * formula(*confusion(y, s, t)) for t in distinct(s)])
    best = np.nanmax(values)
    # nan is never equal; infinite values are equal to each other.
    with np.errstate(invalid="ignore"):
        ties = (values == best) | (np.abs(values - best) < 1e-11)
    return sign * best, tuple(distinct(s)[ties].tolist())


@pytest.mark.parametrize("how", [{"n": 60}, {"n": 80, "levels": 9}, {"n": 12, "levels": 3}], ids=str)
@pytest.mark.parametrize("by", [*HIGHER, *LOWER])
def test_best_threshold_by_any_measure(by, how):
    for seed in range(3):
        y, s = rows(20 + seed, **how)
        value, ties = brute_force(y, s, (HIGHER | LOWER)[by], 1 if by in HIGHER else -1)
        choice = pv.best_threshold(pv.Ladder.from_scores(y, s), by, **QUICK)
        assert choice.apparent.value == pytest.approx(value, rel=1e-9, abs=1e-11)
        assert choice.ties == ties
        assert choice.threshold == ties[0]
        assert choice.by == by
        o = choice.outcomes
        assert (o.tp, o.fn, o.fp, o.tn) == confusion(y, s, choice.threshold)


@pytest.mark.parametrize("by", sorted(NO_BETTER_END))
def test_measures_without_a_better_end_choose_nothing(by):
    with pytest.raises(ValueError, match="no better end"):
        pv.best_threshold(ladder(0), by)


@pytest.mark.parametrize(("fp", "fn", "prior"), [(1, 1, None), (1, 5, None), (5, 1, 0.3), (1, 20, 0.02)])
@pytest.mark.parametrize("seed", range(3))
def test_best_threshold_by_cost(fp, fn, prior, seed):
    y, s = rows(30 + seed, n=80, levels=20)
    share = y.mean() if prior is None else prior

    def cost(tp, missed, alarms, tn):
        return fp * (1 - share) * alarms / (alarms + tn) + fn * share * missed / (tp + missed)

    value, ties = brute_force(y, s, cost, -1)
    tally = pv.Ladder.from_scores(y, s)
    for by in ("cost", None):
        choice = pv.best_threshold(tally, by, costs=pv.Costs(fp, fn, prior), **QUICK)
        assert choice.apparent.value == pytest.approx(value, rel=0, abs=1e-11)
        assert (choice.ties, choice.by) == (ties, "cost")


@pytest.mark.parametrize("beta", [0.5, 2.0])
def test_best_threshold_by_a_measure_with_a_parameter(beta):
    y, s = rows(33, n=90)

    def f_beta(tp, fn, fp, tn):
        return (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)

    value, ties = brute_force(y, s, f_beta, 1)
    choice = pv.best_threshold(pv.Ladder.from_scores(y, s), "f_beta", beta=beta, **QUICK)
    assert (choice.apparent.value, choice.ties) == (pytest.approx(value, **TIGHT), ties)
    with pytest.raises(ValueError, match="no parameter 'gamma'"):
        pv.best_threshold(pv.Ladder.from_scores(y, s), "f_beta", gamma=2)


def test_threshold_of_calibrated_probabilities():
    y, s = rows(34)
    tally, costs = pv.Ladder.from_scores(y, s), pv.Costs(fp=1, fn=4)
    choice = pv.best_threshold(tally, "calibrated", costs=costs)
    assert choice.threshold == pytest.approx(0.2, **TIGHT)
    _, fn, fp, _ = confusion(y, s, 0.2)
    assert choice.apparent.value == pytest.approx((fp + 4 * fn) / len(y), **TIGHT)
    assert choice.achieved == choice.apparent
    assert choice.interval == (s[s < 0.2].max(), s[s >= 0.2].min())
    for by in ("calibrated", "cost"):
        with pytest.raises(ValueError, match="needs costs"):
            pv.best_threshold(tally, by)


@pytest.mark.parametrize("by", ["accuracy", "youden", "f1"])
@pytest.mark.parametrize("seed", range(4))
def test_equivalent_thresholds(by, seed):
    y, s = rows(40 + seed, n=50, levels=30)
    choice = pv.best_threshold(pv.Ladder.from_scores(y, s), by, **QUICK)
    low, high = choice.interval
    same = (s >= choice.threshold).tolist()
    for inside in (high, choice.midpoint, np.nextafter(low, np.inf), low + 0.01 * (high - low)):
        assert (s >= inside).tolist() == same
    assert (s >= low).tolist() != same
    assert (s >= np.nextafter(high, np.inf)).tolist() != same
    assert low < choice.midpoint <= high


def test_no_positive_calls_at_all_can_be_best():
    choice = pv.best_threshold(pv.Ladder.from_scores([0, 0, 0, 1], [0.9, 0.8, 0.7, 0.1]), "accuracy", **QUICK)
    assert choice.threshold == math.inf == choice.midpoint
    assert choice.interval == (0.9, math.inf)
    assert choice.outcomes == pv.Outcomes(tp=0, fn=1, fp=0, tn=3)


@pytest.mark.parametrize(
    "at",
    [
        ["recall>=0.9"],
        ["fpr<=0.1"],
        ["recall >= 0.6, fpr <= 0.5"],
        ["recall≥0.5", "precision≥0.6"],
        ["prediction_rate<=0.2"],
        ["specificity>=1"],
    ],
    ids=str,
)
@pytest.mark.parametrize("by", [None, "accuracy", "f1"])
def test_constraints_by_brute_force(at, by):
    y, s = rows(50, n=120, levels=50)
    names = {"recall": "recall", "fpr": "false_positive_rate", "precision": "precision", "specificity": "specificity"}
    known = HIGHER | LOWER | {"prediction_rate": lambda tp, fn, fp, tn: (tp + fp) / (tp + fn + fp + tn)}
    bounds = []
    for text in ",".join(at).replace("≥", ">=").replace("≤", "<=").split(","):
        sign = ">=" if ">=" in text else "<="
        name, bound = (part.strip() for part in text.split(sign))
        bounds.append((known[names.get(name, name)], 1 if sign == ">=" else -1, float(bound)))
    aim = by or ("precision" if any("recall" in text for text in at) else "recall")
    feasible = []
    for t in distinct(s):
        cells = confusion(y, s, t)
        if all(sign * formula(*cells) >= sign * bound - 1e-12 for formula, sign, bound in bounds):
            feasible.append((known[aim](*cells), t))
    best = max(value for value, _ in feasible if not math.isnan(value))
    choice = pv.best_threshold(pv.Ladder.from_scores(y, s), by, at=at, **QUICK)
    assert choice.by == aim
    assert choice.apparent.value == pytest.approx(best, **TIGHT)
    assert choice.ties == tuple(t for value, t in feasible if abs(value - best) < 1e-11)


@pytest.mark.parametrize("order", [1, -1])
def test_constraints_that_cannot_be_met_name_what_can(order):
    y, s = np.array([0, 1, 1, 0, 1, 0], bool), np.array([0.9, 0.8, 0.7, 0.5, 0.4, 0.1])
    reached = [confusion(y, s, t) for t in distinct(s)]
    best = max(tp / (tp + fp) for tp, fn, fp, tn in reached if tp / (tp + fn) >= 0.5)
    assert best == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match=r"precision 0\.6667"):
        pv.best_threshold(pv.Ladder.from_scores(y, s), at=["recall>=0.5", "precision>=0.95"][::order])


def test_an_unreachable_constraint_names_the_best_value():
    with pytest.raises(ValueError, match=r"no threshold reaches precision >= 0\.9; the best is precision 0\.6667"):
        pv.best_threshold(pv.Ladder.from_scores([0, 1, 1, 0], [0.9, 0.8, 0.7, 0.1]), "accuracy", at="precision>=0.9")


def test_an_undefined_aim_is_not_blamed_on_a_constraint_that_is_met():
    tally = pv.Ladder.from_scores([1, 1, 0], [0.9, 0.8, 0.1])
    with pytest.raises(ValueError, match="precision") as found:
        pv.best_threshold(tally, "precision", at="recall<=0")
    assert "no threshold reaches recall" not in str(found.value)


def test_constraints_hold_for_the_analytic_threshold_too_or_are_refused():
    """At 1/2 recall is 1/3; silently to drop the constraint would be a guess."""
    tally = pv.Ladder.from_scores([1, 0, 1, 0, 1], [0.9, 0.8, 0.4, 0.3, 0.2])
    try:
        choice = pv.best_threshold(tally, "calibrated", costs=pv.Costs(), at="recall>=0.9")
    except ValueError:
        return
    assert pv.value("recall", choice.outcomes) >= 0.9


@pytest.mark.parametrize("text", ["recall>0.5", "recall", "recall>=", "recall>=x", "nonsense>=0.5", "0.5<=recall"])
def test_texts_that_are_no_constraints(text):
    with pytest.raises(ValueError, match=r"constraint|no measure"):
        pv.best_threshold(ladder(0), at=text)


def test_an_independent_sample_gives_a_plain_estimate():
    tally, other = ladder(60), ladder(61)
    choice = pv.best_threshold(tally, "accuracy", validation=other)
    y, s = rows(61)
    tp, _, _, tn = confusion(y, s, choice.threshold)
    limits = scipy.stats.binomtest(tp + tn, len(y)).proportion_ci(method="wilson")
    assert choice.achieved.value == pytest.approx((tp + tn) / len(y), **TIGHT)
    assert (choice.achieved.low, choice.achieved.high) == pytest.approx((limits.low, limits.high), **TIGHT)


@pytest.mark.parametrize("by", ["accuracy", "youden", "f1", "error_rate"])
def test_what_is_achieved_is_less_good_than_what_appears(by):
    choice = pv.best_threshold(ladder(62, n=100), by, replicates=300)
    worse = choice.apparent.value - choice.achieved.value
    assert (worse < 0) if by == "error_rate" else (worse > 0)
    assert choice.achieved.low < choice.achieved.value < choice.achieved.high
    again = pv.best_threshold(ladder(62, n=100), by, replicates=300)
    assert again == choice


def test_an_interval_does_not_shrink_to_a_point_where_no_error_was_seen():
    tally = pv.Ladder.from_scores([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.3, 0.1])
    choice = pv.best_threshold(tally, "precision", replicates=200)
    assert (choice.apparent.value, choice.outcomes.tp) == (1, 1)
    assert choice.achieved.low < 1


# Measures against each other


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


# Several curves


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


# Bands


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


# Bad and extreme input


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
