"""Balanced accuracy: over which classes, and from where it counts."""

from __future__ import annotations

import numpy as np

from probative.explanation.convention import Rule
from probative.explanation.ratios import per_class, share
from probative.explanation.rows import Labelled
from probative.explanation.topics import Found, topic
from probative.explanation.words import classes, count
from probative.measurement import confusion

ALL = Rule("all classes", "mean recall over the classes; undefined if one has no actual rows")
ACTUAL = Rule(
    "actual classes",
    "mean recall over the classes that have actual rows",
    ("scikit-learn (balanced_accuracy_score)",),
)
AS_0 = Rule(
    "absent as 0",
    "mean recall, 0 for a class without actual rows",
    ("scikit-learn (recall_score, average='macro')",),
)
ADJUSTED = Rule(
    "adjusted",
    "rescaled so that chance is 0: (b - 1/k) / (1 - 1/k) over the k actual classes",
    ("scikit-learn (balanced_accuracy_score, adjusted=True)",),
)
REST = Rule(
    "one against the rest",
    "(recall + specificity) / 2 of every class against the rest, averaged",
    ("yardstick (bal_accuracy)",),
)


@topic("labels", "balanced_accuracy")
def explain_balanced_accuracy(rows: Labelled) -> Found:
    """The mean recall where a class has no actual rows, and the forms that are rescaled or one-vs-rest.

    >>> from probative.explanation import explain
    >>> explain("balanced_accuracy", truth=[0, 1], predicted=[0, 2])["absent as 0"].value
    0.3333333333333333
    """
    right, predicted, actual = per_class(rows)
    total, some = actual.sum(), int((actual > 0).sum())
    absent = [label for label, size in zip(rows.matrix.labels, actual, strict=True) if not size]
    fact = classes(absent, "never actual") if absent else "every class has actual rows"
    single = "only one class is actual" if some < 2 else ""
    why = fact if absent else single
    present = float((right[actual > 0] / actual[actual > 0]).mean())
    specificity = share(total - actual - predicted + right, total - actual, np.nan)
    chance = f"chance alone would give {1 / some:.6g} with {count(some, 'actual class', 'actual classes')}"
    others = f"with {len(actual)} classes the specificities count as well"
    conventions = [
        ALL.gives(confusion.balanced_accuracy(rows.matrix), why=why),
        ACTUAL.gives(present, cause=why),
        AS_0.gives(share(right, actual, 0.0).mean(), cause=why),
        ADJUSTED.gives(np.nan if single else (present - 1 / some) / (1 - 1 / some), why=single, cause=chance),
        REST.gives(((share(right, actual, np.nan) + specificity) / 2).mean(), why=why, cause=others),
    ]
    return conventions, [fact]
