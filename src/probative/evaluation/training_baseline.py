"""What a rule reaches that knows the training targets only: their mean, or their largest class, fold by fold."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.predictions import Predictions

MEAN = "predict the mean of the training targets"
MAJORITY = "always predict the largest class of the training rows"


def training_baseline(predictions: Predictions, model: str, mean: float | None = None) -> dict[str, Any]:
    """The rule and what it reaches on the tested rows, each counted once; nothing where trainings are not known.

    `mean` is the mean of training targets that somebody else knows, where there is no run.

    >>> import probative as pv
    >>> said = pv.read(truth=[1.0, 2.0, 3.5, 6.0], predicted=[1.5, 2.0, 3.0, 5.0])
    >>> training_baseline(said, "model", 2.0)["mse"]
    4.8125
    """
    guesses = _guesses(predictions, model) if mean is None else np.full(len(predictions.model(model)), float(mean))
    if guesses is None:
        return {}
    rows, truth = predictions.rows(model), predictions.model(model).truth
    weight = np.ones(len(truth)) if rows.weight is None else rows.weight
    if predictions.labels:
        return {"rule": MAJORITY, "accuracy": float(np.average(truth == guesses, weights=weight))}
    return {"rule": MEAN} | _of_numbers(np.asarray(truth, np.float64), np.asarray(guesses, np.float64), weight)


def _of_numbers(truth: Floats, guesses: Floats, weight: Floats) -> dict[str, float]:
    errors = truth - guesses
    mse = float(np.average(np.square(errors), weights=weight))
    spread = float(np.average(np.square(truth - np.average(truth, weights=weight)), weights=weight))
    found = {"mse": mse, "rmse": mse**0.5, "mae": float(np.average(np.abs(errors), weights=weight))}
    return found | ({"r2": 1 - mse / spread} if spread else {})


def _guesses(predictions: Predictions, model: str) -> Array | None:
    """For every test, what the rule would have said after that training."""
    fits = [fit for fit in predictions.fits if fit.model == model and fit.error is None]
    if not fits or any(fit.how != "trained" or fit.training_guess is None for fit in fits):
        return None
    known = {(fit.repeat, fit.fold): fit.training_guess for fit in fits}
    told = predictions.model(model)
    places = zip(told.repeat.tolist(), told.fold.tolist(), strict=True)
    return np.array([known[place] for place in places], np.float64 if not predictions.labels else object)
