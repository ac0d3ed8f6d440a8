"""Curves made in one step from rows or from a fitted model, in the words of scikit-learn's displays."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

import numpy as np

from probative.errors import BadInput, BadLabels
from probative.evidence import Ladder
from probative.evidence.arrays import Floats, at_home
from probative.evidence.labels import Label, conventional_positive, encode, match_label


class FromRows:
    """A curve that is a view of a ladder: `from_predictions` and `from_estimator` make the ladder themselves."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def of_ladder(cls, ladder: Ladder) -> Self:
        """The curve of a ladder."""

    @classmethod
    def from_predictions(
        cls, y_true: object, y_score: object, *, pos_label: Label | None = None, sample_weight: object = None
    ) -> Self:
        """The curve of scores beside their truth."""
        return cls.of_ladder(Ladder.from_scores(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight))

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803
        y: object,
        *,
        pos_label: Label | None = None,
        sample_weight: object = None,
    ) -> Self:
        """The curve of what a fitted classifier says of these rows: its probabilities, or its decision function."""
        scores, positive = scores_of(estimator, X, pos_label)
        return cls.from_predictions(y, scores, pos_label=positive, sample_weight=sample_weight)


def scores_of(estimator: Any, X: Any, pos_label: Label | None = None) -> tuple[Floats, Label]:  # noqa: N803
    """A binary classifier's scores of the positive class, and which that is."""
    if not hasattr(estimator, "classes_"):
        raise BadInput("this is no fitted classifier.", found=type(estimator).__name__, remedy="fit it first")
    labels, _ = encode(np.asarray(estimator.classes_), "classes")
    positive = conventional_positive(labels) if pos_label is None else match_label(pos_label, labels)
    if len(labels) != 2 or positive is None:
        raise BadLabels(
            "a curve needs two classes, one of them positive.",
            found=", ".join(map(str, labels[:6])),
            remedy="pos_label= of two classes; of more, pv.roc(pv.ClassScores.from_probabilities(...))",
        )
    place = labels.index(positive)
    if hasattr(estimator, "predict_proba"):
        return np.asarray(at_home(estimator.predict_proba(X)), np.float64)[:, place], positive
    # A decision function speaks for the second class.
    return np.asarray(at_home(estimator.decision_function(X)), np.float64) * (1 if place else -1), positive
