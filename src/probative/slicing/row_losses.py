"""What each row lost: any measure that is a mean over rows, a loss of `pv.losses`, a grade, or a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from probative.errors import BadParameter, BadScores
from probative.evidence import ClassScores, ConfusionMatrix, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode
from probative.losses.declared import LOSSES, Loss
from probative.losses.empirical import row_losses
from probative.measurement import Measure, find, for_evidence, measures
from probative.predictions import Predictions
from probative.predictions.guesses import Guesses, right
from probative.predictions.needs import graded_measure
from probative.predictions.same_rows import SameRows, said_of
from probative.records.brackets import bracketed
from probative.sources import Columns

SYNONYMS = {"zero_one": ("error_rate",), "quadratic": ("mse", "brier"), "absolute": ("mae",), "log": ("log_loss",)}
"""Losses of `pv.losses` whose means are measures, by what the rows can give."""
LossLike = str | Loss | None


@dataclass(frozen=True, slots=True)
class RowLoss:
    """What a row is asked for: a measure by its name, or a function of truth and answer."""

    title: str
    measure: str | None = None
    function: Loss | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    sign: int = 1
    """-1 where higher values are better: then the loss is what is missing."""
    span: float = np.inf
    """The farthest that two means can be apart."""

    @classmethod
    def of(cls, loss: LossLike, predictions: Predictions) -> RowLoss:
        """The loss that was asked for; by default errors for classes, squared errors for numbers, grades as given."""
        kinds = predictions.kinds(predictions.spoke[0])
        if callable(loss):
            return cls(str(getattr(loss, "__name__", "loss")).replace("<lambda>", "loss"), function=loss)
        asked = _usual(predictions, kinds) if loss is None else loss
        named, parameters = bracketed(asked, "log_loss(clip=1e-6)")
        known = {measure.name for kind in kinds for measure in for_evidence(kind)}
        synonyms = [name for name in SYNONYMS.get(named, ()) if name in known]
        if named in LOSSES and not synonyms:
            return cls(named, function=LOSSES[named])
        measure = find(synonyms[0] if synonyms else named)
        _require_mean(measure, asked)
        kind = predictions.kind(measure.name)
        measure = next(one for one in for_evidence(kind) if one.name == measure.name)
        parameters = dict(measure.checked(parameters))
        sign = -1 if measure.better == "higher" else 1
        title = measure.called(parameters)
        return cls(title, measure.name, None, parameters, sign, measure.high - measure.low)

    def __call__(self, predictions: Predictions, model: str, rows: Columns) -> Floats:
        """What each of these rows adds to the mean."""
        held = _held(predictions, model, rows)
        if self.measure is None:
            found = row_losses(self._function, *_pair(predictions, held, model))
        else:
            found = self._added(Guesses.of(held, self.measure), model)
        bad = int((~np.isfinite(found)).sum())
        if bad:
            raise BadScores(
                f"{self.title} has no finite value for some rows.",
                found=f"{bad:,} of {len(found):,} rows",
                remedy="another loss; log_loss(clip=1e-6) where probabilities of 0 and 1 are meant as nearly that",
            )
        return found

    @property
    def _function(self) -> Callable[..., Any]:
        assert self.function is not None
        return self.function

    def _added(self, guesses: Guesses, model: str) -> Floats:
        measure = next(one for one in for_evidence(guesses.kind) if one.name == self.measure)
        added, said = measure.row_loss, guesses.models[model]
        assert added is not None
        if guesses.kind in (Outcomes, ConfusionMatrix):
            return np.asarray(added(np.ones(len(said), bool), right(guesses.truth, said)), np.float64)
        truth = guesses.truth
        if guesses.kind is ClassScores:
            truth = _codes(truth, guesses.labels)
        elif measure.probabilities and not (said.min() >= 0 and said.max() <= 1):
            raise BadScores(
                f"{measure.name} needs probabilities.",
                found=f"scores from {said.min():g} to {said.max():g}",
                remedy="loss='error_rate', or calibrated scores",
            )
        numbers = truth if guesses.kind is ClassScores else np.asarray(truth, np.float64)
        return np.asarray(added(numbers, np.asarray(said, np.float64), **self.parameters), np.float64)


def _usual(predictions: Predictions, kinds: tuple[type, ...]) -> str:
    """Errors where there are labels, else the first loss that such rows have; grades as they are."""
    if predictions.task == "graded":
        return graded_measure(predictions.target)
    labels = (Outcomes, ConfusionMatrix)
    told = sorted(kinds, key=lambda kind: kind not in labels)
    losses = (one for kind in told for one in for_evidence(kind) if one.better == "lower")
    return next(one.name for one in losses if one.row_loss is not None)


def _require_mean(measure: Measure, asked: str) -> None:
    if measure.row_loss is None or measure.better == "neither":
        means = [one.name for one in measures() if one.row_loss is not None and one.better != "neither"]
        raise BadParameter(
            f"{asked} is not a mean of what single rows lose.",
            found=", ".join(dict.fromkeys([*means, *LOSSES])),
            remedy="one of these, or a function of y and g",
        )


def _held(predictions: Predictions, model: str, rows: Columns) -> SameRows:
    """The rows of one model as measures take them."""
    cuts = {model: predictions.threshold(model)} if predictions.target.labels else {}
    return SameRows(
        rows.values[predictions.roles.truth],
        {model: said_of(rows.values, predictions.by_model[model])},
        predictions.target,
        {model: predictions.kinds(model)},
        cuts=cuts,
    )


def _pair(predictions: Predictions, held: SameRows, model: str) -> tuple[Array, Array]:
    """Truth and answer as a function takes them: scores beside 1 and 0 where there are some, else as they are."""
    said = held.models[model]
    if said.score is not None and predictions.target.labels:
        _, positive = predictions.classes
        labels, codes = encode(held.truth, "truth")
        return np.array([label == positive for label in labels], np.int64)[codes], said.score
    if said.value is not None:
        return said.value, said.value
    if said.predicted is not None:
        return held.truth, said.predicted
    return held.truth, said.likeliest(held.target.labels)


def _codes(truth: Array, labels: tuple[Any, ...]) -> Array:
    known, codes = encode(truth, "truth")
    return np.array([labels.index(label) for label in known], np.intp)[codes]
