"""Laws of tests of many models, of multiplicity, equivalence and posteriors."""

from __future__ import annotations

import itertools
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probative import stats
from probative.errors import (
    BadInput,
    BadParameter,
    BadScores,
    EmptyData,
    LengthMismatch,
    MissingValues,
)
from probative.stats.multiplicity import METHODS

from .models import INDEPENDENT, MANY, A, B, same

# --- Many models -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MANY)
def test_many_models_degenerate(name: str) -> None:
    row = np.array([0.1, 0.7, 0.3, 0.9, 0.55])[:, None]
    equal = MANY[name](np.full((5, 3), 0.8) if name in INDEPENDENT else np.repeat(row, 3, axis=1))
    assert (equal.statistic, equal.p) == (0, 1)
    assert equal.notes
    if name.endswith("anova"):
        constant = np.tile([0.1, 0.2, 0.4], (5, 1)) + (0 if name in INDEPENDENT else row)
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
    corrected = stats.rm_anova(values, correction="greenhouse-geisser").notes
    assert not any("sphericity" in note for note in corrected)
    assert any("degrees of freedom" in note for note in corrected)


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


# --- Multiplicity ----------------------------------------------------------------------------------------------------


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.sampled_from([m for m in METHODS if m != "shaffer"]))
@settings(max_examples=100, deadline=None)
def test_adjusting_keeps_the_order_and_never_lowers(p: list[float], method: str) -> None:
    found = stats.adjust(p, method)
    assert ((np.array(p) <= found + 1e-15) & (found <= 1)).all()
    assert (np.diff(found[np.argsort(p, kind="stable")]) >= -1e-15).all()
    assert (stats.adjust(p, "holm") <= stats.adjust(p, "bonferroni") + 1e-15).all()
    assert (stats.adjust(p, "bh") <= stats.adjust(p, "hochberg") + 1e-15).all()
    assert (stats.adjust(p, "hommel") <= stats.adjust(p, "hochberg") + 1e-15).all()
    assert (stats.adjust(p, "holm-sidak") <= stats.adjust(p, "holm") + 1e-15).all()
    assert (stats.adjust(p, "bh") <= stats.adjust(p, "by") + 1e-15).all()


def test_adjusting_leaves_undefined_ones_out() -> None:
    found = stats.adjust([0.01, math.nan, 0.04], "bonferroni")
    assert found[[0, 2]].tolist() == [0.02, 0.08]
    assert math.isnan(found[1])
    assert stats.adjust([]).tolist() == []
    for wrong in ([1.2], [-0.1]):
        with pytest.raises(BadParameter):
            stats.adjust(wrong)
    with pytest.raises(BadParameter):
        stats.adjust([0.1], "scheffe")


# --- Equivalence and posteriors --------------------------------------------------------------------------------------


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


def test_conover_says_where_it_does_not_hold() -> None:
    rng = np.random.default_rng(3)
    apart = rng.normal(size=(40, 4)) + np.array([0, 0, 0, 3])
    assert any("stands apart" in note for note in stats.conover(apart).notes)
    assert not stats.conover(rng.normal(size=(40, 4))).notes
    assert not stats.wilcoxon_holm(apart).notes
