"""Laws of all evidence: merging, JSON, frozen, inputs, weights."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import probative as pv
from probative.errors import (
    BadFormat,
    NotMergeable,
    NotPaired,
    ProbativeError,
)
from probative.measurement.registry import for_evidence

from .strategies import (
    BY_NAME,
    KINDS,
    UNWEIGHTED,
    arrays_of,
    assert_same,
    laws,
)

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
every_weighable_kind = pytest.mark.parametrize("kind", UNWEIGHTED, ids=lambda kind: kind.name)

# --- Merging ---------------------------------------------------------------------------------------------------------


@every_kind
@laws
@given(data=st.data())
def test_merging_commutes(kind, data):
    a, b = (kind.tally(data.draw(kind.rows())) for _ in range(2))
    assert_same(kind, a + b, b + a)


@every_kind
@laws
@given(data=st.data())
def test_merging_is_associative(kind, data):
    a, b, c = (kind.tally(data.draw(kind.rows())) for _ in range(3))
    assert_same(kind, (a + b) + c, a + (b + c))


@every_kind
@laws
@given(data=st.data())
def test_the_tally_of_all_rows_is_the_sum_of_the_tallies(kind, data):
    x, y = data.draw(kind.rows()), data.draw(kind.rows())
    assert_same(kind, kind.tally(x + y), kind.tally(x) + kind.tally(y))


@every_kind
@laws
@given(data=st.data())
def test_row_order_leaves_no_trace(kind, data):
    rows = data.draw(kind.rows())
    assert_same(kind, kind.tally(rows), kind.tally(data.draw(st.permutations(rows))))


@pytest.mark.parametrize("kind", KINDS[:-1], ids=lambda kind: kind.name)
@laws
@given(data=st.data())
def test_merging_adds_rows(kind, data):
    x, y = data.draw(kind.rows()), data.draw(kind.rows())
    last = -1 if kind.name.endswith("-weighted") else None
    expected = sum(1.0 if last is None else row[last] for row in x + y)
    assert float((kind.tally(x) + kind.tally(y)).n) == expected


@every_kind
def test_evidence_does_not_merge_with_other_kinds(kind):
    evidence = kind.tally([_first_row(kind)])
    other = pv.Fingerprint(1, 1) if kind.name != "fingerprint" else pv.Outcomes(tp=1, fn=0, fp=0, tn=0)
    with pytest.raises(TypeError):
        evidence + other


def _first_row(kind: Any) -> tuple[Any, ...]:
    """One plain row of each kind."""
    base, weighted = kind.name.removesuffix("-weighted"), kind.name.endswith("-weighted")
    row: tuple[Any, ...] = {
        "outcomes": (True, True),
        "matrix": ("a", 1),
        "ladder": (True, 0.5),
        "class-scores": ("x", (8, 0, 0)),
        "residuals": (1.0, 2.0),
        "value-pairs": (1.0, 2.0),
        "moments": (1.5,),
        "agreement": (1, 1, 0, 7),
        "fingerprint": ("a", 1),
        "ledger": (True, 0.5, "north", 0),
    }[base]
    return (*row, 0.5) if weighted else row


def test_unweighted_and_weighted_evidence_merge():
    plain, heavy = BY_NAME["ladder"], BY_NAME["ladder-weighted"]
    merged = plain.tally([(True, 0.5), (False, 0.5)]) + heavy.tally([(True, 0.5, 3.0)])
    assert merged == heavy.tally([(True, 0.5, 1.0), (False, 0.5, 1.0), (True, 0.5, 3.0)])


def test_matrices_with_different_labels_merge_by_label():
    merged = pv.ConfusionMatrix.from_labels(["b"], ["c"]) + pv.ConfusionMatrix.from_labels(["a", "b"], ["a", "a"])
    assert merged.labels == ("a", "b", "c")
    assert merged.counts.tolist() == [[1, 0, 0], [1, 0, 1], [0, 0, 0]]


def test_a_ledger_of_matrices_is_the_sum_of_its_parts_even_where_labels_differ():
    def ledger(truth: list[str], guess: list[str], site: list[str]) -> pv.Ledger:
        return pv.tally({"y": truth, "p": guess, "site": site}, truth="y", predicted="p", by="site")

    whole = ledger(["a", "b", "c"], ["a", "a", "c"], ["n", "n", "s"])
    assert whole == ledger(["a", "b"], ["a", "a"], ["n", "n"]) + ledger(["c"], ["c"], ["s"])


def test_class_scores_of_other_classes_do_not_merge():
    a, b = (pv.ClassScores.from_probabilities([x], [[0.5, 0.5]], labels=[x, "z"]) for x in "ab")
    with pytest.raises(NotMergeable):
        a + b


def test_residuals_with_other_replicates_do_not_merge():
    y = np.arange(40.0)
    with pytest.raises(NotMergeable, match="replicates"):
        pv.Residuals.from_values(y, y + 1, replicates=2) + pv.Residuals.from_values(y, y + 1)


def test_fingerprints_tell_other_rows_apart():
    rows = pv.Fingerprint.from_rows([1, 0, 1], rows=["a", "b", "c"])
    assert rows == pv.Fingerprint.from_rows([1.0, True, False], rows=["c", "a", "b"])
    for other in (([1, 0, 0], ["a", "b", "c"]), ([1, 0, 1], ["a", "b", "d"]), ([1, 0], ["a", "b"])):
        with pytest.raises(NotPaired, match="same rows"):
            rows.require_same(pv.Fingerprint.from_rows(other[0], rows=other[1]))


@pytest.mark.parametrize("number", [2**53, 2**60, 2**62])
def test_fingerprints_tell_large_row_numbers_apart(number):
    assert pv.Fingerprint.from_rows([1], rows=[number]) != pv.Fingerprint.from_rows([1], rows=[number + 1])


# --- JSON ------------------------------------------------------------------------------------------------------------


@every_kind
@laws
@given(data=st.data())
def test_json_round_trip(kind, data):
    evidence = kind.tally(data.draw(kind.rows()))
    text = evidence.to_json()
    back = type(evidence).from_json(text)
    assert back == evidence
    assert back.to_json() == text
    assert "NaN" not in text
    assert "Infinity" not in text


@every_kind
@laws
@given(data=st.data())
def test_json_keeps_merging(kind, data):
    a, b = (kind.tally(data.draw(kind.rows())) for _ in range(2))
    assert_same(kind, type(a).from_json(a.to_json()) + b, a + b)


def test_json_keeps_infinite_scores():
    ladder = pv.Ladder.from_scores([1, 0, 1], [np.inf, -np.inf, 0.5])
    assert pv.Ladder.from_json(ladder.to_json()).scores.tolist() == [np.inf, 0.5, -np.inf]


def test_json_keeps_the_types_of_labels():
    labels = (False, True, 0.5, "1", "a", "ü\n'\"")
    matrix = pv.ConfusionMatrix.from_counts(np.arange(36).reshape(6, 6), labels)
    back = pv.ConfusionMatrix.from_json(matrix.to_json())
    assert [(type(label), label) for label in back.labels] == [(type(label), label) for label in labels]


def test_json_keeps_arrays_of_outcomes():
    outcomes = pv.Outcomes(tp=[1, 2], fn=[3, 4], fp=[5, 6], tn=[7, 8])
    assert pv.Outcomes.from_json(outcomes.to_json()) == outcomes


def test_json_keeps_replicates():
    y = np.arange(50.0)
    residuals = pv.Residuals.from_values(y, y[::-1], replicates=3)
    assert pv.Residuals.from_json(residuals.to_json()) == residuals


def test_json_keeps_the_auc_error():
    ladder = pv.Ladder.from_scores([1, 0, 1, 0], [0.1, 0.2, 0.3, 0.4]).coarsen(2)
    assert ladder.auc_error > 0
    assert pv.Ladder.from_json(ladder.to_json()) == ladder


def test_json_of_an_infinite_mean():
    moments = pv.Moments(np.inf, [3, np.nan, np.nan, np.nan])
    assert pv.Moments.from_json(moments.to_json()) == moments


@pytest.mark.parametrize("text", ["{}", '{"evidence": "Banana"}', '{"evidence": "Moments", "mean": 1, "powers": [1]}'])
def test_json_of_something_else_is_refused(text):
    with pytest.raises(BadFormat):
        pv.Outcomes.from_json(text)


@pytest.mark.parametrize("plain", [{"tp": 2}, {"labels": ["a"]}, {"tp": 1, "fn": 1, "fp": 1, "tn": 1}])
def test_equality_is_of_content(plain):
    outcomes = pv.Outcomes(tp=1, fn=1, fp=1, tn=1)
    assert outcomes == pv.Outcomes(tp=1.0, fn=1, fp=1, tn=True)
    assert outcomes != plain
    assert json.loads(outcomes.to_json())["tp"] == 1


# --- Frozen ----------------------------------------------------------------------------------------------------------


@every_kind
def test_no_field_can_be_assigned(kind):
    evidence = kind.tally([_first_row(kind)])
    for field in dataclasses.fields(evidence):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(evidence, field.name, None)
    with pytest.raises((AttributeError, TypeError)):
        evidence.something_else = 1


def _rebuilt(evidence: Any) -> list[Any]:
    return [evidence, evidence + evidence, type(evidence).from_json(evidence.to_json())]


@every_kind
def test_arrays_are_read_only(kind):
    for evidence in _rebuilt(kind.tally([_first_row(kind)])):
        for array in arrays_of(evidence):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


def _derived() -> dict[str, Any]:
    ladder = pv.Ladder.from_scores([1, 0, 1], [0.2, 0.3, 0.4], sample_weight=[1, 2, 0.5])
    matrix = pv.ConfusionMatrix.from_labels(["a", "b", "c"], ["a", "b", "b"])
    arrays = pv.Outcomes(tp=[1, 2], fn=[1, 2], fp=[1, 2], tn=[1, 2])
    scores = pv.ClassScores.from_probabilities(["a", "b"], [[0.8, 0.2], [0.3, 0.7]], labels=["a", "b"])
    return {
        "Outcomes of arrays": arrays,
        "sum of Outcomes of arrays": arrays + arrays,
        "Ladder.outcomes": ladder.outcomes(),
        "Ladder.coarsen": ladder.coarsen(2),
        "ConfusionMatrix.per_class": matrix.per_class(),
        "ConfusionMatrix.reordered": matrix.reordered(["c", "b", "a"]),
        "ClassScores.ladder": scores.ladder("a"),
        "ClassScores.confusion": scores.confusion(),
        "Residuals with replicates": pv.Residuals.from_values(range(40), range(1, 41), replicates=2),
    }


@pytest.mark.parametrize("name", _derived())
def test_arrays_of_derived_evidence_are_read_only(name):
    arrays = arrays_of(_derived()[name])
    assert arrays
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_the_entries_of_a_ledger_cannot_be_replaced():
    outcomes = pv.Outcomes(tp=1, fn=0, fp=0, tn=0)
    ledger = pv.Ledger(("fold",), {(0,): outcomes})
    with pytest.raises(TypeError):
        ledger.entries[(1,)] = outcomes


def test_a_ledger_does_not_follow_the_mapping_it_was_made_from():
    given_entries = {(0,): pv.Outcomes(tp=1, fn=0, fp=0, tn=0)}
    ledger = pv.Ledger(("fold",), given_entries)
    given_entries.clear()
    assert len(ledger) == 1


# --- Inputs ----------------------------------------------------------------------------------------------------------


Y, S, W = np.array([1, 0, 1, 0]), np.array([0.5, -0.0, 0.25, 0.5]), np.array([1.0, 0.0, 2.0, 0.5])
P = np.array([[0.5, 0.5], [0.25, 0.75], [1.0, 0.0], [0.0, 1.0]])
CONSTRUCTORS = {
    "Outcomes": (lambda a, b: pv.Outcomes(tp=a, fn=b, fp=a, tn=b), (Y, Y)),
    "ConfusionMatrix.from_labels": (pv.ConfusionMatrix.from_labels, (Y, Y[::-1].copy())),
    "ConfusionMatrix.from_counts": (pv.ConfusionMatrix.from_counts, (np.array([[3, 1], [2, 4]]),)),
    "ConfusionMatrix": (lambda c: pv.ConfusionMatrix((0, 1), c), (np.array([[3, 1], [2, 4]]),)),
    "Ladder.from_scores": (pv.Ladder.from_scores, (Y, S)),
    "Ladder.from_scores weighted": (lambda y, s, w: pv.Ladder.from_scores(y, s, sample_weight=w), (Y, S, W)),
    "Ladder.from_counts": (pv.Ladder.from_counts, (S, Y, Y)),
    "Ladder": (pv.Ladder, (np.array([0.9, 0.1]), np.array([1, 0]), np.array([0, 1]))),
    "ClassScores.from_probabilities": (
        lambda y, p, w: pv.ClassScores.from_probabilities(y, p, labels=[0, 1], sample_weight=w),
        (Y, P, W),
    ),
    "ClassScores": (
        lambda y, p, w: pv.ClassScores((0, 1), y, p, w),
        (np.array([1, 0]), P[:2].copy(), np.array([1.0, 1.0])),
    ),
    "Residuals.from_values": (
        lambda y, s, w: pv.Residuals.from_values(y, s, sample_weight=w, replicates=0),
        (Y.astype(float), S, W),
    ),
    "Moments.from_values": (lambda s, w: pv.Moments.from_values(s, sample_weight=w), (S, W)),
    "Moments": (lambda p: pv.Moments(1.0, p), (np.array([3.0, 0, 1, 0]),)),
    "Agreement.from_predictions": (
        lambda y, a, w: pv.Agreement.from_predictions(y, a, y, sample_weight=w),
        (Y, Y[::-1].copy(), W),
    ),
    "Fingerprint.from_rows": (pv.Fingerprint.from_rows, (Y, S)),
    "tally": (
        lambda y, s, w: pv.tally({"y": y, "s": s, "w": w}, truth="y", score="s", weight="w", by="y"),
        (Y, S, W),
    ),
}


@pytest.mark.parametrize("name", CONSTRUCTORS)
def test_inputs_are_left_alone(name):
    make, given_arrays = CONSTRUCTORS[name]
    inputs = [array.copy() for array in given_arrays]
    make(*inputs)
    for array, before in zip(inputs, given_arrays, strict=True):
        assert array.tobytes() == before.tobytes()
        assert array.flags.writeable


@pytest.mark.parametrize("name", CONSTRUCTORS)
def test_evidence_does_not_follow_its_inputs(name):
    make, given_arrays = CONSTRUCTORS[name]
    inputs = [array.copy() for array in given_arrays]
    evidence = make(*inputs)
    before = evidence.to_json()
    for array in inputs:
        array.setflags(write=True)
        array[...] = 77
    assert evidence.to_json() == before


# --- Weights ---------------------------------------------------------------------------------------------------------


@every_weighable_kind
@laws
@given(data=st.data())
def test_weight_two_is_the_row_twice(kind, data):
    rows = data.draw(kind.rows(min_size=2))
    doubled = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    # Other rows and ids, so that nothing but the weight differs.
    twice = kind.tally([row for row, two in zip(rows, doubled, strict=True) for _ in range(1 + two)])
    heavy = BY_NAME[f"{kind.name}-weighted"].tally([(*row, 1.0 + two) for row, two in zip(rows, doubled, strict=True)])
    for measure in for_evidence(type(twice)):
        if measure.name in ("adjusted_r2", "debiased_calibration_error"):
            continue  # They count the rows, and a weight of 2 is no second row.
        assert _value(measure, heavy) == pytest.approx(_value(measure, twice), rel=1e-9, abs=1e-9, nan_ok=True)


def _value(measure: Any, evidence: Any) -> Any:
    """The value, or the kind of refusal (scores that are no probabilities)."""
    try:
        return float(measure(evidence))
    except ProbativeError:
        return np.nan


@every_weighable_kind
@laws
@given(data=st.data())
def test_equal_weights_change_no_value(kind, data):
    rows = data.draw(kind.rows(min_size=2))
    plain = kind.tally(rows)
    heavy = BY_NAME[f"{kind.name}-weighted"].tally([(*row, 0.25) for row in rows])
    for measure in for_evidence(type(plain)):
        expected = _value(measure, plain)
        assert _value(measure, heavy) == pytest.approx(expected, rel=1e-9, abs=1e-9, nan_ok=True), measure.name


@pytest.mark.parametrize(
    ("kind", "zero"),
    [
        ("matrix-weighted", ("only here", "b", 0.0)),
        ("ladder-weighted", (True, 0.77, 0.0)),
        ("class-scores-weighted", ("x", (0, 0, 8), 0.0)),
        ("residuals-weighted", (100.0, -100.0, 0.0)),
        ("moments-weighted", (1e6, 0.0)),
    ],
)
def test_a_row_of_weight_zero_is_no_row(kind, zero):
    rows = [row for x in (0.5, 1.0, 2.0) for row in (_row_of(kind, 0, x), _row_of(kind, 1, x))]
    tally = BY_NAME[kind].tally
    with_zero, without = tally([*rows, zero]), tally(rows)
    for measure in for_evidence(type(without)):
        assert _value(measure, with_zero) == pytest.approx(_value(measure, without), nan_ok=True), measure.name


def _row_of(kind: str, i: int, weight: float) -> tuple[Any, ...]:
    return {
        "matrix-weighted": (("a", "a", weight), ("b", "a", weight)),
        "ladder-weighted": ((True, 0.75, weight), (False, 0.25, weight)),
        "class-scores-weighted": (("x", (4, 2, 2), weight), ("y", (2, 2, 4), weight)),
        "residuals-weighted": ((1.0, 2.5, weight), (-2.0, -1.0, weight)),
        "moments-weighted": ((1.0, weight), (2.0, weight)),
    }[kind][i]


def test_squared_weights_are_kept():
    matrix = pv.ConfusionMatrix.from_labels(["a", "a", "b"], ["a", "a", "a"], sample_weight=[0.5, 2, 3])
    assert matrix.squares.tolist() == [[4.25, 0], [9, 0]]
    ladder = pv.Ladder.from_scores([1, 1, 0], [0.5, 0.5, 0.5], sample_weight=[0.5, 2, 3])
    assert [c.tolist() for c in ladder.squared] == [[4.25], [9]]
    moments = pv.Moments.from_values([1, 2, 3], sample_weight=[0.5, 2, 3])
    assert moments.squared[0] == 13.25
    assert moments.effective_n == pytest.approx(5.5**2 / 13.25)


def test_weighted_outcomes_can_be_given_by_hand():
    squares = pv.Outcomes.trusted(0.25, 0.0, 0.0625, 1.0)
    assert pv.Outcomes(tp=0.5, fn=0, fp=0.25, tn=1, squares=squares).n == 1.75
    by_hand = pv.Outcomes(tp=0.5, fn=0, fp=0.25, tn=1, squares=(0.25, 0, 0.0625, 1))
    assert by_hand.squared.fp == 0.0625
