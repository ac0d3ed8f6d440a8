"""What a permutation test found: the observed value beside what the same procedure reaches without structure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from probative.evidence.arrays import Floats
from probative.inference.estimate import json_number
from probative.inference.permutation import PermutationP

READINGS = (
    "a low p says that structure was found, not that the model is good; a high p has two readings: no more structure "
    "than chance (missing inputs, noise), or a learner too weak for it (R189)"
)


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """The observed value, what the same procedure reaches without structure, and the p-value.

    H0: inputs and targets are independent. p is the probability, under H0, of a value at least as good as the one
    observed; it is not the probability of H0.
    """

    measure: str
    better: str
    observed: float
    null: Floats
    result: PermutationP
    wanted: int
    labels: str
    mode: str
    level: float
    redrawn: int
    undefined: int
    seed: int
    notes: tuple[str, ...]

    @property
    def p(self) -> float:
        """(b + 1) / (B + 1)."""
        return self.result.p

    @property
    def stopped(self) -> bool:
        """Whether the answer was clear before all permutations were done."""
        return len(self.null) < self.wanted

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        r = self.result
        return {
            "measure": self.measure,
            "better": self.better,
            "observed": json_number(self.observed),
            "p": r.p,
            "p_low": r.low,
            "p_high": r.high,
            "strict_proportion": r.strict,
            "at_least_as_good": r.at_least,
            "permutations": len(self.null),
            "wanted": self.wanted,
            "labels": self.labels,
            "mode": self.mode,
            "redrawn": self.redrawn,
            "undefined": self.undefined,
            "seed": self.seed,
            "null": [json_number(float(value)) for value in self.null],
            "notes": list(self.notes),
        }

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """The null distribution with the observed value (matplotlib, extra `plots`)."""
        from probative.curves.null_distribution import NullDistribution, null_chart
        from probative.pictures import draw

        found = NullDistribution(self.measure, self.observed, self.p, self.null)
        return draw(null_chart([found]), ax, below=True, **style)

    def __str__(self) -> str:
        r = self.result
        early = f" (stopped after {len(self.null)} of {self.wanted})" if self.stopped else ""
        return (
            f"{self.measure} {self.observed:.4g}; as good in {r.b} of {r.n} permutations{early}: p = {r.p:.3g} "
            f"(the exact p lies between {r.low:.3g} and {r.high:.3g} with 95 % confidence)"
        )
