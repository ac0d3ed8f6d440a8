"""The best of several: by how much the luckiest of equal models flatters itself."""

from __future__ import annotations

from math import log, sqrt

import numpy as np

from probative.errors import BadParameter


def expected_maximum(k: int) -> float:
    """The mean of the largest of k independent standard normal numbers.

    Of models that are equally good, the best looks better than it is by so many standard errors, if their errors are
    independent; by less, if they err on the same rows (Slepian's inequality).

    >>> round(expected_maximum(1), 6), round(expected_maximum(2), 6), round(expected_maximum(20), 4)
    (0.0, 0.56419, 1.8675)
    """
    from scipy.special import log_ndtr

    if k < 1:
        raise BadParameter("the best of none is nothing.", found=k)
    # Equal steps are exact to the last digits for what is smooth and fades to nothing at both ends.
    step = 1 / 128
    x = np.arange(-40, 40, step)
    return float((x * np.exp((k - 1) * log_ndtr(x) - x * x / 2)).sum() * step * k / sqrt(2 * np.pi))


def adaptive_maximum(k: int) -> float:
    """A bound on the same where each model was made after it was seen which of the earlier ones was best.

    k answers of better or not lead to one of 2^k models, all of which must be allowed for (Blum and Hardt 2015): the
    mean of the largest of m normal numbers, however they depend, is at most sqrt(2 log m).

    >>> round(adaptive_maximum(4), 4)
    2.3548
    """
    return sqrt(2 * k * log(2)) if k > 1 else 0.0
