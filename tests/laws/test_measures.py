"""Measures: what holds for every entry of the registry, and the conventions decided once."""

from __future__ import annotations

import math
from math import inf, isfinite, isnan, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import probative as pv
from probative.errors import BadInput, BadParameter, BadScores, InvalidMethod, UnknownMeasure, WrongEvidence
from probative.inference import methods_for
from probative.measurement import find

from .strategies import EIGHTHS, brief, small, weights

MEASURES = pv.measures()
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
}
CASES = [(m, p) for m in MEASURES for p in [{}, *EXTRA.get(m.name, [])] if p.keys() <= m.parameters.keys()]
TALLIED = [m for m in MEASURES if m.needs not in (pv.Outcomes, pv.Agreement)]
"""Measures of evidence that is made from rows in `_rows`."""
FALLBACK = "not defined for this evidence"


def _name(value: Any) -> str:
    return f"{value.needs.__name__}-{value.name}" if hasattr(value, "needs") else str(value)


def _names(kind: type) -> set[str]:
    return {m.name for m in MEASURES if m.needs is kind}


every_measure = pytest.mark.parametrize("measure", MEASURES, ids=_name)
every_case = pytest.mark.parametrize(("measure", "parameters"), CASES, ids=_name)


# Evidence in all its degenerate glory

few = st.integers(0, 4)
some = st.one_of(few, st.integers(0, 300), st.just(10**10))
tables = st.integers(1, 4).flatmap(lambda k: st.lists(st.lists(few, min_size=k, max_size=k), min_size=k, max_size=k))
rungs = st.lists(st.tuples(st.integers(0, 8).map(lambda k: k / 8), few, few), min_size=1, max_size=9)
simplexes = st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from(EIGHTHS), weights), min_size=1, max_size=9)
pairs = st.lists(st.tuples(small, small, weights), min_size=1, max_size=12)
constant = st.tuples(small, st.lists(small, min_size=1, max_size=6)).map(lambda c: [(c[0], x, 1.0) for x in c[1]])


def _weighted_or_not(make: Any, rows: list[Any], weighted: bool) -> Any:
    *columns, weight = (list(column) for column in zip(*rows, strict=True))
    return make(*columns, sample_weight=weight if weighted else None)


def _probabilities(truth: Any, eighths: Any, sample_weight: Any) -> pv.ClassScores:
    return pv.ClassScores.from_probabilities(
        truth, np.array(eighths) / 8, labels=["x", "y", "z"], sample_weight=sample_weight
    )


def _agreement(cells: tuple[int, int, int, int]) -> pv.Agreement:
    names = ("both_right", "only_a_right", "only_b_right", "both_wrong")
    return pv.Agreement(**dict(zip(names, cells, strict=True)))


EVIDENCE: dict[type, st.SearchStrategy[Any]] = {
    pv.Outcomes: st.builds(pv.Outcomes, tp=some, fn=some, fp=some, tn=some),
    pv.ConfusionMatrix: tables.map(pv.ConfusionMatrix.from_counts),
    pv.Ladder: rungs.filter(lambda r: any(p + n for _, p, n in r)).map(
        lambda r: pv.Ladder.from_counts(*zip(*r, strict=True))
    ),
    pv.ClassScores: st.builds(_weighted_or_not, st.just(_probabilities), simplexes, st.booleans()),
    pv.Residuals: st.builds(
        _weighted_or_not, st.just(pv.Residuals.from_values), st.one_of(pairs, constant), st.booleans()
    ),
    pv.Moments: st.builds(
        _weighted_or_not, st.just(pv.Moments.from_values), pairs.map(lambda r: [x[1:] for x in r]), st.booleans()
    ),
    pv.Agreement: st.tuples(few, few, few, few).map(_agreement),
}


# Metadata


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


# Values


def _typical(kind: type) -> Any:
    """Evidence for which everything is defined."""
    truth = ["x", "y", "z", "x", "y", "z", "x", "z"]
    guess = ["x", "y", "z", "y", "y", "x", "z", "z"]
    scores = np.array([(6, 1, 1), (2, 5, 1), (1, 1, 6), (3, 4, 1), (1, 6, 1), (4, 2, 2), (2, 2, 4), (1, 2, 5)]) / 8
    y, h = np.array([1.0, 2, 3, 4, -5, 6, 7, 8]), np.array([1.5, 2, 2.5, 5, -4, 6.5, 7, 9])
    return {
        pv.Outcomes: lambda: pv.Outcomes(tp=40, fn=10, fp=5, tn=45),
        pv.ConfusionMatrix: lambda: pv.ConfusionMatrix.from_labels(truth, guess),
        pv.Ladder: lambda: pv.Ladder.from_scores([1, 0, 1, 1, 0, 0, 1], [0.9, 0.8, 0.7, 0.4, 0.3, 0.2, 0.6]),
        pv.ClassScores: lambda: pv.ClassScores.from_probabilities(truth, scores, labels=["x", "y", "z"]),
        pv.Residuals: lambda: pv.Residuals.from_values(y, h),
        pv.Moments: lambda: pv.Moments.from_values(h),
        pv.Agreement: lambda: _agreement((30, 5, 10, 5)),
    }[kind]()


@every_case
@brief
@given(data=st.data())
def test_values_stay_in_their_range(measure, parameters, data):
    value = pv.value(measure.name, data.draw(EVIDENCE[measure.needs]), **parameters)
    assert isinstance(value, float)
    assert isnan(value) or measure.low <= value <= measure.high


@every_case
def test_typical_values_exist(measure, parameters):
    needed = {"n_features": 1} if measure.name == "adjusted_r2" else {}
    assert isfinite(pv.value(measure.name, _typical(measure.needs), **needed | parameters))


@pytest.mark.parametrize("measure", TALLIED, ids=_name)
def test_row_order_is_irrelevant(measure):
    rng = np.random.default_rng(1)
    make, columns = _rows(measure.needs)
    needed = {"n_features": 1} if measure.name == "adjusted_r2" else {}
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
        pv.Moments: (pv.Moments.from_values, [number]),
    }[kind]


# Perfect is best

UNREACHED = {
    (pv.ConfusionMatrix, "mutual_information"): math.log2(3),
    (pv.Ladder, "brier_resolution"): 0.25,
    (pv.Ladder, "log_loss"): 0.0,
}
"""The best value where the range's end is beyond it: three classes alike, two classes alike."""


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
    }[kind]()


JUDGED = [m for m in MEASURES if m.better != "neither"]


@pytest.mark.parametrize("measure", JUDGED, ids=_name)
def test_a_perfect_prediction_has_the_best_value(measure):
    needed = {"n_features": 2} if measure.name == "adjusted_r2" else {}
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
    return tuple(_weighted_or_not(pv.Residuals.from_values, r, True) for r in (exact, rows))


@pytest.mark.parametrize("measure", JUDGED, ids=_name)
@brief
@given(data=st.data())
def test_no_prediction_beats_the_perfect_one(measure, data):
    perfect, other = data.draw(_imperfect(measure.needs))
    needed = {"n_features": 1} if measure.name == "adjusted_r2" else {}
    best, value = (pv.value(measure.name, evidence, **needed) for evidence in (perfect, other))
    if not (isnan(best) or isnan(value)):
        assert _better_or_equal(measure, best, value)


# Arrays are loops


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


# Undefined values have reasons


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


# Intervals


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
    needed = {"n_features": 1} | parameters if measure.name == "adjusted_r2" else parameters
    everything = [_typical(measure.needs), *DEGENERATE[measure.needs]]
    for method in methods_for(measure):
        if measure.needs is pv.Residuals and method in ("bootstrap", "bca"):
            continue  # These need replicates: see test_inference.
        for evidence in everything:
            assert_sound(measure, pv.estimate(measure.name, evidence, method=method, replicates=50, **needed))


@every_measure
def test_typical_evidence_has_an_interval(measure):
    needed = {"n_features": 1} if measure.name == "adjusted_r2" else {}
    estimate = pv.estimate(measure.name, _typical(measure.needs), **needed)
    assert estimate.low <= estimate.value <= estimate.high
    assert estimate.low < estimate.high
    assert estimate.method == methods_for(measure)[0]
    assert (estimate.level, estimate.n > 0) == (0.95, True)


@pytest.mark.parametrize("measure", TALLIED, ids=_name)
@pytest.mark.parametrize("weight", [0.25, 3.0])
def test_equal_weights_change_no_interval(measure, weight):
    """Summed weights without their squares would make it narrower or wider."""
    make, columns = _rows(measure.needs)
    needed = {"n_features": 1} if measure.name == "adjusted_r2" else {}
    weighted = _with_weights(measure.needs, columns, weight)
    a, b = (pv.estimate(measure.name, evidence, **needed) for evidence in (make(*columns), weighted))
    assert (b.value, b.low, b.high) == pytest.approx((a.value, a.low, a.high), rel=1e-9)
    assert b.n == pytest.approx(a.n)


def _with_weights(kind: type, columns: list[Any], weight: float) -> Any:
    makers = {
        pv.ConfusionMatrix: pv.ConfusionMatrix.from_labels,
        pv.Ladder: pv.Ladder.from_scores,
        pv.ClassScores: lambda *c, **k: pv.ClassScores.from_probabilities(*c, labels=[0, 1, 2], **k),
        pv.Residuals: pv.Residuals.from_values,
        pv.Moments: pv.Moments.from_values,
    }
    return makers[kind](*columns, sample_weight=np.full(len(columns[0]), weight))


# Errors


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


# Conventions, decided once


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


@pytest.mark.parametrize("name", ["mcc", "kappa"])
@pytest.mark.parametrize("cells", ONE_SIDED)
def test_correlations_with_an_empty_margin(name, cells):
    tp, fn, fp, tn = cells
    assert_undefined(name, pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn), "no ")
    assert_undefined(name, pv.ConfusionMatrix.from_counts([[tp, fn], [fp, tn]]), "one class")


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
