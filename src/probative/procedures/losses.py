"""Losses of single test rows: what estimators need that average over rows in their own way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Outcomes, Residuals, ValuePairs
from probative.evidence.arrays import Array, Floats
from probative.measurement import Measure, find, for_evidence
from probative.running.answer import Answer
from probative.running.problem import Problem


@dataclass(frozen=True, slots=True)
class RowLoss:
    """A measure that is a mean of losses, asked for the loss of every row."""

    name: str
    needs: type

    @property
    def measure(self) -> Measure:
        """The measure; looked up, so that a loss travels to other processes by name."""
        return next(known for known in for_evidence(self.needs) if known.name == self.name)

    def __call__(self, truth: Array, answer: Answer, problem: Problem) -> Floats:
        """What each row lost."""
        added = self.measure.row_loss
        assert added is not None
        if self.measure.probabilities and answer.scored != "proba":
            raise BadParameter(f"{self.measure.title} needs probabilities.", remedy="a model with predict_proba")
        said: Array = answer.scores if self.needs in (Ladder, ClassScores) else answer.predicted
        if self.needs is Ladder:
            truth, said = truth == problem.target.labels.index(problem.target.positive), said[:, 0]
        found = np.asarray(added(truth, said), np.float64)
        if not np.isfinite(found).all():
            raise BadParameter(
                f"{self.name} has no finite value for some rows.", found=f"{int((~np.isfinite(found)).sum())} rows"
            )
        return found


def row_loss(name: str | None, problem: Problem) -> RowLoss:
    """The loss of that name; by default errors for classes, squared errors for numbers."""
    kinds: tuple[type, ...] = (Residuals, ValuePairs)
    if problem.classifies:
        kinds = (Outcomes, Ladder) if problem.score_columns == ("score",) else (ConfusionMatrix, ClassScores)
    known = {measure.name: kind for kind in kinds for measure in for_evidence(kind) if _is_loss(measure)}
    wanted = next(iter(known)) if name is None else find(name).name
    if wanted not in known:
        raise BadParameter(f"{name!r} is not a loss of single rows here.", found=", ".join(known))
    return RowLoss(wanted, known[wanted])


def _is_loss(measure: Measure) -> bool:
    return measure.row_loss is not None and measure.better == "lower" and not measure.on_request
