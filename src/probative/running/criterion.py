"""What a selection looks at: any measure with its direction, or a function of evidence with a declared one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isnan
from typing import Literal

from probative.errors import BadParameter
from probative.evidence import ConfusionMatrix, Ladder, Residuals
from probative.evidence.kinds import Measurable
from probative.measurement import default_measure, find
from probative.predictions import Predictions
from probative.running.brought import Parameters

Direction = Literal["higher", "lower"]
"""Which values are better."""
OfEvidence = Callable[[Measurable], float]
"""A function of a ladder, of a confusion matrix or of residuals, whichever the models give."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """A measure by name (its direction is known), or a function of a ladder, confusion matrix or residuals."""

    measure: str | OfEvidence
    better: Direction
    parameters: Parameters = field(default_factory=dict)

    @classmethod
    def of(cls, wanted: CriterionLike, better: Direction | None, classifies: bool) -> Criterion:
        """What was meant; by default accuracy for classes and mean squared error for numbers."""
        if isinstance(wanted, Criterion):
            return wanted
        if wanted is None:
            wanted = default_measure(ConfusionMatrix if classifies else Residuals)
        if isinstance(wanted, tuple):
            name, parameters = wanted
            return cls(name, cls.of(name, better, classifies).better, parameters)
        if callable(wanted):
            if better not in ("higher", "lower"):
                raise BadParameter("say whether higher or lower values of this function are better.", remedy="better=")
            return cls(wanted, better)
        known = find(wanted).better
        if known == "neither" or better not in (None, known):
            raise BadParameter(f"{wanted} is better when {known}.", found=f"better={better!r}")
        return cls(find(wanted).name, known)

    @property
    def name(self) -> str:
        """The measure's name, or the function's."""
        return self.measure if isinstance(self.measure, str) else getattr(self.measure, "__name__", "criterion")

    def value(self, predictions: Predictions, model: str | None = None) -> float:
        """The criterion of all predictions of one model together."""
        name = predictions.named(model)
        if isinstance(self.measure, str):
            evidence = predictions.evidence(self.measure, name).total()
            return float(find(self.measure, evidence)(evidence, **self.parameters))
        kind: type = ConfusionMatrix if predictions.labels else Residuals
        kind = Ladder if predictions.by_model[name].score else kind
        return float(self.measure(predictions.evidence(kind, name).total()))

    def at_least_as_good(self, value: float, than: float) -> bool:
        """Whether a value is as good or better; what has no value is given the benefit of the doubt."""
        return isnan(value) or (value >= than if self.better == "higher" else value <= than)

    def strictly_better(self, value: float, than: float) -> bool:
        """Whether a value is better."""
        return value > than if self.better == "higher" else value < than


CriterionLike = Criterion | str | tuple[str, Parameters] | OfEvidence | None
"""A measure by name, alone or with its parameters, or a function of evidence; None is the usual measure of the task."""
