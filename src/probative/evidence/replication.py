"""Poisson bootstrap weights that depend only on seed, replicate and row number.

Because a row's weight does not depend on which part of the data it was read in, replicate
records made in chunks, files or workers add up to those of the whole.
"""

from __future__ import annotations

from math import exp, factorial

import numpy as np

from probative.evidence.arrays import Array, Floats

_POISSON = np.cumsum([exp(-1) / factorial(k) for k in range(20)])


def mixed(keys: Array) -> Array:
    """SplitMix64: a well-mixed 64-bit number for every key."""
    # Unsigned numbers of an array wrap without a word; single ones would warn.
    z = np.add(keys, np.uint64(0x9E3779B97F4A7C15), out=np.empty(np.shape(keys), np.uint64))
    z ^= z >> np.uint64(30)
    z *= np.uint64(0xBF58476D1CE4E5B9)
    z ^= z >> np.uint64(27)
    z *= np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return z


def poisson_weights(seed: int, replicate: int, rows: Array) -> Floats:
    """Poisson(1) draws for rows of these numbers.

    >>> whole = poisson_weights(7, 0, np.arange(6))
    >>> parts = [*poisson_weights(7, 0, np.arange(2)), *poisson_weights(7, 0, np.arange(2, 6))]
    >>> whole.tolist() == parts
    True
    """
    stream = mixed(np.array([seed], np.uint64) ^ mixed(np.array([replicate + 1], np.uint64)))
    uniform = (mixed(rows.astype(np.uint64) ^ stream) >> np.uint64(11)) * 2.0**-53
    return np.searchsorted(_POISSON, uniform, side="right").astype(np.float64)
