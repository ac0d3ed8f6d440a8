"""Selection scores of a model that tunes itself: what won its choices, and never an estimate of the risk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isnan, nan
from typing import ClassVar, Self

from probative.findings.text import significant
from probative.predictions.fit import Fit
from probative.records import Record, key


@dataclass(frozen=True, slots=True)
class SelectionScores(Record):
    """The scores that won, one for each training; they flatter, because the best of several was taken.

    `corrected` are the same less their optimism, estimated fold by fold (Tibshirani and Tibshirani 2009): an extra, and
    no risk estimate either, which comes from rows that no choice has seen.

    >>> print(SelectionScores("auc", (0.9, 0.8)).sentence())
    selection score (optimistic, not a risk estimate): auc 0.85, mean of 2 choices
    >>> SelectionScores("auc", (0.9, 0.8), (0.86, 0.76)).sentence()[-66:]
    'corrected for the choice (an extra, no risk estimate either): 0.81'
    """

    also: ClassVar[dict[str, str]] = {"mean_optimistic": "mean", "mean_corrected": "mean_corrected"}

    criterion: str
    scores: tuple[float, ...] = field(metadata=key("selection_scores_optimistic"))
    corrected: tuple[float, ...] = field(default=(), metadata=key("selection_scores_corrected"))

    @classmethod
    def of(cls, fits: Iterable[Fit]) -> Self | None:
        """Those of the trainings that chose something; None where none did."""
        chose = [fit for fit in fits if fit.selection_score is not None]
        if not chose:
            return None
        scores = tuple(fit.selection_score for fit in chose if fit.selection_score is not None)
        corrected = tuple(nan if fit.corrected_score is None else fit.corrected_score for fit in chose)
        return cls(chose[0].criterion or "score", scores, corrected)

    @property
    def mean(self) -> float:
        """The mean of the scores that won."""
        return sum(self.scores) / len(self.scores) if self.scores else nan

    @property
    def mean_corrected(self) -> float:
        """The mean of the corrected scores; nan where one of them is not known."""
        return sum(self.corrected) / len(self.corrected) if self.corrected else nan

    def sentence(self) -> str:
        """What may be said of them."""
        times = f", mean of {len(self.scores)} choices" if len(self.scores) > 1 else ""
        won = f"{self.criterion} {significant(self.mean)}{times}"
        told = f"selection score (optimistic, not a risk estimate): {won}"
        if isnan(self.mean_corrected):
            return told
        return (
            f"{told}; corrected for the choice (an extra, no risk estimate either): {significant(self.mean_corrected)}"
        )
