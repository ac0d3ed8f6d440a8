"""Laws of tests of any measure: bootstrap and permutation."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
import scipy.stats

import probative as pv
from probative import stats
from probative.errors import (
    BadLabels,
    BadParameter,
    EmptyData,
    InvalidMethod,
    LengthMismatch,
    WrongEvidence,
)
from probative.stats.joint import Joint
from probative.stats.joint_resampling import Swap, bootstrapped

from .models import A, B, same


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
