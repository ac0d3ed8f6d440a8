"""How far predictions and targets rise together: in a line, in the same line, in ranks."""

from __future__ import annotations

from functools import partial
from math import nan

import numpy as np

from probative.evidence import ValuePairs
from probative.evidence.arrays import Floats, Number, inner
from probative.evidence.evidence import remembered
from probative.evidence.powers import stable_mean
from probative.measurement.declaring import measure
from probative.measurement.dominance import PairCounts, pair_counts
from probative.measurement.registry import Parameter

_measure = partial(measure, needs=ValuePairs)
_correlation = partial(_measure, low=-1.0, scale="fisher", method="jackknife")


def _constant(pairs: ValuePairs, **_: Parameter) -> str:
    if pairs.truth[0] == pairs.truth[-1]:
        return "fewer than two rows" if pairs.effective_n <= 1 else "all targets are equal"
    return "all predictions are equal" if np.ptp(pairs.predicted) == 0 else ""


def _centred(pairs: ValuePairs) -> tuple[Floats, Floats, Floats]:
    """Distances of targets and predictions from their means, and the share of each row."""
    y, h = (values - stable_mean(values, pairs.mass) for values in (pairs.truth, pairs.predicted))
    return y, h, pairs.mass / pairs.n


def _product(a: Floats, b: Floats, share: Floats) -> tuple[float, Floats, Floats]:
    """The correlation of centred columns, with both columns in standard deviations."""
    za, zb = a / np.sqrt(inner(a * a, share)), b / np.sqrt(inner(b * b, share))
    return float(np.clip(inner(za * zb, share), -1.0, 1.0)), za, zb


def _pearson_gradient(pairs: ValuePairs) -> Floats:
    r, y, h = _product(*_centred(pairs))
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
    return nan if _constant(pairs) else _product(*_centred(pairs))[0]


def _both_constant(pairs: ValuePairs, **_: Parameter) -> str:
    # Replicates keep the weights alone, which may add up to less than 1.
    if len(pairs.truth) == 1 and pairs.effective_n <= 1:
        return "fewer than two rows"
    same = np.ptp(pairs.truth) == 0 and np.ptp(pairs.predicted) == 0 and pairs.truth[0] == pairs.predicted[0]
    return "all targets and predictions are equal" if same else ""


def _same_line(pairs: ValuePairs) -> tuple[float, float]:
    """Lin's coefficient and what it is a share of."""
    y, h, share = _centred(pairs)
    gap = stable_mean(pairs.truth - pairs.predicted, pairs.mass)
    whole = inner(y * y, share) + inner(h * h, share) + gap**2
    # Numbers below 1e-160 have squares that are 0.
    return (2 * inner(y * h, share) / whole if whole else nan), whole


def _same_line_gradient(pairs: ValuePairs) -> Floats:
    found, whole = _same_line(pairs)
    y, h, _ = _centred(pairs)
    gap = stable_mean(pairs.truth - pairs.predicted, pairs.mass)
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


def _ridits(values: Floats, mass: Floats) -> Floats:
    """Share of the mass below each value, plus half of that at it, minus a half: centred midranks over n."""
    distinct, place = np.unique(values, return_inverse=True)
    at = np.bincount(place, mass, len(distinct))
    ridits: Floats = (np.cumsum(at) - at / 2) / mass.sum() - 0.5
    return ridits[place]


def _above(values: Floats, terms: Floats) -> Floats:
    """Sum of the terms of rows with larger values, plus half of those with equal ones."""
    distinct, place = np.unique(values, return_inverse=True)
    at = np.bincount(place, terms, len(distinct))
    sums: Floats = at.sum() - np.cumsum(at) + at / 2
    return sums[place]


def _spearman_gradient(pairs: ValuePairs) -> Floats:
    """A row counts by its own ranks, and by lifting the ranks of all rows above it."""
    share = pairs.mass / pairs.n
    columns = [(values, _ridits(values, pairs.mass)) for values in (pairs.truth, pairs.predicted)]

    def product(i: int, j: int) -> tuple[float, Floats]:
        (x, a), (z, b) = columns[i], columns[j]
        value = inner(a * b, share)
        return value, a * b + _above(x, b * share) + _above(z, a * share) - 3 * value

    (both, of_both), (yy, of_y), (hh, of_h) = product(0, 1), product(0, 0), product(1, 1)
    found = both / np.sqrt(yy * hh)
    gradient: Floats = (of_both / np.sqrt(yy * hh) - found / 2 * (of_y / yy + of_h / hh)) / pairs.n
    return gradient


def _spearman_bias(pairs: ValuePairs) -> float:
    """In a sample a row's rank hardly knows its neighbours: on average r is (3 tau + (n - 2) rho) / (n + 1)."""
    n = max(float(pairs.effective_n), 3.0)
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
    y, h = (_ridits(values, pairs.mass) for values in (pairs.truth, pairs.predicted))
    return _product(y, h, pairs.mass / pairs.n)[0]


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
    reason=_constant,
    gradient=lambda pairs: _kendall(pairs)[1],
    aka=("kendall", "kendalltau", "tau_b"),
    title="Kendall's τ",
    on_request=True,
)
def kendall_tau(pairs: ValuePairs) -> Number:
    """Kendall's tau-b: pairs of rows that predictions order as the targets do, minus those the other way round."""
    return nan if _constant(pairs) else float(np.clip(_kendall(pairs)[0], -1.0, 1.0))


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
    reason=_constant_target,
    gradient=lambda pairs: _concordance(pairs)[1],
    aka=("c_index", "harrells_c"),
    on_request=True,
)
def concordance_index(pairs: ValuePairs) -> Number:
    """Probability that of two rows with different targets the larger is predicted larger, ties counted half."""
    return nan if _constant_target(pairs) else _concordance(pairs)[0]
