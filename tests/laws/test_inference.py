"""Inference: independent ways to the same uncertainty agree, and seeds are kept."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import isnan
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.errors import BadParameter, InvalidMethod, WrongEvidence
from probative.evidence.replication import poisson_weights
from probative.inference import methods_for
from probative.inference.bootstrap import replicate_values

N = 500


def _scored(n: int = N, seed: int = 0) -> tuple[Any, Any]:
    """Truth and a probability for it, somewhat miscalibrated."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    truth = rng.random(n) < 1 / (1 + np.exp(1 - 1.5 * x))
    return truth, 1 / (1 + np.exp(0.6 - x))


def _many(n: int = N, seed: int = 0) -> tuple[Any, Any]:
    """Truth of three classes and probabilities for it."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(size=(n, 3)) + np.array([1.0, 0.3, -0.5])
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return (shares.cumsum(axis=1) < rng.random((n, 1))).sum(axis=1), shares


def _numbers(n: int = N, seed: int = 0) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    truth = rng.normal(5, 1, n)
    return truth, 1.5 + 0.7 * truth + rng.normal(0, 0.5, n)


@cache
def _evidence(kind: type, n: int = N) -> Any:
    truth, score = _scored(n)
    labels, shares = _many(n)
    return {
        pv.Outcomes: lambda: pv.Ladder.from_scores(truth, score).at(0.5),
        pv.ConfusionMatrix: lambda: pv.ConfusionMatrix.from_labels(labels, shares.argmax(axis=1)),
        pv.Ladder: lambda: pv.Ladder.from_scores(truth, score),
        pv.ClassScores: lambda: pv.ClassScores.from_probabilities(labels, shares, labels=[0, 1, 2]),
        pv.Residuals: lambda: pv.Residuals.from_values(*_numbers(n), replicates=400 if n == N else 60 if n < N else 0),
        pv.ValuePairs: lambda: pv.ValuePairs.from_values(*_numbers(n)),
        pv.Agreement: lambda: pv.Agreement.from_predictions(truth, score > 0.5, score > 0.3),
    }[kind]()


BIASED = {"ks", "brier_reliability", "brier_resolution", "max_error"}
BIASED |= {m.name for m in pv.measures() if "calibration_error" in m.name or m.method == "curve-draws"}
"""Maxima and absolute values: resampling moves them upwards, so that their spread is another."""
SMOOTH = [m for m in pv.measures() if m.needs is not pv.Moments and m.name not in (*BIASED, "median_absolute_error")]
Z = 1.959963984540054
needed = {"adjusted_r2": {"n_features": 2}, "mase": {"scale": 1.0}}


def _name(measure: Any) -> str:
    return f"{measure.needs.__name__}-{measure.name}"


def _standard_error(name: str, evidence: Any, **parameters: Any) -> float:
    estimate = pv.estimate(name, evidence, method="delta", **parameters)
    return (estimate.high - estimate.low) / (2 * Z)


@pytest.mark.parametrize("measure", SMOOTH, ids=_name)
def test_the_delta_method_agrees_with_the_bootstrap(measure):
    evidence, parameters = _evidence(measure.needs), needed.get(measure.name, {})
    values = replicate_values(measure, evidence, parameters, replicates=400, seed=1)
    assert np.isfinite(values).all()
    # 400 replicates leave 3.5 % of noise in a standard deviation; the rest is curvature, or the model's own variance
    # where a regression with its slope held at 1 does not fit these rows.
    room = 0.2 if measure.name == "calibration_intercept" else 0.15
    assert _standard_error(measure.name, evidence, **parameters) == pytest.approx(values.std(), rel=room)


@pytest.mark.parametrize("measure", SMOOTH, ids=_name)
def test_bootstrap_and_default_intervals_agree(measure):
    evidence, parameters = _evidence(measure.needs), needed.get(measure.name, {})
    usual = pv.estimate(measure.name, evidence, **parameters)
    if usual.method == "withheld":
        assert usual.why == measure.caution
        return
    drawn = pv.estimate(measure.name, evidence, method="bootstrap", replicates=400, **parameters)
    width = usual.high - usual.low
    assert (drawn.low, drawn.high) == pytest.approx((usual.low, usual.high), abs=0.2 * width)


@pytest.mark.parametrize("measure", [m for m in SMOOTH if "mover" in methods_for(m)], ids=_name)
def test_square_and_add_approaches_the_delta_method(measure):
    mover, delta = (pv.estimate(measure.name, _evidence(measure.needs, 20_000), method=m) for m in ("mover", "delta"))
    assert mover.method == "mover"
    width = delta.high - delta.low
    assert (mover.low, mover.high) == pytest.approx((delta.low, delta.high), abs=0.1 * width)


def test_the_standard_error_of_kappa_is_that_of_fleiss_cohen_and_everitt():
    """Formula 13 of Fleiss, Cohen and Everitt (1969), cell by cell."""
    counts = np.array([[40, 10, 3], [5, 45, 7], [2, 8, 30]])
    p = counts / counts.sum()
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    agreed, chance = np.trace(p), rows @ columns
    terms = sum(p[i, i] * ((1 - chance) - (columns[i] + rows[i]) * (1 - agreed)) ** 2 for i in range(3)) + (
        1 - agreed
    ) ** 2 * sum(p[i, j] * (columns[i] + rows[j]) ** 2 for i in range(3) for j in range(3) if i != j)
    expected = (terms - (agreed * chance - 2 * chance + agreed) ** 2) / (counts.sum() * (1 - chance) ** 4)
    error = _standard_error("kappa", pv.ConfusionMatrix.from_counts(counts))
    assert error == pytest.approx(expected**0.5, rel=1e-9)


def test_delong_is_the_variance_of_the_placements():
    truth, score = _scored(200)
    score = score.round(2)
    positive, negative = score[truth], score[~truth]
    wins = (positive[:, None] > negative) + 0.5 * (positive[:, None] == negative)
    spread = wins.mean(axis=1).var(ddof=1) / len(positive) + wins.mean(axis=0).var(ddof=1) / len(negative)
    estimate = pv.estimate("auc", pv.Ladder.from_scores(truth, score), method="delong")
    assert estimate.value == pytest.approx(wins.mean())
    assert estimate.high - estimate.low == pytest.approx(2 * Z * np.sqrt(spread), rel=1e-9)


# Seeds

SEEDED = [
    ("f1", pv.Outcomes),
    ("mcc", pv.ConfusionMatrix),
    ("auc", pv.Ladder),
    ("auc_ovr", pv.ClassScores),
    ("accuracy_difference", pv.Agreement),
]


@pytest.mark.parametrize(("name", "kind"), SEEDED)
@pytest.mark.parametrize("method", ["bootstrap", "bca"])
def test_equal_seeds_give_equal_results(name, kind, method):
    evidence = _evidence(kind, 200)
    options = {"method": method, "replicates": 100}
    first, again, other = (pv.estimate(name, evidence, random_state=s, **options) for s in (1, 1, 2))
    assert first == again
    assert (first.low, first.high) != (other.low, other.high)
    assert pv.estimate(name, evidence, **options) == pv.estimate(name, evidence, random_state=0, **options)


def test_the_number_of_threads_changes_nothing(monkeypatch):
    ladder = _evidence(pv.Ladder, 2000)
    results = []
    for cores in (1, 2, 7):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        results.append(pv.estimate("auc", ladder, method="bootstrap", replicates=100, random_state=3))
    assert results[0] == results[1] == results[2]


def test_seeds_of_residuals():
    truth, guess = _numbers(100)
    first, again, other = (
        pv.Residuals.from_values(truth, guess, replicates=20, random_state=seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.replicates != other.replicates


def test_clustered_seeds():
    ledger = _clustered(30, 5, 0.5)
    options = {"method": "bootstrap", "replicates": 100}
    first, again, other = (pv.estimate("accuracy", ledger, random_state=s, **options) for s in (1, 1, 2))
    assert first == again
    assert (first.low, first.high) != (other.low, other.high)


# Resampling


@pytest.mark.parametrize("kind", [pv.Outcomes, pv.ConfusionMatrix, pv.Ladder, pv.ClassScores])
@pytest.mark.parametrize("stratified", [True, False])
def test_a_stratified_bootstrap_keeps_the_size_of_the_classes(kind, stratified):
    """A measure that counts the rows of the first class sees whether they vary."""
    evidence = _evidence(kind, 300)
    size = {
        pv.Outcomes: lambda e: e.tp + e.fn,
        pv.ConfusionMatrix: lambda e: e.counts[..., 0, :].sum(axis=-1),
        pv.Ladder: lambda e: e.positives.sum(),
        pv.ClassScores: lambda e: e.mass[e.truth == 0].sum(),
    }[kind]
    drawn = replicate_values(size, evidence, {}, replicates=60, seed=0, stratified=stratified)  # type: ignore[arg-type]
    assert drawn.mean() == pytest.approx(size(evidence), rel=0.05)
    assert (drawn == size(evidence)).all() == stratified


@pytest.mark.parametrize("kind", [pv.Outcomes, pv.ConfusionMatrix, pv.Ladder, pv.ClassScores, pv.Agreement])
def test_every_replicate_has_as_many_rows(kind):
    evidence = _evidence(kind, 300)
    stacked = kind is pv.ConfusionMatrix
    totals = replicate_values(
        lambda e: e.counts.sum(axis=(-2, -1)) if stacked else e.n,  # type: ignore[arg-type]
        evidence,
        {},
        replicates=50,
        seed=0,
    )
    assert (totals == 300).all()


@pytest.mark.parametrize("rungs", [300, 3000])
def test_resampled_rows_follow_the_multinomial(rungs):
    """Few rungs are drawn as counts, many as rows: both have the mean and variance of a multinomial."""
    ladder = pv.Ladder.from_scores(np.arange(rungs) % 2, np.arange(rungs) / rungs)
    first = replicate_values(
        lambda e: e.positives[: rungs // 4].sum(),  # type: ignore[arg-type]
        ladder,
        {},
        replicates=1000,
        seed=0,
    )
    share = ladder.positives[: rungs // 4].sum() / rungs
    assert first.mean() == pytest.approx(rungs * share, rel=0.02)
    assert first.var() == pytest.approx(rungs * share * (1 - share), rel=0.15)


def test_stratified_intervals_do_not_include_the_prevalence():
    outcomes = _evidence(pv.Outcomes)
    kept = pv.estimate("prevalence", outcomes, method="bootstrap", replicates=100, stratified=True)
    assert kept.value == pv.value("prevalence", outcomes)
    assert np.isnan([kept.low, kept.high]).all(), "nothing varies, and no interval has width 0"
    assert "no spread" in kept.why
    with pytest.raises(InvalidMethod, match="stratify"):
        pv.estimate("disagreement", _evidence(pv.Agreement), method="bootstrap", stratified=True)


def test_undefined_replicates_are_counted():
    estimate = pv.estimate("precision", pv.Outcomes(tp=1, fn=5, fp=0, tn=50), method="bootstrap", replicates=200)
    assert "of 200 replicates" in estimate.why


def test_bca_corrects_skewness():
    outcomes = pv.Outcomes(tp=5, fn=35, fp=3, tn=157)
    drawn, corrected = (pv.estimate("recall", outcomes, method=m) for m in ("bootstrap", "bca"))
    assert corrected.low > drawn.low
    assert corrected.high > drawn.high
    exact = pv.estimate("recall", outcomes, method="clopper-pearson")
    assert abs(corrected.high - exact.high) < abs(drawn.high - exact.high)


def test_bca_of_a_symmetric_statistic_is_the_percentile_interval():
    outcomes = pv.Outcomes(tp=2500, fn=2500, fp=2500, tn=2500)
    drawn, corrected = (pv.estimate("accuracy", outcomes, method=m) for m in ("bootstrap", "bca"))
    assert (corrected.low, corrected.high) == pytest.approx((drawn.low, drawn.high), abs=0.001)


def test_bca_of_skewed_residuals():
    rng = np.random.default_rng(0)
    residuals = pv.Residuals.from_values(np.zeros(200), rng.exponential(size=200) ** 2, replicates=1000)
    drawn, corrected = (pv.estimate("mae", residuals, method=m) for m in ("bootstrap", "bca"))
    assert corrected.low > drawn.low
    assert corrected.high > drawn.high


# Clusters


def _clustered(clusters: int, size: int, share: float, seed: int = 0) -> pv.Ledger:
    """Rows of a cluster are all right or all wrong with this share, else on their own."""
    rng = np.random.default_rng(seed)
    entries = {}
    for i in range(clusters):
        common = rng.random() < 0.7
        right = np.where(rng.random(size) < share, common, rng.random(size) < 0.7)
        positive = rng.random(size) < 0.5
        cells = [(right & positive), (~right & positive), (~right & ~positive), (right & ~positive)]
        entries[i,] = pv.Outcomes(**dict(zip(("tp", "fn", "fp", "tn"), (int(c.sum()) for c in cells), strict=True)))
    return pv.Ledger(("cluster",), entries)


@pytest.mark.parametrize("name", ["accuracy", "recall", "f1", "mcc", "balanced_accuracy"])
@pytest.mark.parametrize("method", [None, "bootstrap", "bca"])
def test_clusters_widen_intervals(name, method):
    ledger = _clustered(100, 8, 0.9)
    by_row = pv.estimate(name, ledger.total(), method=method, replicates=500)
    by_cluster = pv.estimate(name, ledger, method=method, replicates=500)
    assert by_cluster.value == by_row.value
    assert by_cluster.high - by_cluster.low > 1.8 * (by_row.high - by_row.low)


@pytest.mark.parametrize("name", ["accuracy", "recall", "f1", "mcc", "balanced_accuracy"])
@pytest.mark.parametrize("method", ["delta", "bootstrap"])
def test_clusters_of_one_row_change_little(name, method):
    ledger = _clustered(600, 1, 0.0)
    by_row = pv.estimate(name, ledger.total(), method=method, replicates=500)
    by_cluster = pv.estimate(name, ledger, method=method, replicates=500)
    width = by_row.high - by_row.low
    assert (by_cluster.low, by_cluster.high) == pytest.approx((by_row.low, by_row.high), abs=0.1 * width)


def _clustered_scores(size: int) -> pv.Ledger:
    truth, score = _scored(600)
    cluster = np.arange(600) // size
    if size > 1:
        # Every row of a cluster is a copy of its first.
        truth, score = truth[cluster * size], score[cluster * size]
    return pv.tally({"y": truth, "s": score, "cluster": cluster}, truth="y", score="s", by="cluster")


@pytest.mark.parametrize("name", ["auc", "average_precision", "brier", "log_loss"])
@pytest.mark.parametrize("method", [None, "bootstrap"])
def test_clusters_of_scores(name, method):
    """Six copies of each row are no more than the row: the interval is wider by the root of 6."""
    single, copies = _clustered_scores(1), _clustered_scores(6)
    for ledger, ratio in ((single, 1.0), (copies, 6**0.5)):
        by_row = pv.estimate(name, ledger.total(), method="delta", replicates=300)
        by_cluster = pv.estimate(name, ledger, method=method, replicates=300)
        widths = [e.high - e.low for e in (by_cluster, by_row)]
        assert widths[0] / widths[1] == pytest.approx(ratio, rel=0.15)


def test_clusters_of_matrices_with_different_labels():
    rng = np.random.default_rng(0)
    entries = {}
    for i in range(60):
        truth = rng.choice(["a", "b"] if i % 2 else ["b", "c"], 5)
        entries[i,] = pv.ConfusionMatrix.from_labels(truth, np.where(rng.random(5) < 0.7, truth, "b"))
    ledger = pv.Ledger(("cluster",), entries)
    for method in (None, "bootstrap", "bca"):
        estimate = pv.estimate("mcc", ledger, method=method, replicates=200)
        assert estimate.low < estimate.value < estimate.high


def test_one_cluster_tells_nothing():
    with pytest.raises(BadParameter, match="two clusters"):
        pv.estimate("accuracy", _clustered(1, 10, 0.5))
    residuals = pv.Residuals.from_values([1, 2], [2, 3])
    with pytest.raises(BadParameter, match="two clusters"):
        pv.estimate("mae", pv.Ledger(("cluster",), {(0,): residuals}))
    scores = pv.ClassScores.from_probabilities(["a", "b"], [[0.6, 0.4], [0.3, 0.7]], labels=["a", "b"])
    with pytest.raises(WrongEvidence):
        pv.estimate("log_loss", pv.Ledger(("cluster",), {(0,): scores, (1,): scores}))


# Replicates made at the tally


def assert_same_replicates(a: pv.Residuals, b: pv.Residuals) -> None:
    assert len(a.replicates) == len(b.replicates) > 0
    for x, y in zip(a.replicates, b.replicates, strict=True):
        assert x.n == pytest.approx(y.n, rel=1e-12)
        for name in ("mse", "mae", "r2", "mean_error", "pinball"):
            assert pv.value(name, x) == pytest.approx(pv.value(name, y), rel=1e-9)


@pytest.mark.parametrize("cut", [20, 50, 79])
@pytest.mark.parametrize("weights", ["none", "some", "zeros"])
def test_replicates_made_in_parts_are_those_of_the_whole(cut, weights):
    truth, guess = _numbers(100)
    weight: Any = {"none": None, "some": np.arange(1, 101) / 8, "zeros": np.arange(100) % 3 / 2}[weights]

    def part(rows: slice) -> pv.Residuals:
        w = None if weight is None else weight[rows]
        return pv.Residuals.from_values(
            truth[rows], guess[rows], sample_weight=w, replicates=10, random_state=4, first_row=rows.start
        )

    assert_same_replicates(part(slice(0, 100)), part(slice(0, cut)) + part(slice(cut, 100)))


def test_replicates_of_long_columns(monkeypatch):
    """A last chunk of one row must not be asked to draw a row of its own."""
    monkeypatch.setattr("probative.evidence.residuals.ROWS_AT_A_TIME", 50)
    truth, guess = _numbers(101)
    chunked = pv.Residuals.from_values(truth, guess, replicates=10)
    monkeypatch.undo()
    assert_same_replicates(chunked, pv.Residuals.from_values(truth, guess, replicates=10))


def test_too_few_rows_for_replicates():
    few = pv.Residuals.from_values([1.0, 2.0], [1.0, 3.0], replicates=50)
    with pytest.raises(InvalidMethod, match="replicate") as caught:
        pv.estimate("mae", few, method="bootstrap")
    assert caught.value.remedy


def test_residuals_without_replicates_have_no_bootstrap():
    residuals = pv.Residuals.from_values(*_numbers(50))
    with pytest.raises(InvalidMethod, match="replicates"):
        pv.estimate("mae", residuals, method="bootstrap")


@pytest.mark.parametrize("seed", [0, 1, 12345, 2**63])
def test_poisson_weights_have_mean_and_variance_one(seed):
    for drawn in (
        poisson_weights(seed, 0, np.arange(200_000)),
        np.array([poisson_weights(seed, b, np.array([17]))[0] for b in range(4000)]),
    ):
        slack = 5 / len(drawn) ** 0.5
        assert drawn.mean() == pytest.approx(1, abs=slack)
        assert drawn.var() == pytest.approx(1, abs=2 * slack)
        assert (drawn == np.floor(drawn)).all()
        assert (drawn == 0).mean() == pytest.approx(np.exp(-1), abs=slack)


def test_poisson_weights_of_replicates_and_seeds_are_unrelated():
    rows = 100_000
    draws = [poisson_weights(s, b, np.arange(rows)) for s in (0, 1) for b in (0, 1)]
    draws.append(poisson_weights(0, 0, np.arange(rows, 2 * rows)))
    correlations = np.corrcoef(draws)
    assert np.abs(correlations - np.eye(5)).max() < 5 / rows**0.5


# Levels

LEVELS = (0.8, 0.9, 0.99)
MEASURES = [m for m in pv.measures() if m.needs is not pv.Moments]


@pytest.mark.parametrize("measure", MEASURES, ids=_name)
def test_higher_levels_contain_lower_ones(measure):
    evidence, parameters = _evidence(measure.needs, 180), needed.get(measure.name, {})
    for method in methods_for(measure):
        if method == "withheld":
            continue
        options = {"method": method, "replicates": 60, **parameters}
        found = [pv.estimate(measure.name, evidence, level=level, **options) for level in LEVELS]
        assert [e.level for e in found] == list(LEVELS)
        for narrow, wide in pairwise(found):
            assert wide.low <= narrow.low, method
            assert wide.high >= narrow.high, method
        if method not in ("lower-bound", "upper-bound"):
            assert found[-1].high - found[-1].low > found[0].high - found[0].low


def test_intervals_narrow_with_the_root_of_n():
    for name, cells in (("accuracy", (40, 10, 5, 45)), ("f1", (40, 10, 5, 45)), ("mcc", (40, 10, 5, 45))):
        small, large = (
            pv.estimate(name, pv.Outcomes(**dict(zip(("tp", "fn", "fp", "tn"), np.array(cells) * k, strict=True))))
            for k in (10, 1000)
        )
        assert (small.high - small.low) / (large.high - large.low) == pytest.approx(10, rel=0.05)


# Weights


@pytest.mark.parametrize("name", ["f1", "mcc", "recall", "accuracy"])
def test_unequal_weights_widen_intervals(name):
    """Half of the rows of weight 3 and half of weight 1 carry as much as 80 % of the rows."""
    truth, score = _scored(2000)
    guess = score > 0.5
    weight = np.where(np.random.default_rng(1).random(2000) < 0.5, 3.0, 1.0)
    plain = pv.ConfusionMatrix.from_labels(truth, guess).outcomes(True)
    heavy = pv.ConfusionMatrix.from_labels(truth, guess, sample_weight=weight).outcomes(True)
    for method in (None, "delta", "bootstrap"):
        widths = [e.high - e.low for e in (pv.estimate(name, o, method=method) for o in (heavy, plain))]
        assert widths[0] / widths[1] == pytest.approx(1 / 0.8**0.5, rel=0.08)


@pytest.mark.parametrize("name", ["auc", "average_precision", "brier", "log_loss"])
def test_unequal_weights_widen_intervals_of_scores(name):
    truth, score = _scored(2000)
    weight = np.where(np.random.default_rng(1).random(2000) < 0.5, 3.0, 1.0)
    plain, heavy = (pv.Ladder.from_scores(truth, score, sample_weight=w) for w in (None, weight))
    for method in (None, "delta", "bootstrap"):
        options = {"method": method, "replicates": 400}
        widths = [e.high - e.low for e in (pv.estimate(name, ladder, **options) for ladder in (heavy, plain))]
        assert widths[0] / widths[1] == pytest.approx(1 / 0.8**0.5, rel=0.12)


# Medians and bounds


def test_the_interval_of_a_median_is_made_of_order_statistics():
    errors = np.arange(1.0, 101)
    residuals = pv.Residuals.from_values(errors, np.zeros(100))
    estimate = pv.estimate("median_absolute_error", residuals)
    # Binomial(100, 1/2) lies below 40 with probability 0.0176 and below 41 with 0.0284.
    assert (estimate.value, estimate.low, estimate.high) == (50.5, 40.0, 61.0)


def test_the_largest_error_is_bounded_from_below_only():
    estimate = pv.estimate("max_error", _evidence(pv.Residuals, 50))
    assert (estimate.low, estimate.high) == (estimate.value, np.inf)
    assert estimate.why


def test_a_level_that_few_rows_cannot_reach():
    estimate = pv.estimate("median_absolute_error", pv.Residuals.from_values([1, 2, 3], [2, 4, 6]))
    assert isnan(estimate.low)
    assert estimate.why
