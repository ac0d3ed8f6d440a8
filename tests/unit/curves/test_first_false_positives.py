"""ROC50 as a curve: a part of the ROC curve, with the first false positives as its axis."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm
from sklearn.metrics import auc, roc_curve

import probative as pv
from probative.report.drawing import drawable

RNG = np.random.default_rng(5)


def drawn(positives: int, negatives: int, digits: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    truth = np.repeat([1, 0], [positives, negatives])
    scores = truth + RNG.normal(size=len(truth))
    return truth, scores if digits is None else scores.round(digits)


@pytest.mark.parametrize("digits", [None, 1])
@pytest.mark.parametrize(("positives", "negatives"), [(40, 60), (5, 5000), (300, 80)])
def test_the_curve_is_a_part_of_the_roc_curve(positives: int, negatives: int, digits: int | None) -> None:
    truth, scores = drawn(positives, negatives, digits)
    found = pv.roc(pv.Ladder.from_scores(truth, scores)).roc_n(50)
    fpr, tpr, _ = roc_curve(truth, scores, drop_intermediate=False)
    inside = fpr * negatives < 50
    assert found.fpr[:-1] == pytest.approx(fpr[inside])
    assert found.tpr[:-1] == pytest.approx(tpr[inside])
    assert (found.false_positives[-1], found.true_positives[-1]) == pytest.approx((50, found.found))
    assert auc(found.false_positives, found.tpr) / 50 == pytest.approx(found.area)


def test_with_few_negatives_it_is_the_whole_curve() -> None:
    truth, scores = drawn(9, 6)
    curve = pv.roc(pv.Ladder.from_scores(truth, scores))
    found = curve.roc_n(50)
    assert (found.fpr[-1], found.tpr[-1]) == (1.0, 1.0)
    assert found.area == pytest.approx(curve.auc)
    assert auc(found.fpr, found.tpr) == pytest.approx(curve.auc)


def test_the_picture_has_the_first_false_positives_as_its_axis() -> None:
    truth, scores = drawn(30, 700)
    found = pv.roc(pv.Ladder.from_scores(truth, scores)).roc_n(50)
    chart = found.picture("A")
    assert (chart.x.low, chart.x.high) == (0.0, 50.0)
    assert chart.x.name == "False positives (the first 50 of 700)"
    axes = found.plot(label="A")
    assert axes.get_xlabel() == chart.x.name
    assert set(found.to_dict()) == {"false_positives", "true_positives", "fpr", "tpr"}


def test_few_points_draw_the_same_line() -> None:
    truth, scores = drawn(20_000, 300)
    found = pv.roc(pv.Ladder.from_scores(truth, scores)).roc_n(50)
    x, y = found.drawn()
    assert len(x) < 400 < len(found.tpr)
    assert auc(x, y) / 50 == pytest.approx(found.area, abs=0.001)


def test_findings_keep_and_draw_it() -> None:
    truth, scores = drawn(30, 700)
    found = pv.evaluate(truth=truth, scores={"A": scores, "B": -scores}, roc_n=50)
    again = pv.Findings.from_json(found.to_json())
    axes = again.plot("roc-n")
    assert axes.get_xlabel() == "False positives (the first 50 of 700)"
    # Below 5 % positives it is there unasked.
    assert "roc-n" in drawable(pv.evaluate(truth=truth, scores=scores))
    assert "roc-n" not in drawable(pv.evaluate(truth=truth[:200], scores=scores[:200]))


@pytest.mark.slow
@pytest.mark.parametrize(("n", "prevalence", "apart", "first"), [(120, 0.2, 1.2, 10), (500, 0.1, 2.0, 20)])
def test_the_area_up_to_the_first_false_positives_is_covered(n, prevalence, apart, first) -> None:
    """The truth of a sample: the area of the population's curve up to the share of its negatives that they are."""
    rng = np.random.default_rng(n)
    held = []
    for _ in range(400):
        y = rng.random(n) < prevalence
        found = pv.estimate("auc_n", pv.Ladder.from_scores(y, rng.normal(size=n) + apart * y), n=first)
        share = first / (~y).sum()
        truth = quad(lambda fpr: norm.cdf(apart + norm.ppf(fpr)), 0, share)[0] / share
        held.append(found.low <= truth <= found.high)
    assert np.mean(held) >= 0.93
