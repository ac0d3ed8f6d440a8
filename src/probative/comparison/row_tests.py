"""Tests of two models on the same rows, for any measure."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import Any

import numpy as np

from probative.comparison.held import Said, SameRows
from probative.errors import BadInput, BadParameter
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Outcomes, Residuals
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode
from probative.inference.bootstrap import percentile_limits
from probative.measures import find, measures
from probative.stats import TestResult, delong, mcnemar, paired_bootstrap, paired_permutation, paired_t
from probative.stats.resampled import bootstrap_p


def default_measure(held: SameRows) -> str:
    """AUC where all models have scores of a positive class, accuracy for other classes, squared errors for numbers."""
    if held.target.task == "regression":
        return "mse"
    if held.target.positive is not None and all(said.score is not None for said in held.models.values()):
        return "auc"
    return "accuracy"


def needed_kind(measure: str, held: SameRows) -> type:
    """The kind of evidence that this measure takes from these predictions."""
    kinds = [known.needs for known in measures() if known.name == find(measure).name]
    binary = len(held.target.labels) == 2 and held.target.positive is not None
    order: tuple[type, ...] = (Outcomes, Ladder, ConfusionMatrix, ClassScores, Residuals)
    if not binary:
        order = (ConfusionMatrix, ClassScores, Residuals)
    if held.target.task == "regression":
        order = (Residuals,)
    for kind in order:
        if kind in kinds:
            return kind
    raise BadParameter(
        f"{measure} cannot be computed from these predictions.",
        found=f"{held.target.task} with {len(held.target.labels)} classes",
        remedy="name the positive class, or take another measure",
    )


def column_for(said: Said, kind: type, name: str, held: SameRows, threshold: float | None) -> Array:
    """What a model's evidence is made of: labels, scores, probabilities or numbers."""
    if kind is Ladder and said.score is not None:
        return said.score
    if kind is ClassScores and said.proba is not None:
        return said.proba
    if kind in (Outcomes, ConfusionMatrix, Residuals):
        if said.predicted is not None:
            return said.predicted
        if said.proba is not None:
            return np.asarray(np.array(held.target.labels, object)[said.proba.argmax(axis=1)])
        if said.score is not None and kind is not Residuals:
            return _labels(said.score, held, threshold)
    raise BadInput(f"{name} has no predictions that this measure could use.", remedy="name its scores or labels")


def _labels(score: Floats, held: SameRows, threshold: float | None) -> Array:
    cut = threshold
    if cut is None:
        probable = bool(score.min() >= 0 and score.max() <= 1)
        if not probable and not score.min() < 0 < score.max():
            raise BadParameter("a threshold is needed to turn these scores into labels.", remedy="threshold=")
        cut = 0.5 if probable else 0.0
    positive = held.target.positive
    negative = next((label for label in held.target.labels if label != positive), f"not {positive}")
    return np.where(score >= cut, np.array(positive, object), np.array(negative, object))


def row_test(
    held: SameRows,
    a: str,
    b: str,
    measure: str,
    test: str,
    *,
    level: float,
    seed: int,
    threshold: float | None = None,
    parameters: dict[str, Any] | None = None,
) -> TestResult:
    """The test of that name on two models' predictions of the same rows."""
    kind = needed_kind(measure, held) if test not in ("mcnemar", "delong") else Outcomes
    if test == "delong":
        kind = Ladder
    if test == "mcnemar":
        kind = ConfusionMatrix
    first, second = (column_for(held.models[name], kind, name, held, threshold) for name in (a, b))
    positive = held.target.positive
    if test == "delong":
        return delong(held.truth, first, second, pos_label=positive, level=level)
    if test == "mcnemar":
        return _mcnemar(held.truth, first, second, measure, level)
    if test == "paired-t":
        return _row_losses_t(held.truth, first, second, measure, level)
    options: dict[str, Any] = {"level": level, "random_state": seed, **(parameters or {})}
    if kind in (Outcomes, Ladder):
        options["pos_label"] = positive
    if kind is ClassScores:
        options["labels"] = held.target.labels
    if test == "cluster-bootstrap":
        return cluster_bootstrap(
            held, first, second, measure, kind, level=level, seed=seed, parameters=parameters or {}
        )
    run = paired_bootstrap if test == "paired-bootstrap" else paired_permutation
    return run(measure, held.truth, first, second, **options)


def _mcnemar(truth: Array, a: Array, b: Array, measure: str, level: float) -> TestResult:
    right_a, right_b = (_same(truth, guess) for guess in (a, b))
    only_a, only_b = int((~right_a & right_b).sum()), int((right_a & ~right_b).sum())
    result = mcnemar(only_a, only_b, n=len(truth), level=level)
    if measure == "error_rate":
        effect, low, high = -result.effect, -result.high, -result.low
        return replace(result, effect=effect, low=low, high=high, effect_name="difference of error rates")
    return result


def _same(truth: Array, guess: Array) -> Array:
    """Where the label is the true one, whatever types the two columns have."""
    known, codes = encode(truth, "truth")
    said, guesses = encode(guess, "predicted")
    place = {label: i for i, label in enumerate(known)}
    return np.asarray(codes == np.array([place.get(label, -1) for label in said])[guesses])


def _row_losses_t(truth: Array, a: Array, b: Array, measure: str, level: float) -> TestResult:
    errors = [np.asarray(truth, np.float64) - np.asarray(guess, np.float64) for guess in (a, b)]
    losses = [error**2 if measure == "mse" else np.abs(error) for error in errors]
    return replace(paired_t(*losses, level=level), effect_name=f"difference of {measure}")


def cluster_bootstrap(
    held: SameRows,
    a: Array,
    b: Array,
    measure: str,
    kind: type,
    *,
    level: float,
    seed: int,
    parameters: dict[str, Any],
    replicates: int = 2000,
) -> TestResult:
    """Bootstrap of whole groups: the difference of any measure, both models together."""
    assert held.groups is not None
    _, codes = encode(held.groups, "groups")
    order = np.argsort(codes, kind="stable")
    members = np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)
    rng = np.random.default_rng([seed, 104729])

    def gap(rows: Array) -> float:
        values = [_value(measure, kind, held, guess, rows, parameters) for guess in (a, b)]
        return values[0] - values[1]

    effect = gap(np.arange(held.n))
    if len(members) < 2:
        return TestResult(nan, None, nan, effect, method="cluster bootstrap", notes=("a single group",), n=held.n)
    drawn = (rng.integers(len(members), size=len(members)) for _ in range(replicates))
    values = np.array([gap(np.concatenate([members[g] for g in chosen])) for chosen in drawn])
    low, high = percentile_limits(values, level)
    known = values[~np.isnan(values)]
    p = 1.0 if not np.any(known) else bootstrap_p(known, "two-sided")
    words: dict[str, Any] = {"n": held.n, "level": level, "symbol": "d", "effect_name": f"difference of {measure}"}
    details = {"groups": len(members), "replicates": replicates}
    return TestResult(effect, None, p, effect, low, high, "cluster bootstrap", details=details, **words)


def _value(measure: str, kind: type, held: SameRows, guess: Array, rows: Array, parameters: dict[str, Any]) -> float:
    truth, said = held.truth[rows], guess[rows]
    if kind is Residuals:
        evidence: Any = Residuals.from_values(truth, said)
    elif kind is Ladder:
        evidence = Ladder.from_scores(truth, said, pos_label=held.target.positive)
    elif kind is ClassScores:
        evidence = ClassScores.from_probabilities(truth, said, labels=held.target.labels)
    else:
        evidence = ConfusionMatrix.from_labels(truth, said, labels=held.target.labels)
        evidence = evidence.outcomes(held.target.positive) if kind is Outcomes else evidence
    return float(find(measure, evidence)(evidence, **parameters))


def value_of(held: SameRows, name: str, measure: str, threshold: float | None, parameters: dict[str, Any]) -> float:
    """The measure of one model."""
    kind = needed_kind(measure, held)
    guess = column_for(held.models[name], kind, name, held, threshold)
    return _value(measure, kind, held, guess, np.arange(held.n), parameters)
