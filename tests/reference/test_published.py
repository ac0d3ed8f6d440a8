"""Curves of published data: two markers of 113 patients with subarachnoid haemorrhage (Turck et al. 2010).

The counts at every threshold, the areas and the interval are those that pROC's own tests print for its data set aSAH
(github.com/xrobin/pROC, commits 0a45042f, 13196e39, 3a2663e3; 41 poor and 72 good outcomes). Rows between two
neighbouring thresholds share the lower one as their score.
"""

import numpy as np
import pytest

import probative as pv

S100B = {
    "thresholds": [
        *(0.03, 0.035, 0.045, 0.055, 0.065, 0.075, 0.085, 0.095, 0.105, 0.115, 0.125, 0.135, 0.145, 0.155, 0.165),
        *(0.175, 0.185, 0.205, 0.225, 0.235, 0.245, 0.255, 0.265, 0.275, 0.29, 0.31, 0.325, 0.335, 0.345, 0.365),
        *(0.395, 0.42, 0.435, 0.445, 0.455, 0.465, 0.475, 0.485, 0.495, 0.51, 0.54, 0.57, 0.64, 0.705, 0.725, 0.755),
        *(0.795, 0.84, 0.91, 1.515),
    ],
    "tp": [
        *(41, 40, 40, 40, 40, 37, 36, 34, 32, 31, 30, 28, 27, 27, 26, 26, 26, 26, 25, 24, 24, 23, 22, 21, 21, 20, 19),
        *(18, 18, 17, 17, 16, 16, 14, 14, 14, 14, 13, 12, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2, 1),
    ],
    "tn": [
        *(0, 0, 5, 8, 10, 16, 22, 28, 35, 39, 39, 42, 46, 50, 53, 55, 56, 58, 58, 58, 59, 59, 59, 59, 60, 60, 61, 62),
        *(63, 63, 64, 64, 65, 65, 66, 67, 69, 70, 70, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72),
    ],
}
NDKA = {
    "tp": [
        *(41, 41, 40, 40, 40, 39, 38, *[37] * 10, *[36] * 7, 35, 34, 34, 34, 33, 33, 33, 33, 32, *[31] * 5, 30, 30),
        *(30, *[29] * 7, 28, 27, 26, 26, 25, 25, 25, *[24] * 6, 23, 23, 22, 22, 22, 21, 21, 21, 20, 19, 19, 18, 17),
        *(17, 17, 16, 15, 14, 14, 14, 14, *[13] * 5, 12, 11, 10, 9, 9, 9, 8, 8, 8, 8, 7, 6, 5, 4, 4, 4, 3, 3, 2, 2),
        *(1, 1),
    ],
    "tn": [
        *(0, 1, 1, 2, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 18, 18, 18, 19, 20, 20, 21),
        *(23, 24, 24, 25, 26, 27, 28, 29, 29, 30, 31, 31, 32, 33, 34, 35, 36, 37, 37, 37, 37, 38, 38, 39, 40, 40, 41),
        *(42, 43, 44, 45, 45, 46, 47, 48, 49, 49, 50, 51, 51, 51, 52, 52, 52, 53, 54, 55, 55, 55, 56, 57, 58, 58, 59),
        *(60, 61, 62, 62, 62, 62, 62, 63, 64, 64, 65, 66, 67, 67, 67, 67, 67, 68, 69, 69, 70, 70, 71, 71, 72),
    ],
}
TIGHT = {"rel": 0, "abs": 1e-12}


def ladder_of(marker):
    """Rows between two thresholds are what the counts change by."""
    scores = marker.get("thresholds", range(len(marker["tp"])))
    positives = -np.diff([*marker["tp"], 0])
    negatives = np.diff([*marker["tn"], 72])
    assert (positives.sum(), negatives.sum()) == (41, 72)
    return pv.Ladder.from_counts(list(scores), positives, negatives)


@pytest.fixture(scope="module")
def s100b():
    return ladder_of(S100B)


@pytest.fixture(scope="module")
def ndka():
    return ladder_of(NDKA)


def test_areas(s100b, ndka):
    assert pv.roc(s100b).auc == pytest.approx(0.73136856368563685, **TIGHT)
    assert pv.roc(ndka).auc == pytest.approx(0.61195799457994582, **TIGHT)


def test_delong_interval(ndka):
    found = pv.estimate("auc", ndka, method="delong")
    assert (found.low, found.value, found.high) == pytest.approx(
        (0.501244999271703, 0.611957994579946, 0.722670989888189), **TIGHT
    )


@pytest.mark.parametrize(
    ("rate", "ends", "area", "corrected"),
    [
        ("fpr", (0.0, 0.1), 0.0107046070460705, 0.530024247610897),
        ("fpr", (0.1, 0.2), 0.0277777777777778, 0.575163398692811),
        ("fpr", (0.5, 1.0), 0.416836043360434, 0.667344173441734),
        ("fpr", (0.0, 1.0), 0.611957994579946, 0.611957994579946),
        ("tpr", (0.9, 1.0), 0.0037940379403794, None),
        ("tpr", (0.8, 0.9), 0.0242547425474255, 0.554439662043679),
        ("tpr", (0.0, 0.5), 0.428523035230352, 0.714092140921409),
        ("tpr", (0.0, 1.0), 0.611957994579946, 0.611957994579946),
    ],
)
def test_partial_areas(ndka, rate, ends, area, corrected):
    curve = pv.roc(ndka)
    assert curve.partial_auc(**{rate: ends}) == pytest.approx(area, **TIGHT)
    # pROC corrects no area below chance.
    if corrected is not None:
        assert curve.partial_auc(**{rate: ends}, corrected=True) == pytest.approx(corrected, **TIGHT)


def test_sensitivity_at_given_specificity(s100b):
    wanted = [
        *(1, 0.975609756097561, 0.921951219512195, 0.879674796747967, 0.823693379790941, 0.774390243902439),
        *(0.675609756097561, 0.655284552845528, 0.634146341463415, 0.390243902439024, 0.292682926829268),
    ]
    np.testing.assert_allclose(pv.roc(s100b).at(1 - np.linspace(0, 1, 11)), wanted, rtol=0, atol=1e-12)


def test_best_thresholds(s100b):
    youden = pv.best_threshold(s100b, "youden", replicates=20)
    closest = pv.best_threshold(s100b, "closest", replicates=20)
    assert (youden.ties, closest.ties) == ((0.205,), (0.205,))
    assert youden.outcomes == pv.Outcomes(tp=26, fn=15, fp=14, tn=58)
    assert youden.apparent.value == pytest.approx(1.43970189701897 - 1, **TIGHT)
    assert closest.apparent.value**2 == pytest.approx(0.171657541439913, **TIGHT)


def test_measures_at_the_best_threshold(s100b):
    found = pv.threshold_table(s100b, [0.205, 0.055])
    np.testing.assert_allclose(found["accuracy"], [0.743362831858407, 0.424778761061947], rtol=0, atol=1e-12)
    np.testing.assert_allclose(found["precision"], [0.65, 0.384615384615385], rtol=0, atol=1e-12)
    np.testing.assert_allclose(found["false_positive_rate"], [14 / 72, 64 / 72], rtol=0, atol=1e-12)
