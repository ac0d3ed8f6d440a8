"""Rows with scores, with and without ties and weights."""

import math

import numpy as np
import pytest

import probative as pv

TIGHT = {"rel": 0, "abs": 1e-12}
QUICK = {"replicates": 20}


def rows(seed, n=300, levels=None, share=0.4):
    """Labels and scores that overlap; with `levels`, most scores are tied."""
    rng = np.random.default_rng(seed)
    y = rng.random(n) < share
    y[:2] = [True, False]
    s = 1 / (1 + np.exp(-rng.normal(1.2 * y - 0.6, 1.0)))
    return y, s if levels is None else np.ceil(s * levels) / levels


def ladder(seed, **how):
    return pv.Ladder.from_scores(*rows(seed, **how))


def confusion(y, s, threshold):
    called = s >= threshold
    return tuple(int(x.sum()) for x in (y & called, y & ~called, ~y & called, ~y & ~called))


def distinct(s):
    """All thresholds that make a difference, from +inf down."""
    return np.concatenate([[np.inf], np.unique(s)[::-1]])


TIES = pytest.mark.parametrize("how", [{}, {"levels": 7}, {"levels": 40}, {"n": 25, "levels": 4}], ids=str)


def _ratio(a, b):
    return a / b if b else math.nan


def _quotient(a, b):
    return a / b if b else math.inf if a else math.nan


def _entropy(*counts):
    shares = np.array([c for c in counts if c], float) / sum(counts)
    return float(-(shares * np.log2(shares)).sum())


def _information(tp, fn, fp, tn):
    return _entropy(tp + fn, fp + tn) + _entropy(tp + fp, fn + tn) - _entropy(tp, fn, fp, tn)


def _kappa(tp, fn, fp, tn):
    n = tp + fn + fp + tn
    chance = ((tp + fn) * (tp + fp) + (fp + tn) * (fn + tn)) / n**2
    return ((tp + tn) / n - chance) / (1 - chance) if chance < 1 else math.nan


HIGHER = {
    "accuracy": lambda tp, fn, fp, tn: (tp + tn) / (tp + fn + fp + tn),
    "net_benefit": lambda tp, fn, fp, tn: (tp - fp) / (tp + fn + fp + tn),
    "recall": lambda tp, fn, fp, tn: tp / (tp + fn),
    "specificity": lambda tp, fn, fp, tn: tn / (tn + fp),
    "precision": lambda tp, fn, fp, tn: _ratio(tp, tp + fp),
    "npv": lambda tp, fn, fp, tn: _ratio(tn, tn + fn),
    "f1": lambda tp, fn, fp, tn: 2 * tp / (2 * tp + fp + fn),
    "f0_5": lambda tp, fn, fp, tn: 1.25 * tp / (1.25 * tp + 0.25 * fn + fp),
    "f2": lambda tp, fn, fp, tn: 5 * tp / (5 * tp + 4 * fn + fp),
    "f_beta": lambda tp, fn, fp, tn: tp / (tp + (fp + fn) / 2),
    "balanced_accuracy": lambda tp, fn, fp, tn: (tp / (tp + fn) + tn / (tn + fp)) / 2,
    "mcc": lambda tp, fn, fp, tn: _ratio(tp * tn - fp * fn, math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))),
    "kappa": _kappa,
    "informedness": lambda tp, fn, fp, tn: tp / (tp + fn) - fp / (fp + tn),
    "markedness": lambda tp, fn, fp, tn: _ratio(tp, tp + fp) - _ratio(fn, fn + tn),
    "lr_positive": lambda tp, fn, fp, tn: _quotient(tp * (fp + tn), fp * (tp + fn)),
    "diagnostic_odds_ratio": lambda tp, fn, fp, tn: _quotient(tp * tn, fp * fn),
    "jaccard": lambda tp, fn, fp, tn: tp / (tp + fp + fn),
    "fowlkes_mallows": lambda tp, fn, fp, tn: math.sqrt(_ratio(tp, tp + fp) * tp / (tp + fn)),
    "g_mean": lambda tp, fn, fp, tn: math.sqrt(tp / (tp + fn) * tn / (tn + fp)),
    "mutual_information": _information,
    "normalized_mutual_information": lambda *o: _information(*o) / _entropy(o[0] + o[1], o[2] + o[3]),
}
LOWER = {
    "error_rate": lambda tp, fn, fp, tn: (fp + fn) / (tp + fn + fp + tn),
    "false_positive_rate": lambda tp, fn, fp, tn: fp / (fp + tn),
    "false_negative_rate": lambda tp, fn, fp, tn: fn / (tp + fn),
    "false_discovery_rate": lambda tp, fn, fp, tn: _ratio(fp, tp + fp),
    "false_omission_rate": lambda tp, fn, fp, tn: _ratio(fn, fn + tn),
    "lr_negative": lambda tp, fn, fp, tn: _quotient(fn * (fp + tn), tn * (tp + fn)),
    "remaining_entropy": lambda *o: _entropy(o[0] + o[1], o[2] + o[3]) - _information(*o),
    "expected_cost": lambda tp, fn, fp, tn: (fp + fn) / (tp + fn + fp + tn),
    "closest": lambda tp, fn, fp, tn: math.hypot(fp / (fp + tn), fn / (tp + fn)),
    "equal_errors": lambda tp, fn, fp, tn: abs(fp / (fp + tn) - fn / (tp + fn)),
}


def brute_force(y, s, formula, sign):
    """The best value over all thresholds, and the thresholds that reach it."""
    values = np.array([sign * formula(*confusion(y, s, t)) for t in distinct(s)])
    best = np.nanmax(values)
    # nan is never equal; infinite values are equal to each other.
    with np.errstate(invalid="ignore"):
        ties = (values == best) | (np.abs(values - best) < 1e-11)
    return sign * best, tuple(distinct(s)[ties].tolist())
