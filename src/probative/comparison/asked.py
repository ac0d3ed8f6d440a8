"""The measure that models are compared by: the one named, with its parameters, or the cost where costs are declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from probative.decisions.class_costs import CostsLike, DeclaredCosts
from probative.decisions.costs import COST
from probative.errors import BadLabels, BadParameter
from probative.findings import Verdict
from probative.measurement import find
from probative.predictions import Predictions
from probative.records import bracketed


@dataclass(frozen=True, slots=True)
class Asked:
    """A measure (None: the usual one), its parameters, and why it decides, where nobody named it."""

    measure: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    why: str | None = None

    @classmethod
    def of(
        cls, measure: str | None, costs: DeclaredCosts | None = None, parameters: Mapping[str, Any] | None = None
    ) -> Asked:
        """What was asked for: a measure as people write it, or costs, which ask for the expected cost.

        >>> from probative.decisions import Costs
        >>> Asked.of("f_beta(beta=2)").parameters, Asked.of(None, Costs(fp=1, fn=5)).measure
        ({'beta': 2}, 'expected_cost')
        """
        name, written = (None, {}) if measure is None else bracketed(measure, "f_beta(beta=2)")
        given = {**written, **(parameters or {})}
        if costs is None:
            return cls(name, given)
        if name is not None and find(name).name != COST:
            raise BadParameter(
                f"costs ask for the expected cost, and {name} does not look at them.",
                remedy="leave out measure= (--measure), or costs= (--cost-fp, --cost-fn, --prior, --costs)",
            )
        return cls(COST, given | costs.parameters, f"costs were declared ({costs}), so the expected cost decides")

    @classmethod
    def by(
        cls,
        measure: str | None,
        said: Predictions,
        costs: CostsLike | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Asked:
        """What was asked for; where neither a measure nor costs are named, unequal costs of the run decide."""
        priced, declared = said.priced(costs), said.about.declared
        if costs is None and measure is None and declared is not None and declared.unequal:
            priced = declared
        return cls.of(measure, priced, parameters)

    def name(self, said: Predictions) -> str:
        """The measure's name, for these predictions."""
        if "fp" in self.parameters and not said.binary:
            raise BadLabels(
                "which label is positive is not clear, and costs of false positives and false negatives need one.",
                found="labels " + ", ".join(repr(label) for label in said.target.labels[:6]),
                remedy="positive= (--positive); of more classes a table of costs (--costs)",
            )
        return said.default_measure() if self.measure is None else find(self.measure).name

    def explained(self, verdict: Verdict) -> Verdict:
        """The verdict with its measure as it was asked for, and the reason for that measure among its notes."""
        told = with_parameters(verdict.measure, self.parameters)
        known = replace(verdict, called=told, unasked=self.measure is None)
        return known if self.why is None else replace(known, notes=(self.why, *verdict.notes))


def with_parameters(measure: str, parameters: Mapping[str, Any]) -> str | None:
    """A measure as it was asked for, where it has parameters; costs are told as costs, not as parameters.

    >>> with_parameters("auc_n", {}), with_parameters("f_beta", {"beta": 2}), with_parameters("auc", {})
    ('auc_n(n=50)', 'f_beta(beta=2)', None)
    """
    called = find(measure).called(parameters)
    return None if called == measure or measure == COST else called
