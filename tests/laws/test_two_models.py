"""Laws of the tests of two models: fair to both, undefined with a reason, refused with one."""

from __future__ import annotations

import itertools
import json
import math
import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probative as pv
from probative import stats
from probative.errors import (
    BadCounts,
    BadInput,
    BadParameter,
    BadScores,
    EmptyData,
    LengthMismatch,
    MissingValues,
)
from probative.evidence.ordering import ascending
from probative.stats.tails import binomial_p

from .models import EXACT, MANY, PAIRED, RESAMPLED, TRUTH, TWO, A, B, same

MEANS = ("paired_t", "corrected_t", "student_t", "welch_t")

# --- All tests of two models -----------------------------------------------------------------------------------------


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
    assert found.notes or found.high - found.low > 0.5, "what is not known is said, or seen from the interval"
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
        assert found.line.startswith(found.method)
        assert "\n" not in found.line
        assert str(found).splitlines()[1].strip() == f"H0: {found.h0}; alternative: {found.h1}"
        assert found.h0


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


# --- McNemar ---------------------------------------------------------------------------------------------------------


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


def test_mcnemar_is_mid_p_unless_another_form_is_named() -> None:
    for n10 in (20, 2000):
        assert stats.mcnemar(4, n10).method.endswith("(mid-p)")
        assert stats.mcnemar(4, n10).p == stats.mcnemar(4, n10, method="mid-p").p
    assert any("mid-p" in note for note in stats.mcnemar(4, 20, method="chi2").notes)
    assert not stats.mcnemar(5, 20).notes


@pytest.mark.parametrize("method", ["mid-p", "exact", "chi2", "chi2-corrected"])
@pytest.mark.parametrize("side", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_mcnemar_and_its_intervals_agree_on_what_is_left_out(method: str, side: str, level: float) -> None:
    for n01, n10 in itertools.product(range(13), repeat=2):
        for n, none in ((26, 0.0), (400, 0.0), (None, 0.5)):
            found = stats.mcnemar(n01, n10, n=n, method=method, alternative=side, level=level)
            if n is not None or n01 + n10:
                assert found.low <= found.effect <= found.high
                assert found.low < found.high
                assert (not found.low <= none <= found.high) == found.rejects(1 - level), (n01, n10, n)


@pytest.mark.parametrize(("wins", "total"), [(0, 1), (3, 9), (480, 1000), (2400, 5001), (10, 20)])
def test_fair_tosses_are_counted_to_all_digits(wins: int, total: int) -> None:
    ways = [math.comb(total, i) for i in range(wins + 1)]
    exact, beyond = Fraction(sum(ways), 2**total), Fraction(sum(ways[:-1]), 2**total)
    assert binomial_p(wins, total, "less") == pytest.approx(float(exact), rel=1e-13)
    assert binomial_p(wins, total, "less", mid=True) == pytest.approx(float(exact + beyond) / 2, rel=1e-13)
    assert binomial_p(wins, total) == pytest.approx(min(1.0, float(2 * exact)), rel=1e-13)


def test_billions_of_disagreements_keep_their_digits() -> None:
    found = stats.mcnemar(1_000_000_000, 1_000_040_000, method="exact").p
    assert found == pytest.approx(0.371110112648, abs=2e-12)
    # The chance of this very outcome, by the normal density at it: mid-p is the exact p less of it.
    n, k = 2_000_040_000, 1_000_000_000
    point = math.exp(-(40_000**2) / (2 * n)) * math.sqrt(2 / (math.pi * n))
    assert found - stats.mcnemar(k, n - k).p == pytest.approx(point, rel=1e-6)


@pytest.mark.parametrize("wrong", [{"n01": -1}, {"n01": 1.5}, {"n": 10}, {"n01": math.nan}, {"n01": "many"}])
def test_mcnemar_needs_counts(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadCounts):
        stats.mcnemar(**({"n01": 8, "n10": 9} | wrong))
    with pytest.raises(BadParameter):
        stats.mcnemar(1, 2, method="yates")


# --- Areas -----------------------------------------------------------------------------------------------------------


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
