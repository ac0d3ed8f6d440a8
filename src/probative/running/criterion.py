"""What a selection looks at: any measure with its direction, costs, or a function of evidence with a declared one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Literal

import numpy as np

from probative.decisions import Costs
from probative.decisions.class_costs import ClassCosts, DeclaredCosts
from probative.decisions.costs import COST
from probative.errors import BadParameter
from probative.evidence import ConfusionMatrix, Ladder, Residuals
from probative.evidence.kinds import Measurable
from probative.measurement import default_measure, find, measures
from probative.predictions import Predictions
from probative.predictions.resampled import pair_table
from probative.records import bracketed
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
        """What was meant; by default accuracy for classes and mean squared error for numbers.

        >>> Criterion.of("f_beta(beta=2)", None, True).parameters, Criterion.of(Costs(fp=1, fn=5), None, True).measure
        ({'beta': 2}, 'expected_cost')
        """
        if isinstance(wanted, Criterion):
            return wanted
        if wanted is None:
            wanted = default_measure(ConfusionMatrix if classifies else Residuals)
        if isinstance(wanted, Costs | ClassCosts):
            wanted = (COST, wanted.parameters)
        if isinstance(wanted, str):
            wanted = bracketed(wanted, "f_beta(beta=2)")
        if isinstance(wanted, tuple):
            name, parameters = wanted
            return cls._of_measure(name, parameters, better)
        if callable(wanted):
            if better not in ("higher", "lower"):
                raise BadParameter("say whether higher or lower values of this function are better.", remedy="better=")
            return cls(wanted, better)
        raise BadParameter(
            "a criterion is a measure, one with parameters, costs, or a function.",
            found=type(wanted).__name__,
            remedy="'auc50', 'f_beta(beta=2)', Costs(fp=1, fn=5)",
        )

    @classmethod
    def _of_measure(cls, wanted: str, parameters: Parameters, better: Direction | None) -> Criterion:
        found = find(wanted)
        if found.name == COST and not parameters:
            raise BadParameter(
                "which errors cost how much is not declared, and with equal costs the criterion is error_rate.",
                found=repr(wanted),
                remedy="criterion=Costs(fp=1, fn=5), or 'cost(fp=1, fn=5)' (--cost-fp, --cost-fn)",
            )
        alike = [known for known in measures() if known.name == found.name]
        if not any(set(parameters) <= set(known.parameters) for known in alike):
            found.checked(parameters)
        if found.better == "neither" or better not in (None, found.better):
            raise BadParameter(f"{wanted} is better when {found.better}.", found=f"better={better!r}")
        return cls(found.name, found.better, parameters)

    @property
    def name(self) -> str:
        """The measure's name, or the function's."""
        return self.measure if isinstance(self.measure, str) else getattr(self.measure, "__name__", "criterion")

    @property
    def title(self) -> str:
        """The name with the parameters that a value depends on, as a selection takes it.

        >>> Criterion.of("f_beta(beta=2)", None, True).title, Criterion.of(Costs(fp=1, fn=5), None, True).title
        ('f_beta(beta=2)', 'expected_cost(fp=1, fn=5)')
        """
        return find(self.measure).called(self.parameters) if isinstance(self.measure, str) else self.name

    def value(self, predictions: Predictions, model: str | None = None) -> float:
        """The criterion of all predictions of one model together."""
        name = predictions.named(model)
        return self._asked(predictions.evidence(self.kind(predictions, name), name).total())

    def led(self, predictions: Predictions, model: str | None = None) -> float:
        """The value that stands for a model: of folds, where scores of different fitted models would be compared.

        A function may compare what it likes, and is asked fold by fold. What has no folds is the value of all.
        """
        name, scheme = predictions.named(model), predictions.scheme
        if scheme.kind == "leave-pair-out" and self.measure == "auc":
            return float(pair_table(predictions, name).mean())
        mixes = not isinstance(self.measure, str) or find(self.measure).one_model
        ledger = predictions.folds(name, self.kind(predictions, name)) if mixes and not scheme.single else None
        if ledger is None or len(ledger) < 2:
            return self.value(predictions, name)
        values = np.array([self._asked(evidence) for evidence in ledger.entries.values()])
        known = values[~np.isnan(values)]
        return float(known.mean()) if len(known) else nan

    def kind(self, predictions: Predictions, model: str) -> type:
        """The evidence that the criterion is of: what the measure takes, or what a function is handed."""
        if isinstance(self.measure, str):
            return predictions.kind(self.measure, model)
        told: type = ConfusionMatrix if predictions.labels else Residuals
        return Ladder if predictions.by_model[model].score else told

    def _asked(self, evidence: Measurable) -> float:
        if isinstance(self.measure, str):
            return float(find(self.measure, evidence)(evidence, **self.parameters))
        return float(self.measure(evidence))

    def at_least_as_good(self, value: float, than: float) -> bool:
        """Whether a value is as good or better; what has no value is given the benefit of the doubt."""
        return isnan(value) or (value >= than if self.better == "higher" else value <= than)

    def strictly_better(self, value: float, than: float) -> bool:
        """Whether a value is better."""
        return value > than if self.better == "higher" else value < than


CriterionLike = Criterion | DeclaredCosts | str | tuple[str, Parameters] | OfEvidence | None
"""A measure by name ("auc50"), with parameters ("f_beta(beta=2)" or a pair), costs, or a function of evidence.

None is the usual measure of the task.
"""
