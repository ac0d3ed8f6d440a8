"""F-measure averaged over classes: of F, of what goes into it, or of the counts."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats
from probative.explanation.convention import Convention, Rule
from probative.explanation.ratios import per_class, share
from probative.explanation.rows import Labelled
from probative.explanation.words import NAMED, classes, count, label_name
from probative.measurement.registry import find

_SK = "scikit-learn (f1_score, average="
MACRO = Rule("mean of F", "F of every class, averaged", (f"{_SK}'macro')",))
OF_MEANS = Rule(
    "F of means",
    "F of the mean precision and the mean recall (0/0 counts as 0)",
    ("Sokolova and Lapalme (2009)",),
)
DROPPED = Rule(
    "mean of F, undefined classes dropped",
    "F of every class whose precision and recall exist, averaged",
    ("yardstick (f_meas, estimator = 'macro')",),
)
ACTUAL = Rule(
    "mean of F, actual classes only",
    "F of every class with actual rows, averaged",
    (f"{_SK}'macro', labels=the actual classes)",),
)
MICRO = Rule(
    "micro", "the counts of all classes added up: with one label per row this is accuracy", (f"{_SK}'micro')",)
)
WEIGHTED = Rule(
    "weighted",
    "F of every class, weighted by its actual rows",
    (f"{_SK}'weighted')", "Spark MLlib (weightedFMeasure)"),
)


def empty_classes(rows: Labelled) -> str:
    """Classes that were never predicted, or never actual, in words.

    >>> from probative.evidence import ConfusionMatrix
    >>> empty_classes(Labelled(ConfusionMatrix.from_counts([[3, 0], [2, 0]], ["a", "b"]), None))
    'class b was never predicted'
    """
    _, predicted, actual = per_class(rows)
    parts = []
    for sizes, words in ((predicted, "never predicted"), (actual, "never actual")):
        none = [label for label, size in zip(rows.matrix.labels, sizes, strict=True) if not size]
        parts += [classes(none, words)] if none else []
    return "; ".join(parts) or "every class was both actual and predicted"


def f_of(precision: float, recall: float, beta: float) -> float:
    """Weighted harmonic mean of precision and recall; 0 where both are.

    >>> f_of(0.5, 1.0, 1.0).__round__(6), f_of(0.0, 0.0, 1.0)
    (0.666667, 0.0)
    """
    whole = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / whole if whole else 0.0


def _each(rows: Labelled, beta: float) -> Floats:
    """F of every class from its counts: every class that occurs is actual or predicted."""
    right, predicted, actual = per_class(rows)
    values: Floats = (1 + beta**2) * right / (beta**2 * actual + predicted)
    return values


def f_by_class(rows: Labelled, beta: float) -> str:
    """F of the classes in words.

    >>> from probative.evidence import ConfusionMatrix
    >>> f_by_class(Labelled(ConfusionMatrix.from_counts([[3, 0], [0, 1]], ["a", "b"]), None), 1.0)
    'F is 1 for class a (3 actual rows), 1 for class b (1 actual row)'
    """
    each, actual = _each(rows, beta), per_class(rows)[2]
    shown = [
        f"{f:.4g} for class {label_name(label)} ({count(size, 'actual row')})"
        for label, f, size in zip(rows.matrix.labels[:NAMED], each, actual, strict=False)
    ]
    return f"F is {', '.join(shown)}{', ...' if len(each) > NAMED else ''}"


def _means(rows: Labelled, beta: float) -> list[Convention]:
    """Means over classes: of F, or of what goes into it; of all classes, or of those where all of it exists."""
    right, predicted, actual = per_class(rows)
    each, sizes = _each(rows, beta), f_by_class(rows, beta)
    precision, recall = (float(share(right, whole, 0.0).mean()) for whole in (predicted, actual))
    both = (predicted > 0) & (actual > 0)
    left_out = "no class was both actual and predicted"
    cause = f"the mean precision is {precision:.4g} and the mean recall {recall:.4g}, whose F is not the mean of F"
    macro = find("macro_f_beta")(rows.matrix, beta=beta)
    return [
        MACRO.gives(macro, cause=sizes),
        OF_MEANS.gives(f_of(precision, recall, beta), cause=cause),
        DROPPED.gives(
            each[both].mean() if both.any() else np.nan,
            why=left_out,
            cause=sizes if both.all() else empty_classes(rows),
        ),
        ACTUAL.gives(each[actual > 0].mean(), cause=sizes if (actual > 0).all() else empty_classes(rows)),
    ]


def _totals(rows: Labelled, beta: float) -> list[Convention]:
    """Values in which large classes count for more."""
    sizes = f_by_class(rows, beta)
    micro, weighted = (find(f"{how}_f_beta")(rows.matrix, beta=beta) for how in ("micro", "weighted"))
    return [MICRO.gives(micro, cause=sizes), WEIGHTED.gives(weighted, cause=sizes)]


def averages(rows: Labelled, beta: float) -> list[Convention]:
    """All averages of F over the classes.

    >>> from probative.evidence import ConfusionMatrix
    >>> [row.name for row in averages(Labelled(ConfusionMatrix.from_counts([[3, 1], [0, 2]]), None), 1.0)][:2]
    ['mean of F', 'F of means']
    """
    return [*_means(rows, beta), *_totals(rows, beta)]
