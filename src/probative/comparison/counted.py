"""Models whose rows are only counted: nothing pairs them, so that they are compared as independent samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from probative.comparison.contests import Question
from probative.comparison.judging import Wish, cautioned
from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.evidence.kinds import Measurable
from probative.findings import Verdict
from probative.guards.weights import NO_PAIRS, of_lost_pairs
from probative.inference import Estimate, estimate
from probative.inference.proportion import normal_quantile
from probative.measurement import find
from probative.predictions import Predictions
from probative.stats import TestResult, false_alarm_probability
from probative.stats.homogeneity import equal_shares, heterogeneity
from probative.stats.two_values import independent_values


def only_counted(predictions: Predictions) -> bool:
    """Whether lines stand for several rows of one model each, so that no row of one is known to be one of another."""
    return predictions.roles.count is not None and predictions.roles.model is not None


def of_counts(predictions: Predictions, name: str, wish: Wish, parameters: Mapping[str, Any]) -> Verdict:
    """The verdict from evidence of independent samples: every pair, and all together where they are more."""
    _refuse(predictions, wish)
    tables = {model: predictions.evidence(name, model).total() for model in predictions.spoke}
    pairs = wish.pairs(list(tables))
    level = wish.level
    found = {
        model: estimate(name, table, level=level, random_state=wish.seed, **parameters)
        for model, table in tables.items()
    }
    measure = find(name, next(iter(tables.values())))
    question = Question(pairs, name, measure.better, {model: one.value for model, one in found.items()})
    family = wish.family(pairs, list(tables), _covariance(found) if len(pairs) > 1 else None)
    adjustment = wish.adjustment_of(family)

    def asked(level: float) -> Callable[[str, str], TestResult]:
        def of_two(a: str, b: str) -> TestResult:
            return independent_values(name, tables[a], tables[b], level=level, random_state=wish.seed, **parameters)

        return of_two

    contests = question.each(asked, "value", family, adjustment, level)
    several = len(contests) > 1
    return Verdict(
        name,
        measure.better,
        contests,
        (NO_PAIRS,),
        ("all rows are independent of each other", "no row was seen by two models"),
        _together(name, tables, found, parameters, wish.seed) if len(tables) > 2 else None,
        false_alarm=false_alarm_probability(len(contests), 1 - level),
        adjustment=adjustment if several else "none needed",
        notes=cautioned(None, (), len(contests), adjustment, contests[0].together),
        level=level,
        seed=wish.seed,
        warnings=(of_lost_pairs(),),
    )


def _refuse(predictions: Predictions, wish: Wish) -> None:
    asked = {"test": wish.test, "rope": wish.rope, "groups": predictions.roles.groups, "time": predictions.roles.time}
    for word, value in asked.items():
        if value is not None:
            raise BadParameter(
                f"{word}= is for rows that all models predicted, and these are only counted by model.",
                found=repr(value),
                remedy="leave it out, or give a table with the labels of all models and a count of each combination",
            )


def _covariance(found: Mapping[str, Estimate]) -> Floats | None:
    """Independent values vary on their own, each by its interval; None where one has none."""
    spread = [(one.high - one.low) / 2 / normal_quantile(one.level) for one in found.values()]
    return np.diag(np.square(spread)) if np.isfinite(spread).all() else None


def _together(
    name: str,
    tables: Mapping[str, Measurable],
    found: Mapping[str, Estimate],
    parameters: Mapping[str, Any],
    seed: int,
) -> TestResult:
    """Whether all may have one value: equal shares by chi-squared, other measures by their intervals."""
    trials, values = find(name, next(iter(tables.values()))).trials, [one.value for one in found.values()]
    if trials is None:
        result = heterogeneity(list(found.values()))
    else:
        counts = [trials(table, **parameters) for table in tables.values()]
        result = equal_shares(*([float(count[i]) for count in counts] for i in (0, 1)), random_state=seed)
    return replace(result, effect=max(values) - min(values), effect_name=f"largest difference of {name}")
