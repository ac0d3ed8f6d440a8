"""Averages of a binary measure over classes: always named as what they are (macro, weighted, micro)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ConfusionMatrix, Outcomes
from probative.evidence.arrays import Floats, Number
from probative.evidence.confusion import one_vs_rest_all
from probative.measurement.f_measures import f1, f_beta
from probative.measurement.overlap import jaccard
from probative.measurement.rates import precision, recall, specificity
from probative.measurement.registry import Measure, Parameter, Parameters, register

Undefined = Literal["propagate", "drop", "zero"]
AVERAGED = (precision, recall, specificity, f1, f_beta, jaccard)
_WORDS = {
    "macro": "Unweighted mean over the classes of",
    "weighted": "Mean over the classes, weighted by their actual rows, of",
    "micro": "One value from the outcomes of all classes added up:",
}


def _require_option(undefined: str) -> None:
    if undefined not in ("propagate", "drop", "zero"):
        raise BadParameter(
            "undefined must be 'propagate', 'drop' or 'zero'.", found=undefined, remedy="undefined='drop'"
        )


def _per_class(base: Measure, counts: Floats, undefined: Undefined, **parameters: Parameter) -> tuple[Floats, Floats]:
    """Value and weight of each class along the last axis."""
    cells = Outcomes.trusted(*one_vs_rest_all(counts))
    values = np.asarray(base(cells, **parameters))
    support = np.asarray(cells.positives)
    if undefined == "zero":
        values = np.where(np.isnan(values), 0.0, values)
    return values, support


def _averaged(base: Measure, how: str) -> Callable[..., Number]:
    def average(cm: ConfusionMatrix, undefined: Undefined = "propagate", **parameters: Parameter) -> Number:
        counts = np.asarray(cm.counts, np.float64)
        _require_option(undefined)
        if how == "micro":
            cells = one_vs_rest_all(counts)
            return base(Outcomes.trusted(*(c.sum(axis=-1) for c in cells)), **parameters)
        values, support = _per_class(base, counts, undefined, **parameters)
        weight = np.ones_like(values) if how == "macro" else support
        # A class without actual rows has no weight in the weighted mean, whatever its value.
        counted = (weight > 0) & ~np.isnan(values) if undefined == "drop" else weight > 0
        weight = np.where(counted, weight, 0.0)
        total = weight.sum(axis=-1)
        sums = np.where(counted, values * weight, 0.0).sum(axis=-1)
        return np.where(total > 0, sums / np.where(total > 0, total, 1.0), np.nan)

    return average


def _gradient(base: Measure, how: str) -> Callable[..., Floats]:
    """Chain rule: a cell (i, j) is TP or FN for class i, FP for class j, and TN for the others."""

    def gradient(cm: ConfusionMatrix, undefined: Undefined = "propagate", **parameters: Parameter) -> Floats:
        counts = np.asarray(cm.counts, np.float64)
        stack = np.stack(one_vs_rest_all(counts), axis=-1)
        if how == "micro":
            shared = _binary_gradient(base, stack.sum(axis=0), parameters)
            per_class = np.broadcast_to(shared, stack.shape)
        else:
            per_class = np.stack([_binary_gradient(base, cells, parameters) for cells in stack])
            weight = np.ones(len(stack)) if how == "macro" else counts.sum(axis=1)
            values, _ = _per_class(base, counts, undefined, **parameters)
            weight = np.where(np.isnan(values), 0.0, weight)
            per_class = per_class * (weight / weight.sum())[:, None]
        tp, fn, fp, tn = per_class.T
        k = len(counts)
        table = np.sum(tn) - tn[:, None] - tn[None, :] + fn[:, None] + fp[None, :]
        table[np.arange(k), np.arange(k)] = np.sum(tn) - tn + tp
        if how == "weighted":
            mean = np.nansum(values * weight) / weight.sum()
            table += ((np.nan_to_num(values) - mean) / weight.sum())[:, None]
        slopes: Floats = table.ravel()
        return slopes

    return gradient


def _binary_gradient(base: Measure, cells: Floats, parameters: Parameters) -> Floats:
    """Central differences; cells that are empty do not move."""
    step = np.where(cells > 0, 1e-5 * np.maximum(cells, 1e-9 * cells.sum()), 0.0)
    moves = np.diag(step)
    up = np.asarray(base(Outcomes.trusted(*(cells + moves).T), **parameters))
    down = np.asarray(base(Outcomes.trusted(*(cells - moves).T), **parameters))
    return np.nan_to_num(np.where(step > 0, (up - down) / np.where(step > 0, 2 * step, 1.0), 0.0))


def _undefined_class(base: Measure) -> Callable[..., str]:
    def reason(cm: ConfusionMatrix, **_: Parameter) -> str:
        values = np.asarray(base(cm.per_class()))
        bad = [label for label, value in zip(cm.labels, values, strict=True) if np.isnan(value)]
        named = ", ".join(str(label) for label in bad[:5])
        return f"{base.name} is undefined for class {named}" if bad else ""

    return reason


for _how, _words in _WORDS.items():
    for _base in AVERAGED:
        register(
            Measure(
                name=f"{_how}_{_base.name}",
                needs=ConfusionMatrix,
                function=_averaged(_base, _how),
                doc=f"{_words} {_base.name}.",
                formula=f"{_how} average of {_base.formula}",
                better=_base.better,
                low=_base.low,
                high=_base.high,
                scale="logit",
                method="adjusted-t",
                parameters={"undefined": "propagate", **_base.parameters},
                gradient=_gradient(_base, _how),
                reason=_undefined_class(_base),
                title=f"{_how.capitalize()} average of {_base.title}",
                places=frozenset({"summary", "slices", "folds"}) if _how == "macro" and _base is f1 else frozenset(),
                on_request=_base.on_request,
            )
        )
