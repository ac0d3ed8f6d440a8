"""The top rows, rates at a fixed other rate, Gini, H and DET: by hand, by brute force, and simulated."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate
import scipy.optimize
import scipy.stats
from sklearn.metrics import det_curve, roc_curve

import probative as pv


def rows(seed: int, n: int = 200, distance: float = 1.2, digits: int | None = None):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    s = rng.normal(size=n) + distance * y
    return y, s if digits is None else s.round(digits)


@pytest.mark.parametrize("share", [0.05, 0.1, 0.5])
def test_top_rows_by_hand(share):
    y, s = rows(0)
    top = np.argsort(-s)[: int(share * len(y))]
    ladder = pv.Ladder.from_scores(y, s)
    assert pv.value("precision_at", ladder, share=share) == pytest.approx(y[top].mean(), rel=1e-12)
    assert pv.value("gain_at", ladder, share=share) == pytest.approx(y[top].sum() / y.sum(), rel=1e-12)
    assert pv.value("lift_at", ladder, share=share) == pytest.approx(y[top].mean() / y.mean(), rel=1e-12)


def test_rows_tied_at_the_border_count_in_part():
    """Oracle: the mean over many random orders of the tied rows."""
    y, s = rows(1, 80, digits=0)
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(4000):
        order = np.lexsort([rng.random(len(y)), -s])
        drawn.append(y[order[:20]].mean())
    assert pv.value("precision_at", pv.Ladder.from_scores(y, s), share=0.25) == pytest.approx(np.mean(drawn), abs=0.006)


@pytest.mark.parametrize("digits", [None, 1])
def test_rates_at_a_fixed_rate_are_on_the_roc_curve(digits):
    y, s = rows(2, digits=digits)
    fpr, tpr, _ = roc_curve(y, s, drop_intermediate=False)
    ladder = pv.Ladder.from_scores(y, s)
    assert pv.value("sensitivity_at_specificity", ladder, specificity=0.83) == pytest.approx(np.interp(0.17, fpr, tpr))
    assert pv.value("specificity_at_sensitivity", ladder, sensitivity=0.71) == pytest.approx(
        1 - np.interp(0.71, tpr, fpr)
    )


NAMES = ["precision_at", "gain_at", "lift_at", "sensitivity_at_specificity", "specificity_at_sensitivity"]


@pytest.mark.parametrize("name", NAMES)
def test_intervals_agree_with_the_bootstrap(name):
    y, s = rows(3, 3000)
    ladder = pv.Ladder.from_scores(y, s)
    found, drawn = pv.estimate(name, ladder), pv.estimate(name, ladder, method="bootstrap", replicates=500)
    assert found.method == ("linearised" if "_at_" in name else "mover-top")
    assert (drawn.low, drawn.high) == pytest.approx((found.low, found.high), abs=0.2 * (found.high - found.low))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("share", [0, 1, -0.1, True])
def test_shares_out_of_range_are_refused(name, share):
    word = {"sensitivity_at_specificity": "specificity", "specificity_at_sensitivity": "sensitivity"}.get(name, "share")
    with pytest.raises(ValueError, match="between 0 and 1"):
        pv.value(name, pv.Ladder.from_scores([1, 0], [0.9, 0.1]), **{word: share})


def test_too_few_rows_have_no_interval_and_say_so():
    y, s = np.array([1, 1, 1] + [0] * 60), np.linspace(0, 1, 63)
    found = pv.estimate("specificity_at_sensitivity", pv.Ladder.from_scores(y, s), sensitivity=0.95)
    assert np.isnan(found.low)
    assert "too few rows" in found.why


def test_gini_is_the_auc_on_another_scale():
    y, s = rows(4)
    ladder = pv.Ladder.from_scores(y, s)
    gini, area = pv.estimate("gini", ladder), pv.estimate("auc", ladder)
    for end in ("value", "low", "high"):
        assert getattr(gini, end) == pytest.approx(2 * getattr(area, end) - 1, abs=1e-12)
    parts = {(g,): pv.Ladder.from_scores(y[g::10], s[g::10]) for g in range(10)}
    ledger = pv.Ledger(("g",), parts)
    gini, area = pv.estimate("gini", ledger), pv.estimate("auc", ledger)
    assert (gini.low, gini.high) == pytest.approx((2 * area.low - 1, 2 * area.high - 1), abs=1e-12)


@pytest.mark.parametrize("digits", [None, 0])
@pytest.mark.parametrize(
    ("options", "shapes"),
    [
        ({}, lambda p: (2, 1 + (1 - p) / p)),
        ({"severity_ratio": 1}, lambda p: (2, 2)),
        ({"alpha": 1.3, "beta": 1.7}, lambda p: (1.3, 1.7)),
    ],
    ids=["default", "Hand 2009", "shapes"],
)
def test_the_h_measure_by_brute_force(options, shapes, digits):
    """The least cost of any threshold, averaged over the beta distribution by quadrature."""
    y, s = rows(5, 120, digits=digits)
    p, ts = y.mean(), np.append(np.unique(s), np.inf)
    fpr = np.array([(s[~y] >= t).mean() for t in ts])
    fnr = np.array([(s[y] < t).mean() for t in ts])
    weight = scipy.stats.beta(*shapes(p)).pdf
    costs = (np.arange(200_000) + 0.5) / 200_000
    least = np.full(len(costs), np.inf)
    for a, b in zip(fpr, fnr, strict=True):
        least = np.minimum(least, costs * (1 - p) * a + (1 - costs) * p * b)
    trivial = np.minimum(costs * (1 - p), (1 - costs) * p)
    wanted = 1 - (least * weight(costs)).sum() / (trivial * weight(costs)).sum()
    ladder = pv.Ladder.from_scores(y, s)
    found = pv.estimate("h_measure", ladder, **options)
    assert found.value == pytest.approx(wanted, abs=1e-7)
    assert np.isnan(found.low)
    assert "too large" in found.why
    drawn = pv.estimate("h_measure", ladder, method="bootstrap", replicates=50, **options)
    assert drawn.low < drawn.high


@pytest.mark.parametrize("options", [{"severity_ratio": 0}, {"alpha": 2}, {"alpha": -1, "beta": 1}])
def test_costs_of_the_h_measure_that_make_no_sense_are_refused(options):
    with pytest.raises(ValueError, match=r"severity|shapes"):
        pv.value("h_measure", pv.Ladder.from_scores([1, 0], [0.9, 0.1]), **options)


def test_the_det_curve_has_the_points_of_another_tool():
    y, s = rows(6, digits=1)
    fpr, fnr, _ = det_curve(y, s)
    curve = pv.det(pv.Ladder.from_scores(y, s))
    ours = {(round(a, 12), round(b, 12)) for a, b in zip(curve.fpr, curve.fnr, strict=True)}
    assert {(round(a, 12), round(b, 12)) for a, b in zip(fpr, fnr, strict=True)} <= ours
    x, z = curve.deviates()
    np.testing.assert_allclose(scipy.stats.norm.cdf(x), curve.fpr[(curve.fpr > 0) & (curve.fnr > 0) & (curve.fpr < 1)])
    assert len(z) == len(x)


def test_strong_models_with_as_many_positives_as_top_rows_cover():
    """More positives than top rows, and none is found below them; fewer, and the top is not full: 0.87 held before."""
    normal = scipy.stats.norm
    at = scipy.optimize.brentq(lambda t: 0.1 * normal.sf(t - 3.6) + 0.9 * normal.sf(t) - 0.1, -9, 15)
    gain = normal.sf(at - 3.6)
    rng = np.random.default_rng(0)
    held: dict[str, list[bool]] = {"precision_at": [], "gain_at": []}
    for _ in range(300):
        y = rng.random(120) < 0.1
        ladder = pv.Ladder.from_scores(y, rng.normal(size=120) + 3.6 * y)
        for name, inside in held.items():  # both are the same number here: the top tenth, and one in ten
            found = pv.estimate(name, ladder)
            inside.append(found.low <= gain <= found.high)
    assert min(np.mean(inside) for inside in held.values()) >= 0.92
    more = pv.Ladder.from_scores([1] * 17 + [0] * 103, range(120, 0, -1))  # every ranking can find but 12 of the 17
    assert pv.estimate("gain_at", more).high > pv.estimate("gain_at", more, method="linearised").high


@pytest.mark.slow
@pytest.mark.parametrize("prevalence", [0.05, 0.3])
@pytest.mark.parametrize("area", [0.6, 0.8, 0.95])
@pytest.mark.parametrize("n", [200, 1000])
def test_top_rows_cover(n, area, prevalence):
    normal = scipy.stats.norm
    distance = normal.ppf(area) * 2**0.5
    at = scipy.optimize.brentq(
        lambda t: prevalence * normal.sf(t - distance) + (1 - prevalence) * normal.sf(t) - 0.1, -9, 15
    )
    gain = normal.sf(at - distance)
    truths = {
        "precision_at": prevalence * gain / 0.1,
        "gain_at": gain,
        "lift_at": gain / 0.1,
        "sensitivity_at_specificity": normal.sf(normal.isf(0.1) - distance),
        "specificity_at_sensitivity": normal.cdf(normal.isf(0.9) + distance),
    }
    rng = np.random.default_rng(n)
    held: dict[str, list[bool]] = {name: [] for name in truths}
    for _ in range(600):
        y = rng.random(n) < prevalence
        ladder = pv.Ladder.from_scores(y, rng.normal(size=n) + distance * y)
        for name, truth in truths.items():
            found = pv.estimate(name, ladder)
            if not np.isnan(found.low):
                held[name].append(found.low <= truth <= found.high)
    held = {name: inside for name, inside in held.items() if len(inside) > 100}
    assert {name: np.mean(inside) for name, inside in held.items() if np.mean(inside) < 0.92} == {}
