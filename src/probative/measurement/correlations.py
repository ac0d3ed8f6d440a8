"""How far predictions and targets rise together: in a line, in the same line, in ranks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import nan

import numpy as np

from probative.evidence import ValuePairs
from probative.evidence.arrays import Floats, Number, inner
from probative.evidence.evidence import remembered
from probative.measurement.declaring import measure
from probative.measurement.dominance import PairCounts, pair_counts
from probative.measurement.registry import Parameter

ALL = slice(None)
FEW = 100_000
"""Rows up to which pairs of them are counted to know how far Spearman's correlation leans."""
_measure = partial(measure, needs=ValuePairs)
_correlation = partial(_measure, low=-1.0, scale="fisher", method="jackknife")


def _constant(pairs: ValuePairs, **_: Parameter) -> str:
    if pairs.truth[0] == pairs.truth[-1]:
        return "fewer than two rows" if pairs.effective_n <= 1 else "all targets are equal"
    return "all predictions are equal" if pairs.ends[0] == pairs.ends[1] else ""


Column = Callable[[slice], Floats]
"""A number of every row, told for the rows of a stretch."""


@remembered
def _centres(pairs: ValuePairs) -> tuple[float, float]:
    """The means of targets and predictions."""
    return pairs.mean_of(lambda rows: pairs.truth[rows]), pairs.mean_of(lambda rows: pairs.predicted[rows])


def _centred(pairs: ValuePairs) -> tuple[Column, Column]:
    """Distances of targets and predictions from their means."""
    y, h = _centres(pairs)
    return lambda rows: pairs.truth[rows] - y, lambda rows: pairs.predicted[rows] - h


def _mean(pairs: ValuePairs, a: Column, b: Column) -> float:
    """The mean product of two columns."""
    n = pairs.n
    return float(sum(inner(a(rows) * b(rows), pairs.mass[rows] / n) for rows in pairs.stretches()))


def _product(pairs: ValuePairs, a: Column, b: Column) -> tuple[float, Column, Column]:
    """The correlation of centred columns, with both columns in standard deviations."""
    sa, sb = np.sqrt(_mean(pairs, a, a)), np.sqrt(_mean(pairs, b, b))
    first: Column = lambda rows: a(rows) / sa  # noqa: E731
    second: Column = lambda rows: b(rows) / sb  # noqa: E731
    return float(np.clip(_mean(pairs, first, second), -1.0, 1.0)), first, second


@remembered
def _pearson_parts(pairs: ValuePairs) -> tuple[float, Column, Column]:
    return _product(pairs, *_centred(pairs))


def _pearson_gradient(pairs: ValuePairs, rows: slice = ALL) -> Floats:
    r, first, second = _pearson_parts(pairs)
    y, h = first(rows), second(rows)
    return (y * h - r * (y * y + h * h) / 2) / pairs.n


@_correlation(
    pull="square",
    formula="Cov(y, h) / sqrt(Var(y) Var(h))",
    reason=_constant,
    gradient=_pearson_gradient,
    aka=("pearson_r", "pearsonr", "correlation"),
    title="Pearson correlation",
)
def pearson(pairs: ValuePairs) -> Number:
    """Linear correlation of targets and predictions; blind to a wrong level or spread of the predictions."""
    return nan if _constant(pairs) else _pearson_parts(pairs)[0]


def _both_constant(pairs: ValuePairs, **_: Parameter) -> str:
    # Replicates keep the weights alone, which may add up to less than 1.
    if len(pairs.truth) == 1 and pairs.effective_n <= 1:
        return "fewer than two rows"
    same = pairs.truth[0] == pairs.truth[-1] and pairs.ends == (pairs.truth[0], pairs.truth[0])
    return "all targets and predictions are equal" if same else ""


@remembered
def _same_line(pairs: ValuePairs) -> tuple[float, float, float]:
    """Lin's coefficient, what it is a share of, and the mean error."""
    y, h = _centred(pairs)
    gap = pairs.mean_of(lambda rows: pairs.truth[rows] - pairs.predicted[rows])
    whole = _mean(pairs, y, y) + _mean(pairs, h, h) + gap**2
    # Numbers below 1e-160 have squares that are 0.
    return (2 * _mean(pairs, y, h) / whole if whole else nan), whole, gap


def _same_line_gradient(pairs: ValuePairs, rows: slice = ALL) -> Floats:
    found, whole, gap = _same_line(pairs)
    y, h = (column(rows) for column in _centred(pairs))
    if not whole:
        return np.full(len(y), nan)
    return (2 * y * h - found * (y * y + h * h + 2 * gap * (y - h) + gap**2)) / whole / pairs.n


@_correlation(
    pull="square",
    formula="2 Cov(y, h) / (Var(y) + Var(h) + (mean y - mean h)^2)",
    reason=_both_constant,
    gradient=_same_line_gradient,
    aka=("ccc", "lins_ccc", "concordance_correlation_coefficient"),
)
def concordance_correlation(pairs: ValuePairs) -> Number:
    """Lin's concordance correlation: agreement with the line h = y, with variances over n as in his paper."""
    return nan if _both_constant(pairs) else _same_line(pairs)[0]


@remembered
def _rank_products(pairs: ValuePairs) -> tuple[float, float, float]:
    """Mean products of the ridits: of both, of the targets' with themselves, of the predictions'."""
    ranks = pairs.ranks
    y, h = (lambda rows, column=column: column[rows] for column in (ranks.truth, ranks.predicted))
    return _mean(pairs, y, h), _mean(pairs, y, y), _mean(pairs, h, h)


def _spearman_gradient(pairs: ValuePairs, rows: slice = ALL) -> Floats:
    """A row counts by its own ranks, and by lifting the ranks of all rows above it."""
    ranks, (both, yy, hh) = pairs.ranks, _rank_products(pairs)
    y, h = ranks.truth[rows], ranks.predicted[rows]
    of_both = y * h + ranks.lifts_both[rows] - 3 * both
    of_y, of_h = y * y + ranks.lifts_truth[rows] - 3 * yy, h * h + ranks.lifts_predicted[rows] - 3 * hh
    found = both / np.sqrt(yy * hh)
    gradient: Floats = (of_both / np.sqrt(yy * hh) - found / 2 * (of_y / yy + of_h / hh)) / pairs.n
    return gradient


def _spearman_bias(pairs: ValuePairs) -> float:
    """In a sample a row's rank hardly knows its neighbours: on average r is (3 tau + (n - 2) rho) / (n + 1).

    Among so many rows that this is some hundredths of the standard error, no pairs of rows are counted for it.
    """
    n = max(float(pairs.effective_n), 3.0)
    if len(pairs.truth) > FEW or n > FEW:
        return 0.0
    return float(-3 * (spearman(pairs) - _kendall(pairs)[0]) / (n - 2))


@_correlation(
    pull="bounded",
    formula="Pearson correlation of the midranks",
    reason=_constant,
    gradient=_spearman_gradient,
    bias=_spearman_bias,
    aka=("spearman_rho", "spearmanr", "rank_correlation"),
    title="Spearman correlation",
)
def spearman(pairs: ValuePairs) -> Number:
    """Correlation of the ranks of targets and predictions; ties share their mean rank."""
    if _constant(pairs):
        return nan
    both, yy, hh = _rank_products(pairs)
    return float(np.clip(both / np.sqrt(yy * hh), -1.0, 1.0))


def _many(pairs: ValuePairs) -> str:
    if pairs.countable:
        return ""
    return f"pairs of {len(pairs.truth):,} different rows are counted in memory, and do not fit: memory= (--memory)"


@remembered
def _counts(pairs: ValuePairs) -> PairCounts:
    return pair_counts(pairs.truth, pairs.predicted, pairs.mass)


def _kendall(pairs: ValuePairs) -> tuple[float, Floats]:
    """Kendall's tau-b, and its gradient."""
    found, mass = _counts(pairs), pairs.mass
    score, of_y, of_h = (
        inner(of, mass) for of in (found.agreeing - found.opposed, found.apart_in_truth, found.apart_in_guess)
    )
    tau = score / np.sqrt(of_y * of_h)
    lost = tau / 2 * (found.apart_in_truth / of_y + found.apart_in_guess / of_h)
    return tau, 2 * ((found.agreeing - found.opposed) / np.sqrt(of_y * of_h) - lost)


@_correlation(
    pull="bounded",
    formula="(agreeing - opposed) / sqrt(pairs apart in y * pairs apart in h)",
    method=None,
    reason=lambda pairs, **_: _constant(pairs) or _many(pairs),
    gradient=lambda pairs, rows=ALL: _kendall(pairs)[1][rows],
    aka=("kendall", "kendalltau", "tau_b"),
    title="Kendall's τ",
    on_request=True,
)
def kendall_tau(pairs: ValuePairs) -> Number:
    """Kendall's tau-b: pairs of rows that predictions order as the targets do, minus those the other way round."""
    return nan if _constant(pairs) or _many(pairs) else float(np.clip(_kendall(pairs)[0], -1.0, 1.0))


def _constant_target(pairs: ValuePairs, **_: Parameter) -> str:
    return "all targets are equal" if pairs.truth[0] == pairs.truth[-1] else ""


def _concordance(pairs: ValuePairs) -> tuple[float, Floats]:
    found = _counts(pairs)
    won = (found.agreeing + found.apart_in_truth - found.opposed) / 2
    total = inner(found.apart_in_truth, pairs.mass)
    index = inner(won, pairs.mass) / total
    return index, 2 * (won - index * found.apart_in_truth) / total


@_measure(
    pull="bounded",
    formula="P(h1 > h2 given y1 > y2) + P(h1 = h2 given y1 > y2) / 2",
    scale="logit",
    reason=lambda pairs, **_: _constant_target(pairs) or _many(pairs),
    gradient=lambda pairs, rows=ALL: _concordance(pairs)[1][rows],
    aka=("c_index", "harrells_c"),
    on_request=True,
)
def concordance_index(pairs: ValuePairs) -> Number:
    """Probability that of two rows with different targets the larger is predicted larger, ties counted half."""
    return nan if _constant_target(pairs) or _many(pairs) else _concordance(pairs)[0]
