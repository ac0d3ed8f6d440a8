"""Classifiers as rules: what a fitted one, or a function of rows, answers at every point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from probative.errors import BadInput, BadParameter
from probative.evidence.arrays import Array, Floats
from probative.theory.quadric import Quadric

Rule = Any
"""A fitted classifier (an object with `predict`), or a function of rows of points."""


def rule_of(classifier: Rule) -> Callable[[Floats], Array]:
    """The function of rows that a classifier is.

    >>> rule_of(lambda x: x[:, 0] > 0)(np.array([[1.0]])).tolist()
    [True]
    """
    asked = getattr(classifier, "predict", classifier)
    if not callable(asked):
        raise BadParameter(
            "a rule is a fitted classifier, or a function of rows.",
            found=repr(classifier),
            remedy="an object with predict, or lambda x: np.where(x[:, 0] >= 0, 1, -1)",
        )
    found: Callable[[Floats], Array] = asked
    return found


def answers(classifier: Rule, points: Floats) -> Array:
    """One answer for each row; a column of answers is taken as well, as rules of one number naturally give it.

    >>> answers(lambda x: np.where(x >= 0, 1, -1), np.array([[0.5], [-0.5]])).tolist()
    [1, -1]
    """
    said = np.asarray(rule_of(classifier)(points))
    if said.shape == (len(points), 1):
        said = said[:, 0]
    if said.shape != (len(points),):
        raise BadInput(
            "the rule must give one answer per point.",
            found=f"shape {said.shape} for {len(points)} points",
            remedy="an array with one label for each row",
        )
    return said


def linear_border(classifier: Rule, dimension: int, labels: tuple[int, int]) -> Quadric | None:
    """The border of a fitted linear classifier of these labels, the positive one last; None where it is no line.

    >>> from types import SimpleNamespace
    >>> line = SimpleNamespace(coef_=[[1.0, 0.0]], intercept_=[-1.0], classes_=[0, 1])
    >>> linear_border(line, 2, (0, 1)).kind, linear_border(lambda x: x[:, 0] > 1, 2, (0, 1))
    ('line', None)
    """
    slope = np.atleast_2d(np.asarray(getattr(classifier, "coef_", ())))
    if slope.shape != (1, dimension) or list(getattr(classifier, "classes_", ())) != list(labels) or not slope.any():
        return None
    return Quadric(np.zeros((dimension, dimension)), slope[0], float(np.ravel(classifier.intercept_)[0]))
