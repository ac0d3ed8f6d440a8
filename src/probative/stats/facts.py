"""What is known of the numbers to compare before any test looks at them: all that validity is a question of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Held = Literal["rows", "folds", "datasets", "paired", "independent"]
"""Predictions of the same rows; or results: of folds, of data sets, of paired measurements, of independent samples."""
Form = Literal["right or wrong", "area", "mean", "maximum", "other"]
"""What a measure makes of rows: the share of right ones, an area under the ROC curve, a mean, their worst."""


@dataclass(frozen=True, slots=True)
class Facts:
    """How many models and numbers there are, what pairs them, and what they depend on.

    `n` counts rows, or the results of each model (the fewest). `normal` says whether a test that needs normal values
    is taken, and `normality` why.

    >>> Facts("rows", n=160, models=2, measure="f1", groups=40).setting
    '160 rows in 40 groups'
    """

    of: Held
    n: int
    models: int
    measure: str = "score"
    form: Form = "other"
    counted: bool = False
    """Whether counts alone give the measure."""
    binary: bool = False
    """Whether decisions between two classes give it."""
    groups: int | None = None
    two_fold: bool = False
    """Whether these are five repeats of two folds."""
    normal: bool = False
    normality: str = ""
    ordered: bool = False
    """Whether rows follow one another in time, one at a time."""

    @property
    def setting(self) -> str:
        """What is held, in words."""
        several = "two" if self.models == 2 else str(self.models)
        if self.groups is not None:
            return f"{self.n} rows in {self.groups} groups"
        if self.of == "rows":
            return f"the same {self.n:,} rows were predicted by all models, so differences are paired by row"
        if self.two_fold:
            return "five repeats of two folds: training sets do not overlap within a repeat"
        if self.of == "folds":
            return f"{self.n} results of folds with overlapping training sets"
        if self.of == "independent":
            return f"{several} independent samples"
        return f"{self.n} {'data sets' if self.of == 'datasets' else 'paired results'} of {several} models"
