"""Statistics: what holds for every test, what degenerate input gives, and how often a true null is rejected."""

from __future__ import annotations

import itertools
import json
import math
import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

import probative as pv
from probative import stats
from probative.errors import (
    BadCounts,
    BadInput,
    BadLabels,
    BadParameter,
    BadScores,
    EmptyData,
    InvalidMethod,
    LengthMismatch,
    MissingValues,
    WrongEvidence,
)
from probative.stats.joint import Joint
from probative.stats.joint_resampling import Swap, bootstrapped
from probative.stats.ordering import ascending

RNG = np.random.default_rng(0)
A, B = RNG.normal(0.3, 1.0, 12), RNG.normal(0.0, 1.2, 12)
TRUTH = np.arange(12) % 2
TRIPLES = np.arange(12) // 3
GRID_A, GRID_B = A[:10].reshape(5, 2), B[:10].reshape(5, 2)
TWO: dict[str, Any] = {
    "paired_t": lambda a, b, **k: stats.paired_t(a, b, **k),
    "corrected_t": lambda a, b, **k: stats.corrected_t(a, b, n_train=9, n_test=1, **k),
    "five_by_two_t": lambda a, b, **k: stats.five_by_two_t(np.reshape(a[:10], (5, 2)), np.reshape(b[:10], (5, 2)), **k),
    "wilcoxon": lambda a, b, **k: stats.wilcoxon(a, b, **k),
    "wilcoxon normal": lambda a, b, **k: stats.wilcoxon(a, b, method="normal", **k),
    "wilcoxon pratt": lambda a, b, **k: stats.wilcoxon(a, b, zeros="pratt", **k),
    "sign": lambda a, b, **k: stats.sign(a, b, **k),
    "student_t": lambda a, b, **k: stats.student_t(a, b, **k),
    "welch_t": lambda a, b, **k: stats.welch_t(a, b, **k),
    "mann_whitney": lambda a, b, **k: stats.mann_whitney(a, b, **k),
    "mann_whitney normal": lambda a, b, **k: stats.mann_whitney(a, b, method="normal", **k),
    "delong": lambda a, b, **k: stats.delong(TRUTH[: len(a)], a, b, **k),
    "bootstrap": lambda a, b, **k: stats.paired_bootstrap("auc", TRUTH[: len(a)], a, b, replicates=199, **k),
    "clusters": lambda a, b, **k: stats.cluster_bootstrap(
        "rmse", TRUTH[: len(a)], a, b, groups=TRIPLES[: len(a)], replicates=199, **k
    ),
    "permutation": lambda a, b, **k: stats.paired_permutation("rmse", TRUTH[: len(a)][:8], a[:8], b[:8], **k),
}
"""Tests of two columns of numbers."""
RESAMPLED = ("bootstrap", "clusters")
EXACT = {"wilcoxon", "wilcoxon pratt", "sign", "mann_whitney", "permutation"}
PAIRED = set(TWO) - {"student_t", "welch_t", "mann_whitney", "mann_whitney normal", "delong", *RESAMPLED}
MEANS = ("paired_t", "corrected_t", "student_t", "welch_t")
MANY: dict[str, Any] = {
    "anova": lambda t: stats.anova(*np.asarray(t, float).T),
    "rm_anova": stats.rm_anova,
    "friedman": stats.friedman,
    "quade": stats.quade,
}


def same(found: Any, wanted: Any) -> Any:
    return found == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True)


# All tests of two models


@pytest.mark.parametrize("name", TWO)
def test_swapping_the_models_turns_the_effect_and_keeps_p(name: str) -> None:
    one, two = TWO[name](A, B), TWO[name](B, A)
    assert same(one.p, two.p) or name in RESAMPLED
    centre = 1.0 if name.startswith("mann") else 0.0
    assert same(one.effect, centre - two.effect)
    if name != "permutation":
        assert (one.low, one.high) == pytest.approx((centre - two.high, centre - two.low), abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("name", TWO)
def test_one_sided_p_values_mirror_each_other(name: str) -> None:
    greater, less = (TWO[name](A, B, alternative=side).p for side in ("greater", "less"))
    assert same(TWO[name](B, A, alternative="less").p, greater) or name in RESAMPLED
    total = greater + less
    # What is exactly as extreme belongs to both sides.
    assert total >= 1 - 1e-12 if name in EXACT or name in RESAMPLED or "mann" in name else same(total, 1.0)
    assert min(1.0, 2 * min(greater, less)) == pytest.approx(TWO[name](A, B).p, abs=1e-9) or name == "permutation"


@pytest.mark.parametrize("name", TWO)
def test_one_sided_intervals_are_open_on_the_other_side(name: str) -> None:
    if name == "permutation":
        assert math.isnan(TWO[name](A, B).low)
        return
    greater, less = (TWO[name](A, B, alternative=side) for side in ("greater", "less"))
    both = TWO[name](A, B, level=0.9)
    top, bottom = (1.0, 0.0) if name.startswith("mann") else (1.0, -1.0) if name == "delong" else (math.inf, -math.inf)
    assert (greater.high, less.low) == (top, bottom)
    assert same((greater.low, less.high), (both.low, both.high))


@pytest.mark.parametrize("name", ["paired_t", "corrected_t", "five_by_two_t", "student_t", "welch_t", "delong"])
@pytest.mark.parametrize("shift", [0.0, 0.4, -1.0, 1.5])
def test_the_interval_leaves_out_zero_exactly_when_p_is_small(name: str, shift: float) -> None:
    found = TWO[name](A + (shift if name != "delong" else shift * TRUTH), B)
    assert (found.p <= 0.05) == (not found.low <= 0 <= found.high)


@pytest.mark.parametrize("name", TWO)
def test_models_that_never_differ_have_p_1(name: str) -> None:
    a = np.full(6, 0.7) if name in ("student_t", "welch_t") else A
    found = TWO[name](a, a.copy())
    assert found.p == 1
    assert not found.rejects()
    if not name.startswith("mann"):
        assert found.statistic == 0
        assert found.effect == 0
        assert any("never differ" in note for note in found.notes)


@pytest.mark.parametrize("name", ["paired_t", "corrected_t", "five_by_two_t"])
@pytest.mark.parametrize("gap", [1.0, 0.1, 1e-3, 1e-12])
def test_equal_differences_have_no_p_whatever_rounding_made_of_them(name: str, gap: float) -> None:
    base = np.array([0.1, 0.7, 0.3, 0.9, 0.55, 0.61, 0.77, 0.13, 0.42, 0.86])
    found = TWO[name](base + gap, base)
    assert math.isnan(found.p)
    assert math.isnan(found.statistic)
    assert found.effect == pytest.approx(gap, rel=1e-3)
    assert found.notes
    assert not found.rejects()


@pytest.mark.parametrize("name", [name for name in TWO if name != "five_by_two_t"])
def test_one_value_each(name: str) -> None:
    found = TWO[name]([0.8], [0.7])
    assert math.isnan(found.p) or found.p == 1 or name.endswith(" normal")
    assert found.notes
    assert not found.rejects(0.2)


@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize("where", ["a", "b"])
def test_a_missing_fold_is_refused_and_named(name: str, where: str) -> None:
    broken = A.copy()
    broken[3] = math.nan
    with pytest.raises(MissingValues) as error:
        TWO[name](*((broken, B) if where == "a" else (A, broken)))
    assert where in str(error.value).split()[0]
    if name not in ("delong", *RESAMPLED, "permutation", "five_by_two_t"):
        assert "position 3" in str(error.value)


@pytest.mark.parametrize("name", sorted(PAIRED - {"five_by_two_t", "permutation"}))
def test_pairs_need_equal_lengths(name: str) -> None:
    with pytest.raises(LengthMismatch):
        TWO[name](A, B[:-1])


@pytest.mark.parametrize("name", ["paired_t", "wilcoxon", "sign", "student_t", "mann_whitney"])
def test_no_values_text_and_infinities_are_refused(name: str) -> None:
    for a, b, error in (([], [], EmptyData), (["x", "y"], [1, 2], BadScores), ([1.0, math.inf], [1, 2], BadScores)):
        with pytest.raises(error):
            TWO[name](a, b)


@pytest.mark.parametrize("name", TWO)
def test_unknown_words_and_levels_are_refused(name: str) -> None:
    for wrong in ({"alternative": "bigger"}, {"level": 95}, {"level": 0.4, "alternative": "less"}):
        with pytest.raises(BadParameter):
            TWO[name](A, B, **wrong)


@pytest.mark.parametrize("name", TWO)
def test_results_travel_as_json_and_read_as_a_line(name: str) -> None:
    for found in (TWO[name](A, B), TWO[name](A, A.copy()), TWO[name](A, B, alternative="less")):
        plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
        assert plain["p"] == found.p
        assert plain["method"] == found.method
        assert str(found).startswith(found.method)
        assert "\n" not in str(found)


@pytest.mark.parametrize("name", [*MEANS, "wilcoxon", "sign", "five_by_two_t", "mann_whitney"])
@pytest.mark.parametrize("unit", [1e-12, 1e-170, 1e12])
def test_the_unit_does_not_matter(name: str, unit: float) -> None:
    found, wanted = TWO[name](A * unit, B * unit), TWO[name](A, B)
    if name != "five_by_two_t" or unit > 1e-100:
        assert (found.statistic, found.p) == pytest.approx((wanted.statistic, wanted.p), rel=1e-6)


@pytest.mark.parametrize("name", MEANS)
def test_large_numbers_keep_their_digits(name: str) -> None:
    a, b = np.array([1.0, 2.0, 4.0, 3.0, 6.0]), np.array([0.0, 2.0, 2.0, 1.0, 3.0])
    assert TWO[name](a + 1e9, b + 1e9).statistic == pytest.approx(TWO[name](a, b).statistic, rel=1e-9)
    values = np.random.default_rng(0).integers(0, 9, (6, 3)).astype(float)
    for test in MANY.values():
        assert test(values + 1e9).statistic == pytest.approx(test(values).statistic, rel=1e-9)


@given(
    st.lists(st.tuples(*[st.integers(0, 100)] * 2), min_size=2, max_size=14),
    st.sampled_from(sorted(PAIRED - {"five_by_two_t", "permutation"})),
)
@settings(max_examples=150, deadline=None)
def test_any_paired_scores_have_a_p_or_a_reason(pairs: list[tuple[int, int]], name: str) -> None:
    a, b = (np.array(column) / 100 for column in zip(*pairs, strict=True))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = TWO[name](a, b)
    assert (0 < found.p <= 1) or (math.isnan(found.p) and found.notes)
    if (a == b).all():
        assert found.p == 1


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=9))
@settings(max_examples=60, deadline=None)
def test_exact_signed_ranks_in_whole_numbers(differences: list[int]) -> None:
    """Oracle: fractions over all signs."""
    d = [x for x in differences if x]
    ranks = [Fraction(2 * sum(abs(y) < abs(x) for y in d) + sum(abs(y) == abs(x) for y in d) + 1, 2) for x in d]
    plus = sum((rank for rank, x in zip(ranks, d, strict=True) if x > 0), Fraction(0))
    centre = sum(ranks, Fraction(0)) / 2
    sums = [sum(itertools.compress(ranks, signs), Fraction(0)) for signs in itertools.product((0, 1), repeat=len(d))]
    p = Fraction(sum(abs(s - centre) >= abs(plus - centre) for s in sums), len(sums))
    # Tenths: as floats, equal differences come out unequal.
    shifted = stats.wilcoxon(0.7 + np.array(differences) / 10, np.full(len(differences), 0.7), method="exact")
    assert same(shifted.p, float(p))


def test_ties_everywhere() -> None:
    a, b = [1, 1, 1, 1, 0, 0], [0, 0, 0, 1, 1, 0]
    assert same(stats.wilcoxon(a, b).p, 0.625)
    assert same(stats.sign(a, b).p, 0.625)
    assert stats.mann_whitney([2] * 5, [2] * 4).p == 1
    assert stats.mann_whitney([2] * 5, [2] * 4, method="normal").p == 1
    assert stats.mann_whitney([2] * 5, [2] * 4).effect == 0.5


def test_what_rounding_leaves_is_no_difference() -> None:
    a, b = [0.1 + 0.2, 0.7, 0.9], [0.3, 0.7, 0.9]
    assert a[0] != b[0]
    for test in (stats.paired_t, stats.wilcoxon, stats.sign):
        assert test(a, b).p == 1
        assert test(a, b).statistic == 0
    assert stats.wilcoxon([*a, 0.5], [*b, 0.4]).details["zeros"] == 3
    assert stats.wilcoxon([a[0], 0.5], [b[0], 0.4]).details["zeros"] == 1
    # What is larger than rounding stays, however small beside other rows.
    assert stats.sign([1e9, 1e-9], [1e9, 2e-9]).details["below"] == 1


def test_the_interval_of_the_combined_f_is_what_it_does_not_reject() -> None:
    d = np.random.default_rng(1).normal(0.5, 1.0, (5, 2))
    found = stats.five_by_two_f(d, np.zeros((5, 2)))
    for end in (found.low, found.high):
        assert stats.five_by_two_f(d - end, np.zeros((5, 2))).p == pytest.approx(0.05, abs=1e-9)
    assert same((found.low + found.high) / 2, d.mean())


def test_many_differences_give_the_same_shift_listed_or_counted() -> None:
    from probative.stats import walsh

    rng = np.random.default_rng(3)
    d = np.sort(rng.normal(size=301).round(2))
    pairs = 301 * 302 // 2
    places = np.array([1, 7, pairs // 3, pairs // 2, pairs])
    listed = walsh._walsh_averages(d, places)
    counted = [walsh._by_counting(d, int(place)) for place in places]
    # Halving cannot fall below the smallest value.
    assert counted[1:] == pytest.approx(listed[1:], abs=1e-12)
    assert stats.wilcoxon(rng.normal(size=2500) + 0.1, np.zeros(2500)).low < 0.1


def test_exact_distributions_are_refused_where_they_would_take_too_long() -> None:
    a, b = np.arange(3000.0), np.arange(3000.0)[::-1] + 0.5
    with pytest.raises(BadParameter, match="too long"):
        stats.mann_whitney(a, b, method="exact")
    with pytest.raises(BadParameter, match="too long"):
        stats.wilcoxon(a, b, method="exact")


# McNemar


@given(st.integers(0, 60), st.integers(0, 60), st.sampled_from([None, "exact", "mid-p", "chi2", "chi2-corrected"]))
@settings(max_examples=150, deadline=None)
def test_mcnemar_is_fair_to_both(n01: int, n10: int, method: str | None) -> None:
    one, two = (stats.mcnemar(*pair, method=method, n=200) for pair in ((n01, n10), (n10, n01)))
    assert same(one.p, two.p)
    assert 0 < one.p <= 1
    assert same(one.effect, -two.effect)
    assert -1 <= one.low <= one.effect <= one.high <= 1
    assert same((one.low, one.high), (-two.high, -two.low))
    share = stats.mcnemar(n01, n10, method=method)
    assert math.isnan(share.effect) if not n01 + n10 else same(share.effect, n10 / (n01 + n10))


def test_mcnemar_chooses_the_exact_form_for_few_disagreements() -> None:
    assert stats.mcnemar(4, 20).method.endswith("(exact)")
    assert stats.mcnemar(5, 20).method.endswith("(chi2-corrected)")
    assert any("exact" in note for note in stats.mcnemar(4, 20, method="chi2").notes)
    assert not stats.mcnemar(5, 20).notes


@pytest.mark.parametrize("wrong", [{"n01": -1}, {"n01": 1.5}, {"n": 10}, {"n01": math.nan}, {"n01": "many"}])
def test_mcnemar_needs_counts(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadCounts):
        stats.mcnemar(**({"n01": 8, "n10": 9} | wrong))
    with pytest.raises(BadParameter):
        stats.mcnemar(1, 2, method="yates")


# Areas


@pytest.mark.parametrize("n", [1, 2, 5, 1000, 70_000])
@pytest.mark.parametrize("kind", ["normal", "ties", "near", "positive"])
def test_order_of_scores(n: int, kind: str) -> None:
    rng = np.random.default_rng(n)
    scores = rng.normal(size=n)
    if kind == "ties":
        scores = scores.round(1)
    elif kind == "near":
        # Differences in the last bits only: what packing cuts off.
        scores = 1 + rng.integers(0, 50, n) * 2.0**-52
    elif kind == "positive":
        scores = np.abs(scores)
    order, new = ascending(scores)
    assert sorted(order.tolist()) == list(range(n))
    assert (np.diff(scores[order]) >= 0).all()
    assert new.tolist() == [True, *(np.diff(scores[order]) > 0).tolist()]


def test_delong_depends_on_ranks_alone() -> None:
    rng = np.random.default_rng(1)
    y = rng.random(60_000) < 0.3
    a = y + rng.normal(size=len(y))
    b = y + rng.normal(size=len(y)) * 1.1
    found = stats.delong(y, a, b)
    assert same(stats.delong(y, np.exp(a), b**3).statistic, found.statistic)
    assert stats.delong(y, a, np.exp(a)).p == 1
    assert same(
        found.effect, pv.value("auc", pv.Ladder.from_scores(y, a)) - pv.value("auc", pv.Ladder.from_scores(y, b))
    )


def test_delong_without_enough_rows_says_why() -> None:
    assert "no actual negatives" in stats.delong([1, 1], [1, 2], [2, 1]).notes[0]
    assert "fewer than two" in stats.delong([0, 1, 1], [0, 1, 1], [1, 0, 0.5]).notes[0]
    perfect = stats.delong([0, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1])
    assert math.isnan(perfect.p)
    assert perfect.effect == 1
    assert stats.delong_unpaired(([0, 1, 0, 1], [0, 1, 0, 1]), ([0, 1, 0, 1], [0, 1, 0, 1])).p == 1
    assert "no actual positives" in stats.delong_unpaired(([0, 0], [0, 1]), ([0, 1], [0, 1])).notes[0]
    ladder = pv.Ladder.from_scores([0, 1, 0, 1], [0.1, 0.4, 0.35, 0.8])
    assert stats.delong_unpaired(ladder, ([0, 1, 0, 1], [0.1, 0.4, 0.35, 0.8])).effect == 0
    with pytest.raises(BadInput):
        stats.delong_unpaired([1, 2, 3], ladder)  # type: ignore[arg-type]


# Any measure: bootstrap and permutation


def labelled(n: int = 200, k: int = 2, seed: int = 0) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, k, n)
    a = np.where(rng.random(n) < 0.8, y, rng.integers(0, k, n))
    b = np.where(rng.random(n) < 0.7, y, rng.integers(0, k, n))
    return y, a, b


BINARY = [m.name for m in pv.measures() if m.needs is pv.Outcomes]
MATRIX = [m.name for m in pv.measures() if m.needs is pv.ConfusionMatrix]
RANKED = [m.name for m in pv.measures() if m.needs is pv.Ladder]
NUMERIC = [m.name for m in pv.measures() if m.needs is pv.Residuals]


def of_groups(name: str, y: Any, a: Any, b: Any, **more: Any) -> Any:
    return stats.cluster_bootstrap(name, y, a, b, groups=np.arange(len(y)) % 20, **more)


@pytest.mark.parametrize("name", BINARY)
def test_any_binary_measure(name: str) -> None:
    y, a, b = labelled()
    values = [pv.value(name, pv.ConfusionMatrix.from_labels(y, x).outcomes(1)) for x in (a, b)]
    for test in (stats.paired_bootstrap, stats.paired_permutation, of_groups):
        found = test(name, y, a, b, replicates=500)
        assert same(found.effect, values[0] - values[1])
        assert same((found.details["a"], found.details["b"]), tuple(values)) or name in ("prevalence", "actual_entropy")
        assert 0 < found.p <= 1 or name in ("prevalence", "actual_entropy")


@pytest.mark.parametrize("name", MATRIX)
def test_any_measure_of_many_classes(name: str) -> None:
    y, a, b = labelled(300, 4)
    names = np.array(["ant", "bee", "cat", "dog"])
    values = [pv.value(name, pv.ConfusionMatrix.from_labels(names[y], names[x])) for x in (a, b)]
    for test in (stats.paired_bootstrap, stats.paired_permutation, of_groups):
        found = test(name, names[y], names[a], names[b], replicates=300)
        assert same(found.effect, values[0] - values[1])
        assert 0 < found.p <= 1 or name == "actual_entropy"


@pytest.mark.parametrize("name", RANKED)
def test_any_measure_of_scores(name: str) -> None:
    rng = np.random.default_rng(1)
    y = rng.random(80) < 0.4
    a, b = (1 / (1 + np.exp(-(2 * y - 1 + s * rng.normal(size=80)))) for s in (1.0, 1.6))
    values = [pv.value(name, pv.Ladder.from_scores(y, x)) for x in (a, b)]
    for test in (stats.paired_bootstrap, stats.paired_permutation, of_groups):
        found = test(name, y, a, b, replicates=100)
        assert found.effect == pytest.approx(values[0] - values[1], abs=1e-12)
        assert 0 < found.p <= 1 or name == "brier_uncertainty"


@pytest.mark.parametrize("name", NUMERIC)
def test_any_measure_of_numbers(name: str) -> None:
    rng = np.random.default_rng(2)
    y = rng.normal(5, 1, 60)
    a, b = y + rng.normal(size=60), y + rng.normal(size=60) * 1.4
    parameters = (
        {"n_features": 2} if "n_features" in next(m for m in pv.measures() if m.name == name).parameters else {}
    )
    values = [pv.value(name, pv.Residuals.from_values(y, x), **parameters) for x in (a, b)]
    found = stats.paired_permutation(name, y, a, b, replicates=60, **parameters)
    assert same(found.effect, values[0] - values[1])
    assert 0 < found.p <= 1
    if name == "max_error":
        for test in (stats.paired_bootstrap, of_groups):
            with pytest.raises(InvalidMethod):
                test(name, y, a, b)
    else:
        assert 0 < stats.paired_bootstrap(name, y, a, b, replicates=60, **parameters).p <= 1
        assert 0 < of_groups(name, y, a, b, replicates=60, **parameters).p <= 1


@pytest.mark.parametrize("name", ["log_loss", "auc_ovr", "auc_ovo", "brier"])
def test_any_measure_of_class_probabilities(name: str) -> None:
    rng = np.random.default_rng(3)
    y = rng.integers(0, 3, 60)
    a, b = (np.exp(2 * np.eye(3)[y] + rng.normal(size=(60, 3)) * s) for s in (1.0, 1.5))
    a, b = a / a.sum(axis=1, keepdims=True), b / b.sum(axis=1, keepdims=True)
    values = [pv.value(name, pv.ClassScores.from_probabilities(y, x, labels=[0, 1, 2])) for x in (a, b)]
    for test in (stats.paired_bootstrap, stats.paired_permutation, of_groups):
        found = test(name, y, a, b, labels=[0, 1, 2], replicates=60)
        assert same(found.effect, values[0] - values[1])
        assert 0 < found.p <= 1


def test_mean_losses_need_no_truth() -> None:
    a, b = A[:11], B[:11]
    found = stats.paired_permutation("mean", None, a, b)
    assert same(found.effect, a.mean() - b.mean())
    wanted = scipy.stats.permutation_test(
        (a, b), lambda a, b: a.mean() - b.mean(), permutation_type="samples", n_resamples=np.inf
    )
    assert found.method.endswith("(exact)")
    assert same(found.p, wanted.pvalue)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("side", ["two-sided", "greater", "less"])
def test_permuting_accuracy_is_the_exact_mcnemar_test(seed: int, side: str) -> None:
    y, a, b = labelled(90, 2, seed)
    n01, n10 = int(((a != y) & (b == y)).sum()), int(((a == y) & (b != y)).sum())
    found = stats.paired_permutation("accuracy", y, a, b, alternative=side)
    assert found.method.endswith("(exact)")
    assert found.p == pytest.approx(stats.mcnemar(n01, n10, method="exact", alternative=side).p, abs=1e-12)
    sampled = stats.paired_permutation("accuracy", *labelled(20_000, 3, seed), replicates=2000)
    assert sampled.method.endswith("(sampled)")


@pytest.mark.parametrize("name", ["mcc", "f1", "precision", "kappa"])
def test_swapped_tables_are_swapped_rows(name: str) -> None:
    """Oracle: all 2^m swaps of the rows in which the models differ."""
    y, a, b = labelled(26, 2, 4)
    differ = np.flatnonzero(a != b)
    assert 5 <= len(differ) <= 12

    def gap(first: Any, second: Any) -> float:
        values = [
            pv.value(name, pv.ConfusionMatrix.from_labels(y, x, labels=[0, 1]).outcomes(1)) for x in (first, second)
        ]
        return values[0] - values[1]

    observed, hits, total = abs(gap(a, b)), 0, 0
    for swaps in itertools.product((False, True), repeat=len(differ)):
        mask = np.zeros(len(y), bool)
        mask[differ] = swaps
        d = gap(np.where(mask, b, a), np.where(mask, a, b))
        total += not math.isnan(d)
        hits += abs(d) >= observed - 1e-12
    assert stats.paired_permutation(name, y, a, b).p == pytest.approx(hits / total, abs=1e-12)


def test_drawn_swaps_agree_with_all_swaps() -> None:
    y, a, b = labelled(120, 2, 7)
    joint = Joint.from_labels(y, a, b)
    swap = Swap(joint)
    tables, chances = swap.every()
    assert same(chances.sum(), 1.0)
    assert (tables.sum(axis=1) == 120).all()
    drawn = swap.draw(np.random.default_rng(0), 40_000)
    assert drawn.mean(axis=0) == pytest.approx(chances @ tables, abs=0.06)


def test_drawn_tables_are_drawn_rows() -> None:
    """The spread of a bootstrap of tables is that of a bootstrap of rows."""
    y, a, b = labelled(150, 3, 5)
    measure = pv.measures()[[m.name for m in pv.measures()].index("macro_f1")]
    tables = bootstrapped(Joint.from_labels(y, a, b), measure, {}, 4000, np.random.default_rng(0))
    rng, rows = np.random.default_rng(1), []
    for _ in range(1500):
        i = rng.integers(0, 150, 150)
        first, second = (pv.value("macro_f1", pv.ConfusionMatrix.from_labels(y[i], x[i])) for x in (a, b))
        rows.append(first - second)
    assert tables.mean() == pytest.approx(np.mean(rows), abs=4 * np.std(rows) / math.sqrt(1500))
    assert tables.std() == pytest.approx(np.std(rows), rel=0.08)
    assert np.quantile(tables, [0.025, 0.975]) == pytest.approx(np.quantile(rows, [0.025, 0.975]), abs=0.012)


def test_bootstrapped_ladders_are_bootstrapped_rows() -> None:
    rng = np.random.default_rng(1)
    y = rng.random(120) < 0.4
    a, b = (y + rng.normal(size=120).round(1) for _ in range(2))
    found = stats.paired_bootstrap("auc", y, a, b, replicates=1500)
    gaps = []
    for _ in range(1500):
        i = rng.integers(0, 120, 120)
        first, second = (pv.value("auc", pv.Ladder.from_scores(y[i], x[i])) for x in (a, b))
        gaps.append(first - second)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(gaps, [0.025, 0.975])), abs=0.03)


@pytest.mark.parametrize("name", ["accuracy", "kappa", "f1"])
def test_drawn_tables_of_groups_are_drawn_rows(name: str) -> None:
    """Counts of groups are added up where counts are enough; made anew of the rows they give the same."""
    y, a, b = labelled(60)
    groups = np.random.default_rng(5).integers(0, 9, 60)
    found = stats.cluster_bootstrap(name, y, a, b, groups=groups, replicates=80, random_state=7)
    drawn = np.random.default_rng([7, 104729]).multinomial(9, np.full(9, 1 / 9), 80)
    gaps = []
    for times in drawn:
        rows = np.repeat(np.arange(60), times[groups])
        values = [pv.value(name, pv.ConfusionMatrix.from_labels(y[rows], x[rows]).outcomes(1)) for x in (a, b)]
        gaps.append(values[0] - values[1])
    wide = 1 - 2 * scipy.stats.norm.sf(math.sqrt(9 / 8) * scipy.stats.t.ppf(0.975, 8))
    assert same((found.low, found.high), tuple(np.quantile(gaps, [(1 - wide) / 2, (1 + wide) / 2])))


def test_groups_of_one_row_are_rows() -> None:
    """With as many groups as rows only the widening for their number is left, and that is next to nothing."""
    y, a, b = labelled(400)
    rows = stats.paired_bootstrap("mcc", y, a, b, replicates=4000)
    groups = stats.cluster_bootstrap("mcc", y, a, b, groups=np.arange(400), replicates=4000)
    assert (groups.low, groups.high) == pytest.approx((rows.low, rows.high), abs=0.01)


def test_groups_need_a_row_each_and_two_of_them() -> None:
    y, a, b = labelled(30)
    with pytest.raises(LengthMismatch):
        stats.cluster_bootstrap("accuracy", y, a, b, groups=[1, 2, 3])
    single = stats.cluster_bootstrap("accuracy", y, a, b, groups=["all"] * 30)
    assert math.isnan(single.p)
    assert single.notes == ("a single group",)


@pytest.mark.parametrize("name", ["auc", "average_precision", "ks"])
def test_scores_in_one_order_never_differ_where_only_order_counts(name: str) -> None:
    rng = np.random.default_rng(0)
    y, groups = rng.random(40) < 0.5, np.arange(40) // 4
    a = y + rng.normal(size=40)
    for found in (
        stats.paired_bootstrap(name, y, a, np.exp(a), replicates=20),
        stats.paired_permutation(name, y, a, np.exp(a), replicates=20),
        stats.cluster_bootstrap(name, y, a, np.exp(a), groups=groups, replicates=20),
    ):
        assert (found.p, found.effect) == (1, 0)
        assert found.notes[0] == "the two never differ"


@pytest.mark.parametrize("test", [stats.paired_bootstrap, stats.paired_permutation, of_groups])
@pytest.mark.parametrize("name", ["mcc", "auc", "rmse"])
def test_equal_seeds_give_equal_results(test: Any, name: str) -> None:
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 20_000 if name == "mcc" else 60)
    if name == "mcc":
        a, b = (np.where(rng.random(len(y)) < 0.8, y, 1 - y) for _ in range(2))
    else:
        a, b = y + rng.normal(size=60), y + rng.normal(size=60)
    one, again, other = (test(name, y, a, b, replicates=90, random_state=seed) for seed in (1, 1, 2))
    assert one == again
    assert one.details["seed"] == 1
    assert (one.p, one.low, one.high) != (other.p, other.low, other.high)


def test_a_resampled_p_is_never_zero() -> None:
    n = 5000
    y = np.arange(n) % 2
    found = stats.paired_permutation("mcc", y, y, 1 - y, replicates=199)
    assert found.p == 1 / 200
    worse = np.where(np.arange(n) % 3 == 0, 1 - y, y)
    assert stats.paired_bootstrap("mcc", y, y, worse, replicates=199).p == 2 / 200
    assert stats.paired_bootstrap("mcc", y, y, worse, replicates=199, alternative="greater").p == 1 / 200


def test_a_bootstrap_without_spread_has_no_p() -> None:
    y = np.arange(20) % 2
    found = stats.paired_bootstrap("accuracy", y, y, 1 - y)
    assert math.isnan(found.p)
    assert found.effect == 1
    assert "no spread" in found.notes[0]
    exact = stats.paired_permutation("accuracy", y, y, 1 - y)
    assert same(exact.p, 2 / 2**20)


def test_undefined_values_are_counted_or_explained() -> None:
    y, a, b = [1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 1]
    found = stats.paired_bootstrap("precision", y, a, b, replicates=400)
    assert any("left out" in note for note in found.notes)
    nothing = stats.paired_permutation("precision", y, [0] * 6, b)
    assert math.isnan(nothing.p)
    assert "precision has no finite value for a" in nothing.notes[0]


def test_resampling_refuses_what_it_cannot_do() -> None:
    y, a, b = labelled(30, 3)
    with pytest.raises(BadLabels):
        stats.paired_bootstrap("recall", y, a, b)
    assert stats.paired_bootstrap("recall", y, a, b, pos_label=2, replicates=50).p > 0
    with pytest.raises(WrongEvidence):
        stats.paired_bootstrap("disagreement", y, a, b)
    with pytest.raises(BadParameter):
        stats.paired_bootstrap("accuracy", y, a, b, replicates=1)
    with pytest.raises(BadParameter):
        stats.paired_bootstrap("accuracy", y, a, b, beta=2)
    with pytest.raises(LengthMismatch):
        stats.paired_permutation("accuracy", y, a, b[:-1])
    with pytest.raises(EmptyData):
        stats.paired_permutation("accuracy", [], [], [])


def test_ranks_make_scales_irrelevant_where_only_order_counts() -> None:
    rng = np.random.default_rng(0)
    y = rng.random(50) < 0.5
    a, b = y + rng.normal(size=50), y + rng.normal(size=50)
    plain, scaled = (stats.paired_permutation("auc", y, a, x, replicates=200) for x in (b, np.exp(b) * 1000))
    assert plain.p == scaled.p


# Many models


@pytest.mark.parametrize("name", MANY)
def test_many_models_degenerate(name: str) -> None:
    row = np.array([0.1, 0.7, 0.3, 0.9, 0.55])[:, None]
    equal = MANY[name](np.full((5, 3), 0.8) if name == "anova" else np.repeat(row, 3, axis=1))
    assert (equal.statistic, equal.p) == (0, 1)
    assert equal.notes
    if name in ("anova", "rm_anova"):
        constant = np.tile([0.1, 0.2, 0.4], (5, 1)) + (0 if name == "anova" else row)
        found = MANY[name](constant)
        assert math.isnan(found.p)
        assert found.notes
    single = MANY[name]([[0.1, 0.2, 0.4]])
    assert math.isnan(single.p)
    assert single.notes
    with pytest.raises(MissingValues):
        MANY[name]([[0.1, math.nan, 0.4], [0.2, 0.3, 0.4]])
    json.dumps([found.to_dict() for found in (equal, single)], allow_nan=False)


def test_a_missing_result_is_named_by_model_and_row() -> None:
    with pytest.raises(MissingValues, match="forest in row 1"):
        stats.friedman({"tree": [0.1, 0.2], "forest": [0.3, math.nan]})
    for wrong, error in (([[1], [2]], LengthMismatch), ([1, 2, 3], LengthMismatch), (np.zeros((0, 3)), EmptyData)):
        with pytest.raises(error):
            stats.friedman(wrong)
    with pytest.raises(BadInput):
        stats.friedman([[1, 2], [2, 1]], names=["x", "x"])
    with pytest.raises(LengthMismatch):
        stats.friedman({"x": [1, 2], "y": [1]})
    with pytest.raises(BadInput):
        stats.anova([1, 2, 3])
    with pytest.raises(BadScores):
        stats.cochran_q([[1, 2], [0, 1]])


def test_complete_agreement_of_the_rows() -> None:
    values = np.arange(3) + np.zeros((6, 1))
    found = stats.friedman(values)
    assert (found.statistic, found.effect) == (12, 1)
    assert found.details["iman_davenport_f"] == math.inf
    assert same(found.details["iman_davenport_p"], 6.0**-5)
    assert same(stats.quade(values).p, 6.0**-5)
    assert stats.average_ranks(values) == {"model 1": 3, "model 2": 2, "model 3": 1}
    assert stats.average_ranks(values, better="lower") == {"model 1": 1, "model 2": 2, "model 3": 3}
    steady = stats.conover(values)
    assert all(math.isnan(pair.p) for pair in steady.pairs)
    assert steady.notes
    assert all(pair.p_adjusted < 1 for pair in stats.nemenyi(values).pairs if abs(pair.difference) > 1)


def test_cochran_without_differences() -> None:
    found = stats.cochran_q(np.ones((10, 3)))
    assert (found.statistic, found.p) == (0, 1)
    assert found.notes


def test_sphericity_with_few_rows_and_two_models() -> None:
    few = stats.rm_anova(np.random.default_rng(0).normal(size=(3, 5)))
    assert math.isnan(few.details["mauchly_p"])
    assert any("too few rows" in note for note in few.notes)
    two = stats.rm_anova(np.random.default_rng(0).normal(size=(9, 2)))
    assert (two.details["greenhouse_geisser"], two.details["huynh_feldt"]) == (1, 1)
    assert same(two.details["p_greenhouse-geisser"], two.p)


def test_huynh_feldt_is_printed_uncut_and_used_cut() -> None:
    for seed in range(30):
        found = stats.rm_anova(np.random.default_rng(seed).normal(size=(8, 3)))
        if found.details["huynh_feldt"] > 1:
            assert same(found.details["p_huynh-feldt"], found.details["p_none"])
            return
    pytest.fail("no epsilon above 1 among the seeds")


def test_doubtful_sphericity_is_noted() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(30, 4)) * [1, 1, 1, 12]
    found = stats.rm_anova(values)
    assert any("sphericity is doubtful" in note for note in found.notes)
    assert not stats.rm_anova(values, correction="greenhouse-geisser").notes


@pytest.mark.parametrize("test", [stats.nemenyi, stats.conover, stats.wilcoxon_holm])
def test_pairs_after_a_test_of_many(test: Any) -> None:
    values = np.random.default_rng(0).normal(size=(12, 4)) + np.arange(4)
    found = test(values, names=list("wxyz"))
    assert [(pair.a, pair.b) for pair in found.pairs] == list(itertools.combinations("wxyz", 2))
    matrix = found.matrix()
    assert (matrix == matrix.T).all()
    assert (np.diag(matrix) == 1).all()
    assert all(pair.p_adjusted >= pair.p - 1e-12 for pair in found.pairs)
    json.dumps(found.to_dict(), allow_nan=False)
    assert str(found).startswith(found.method)


def test_tukey_degenerate() -> None:
    equal = stats.tukey([1, 1, 1], [1, 1, 1])
    assert equal.pairs[0].p_adjusted == 1
    steady = stats.tukey([1, 1, 1], [2, 2, 2])
    assert math.isnan(steady.pairs[0].p)
    assert steady.notes


# Multiplicity


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.sampled_from(["holm", "bonferroni", "hochberg", "bh"]))
@settings(max_examples=100, deadline=None)
def test_adjusting_keeps_the_order_and_never_lowers(p: list[float], method: str) -> None:
    found = stats.adjust(p, method)
    assert ((np.array(p) <= found + 1e-15) & (found <= 1)).all()
    assert (np.diff(found[np.argsort(p, kind="stable")]) >= -1e-15).all()
    assert (stats.adjust(p, "holm") <= stats.adjust(p, "bonferroni") + 1e-15).all()
    assert (stats.adjust(p, "bh") <= stats.adjust(p, "hochberg") + 1e-15).all()


def test_adjusting_leaves_undefined_ones_out() -> None:
    found = stats.adjust([0.01, math.nan, 0.04], "bonferroni")
    assert found[[0, 2]].tolist() == [0.02, 0.08]
    assert math.isnan(found[1])
    assert stats.adjust([]).tolist() == []
    for wrong in ([1.2], [-0.1]):
        with pytest.raises(BadParameter):
            stats.adjust(wrong)
    with pytest.raises(BadParameter):
        stats.adjust([0.1], "sidak")


# Equivalence and posteriors


@pytest.mark.parametrize("design", ["paired", "student", "welch"])
@pytest.mark.parametrize("margin", [0.1, 0.5, 0.9, 1.4, 3.0])
def test_equivalence_is_shown_exactly_when_the_interval_is_inside(design: str, margin: float) -> None:
    found = stats.tost(A, B, margin=margin, design=design)
    assert found.level == pytest.approx(0.9)
    assert (found.p <= 0.05) == (-margin < found.low and found.high < margin)
    one = stats.non_inferiority(A, B, margin=margin, design=design)
    assert (one.p <= 0.05) == (one.low > -margin)
    assert same(one.p, found.details["p_low"])


def test_equivalence_of_corrected_results() -> None:
    plain, wide = stats.tost(A, B, margin=2), stats.tost(A, B, margin=2, n_train=9, n_test=1)
    assert wide.p > plain.p
    corrected = stats.corrected_t(A, B, n_train=9, n_test=1, level=0.9)
    assert same((wide.low, wide.high), (corrected.low, corrected.high))


def test_equivalence_without_spread_is_undefined() -> None:
    for a in (A, A + 0.5):
        for found in (stats.tost(A, a, margin=1), stats.non_inferiority(A, a, margin=1)):
            assert math.isnan(found.p)
            assert found.notes
    for wrong in (0, -1, (1, -1), math.nan, (1, 2, 3)):
        with pytest.raises(BadParameter):
            stats.tost(A, B, margin=wrong)
    with pytest.raises(BadParameter):
        stats.tost(A, B, margin=1, design="welch", n_train=9, n_test=1)


@pytest.mark.parametrize("rope", [0.0, 0.2])
def test_posteriors_add_up_and_mirror(rope: float) -> None:
    def run(a: Any, b: Any) -> list[stats.Posterior]:
        return [
            stats.bayes_correlated_t(a, b, rope=rope, n_train=9, n_test=1),
            stats.bayes_signed_rank(a, b, rope=rope, draws=4000, random_state=1),
        ]

    for one, two in zip(run(A, B), run(B, A), strict=True):
        assert same(one.left + one.rope + one.right, 1.0)
        assert (one.left, one.rope, one.right) == pytest.approx((two.right, two.rope, two.left), abs=0.03)
        json.dumps(one.to_dict(), allow_nan=False)
    correlated = run(A, B)[0]
    if not rope:
        assert same(correlated.left, stats.corrected_t(A, B, n_train=9, n_test=1, alternative="greater").p)


def test_posteriors_without_spread() -> None:
    for same_models in (stats.bayes_correlated_t(A, A, rope=0.1, rho=0.1), stats.bayes_signed_rank(A, A, rope=0.1)):
        assert (same_models.left, same_models.rope, same_models.right) == (0, 1, 0)
        assert same_models.notes
    constant = stats.bayes_correlated_t(A + 1, A, rope=0.1, rho=0.1)
    assert math.isnan(constant.right)
    assert constant.notes
    for wrong in ({}, {"rho": 1.0}, {"rho": 0.1, "n_train": 9}, {"n_train": 9}):
        with pytest.raises(BadParameter):
            stats.bayes_correlated_t(A, B, **wrong)
    with pytest.raises(BadParameter):
        stats.bayes_signed_rank(A, B, rope=-1)


def test_bayes_signed_rank_repeats() -> None:
    one, again = (stats.bayes_signed_rank(A, B, rope=0.1, draws=2000, random_state=5) for _ in range(2))
    assert one == again


# How often a true null is rejected

LEVEL = 0.05


def share_within(hits: int, runs: int, *, exact: bool) -> bool:
    """Four standard errors around the level; an exact test of few outcomes may stay below it."""
    error = 4 * math.sqrt(LEVEL * (1 - LEVEL) / runs)
    return hits / runs <= LEVEL + error and (exact or hits / runs >= LEVEL - error)


def normal_pairs(rng: np.random.Generator) -> tuple[Any, Any]:
    base = rng.normal(size=15)
    return base + rng.normal(size=15), base + rng.normal(size=15)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paired_t", "wilcoxon", "sign", "mann_whitney", "student_t", "welch_t"])
@pytest.mark.parametrize("side", ["two-sided", "greater"])
def test_false_alarms_of_two_columns(name: str, side: str) -> None:
    rng, runs = np.random.default_rng(1), 3000
    draw = normal_pairs if name in PAIRED else lambda rng: (rng.normal(size=12), rng.normal(size=15))
    hits = sum(TWO[name](*draw(rng), alternative=side).rejects(LEVEL) for _ in range(runs))
    assert share_within(hits, runs, exact=name in EXACT)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["exact", "mid-p", "chi2", "chi2-corrected"])
def test_false_alarms_of_mcnemar(method: str) -> None:
    rng, runs = np.random.default_rng(2), 4000
    hits = sum(stats.mcnemar(x, 60 - x, method=method).rejects(LEVEL) for x in rng.binomial(60, 0.5, runs).tolist())
    assert share_within(hits, runs, exact=method in ("exact", "chi2-corrected", "mid-p"))


@pytest.mark.slow
def test_false_alarms_and_coverage_of_delong() -> None:
    rng, runs = np.random.default_rng(3), 2000
    hits = missed = 0
    for _ in range(runs):
        y = rng.random(150) < 0.4
        shared = y + rng.normal(size=150)
        a, b = shared + rng.normal(size=150), shared + rng.normal(size=150)
        found = stats.delong(y, a, b)
        hits += found.rejects(LEVEL)
        missed += not found.low <= 0 <= found.high
    assert share_within(hits, runs, exact=False)
    assert missed == hits


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mcc", "f1", "balanced_accuracy"])
def test_false_alarms_of_resampling(name: str) -> None:
    rng, runs = np.random.default_rng(4), 800
    hits = {stats.paired_bootstrap: 0, stats.paired_permutation: 0}
    for _ in range(runs):
        y = rng.integers(0, 2, 200)
        hard = rng.random(200) < 0.3
        a, b = (np.where(hard & (rng.random(200) < 0.6), 1 - y, y) for _ in range(2))
        for test in hits:
            hits[test] += test(name, y, a, b, replicates=400).rejects(LEVEL)
    assert share_within(hits[stats.paired_permutation], runs, exact=False)
    # The percentile bootstrap is valid for many rows only: a little more is allowed to it.
    assert hits[stats.paired_bootstrap] / runs <= 0.09


@pytest.mark.slow
@pytest.mark.parametrize("name", [*MANY, "iman-davenport"])
def test_false_alarms_of_many_models(name: str) -> None:
    rng, runs = np.random.default_rng(5), 3000
    hits = 0
    for _ in range(runs):
        values = rng.normal(size=(12, 4)) + (0 if name == "anova" else rng.normal(size=(12, 1)))
        if name == "iman-davenport":
            hits += stats.friedman(values).details["iman_davenport_p"] <= LEVEL
        else:
            hits += MANY[name](values).rejects(LEVEL)
    assert share_within(hits, runs, exact=name in ("friedman", "quade", "iman-davenport"))


@pytest.mark.slow
def test_false_alarms_after_adjustment() -> None:
    rng, runs = np.random.default_rng(6), 1500
    hits = {stats.nemenyi: 0, stats.wilcoxon_holm: 0}
    for _ in range(runs):
        values = rng.normal(size=(12, 4))
        for test in hits:
            hits[test] += min(pair.p_adjusted for pair in test(values).pairs) <= LEVEL
    for count in hits.values():
        assert share_within(count, runs, exact=True)


@pytest.mark.slow
def test_equivalence_is_not_claimed_at_the_margin() -> None:
    rng, runs = np.random.default_rng(7), 3000
    hits = sum(
        stats.tost(*(x + s for x, s in zip(normal_pairs(rng), (2.0, 0.0), strict=True)), margin=2.0).rejects(LEVEL)
        for _ in range(runs)
    )
    assert share_within(hits, runs, exact=False)


def accuracies(rng: np.random.Generator, repeats: int = 10, folds: int = 10, n: int = 100) -> tuple[Any, Any]:
    """Fold accuracies of two learners that are equally good: each splits its own feature between the class means."""
    y = np.arange(n) % 2
    x = rng.normal(size=(n, 2)) + 0.8 * y[:, None]
    found = []
    for _ in range(repeats):
        for test in np.array_split(rng.permutation(n), folds):
            train = np.setdiff1d(np.arange(n), test)
            means = np.array([x[train][y[train] == c].mean(axis=0) for c in (0, 1)])
            called = (x[test] > means.mean(axis=0)) == (means[1] > means[0])
            found.append((called == y[test][:, None]).mean(axis=0))
    return tuple(np.array(found).T)


@pytest.mark.slow
def test_the_plain_t_over_repeated_cross_validation_is_not_a_test() -> None:
    """Two equally good learners, 10 times 10 folds: the plain t sees a difference in about every second study."""
    rng, runs = np.random.default_rng(8), 300
    naive = corrected = 0
    for _ in range(runs):
        a, b = accuracies(rng)
        naive += stats.paired_t(a, b).rejects(LEVEL)
        corrected += stats.corrected_t(a, b, n_train=90, n_test=10).rejects(LEVEL)
    assert naive / runs > 0.35
    assert corrected / runs <= LEVEL + 4 * math.sqrt(LEVEL * (1 - LEVEL) / runs)
    assert naive > 5 * corrected


@pytest.mark.slow
def test_five_by_two_over_the_same_learners() -> None:
    rng, runs = np.random.default_rng(9), 600
    hits = {stats.five_by_two_t: 0, stats.five_by_two_f: 0}
    for _ in range(runs):
        a, b = (x.reshape(5, 2) for x in accuracies(rng, repeats=5, folds=2, n=200))
        for test in hits:
            hits[test] += test(a, b).rejects(LEVEL)
    for count in hits.values():
        assert share_within(count, runs, exact=True)
