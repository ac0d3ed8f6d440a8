"""Evidence: merging is a sum, order and cutting leave no trace, nothing is ever changed."""

from __future__ import annotations

import dataclasses
import json
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import probative as pv
from probative.errors import (
    BadFormat,
    BadParameter,
    BadScores,
    EmptyData,
    MissingValues,
    NotMergeable,
    NotPaired,
    ProbativeError,
)
from probative.measurement.registry import for_evidence

from .strategies import (
    BY_NAME,
    KINDS,
    ONE_ULP_UP,
    UNWEIGHTED,
    arrays_of,
    assert_same,
    laws,
    objects,
    small,
    thorough,
    weights,
)

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
every_weighable_kind = pytest.mark.parametrize("kind", UNWEIGHTED, ids=lambda kind: kind.name)


# Merging


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


# JSON


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


# Frozen


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


# Inputs

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


# Weights


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
        if measure.name == "adjusted_r2":
            continue  # It counts the rows, and a weight of 2 is no second row.
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


# Scores


def test_both_zeros_are_one_rung():
    for weight in (None, [1.0, 1.0, 1.0]):
        ladder = pv.Ladder.from_scores([1, 0, 1], [0.0, -0.0, -1.0], sample_weight=weight)
        assert ladder.scores.tolist() == [0.0, -1.0]
        assert not np.signbit(ladder.scores[0])
    assert pv.Ladder.from_counts([-0.0, 0.0], [1, 0], [0, 1]).positives.tolist() == [1]
    both = pv.ClassScores.from_probabilities(["a", "a"], [[0.0, 1], [-0.0, 1]], labels=["a", "b"])
    assert both.mass.tolist() == [2]


@pytest.mark.parametrize("score", [0.5, 1e-300, 1e300, -0.1, 5e-324, 1.0])
def test_scores_one_ulp_apart_stay_apart(score):
    above = float(np.nextafter(score, np.inf))
    for weight in (None, [1.0, 1.0, 1.0]):
        ladder = pv.Ladder.from_scores([1, 0, 0], [above, score, score], sample_weight=weight)
        assert ladder.scores.tolist() == [above, score]
        assert pv.value("auc", ladder) == 1.0


def test_infinite_scores_lie_at_the_ends():
    ladder = pv.Ladder.from_scores([1, 0, 0, 1], [np.inf, -np.inf, 1e308, -1e308])
    assert ladder.scores.tolist() == [np.inf, 1e308, -1e308, -np.inf]
    assert pv.value("auc", ladder) == 0.75
    assert ladder.at(np.inf).tp == 1
    assert ladder.at(-np.inf).tp == 2


def _long(rng: np.random.Generator) -> dict[str, Any]:
    """Columns of 5000 scores, of every size and closeness."""
    n = 5000
    return {
        "distinct": rng.normal(size=n),
        "ties": rng.integers(-9, 9, n) / 8,
        "ulps": 0.7 + np.spacing(0.7) * rng.integers(0, 9, n),
        "ulps below two": np.nextafter(2, 0) - np.spacing(1.0) * rng.integers(0, 9, n),
        "ulps of a thousand": 1000.1 + np.spacing(1000.1) * rng.integers(0, 9, n),
        "zeros": rng.choice([0.0, -0.0, 5e-324, -5e-324], n),
        "denormals": rng.integers(-9, 9, n) * 5e-324,
        "two and minus two": rng.choice([2.0, -2.0, 1.5, 0.0], n),
        "large": rng.normal(size=n) * 1e300,
        "largest": rng.choice([1.7976931348623157e308, -1.7976931348623157e308, 1.0, 5e-324], n),
        "all sizes": rng.normal(size=n) * 10.0 ** rng.integers(-300, 300, n),
        "infinite": rng.choice([np.inf, -np.inf, 0.5, 1e308], n),
        "equal": np.full(n, 0.3),
        "single precision": rng.normal(size=n).astype(np.float32),
        "whole": rng.integers(-(10**6), 10**6, n),
    }


@pytest.mark.parametrize("case", _long(np.random.default_rng(0)))
@pytest.mark.parametrize("truth", ["both", "positive", "negative"])
def test_long_columns_are_counted_score_by_score(case, truth):
    rng = np.random.default_rng(1)
    scores = _long(rng)[case]
    positive = {"both": rng.random(5000) < 0.4, "positive": np.ones(5000, bool), "negative": np.zeros(5000, bool)}[
        truth
    ]
    counts: dict[float, list[int]] = {}
    for score, label in zip(scores.tolist(), positive.tolist(), strict=True):
        counts.setdefault(float(score), [0, 0])[not label] += 1
    expected = sorted(counts, reverse=True)
    for weight in (None, np.ones(5000)):
        ladder = pv.Ladder.from_scores(positive, scores, sample_weight=weight)
        assert ladder.scores.tolist() == expected
        assert not np.signbit(ladder.scores[ladder.scores == 0]).any()
        assert ladder.positives.tolist() == [counts[score][0] for score in expected]
        assert ladder.negatives.tolist() == [counts[score][1] for score in expected]


def test_a_rung_is_positive_from_its_own_score_on():
    ladder = pv.Ladder.from_scores([1, 0], [ONE_ULP_UP, 0.5])
    assert (ladder.at(ONE_ULP_UP).fp, ladder.at(0.5).fp) == (0, 1)


@laws
@given(rows=BY_NAME["ladder"].rows())
def test_outcomes_of_a_ladder_are_its_thresholds_one_by_one(rows):
    ladder = BY_NAME["ladder"].tally(rows)
    curve = ladder.outcomes()
    assert (curve.tp[0], curve.fp[0]) == (0, 0)
    for i, threshold in enumerate(ladder.scores, start=1):
        called = [(truth, score >= threshold) for truth, score in rows]
        assert curve.tp[i] == sum(truth and call for truth, call in called)
        assert curve.fn[i] == sum(truth and not call for truth, call in called)
        assert curve.fp[i] == sum(call and not truth for truth, call in called)
        assert curve.tn[i] == sum(not truth and not call for truth, call in called)
        assert ladder.at(threshold) == pv.Outcomes(tp=curve.tp[i], fn=curve.fn[i], fp=curve.fp[i], tn=curve.tn[i])


# Coarsening

finite = st.integers(-40, 40).map(lambda k: k / 8)
scored = st.lists(st.tuples(st.booleans(), finite, weights), min_size=2, max_size=40)


def _both(rows: list[Any]) -> list[pv.Ladder]:
    """The ladder without and with weights."""
    return [BY_NAME["ladder"].tally([row[:2] for row in rows]), BY_NAME["ladder-weighted"].tally(rows)]


def assert_auc_within_its_bound(coarse: pv.Ladder, exact: pv.Ladder) -> None:
    true, now = pv.value("auc", exact), pv.value("auc", coarse)
    assert np.isnan(true) == np.isnan(now)
    assert np.isnan(true) or abs(now - true) <= coarse.auc_error + 1e-12


@thorough
@given(rows=scored, rungs=st.integers(1, 12))
def test_coarsening_costs_no_more_than_it_says(rows, rungs):
    for ladder in _both(rows):
        coarse = ladder.coarsen(rungs)
        assert len(coarse.scores) <= max(rungs, 1)
        assert coarse.totals == pytest.approx(ladder.totals)
        assert (np.diff(coarse.scores) < 0).all()
        assert_auc_within_its_bound(coarse, ladder)


@thorough
@given(rows=scored, rungs=st.integers(1, 8))
def test_coarsening_twice_costs_no_more_than_it_says(rows, rungs):
    for ladder in _both(rows):
        assert_auc_within_its_bound(ladder.coarsen(2 * rungs).coarsen(rungs), ladder)


@thorough
@given(x=scored, y=scored, rungs=st.integers(1, 8))
def test_merged_coarse_ladders_cost_no_more_than_they_say(x, y, rungs):
    for a, b in zip(_both(x), _both(y), strict=True):
        assert_auc_within_its_bound(a.coarsen(rungs) + b, a + b)
        assert_auc_within_its_bound(a.coarsen(rungs) + b.coarsen(rungs), a + b)


def test_a_merged_coarse_ladder_counts_the_pairs_across():
    """Coarsened positives moved past the other part's negatives: an error of which neither part knew."""
    positives, negatives = pv.Ladder.from_scores([1, 1], [0.9, 0.1]), pv.Ladder.from_scores([0, 0], [0.6, 0.6])
    assert pv.value("auc", positives + negatives) == 0.5
    assert_auc_within_its_bound(positives.coarsen(1) + negatives, positives + negatives)
    assert_auc_within_its_bound(negatives + positives.coarsen(1), positives + negatives)


def test_the_bound_of_coarsening_is_the_documented_one():
    ladder = pv.Ladder.from_counts([0.9, 0.8, 0.2, 0.1], [3, 2, 1, 4], [1, 2, 3, 0])
    # Two rungs of 5 and 3 each hold 15 pairs, of which 3 + 4 and 3 + 0 shared a rung before.
    assert ladder.coarsen(2).auc_error == pytest.approx(0.5 * (15 - 7 + 15 - 3) / (10 * 6))


def test_coarsening_an_exact_ladder_that_is_small_changes_nothing():
    ladder = pv.Ladder.from_scores([1, 0, 1], [0.1, 0.2, 0.3])
    assert ladder.coarsen(3) == ladder
    assert ladder.auc_error == 0


@pytest.mark.parametrize("largest", [1.0, 1e300, 1.6e308])
def test_coarsening_large_scores_does_not_overflow(largest):
    ladder = pv.Ladder.from_scores([1, 0, 1, 0], np.array([1, 0.75, 0.5, 0.25]) * largest)
    assert ladder.coarsen(2).scores.tolist() == pytest.approx([0.875 * largest, 0.375 * largest])


def test_coarsening_joins_infinite_scores_without_a_trace_of_nan():
    ladder = pv.Ladder.from_scores([1, 0, 1, 0, 1, 0], [np.inf, 3.0, 2.0, 1.0, 0.0, -np.inf])
    coarse = ladder.coarsen(3)
    assert coarse.scores[:2].tolist() == [np.inf, 1.5]
    assert coarse.scores[2] <= 0.0
    assert coarse.positives.tolist() == [1, 1, 1]


@pytest.mark.parametrize("base", [0.1, 0.7, 1e-3, 12345.678])
def test_coarsening_scores_ulps_apart_keeps_their_order(base):
    scores = base + np.spacing(base) * np.arange(40)
    coarse = pv.Ladder.from_scores(np.arange(40) % 2, scores, sample_weight=np.linspace(0.1, 3, 40)).coarsen(20)
    assert (np.diff(coarse.scores) < 0).all()
    assert coarse.scores[0] <= scores.max()
    assert coarse.scores[-1] >= scores.min()


# Large counts

BILLIONS = 10**10 + 7


def _mcc(tp: int, fn: int, fp: int, tn: int) -> float:
    with localcontext() as context:
        context.prec = 80
        margins = Decimal(tp + fp) * Decimal(tp + fn) * Decimal(tn + fp) * Decimal(tn + fn)
        return float((Decimal(tp) * tn - Decimal(fp) * fn) / margins.sqrt())


def _kappa(table: list[list[int]]) -> float:
    n = sum(map(sum, table))
    agreed = Fraction(sum(table[i][i] for i in range(len(table))), n)
    chance = sum(Fraction(sum(row), n) * Fraction(sum(r[i] for r in table), n) for i, row in enumerate(table))
    return float((agreed - chance) / (1 - chance))


def _multiclass_mcc(table: list[list[int]]) -> float:
    n, k = sum(map(sum, table)), range(len(table))
    t, p = [sum(table[i]) for i in k], [sum(row[i] for row in table) for i in k]
    top = n * sum(table[i][i] for i in k) - sum(t[i] * p[i] for i in k)
    with localcontext() as context:
        context.prec = 80
        bottom = Decimal(n**2 - sum(x * x for x in p)) * Decimal(n**2 - sum(x * x for x in t))
        return float(Decimal(top) / bottom.sqrt())


@pytest.mark.parametrize(
    "cells",
    [
        (4 * BILLIONS, BILLIONS, 2 * BILLIONS + 1, 9 * BILLIONS),
        (BILLIONS, 1, 1, BILLIONS),
        (1, BILLIONS, BILLIONS, 1),
        (3, BILLIONS, 5 * BILLIONS, 10**12),
        (2**53 - 1, 10, 20, 2**52),
    ],
)
def test_large_outcomes_keep_their_digits(cells):
    tp, fn, fp, tn = cells
    outcomes = pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn)
    assert outcomes.n == sum(cells)
    assert pv.value("mcc", outcomes) == pytest.approx(_mcc(*cells), rel=1e-9)
    assert pv.value("kappa", outcomes) == pytest.approx(_kappa([[tp, fn], [fp, tn]]), rel=1e-9)
    assert pv.value("diagnostic_odds_ratio", outcomes) == pytest.approx(float(Fraction(tp * tn, fp * fn)), rel=1e-12)
    assert pv.value("lr_positive", outcomes) == pytest.approx(
        float(Fraction(tp * (fp + tn), fp * (tp + fn))), rel=1e-12
    )
    arrays = pv.Outcomes(tp=[tp, 1], fn=[fn, 1], fp=[fp, 1], tn=[tn, 1])
    assert pv.value("mcc", arrays)[0] == pytest.approx(_mcc(*cells), rel=1e-9)


@pytest.mark.parametrize(
    "table",
    [
        [[5 * BILLIONS, BILLIONS, 3], [7, 2 * BILLIONS, BILLIONS], [1, 1, 4 * BILLIONS]],
        [[BILLIONS, 2 * BILLIONS], [2 * BILLIONS, BILLIONS + 1]],
    ],
)
def test_large_matrices_keep_their_digits(table):
    matrix = pv.ConfusionMatrix.from_counts(table)
    assert matrix.counts.tolist() == table
    assert (matrix + matrix).counts.tolist() == [[2 * cell for cell in row] for row in table]
    assert pv.value("mcc", matrix) == pytest.approx(_multiclass_mcc(table), rel=1e-9)
    assert pv.value("kappa", matrix) == pytest.approx(_kappa(table), rel=1e-9)
    assert matrix.outcomes(0).tn == sum(cell for row in table[1:] for cell in row[1:])


def _auc(positives: list[int], negatives: list[int]) -> float:
    won, above = Fraction(0), 0
    for p, n in zip(positives, negatives, strict=True):
        won += n * (above + Fraction(p, 2))
        above += p
    return float(won / (sum(positives) * sum(negatives)))


def test_large_ladders_keep_their_digits():
    rng = np.random.default_rng(0)
    p, n = (rng.integers(0, 3 * BILLIONS, 500).tolist() for _ in range(2))
    ladder = pv.Ladder.from_counts(np.linspace(1, 0, 500), p, n)
    assert ladder.totals == (sum(p), sum(n))
    assert pv.value("auc", ladder) == pytest.approx(_auc(p, n), rel=1e-12)
    assert pv.value("auc", ladder + ladder) == pytest.approx(_auc(p, n), rel=1e-12)
    estimate = pv.estimate("auc", ladder)
    assert estimate.low < estimate.value < estimate.high
    coarse = ladder.coarsen(20)
    assert abs(pv.value("auc", coarse) - _auc(p, n)) <= coarse.auc_error


# Moments far from zero

BILLION = 10**9


def _exact(values: list[float], weight: list[float]) -> tuple[Fraction, Fraction]:
    """Weighted mean and second central moment, without rounding."""
    w, x = [Fraction(v) for v in weight], [Fraction(v) for v in values]
    mean = sum(a * b for a, b in zip(w, x, strict=True)) / sum(w)
    return mean, sum(a * (b - mean) ** 2 for a, b in zip(w, x, strict=True)) / sum(w)


shifted = st.lists(st.tuples(small, small, weights), min_size=2, max_size=30)


@laws
@given(rows=shifted, cut=st.integers(1, 29), offset=st.sampled_from((0, BILLION, -BILLION)))
def test_moments_far_from_zero_keep_their_digits(rows, cut, offset):
    values, weight = [x + offset for x, _, _ in rows], [w for *_, w in rows]
    mean, second = _exact(values, weight)
    cut = min(cut, len(rows) - 1)
    whole = pv.Moments.from_values(values, sample_weight=weight)
    parts = [pv.Moments.from_values(values[i], sample_weight=weight[i]) for i in (slice(cut), slice(cut, None))]
    for moments in (whole, parts[0] + parts[1]):
        assert moments.mean == pytest.approx(float(mean), rel=1e-15, abs=1e-9)
        assert moments.powers[2] / moments.powers[0] == pytest.approx(float(second), rel=1e-9, abs=1e-9)


@laws
@given(rows=shifted, cut=st.integers(1, 29), offset=st.sampled_from((0, BILLION)))
def test_residuals_far_from_zero_keep_their_digits(rows, cut, offset):
    truth, guess = [a + offset for a, _, _ in rows], [b + offset for _, b, _ in rows]
    weight = [w for *_, w in rows]
    _, spread = _exact(truth, weight)
    mean, error_spread = _exact([a - b for a, b, _ in rows], weight)
    mse = error_spread + mean**2
    cut = min(cut, len(rows) - 1)
    whole = pv.Residuals.from_values(truth, guess, sample_weight=weight)
    first, second = (
        pv.Residuals.from_values(truth[i], guess[i], sample_weight=weight[i]) for i in (slice(cut), slice(cut, None))
    )
    for residuals in (whole, first + second):
        assert pv.value("mse", residuals) == pytest.approx(float(mse), rel=1e-9, abs=1e-9)
        assert pv.value("mean_error", residuals) == pytest.approx(float(mean), rel=1e-9, abs=1e-9)
        if spread:
            assert pv.value("r2", residuals) == pytest.approx(float(1 - mse / spread), rel=1e-9, abs=1e-9)
            unbiased = float(1 - error_spread / spread)
            assert pv.value("explained_variance", residuals) == pytest.approx(unbiased, rel=1e-9, abs=1e-9)


def test_a_billion_plus_or_minus_one():
    moments = pv.Moments.from_values([BILLION - 1, BILLION + 1] * 50)
    assert moments.mean == BILLION
    assert moments.variance == pytest.approx(100 / 99, rel=1e-12)
    truth = np.array([BILLION - 1.0, BILLION + 1.0] * 50)
    residuals = pv.Residuals.from_values(truth, truth + np.tile([0.5, 0.5, -0.5, -0.5], 25))
    assert pv.value("mse", residuals) == pytest.approx(0.25, rel=1e-12)
    assert pv.value("r2", residuals) == pytest.approx(0.75, rel=1e-12)


@pytest.mark.parametrize("values", [[1.0, np.inf], [-np.inf, 2.0], [np.inf, -np.inf]])
def test_infinite_values_are_refused_as_such(values):
    with pytest.raises(BadScores, match="finite"):
        pv.Moments.from_values(values)


# Labels


def test_labels_seen_only_in_predictions_keep_a_row_of_zeros():
    matrix = pv.ConfusionMatrix.from_labels(["a", "b"], ["z", "b"])
    assert matrix.labels == ("a", "b", "z")
    assert matrix.counts.tolist() == [[0, 0, 1], [0, 1, 0], [0, 0, 0]]


@pytest.mark.parametrize("label", [False, True, 0, 1, 5, -1, 0.5, "a"])
@pytest.mark.parametrize("weight", [None, [0.5, 2.0]])
def test_a_matrix_of_one_label_is_called_by_it(label, weight):
    matrix = pv.ConfusionMatrix.from_labels([label, label], [label, label], sample_weight=weight)
    assert [(type(x), x) for x in matrix.labels] == [(type(label), label)]


def test_labels_that_never_occur_keep_zeros_where_they_are_named():
    matrix = pv.ConfusionMatrix.from_labels([2, 0], [2, 2], labels=[2, 1, 0])
    assert matrix.labels == (2, 1, 0)
    assert matrix.counts.tolist() == [[1, 0, 0], [0, 0, 0], [1, 0, 0]]


def test_a_mixed_list_of_labels_keeps_every_type():
    """NumPy would make text of all of them, and 1 and '1' would no longer be the same class."""
    matrix = pv.ConfusionMatrix.from_labels([1, "a", 1], [1, 1, 1])
    assert matrix.labels == (1, "a")
    assert matrix.counts.tolist() == [[2, 0], [1, 0]]


MISSING = {
    "text and nan": (["a", float("nan")], ["a", "a"]),
    "text and None": (["a", None], ["a", "a"]),
    "numbers and nan": ([1.0, float("nan")], [1, 1]),
    "numbers and None": ([1, None], [1, 1]),
    "in predictions": ([1, 0], [1, None]),
}


@pytest.mark.parametrize("case", MISSING)
def test_a_missing_label_is_no_class(case):
    truth, guess = MISSING[case]
    with pytest.raises(MissingValues):
        pv.ConfusionMatrix.from_labels(truth, guess)
    with pytest.raises(MissingValues):
        pv.Agreement.from_predictions(truth, guess, guess)


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int64, np.uint8, np.float32])
def test_labels_of_every_number_type_are_plain_numbers(kind):
    low = 0 if kind is np.uint8 else -100
    labels = np.array([low, 100, 100], kind)
    matrix = pv.ConfusionMatrix.from_labels(labels, labels[::-1])
    assert matrix.labels == (low, 100)
    assert matrix.counts.tolist() == [[0, 1], [1, 1]]
    ledger = pv.tally({"y": [1, 0, 1], "p": [1, 1, 1], "key": labels}, truth="y", predicted="p", by="key")
    assert list(ledger) == [(low,), (100,)]


def test_arrays_and_lists_give_equal_matrices():
    truth, guess = ["a", "b", "b", "a"], ["a", "a", "b", "b"]
    expected = pv.ConfusionMatrix.from_labels(truth, guess)
    for make in (np.array, objects, lambda x: np.array(x).reshape(-1, 1)):
        assert pv.ConfusionMatrix.from_labels(make(truth), make(guess)) == expected


EMPTY = {
    "ConfusionMatrix": lambda: pv.ConfusionMatrix.from_labels([], []),
    "Ladder": lambda: pv.Ladder.from_scores([], []),
    "ClassScores": lambda: pv.ClassScores.from_probabilities([], np.empty((0, 2)), labels=["a", "b"]),
    "Residuals": lambda: pv.Residuals.from_values([], []),
    "Moments": lambda: pv.Moments.from_values([]),
    "Agreement": lambda: pv.Agreement.from_predictions([], [], []),
}


@pytest.mark.parametrize("name", EMPTY)
def test_no_rows_are_no_evidence(name):
    with pytest.raises(EmptyData) as caught:
        EMPTY[name]()
    assert caught.value.remedy


# Ledger


def _folds() -> pv.Ledger:
    cells = {("A", 0): 1, ("A", 1): 10, ("B", 0): 100, ("B", 1): 1000}
    return pv.Ledger(("model", "fold"), {k: pv.Outcomes(tp=v, fn=0, fp=0, tn=1) for k, v in cells.items()})


def test_merging_over_a_key():
    ledger = _folds()
    assert {k: o.tp for k, o in ledger.over("fold").entries.items()} == {("A",): 11, ("B",): 1100}
    assert {k: o.tp for k, o in ledger.over("model").entries.items()} == {(0,): 101, (1,): 1010}
    assert ledger.over("model", "fold")[()].tp == 1111
    assert ledger.over().entries == ledger.entries


def test_selecting_and_totalling():
    ledger = _folds()
    assert list(ledger.select(model="B")) == [("B", 0), ("B", 1)]
    assert ledger.select(model="B", fold=np.int64(1)).total().tp == 1000
    assert ledger.select(fold=1.0).total().tp == 1010
    assert ledger.total() == pv.Outcomes(tp=1111, fn=0, fp=0, tn=4)
    assert len(ledger.select(fold=7)) == 0


def test_the_parts_of_a_ledger_add_up_to_its_total():
    ledger = _folds()
    assert ledger.select(model="A") + ledger.select(model="B") == ledger
    assert ledger.over("fold").total() == ledger.over("model").total() == ledger.total()
    assert ledger.map(lambda o: o.tp)["A", 1] == 10


@laws
@given(rows=BY_NAME["ledger"].rows())
def test_a_ledger_is_the_ladder_cut_by_key(rows):
    ledger = BY_NAME["ledger"].tally(rows)
    ladder = BY_NAME["ladder"].tally
    assert ledger.total() == ladder([row[:2] for row in rows])
    assert set(ledger) == {row[2:] for row in rows}
    for key in ledger:
        assert ledger[key] == ladder([row[:2] for row in rows if row[2:] == key])
    for site in {row[2] for row in rows}:
        expected = ladder([row[:2] for row in rows if row[2] == site])
        assert ledger.over("fold")[site,] == ledger.select(site=site).total() == expected


def test_ledgers_refuse_unknown_keys():
    for wrong in (lambda x: x.over("repeat"), lambda x: x.select(repeat=1)):
        with pytest.raises(BadParameter, match="repeat"):
            wrong(_folds())
    with pytest.raises(BadParameter, match="model"):
        pv.Ledger(("model", "fold"), {("A",): 1})
    with pytest.raises(NotMergeable):
        _folds() + _folds().over("fold")
    with pytest.raises(EmptyData):
        pv.Ledger(("fold",), {}).total()
