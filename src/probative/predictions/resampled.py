"""Measures under resampling: fold by fold, their mean, and pooled over all predictions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isnan, nan, sqrt
from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ClassScores, Ledger
from probative.evidence.arrays import Array, Floats, same_length
from probative.evidence.labels import encode
from probative.evidence.needed import need
from probative.inference import Estimate, estimate
from probative.inference.resampled import fold_mean, no_narrower, pair_mean, spread
from probative.measurement import find
from probative.measurement.registry import Parameters
from probative.predictions.places import places_of
from probative.predictions.predictions import Predictions
from probative.records import Document, Record


@dataclass(frozen=True, slots=True, eq=False)
class Resampled(Record):
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
    n_train: float = nan
    """Rows that a model was trained on, on average; nan where that is not known."""
    n_test: float = nan
    """Rows of a test set, on average."""

    @classmethod
    def restored(cls, fields: Document) -> Resampled:
        """The values of a file, if there are as many as folds."""
        same_length(folds=fields["folds"], repeat=fields["repeat"], fold=fields["fold"])
        return cls(**fields)

    @property
    def test_over_train(self) -> float:
        """Test rows for each training row; infinite where it is not known how many were trained on."""
        return test_over_train(self.n_train, self.n_test)

    @property
    def led(self) -> Estimate:
        """The estimate that stands for the model: the mean of folds where there are any with a value, else of all."""
        return self.fold_mean if len(self.folds) > 1 and self.fold_mean.defined else self.pooled

    def by_fold(self) -> dict[tuple[int, int], float]:
        """The values by repeat and fold."""
        return dict(zip(zip(self.repeat.tolist(), self.fold.tolist(), strict=True), self.folds.tolist(), strict=True))

    def __str__(self) -> str:
        mean, gaps = str(self.fold_mean), f"{self.undefined} of {len(self.folds)} folds undefined"
        beside = "" if not self.undefined or gaps in mean else f"; {gaps}"
        said = f"{self.model} {self.measure}: mean of folds {mean}{beside}{self._spreads}; pooled {self.pooled}"
        return f"{said}; {self.nearly_unbiased}" if self.nearly_unbiased else said

    @property
    def _spreads(self) -> str:
        """How folds and, where there are several, repeats spread."""
        if isnan(self.within):
            return ""
        between = "" if isnan(self.between) else f", {self.between:.3g} between repeats"
        return f"; standard deviation {self.within:.3g} of folds{between and ' within a repeat'}{between}"

    @property
    def nearly_unbiased(self) -> str:
        """For which models the expected value is right (Luntz and Brailovsky); nothing where that is not known."""
        if isnan(self.n_train):
            return ""
        rows = f"{self.n_train:,.0f} of {self.n_train + self.n_test:,.0f} rows"
        return f"expected to be right for models trained on {rows} (Luntz and Brailovsky)"


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
    need(predictions, Predictions)
    name = predictions.named(model)
    kind = predictions.kind(measure, name)
    whole = predictions.evidence(kind, name).total()
    about = find(measure, whole)
    scheme = predictions.scheme
    trained = dict(zip(("n_train", "n_test"), sizes(predictions, name), strict=True))
    if scheme.kind == "leave-pair-out" and about.name == "auc":
        pooled = pair_mean(pair_table(predictions, name), level)
    else:
        pooled = _pooled(predictions, name, kind, measure, level, parameters)
    ledger = None if scheme.single else predictions.folds(name, kind)
    if ledger is None:
        nothing = np.zeros(0)
        why = "test sets of a few rows have no measures: see pooled" if scheme.single else "there are no folds"
        mean = Estimate(nan, level=level, why=why)
        return Resampled(about.name, name, nothing, nothing, nothing, mean, pooled, 0, **trained)
    values, why = fold_values(ledger, measure, parameters)
    repeat, fold = places_of(ledger)
    ratio, bounds = test_over_train(**trained), (about.low, about.high)
    mean = no_narrower(fold_mean(values, test_over_train=ratio, level=level, bounds=bounds, why=why), pooled, bounds)
    within, between = spread(values, repeat)
    test, training = _separated(predictions, name, kind, measure, parameters, pooled)
    gaps = int(np.isnan(values).sum())
    spreads = (within, between, test, training)
    return Resampled(about.name, name, values, repeat, fold, mean, pooled, gaps, *spreads, **trained)


def _pooled(
    predictions: Predictions, model: str, kind: type, measure: str, level: float, parameters: dict[str, Any]
) -> Estimate:
    """The measure of all predictions together; groups of rows vary as a whole, or there is none and the reason."""
    groups = predictions.roles.groups
    words: dict[str, Any] = {"level": level, "random_state": predictions.about.seed or 0}
    whole = predictions.evidence(kind, model).total()
    if groups is None:
        return estimate(measure, whole, **words, **parameters)
    ledger = predictions.evidence(kind, model, by=[groups])
    if kind is not ClassScores and len(ledger) > 1:
        return estimate(measure, ledger, **words, **parameters)
    found = estimate(measure, whole, **words, **parameters)
    return replace(found, low=nan, high=nan, method=None, why=found.why or f"no interval by group for {kind.__name__}")


def fold_values(ledger: Ledger, measure: str, parameters: Parameters) -> tuple[Floats, str]:
    """The measure of every entry, and the first reason for a missing one."""
    values, why = [], "undefined"
    for evidence in ledger.entries.values():
        found = find(measure, evidence)
        values.append(float(found(evidence, **parameters)))
        if isnan(values[-1]) and why == "undefined":
            why = found.why(evidence, **parameters)
    return np.array(values), why


def test_over_train(n_train: float, n_test: float) -> float:
    """Test rows for each training row; infinite where it is not known how many were trained on."""
    return inf if isnan(n_train) else n_test / n_train


def sizes(predictions: Predictions, model: str) -> tuple[float, float]:
    """Rows trained on and rows tested, averaged over the trainings; those made elsewhere saw all they did not test."""
    fits = [fit for fit in predictions.fits if fit.model == model and fit.error is None]
    if fits:
        return float(np.mean([fit.n_train for fit in fits])), float(np.mean([fit.n_test for fit in fits]))
    said = predictions.model(model)
    folds = len(np.unique(encode(said.repeat, "repeats")[1] << 32 | encode(said.fold, "folds")[1]))
    tested = len(said) / folds
    return (predictions.n - tested if tested < predictions.n else nan), tested


def pair_table(predictions: Predictions, model: str) -> Floats:
    """For every positive (rows) and negative (columns): 1, 1/2 or 0 as the positive scores higher, equal or lower."""
    said = predictions.model(model)
    if not said.scored or "score" not in predictions.score_columns:
        raise BadParameter("a leave-pair-out AUC needs scores and a positive class.", remedy="positive=")
    truth = predictions.truth == predictions.positive
    positives = int(truth.sum())
    if len(said) != 2 * positives * (predictions.n - positives):
        raise BadParameter("some pairs were not predicted: their trainings failed.", remedy="see predictions.fits")
    first = said.truth[::2] == predictions.positive
    score = said.scores[:, 0].reshape(-1, 2)
    gap = np.where(first, score[:, 0] - score[:, 1], score[:, 1] - score[:, 0])
    table = (np.sign(gap) + 1) / 2
    # The plan's own first class varies slowest, whichever class is called positive here.
    return table.reshape(positives, -1) if first[0] else table.reshape(-1, positives).T


def _separated(
    predictions: Predictions, model: str, kind: type, measure: str, parameters: Parameters, pooled: Estimate
) -> tuple[float, float]:
    """Standard errors from the test rows and from the training sets; the latter needs repeats."""
    from probative.inference.proportion import normal_quantile

    width = pooled.high - pooled.low
    test = width / (2 * normal_quantile(pooled.level)) if np.isfinite(width) else nan
    if predictions.repeats < 2 or predictions.roles.repeat is None:
        return test, nan
    values, _ = fold_values(predictions.evidence(kind, model, by=[predictions.roles.repeat]), measure, parameters)
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return test, nan
    # Repeats that test all rows differ by their training sets only; smaller test sets vary on their own account.
    per_repeat = len(predictions.model(model)) / predictions.repeats
    own = 0.0 if per_repeat >= predictions.n else test**2 * predictions.n / per_repeat
    return test, sqrt(max(float(known.var(ddof=1)) - own, 0.0))
