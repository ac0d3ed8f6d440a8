"""Entropy and mutual information of tables of counts, in bits; leading axes are replicates."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats


def entropy(counts: Floats) -> Floats:
    """Entropy of the distribution along the last axis; empty cells contribute 0."""
    total = counts.sum(axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = counts / total
        terms = np.where(counts > 0, -p * np.log2(p), 0.0)
    return np.where(total[..., 0] > 0, terms.sum(axis=-1), np.nan)


def mutual_information_of(table: Floats) -> Floats:
    """I(actual; predicted) of a table (last two axes)."""
    total = table.sum(axis=(-2, -1))
    with np.errstate(divide="ignore", invalid="ignore"):
        p = table / total[..., None, None]
        log_ratio = np.log2(p / (p.sum(-1, keepdims=True) * p.sum(-2, keepdims=True)))
        terms = np.where(table > 0, p * log_ratio, 0.0)
    return np.where(total > 0, np.maximum(terms.sum(axis=(-2, -1)), 0.0), np.nan)


def conditional_entropy(table: Floats) -> Floats:
    """H(actual | predicted) of a table (last two axes)."""
    return np.maximum(entropy(table.sum(axis=-1)) - mutual_information_of(table), 0.0)
