"""Precision and recall: what 0/0 counts, in one class and in the mean over classes."""

from __future__ import annotations

import numpy as np

from probative.evidence import Outcomes
from probative.evidence.arrays import Floats
from probative.explanation.convention import Rule
from probative.explanation.rows import Labelled
from probative.explanation.topics import Found, topic
from probative.explanation.words import classes
from probative.measurement.registry import find
from probative.predictions.target import Target, require_positive

_EMPTY = {"precision": "never predicted", "recall": "never actual"}


def per_class(rows: Labelled) -> tuple[Floats, Floats, Floats]:
    """Rightly predicted, all predicted and all actual rows of every class.

    >>> from probative.evidence import ConfusionMatrix
    >>> [c.tolist() for c in per_class(Labelled(ConfusionMatrix.from_counts([[3, 1], [0, 2]]), None))]
    [[3.0, 2.0], [3.0, 3.0], [4.0, 2.0]]
    """
    counts = np.asarray(rows.matrix.counts, np.float64)
    return np.diagonal(counts), counts.sum(axis=0), counts.sum(axis=1)


def share(part: Floats, whole: Floats, otherwise: float) -> Floats:
    """Part / whole, with another value for 0/0.

    >>> share(np.array([1.0, 0.0]), np.array([2.0, 0.0]), 1.0).tolist()
    [0.5, 1.0]
    """
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1.0), otherwise)


def outcomes_of(rows: Labelled) -> Outcomes:
    """The four outcomes of the positive class, which must be known; no row need have it.

    >>> from probative.evidence import ConfusionMatrix
    >>> outcomes_of(Labelled(ConfusionMatrix.from_counts([[3, 1], [0, 2]]), 1)).tp
    2
    """
    labels = rows.matrix.labels
    positive = require_positive(Target("classification", labels, rows.positive))
    if positive in labels:
        return rows.matrix.outcomes(positive)
    return Outcomes(tp=0, fn=0, fp=0, tn=int(rows.matrix.n))


def _explain_binary(rows: Labelled, name: str) -> Found:
    cells, measure = outcomes_of(rows), find(name)
    value = float(measure(cells))
    why = measure.why(cells) if np.isnan(value) else ""
    fact = f"there are {why}" if why else "the denominator is not 0"
    tool = f"scikit-learn ({name}_score"
    ours = Rule("0/0 undefined", f"{measure.formula}, undefined for 0/0", (f"yardstick ({name})", f"caret ({name})"))
    as_0 = Rule("0/0 as 0", "0/0 counts as 0", (f"{tool} by default)",))
    as_1 = Rule("0/0 as 1", "0/0 counts as 1", (f"{tool}, zero_division=1)",))
    conventions = [
        ours.gives(value, why=why),
        as_0.gives(0.0 if why else value, cause=fact),
        as_1.gives(1.0 if why else value, cause=fact),
    ]
    return conventions, [fact]


def _explain_macro(rows: Labelled, name: str) -> Found:
    right, predicted, actual = per_class(rows)
    whole = predicted if name == "precision" else actual
    empty = [label for label, size in zip(rows.matrix.labels, whole, strict=True) if not size]
    fact = classes(empty, _EMPTY[name]) if empty else f"no class was {_EMPTY[name]}"
    tool = f"scikit-learn ({name}_score, average='macro'"
    ours = Rule("0/0 undefined", f"mean over the classes; undefined if one {name} is 0/0")
    as_0 = Rule("0/0 as 0", "0/0 counts as 0", (f"{tool})",))
    as_1 = Rule("0/0 as 1", "0/0 counts as 1", (f"{tool}, zero_division=1)",))
    yardstick = f"yardstick ({name}, estimator = 'macro')"
    dropped = Rule(
        "0/0 dropped", "classes with 0/0 are left out of the mean", (f"{tool}, zero_division=nan)", yardstick)
    )
    conventions = [
        ours.gives(find(f"macro_{name}")(rows.matrix), why=fact),
        as_0.gives(share(right, whole, 0.0).mean(), cause=fact),
        as_1.gives(share(right, whole, 1.0).mean(), cause=fact),
        dropped.gives((right[whole > 0] / whole[whole > 0]).mean(), cause=fact),
    ]
    return conventions, [fact]


@topic("labels", "precision")
def explain_precision(rows: Labelled) -> Found:
    """Precision of the positive class where it was never predicted.

    >>> from probative.explanation import explain
    >>> explain("precision", truth=[1, 0], predicted=[0, 0]).why
    'no predicted positives'
    """
    return _explain_binary(rows, "precision")


@topic("labels", "recall")
def explain_recall(rows: Labelled) -> Found:
    """Recall of the positive class where no row has it.

    >>> from probative.explanation import explain
    >>> explain("recall", truth=[0, 0], predicted=[0, 1])["0/0 as 1"].value
    1.0
    """
    return _explain_binary(rows, "recall")


@topic("labels", "macro_precision", "precision_macro")
def explain_macro_precision(rows: Labelled) -> Found:
    """Mean precision over the classes where one was never predicted.

    >>> from probative.explanation import explain
    >>> explain("macro_precision", truth=["a", "b"], predicted=["a", "a"])["0/0 dropped"].value
    0.5
    """
    return _explain_macro(rows, "precision")


@topic("labels", "macro_recall", "recall_macro")
def explain_macro_recall(rows: Labelled) -> Found:
    """Mean recall over the classes where one has no actual rows.

    >>> from probative.explanation import explain
    >>> explain("macro_recall", truth=["a", "a"], predicted=["a", "b"]).why
    'class b was never actual'
    """
    return _explain_macro(rows, "recall")
