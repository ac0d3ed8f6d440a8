"""Bootstrap of whole groups: rows of one group are not independent, so groups are drawn and not rows."""

from __future__ import annotations

from math import nan, sqrt
from typing import Any

import numpy as np

from probative.evidence import ConfusionMatrix, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode
from probative.inference.bootstrap import percentile_limits
from probative.measurement import measures
from probative.predictions.guesses import Guesses
from probative.stats import TestResult
from probative.stats.joint import Joint
from probative.stats.resampled import bootstrap_p

REPLICATES = 2000
STEADY = "every resample gives the same difference: the bootstrap sees no spread"


def cluster_bootstrap(
    guesses: Guesses, groups: Array, a: str, b: str, *, level: float, seed: int, parameters: dict[str, Any]
) -> TestResult:
    """The difference of any measure between two models under resampling of groups, both models together.

    Interval and p are those of percentiles, expanded for the number of groups (Hesterberg 2015).
    """
    labels, codes = encode(groups, "groups")
    effect = _gap(guesses.value(a, parameters), guesses.value(b, parameters))
    words: dict[str, Any] = {"n": len(codes), "level": level, "symbol": "d", "method": "cluster bootstrap"}
    words |= {"effect_name": f"difference of {guesses.measure}", "details": {"groups": len(labels)}}
    if guesses.same(a, b) and not np.isnan(effect):
        return TestResult(0.0, None, 1.0, 0.0, notes=("the two never differ",), **words)
    if len(labels) < 2 or np.isnan(effect):
        why = "a single group" if len(labels) < 2 else f"{guesses.measure} is undefined for one of the models"
        return TestResult(nan, None, nan, effect, notes=(why,), **words)
    drawn = np.random.default_rng([seed, 104729]).multinomial(
        len(labels), np.full(len(labels), 1 / len(labels)), REPLICATES
    )
    counted = guesses.kind in (Outcomes, ConfusionMatrix)
    values = (_of_counts if counted else _of_rows)(guesses, a, b, parameters, codes, drawn)
    words["details"] |= {"replicates": REPLICATES}
    known = values[~np.isnan(values)]
    left = REPLICATES - len(known)
    notes = (f"undefined in {left} of {REPLICATES} replicates, which were left out",) if left else ()
    if not len(known) or not np.ptp(known):
        return TestResult(nan, None, nan, effect, notes=(STEADY, *notes), **words)
    low, high = percentile_limits(values, _expanded(level, len(labels)))
    p = _widened(bootstrap_p(known, "two-sided"), len(labels))
    return TestResult(effect, None, p, effect, low, high, notes=notes, **words)


def _of_counts(guesses: Guesses, a: str, b: str, parameters: dict[str, Any], codes: Array, drawn: Array) -> Floats:
    """Differences from counts: the table of each group is made once, and resamples add tables."""
    k, place = len(guesses.labels), {label: i for i, label in enumerate(guesses.labels)}
    triple: Array = np.zeros(len(codes), np.int64)
    for column in (guesses.truth, guesses.models[a], guesses.models[b]):
        found, coded = encode(column, "labels")
        triple = triple * k + np.array([place[label] for label in found])[coded]
    kinds, which = np.unique(triple, return_inverse=True)
    tables = np.bincount(codes * len(kinds) + which, minlength=drawn.shape[1] * len(kinds)).reshape(-1, len(kinds))
    joint = Joint(guesses.labels, kinds // k**2, kinds // k % k, kinds % k, tables.sum(axis=0))
    known = next(m for m in measures() if m.name == guesses.measure and m.needs is guesses.kind)
    first, second = joint.values(known, drawn @ tables, parameters)
    finite = np.isfinite(first) & np.isfinite(second)
    return np.where(finite, np.where(finite, first, 0.0) - np.where(finite, second, 0.0), nan)


def _of_rows(guesses: Guesses, a: str, b: str, parameters: dict[str, Any], codes: Array, drawn: Array) -> Floats:
    """Differences from rows, taken as often as their group was drawn."""
    values = []
    for times in drawn:
        rows = np.repeat(np.arange(len(codes)), times[codes])
        values.append(_gap(*(guesses.value(model, parameters, rows) for model in (a, b))))
    return np.array(values)


def _gap(first: float, second: float) -> float:
    return first - second if np.isfinite(first) and np.isfinite(second) else nan


def _expanded(level: float, groups: int) -> float:
    """The level at which percentiles of few groups hold what they promise at `level`."""
    from scipy.special import ndtr, stdtrit

    return 1 - 2 * float(ndtr(-sqrt(groups / (groups - 1)) * stdtrit(groups - 1, (1 + level) / 2)))


def _widened(p: float, groups: int) -> float:
    """The significance at which the expanded interval leaves out 0, from that of the plain percentiles."""
    from scipy.special import ndtri, stdtr

    return 2 * float(stdtr(groups - 1, ndtri(p / 2) / sqrt(groups / (groups - 1))))
