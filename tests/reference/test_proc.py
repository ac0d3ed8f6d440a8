"""Published results of pROC (version 1.19) on its aSAH data: 41 patients with a poor outcome, 72 with a good one.

The order of the patients by marker is taken from the curves in pROC's own tests; areas need no more than that.
p is a poor outcome, n a good one, brackets hold tied patients.
"""

from __future__ import annotations

import re

import pytest

import probative as pv
from probative.curves import RocCurve

NDKA_ASCENDING = (
    "npnnpppnnnnnnnnnpnnnnnnppnnpn(nn)np(pn)nnnnpnnpnnnnnnpppnpnnpnnnnnpn(pn)nnpnnppnppnn(pn)ppnnnpnnnnppppnnpnnnpppp"
    "nnpnpnpnp"
)
S100B_DESCENDING = (
    "pppppp(pp)pppp(nn)p(pn)(nn)nn(pp)npnpn(pn)(pn)pnpppnpp(nn)n(nn)(pnnn)(nnnn)(pnnnn)(ppnnn)p(pnnnn)(ppnnnnnnn)"
    "(ppnnnnnn)(pnnnnnn)(pppnnnnnn)(nn)(nnn)(nnnnn)p"
)


def ladder(order: str, *, ascending: bool) -> pv.Ladder:
    groups = re.findall(r"\(([pn]+)\)|([pn])", order)
    rungs = [tied or single for tied, single in groups]
    scores = range(len(rungs)) if ascending else range(len(rungs), 0, -1)
    return pv.Ladder.from_counts(list(scores), [r.count("p") for r in rungs], [r.count("n") for r in rungs])


@pytest.fixture(scope="module")
def ndka() -> RocCurve:
    return pv.roc(ladder(NDKA_ASCENDING, ascending=True))


@pytest.fixture(scope="module")
def s100b() -> RocCurve:
    return pv.roc(ladder(S100B_DESCENDING, ascending=False))


def test_the_data_are_all_there(ndka: RocCurve, s100b: RocCurve) -> None:
    assert ndka.ladder.totals == s100b.ladder.totals == (41, 72)


def test_area(ndka: RocCurve, s100b: RocCurve) -> None:
    assert ndka.auc == pytest.approx(0.61195799457994582, abs=1e-14)
    assert s100b.auc == pytest.approx(0.73136856368563685, abs=1e-14)


def test_delong_interval(s100b: RocCurve) -> None:
    """As pROC's manual prints it: 95% CI: 0.6301-0.8326 (DeLong)."""
    found = pv.estimate("auc", s100b.ladder)
    assert (found.low, found.high) == (pytest.approx(0.6301, abs=5e-5), pytest.approx(0.8326, abs=5e-5))


@pytest.mark.parametrize(
    ("specificity", "area", "corrected"),
    [
        ((1, 0.9), 0.0107046070460705, 0.530024247610897),
        ((0.9, 0.8), 0.0277777777777778, 0.575163398692811),
        ((0.5, 0), 0.416836043360434, 0.667344173441734),
        ((1, 0), 0.611957994579946, 0.611957994579946),
    ],
)
def test_partial_area_over_specificity(
    ndka: RocCurve, specificity: tuple[float, float], area: float, corrected: float
) -> None:
    fpr = (1 - specificity[0], 1 - specificity[1])
    assert ndka.partial_auc(fpr=fpr) == pytest.approx(area, abs=1e-13)
    assert ndka.partial_auc(fpr=fpr, corrected=True) == pytest.approx(corrected, abs=1e-12)


@pytest.mark.parametrize(
    ("sensitivity", "area", "corrected"),
    [
        ((0.8, 0.9), 0.0242547425474255, 0.554439662043679),
        ((0, 0.5), 0.428523035230352, 0.714092140921409),
        ((0, 1), 0.611957994579946, 0.611957994579946),
    ],
)
def test_partial_area_over_sensitivity(
    ndka: RocCurve, sensitivity: tuple[float, float], area: float, corrected: float
) -> None:
    assert ndka.partial_auc(tpr=sensitivity) == pytest.approx(area, abs=1e-13)
    assert ndka.partial_auc(tpr=sensitivity, corrected=True) == pytest.approx(corrected, abs=1e-12)


def test_a_partial_area_below_chance_stays_below_a_half(ndka: RocCurve) -> None:
    """pROC refuses to correct it; the formula still says on which side of chance it lies."""
    assert ndka.partial_auc(tpr=(0.9, 1)) == pytest.approx(0.0037940379403794, abs=1e-14)
    assert ndka.partial_auc(tpr=(0.9, 1), corrected=True) < 0.5
