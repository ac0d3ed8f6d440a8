"""Evenness of test sets: whether every row can have had the same chance of being tested."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.evidence.arrays import Array

IMPROBABLE = -np.log(1e5)
"""What chance does less than once in 100,000 times is not put down to it."""
FAR = 6.0
"""Standard errors that chance does not go."""
FEWEST = 5


def uneven(tests: Sequence[Array], n: int, classes: Array | None = None) -> str | None:
    """Why these test sets of n rows cannot be draws in which all rows are alike; None where they can.

    A single test set says nothing, and neither do sets that together test every row equally often.

    >>> rng = np.random.default_rng(0)
    >>> uneven([rng.permutation(120)[:24] for _ in range(10)], 120) is None
    True
    >>> uneven([np.arange(first, first + 4) for first in range(0, 20, 4)], 120)
    'all 20 rows that were tested stand together in the table'
    """
    times = np.bincount(np.concatenate(tests), minlength=n)
    if len(tests) < 2 or times.min() == times.max():
        return None
    shares = np.array([len(test) / n for test in tests])
    together = _together(times > 0)
    if together < IMPROBABLE:
        tested = int((times > 0).sum())
        whole = np.flatnonzero(times > 0)
        stretch = whole[-1] - whole[0] + 1 == tested
        if stretch:
            return f"all {tested} rows that were tested stand together in the table"
        return f"the {n - tested} rows that were never tested lie in stretches of the table, not here and there"
    if times.max() == 1 and _disjoint(tests, n) < IMPROBABLE:
        return f"test sets share no row, as folds do, and yet {int((times == 0).sum())} rows are in none"
    if _spread(times, shares) > FAR:
        return f"rows were tested {times.min()} to {times.max()} times in {len(tests)} splits, too unequally for chance"
    return None if classes is None else _by_class(times, shares, classes)


def _together(tested: Array) -> float:
    """The log probability of so few runs of tested rows, or fewer, where every order is equally likely."""
    from scipy.special import logsumexp

    a, b = int(tested.sum()), int((~tested).sum())
    if min(a, b) < FEWEST:
        return 0.0
    runs = int((np.diff(tested.astype(int)) != 0).sum()) + 1
    terms = []
    for r in range(2, runs + 1):
        k = r // 2
        if r % 2 == 0:
            terms.append(np.log(2) + _choose(a - 1, k - 1) + _choose(b - 1, k - 1))
        else:
            terms.append(_choose(a - 1, k) + _choose(b - 1, k - 1))
            terms.append(_choose(a - 1, k - 1) + _choose(b - 1, k))
    return float(logsumexp(terms) - _choose(a + b, a))


def _choose(n: int, k: int) -> float:
    """The logarithm of a binomial coefficient."""
    from scipy.special import gammaln

    if not 0 <= k <= n:
        return -np.inf
    return float(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))


def _disjoint(tests: Sequence[Array], n: int) -> float:
    """The log probability that draws of these sizes share no row."""
    used, total = 0, 0.0
    for test in tests:
        total += _choose(n - used, len(test)) - _choose(n, len(test))
        used += len(test)
    return total


def _spread(times: Array, shares: Array) -> float:
    """By how many standard errors the numbers of tests vary more than independent draws make them."""
    variances = shares * (1 - shares)
    variance = float(variances.sum())
    if not variance:
        return 0.0
    kurtosis = 3 + float((variances * (1 - 6 * variances)).sum()) / variance**2
    squares = (times - shares.sum()) ** 2 / variance
    return float((squares.mean() - 1) * np.sqrt(len(times) / max(kurtosis - 1, 1e-9)))


def _by_class(times: Array, shares: Array, classes: Array) -> str | None:
    """A class that is tested more or less often than the others, by more than chance."""
    n, variance = len(times), float((shares * (1 - shares)).sum())
    for code in np.unique(classes):
        mine = classes == code
        size = int(mine.sum())
        if not FEWEST <= size <= n - FEWEST:
            continue
        error = np.sqrt(variance * (1 / size + 1 / (n - size)))
        if abs(times[mine].mean() - times[~mine].mean()) > FAR * error:
            words = f"{times[mine].mean():.2g} times on average, the others {times[~mine].mean():.2g} times"
            return f"the {size} rows of one class were tested {words}"
    return None
