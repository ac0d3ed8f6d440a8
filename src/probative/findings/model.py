"""What was found about one model, and about one slice of the rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from probative.curves.calibration_tests import CalibrationTest
from probative.curves.outline import Outline
from probative.findings.confusion import Confusion
from probative.findings.curve_columns import require_even
from probative.findings.decisions import Decisions
from probative.inference import Estimate
from probative.predictions.resampled import Resampled
from probative.records import OPTIONAL, Document, Record, Shared, Written, key, number_from_json

CURVES = (
    "roc",
    "hull",
    "precision_recall",
    "calibration",
    "cost_curve",
    "decision_curve",
    "outline",
    "errors",
    "fold_roc",
)
"""The curves that a model may have, by their names in JSON."""
Measures = dict[str, Annotated[Estimate, Shared("level")]]
"""Estimates by measure; their level is that of the findings."""
Points = Annotated[Document, Written.ALREADY]
"""The columns of a curve, thinned for display, as plain values."""


FEW = 6
"""Names that a list at a prompt begins with."""


def _told(measures: Measures) -> str:
    """Which measures there are, the first by name."""
    first = ", ".join([*measures][:FEW])
    return f"{len(measures)} measures ({first}{', ...' if len(measures) > FEW else ''})"


@dataclass(frozen=True, slots=True)
class ClassFindings(Record):
    """What was found about one class against the rest, and what a page needs to move its threshold."""

    measures: Measures
    outline: Points | None = None
    calibration: Points | None = field(default=None, metadata=OPTIONAL)
    """Groups of rows by the probability of this class: what was said, and how often it was so."""

    def __repr__(self) -> str:
        return f"<ClassFindings: {_told(self.measures)}>"


@dataclass(frozen=True, slots=True)
class ModelFindings(Record):
    """What was found about one model."""

    measures: Measures
    threshold: float | None = None
    confusion: Confusion | None = None
    by_class: dict[str, ClassFindings] = field(default_factory=dict, metadata=key("classes"))
    baseline: Document = field(default_factory=dict)
    """The rule that looks at no input, and what it would reach."""
    training_baseline: Document = field(default_factory=dict)
    """The same for a rule that knows the training targets only, where they are known."""
    decisions: Decisions = field(default_factory=Decisions)
    calibrated: CalibrationTest | None = field(default=None, metadata=OPTIONAL)
    """Whether intercept 0 and slope 1 fit what happened, of scores that are probabilities."""
    resampling: dict[str, Resampled] = field(default_factory=dict)
    """By measure: values per fold, their mean and the pooled value, where models were trained again and again."""
    roc: Points | None = None
    hull: Points | None = None
    precision_recall: Points | None = None
    calibration: Points | None = None
    cost_curve: Points | None = None
    decision_curve: Points | None = None
    outline: Points | None = None
    errors: Points | None = None
    fold_roc: Points | None = None
    """The ROC curves of single folds and their mean, where models were trained again and again."""

    def __repr__(self) -> str:
        curves = [name for name in CURVES if getattr(self, name) is not None]
        classes = f"; classes {', '.join(map(str, [*self.by_class][:FEW]))}" if self.by_class else ""
        return f"<ModelFindings: {_told(self.measures)}{'; curves ' * bool(curves)}{', '.join(curves)}{classes}>"

    @classmethod
    def restored(cls, fields: Document) -> ModelFindings:
        """The findings of a file; a damaged curve or outline is refused here, not where it is drawn."""
        made = cls(**fields)
        for name, points in made.curves.items():
            require_even(name, points)
        for rule in (made.baseline, made.training_baseline):
            for name, value in rule.items():
                if name != "rule":
                    number_from_json(value)
        for outline in (made.outline, *made.outlines.values()):
            if outline:
                Outline.from_dict(outline)
        return made

    @property
    def curves(self) -> dict[str, Points]:
        """The curves that there are, by name."""
        return {name: points for name in CURVES if (points := getattr(self, name))}

    def led(self, measure: str) -> Estimate:
        """The value that stands for the model: the mean of folds where there are any with a value, else of all rows."""
        found = self.resampling.get(measure)
        by_fold = found is not None and len(found.folds) > 1 and found.fold_mean.defined
        return found.fold_mean if found is not None and by_fold else self.measures[measure]

    def mean_of(self, measure: str) -> int:
        """How many folds the value of a measure is the mean of; 0 where it is that of all rows together."""
        found = self.resampling.get(measure)
        led = self.measures.get(measure)
        if found is None or led is None or len(found.folds) < 2:
            return 0
        mean = found.fold_mean
        return len(found.folds) if mean.n == led.n and mean.method == led.method else 0

    @property
    def classes(self) -> dict[str, dict[str, Estimate]]:
        """Measures of every class against the rest."""
        return {label: found.measures for label, found in self.by_class.items()}

    @property
    def outlines(self) -> dict[str, Points]:
        """By class, against the rest: what a page needs to move a threshold."""
        return {label: found.outline for label, found in self.by_class.items() if found.outline}


@dataclass(frozen=True, slots=True)
class Slice(Record):
    """The measures of one model on the rows that share a value of a column.

    Intervals of `measures` hold for all slices of the model `together`; those of `alone` are of this slice by itself.
    """

    by: str
    value: Any
    model: str
    n: float
    measures: Measures
    alone: Measures = field(default_factory=dict)
    together: int = 1
    """How many slices the intervals hold for."""

    def __repr__(self) -> str:
        return f"<Slice {self.by} = {self.value} of {self.model}: {self.n:,.10g} rows; {_told(self.measures)}>"
