"""Tests by the methods and designs that they do not take by default, of long columns, and of counts of nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

import probative as pv

Call = tuple[str, Any]
SIDES = ("two-sided", "greater", "less")
ADJUSTMENTS = ("holm", "bonferroni", "hochberg", "hommel", "sidak", "holm-sidak", "bh", "by")
EMPTY = ((0, 5, 0, 7), (5, 0, 7, 0), (0, 5, 3, 4), (4, 0, 0, 6), (6, 0, 2, 0), (1, 1, 1, 1))
"""Positives called so and not, negatives called positive and not."""


def calls() -> Iterator[Call]:
    """Every test once more, by what it can be told."""
    yield from _of_numbers()
    rng = np.random.default_rng(23)
    for n in (8, 21):
        a, b = np.round(rng.normal(0.4, 1, n), 1), np.round(rng.normal(0, 1.2, n), 1)
        yield from _of_columns(n, a, b)
        yield from _of_tables(n, np.stack([a, b, np.round(a - b, 1), np.round(rng.normal(size=n), 1)], axis=1))
    yield from _of_long_columns(rng)
    yield from _of_models(rng)


def _of_numbers() -> Iterator[Call]:
    s = pv.stats
    for cells in ((3, 20, 9, 20), (0, 12, 4, 15), (0, 9, 0, 7), (55, 100, 40, 90)):
        for method in ("miettinen-nurminen", "newcombe", "agresti-caffo"):
            for side in SIDES:
                told = {"method": method, "alternative": side, "level": 0.9}
                yield f"two_proportions {cells} {method} {side}", partial(s.two_proportions, *cells, **told)
    for method in (*ADJUSTMENTS, "shaffer"):
        yield f"adjust {method}", partial(s.adjust, [0.001, 0.02, 0.019, 0.3, 0.04, 0.7], method)
    for method in ("bonferroni", "sidak"):
        yield f"per_test_level {method}", partial(s.per_test_level, 7, 0.05, method)
    for side in SIDES:
        yield f"acceptance_region {side}", partial(s.acceptance_region, 0.2, 8, 0.1, side)
        yield f"t_critical {side}", partial(s.t_critical, 8, 0.1, side)
        yield f"chi2_critical {side}", partial(s.chi2_critical, 3, 0.1, side)
    for k, n in ((3, 5), (10, 30)):
        yield f"critical_difference {k} {n}", partial(s.critical_difference, k, n, 0.9)
    yield "normal_posterior", partial(s.normal_posterior, 0.2, 0.15, rope=0.1, n=50, level=0.9)
    for shares in (([1, 4, 3], [9, 9, 8]), ([0, 0, 1], [5, 6, 5]), ([30, 41], [90, 80])):
        yield f"equal_shares {shares}", partial(s.equal_shares, *shares)
        yield f"equal_shares drawn {shares}", partial(s.equal_shares, *shares, draws=999)


def _of_columns(n: int, a: Any, b: Any) -> Iterator[Call]:
    s = pv.stats
    for variances in ("equal", "unequal"):
        yield f"cohens_d {variances} {n}", partial(s.cohens_d, a, b, variances=variances, level=0.9)
        yield f"hedges_g {variances} {n}", partial(s.hedges_g, a, b, variances=variances, level=0.9)
    for by in ("difference", "average"):
        yield f"cohens_d_paired {by} {n}", partial(s.cohens_d_paired, a, b, by=by, level=0.9)
    for design in ("paired", "student", "welch"):
        yield f"tost {design} {n}", partial(s.tost, a, b, margin=(-0.3, 0.6), design=design, level=0.9)
        for better in ("higher", "lower"):
            told = {"margin": 0.4, "design": design, "better": better, "level": 0.9}
            yield f"non_inferiority {design} {better} {n}", partial(s.non_inferiority, a, b, **told)
    sizes = {"n_train": 90, "n_test": 30}
    yield f"tost folds {n}", partial(s.tost, a, b, margin=0.3, **sizes)
    yield f"bayes_correlated_t folds {n}", partial(s.bayes_correlated_t, a, b, rope=0.2, **sizes)
    for power in (1.0, 2.0, None):
        for variance in ("acf", "bartlett"):
            told = {"power": power, "variance": variance, "h": 2}
            yield f"diebold_mariano {power} {variance} {n}", partial(s.diebold_mariano, a, b, **told)
    for zeros in ("drop", "pratt"):
        for level in (0.8, 0.99):
            yield f"wilcoxon {zeros} {level} {n}", partial(s.wilcoxon, a, b, zeros=zeros, level=level)
    for test in (s.sign, s.mann_whitney, s.paired_t, s.welch_t, s.student_t):
        yield f"{test.__name__} 0.8 {n}", partial(test, a, b, level=0.8)


def _of_tables(n: int, table: Any) -> Iterator[Call]:
    s = pv.stats
    for correction in ("greenhouse-geisser", "huynh-feldt"):
        yield f"rm_anova {correction} {n}", partial(s.rm_anova, table, correction=correction)
    for adjustment in ADJUSTMENTS:
        yield f"conover {adjustment} {n}", partial(s.conover, table, adjustment=adjustment, better="lower", level=0.9)
        yield f"dunn {adjustment} {n}", partial(s.dunn, *table.T, adjustment=adjustment, better="higher", level=0.9)
        told = {"adjustment": adjustment, "zeros": "pratt"}
        yield f"wilcoxon_holm {adjustment} {n}", partial(s.wilcoxon_holm, table, **told)
    for test in (s.friedman, s.quade, s.nemenyi):
        yield f"{test.__name__} lower {n}", partial(test, table, better="lower")
    for test in (s.tukey, s.games_howell):
        yield f"{test.__name__} 0.9 {n}", partial(test, *table.T, level=0.9)
    yield f"cochran_q of six {n}", partial(s.cochran_q, np.hstack([table[: n // 2] > 0, table[: n // 2] > 0.8]))


def _of_long_columns(rng: Any) -> Iterator[Call]:
    s = pv.stats
    for n in (60, 600, 2100):
        a, b = np.round(rng.normal(0.1, 1, n), 2), np.round(rng.normal(0, 1, n), 2)
        for test in (s.wilcoxon, s.mann_whitney, s.sign, s.cliffs_delta, s.rank_biserial):
            yield f"{test.__name__} long {n}", partial(test, a, b)


def _of_models(rng: Any) -> Iterator[Call]:
    s = pv.stats
    n = 45
    y, grade = rng.integers(0, 2, n), rng.integers(0, 3, n)
    a, b = (np.round(1 / (1 + np.exp(-(y - 0.5 + rng.normal(size=n)))), 2) for _ in range(2))
    g, h = (np.where(rng.random(n) < 0.6, grade, rng.integers(0, 3, n)) for _ in range(2))
    for side in ("greater", "less"):
        told = {"alternative": side, "level": 0.9}
        for test in (s.delong, s.auc_difference):
            yield f"{test.__name__} {side}", partial(test, y, a, b, **told)
        yield f"delong_unpaired {side}", partial(s.delong_unpaired, (y, a), (y[9:], b[9:]), **told)
        for test in (s.paired_bootstrap, s.paired_permutation):
            drawn = {"replicates": 199, "random_state": 1}
            yield f"{test.__name__} brier {side}", partial(test, "brier", y, a, b, **told, **drawn)
        yield f"paired_influences auc {side}", partial(s.paired_influences, "auc", y, a, b, **told)
        for measure in ("accuracy", "macro_f1", "kappa"):
            yield (
                f"paired_jackknife of three {measure} {side}",
                partial(s.paired_jackknife, measure, grade, g, h, **told),
            )
    for measure in ("accuracy", "recall", "f1", "mcc", "specificity", "youden_j"):
        told = {"level": 0.9}
        own = [pv.ConfusionMatrix.from_labels(y, (x > 0.5).astype(int), labels=[0, 1]).outcomes(1) for x in (a, b)]
        yield f"independent_values {measure}", partial(s.independent_values, measure, *own, **told)
    for measure in ("auc", "brier", "average_precision", "log_loss"):
        ladders = pv.Ladder.from_scores(y, a), pv.Ladder.from_scores(y[5:], b[5:])
        yield f"independent_values {measure}", partial(s.independent_values, measure, *ladders)


def counts_of_nothing() -> Iterator[tuple[str, pv.Outcomes]]:
    """Outcomes with cells and margins of zero."""
    for cells in EMPTY:
        yield str(cells), pv.Outcomes(tp=cells[0], fn=cells[1], fp=cells[2], tn=cells[3])
