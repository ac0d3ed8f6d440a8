"""Targets: classification or regression, which classes, and which of two is the positive one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from probative.errors import BadLabels, BadParameter
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, conventional_positive, encode, match_label

Task = Literal["classification", "regression", "graded"]
"""What rows are about: classes, numbers that are predicted, or numbers that grade what was done."""
MANY_INTEGERS = 20
"""Whole-number targets with more distinct values than this are taken for a regression."""


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


def find_target(truth: Array, *, task: Task | None, positive: Label | None, scored: bool) -> Target:
    """Classification or regression, the classes, and the positive one of two."""
    if task not in (None, "classification", "regression"):
        raise BadParameter("task must be 'classification' or 'regression'.", found=task)
    guess = None
    if task is None:
        task = "classification" if scored or positive is not None else _task_of(truth)
        if truth.dtype.kind in "iuf" and not scored and positive is None:
            guess = f"the targets look like a {task} (numbers); name the task if they are not"
    if task == "regression":
        return Target("regression", guess=guess)
    labels, _ = encode(truth, "the truth")
    if len(labels) > 2:
        if positive is not None:
            raise BadLabels(
                "a positive label is for two classes.",
                found=f"{len(labels)} labels",
                remedy="leave it out: every class is evaluated against the rest",
            )
        return Target("classification", labels, None, guess)
    if positive is not None:
        return Target("classification", labels, match_label(positive, labels), guess, named=True)
    return Target("classification", labels, conventional_positive(labels), guess)


def _task_of(truth: Array) -> Task:
    if truth.dtype.kind not in "iuf":
        return "classification"
    distinct = np.unique(truth)
    whole = bool((distinct == np.floor(distinct)).all())
    return "classification" if whole and len(distinct) <= MANY_INTEGERS else "regression"


def require_positive(target: Target) -> Label:
    """The positive class, which scores cannot do without."""
    if target.positive is None:
        raise BadLabels(
            "which label is positive is not clear.",
            found="labels " + ", ".join(repr(label) for label in target.labels),
            remedy="name it with positive= (--positive)",
        )
    return target.positive
