"""Measures under resampling: fold by fold, their mean, and pooled over all predictions."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan, sqrt
from typing import Any

import numpy as np

from probative.errors import BadParameter, WrongEvidence
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Ledger, Outcomes, Residuals
from probative.evidence.arrays import Array, Floats
from probative.inference import Estimate, estimate
from probative.inference.estimate import json_number
from probative.inference.resampled import fold_mean, pair_mean, spread
from probative.measurement import find, measures
from probative.predictions.predictions import Predictions, Told
from probative.predictions.tally import Question, ledger_of
from probative.sources import Columns

SINGLE = ("leave-one-out", "leave-pair-out")
"""Schemes whose test sets are too small to have measures of their own."""


@dataclass(frozen=True, slots=True)
class Resampled:
    """One measure of one model under resampling.

    `fold_mean` averages the test sets' values; its interval allows for overlapping training sets. `pooled` is the
    measure of all predictions together, every row counted once however often it was tested; its interval lets
    the test rows vary. `within` and `between` are standard deviations: of folds within a repeat, and of the repeats.
    `test_error` and `training_error` are the standard errors that come from the sample of test rows, and from the
    choice of the training rows where the plan lets them be told apart.
    """

    measure: str
    model: str
    folds: Floats
    repeat: Array
    fold: Array
    fold_mean: Estimate
    pooled: Estimate
    undefined: int
    within: float = nan
    between: float = nan
    test_error: float = nan
    training_error: float = nan

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        numbers = ("within", "between", "test_error", "training_error")
        return {
            "folds": [json_number(float(value)) for value in self.folds],
            "repeat": self.repeat.tolist(),
            "fold": self.fold.tolist(),
            "fold_mean": self.fold_mean.to_dict(),
            "pooled": self.pooled.to_dict(),
            "undefined": self.undefined,
        } | {name: json_number(getattr(self, name)) for name in numbers}

    def __str__(self) -> str:
        return f"{self.model} {self.measure}: mean of folds {self.fold_mean}; pooled {self.pooled}"


def resampled(
    predictions: Predictions, measure: str, *, model: str | None = None, level: float = 0.95, **parameters: Any
) -> Resampled:
    """A measure under resampling: per fold, averaged and pooled, with intervals that respect the dependence.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> said = pv.run(DecisionTreeClassifier(), *load_iris(return_X_y=True), plan="5x5 stratified")
    >>> found = pv.resampled(said, "accuracy")
    >>> len(found.folds), found.fold_mean.method
    (25, 'corrected-t')
    """
    told = predictions.model(model)
    name = model or next(iter(predictions.models))
    rows = rows_of(predictions, told)
    kind = evidence_kind(predictions, told, measure)
    whole = evidence_of(predictions, rows, kind)
    about = find(measure, whole)
    title = about.name
    paired = predictions.about.get("scheme", {}).get("kind") == "leave-pair-out"
    if paired and title == "auc":
        pooled = pair_mean(pair_table(predictions, told), level)
    else:
        pooled = estimate(measure, whole, level=level, random_state=predictions.about.get("seed", 0), **parameters)
    if predictions.about.get("scheme", {}).get("kind") in SINGLE:
        nothing = np.zeros(0)
        mean = Estimate(nan, level=level, why="test sets of one row or pair have no measures: see pooled")
        return Resampled(title, name, nothing, nothing, nothing, mean, pooled, 0)
    ledger = ledger_by(predictions, told, kind, ("repeat", "fold"))
    values, why = fold_values(ledger, measure, parameters)
    repeat, fold = (np.array([key[i] for key in ledger], np.intp) for i in (0, 1))
    ratio, bounds = share_tested(predictions, name), (about.low, about.high)
    mean = fold_mean(values, test_over_train=ratio, level=level, bounds=bounds, why=why)
    within, between = spread(values, repeat)
    test, training = _separated(predictions, told, kind, measure, parameters, pooled)
    gaps = int(np.isnan(values).sum())
    return Resampled(title, name, values, repeat, fold, mean, pooled, gaps, within, between, test, training)


def fold_values(ledger: Ledger, measure: str, parameters: dict[str, Any]) -> tuple[Floats, str]:
    """The measure of every entry, and the first reason for a missing one."""
    values, why = [], "undefined"
    for evidence in ledger.entries.values():
        found = find(measure, evidence)
        values.append(float(found(evidence, **parameters)))
        if isnan(values[-1]) and why == "undefined":
            why = found.why(evidence, **parameters)
    return np.array(values), why


def ledger_by(predictions: Predictions, told: Told, kind: type, by: tuple[str, ...]) -> Ledger:
    """Evidence of every fold, or of every repeat: each counts its own tests only."""
    ledger: Ledger = evidence_of(predictions, rows_of(predictions, told, by), kind, by)
    return ledger


def rows_of(predictions: Predictions, told: Told, within: tuple[str, ...] = ()) -> Columns:
    """One model's predictions as rows for the tally: every row of the data weighs once, shared among its tests.

    Where parts are named (repeats, folds), a row weighs once in each of them.
    """
    values: dict[str, Array] = {
        "row": told.row,
        "repeat": told.repeat,
        "fold": told.fold,
        "truth": predictions.decoded(predictions.truth)[told.row],
        "predicted": predictions.decoded(told.predicted),
    }
    if told.scored:
        values |= {name: told.scores[:, i] for i, name in enumerate(predictions.score_columns)}
    if predictions.groups is not None:
        values["group"] = predictions.groups[told.row]
    tests = _times_tested(told, within)
    if predictions.weight is None and tests.max(initial=1) == 1:
        return Columns(values)
    w = np.ones(len(told.row)) if predictions.weight is None else predictions.weight[told.row]
    # Tests of one row are one observation: their squared weights sum to that of the row.
    return Columns(values, None, w / tests, w * w / tests)


def _times_tested(told: Told, within: tuple[str, ...]) -> Array:
    """For every test, how often its row was tested in all, or within the same part."""
    place = told.row.astype(np.int64)
    for name in within:
        part = getattr(told, name)
        place = place * (int(part.max(initial=0)) + 1) + part
    if within:
        place = np.unique(place, return_inverse=True)[1]
    return np.bincount(place)[place]


def evidence_kind(predictions: Predictions, told: Told, measure: str) -> type:
    """The kind of evidence that this model's predictions give for this measure."""
    name = find(measure).name
    if not predictions.labels:
        possible: list[type] = [Residuals]
    elif len(predictions.labels) == 2 and predictions.positive is not None:
        possible = [Outcomes, *([Ladder] if told.scored else []), ConfusionMatrix]
    else:
        possible = [ConfusionMatrix, *([ClassScores] if told.scored == "proba" else [])]
    kinds = [found.needs for found in measures() if found.name == name]
    for kind in possible:
        if kind in kinds:
            return kind
    raise WrongEvidence(
        f"{name} cannot be computed from these predictions.",
        found=f"{predictions.task} with {', '.join(kind.__name__ for kind in possible)}; "
        f"{name} needs {' or '.join(kind.__name__ for kind in kinds)}",
        remedy="name the positive class, or take a measure for several classes"
        if predictions.labels
        else "take a measure of regression",
    )


def evidence_of(predictions: Predictions, rows: Columns, kind: type, by: tuple[str, ...] = ()) -> Any:
    """Evidence of one kind from rows: a ledger where keys are given, else the whole."""
    positive, labels = predictions.positive, predictions.labels
    if kind is Residuals:
        question = Question("truth", predicted="predicted", regression=True)
    elif kind is Ladder:
        question = Question("truth", score="score", pos_label=positive)
    elif kind is ClassScores:
        question = Question("truth", proba=predictions.score_columns, labels=labels)
    else:
        question = Question("truth", predicted="predicted")
    ledger = ledger_of(rows, question, by)
    if kind in (Outcomes, ConfusionMatrix):
        # A fold may lack a class; all of them are counted against the same table.
        ledger = ledger.map(lambda cm: cm.reordered(labels))
    if kind is Outcomes:
        ledger = ledger.map(lambda cm: cm.outcomes(positive))
    return ledger if by else ledger.total()


def share_tested(predictions: Predictions, model: str) -> float:
    """Test rows per training row, averaged over the trainings."""
    fits = [fit for fit in predictions.fits if fit.model == model and fit.error is None]
    if fits:
        return float(np.mean([fit.n_test for fit in fits]) / np.mean([fit.n_train for fit in fits]))
    told = predictions.model(model)
    folds = len(np.unique(told.repeat.astype(np.int64) << 32 | told.fold))
    tested = len(told.row) / folds
    return tested / (predictions.n - tested) if tested < predictions.n else inf


def pair_table(predictions: Predictions, told: Told) -> Floats:
    """For every positive (rows) and negative (columns): 1, 1/2 or 0 as the positive scores higher, equal or lower."""
    if not told.scored or "score" not in predictions.score_columns:
        raise BadParameter("a leave-pair-out AUC needs scores and a positive class.", remedy="positive=")
    place = predictions.labels.index(predictions.positive)
    positives = int((predictions.truth == place).sum())
    if len(told.row) != 2 * positives * (predictions.n - positives):
        raise BadParameter("some pairs were not predicted: their trainings failed.", remedy="see predictions.fits")
    first = predictions.truth[told.row[::2]] == place
    score = told.scores[:, 0].reshape(-1, 2)
    gap = np.where(first, score[:, 0] - score[:, 1], score[:, 1] - score[:, 0])
    table = (np.sign(gap) + 1) / 2
    # The plan's own first class varies slowest, whichever class is called positive here.
    return table.reshape(positives, -1) if first[0] else table.reshape(-1, positives).T


def _separated(
    predictions: Predictions, told: Told, kind: type, measure: str, parameters: dict[str, Any], pooled: Estimate
) -> tuple[float, float]:
    """Standard errors from the test rows and from the training sets; the latter needs repeats."""
    from probative.inference.proportion import normal_quantile

    width = pooled.high - pooled.low
    test = width / (2 * normal_quantile(pooled.level)) if np.isfinite(width) else nan
    if predictions.repeats < 2:
        return test, nan
    parts = ledger_by(predictions, told, kind, ("repeat",))
    values, _ = fold_values(parts, measure, parameters)
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return test, nan
    # Repeats that test all rows differ by their training sets only; smaller test sets vary on their own account.
    per_repeat = len(told.row) / predictions.repeats
    own = 0.0 if per_repeat >= predictions.n else test**2 * predictions.n / per_repeat
    return test, sqrt(max(float(known.var(ddof=1)) - own, 0.0))
