"""What a model said about test rows, checked as soon as it was said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from probative.errors import BadLabels, BadScores, LengthMismatch
from probative.evidence.arrays import Array, Floats
from probative.running.problem import Problem


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said about test rows: class numbers or values, and its scores."""

    predicted: Array
    scores: Floats = field(default_factory=lambda: np.empty((0, 0)))
    scored: Literal["proba", "decision", ""] = ""


def checked(answer: Answer, problem: Problem, rows: int) -> Answer:
    """The answer, if it is one: a class or a finite number for every row, and as many scores as are asked for."""
    require_rows(answer.predicted, rows, "predict")
    if problem.classifies:
        known = len(problem.target.labels)
        if answer.predicted.dtype.kind not in "iu" or (
            rows and not 0 <= answer.predicted.min() <= answer.predicted.max() < known
        ):
            raise BadLabels("the model predicts labels that are not classes.", found=f"{known} classes are known")
    elif not np.isfinite(answer.predicted).all():
        raise _not_finite(answer.predicted, "predict")
    if answer.scored:
        name = "predict_proba" if answer.scored == "proba" else "decision_function"
        require_rows(answer.scores, rows, name)
        wanted = len(problem.score_columns)
        if answer.scores.ndim != 2 or answer.scores.shape[1] != wanted:
            raise LengthMismatch(f"{name} gives a number for every class.", found=f"shape {answer.scores.shape}")
        if not np.isfinite(answer.scores).all():
            raise _not_finite(answer.scores, name)
    return answer


def require_rows(given: Array, rows: int, name: str) -> None:
    """Refuse answers that are not one for each row that was asked about."""
    if given.ndim == 0 or len(given) != rows or (given.ndim == 2 and name == "predict"):
        found = "a single value" if given.ndim == 0 else f"answers of shape {given.shape}"
        raise LengthMismatch(
            f"{name} must answer every row that it is asked about.",
            found=f"{found} for {rows} rows",
            remedy="mend the model",
        )


def _not_finite(given: Array, name: str) -> BadScores:
    bad = ~np.isfinite(given)
    return BadScores(
        f"{name} gives numbers that are none.",
        found=f"{given[bad].ravel()[0]} among the answers, {int(bad.sum())} in all",
        remedy="mend the model, or the rows that it cannot cope with",
    )
