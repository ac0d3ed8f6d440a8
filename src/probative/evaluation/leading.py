"""What the best of several models is worth: its value and interval corrected for having been chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import isfinite
from typing import Any

import numpy as np

from probative.comparison.varying import Columns, row_covariance
from probative.evaluation.fold_areas import FoldAreas
from probative.evidence.arrays import Floats
from probative.evidence.labels import encode
from probative.findings import Leader
from probative.inference import Estimate
from probative.inference.proportion import normal_quantile
from probative.inference.scales import symmetric_on
from probative.measurement import find
from probative.predictions.same_rows import SameRows
from probative.stats.max_t import Family

DRAWS = 20_000
MOST, LEAST, WORK = 1000, 200, 40_000_000
"""Bootstrap samples at most and at least, and how many tests are looked at in all of them."""
FEWEST = 20
"""Rows without which rows left out of a bootstrap sample tell nothing."""
Again = Callable[[str, float], Estimate]
"""The measure of one model with an interval at another level."""


def leader_of(
    measure: str,
    found: Mapping[str, Estimate],
    held: SameRows | None,
    again: Again,
    parameters: Mapping[str, Any] | None = None,
) -> Leader | None:
    """The best of models evaluated on rows: the flattered limit by max-t over the models, the other as it is.

    `held` is what the models said of the same rows (None: not known to be the same, and Bonferroni's bound is taken).
    A model whose value is too low would not have been chosen, so only one limit is in danger.
    """
    sign = {"higher": 1.0, "lower": -1.0}.get(find(measure).better)
    known = {model: estimate for model, estimate in found.items() if isfinite(estimate.value)}
    if sign is None or len(known) < 2:
        return None
    best = max(known, key=lambda model: sign * known[model].value)
    apparent, covariance = known[best], None
    if held is not None and list(held.models) == list(known):
        covariance = row_covariance(held, measure, parameters)
    family = Family.bonferroni(len(known)) if covariance is None else Family.of(covariance, sides="upper")
    method = "bonferroni" if covariance is None else "max-t"
    spread = _independent(known) if covariance is None else covariance
    error = float(np.sqrt(spread.diagonal()[list(known).index(best)]))
    wide = _widened(again, best, measure, apparent.value, error, family.per_test((1 - apparent.level) / 2))
    low, high = (wide.low, apparent.high) if sign > 0 else (apparent.low, wide.high)
    value = apparent.value - sign * _optimism(sign * np.array([e.value for e in known.values()]), spread)
    if isfinite(low) and isfinite(high):
        value = float(np.clip(value, low, high))
    corrected = Estimate(value, low, high, apparent.level, method, apparent.n, wide.why or apparent.why)
    return Leader(best, measure, len(known), apparent, corrected)


def _widened(again: Again, best: str, measure: str, value: float, error: float, tail: float) -> Estimate:
    """The interval with so little on either side; at least as wide as that on the logit scale, where there is one.

    The best of several shares or areas varies less, by its own account, the luckier it was: without a scale that
    allows for that, the interval is too short on the side that matters.
    """
    found, known = again(best, 1 - 2 * tail), find(measure)
    if not (known.low == 0 < value < known.high == 1 and isfinite(error)):
        return found
    ends = symmetric_on("logit", value, error, normal_quantile(1 - 2 * tail))
    if ends is None or not isfinite(found.low) or not isfinite(found.high):
        return found
    return replace(found, low=min(found.low, ends[0]), high=max(found.high, ends[1]))


def _independent(known: Mapping[str, Estimate]) -> Floats:
    """Variances from the widths of intervals, for models of which nothing else is known."""
    halves = [(e.high - e.low) / 2 / normal_quantile(e.level) for e in known.values()]
    return np.diag(np.square(np.nan_to_num(halves, posinf=0.0)))


def _optimism(values: Floats, covariance: Floats) -> float:
    """How much the best of models flatters itself, on average over draws around what they reached."""
    errors = np.random.default_rng(0).multivariate_normal(np.zeros(len(values)), covariance, DRAWS, method="eigh")
    return float(errors[np.arange(DRAWS), (values + errors).argmax(axis=1)].mean())


def leader_of_run(
    measure: str,
    found: Mapping[str, Estimate],
    tests: SameRows,
    level: float,
    seed: int,
    parameters: Mapping[str, Any] | None = None,
) -> Leader | None:
    """The best of models that were trained and tested by one plan, by BBC-CV (Tsamardinos and others 2018).

    Rows are drawn with replacement from the out-of-sample predictions; the best model of each draw is chosen there and
    judged on the rows left out of it. No model is trained again. AUC is taken fold by fold and averaged, as everywhere:
    scores of different fitted models are not one scale.
    """
    sign = {"higher": 1.0, "lower": -1.0}.get(find(measure).better)
    known = {model: estimate for model, estimate in found.items() if isfinite(estimate.value)}
    columns = FoldAreas.of(tests) if find(measure).name == "auc" else Columns.of(tests, measure, parameters)
    if sign is None or len(known) < 2 or columns is None or list(tests.models) != list(known):
        return None
    assert tests.groups is not None, "tests are grouped by row"
    rows = encode(tests.groups, "rows")[1]
    size = int(rows.max()) + 1
    if size < FEWEST:
        return None
    rng, judged = np.random.default_rng(seed), []
    for _ in range(int(np.clip(WORK // (tests.n * len(known)), LEAST, MOST))):
        times = np.bincount(rng.integers(0, size, size), minlength=size)
        inside = [sign * columns.value(model, times[rows]) for model in known]
        if not np.isnan(inside).all():
            judged.append(columns.value(list(known)[int(np.nanargmax(inside))], (times == 0)[rows]))
    values = np.array([value for value in judged if isfinite(value)])
    best = max(known, key=lambda model: sign * known[model].value)
    if len(values) < LEAST / 2:
        return None
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    ends = (float(low), float(high)) if low < high else (np.nan, np.nan)
    why = None if low < high else "every sample of rows gives the same value: how it varies does not show"
    corrected = Estimate(float(values.mean()), *ends, level, "bbc-cv", known[best].n, why)
    return Leader(best, measure, len(known), known[best], corrected)
