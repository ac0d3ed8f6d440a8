"""Conventions of measures, decided once, and what is refused."""

from __future__ import annotations

import math
from fractions import Fraction
from math import inf, isfinite, isnan, nan
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.errors import BadInput, BadParameter, BadScores, InvalidMethod, UnknownMeasure, WrongEvidence
from probative.inference import methods_for

from .measured import EVIDENCE, MEASURES, _typical, every_measure

# --- Errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "banana", "aucc", "f-one"])
def test_an_unknown_name_is_refused(name):
    for ask in (pv.value, pv.estimate):
        with pytest.raises(UnknownMeasure, match=repr(name)) as caught:
            ask(name, _typical(pv.Outcomes))
        assert caught.value.remedy


def test_similar_names_are_suggested():
    with pytest.raises(UnknownMeasure) as caught:
        pv.value("recal", _typical(pv.Outcomes))
    assert "recall" in str(caught.value)


@every_measure
def test_the_wrong_evidence_is_refused(measure):
    owners = {m.needs for m in MEASURES if m.name == measure.name}
    for kind in EVIDENCE.keys() - owners:
        with pytest.raises(WrongEvidence, match=measure.needs.__name__) as caught:
            pv.value(measure.name, _typical(kind))
        assert caught.value.found == kind.__name__
        assert caught.value.remedy


@every_measure
def test_an_unknown_parameter_is_refused(measure):
    for ask in (pv.value, pv.estimate):
        with pytest.raises(BadParameter, match="banana") as caught:
            ask(measure.name, _typical(measure.needs), banana=1)
        assert measure.name in str(caught.value)


@pytest.mark.parametrize("name", ["f1", "f_beta"])
def test_an_unknown_parameter_is_refused_with_a_remedy(name):
    with pytest.raises(BadParameter) as caught:
        pv.value(name, _typical(pv.Outcomes), banana=1)
    assert caught.value.remedy


@every_measure
def test_an_unknown_method_is_refused(measure):
    wrong = ["banana", *({"wilson", "delong", "scheffe", "order-statistics"} - set(methods_for(measure)))]
    for method in wrong:
        with pytest.raises(InvalidMethod, match=method) as caught:
            pv.estimate(measure.name, _typical(measure.needs), method=method)
        assert caught.value.remedy == methods_for(measure)[0]


BAD_PARAMETERS = [
    ("f_beta", {"beta": -1}),
    ("f_beta", {"beta": nan}),
    ("expected_cost", {"fp": 0}),
    ("expected_cost", {"fn": -1}),
    ("expected_cost", {"prior": 1.5}),
    ("macro_recall", {"undefined": "maybe"}),
    ("weighted_recall", {"undefined": "maybe"}),
    ("micro_recall", {"undefined": "maybe"}),
    ("log_loss", {"clip": 0.5}),
    ("log_loss", {"clip": -0.1}),
    ("expected_calibration_error", {"bins": 0}),
    ("expected_calibration_error", {"strategy": "magic"}),
    ("pinball", {"alpha": 2}),
    ("adjusted_r2", {"n_features": -1}),
]


@pytest.mark.parametrize(("name", "parameters"), BAD_PARAMETERS)
def test_parameters_out_of_range_are_refused(name, parameters):
    for kind in {m.needs for m in MEASURES if m.name == name and set(parameters) <= set(m.parameters)}:
        with pytest.raises(BadParameter):
            pv.value(name, _typical(kind), **parameters)


@pytest.mark.parametrize("options", [{"level": 0}, {"level": 1}, {"level": 95}, {"level": nan}, {"replicates": 1}])
def test_options_out_of_range_are_refused(options):
    with pytest.raises(BadParameter):
        pv.estimate("recall", _typical(pv.Outcomes), **options)


@pytest.mark.parametrize("name", ["brier", "log_loss", "brier_skill_score", "expected_calibration_error"])
@pytest.mark.parametrize("score", [-0.1, 1.1, inf, -inf])
def test_scores_that_are_no_probabilities_are_refused(name, score):
    with pytest.raises(BadScores) as caught:
        pv.value(name, pv.Ladder.from_scores([1, 0], [score, 0.5]))
    assert caught.value.remedy
    assert isfinite(pv.value("auc", pv.Ladder.from_scores([1, 0], [score, 0.5])))


def test_errors_are_value_errors_that_say_what_to_do():
    with pytest.raises(BadInput) as caught:
        pv.value("auc", _typical(pv.Outcomes))
    assert isinstance(caught.value, ValueError)
    assert "Try: " in str(caught.value)
    assert "Found: Outcomes" in str(caught.value)


# --- Conventions, decided once ---------------------------------------------------------------------------------------


def assert_undefined(name: str, evidence: Any, because: str, **parameters: Any) -> None:
    estimate = pv.estimate(name, evidence, **parameters)
    assert isnan(estimate.value), estimate
    assert because in estimate.why


@pytest.mark.parametrize("name", ["f1", "f_beta"])
def test_f_without_true_positives(name):
    for cells in ((0, 3, 0, 5), (0, 0, 3, 5), (0, 2, 3, 0)):
        outcomes = pv.Outcomes(**dict(zip(("tp", "fn", "fp", "tn"), cells, strict=True)))
        assert pv.value(name, outcomes) == 0.0
        for beta in (0, 0.5, 2, inf):
            assert pv.value("f_beta", outcomes, beta=beta) == 0.0
    assert_undefined(name, pv.Outcomes(tp=0, fn=0, fp=0, tn=9), "no actual and no predicted positives")


def test_f_beta_runs_from_precision_to_recall():
    outcomes = pv.Outcomes(tp=6, fn=2, fp=4, tn=0)
    assert pv.value("f_beta", outcomes, beta=0) == pv.value("precision", outcomes) == 0.6
    assert pv.value("f_beta", outcomes, beta=inf) == pv.value("recall", outcomes) == 0.75
    assert pv.value("f_beta", outcomes, beta=1) == pytest.approx(pv.value("f1", outcomes), rel=1e-15)


@pytest.mark.parametrize(
    ("name", "cells", "expected"),
    [
        ("lr_positive", (5, 5, 0, 9), inf),
        ("lr_positive", (0, 5, 3, 9), 0.0),
        ("lr_positive", (0, 5, 0, 9), nan),
        ("lr_positive", (5, 5, 0, 0), nan),
        ("lr_positive", (0, 0, 3, 9), nan),
        ("lr_negative", (5, 5, 9, 0), inf),
        ("lr_negative", (5, 0, 3, 9), 0.0),
        ("lr_negative", (5, 0, 9, 0), nan),
        ("lr_negative", (5, 5, 0, 0), nan),
        ("diagnostic_odds_ratio", (5, 0, 3, 9), inf),
        ("diagnostic_odds_ratio", (0, 5, 3, 9), 0.0),
        ("diagnostic_odds_ratio", (0, 5, 0, 9), nan),
    ],
)
def test_ratios_of_counts(name, cells, expected):
    outcomes = pv.Outcomes(**dict(zip(("tp", "fn", "fp", "tn"), cells, strict=True)))
    estimate = pv.estimate(name, outcomes)
    assert estimate.value == pytest.approx(expected, nan_ok=True)
    assert not isnan(expected) or estimate.why


def test_ratios_are_formed_from_counts_and_never_as_one_minus_x():
    outcomes = pv.Outcomes(tp=10**12 - 1, fn=1, fp=1, tn=10**12 - 1)
    assert pv.value("lr_negative", outcomes) == pytest.approx(1 / (10**12 - 1), rel=1e-15)
    assert pv.value("false_negative_rate", outcomes) == 1e-12


ONE_SIDED = [(3, 4, 0, 0), (0, 0, 3, 4), (3, 0, 4, 0), (0, 3, 0, 4), (0, 0, 0, 0)]


@pytest.mark.parametrize("cells", ONE_SIDED)
def test_a_correlation_with_an_empty_margin(cells):
    tp, fn, fp, tn = cells
    assert_undefined("mcc", pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn), "no ")
    assert_undefined("mcc", pv.ConfusionMatrix.from_counts([[tp, fn], [fp, tn]]), "one class")


@pytest.mark.parametrize("cells", ONE_SIDED[:4])
def test_kappa_with_an_empty_margin_is_0(cells):
    tp, fn, fp, tn = cells
    assert pv.value("kappa", pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn)) == 0
    assert pv.value("kappa", pv.ConfusionMatrix.from_counts([[tp, fn], [fp, tn]])) == 0


@pytest.mark.parametrize(("cells", "because"), [((0, 0, 0, 0), "no rows"), ((5, 0, 0, 0), "one class")])
def test_kappa_is_undefined_where_chance_agreement_is_1(cells, because):
    tp, fn, fp, tn = cells
    assert_undefined("kappa", pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn), "no ")
    assert_undefined("kappa", pv.ConfusionMatrix.from_counts([[tp, fn], [fp, tn]]), because)


def test_heavy_cells_keep_the_digits_of_light_ones():
    matrix = pv.ConfusionMatrix.from_counts([[2, 10**12], [3, 10**12]])
    covariance = Fraction(2 * 10**12 - 3 * 10**12)
    margins = (5, 2 * 10**12, 2 + 10**12, 3 + 10**12)
    assert pv.value("mcc", matrix) == pytest.approx(float(covariance) / math.sqrt(math.prod(margins)), rel=1e-14)
    chance = Fraction(margins[2] * margins[1] + margins[3] * margins[0])
    assert pv.value("kappa", matrix) == pytest.approx(float(2 * covariance / chance), rel=1e-14)
    labels = (["a", "a", "b"], ["a", "b", "b"])
    weighted = pv.ConfusionMatrix.from_labels(*labels, sample_weight=[1e12, 1e-6, 1.0])
    assert weighted.per_class().fn.tolist() == [1e-6, 0.0]
    assert pv.value("error_rate", weighted) == pytest.approx(1e-18, rel=1e-9)


@pytest.mark.parametrize(
    ("cells", "because"), [((3, 4, 0, 0), "no actual negatives"), ((0, 0, 3, 4), "no actual positives")]
)
def test_balanced_accuracy_with_an_absent_class(cells, because):
    tp, fn, fp, tn = cells
    assert_undefined("balanced_accuracy", pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn), because)
    assert_undefined(
        "balanced_accuracy", pv.ConfusionMatrix.from_counts([[tp, fn], [fp, tn]]), "no actual rows of class"
    )
    assert_undefined("balanced_accuracy", pv.ConfusionMatrix.from_counts([[5]]), "one class")


@pytest.mark.parametrize("name", ["r2", "explained_variance"])
@pytest.mark.parametrize("constant", [0.0, 0.1, 1e9, -3.7])
def test_r2_of_a_constant_target(name, constant):
    assert_undefined(name, pv.Residuals.from_values([constant] * 7, np.arange(7)), "all targets are equal")
    assert_undefined(name, pv.Residuals.from_values([constant] * 7, [constant] * 7), "all targets are equal")
    parts = [pv.Residuals.from_values([constant] * n, np.arange(n)) for n in (3, 4)]
    assert_undefined(name, parts[0] + parts[1], "all targets are equal")
    assert_undefined(name, pv.Residuals.from_values([constant], [1]), "fewer than two rows")


def test_mape_with_a_zero_target():
    assert_undefined("mape", pv.Residuals.from_values([0, 1, 0, -0.0], [1, 1, 0, 2]), "3 targets are 0")
    assert pv.value("mape", pv.Residuals.from_values([-2, 4], [-1, 5])) == pytest.approx(0.375)


def test_jaccard_of_nothing():
    assert_undefined("jaccard", pv.Outcomes(tp=0, fn=0, fp=0, tn=9), "no actual and no predicted positives")
    assert pv.value("jaccard", pv.Outcomes(tp=0, fn=1, fp=0, tn=9)) == 0.0


@pytest.mark.parametrize(
    ("name", "cells", "because"),
    [
        ("precision", (0, 3, 0, 5), "no predicted positives"),
        ("recall", (0, 0, 3, 5), "no actual positives"),
        ("specificity", (2, 3, 0, 0), "no actual negatives"),
        ("npv", (2, 0, 3, 0), "no predicted negatives"),
        ("accuracy", (0, 0, 0, 0), "no rows"),
        ("expected_cost", (0, 0, 0, 0), "no rows"),
    ],
)
def test_shares_of_nothing(name, cells, because):
    assert_undefined(name, pv.Outcomes(**dict(zip(("tp", "fn", "fp", "tn"), cells, strict=True))), because)


def test_the_cost_of_nothing_does_not_speak_of_a_prior_that_was_not_given():
    estimate = pv.estimate("expected_cost", pv.Outcomes(tp=0, fn=0, fp=0, tn=0))
    assert "prior" not in estimate.why


def test_log_loss_of_certainty_that_was_wrong():
    ladder = pv.Ladder.from_scores([1, 1, 0, 0, 1], [0.0, 0.0, 1.0, 0.25, 0.5])
    estimate = pv.estimate("log_loss", ladder)
    assert (estimate.value, estimate.high) == (inf, inf)
    assert "3 rows" in estimate.why
    clipped = pv.estimate("log_loss", ladder, clip=0.01)
    expected = -(3 * math.log(0.01) + math.log(0.75) + math.log(0.5)) / 5
    assert clipped.value == pytest.approx(expected)
    assert clipped.low < expected < clipped.high


def test_log_loss_of_certainty_that_was_wrong_in_many_classes():
    rows = [[0, 0.5, 0.5], [1.0, 0, 0], [0.5, 0.25, 0.25]]
    scores = pv.ClassScores.from_probabilities(["x", "y", "z"], rows, labels=["x", "y", "z"])
    estimate = pv.estimate("log_loss", scores)
    assert estimate.value == inf
    assert "2 rows" in estimate.why
    expected = -(2 * math.log(0.01) + math.log(0.25)) / 3
    assert pv.value("log_loss", scores, clip=0.01) == pytest.approx(expected)


def test_log_loss_of_certainty_that_was_right():
    assert pv.value("log_loss", pv.Ladder.from_scores([1, 0], [1.0, 0.0])) == 0.0


HALF = pv.ConfusionMatrix.from_counts([[4, 1, 0], [2, 3, 0], [1, 1, 0]], ["x", "y", "z"])
"""Class z is never predicted: precisions 4/7, 3/5, undefined; supports 5, 5, 2."""


@pytest.mark.parametrize(
    ("undefined", "macro", "weighted"),
    [
        ("propagate", nan, nan),
        ("drop", (4 / 7 + 3 / 5) / 2, (4 / 7 + 3 / 5) / 2),
        ("zero", (4 / 7 + 3 / 5) / 3, (4 / 7 * 5 + 3 / 5 * 5) / 12),
    ],
)
def test_averages_over_an_undefined_class(undefined, macro, weighted):
    for name, expected in (("macro_precision", macro), ("weighted_precision", weighted)):
        estimate = pv.estimate(name, HALF, undefined=undefined)
        assert estimate.value == pytest.approx(expected, nan_ok=True)
        if isnan(expected):
            assert "class z" in estimate.why
        else:
            assert estimate.low < estimate.value < estimate.high


def test_averages_over_an_undefined_class_are_undefined_unless_asked():
    assert isnan(pv.value("macro_precision", HALF))
    assert pv.value("macro_recall", HALF) == pytest.approx((4 / 5 + 3 / 5 + 0) / 3)
    assert pv.value("micro_precision", HALF) == pv.value("accuracy", HALF)


def test_the_option_for_undefined_classes_is_named_in_the_output():
    for option in ("drop", "zero"):
        estimate = pv.estimate("macro_precision", HALF, undefined=option)
        assert estimate.why
        assert "z" in estimate.why


def test_ties_give_half_credit():
    assert pv.value("auc", pv.Ladder.from_scores([1, 0, 1, 0], [0.5] * 4)) == 0.5
    assert pv.value("auc", pv.Ladder.from_scores([1, 0, 0], [0.5, 0.5, 0.1])) == 0.75


def test_the_direction_of_scores_is_never_flipped():
    assert pv.value("auc", pv.Ladder.from_scores([0, 1], [0.9, 0.1])) == 0.0


def test_ks_is_the_largest_distance_either_way():
    assert pv.value("ks", pv.Ladder.from_scores([0, 1], [0.9, 0.1])) == 1.0


@pytest.mark.parametrize(("successes", "n"), [(0, 10), (10, 10), (0, 1), (1, 1)])
@pytest.mark.parametrize("method", ["wilson", "clopper-pearson", "jeffreys", "agresti-coull"])
def test_limits_of_a_share_stay_inside(successes, n, method):
    outcomes = pv.Outcomes(tp=successes, fn=n - successes, fp=0, tn=0)
    estimate = pv.estimate("recall", outcomes, method=method)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    if method != "agresti-coull":
        assert (estimate.low == 0.0) == (successes == 0)
        assert (estimate.high == 1.0) == (successes == n)


def test_tied_scores_are_never_split_between_bins():
    tied = pv.Ladder.from_scores([1] * 30 + [0] * 70, [0.3] * 100)
    assert pv.value("expected_calibration_error", tied) == pytest.approx(0.0, abs=1e-15)
