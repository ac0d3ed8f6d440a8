"""Which rows a model was tested on, as a fingerprint that other evaluations of the same rows share."""

from __future__ import annotations

from math import log2

import numpy as np

from probative.evidence import Fingerprint
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.predictions.predictions import Predictions

TELLING = 40
"""Bits without which the truths alone do not tell one test set from another."""


def tested_rows(predictions: Predictions, model: str) -> Fingerprint | None:
    """The fingerprint of ids and truths of the rows that a model was tested on, each once.

    Without ids, rows are told by their place; None where even that would not tell test sets apart (sorted truths), or
    where rows were too many to be listed.
    """
    if predictions.task == "graded":
        return None
    told = predictions.rows(model)
    truth, column = told.values[predictions.roles.truth], predictions.roles.row
    if column is None:
        return Fingerprint.from_rows(truth) if told.counts is None and _telling(truth) else None
    ids = told.values[column]
    first = np.unique(encode(ids, column)[1], return_index=True)[1]
    return Fingerprint.from_rows(truth[first], ids[first])


def _telling(truth: Array) -> bool:
    """Whether so many orders of the truths have as many runs that two test sets hardly share one by chance."""
    from scipy.special import gammaln

    if truth.dtype.kind == "f" and len(np.unique(truth)) > TELLING:
        return True
    codes = encode(truth, "truth")[1]
    n, runs = len(codes), int((np.diff(codes) != 0).sum()) + 1
    orders = (gammaln(n) - gammaln(runs) - gammaln(n - runs + 1)) / np.log(2)
    return bool(orders + (runs > 1) * log2(max(int(codes.max()), 1)) >= TELLING)
