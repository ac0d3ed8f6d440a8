"""Laws of every measure of the registry: in range, perfect is best, arrays are loops, undefined has a reason."""

from __future__ import annotations

import math
from math import inf, isfinite, isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import probative as pv
from probative.inference import methods_for
from probative.measurement import find

from .measured import (
    EVIDENCE,
    MEASURES,
    _agreement,
    _name,
    _probabilities,
    _typical,
    _weighted_or_not,
    every_measure,
    few,
    pairs,
    simplexes,
    some,
)
from .strategies import brief

EXTRA: dict[str, list[dict[str, Any]]] = {
    "f_beta": [{"beta": 0}, {"beta": 2}, {"beta": inf}],
    "macro_f_beta": [{"beta": 2, "undefined": "drop"}],
    "weighted_f_beta": [{"beta": 0.5, "undefined": "zero"}],
    "micro_f_beta": [{"beta": 3}],
    "macro_precision": [{"undefined": "drop"}, {"undefined": "zero"}],
    "weighted_precision": [{"undefined": "drop"}, {"undefined": "zero"}],
    "macro_f1": [{"undefined": "drop"}],
    "expected_cost": [{"fp": 2, "fn": 5}, {"fp": 1, "fn": 3, "prior": 0.2}, {"prior": 0}, {"prior": 1}],
    "log_loss": [{"clip": 1e-3}],
    "expected_calibration_error": [{"bins": 3}, {"bins": 5, "strategy": "width"}],
    "pinball": [{"alpha": 0.1}, {"alpha": 1}],
    "adjusted_r2": [{"n_features": 1}],
    "mase": [{"scale": 2.0}],
    "tweedie_deviance": [{"power": -1}, {"power": 0}, {"power": 3}],
    "d2_tweedie": [{"power": -1}, {"power": 1}, {"power": 2}],
    "d2_pinball": [{"alpha": 0.1}],
    "top_k_accuracy": [{"k": 1}],
    "log_loss_skill": [{"clip": 1e-3}],
    "top_label_calibration_error": [{"bins": 3}, {"bins": 5, "strategy": "width"}],
    "classwise_calibration_error": [{"bins": 3}],
}
NEEDED: dict[str, dict[str, Any]] = {"adjusted_r2": {"n_features": 1}, "mase": {"scale": 2.0}}
"""Parameters without which a measure has no value."""
CASES = [(m, p) for m in MEASURES for p in [{}, *EXTRA.get(m.name, [])] if p.keys() <= m.parameters.keys()]
TALLIED = [m for m in MEASURES if m.needs not in (pv.Outcomes, pv.Agreement)]
"""Measures of evidence that is made from rows in `_rows`."""
FALLBACK = "not defined for this evidence"


def _names(kind: type) -> set[str]:
    return {m.name for m in MEASURES if m.needs is kind}


every_case = pytest.mark.parametrize(("measure", "parameters"), CASES, ids=_name)

# --- Metadata --------------------------------------------------------------------------------------------------------


@every_measure
def test_every_measure_explains_itself(measure):
    first = measure.doc.splitlines()[0]
    assert first[0].isupper()
    assert first.endswith((".", ")."))
    assert measure.formula.strip()
    assert measure.better in ("higher", "lower", "neither")
    assert measure.low < measure.high
    assert find(measure.name, _typical(measure.needs)) is measure


@pytest.mark.parametrize("kind", EVIDENCE, ids=lambda kind: kind.__name__)
def test_names_are_unique_per_evidence(kind):
    names = [m.name for m in MEASURES if m.needs is kind]
    assert names
    assert len(set(names)) == len(names)


def test_an_alias_names_one_measure():
    owners: dict[str, set[str]] = {}
    for measure in MEASURES:
        for alias in (measure.name, *measure.aka):
            owners.setdefault(alias, set()).add(measure.name)
    assert [alias for alias, names in owners.items() if len(names) > 1] == []


@every_measure
def test_aliases_resolve_to_the_measure(measure):
    evidence = _typical(measure.needs)
    for alias in (measure.name, *measure.aka):
        for spelling in (alias, f"neg_{alias}", alias.upper(), alias.replace("_", "-"), f" {alias.replace('_', ' ')} "):
            assert find(spelling, evidence) is measure


def test_neg_flips_no_sign():
    ladder = _typical(pv.Ladder)
    assert pv.value("neg_log_loss", ladder) == pv.value("log_loss", ladder) > 0
    residuals = _typical(pv.Residuals)
    assert pv.value("neg_root_mean_squared_error", residuals) == pv.value("rmse", residuals) > 0


CANONICAL = (
    "accuracy error_rate recall specificity false_positive_rate false_negative_rate precision npv "
    "false_discovery_rate false_omission_rate f1 f_beta balanced_accuracy mcc kappa informedness markedness "
    "lr_positive lr_negative diagnostic_odds_ratio jaccard fowlkes_mallows g_mean prevalence prediction_rate "
    "mutual_information normalized_mutual_information expected_cost auc average_precision ks brier log_loss "
    "expected_calibration_error mse rmse mae median_absolute_error r2 adjusted_r2 explained_variance mape max_error "
    "pinball"
)


def test_the_names_of_the_contract_exist():
    assert set(CANONICAL.split()) <= {measure.name for measure in MEASURES}


# --- Values ----------------------------------------------------------------------------------------------------------


@every_case
@brief
@given(data=st.data())
def test_values_stay_in_their_range(measure, parameters, data):
    value = pv.value(measure.name, data.draw(EVIDENCE[measure.needs]), **parameters)
    assert isinstance(value, float)
    assert isnan(value) or measure.low <= value <= measure.high


@every_case
def test_typical_values_exist(measure, parameters):
    needed = NEEDED.get(measure.name, {})
    assert isfinite(pv.value(measure.name, _typical(measure.needs), **needed | parameters))


@pytest.mark.parametrize("measure", TALLIED, ids=_name)
def test_row_order_is_irrelevant(measure):
    rng = np.random.default_rng(1)
    make, columns = _rows(measure.needs)
    needed = NEEDED.get(measure.name, {})
    expected = pv.value(measure.name, make(*columns), **needed)
    for _ in range(5):
        order = rng.permutation(len(columns[0]))
        value = pv.value(measure.name, make(*(column[order] for column in columns)), **needed)
        assert value == pytest.approx(expected, rel=1e-12)


def _rows(kind: type) -> tuple[Any, list[Any]]:
    rng = np.random.default_rng(0)
    label, guess = rng.integers(0, 3, (2, 60))
    shares = rng.dirichlet([1, 1, 1], 60)
    number = rng.normal(size=60)
    return {
        pv.ConfusionMatrix: (pv.ConfusionMatrix.from_labels, [label, guess]),
        pv.Ladder: (pv.Ladder.from_scores, [label > 0, shares[:, 0].round(1).clip(0.05, 0.95)]),
        pv.ClassScores: (lambda y, p: pv.ClassScores.from_probabilities(y, p, labels=[0, 1, 2]), [label, shares]),
        pv.Residuals: (pv.Residuals.from_values, [number, number + rng.normal(size=60)]),
        pv.ValuePairs: (pv.ValuePairs.from_values, [np.exp(number), np.exp(number + rng.normal(size=60))]),
        pv.Moments: (pv.Moments.from_values, [number]),
    }[kind]


# --- Perfect is best -------------------------------------------------------------------------------------------------


UNREACHED = {
    (pv.ConfusionMatrix, "mutual_information"): math.log2(3),
    (pv.Ladder, "brier_resolution"): 0.25,
    (pv.Ladder, "log_loss"): 0.0,
    (pv.Outcomes, "net_benefit"): 0.5,
    (pv.Ladder, "gain_at"): 0.2,
    (pv.Ladder, "lift_at"): 2.0,
}
"""The best value where the range's end is beyond it: three classes alike, two classes alike."""
SEPARATED = {"curve-draws"}
"""Methods of measures whose regression does not exist where the classes are apart."""


def _perfect(kind: type) -> Any:
    truth = np.repeat(["x", "y", "z"], 10)
    y = np.linspace(1, 5, 30)
    return {
        pv.Outcomes: lambda: pv.Outcomes(tp=20, fn=0, fp=0, tn=20),
        pv.ConfusionMatrix: lambda: pv.ConfusionMatrix.from_labels(truth, truth),
        pv.Ladder: lambda: pv.Ladder.from_scores([1] * 20 + [0] * 20, [1.0] * 20 + [0.0] * 20),
        pv.ClassScores: lambda: pv.ClassScores.from_probabilities(
            truth, np.repeat(np.eye(3), 10, axis=0), labels=["x", "y", "z"]
        ),
        pv.Residuals: lambda: pv.Residuals.from_values(y, y),
        pv.ValuePairs: lambda: pv.ValuePairs.from_values(y, y),
    }[kind]()


# Rows that are already graded know of no perfect prediction.
JUDGED = [m for m in MEASURES if m.better != "neither" and m.method not in SEPARATED and m.needs is not pv.Moments]


@pytest.mark.parametrize("measure", JUDGED, ids=_name)
def test_a_perfect_prediction_has_the_best_value(measure):
    needed = NEEDED.get(measure.name, {})
    value = pv.value(measure.name, _perfect(measure.needs), **needed)
    end = measure.high if measure.better == "higher" else measure.low
    assert value == pytest.approx(UNREACHED.get((measure.needs, measure.name), end), abs=1e-12)


def _better_or_equal(measure: Any, a: float, b: float) -> bool:
    slack = 1e-9 * max(1.0, abs(b)) if isfinite(b) else 0.0
    return a >= b - slack if measure.better == "higher" else a <= b + slack


@st.composite
def _imperfect(draw: Any, kind: type) -> tuple[Any, Any]:
    """Evidence of the same truth from a perfect and from any other prediction."""
    if kind is pv.Outcomes:
        o = draw(st.builds(pv.Outcomes, tp=few, fn=few, fp=few, tn=few))
        return pv.Outcomes(tp=o.tp + o.fn, fn=0, fp=0, tn=o.fp + o.tn), o
    if kind is pv.ConfusionMatrix:
        cm = draw(EVIDENCE[kind])
        return pv.ConfusionMatrix.from_counts(np.diag(cm.counts.sum(axis=1)), cm.labels), cm
    if kind is pv.Ladder:
        ladder = draw(EVIDENCE[kind])
        p, n = (int(x) for x in ladder.totals)
        return pv.Ladder.from_counts([1, 0], [p, 0], [0, n]), ladder
    if kind is pv.ClassScores:
        rows = draw(simplexes)
        certain = [(truth, tuple(8 * (truth == c) for c in "xyz"), w) for truth, _, w in rows]
        return tuple(_weighted_or_not(_probabilities, r, True) for r in (certain, rows))
    rows = draw(pairs)
    exact = [(y, y, w) for y, _, w in rows]
    return tuple(_weighted_or_not(kind.from_values, r, True) for r in (exact, rows))


@pytest.mark.parametrize("measure", JUDGED, ids=_name)
@brief
@given(data=st.data())
def test_no_prediction_beats_the_perfect_one(measure, data):
    perfect, other = data.draw(_imperfect(measure.needs))
    needed = NEEDED.get(measure.name, {})
    best, value = (pv.value(measure.name, evidence, **needed) for evidence in (perfect, other))
    if not (isnan(best) or isnan(value)):
        assert _better_or_equal(measure, best, value)


# --- Arrays are loops ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("measure", "parameters"), [c for c in CASES if c[0].needs is pv.Outcomes], ids=_name)
@brief
@given(cells=st.lists(st.tuples(some, some, some, some), min_size=1, max_size=8))
def test_outcomes_of_arrays_are_outcomes_one_by_one(measure, parameters, cells):
    names = ("tp", "fn", "fp", "tn")
    arrays = pv.Outcomes(**dict(zip(names, np.array(cells).T, strict=True)))
    values = pv.value(measure.name, arrays, **parameters)
    assert np.shape(values) == (len(cells),)
    for value, row in zip(values, cells, strict=True):
        single = pv.value(measure.name, pv.Outcomes(**dict(zip(names, row, strict=True))), **parameters)
        assert value == pytest.approx(single, rel=1e-12, abs=1e-15, nan_ok=True)


@pytest.mark.parametrize(("measure", "parameters"), [c for c in CASES if c[0].needs is pv.ConfusionMatrix], ids=_name)
@brief
@given(data=st.data(), k=st.integers(1, 4))
def test_stacked_matrices_are_matrices_one_by_one(measure, parameters, data, k):
    stack = np.array(data.draw(st.lists(st.lists(few, min_size=k * k, max_size=k * k), min_size=1, max_size=5)))
    matrix = pv.ConfusionMatrix.from_counts(stack[0].reshape(k, k))
    values = np.asarray(measure(matrix.with_cells(stack.astype(float)), **parameters))
    assert values.shape == (len(stack),)
    for value, counts in zip(values, stack, strict=True):
        single = pv.value(measure.name, pv.ConfusionMatrix.from_counts(counts.reshape(k, k)), **parameters)
        assert value == pytest.approx(single, rel=1e-12, abs=1e-15, nan_ok=True)


@pytest.mark.parametrize("measure", [m for m in MEASURES if m.needs is pv.Agreement], ids=_name)
def test_stacked_agreements_are_agreements_one_by_one(measure):
    stack = np.array([[1.0, 2, 3, 4], [5, 0, 0, 0], [0, 0, 0, 0]])
    values = measure(_agreement((1, 2, 3, 4)).with_cells(stack))
    singles = [pv.value(measure.name, _agreement(tuple(row))) for row in stack.astype(int).tolist()]
    np.testing.assert_array_equal(values, singles)


@pytest.mark.parametrize("name", sorted(_names(pv.Outcomes) & _names(pv.ConfusionMatrix)))
def test_two_classes_as_matrix_and_as_outcomes(name):
    matrix = pv.ConfusionMatrix.from_counts([[40, 10], [7, 43]], ["yes", "no"])
    assert pv.value(name, matrix) == pytest.approx(pv.value(name, matrix.outcomes("yes")), rel=1e-12)


# --- Undefined values have reasons -----------------------------------------------------------------------------------


@every_case
@brief
@given(data=st.data())
def test_what_is_undefined_says_why(measure, parameters, data):
    evidence = data.draw(EVIDENCE[measure.needs])
    estimate = pv.estimate(measure.name, evidence, **parameters)
    value = pv.value(measure.name, evidence, **parameters)
    assert estimate.value == value or (isnan(estimate.value) and isnan(value))
    if isnan(value):
        assert estimate.why
        assert estimate.why != FALLBACK
        assert isnan(estimate.low)
        assert isnan(estimate.high)
        assert not estimate.defined
        assert str(estimate) == f"undefined: {estimate.why}"
    elif isnan(estimate.low) or isnan(estimate.high):
        assert estimate.why


DEGENERATE: dict[type, list[Any]] = {
    pv.Outcomes: [
        pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn) for tp in (0, 3) for fn in (0, 3) for fp in (0, 3) for tn in (0, 3)
    ],
    pv.ConfusionMatrix: [
        pv.ConfusionMatrix.from_counts(table)
        for table in ([[0]], [[5]], [[0, 0], [0, 0]], [[5, 0], [0, 0]], [[0, 5], [0, 0]], [[3, 4], [0, 0]])
    ]
    + [pv.ConfusionMatrix.from_counts([[3, 0, 0], [2, 0, 0], [1, 0, 0]])],
    pv.Ladder: [
        pv.Ladder.from_counts(scores, p, n)
        for scores, p, n in (
            ([0.5], [3], [0]),
            ([0.5], [0], [3]),
            ([0.5], [3], [4]),
            ([1, 0], [3, 0], [0, 4]),
            ([1, 0], [0, 3], [4, 0]),
            ([0.7, 0.2], [1, 0], [0, 1]),
            ([0.9, 0.5, 0.1], [0, 2, 1], [0, 1, 3]),
        )
    ],
    pv.ClassScores: [
        pv.ClassScores.from_probabilities(truth, np.array(scores) / 4, labels=["x", "y", "z"])
        for truth, scores in (
            (["x"], [(4, 0, 0)]),
            (["x", "x"], [(0, 4, 0), (2, 1, 1)]),
            (["x", "y", "z"], [(4, 0, 0), (0, 4, 0), (0, 0, 4)]),
            (["x", "y", "z"], [(0, 4, 0), (0, 0, 4), (4, 0, 0)]),
            (["x", "y", "z"], [(2, 1, 1)] * 3),
        )
    ],
    pv.Residuals: [
        pv.Residuals.from_values(y, h)
        for y, h in (
            ([1], [1]),
            ([0], [2]),
            ([2, 2], [1, 3]),
            ([0, 0], [0, 0]),
            ([1, 2, 0], [1, 2, 1]),
            ([1, 2], [1, 2]),
        )
    ]
    + [pv.Residuals.from_values([1, 2, 3], [2, 2, 2], medians=False)],
    pv.ValuePairs: [
        pv.ValuePairs.from_values(y, h)
        for y, h in (
            ([1], [1]),
            ([0], [2]),
            ([2, 2], [1, 3]),
            ([2, 2], [2, 2]),
            ([0, 0], [0, 0]),
            ([1, 2, 3], [2, 2, 2]),
            ([1, 2], [1, 2]),
            ([1, 2], [2, 1]),
            ([-1, 3, 5], [1, -2, 4]),
            ([1, 2, 3, 4], [4, 3, 2, 1]),
        )
    ],
    pv.Moments: [pv.Moments.from_values(x) for x in ([0.0], [2.0, 2.0], [-1.0, 1.0])],
    pv.Agreement: [_agreement(cells) for cells in ((0, 0, 0, 0), (5, 0, 0, 0), (0, 5, 0, 0), (1, 0, 0, 0))],
}


@every_case
def test_degenerate_evidence_has_a_value_or_a_reason(measure, parameters):
    for evidence in DEGENERATE[measure.needs]:
        estimate = pv.estimate(measure.name, evidence, **parameters)
        assert estimate.defined or estimate.why not in (None, "", FALLBACK), evidence
        if isnan(estimate.low) and isnan(estimate.high):
            assert estimate.why, evidence


@pytest.mark.parametrize("name", sorted(_names(pv.Ladder)))
@pytest.mark.parametrize("scores", [[], [0.5], [0.5, 0.25]])
def test_a_ladder_without_rows_has_no_values(name, scores):
    estimate = pv.estimate(name, pv.Ladder.from_counts(scores, [0] * len(scores), [0] * len(scores)))
    assert isnan(estimate.value)
    assert estimate.why


# --- Intervals -------------------------------------------------------------------------------------------------------


def assert_sound(measure: Any, estimate: Any) -> None:
    low, value, high = estimate.low, estimate.value, estimate.high
    for limit in (low, high):
        assert isnan(limit) or measure.low <= limit <= measure.high
    if not (isnan(low) or isnan(high)):
        assert low <= high
        if estimate.method not in ("bootstrap", "bca"):
            assert low <= value <= high


@every_case
@brief
@given(data=st.data())
def test_the_value_lies_in_its_interval(measure, parameters, data):
    assert_sound(measure, pv.estimate(measure.name, data.draw(EVIDENCE[measure.needs]), **parameters))


@every_case
def test_every_method_gives_a_sound_interval(measure, parameters):
    needed = NEEDED.get(measure.name, {}) | parameters
    everything = [_typical(measure.needs), *DEGENERATE[measure.needs]]
    for method in methods_for(measure):
        if measure.needs is pv.Residuals and method in ("bootstrap", "bca"):
            continue  # These need replicates: see test_inference.
        for evidence in everything:
            assert_sound(measure, pv.estimate(measure.name, evidence, method=method, replicates=50, **needed))


@every_measure
def test_typical_evidence_has_an_interval(measure):
    # The few rows of typical evidence do not fill the bins of a calibration error; asked for, it has an interval.
    needed: dict[str, Any] = (
        {"method": "scheffe"} if measure.method == "scheffe" else dict(NEEDED.get(measure.name, {}))
    )
    evidence = _typical(measure.needs)
    # Of seven rows nobody knows where a tenth of them begins, and of three or four of a class nothing.
    if {"specificity", "sensitivity"} & set(measure.parameters):
        assert "too few" in pv.estimate(measure.name, evidence).why
        evidence = pv.Ladder.from_scores(np.tile([1, 0], 60), np.arange(120) % 7 + np.tile([1, 0], 60))
    needed |= {word: 0.5 for word in ("share", "sensitivity", "specificity") if word in measure.parameters}
    if measure.method == "debiased-t":  # which asks for five rows in each cell
        evidence = evidence + pv.ConfusionMatrix.from_counts(20 * evidence.counts, evidence.labels)
    if measure.method == "skill":  # which asks for five rows of each class
        evidence = evidence + evidence
    if measure.method == "withheld":
        # None is known to cover: the default says so, and what is asked for by name is there.
        assert measure.caution == pv.estimate(measure.name, evidence).why
        needed["method"] = methods_for(measure)[1]
    estimate = pv.estimate(measure.name, evidence, **needed)
    assert estimate.low <= estimate.value <= estimate.high
    assert estimate.low < estimate.high
    assert estimate.method == needed.get("method", methods_for(measure)[0])
    assert (estimate.level, estimate.n > 0) == (0.95, True)


@pytest.mark.parametrize("measure", TALLIED, ids=_name)
@pytest.mark.parametrize("weight", [0.25, 3.0])
def test_equal_weights_change_no_interval(measure, weight):
    """Summed weights without their squares would make it narrower or wider."""
    make, columns = _rows(measure.needs)
    needed = NEEDED.get(measure.name, {})
    weighted = _with_weights(measure.needs, columns, weight)
    a, b = (pv.estimate(measure.name, evidence, **needed) for evidence in (make(*columns), weighted))
    assert (b.value, b.low, b.high) == pytest.approx((a.value, a.low, a.high), rel=1e-9, nan_ok=bool(a.why))
    assert b.n == pytest.approx(a.n)


def _with_weights(kind: type, columns: list[Any], weight: float) -> Any:
    makers = {
        pv.ConfusionMatrix: pv.ConfusionMatrix.from_labels,
        pv.Ladder: pv.Ladder.from_scores,
        pv.ClassScores: lambda *c, **k: pv.ClassScores.from_probabilities(*c, labels=[0, 1, 2], **k),
        pv.Residuals: pv.Residuals.from_values,
        pv.ValuePairs: pv.ValuePairs.from_values,
        pv.Moments: pv.Moments.from_values,
    }
    return makers[kind](*columns, sample_weight=np.full(len(columns[0]), weight))
