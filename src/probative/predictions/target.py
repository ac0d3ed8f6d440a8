"""Targets: classification or regression, which classes, and which of two is the positive one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Literal

import numpy as np

from probative.errors import BadLabels, BadParameter
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, conventional_positive, encode, match_label, ordered

Task = Literal["classification", "regression", "graded"]
"""What rows are about: classes, numbers that are predicted, or numbers that grade what was done."""
MANY_INTEGERS = 20
"""Whole-number targets with more distinct values than this are taken for a regression."""


YES = (
    *(("no", "yes"), ("n", "y"), ("false", "true"), ("negative", "positive"), ("neg", "pos"), ("0", "1")),
    *(("nein", "ja"), ("non", "oui"), ("no", "sí"), ("no", "si"), ("no", "sì"), ("não", "sim"), ("nee", "ja")),
    *(("nej", "ja"), ("nei", "ja"), ("nie", "tak")),
)
"""Pairs of words of which one says no and the other yes, in any spelling; in the languages of Latin letters, too."""


@dataclass(frozen=True, slots=True)
class Target:
    """What the truth column is about."""

    task: Task
    labels: tuple[Label, ...] = ()
    positive: Label | None = None
    guess: str | None = None
    named: bool = False
    """Whether the user named the positive class."""
    better: str | None = None
    """Of graded rows: whether lower or higher values are better."""


def find_target(
    truth: Array, *, task: Task | None, positive: Label | None, scored: bool, said: Callable[[], set[Label]] = set
) -> Target:
    """Classification or regression, the classes, and the positive one of two.

    What models said, asked for where the truth alone leaves a question open: whether whole numbers are classes, and
    what the other class is called where all rows are of one.
    """
    if task not in (None, "classification", "regression"):
        raise BadParameter("task must be 'classification' or 'regression'.", found=task)
    guess = None
    if task is None:
        task = "classification" if scored or positive is not None else _task_of(truth)
        if task == "regression" and _may_be_classes(truth, said):
            raise BadParameter(
                "whether these whole numbers are classes or quantities is not clear.",
                found=f"{len(np.unique(truth))} different ones, and whole numbers are predicted",
                remedy="task='classification' (--task classification), or task='regression' (--task regression)",
            )
        if truth.dtype.kind in "iuf" and not scored and positive is None:
            guess = f"the targets look like a {task} (numbers); name the task if they are not"
    if task == "regression":
        return Target("regression", guess=guess)
    labels, _ = encode(truth, "the truth")
    if len(labels) == 1 and len(both := ordered([*labels, *said()])) == 2:
        labels = both
    if len(labels) > 2:
        if positive is not None:
            raise BadLabels(
                "a positive label is for two classes.",
                found=f"{len(labels)} labels",
                remedy="leave it out: every class is evaluated against the rest",
            )
        return Target("classification", labels, None, guess)
    if positive is not None:
        usual = conventional_positive(labels)
        # Rows of class 0 alone have a class 1 beside them that did not occur.
        known = labels if usual is None else ordered([*labels, usual])
        return Target("classification", labels, match_label(positive, known), guess, named=True)
    usual = conventional_positive(labels)
    if usual is None and (meant := _spoken_positive(labels)) is not None:
        return Target(
            "classification", labels, meant, f"of the labels {' and '.join(map(str, labels))}, {meant} is positive"
        )
    return Target("classification", labels, usual, guess)


def _spoken_positive(labels: Sequence[Label]) -> Label | None:
    """The label that says yes, where the other one says no.

    >>> _spoken_positive(("No", "Yes")), _spoken_positive(("cat", "dog")), _spoken_positive(("yes",))
    ('Yes', None, None)
    >>> _spoken_positive(("ja", "nein"))
    'ja'
    """
    words = {str(label).strip().lower(): label for label in labels}
    return next((words[yes] for no, yes in YES if set(words) == {no, yes}), None)


def _may_be_classes(truth: Array, said: Callable[[], set[Label]]) -> bool:
    """Whether whole numbers that would do as class numbers are all that is true and all that is predicted.

    Such are dense, start at 0 or above, and occur several times.
    """
    distinct = np.unique(truth)
    low, high = float(distinct[0]), float(distinct[-1])
    whole = bool((distinct == np.floor(distinct)).all())
    if not whole or low < 0 or high - low >= 2 * len(distinct) or len(truth) < 2 * len(distinct):
        return False
    predicted = said()
    numbers = [float(label) for label in predicted if isinstance(label, int | float)]
    return 0 < len(predicted) == len(numbers) and all(n.is_integer() and low <= n <= high for n in numbers)


def _task_of(truth: Array) -> Task:
    if truth.dtype.kind not in "iuf":
        return "classification"
    distinct = np.unique(truth)
    whole = bool((distinct == np.floor(distinct)).all())
    # Numbers that hardly come twice and lie far apart, such as weights in kilograms, are no classes.
    scattered = len(truth) < 2 * len(distinct) and float(distinct[-1]) - float(distinct[0]) >= 2 * len(distinct)
    return "classification" if whole and len(distinct) <= MANY_INTEGERS and not scattered else "regression"


def require_positive(target: Target) -> Label:
    """The positive class, which scores cannot do without."""
    if target.positive is None:
        options = " or ".join(f"--positive {quote(str(label))}" for label in target.labels)
        raise BadLabels(
            "which label is positive is not clear.",
            found="labels " + ", ".join(repr(label) for label in target.labels),
            remedy=f"name it: positive= ({options})",
        )
    return target.positive
