"""ROC curves, their hulls, and classifiers as points, against other tools."""

import math
from itertools import pairwise

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics as sk
from scipy.integrate import quad
from scipy.spatial import ConvexHull
from sklearn.isotonic import IsotonicRegression

import probative as pv

from .scored import TIES, TIGHT, confusion, ladder, rows

# --- Area under the ROC curve ----------------------------------------------------------------------------------------


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


# --- Convex hull -----------------------------------------------------------------------------------------------------


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


# --- Classifiers as points -------------------------------------------------------------------------------------------


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
