"""The risk of a procedure by the criterion that it chose by, also where that is a function of the user's."""

from __future__ import annotations

from math import inf, isnan, nan

import numpy as np

from probative.inference import Estimate
from probative.inference.resampled import fold_mean, spread
from probative.predictions import Predictions, Resampled, resampled
from probative.predictions.places import places_of
from probative.predictions.resampled import sizes, test_over_train
from probative.running.criterion import Criterion

NO_INTERVAL = "nothing is known of how a function of evidence varies"


def criterion_risk(said: Predictions, criterion: Criterion, model: str, level: float = 0.95) -> Resampled:
    """The criterion under resampling: a measure as always, a function fold by fold and pooled (without an interval)."""
    if isinstance(criterion.measure, str):
        return resampled(said, criterion.measure, model=model, level=level, **criterion.parameters)
    kind, function = criterion.kind(said, model), criterion.measure
    whole = said.evidence(kind, model).total()
    pooled = Estimate(float(function(whole)), level=level, n=float(whole.n), why=NO_INTERVAL)
    trained = dict(zip(("n_train", "n_test"), sizes(said, model), strict=True))
    ledger = None if said.scheme.single else said.folds(model, kind)
    if ledger is None:
        nothing, why = np.zeros(0), "test sets of a few rows have no measures: see pooled"
        mean = Estimate(nan, level=level, why=why)
        return Resampled(criterion.name, model, nothing, nothing, nothing, mean, pooled, 0, **trained)
    values = np.array([float(function(part)) for part in ledger.entries.values()])
    repeat, fold = places_of(ledger)
    why = "the function has no value on some test set" if np.isnan(values).any() else ""
    ratio = test_over_train(**trained)
    mean = fold_mean(values, test_over_train=ratio, level=level, bounds=(-inf, inf), why=why)
    gaps = sum(map(isnan, values.tolist()))
    return Resampled(
        criterion.name, model, values, repeat, fold, mean, pooled, gaps, *spread(values, repeat), **trained
    )
