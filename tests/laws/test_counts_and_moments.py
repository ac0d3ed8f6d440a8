"""Laws of counts, moments, labels and ledgers."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import probative as pv
from probative.errors import (
    BadParameter,
    BadScores,
    EmptyData,
    MissingValues,
    NotMergeable,
)

from .strategies import (
    BY_NAME,
    laws,
    objects,
    small,
    weights,
)

# --- Large counts ----------------------------------------------------------------------------------------------------


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


# --- Moments far from zero -------------------------------------------------------------------------------------------


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


# --- Labels ----------------------------------------------------------------------------------------------------------


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


# --- Ledger ----------------------------------------------------------------------------------------------------------


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
