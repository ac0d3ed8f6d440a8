"""Bayesian probabilities of practically lower, equivalent and higher, beside the test of every pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from probative.comparison.held import Results
from probative.evidence.arrays import Floats
from probative.findings import Contest, Verdict
from probative.stats import Posterior, bayes_correlated_t, bayes_signed_rank
from probative.stats.flat_prior import normal_posterior


def with_posteriors(verdict: Verdict, posterior: Callable[[Contest], Posterior]) -> Verdict:
    """The verdict with a posterior of every pair."""
    made = tuple(replace(contest, posterior=posterior(contest)) for contest in verdict.contests)
    return replace(verdict, contests=made)


def of_rows(
    names: Sequence[str], covariance: Floats | None, rope: float, level: float
) -> Callable[[Contest], Posterior]:
    """The normal posterior of the difference on the same rows, its spread from the influence of rows or groups."""

    def found(contest: Contest) -> Posterior:
        error = np.nan
        if covariance is not None:
            way = np.zeros(len(names))
            way[names.index(contest.a)], way[names.index(contest.b)] = 1.0, -1.0
            error = float(np.sqrt(np.maximum(way @ covariance @ way, 0.0)))
        return normal_posterior(contest.result.effect, error, rope=rope, n=contest.result.n, level=level)

    return found


def of_results(held: Results, rope: float, level: float, seed: int) -> Callable[[Contest], Posterior]:
    """The correlated t of folds, the signed ranks of data sets and other pairs."""

    def found(contest: Contest) -> Posterior:
        a, b = held.samples[contest.a], held.samples[contest.b]
        if held.of != "folds":
            return bayes_signed_rank(a, b, rope=rope, random_state=seed)
        if held.two_fold:
            return bayes_correlated_t(a, b, rope=rope, level=level, rho=0.5)
        return bayes_correlated_t(a, b, rope=rope, level=level, n_train=held.n_train, n_test=held.n_test)

    return found
